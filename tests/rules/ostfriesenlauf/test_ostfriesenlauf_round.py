"""Drawing, laying, and carrying out a round."""

import pytest
from ostfriesenlauf_positions import (
    SPREAD,
    a_game,
    a_race,
    a_round,
    decide,
    draw,
    names,
    places,
    refusal,
    stands_after,
    view,
    winners,
)

from galopp.core.words import NOBODY
from galopp.games import ostfriesenlauf as g
from galopp.games.ostfriesenlauf.box import CARD_NAMES, RUNNERS
from galopp.games.ostfriesenlauf.standing import runner_at, standing_of

Refusal = g.Refusal


def test_the_worked_round_of_the_rulebook():
    # A is red, B yellow, C blue, D white; A stands two spaces ahead of B.
    before = {"red": 12, "yellow": 10, "blue": 8, "white": 6}
    assert stands_after(before, "4:+4a")["white"] == (10, 2)
    assert stands_after(before, "4:+4a", "3:+2")["white"] == (12, 2)
    after = a_round(before, ["4:+4a", "3:+2", "3:+3a", "4:swap-1"])
    assert places(after) == {"blue": 13, "red": 12, "white": 12, "yellow": 8}
    ranks = [RUNNERS[runner] for runner in reversed(after.order)]
    assert ranks == ["blue", "red", "white", "yellow"]


@pytest.mark.ruling("O1")
def test_the_card_laid_first_is_carried_out_first():
    # White goes to the front, is the first that the next card moves, and falls behind red.
    after = a_round(SPREAD, ["4:1-ahead-of-1", "1:-2", "3:+2", "2:+2a"])
    assert places(after) == {"white": 22, "red": 21, "yellow": 17, "blue": 9}


@pytest.mark.ruling("O2")
def test_carried_out_cards_are_discarded_and_not_turned_again():
    cards = ["4:+2", "3:+2", "2:+2a", "1:+2a"]
    state = a_round(SPREAD, cards)
    before = places(state)
    assert before == {"red": 23, "yellow": 17, "blue": 11, "white": 4}
    assert set(cards) <= names(state.discards)
    assert list(state.pile) == [NOBODY] * 4
    turned = lay_anything(state)
    assert set(cards) | set(turned) <= names(state.discards)
    assert places(state) == {name: at for name, (at, _) in stands_after(before, *turned).items()}


def lay_anything(state):
    """Play a round with whatever is in hand; the cards in the order they were laid."""
    laid = []
    for _ in RUNNERS:
        decide(state, draw(state))
        laid.append(min(names(state.hands[state.turn])))
        decide(state, laid[-1])
    return laid


@pytest.mark.ruling("O3")
def test_one_card_is_drawn_and_no_second():
    state = decide(a_game(), "draw 2")
    assert view(state, state.turn).hand_sizes[state.turn] == 5
    assert refusal(state, "draw 2") == refusal(state, "draw 3") == Refusal.ALREADY_DREW


@pytest.mark.ruling("O4")
def test_a_card_is_drawn_before_one_is_laid():
    state = a_game()
    card = next(iter(names(state.hands[state.turn])))
    assert refusal(state, card) == Refusal.DRAW_FIRST
    assert refusal(decide(state, "draw 1"), card) == Refusal.NONE


@pytest.mark.ruling("O4")
def test_only_cards_in_hand_can_be_laid():
    state = decide(a_game(), "draw 1")
    others = set(CARD_NAMES) - names(state.hands[state.turn])
    assert {refusal(state, card) for card in others} == {Refusal.NOT_IN_HAND}


@pytest.mark.ruling("O4")
def test_whoever_draws_has_seen_the_backs_laid_before():
    state = a_race(laid=["4:+7", "1:-2"])
    assert list(view(state, int(state.turn)).pile_backs) == [4, 1, 0, 0]


@pytest.mark.ruling("O5")
def test_any_stack_may_be_drawn_from_in_every_round():
    for state in (a_game(), a_race(round_number=30), a_race(laid=["4:+7"])):
        moves = ("draw 1", "draw 2", "draw 3", "draw 4")
        assert {refusal(state, move) for move in moves} == {Refusal.NONE}


def test_a_code_that_is_no_move_is_refused():
    assert g.why_not(a_game(), 64) == g.why_not(a_game(), -1) == Refusal.NO_SUCH_MOVE


@pytest.mark.ruling("O7")
def test_the_rank_counts_at_the_moment_a_card_is_carried_out():
    # White is placed in front of red; the next card with back 1 moves white.
    assert stands_after(SPREAD, "4:1-ahead-of-1", "1:+5a")["white"] == (27, 1)


@pytest.mark.ruling("O7")
def test_the_runner_a_place_is_counted_from_has_that_rank_before_the_move():
    # Yellow goes two ahead of red, who is first until then, not of itself.
    assert stands_after(SPREAD, "2:2-ahead-of-1")["yellow"] == (23, 1)


@pytest.mark.ruling("O8")
def test_ahead_of_another_can_be_a_step_back():
    assert stands_after(SPREAD, "1:3-ahead-of-3")["red"] == (12, 1)


@pytest.mark.ruling("O9")
def test_ahead_is_clockwise_for_runners_behind_the_start_too():
    stands = {"red": 5, "yellow": 1, "blue": -3, "white": -6}
    assert stands_after(stands, "4:4-ahead-of-3")["white"] == (1, 2)
    assert stands_after(stands, "3:5-behind-4")["blue"] == (-11, 1)


@pytest.mark.ruling("O10")
def test_a_runner_arrives_on_the_innermost_free_lane_and_ranks_behind():
    stands = {"red": 9, "yellow": 9, "blue": 9, "white": 5}
    assert stands_after(stands, "4:+4a")["white"] == (9, 4)
    assert stands_after(stands, "4:+4a", "4:+2")["white"] == (11, 1)


@pytest.mark.ruling("O11")
@pytest.mark.parametrize(
    ("card", "expected"),
    [
        ("1:+2a", {"red": (11, 1), "yellow": (9, 1), "blue": (9, 2), "white": (9, 3)}),
        ("2:+2a", {"red": (9, 1), "yellow": (11, 1), "blue": (9, 2), "white": (9, 3)}),
        ("3:+2", {"red": (9, 1), "yellow": (9, 2), "blue": (11, 1), "white": (9, 3)}),
        ("4:+2", {"red": (9, 1), "yellow": (9, 2), "blue": (9, 3), "white": (11, 1)}),
    ],
)
def test_all_who_stand_further_out_move_in_when_a_lane_is_freed(card, expected):
    assert stands_after(dict.fromkeys(RUNNERS, 9), card) == expected


@pytest.mark.ruling("O12")
def test_a_runner_that_is_where_the_card_sends_it_keeps_its_lane():
    stands = {"red": 20, "yellow": 20, "blue": 17, "white": 2}
    assert stands_after(stands, "1:3-ahead-of-3") == stands_after(stands)


@pytest.mark.ruling("O13")
def test_a_swap_exchanges_lanes_with_the_spaces():
    stands = {"red": 14, "blue": 14, "yellow": 14, "white": 6}
    after = stands_after(stands, "4:swap-1")
    assert (after["white"], after["red"]) == ((14, 1), (6, 1))
    assert (after["blue"], after["yellow"]) == ((14, 2), (14, 3))
    # The outer one of two goes where nobody else stands, and takes no lane along.
    pair = {"red": 20, "yellow": 14, "blue": 14, "white": 6}
    assert stands_after(pair, "3:swap-2")["blue"] == (14, 1)
    assert stands_after(pair, "3:swap-2")["yellow"] == (14, 2)


@pytest.mark.ruling("O14")
def test_a_swap_with_a_runner_beyond_the_line_hands_over_the_victory():
    before = {"red": 27, "yellow": 9, "blue": 5, "white": 2}
    after = a_round(before, ["1:+4a", "4:swap-1", "3:+2", "2:+2a"])
    assert places(after)["white"] == 31
    assert winners(after) == ["white"]


@pytest.mark.ruling("O15")
def test_back_to_start_takes_the_innermost_free_lane_there():
    stands = {"red": 5, "yellow": 3, "blue": 0, "white": 0}
    assert stands_after(stands, "2:start")["yellow"] == (0, 3)


@pytest.mark.ruling("O15")
def test_back_to_start_is_a_way_forward_from_behind_it():
    stands = {"red": 5, "yellow": -3, "blue": -5, "white": -6}
    assert stands_after(stands, "2:start")["yellow"] == (0, 1)


@pytest.mark.ruling("O12", "O15")
def test_back_to_start_leaves_a_runner_that_is_there_in_its_lane():
    stands = {"red": 5, "yellow": 0, "blue": 0, "white": -6}
    assert stands_after(stands, "2:start") == stands_after(stands)


@pytest.mark.ruling("O15", "O23")
def test_back_to_start_cancels_a_crossing_of_this_round():
    stands = {"red": 27, "yellow": 26, "blue": 5, "white": 2}
    # Red crosses, yellow is placed before it, red goes to the start, yellow behind the last.
    after = a_round(stands, ["1:+3a", "2:2-ahead-of-1", "2:start", "1:6-behind-4"])
    assert places(after) == {"red": 0, "yellow": -6, "blue": 5, "white": 2}
    assert winners(after) == []


@pytest.mark.ruling("O16")
def test_runners_may_go_behind_the_start():
    after = a_round(dict.fromkeys(RUNNERS, 0), ["4:-6", "3:+2", "2:+2a", "1:+2a"])
    assert places(after)["white"] == -6


@pytest.mark.ruling("O17")
def test_a_runner_that_crossed_backwards_is_still_last():
    # The backward line is behind -12; white is beyond it and answers to back 4.
    stands = {"red": 20, "yellow": 15, "blue": -9, "white": -11}
    assert stands_after(stands, "4:-6", "4:+2")["white"] == (-15, 1)


@pytest.mark.ruling("O17")
def test_of_several_that_crossed_backwards_the_furthest_back_is_last():
    stands = {"red": 20, "yellow": 15, "blue": -9, "white": -11}
    after = stands_after(stands, "4:-6", "3:5-behind-4", "4:+2")
    assert (after["blue"], after["white"]) == ((-20, 1), (-17, 1))


@pytest.mark.ruling("O27")
def test_the_last_runner_lays_first_and_on_one_space_the_outermost():
    state = a_race({"yellow": 12, "red": 8, "white": 8, "blue": 3})
    assert [RUNNERS[runner] for runner in state.order] == ["blue", "white", "red", "yellow"]
    for runner in ("blue", "white", "red", "yellow"):
        assert RUNNERS[g.mover(state)] == runner
        decide(state, draw(state))
        decide(state, next(iter(names(state.hands[state.turn]))))


@pytest.mark.ruling("O27")
def test_after_a_round_they_lay_in_the_order_in_which_they_stand_now():
    # White was last and comes to stand outside red; yellow is last now.
    before = {"red": 12, "yellow": 10, "blue": 8, "white": 6}
    state = a_round(before, ["4:+4a", "3:+2", "3:+3a", "4:swap-1"])
    assert places(state) == {"blue": 13, "red": 12, "white": 12, "yellow": 8}
    for runner in ("yellow", "white", "red", "blue"):
        assert RUNNERS[g.mover(state)] == runner
        decide(state, draw(state))
        decide(state, min(names(state.hands[state.turn])))


@pytest.mark.ruling("O36")
def test_the_fourth_is_the_last():
    state = a_race(SPREAD)
    assert runner_at(standing_of(state), 3) == state.order[0] == RUNNERS.index("white")
    assert stands_after(SPREAD, "4:+7")["white"] == (9, 2)
