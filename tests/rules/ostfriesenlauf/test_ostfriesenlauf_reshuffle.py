"""Empty stacks, reshuffles, and what everybody remembers of them."""

import pytest
from ostfriesenlauf_positions import (
    SPREAD,
    a_race,
    changed,
    decide,
    draw,
    names,
    refusal,
    view,
)

from galopp.core import record
from galopp.core.cards import count
from galopp.core.chance import chance
from galopp.core.fault import Impossible
from galopp.core.words import NOBODY
from galopp.games import ostfriesenlauf as g
from galopp.games.ostfriesenlauf.box import CARD_NAMES, OF_STACK, RUNNERS
from galopp.games.ostfriesenlauf.check import held_by

Refusal = g.Refusal
BACK_1 = [name for name in CARD_NAMES if name[0] == "1"]


@pytest.mark.ruling("O31")
def test_wanting_a_card_of_an_empty_stack_brings_all_discards_back():
    state = a_race(SPREAD, empty="1")
    discards, stacks = names(state.discards), names(state.stacks)
    assert {card[0] for card in discards} > {"1"}  # other backs come back as well
    decide(state, "draw 1")
    assert names(state.discards) == set()
    drawn = (discards | stacks) - names(state.stacks)
    assert len(drawn) == 1 and drawn < discards and drawn <= names(state.hands[state.turn])


@pytest.mark.ruling("O31")
def test_a_draw_from_a_stack_with_cards_leaves_the_discards():
    state = a_race(SPREAD, empty="1")
    discards = names(state.discards)
    decide(state, "draw 2")
    assert names(state.discards) == discards


@pytest.mark.ruling("O31")
def test_the_face_down_cards_of_the_round_stay_out_of_a_reshuffle():
    state = a_race(SPREAD, laid=["1:-2", "1:swap-2"], empty="1")
    decide(state, "draw 1")
    assert not {"1:-2", "1:swap-2"} & (names(state.stacks) | names(state.returned))
    assert list(state.pile[:2]) == [CARD_NAMES.index(card) for card in ("1:-2", "1:swap-2")]
    g.check(state)


@pytest.mark.ruling("O31", "O29")
def test_an_ownerless_runner_that_must_draw_from_an_empty_stack_reshuffles_too():
    state = a_race({"white": 21, "blue": 15, "yellow": 9, "red": 2}, players=2, empty="2")
    decide(state, draw(state), *sorted(names(state.hands[0]))[:1])
    discards = names(state.discards)
    decide(state, "draw 3")
    decide(state, sorted(names(state.hands[1]))[0])
    assert state.report_reshuffled == 2  # before blue, who is second and lays third
    assert CARD_NAMES[state.report_cards[2]] in discards


@pytest.mark.ruling("O31")
def test_with_all_empty_an_empty_stack_is_no_choice_until_all_are():
    state = a_race(SPREAD, empty="13", reshuffle="all_empty")
    moves = ("draw 1", "draw 2", "draw 3", "draw 4")
    empty, full = Refusal.STACK_IS_EMPTY, Refusal.NONE
    assert [refusal(state, move) for move in moves] == [empty, full, empty, full]


@pytest.mark.ruling("O31")
def test_with_all_empty_the_discards_come_back_when_all_four_stacks_are():
    state = a_race(SPREAD, empty="1234", round_number=20, reshuffle="all_empty")
    discards = count(state.discards)
    decide(state, "draw 3")
    assert (count(state.discards), count(state.stacks)) == (0, discards - 1)


@pytest.mark.ruling("O31", "O33")
def test_with_all_empty_an_ownerless_runner_lays_nothing_from_an_empty_stack():
    state = a_race(SPREAD, players=3, laid=[None], empty="4", reshuffle="all_empty")
    assert (g.mover(state), list(view(state).pile_backs)) == (2, [0, 0, 0, 0])
    for runner in ("blue", "yellow", "red"):
        assert RUNNERS[g.mover(state)] == runner
        decide(state, draw(state))
        decide(state, next(c for c in sorted(names(state.hands[state.turn])) if "+" in c))
    assert [card == NOBODY for card in state.report_cards] == [True, False, False, False]


def all_of_back_1_with_three_players():
    """White leads and is ownerless; the players hold every card with back 1 but one."""
    hands = {"red": BACK_1[0:4], "yellow": BACK_1[4:8], "blue": BACK_1[8:12]}
    stands = {"white": 21, "red": 15, "yellow": 9, "blue": 2}
    return a_race(stands, players=3, laid=BACK_1[12:14], hands=hands)


@pytest.mark.ruling("O32")
def test_a_stack_whose_cards_are_all_in_hands_is_no_choice():
    hands = {"red": BACK_1[:4], "yellow": BACK_1[4:8], "blue": BACK_1[8:12], "white": BACK_1[12:]}
    state = a_race(SPREAD, hands=hands)
    assert refusal(state, "draw 1") == Refusal.STACK_IS_USED_UP
    assert refusal(state, "draw 2") == Refusal.NONE


@pytest.mark.ruling("O32", "O31", "O33")
def test_an_ownerless_runner_with_no_card_left_in_the_world_lays_none():
    state = all_of_back_1_with_three_players()
    discards = names(state.discards)
    decide(state, "draw 1", BACK_1[0])
    assert list(state.report_cards[3:]) == [NOBODY]
    # The discards came back all the same, and the round was carried out with three cards.
    assert state.report_reshuffled == 3
    assert names(state.discards) == {*BACK_1[12:14], BACK_1[0]}
    assert names(state.returned) == discards
    assert state.round_number == 10


@pytest.mark.ruling("O31")
def test_everybody_knows_which_cards_came_back_and_who_has_drawn_since():
    state = a_race(SPREAD, empty="1")
    discards = names(state.discards)
    decide(state, "draw 1")
    seen = view(state)
    assert names(seen.returned) == discards
    assert seen.drawn_since[3].tolist() == [1, 0, 0, 0]
    assert seen.drawn_since[:3].sum() == 0


@pytest.mark.ruling("O31")
def test_a_returned_card_seen_again_is_remembered_no_longer():
    state = a_race(SPREAD, empty="1")
    decide(state, "draw 1")
    (drawn,) = names(state.hands[3]) & names(state.returned)
    decide(state, drawn)
    for _ in range(3):
        decide(state, draw(state).replace("1", "2"))
        kept = sorted(names(state.hands[state.turn]) - names(state.returned))
        decide(state, next(card for card in kept if "+" in card))
    assert drawn in names(state.discards)
    assert drawn not in names(state.returned)
    assert state.drawn_since[3].tolist() == [0, 0, 0, 0]


@pytest.mark.ruling("O31")
def test_a_dealt_possible_table_gives_returned_cards_only_to_those_who_drew_since():
    state = a_race(SPREAD, laid=["1:-2"], empty="1")
    decide(state, "draw 1")  # blue, third
    luck, other, found = chance(3), record.blank(g.STATE), set()
    for _ in range(300):
        g.redeal(view(state, 0), luck, other)
        g.check(other)
        held = [names(held_by(other, seat)) & names(state.returned) for seat in range(4)]
        assert (held[1], held[3]) == (set(), set())
        assert len({card for card in held[2] if card[0] == "1"}) == 1
        found |= held[2]
    # Nothing was left of stack 1, so blue has drawn one of those that came back.
    assert found == {card for card in names(state.returned) if card[0] == "1"}


@pytest.mark.ruling("O31")
def test_a_card_laid_blind_before_the_reshuffle_did_not_come_back_in_it():
    stands = {"red": 21, "yellow": 15, "blue": 9, "white": 2}
    state = a_race(stands, players=3, laid=["4:-6"], empty="1")
    decide(state, "draw 1")
    luck, other = chance(5), record.blank(g.STATE)
    for _ in range(100):
        g.redeal(view(state), luck, other)
        assert CARD_NAMES[other.pile[0]] not in names(state.returned)
    returned = next(card for card in names(state.returned) if card[0] == "4")
    stacks = sorted(names(state.stacks) - {returned} | {"4:-6"})
    with pytest.raises(Impossible):
        g.check(changed(state, pile=[returned, None, None, None], stacks=stacks))


@pytest.mark.ruling("O31", "O6")
def test_with_hidden_backs_a_reshuffle_is_left_to_the_players_memory():
    state = a_race(SPREAD, empty="1", show_hand_backs=False)
    decide(state, "draw 1")
    assert (names(state.returned), state.drawn_since.sum()) == (set(), 0)


@pytest.mark.ruling("O31")
def test_with_all_empty_an_ownerless_runner_brings_no_discards_back():
    hands = {"blue": ["3:+2"], "yellow": ["2:+2a"], "red": ["1:+2a"]}
    setting = {"players": 3, "empty": "4", "hands": hands, "reshuffle": "all_empty"}
    state = a_race(SPREAD, laid=["4:+2"], **setting)
    for card in ("3:+2", "2:+2a", "1:+2a"):
        decide(state, draw(state), card)
    # White is last again, and its turn to lay came first in the new round.
    assert (state.laid, state.pile[0], RUNNERS[state.order[0]]) == (1, NOBODY, "white")
    assert not state.stacks & OF_STACK[3]
    assert state.discards & OF_STACK[3]
