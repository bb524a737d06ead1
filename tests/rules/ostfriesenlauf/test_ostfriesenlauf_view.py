"""What each seat may see."""

import pytest
from ostfriesenlauf_positions import SPREAD, a_game, a_race, a_round, decide, names, view

from galopp.core import record
from galopp.core.chance import chance
from galopp.core.contract import SECRET
from galopp.core.words import NOBODY
from galopp.games import ostfriesenlauf as g
from galopp.games.ostfriesenlauf.box import CARD_NAMES, NOTATION, RUNNERS
from galopp.games.ostfriesenlauf.sight import HIDDEN


def after_white_has_laid(card, **options):
    hands = {"white": ["1:-2", "1:+5a", "4:-6"]}
    return decide(a_race(SPREAD, hands=hands, **options), "draw 4", card)


@pytest.mark.ruling("O6")
def test_the_backs_of_all_hands_and_the_heights_of_the_stacks_are_public():
    seen = view(a_game())
    assert seen.hand_backs.tolist() == [[1, 1, 1, 1]] * 4
    assert seen.stack_sizes.tolist() == [11, 11, 11, 11]


@pytest.mark.ruling("O6")
def test_a_table_can_hide_the_backs_of_the_others_hands_but_not_their_sizes():
    seen = view(a_game(show_hand_backs=False), 1)
    assert seen.hand_backs[1].tolist() == [1, 1, 1, 1]
    assert seen.hand_backs[[0, 2, 3]].tolist() == [[HIDDEN] * 4] * 3
    assert seen.hand_sizes.tolist() == [4, 4, 4, 4]


@pytest.mark.ruling("O6")
def test_with_hidden_backs_a_stack_only_shows_whether_it_is_empty():
    state = a_race(SPREAD, empty="3", show_hand_backs=False)
    assert view(state, 0).stack_sizes.tolist() == [HIDDEN, HIDDEN, 0, HIDDEN]


@pytest.mark.ruling("O6")
def test_with_hidden_backs_a_dealt_possible_table_keeps_what_can_be_seen():
    state = decide(a_race(SPREAD, empty="3", show_hand_backs=False), "draw 2")
    seen, other, luck = view(state, 0), record.blank(g.STATE), chance(2)
    for _ in range(200):
        g.redeal(seen, luck, other)
        g.check(other)
        assert view(other, 0).tobytes() == seen.tobytes()
        assert any(card[0] == "2" for card in names(other.hands[3]))  # it has just drawn one


def test_a_seat_sees_its_own_hand_and_no_other():
    state = a_game()
    for seat in range(4):
        assert view(state, seat).hand == state.hands[seat]
    assert view(state).hand == 0


@pytest.mark.ruling("O4")
def test_the_card_laid_is_known_to_its_player_and_to_the_others_by_its_back():
    state = after_white_has_laid("1:-2")
    own, other = view(state, 3), view(state, 0)
    assert CARD_NAMES[own.own_card] == NOTATION[own.last_code] == "1:-2"
    assert (other.own_card, other.last_code, other.last_seat) == (NOBODY, SECRET, 3)
    assert list(other.pile_backs) == list(own.pile_backs) == [1, 0, 0, 0]
    assert record.write(g.SEEN_FIELDS, other, 4)["last_code"] == "secret"


@pytest.mark.ruling("O4")
def test_which_card_was_laid_changes_nothing_that_others_see():
    one, other = after_white_has_laid("1:-2"), after_white_has_laid("1:+5a")
    for seat in (NOBODY, 0, 1, 2):
        assert view(one, seat).tobytes() == view(other, seat).tobytes()


@pytest.mark.ruling("O2")
def test_a_round_carried_out_is_reported_to_everybody():
    cards = ["4:+2", "3:+2", "2:+2a", "1:+2a"]
    state = a_round(SPREAD, cards)
    seen = view(state)
    assert [CARD_NAMES[card] for card in seen.report_cards] == cards
    assert [RUNNERS[runner] for runner in seen.report_order] == ["white", "blue", "yellow", "red"]
    assert NOTATION[seen.last_code] == "1:+2a"  # no secret any more
    assert seen.report_sign == 28


def test_only_the_seat_on_turn_is_offered_moves():
    state = a_race(SPREAD)
    assert [int(view(state, seat).legal != 0) for seat in range(4)] == [0, 0, 0, 1]


def test_a_dealt_possible_table_shows_the_seat_the_same():
    state = after_white_has_laid("1:-2")
    other, luck = record.blank(g.STATE), chance(4)
    for seat in (NOBODY, 0, 1, 2, 3):
        for _ in range(20):
            g.redeal(view(state, seat), luck, other)
            g.check(other)
            assert view(other, seat).tobytes() == view(state, seat).tobytes()
