"""The parts of a review add up to the last digit, in games of every kind."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from recorded import HASTY, at_random, by_bots, check_sums

from galopp.play.game import game, game_names
from galopp.play.luck import Luck
from galopp.play.record import Record
from galopp.review import Effort, review
from galopp.review.tallies import BATCHES, TRIALS
from random_games import settings_of


def check_any(setting, most):
    record = at_random(setting, most)
    found = review(record, effort=HASTY)
    check_sums(found)
    final = record.final()
    assert found.finished == final.over
    for seat in range(found.players if final.over else 0):
        share = 1_000_000 / len(final.winners) if seat in final.winners else 0
        assert abs(found.accounts[seat].result - share) < 1


@pytest.mark.parametrize("name", game_names())
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_parts_add_up_whatever_is_played(name, data):
    """Any number of players, any options; half of the games are left before they are over."""
    check_any(data.draw(settings_of(name)), data.draw(st.sampled_from([0, 1, 9, 30, 60])))


@pytest.mark.thorough
@pytest.mark.timeout(3600)  # minutes where the machine is quiet
@pytest.mark.parametrize("name", game_names())
@settings(max_examples=1_000, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_parts_add_up_over_thousands_of_games(name, data):
    check_any(data.draw(settings_of(name)), data.draw(st.sampled_from([5, 40, 10_000])))


@pytest.mark.parametrize(
    ("name", "names", "seed"),
    [
        ("saumaumau", ["casual", "beginner", "casual"], 5),
        ("schweinsgalopp", ["casual", "beginner"], 5),
        ("ostfriesenlauf", ["casual", "beginner"], 5),
        ("ostfriesenlauf", ["beginner"], 5),
        (
            "ostfriesenlauf",
            ["beginner"],
            9,
        ),  # a first look takes its decisions for surer than they are
    ],
)
def test_a_whole_game_between_bots_adds_up_and_is_sure_enough(name, names, seed):
    found = review(by_bots(name, names, seed))
    check_sums(found)
    assert found.finished
    assert len(found.start) == len(names) + (name == "ostfriesenlauf")
    for account in found.accounts[: len(names)]:
        assert account.luck_error <= 30_000
        assert account.play_error <= 30_000


def test_a_long_game_takes_less_and_says_how_sure_it_is():
    record = by_bots("schweinsgalopp", ["strong", "beginner"], 4)
    usual = review(record)
    short = review(record, effort=Effort(long=len(usual.steps) // 9))  # three times as unsure
    check_sums(short)
    assert short.trials < usual.trials
    for account, surer in zip(short.accounts[:2], usual.accounts[:2], strict=True):
        assert surer.play_error <= 30_000 < account.play_error <= 90_000
        assert account.luck_error <= 90_000


def test_a_game_that_went_on_from_another_one_is_reviewed_as_it_was_played():
    begun = by_bots("saumaumau", ["casual", "casual"], seed=3, most=12)
    branched = begun.gone_on_from(Luck("KQHTZM/1", bytes(32)))
    position = branched.final()
    moves = list(branched.moves)
    for number in range(13, 25):
        position.chance = branched.luck.of(number)
        seat, move = position.mover, position.legal[0]
        position.play(move)
        moves.append(type(moves[0])(number, seat, move.notation))
    record = Record(
        "saumaumau", 2, branched.luck, {}, tuple(moves), {}, branched.rules, branched.origins
    )
    found = review(record, effort=HASTY)
    check_sums(found)
    assert not found.finished
    assert [step.number for step in found.steps] == [move.number for move in moves]


def test_a_game_that_has_hardly_begun_is_the_luck_of_its_deal():
    found = review(Record.of(game("schweinsgalopp").new(2, 7, line_up="random")), effort=HASTY)
    check_sums(found)
    assert found.steps == ()
    assert found.accounts[0].luck == found.deal[0] != 0


def test_all_that_was_played_on_in_thought_is_counted():
    """Also from deals and from where a game was left: of one that was only dealt, nothing else."""
    record = by_bots("schweinsgalopp", ["casual", "beginner"], 5, most=0)
    found = review(record, effort=HASTY)
    assert found.trials == (HASTY.deals + HASTY.end) * BATCHES * TRIALS
