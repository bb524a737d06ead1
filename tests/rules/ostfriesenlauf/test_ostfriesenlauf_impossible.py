"""Positions that no game can reach are refused."""

import pytest
from ostfriesenlauf_positions import SPREAD, a_race, a_round, changed, decide, names

from galopp.core.fault import Impossible
from galopp.games import ostfriesenlauf as g
from galopp.games.ostfriesenlauf.box import ENDINGS


def refused(state):
    with pytest.raises(Impossible) as fault:
        g.check(state)
    return fault.value.key


def places(**moved):
    return SPREAD | moved


def test_a_card_in_two_places_or_in_none():
    state = a_race(SPREAD)
    discards = sorted(names(state.discards))
    twice = sorted(names(state.stacks))[:1]
    assert refused(changed(state, discards=discards + twice)) == "card_not_once"
    assert refused(changed(state, stacks=sorted(names(state.stacks))[1:])) == "card_not_once"


def test_more_discards_than_rounds_have_brought():
    state = a_race(SPREAD)
    stacks, discards = sorted(names(state.stacks)), sorted(names(state.discards))
    moved = changed(state, stacks=stacks[:5], discards=discards + stacks[5:])
    assert refused(moved) == "too_many_discards"


def test_a_hand_that_is_too_large():
    state = a_race(SPREAD)
    stacks = sorted(names(state.stacks))
    hands = [sorted(names(hand)) for hand in state.hands]
    hands[0].append(stacks.pop())
    assert refused(changed(state, stacks=stacks, hands=hands)) == "wrong_number_of_cards"


@pytest.mark.ruling("O16")
def test_a_runner_further_than_the_cards_of_these_rounds_can_take_it():
    state = a_race(SPREAD, round_number=2)
    far = changed(state, places=places(white=-25))
    assert refused(far) == "runner_out_of_reach"
    g.check(changed(state, places=places(white=-10)))


@pytest.mark.ruling("O11")
@pytest.mark.parametrize("lane", [2, 3])
def test_a_gap_between_the_lanes(lane):
    lanes = {"red": 1, "yellow": lane, "blue": 1, "white": 1}
    assert refused(changed(a_race(SPREAD), lanes=lanes)) == "wrong_lane"


@pytest.mark.ruling("O10")
def test_two_runners_in_one_lane():
    assert refused(changed(a_race(SPREAD), places=places(yellow=9))) == "wrong_lane"


@pytest.mark.ruling("O27")
def test_a_laying_order_that_is_not_from_last_to_first():
    order = ["white", "blue", "red", "yellow"]
    assert refused(changed(a_race(SPREAD), order=order)) == "wrong_laying_order"


def test_a_seat_on_turn_whose_runner_does_not_lay_next():
    assert refused(changed(a_race(SPREAD), turn=0)) == "not_this_seats_turn"


def test_a_sign_where_no_animal_is():
    assert refused(changed(a_race(SPREAD), sign=27)) == "no_place_for_the_sign"


@pytest.mark.ruling("O29")
def test_an_ownerless_runner_that_laid_a_card_of_another_rank():
    state = a_race(SPREAD, players=3, laid=["4:+7"])
    third = next(card for card in sorted(names(state.stacks)) if card[0] == "3")
    stacks = [*sorted(names(state.stacks) - {third}), "4:+7"]
    moved = changed(state, pile=[third, None, None, None], stacks=stacks)
    assert refused(moved) == "wrong_back"


@pytest.mark.ruling("O32")
def test_an_ownerless_runner_that_laid_nothing_from_a_full_stack():
    state = a_race(SPREAD, players=3, laid=["4:+7"])
    stacks = [*sorted(names(state.stacks)), "4:+7"]
    assert refused(changed(state, pile=[None] * 4, stacks=stacks)) == "laid_no_card"


def test_a_card_laid_before_its_turn():
    state = a_race(SPREAD)
    stacks = sorted(names(state.stacks))
    moved = changed(state, pile=[None, None, None, stacks[0]], stacks=stacks[1:])
    assert refused(moved) == "laid_too_early"


def test_a_report_of_cards_that_are_no_discards():
    state = a_race(SPREAD)
    report = sorted(names(state.stacks))[:4]
    assert refused(changed(state, report_cards=report)) == "wrong_report"


@pytest.mark.ruling("O31")
def test_more_returned_cards_in_a_hand_than_were_drawn_since():
    state = decide(a_race(SPREAD, empty="1"), "draw 1")
    drawn = {"1": 0, "2": 0, "3": 0, "4": 0}
    assert refused(changed(state, drawn_since=[drawn] * 4)) == "too_many_returned_cards"


@pytest.mark.ruling("O31")
def test_draws_since_a_reshuffle_that_never_was():
    drawn = {"1": 1, "2": 0, "3": 0, "4": 0}
    moved = changed(a_race(SPREAD), drawn_since=[drawn] * 4)
    assert refused(moved) == "drawn_since_no_reshuffle"


@pytest.mark.ruling("O31")
def test_a_returned_card_that_lies_open():
    state = a_race(SPREAD)
    assert (
        refused(changed(state, returned=sorted(names(state.discards)))) == "returned_card_was_seen"
    )


@pytest.mark.ruling("O6")
def test_a_memory_where_backs_are_hidden():
    state = a_race(SPREAD, show_hand_backs=False)
    returned = sorted(names(state.stacks))[:1]
    assert refused(changed(state, returned=returned)) == "memory_is_hidden"


def test_a_last_decision_that_left_no_trace():
    state = a_race(SPREAD)
    assert refused(changed(state, last_seat=1, last_code="draw 1")) == "wrong_last_decision"
    card = sorted(names(state.stacks))[0]
    assert refused(changed(state, last_seat=1, last_code=card)) == "wrong_last_decision"


@pytest.mark.ruling("O33")
def test_a_race_that_goes_on_with_a_runner_over_the_line():
    assert refused(changed(a_race(SPREAD), places=places(red=28))) == "over_the_line"
    assert refused(changed(a_race(SPREAD), places=places(white=-13))) == "over_the_line"


def finished():
    stands = {"red": 26, "yellow": 9, "blue": 5, "white": 2}
    return a_round(stands, ["4:+2", "3:+2", "2:+2a", "1:+2a"])


@pytest.mark.ruling("O24")
def test_a_victory_of_somebody_who_is_not_furthest():
    g.check(finished())
    assert refused(changed(finished(), won=["yellow"])) == "wrong_winner"
    ended = dict.fromkeys(ENDINGS, 0) | {"backward": 1}
    assert refused(changed(finished(), ended=ended)) == "wrong_ending"


@pytest.mark.ruling("O33")
def test_an_end_with_nobody_over_the_line():
    short = changed(finished(), places={"red": 27, "yellow": 11, "blue": 7, "white": 4})
    assert refused(short) == "nobody_over_the_line"
