"""The grid, the deal and the settings."""

import pytest
from ostfriesenlauf_positions import a_game, lanes, names, places

from galopp.core import option
from galopp.core.cards import count
from galopp.core.fault import Impossible
from galopp.core.words import NOBODY
from galopp.games import ostfriesenlauf as g
from galopp.games.ostfriesenlauf.box import BACK, BOARDS, CARDS, RUNNERS


@pytest.mark.ruling("O36")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_four_runners_race_however_many_play(players):
    state = a_game(players)
    assert places(state) == dict.fromkeys(RUNNERS, 0)
    assert sorted(state.order) == [0, 1, 2, 3]


@pytest.mark.ruling("O3")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_everybody_starts_with_one_card_of_each_stack_and_no_fifth(players):
    state = a_game(players)
    for seat in range(g.SEATS):
        backs = sorted(name[0] for name in names(state.hands[seat]))
        assert backs == (["1", "2", "3", "4"] if seat < players else [])
    blind = sum(int(card != NOBODY) for card in state.pile)
    assert count(state.stacks) == 60 - 4 * players - blind


@pytest.mark.ruling("O19")
def test_the_sign_starts_at_the_fish():
    assert a_game().sign == 28
    assert a_game(board="wilder").sign == 30
    assert a_game(board=[50, 11, 12, 13, 14, 15]).sign == 13


@pytest.mark.ruling("O28")
@pytest.mark.parametrize(
    ("players", "start", "grid"),
    [
        (1, 0, ["red", "yellow", "blue", "white"]),
        (2, 1, ["yellow", "red", "blue", "white"]),
        (3, 1, ["yellow", "blue", "red", "white"]),
        (4, 2, ["blue", "white", "red", "yellow"]),
    ],
)
def test_players_take_the_outer_fields_in_seat_order_and_the_ownerless_the_rest(
    players, start, grid
):
    state = a_game(players, start_player=start)
    assert lanes(state) == {runner: 4 - field for field, runner in enumerate(grid)}


@pytest.mark.ruling("O28")
def test_on_a_random_grid_every_runner_stands_on_every_field():
    seen = {
        (runner, lane)
        for seed in range(200)
        for runner, lane in lanes(a_game(1, seed, random_grid=True)).items()
    }
    assert len(seen) == 16


@pytest.mark.ruling("O28", "O29")
def test_an_ownerless_runner_outermost_on_a_random_grid_has_laid_before_the_first_turn():
    states = [a_game(1, seed, random_grid=True) for seed in range(40)]
    for state in states:
        assert state.laid == list(state.order).index(0)
        backs = [int(CARDS[card, BACK]) for card in state.pile if card != NOBODY]
        assert backs == [4, 3, 2, 1][: state.laid]
    assert {int(state.laid) for state in states} == {0, 1, 2, 3}


@pytest.mark.ruling("O35")
def test_the_start_player_is_the_hosts_choice_or_drawn_by_lot():
    assert {int(a_game(4, seed, start_player=2).turn) for seed in range(20)} == {2}
    assert {int(a_game(4, seed).turn) for seed in range(40)} == {0, 1, 2, 3}


@pytest.mark.ruling("O27")
def test_in_the_first_round_the_start_fields_lay_from_4_to_1():
    state = a_game(4, start_player=3)
    assert [RUNNERS[runner] for runner in state.order] == ["white", "red", "yellow", "blue"]


@pytest.mark.ruling("O19")
@pytest.mark.parametrize(
    ("board", "key"),
    [
        ([11, 1, 2, 3, 4, 5], "wrong_number_of_spaces"),
        ([40, 20, 24, 28, 32, 40], "sign_off_the_track"),
        ([40, 20, 24, 24, 32, 36], "two_signs_on_a_space"),
    ],
)
def test_a_board_on_which_the_sign_has_not_five_places_is_refused(board, key):
    with pytest.raises(Impossible) as refused:
        g.check_setting(4, option.choose(g.OPTIONS, {"board": board}))
    assert refused.value.key == key


@pytest.mark.parametrize("board", [*BOARDS, [12, 1, 2, 3, 4, 11], [99, 5, 98, 7, 60, 1]])
def test_boards_of_our_own_and_of_the_host_are_accepted(board):
    g.check_setting(4, option.choose(g.OPTIONS, {"board": board}))


@pytest.mark.ruling("O35")
@pytest.mark.parametrize(("players", "start"), [(0, None), (5, None), (2, 2)])
def test_seats_that_there_are_not_are_refused(players, start):
    with pytest.raises(Impossible):
        g.check_setting(players, option.choose(g.OPTIONS, {"start_player": start}))
