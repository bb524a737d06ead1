"""Runners that belong to nobody."""

import pytest
from ostfriesenlauf_positions import (
    SPREAD,
    a_race,
    a_round,
    decide,
    draw,
    ending,
    names,
    places,
    view,
    winners,
)

from galopp.core.words import NOBODY
from galopp.games import ostfriesenlauf as g
from galopp.games.ostfriesenlauf.box import BACK, CARDS, Phase


def lay_any(state):
    decide(state, draw(state))
    return decide(state, sorted(names(state.hands[state.turn]))[0])


@pytest.mark.ruling("O29")
def test_an_ownerless_runner_lays_in_its_turn_a_card_of_its_rank():
    # Yellow, who is last, and red play; blue leads and white is second.
    state = a_race({"blue": 20, "white": 15, "red": 9, "yellow": 2}, players=2)
    lay_any(state)
    assert (g.mover(state), state.laid) == (0, 1)
    before = state.copy()
    lay_any(state)
    assert list(CARDS[state.report_cards[2:], BACK]) == [2, 1]
    assert state.round_number == before.round_number + 1


@pytest.mark.ruling("O29")
def test_ranks_do_not_change_while_cards_are_laid():
    state = a_race({"red": 20, "white": 15, "blue": 9, "yellow": 2}, players=2)
    lay_any(state)
    assert list(view(state).pile_backs[1:]) == [3, 2, 0]
    assert (g.mover(state), state.laid) == (0, 3)


@pytest.mark.ruling("O29")
def test_nobody_sees_the_card_of_an_ownerless_runner():
    state = a_race(SPREAD, players=1, laid=["4:+7", "3:+2", "2:+2a"])
    for seat in (NOBODY, 0):
        seen = view(state, seat)
        assert (list(seen.pile_backs), seen.own_card) == ([4, 3, 2, 0], NOBODY)
    other = a_race(SPREAD, players=1, laid=["4:-6", "3:+7", "2:-2"])
    hidden = view(other, 0)
    assert list(hidden.pile_backs) == list(view(state, 0).pile_backs)


@pytest.mark.ruling("O30")
def test_an_ownerless_runner_wins_and_ends_the_game_and_no_player_does():
    stands = {"red": 9, "yellow": 5, "blue": 3, "white": -9}
    after = a_round(stands, ["4:-6", "3:+2", "2:+2a", "1:+2a"], players=1)
    assert (winners(after), g.winners(after), g.points(after, 0)) == (["white"], 0, 0)
    assert (after.phase, ending(after)) == (Phase.OVER, g.Ending.OWNERLESS)


@pytest.mark.ruling("O30")
def test_where_they_cannot_win_the_ownerless_run_on_beyond_the_line():
    stands = {"red": 9, "yellow": 5, "blue": 3, "white": -9}
    after = a_round(stands, ["4:-6", "3:+2", "2:+2a", "1:+2a"], players=1, ownerless_can_win=False)
    assert (places(after)["white"], ending(after)) == (-15, None)
    g.check(after)


@pytest.mark.ruling("O30")
def test_where_they_cannot_win_a_player_less_far_beyond_the_line_does():
    stands = {"red": 26, "yellow": 5, "blue": 3, "white": -9}
    cards = ["4:-6", "3:+2", "2:+2a", "1:+2a"]
    assert winners(a_round(stands, cards, players=1)) == ["white"]
    assert winners(a_round(stands, cards, players=1, ownerless_can_win=False)) == ["red"]


@pytest.mark.ruling("O30")
def test_a_victory_shared_with_an_ownerless_runner_counts_for_the_player():
    stands = {"red": 27, "yellow": 9, "blue": 5, "white": -9}
    after = a_round(stands, ["4:-6", "3:+2", "2:+2a", "1:+3a"], players=1)
    assert winners(after) == ["red", "white"]
    assert (g.winners(after), g.points(after, 0)) == (1, 1)
    assert ending(after) == g.Ending.SHARED


@pytest.mark.ruling("O30", "O34")
@pytest.mark.parametrize(("can_win", "won"), [(True, ["white"]), (False, ["red"])])
def test_after_the_last_round_the_ownerless_count_only_if_they_can_win(can_win, won):
    stands = {"red": 18, "yellow": 9, "blue": 3, "white": -9}
    after = a_round(
        stands,
        ["4:+2", "3:+2", "2:+2a", "1:+2a"],
        players=1,
        round_number=60,
        ownerless_can_win=can_win,
    )
    assert (winners(after), ending(after)) == (won, g.Ending.ROUND_LIMIT)
