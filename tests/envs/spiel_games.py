"""Our games as OpenSpiel loads them, for the tests of this folder."""

import random
import warnings
from collections.abc import Iterator
from typing import Any

import pyspiel

import galopp
from galopp.envs.openspiel import GaloppState, options_as_parameters, short_name
from random_games import Setting

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # of what its games and tools import, not ours
    import open_spiel.integration_tests.api_test
    import open_spiel.python.algorithms.generate_playthrough
    import open_spiel.python.rl_environment  # noqa: F401

EVERY_TABLE = [
    (name, players) for name in galopp.game_names() for players in galopp.game(name).players
]
NOT_ALONE = [(name, players) for name, players in EVERY_TABLE if players > 1]


def load(name: str, players: int, **parameters: Any) -> Any:
    needed = galopp.game(name).options_needed(players)
    return pyspiel.load_game(short_name(name), {**needed, "players": players, **parameters})


def load_short(name: str, players: int, **parameters: Any) -> Any:
    """A game of one race, where a game has several."""
    known = {option.name for option in galopp.game(name).rules.OPTIONS}
    return load(name, players, **({"races": 1} if "races" in known else {}), **parameters)


def load_setting(setting: Setting, **parameters: Any) -> Any:
    game = galopp.game(setting.name)
    options = game.check_setting(setting.players, setting.options)
    chosen = {**options_as_parameters(game, options), "players": setting.players}
    return pyspiel.load_game(short_name(setting.name), {**chosen, **parameters})


def draw_luck(state: GaloppState, lots: random.Random) -> None:
    while state.is_chance_node():
        state.apply_action(lots.choice(state.chance_outcomes())[0])


def decisions(game: Any, seed: int, most: int = 10**9) -> Iterator[GaloppState]:
    """The states of a game played at random in which somebody decides, and the last one."""
    state, lots = game.new_initial_state(), random.Random(seed)
    draw_luck(state, lots)
    while not state.is_terminal() and most > 0:
        yield state
        state.apply_action(lots.choice(state.legal_actions()))
        draw_luck(state, lots)
        most -= 1
    yield state
