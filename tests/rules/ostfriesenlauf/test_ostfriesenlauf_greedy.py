"""The greedy player, from what its seat sees."""

import numpy as np
import pytest
from ostfriesenlauf_positions import SPREAD, a_game, a_race, decide, view

from galopp.bots import ostfriesenlauf as bot
from galopp.bots import random
from galopp.core.chance import chance
from galopp.games import ostfriesenlauf as g


def choice(state, seed=1):
    return g.NOTATION[bot.greedy(view(state, g.mover(state)), chance(seed))]


def test_it_draws_from_the_stack_of_its_own_rank():
    assert choice(a_race(SPREAD)) == "draw 4"
    assert choice(a_race(SPREAD, laid=["4:+2", "3:+2"])) == "draw 2"


def test_it_draws_elsewhere_where_that_stack_is_empty():
    state = a_race(SPREAD, empty="4", reshuffle="all_empty")
    assert choice(state) in {"draw 1", "draw 2", "draw 3"}


def test_it_lays_the_card_that_wins_for_sure():
    # White is carried out first, so that nothing can come between.
    hand = ["1:+2a", "2:+2a", "3:+2", "4:-6"]
    stands = {"red": 9, "yellow": 6, "blue": 3, "white": -11}
    state = decide(a_race(stands, hands={"white": hand}), "draw 1")
    assert choice(state) == "4:-6"


def test_it_moves_its_own_runner_rather_than_a_rival():
    hand = ["1:+5a", "2:+6", "3:+7", "4:+7"]
    stands = {"red": 12, "yellow": 11, "blue": 10, "white": 9}
    state = decide(a_race(stands, hands={"white": hand}), "draw 4")
    assert choice(state)[0] == "4"


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_it_always_decides_on_a_legal_move(players):
    for seed in range(3):
        state, luck = a_game(players, seed), chance(seed)
        while g.mover(state) != g.NOBODY:
            code = bot.greedy(view(state, g.mover(state)), luck)
            assert g.why_not(state, code) == g.Refusal.NONE
            g.apply(state, code, luck)


def test_it_beats_three_random_players_clearly():
    games, won, luck = 60, 0, chance(11)
    for game in range(games):
        state, seat = a_game(4, game), game % 4
        while g.mover(state) != g.NOBODY:
            play = bot.greedy if g.mover(state) == seat else random
            seen = view(state, g.mover(state))
            g.apply(state, np.int64(play(seen, luck)), luck)
        won += g.winners(state) >> seat & 1
    assert won > games * 0.33  # about 28 of 60; chance alone gives 15
