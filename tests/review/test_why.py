"""Why something would have been better: there is a reason for every mistake, in every language."""

import pytest
from recorded import by_bots

from galopp.bots.verbs import heuristics_of
from galopp.locale import LANGUAGES, Language
from galopp.play.game import game, game_names
from galopp.play.telling import Teller
from galopp.review import Effort, review
from galopp.review.account import LEADS_TO

WITH_RACES = ("saumaumau", "schweinsgalopp")
TRIED_OUT = LEADS_TO[1:]
EFFORT = Effort(deals=1, end=1, passes=0)


@pytest.mark.parametrize("name", game_names())
def test_every_mistake_has_a_reason(name):
    """By the game's list, else what it would have led to; then the figures speak for it."""
    found = review(by_bots(name, ["beginner", "beginner"], 3, most=60), effort=EFFORT)
    listed = {reason.key for reason in heuristics_of(name).REASONS}
    given = {step.because.key for step in found.mistakes()}
    assert given & listed
    assert given & {*TRIED_OUT}
    assert given <= listed | {*keys_of(name)}
    for step in found.steps:
        if step.because and step.because.key in TRIED_OUT:
            more = step.because.facts["with_it"] > step.because.facts["otherwise"]
            assert more == (step.because.key != "would_leave_less")
    assert not any(step.because for step in found.steps if step.best == step.move)


def test_victories_that_are_told_are_those_that_were_found():
    found = review(by_bots("ostfriesenlauf", ["beginner", "beginner"], 3), effort=EFFORT)
    told = [s for s in found.steps if s.because and s.because.key == "would_win_more"]
    assert told
    for step in told:
        facts, loss = step.because.facts, step.loss / 10_000
        assert facts["with_it"] - facts["otherwise"] == pytest.approx(loss, abs=1)


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_decision_would_have_led_to_is_said_in_every_language(name, language):
    teller = Teller(Language(language), game(name), ["Ada", "Bo"], 0)
    for key in keys_of(name):
        said = teller.reason(key, {"with_it": 54, "otherwise": 48})
        assert "54" in said and "48" in said and "{" not in said


@pytest.mark.parametrize("name", game_names())
def test_what_it_would_have_led_to_is_no_reason_of_a_list(name):
    assert not {*TRIED_OUT} & {reason.key for reason in heuristics_of(name).REASONS}


def keys_of(name):
    """What a decision can lead to in a game."""
    return TRIED_OUT if name in WITH_RACES else ("would_win_more",)
