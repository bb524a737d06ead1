"""Every card of the four stacks, on a spread field and with all runners on one space."""

import pytest
from ostfriesenlauf_positions import SPREAD, stands_after

from galopp.core import option
from galopp.games import ostfriesenlauf as g
from galopp.games.ostfriesenlauf.box import BACK, CARD_NAMES, CARDS, DECK, FISH, RUNNERS, SIGN
from galopp.games.ostfriesenlauf.rules import sign_after

ONE_SPACE = {"red": 10, "yellow": 10, "blue": 10, "white": 10}  # red innermost

# The cards that are no plain move: whom they move, and to where on either field.
PLACED = {
    "1:5-ahead-of-2": ("red", 20, 15),
    "1:1-behind-2": ("red", 14, 9),
    "1:3-ahead-of-3": ("red", 12, 13),
    "1:6-behind-4": ("red", -4, 4),
    "2:2-ahead-of-1": ("yellow", 23, 12),
    "2:1-behind-1": ("yellow", 20, 9),
    "2:3-behind-3": ("yellow", 6, 7),
    "2:start": ("yellow", 0, 0),
    "3:3-ahead-of-1": ("blue", 24, 13),
    "3:4-behind-1": ("blue", 17, 6),
    "3:1-behind-2": ("blue", 14, 9),
    "3:5-behind-4": ("blue", -3, 5),
    "4:1-ahead-of-1": ("white", 22, 11),
    "4:5-behind-1": ("white", 16, 5),
    "4:2-behind-2": ("white", 13, 8),
    "4:4-ahead-of-3": ("white", 13, 14),
}
SWAPPED = {
    "1:swap-2": ("red", "yellow"),
    "2:swap-3": ("yellow", "blue"),
    "3:swap-2": ("blue", "yellow"),
    "4:swap-1": ("white", "red"),
}
SIGNS = {"1:hedgehog": 24, "2:turtle": 32, "3:snail": 20, "4:sheep": 36}
PLAIN = [name for name in CARD_NAMES if name not in {*PLACED, *SWAPPED, *SIGNS}]


def alone(stands):
    return {runner: (place, 1) for runner, place in stands.items()}


def closed_in(moved, place):
    """All on space 10 in the old order but for one, who stands elsewhere."""
    rest = [runner for runner in RUNNERS if runner != moved]
    return {runner: (10, lane) for lane, runner in enumerate(rest, 1)} | {moved: (place, 1)}


def test_the_deck_has_sixty_cards_fifteen_of_each_back():
    assert len(DECK) == len(set(CARD_NAMES)) == 60
    assert [int(row[BACK]) for row in CARDS] == [1] * 15 + [2] * 15 + [3] * 15 + [4] * 15


def test_the_plain_moves_of_the_stacks_add_up_to_26_27_31_and_28():
    sums = [sum(int(name[2:4]) for name in PLAIN if name[0] == back) for back in "1234"]
    assert (len(PLAIN), sums) == (36, [26, 27, 31, 28])


@pytest.mark.parametrize("card", PLAIN)
def test_a_plain_card_moves_the_runner_of_its_rank(card):
    runner, steps = RUNNERS[int(card[0]) - 1], int(card[2:4])
    assert stands_after(SPREAD, card)[runner][0] == SPREAD[runner] + steps
    others = {name: place for name, place in SPREAD.items() if name != runner}
    assert {name: stands_after(SPREAD, card)[name][0] for name in others} == others


@pytest.mark.parametrize("card", PLAIN)
def test_a_plain_card_on_one_space_takes_its_runner_out_and_the_lanes_close(card):
    runner, steps = RUNNERS[int(card[0]) - 1], int(card[2:4])
    assert stands_after(ONE_SPACE, card) == closed_in(runner, 10 + steps)


@pytest.mark.ruling("O8")
@pytest.mark.parametrize("card", PLACED)
def test_a_placing_card_counts_from_the_runner_it_names(card):
    runner, place, _ = PLACED[card]
    assert stands_after(SPREAD, card) == alone(SPREAD | {runner: place})


@pytest.mark.ruling("O8", "O11")
@pytest.mark.parametrize("card", PLACED)
def test_a_placing_card_on_one_space_counts_from_there(card):
    runner, _, place = PLACED[card]
    assert stands_after(ONE_SPACE, card) == closed_in(runner, place)


@pytest.mark.ruling("O13")
@pytest.mark.parametrize("card", SWAPPED)
def test_a_swap_exchanges_two_places(card):
    one, other = SWAPPED[card]
    swapped = SPREAD | {one: SPREAD[other], other: SPREAD[one]}
    assert stands_after(SPREAD, card) == alone(swapped)


@pytest.mark.ruling("O13")
@pytest.mark.parametrize("card", SWAPPED)
def test_a_swap_on_one_space_exchanges_two_lanes(card):
    one, other = SWAPPED[card]
    before = stands_after(ONE_SPACE)
    assert stands_after(ONE_SPACE, card) == before | {one: before[other], other: before[one]}


@pytest.mark.parametrize("stands", [SPREAD, ONE_SPACE])
@pytest.mark.parametrize("card", SIGNS)
def test_a_sign_card_moves_the_sign_and_no_runner(card, stands):
    options = option.choose(g.OPTIONS, {})
    assert sign_after(28, CARD_NAMES.index(card), options) == SIGNS[card]
    assert stands_after(stands, card) == stands_after(stands)


def test_no_card_returns_the_sign_to_the_fish():
    assert FISH not in CARDS[:, SIGN]
