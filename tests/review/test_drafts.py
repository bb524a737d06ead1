"""What is known of a game while its review is being made is shown, and is no less exact."""

import pytest
from recorded import by_bots, check_sums

from galopp.play.game import game_names
from galopp.review import Effort, review

EFFORT = Effort(deals=2, end=2, passes=1, look=(1,), afresh=2)


def made(record, workers=1):
    """A review, and its drafts as they came."""
    drafts = []
    found = review(record, effort=EFFORT, workers=workers, progress=drafts.append)
    return found, drafts


def judged(found):
    """How many decisions are judged."""
    return sum(bool(step.options) for step in found.steps)


@pytest.mark.parametrize("name", game_names())
def test_the_curve_comes_first_and_then_one_decision_after_the_other(name):
    record = by_bots(name, ["casual", "beginner"], 4, most=30)
    found, drafts = made(record)
    assert [draft.part for draft in drafts] == sorted(draft.part for draft in drafts)
    shown = [draft.review() for draft in drafts]
    for draft in shown:
        check_sums(draft)
    assert judged(shown[0]) == 0
    assert len({step.values for step in shown[0].steps}) > 1
    known = [judged(draft) for draft in shown]
    assert known == sorted(known)
    assert set(known) == set(range(len(record.moves) + 1))
    assert drafts[-1].part == 1
    assert shown[-1] == found


def test_what_seems_to_have_cost_most_is_judged_first():
    found, drafts = made(by_bots("saumaumau", ["beginner", "beginner"], 4, most=40))
    play = {step.number: step.play[step.seat] for step in found.steps}
    seen, order = set(), []
    for draft in drafts:
        known = {step.number for step in draft.review().steps if step.options}
        order += known - seen
        seen = known
    assert [play[number] for number in order] == sorted(play.values())


def test_whoever_listens_changes_nothing():
    record = by_bots("schweinsgalopp", ["casual", "beginner", "casual"], 3, most=25)
    assert made(record, workers=3)[0] == review(record, effort=EFFORT)


def test_a_better_decision_says_where_it_would_have_led():
    """Only where there is one, and by what its maker could know."""
    found, _ = made(by_bots("ostfriesenlauf", ["beginner", "beginner"], 7))
    better = [step for step in found.steps if step.best != step.move]
    assert better
    assert any(step.instead for step in better)
    assert not any(step.instead for step in found.steps if step.best == step.move)
