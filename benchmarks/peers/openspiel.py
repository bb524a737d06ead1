"""OpenSpiel: one game at a time, in C++ or driven from Python."""

import random
from collections.abc import Callable
from typing import Any

from peers import GAMES, STEPS, Contest, Contests, rate_of

WHY = (
    "The library that most research on card games uses; `crazy_eights` is the nearest of its games "
    "to ours: shed a hand, match the top card, draw from a hidden pile."
)
WAYS = {
    "rollouts": "RandomRolloutEvaluator (C++)",  # from a dealt hand
    "games": "evaluate_bots (C++)",
    "python": "apply_action (Python)",
}
STEPPED = "observation_tensor, apply_action (Python)"


def contests(device: str, threads: int) -> Contests:
    """Whole games in the three ways of `galopp bench engine`; steps with what a seat observes."""
    if device != "cpu" or threads != 1:
        return
    import pyspiel

    from galopp.lab.bench import PEER, PLAYERS_OF_PEER, openspiel_measures

    for (way, players), measure in openspiel_measures().items():
        yield Contest(PEER, players, GAMES, 1, WAYS[way], measure)
    measure = rate_of(steps_of(pyspiel.load_game(PEER)))
    yield Contest(PEER, PLAYERS_OF_PEER, STEPS, 1, STEPPED, measure)


def steps_of(game: Any) -> Callable[[], int]:
    """A game step by step, asking for tensor and mask before each decision."""

    def go() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, weights)[0])
                continue
            state.observation_tensor(state.current_player())
            state.legal_actions_mask()
            state.apply_action(random.choice(state.legal_actions()))
            decisions += 1
        return decisions

    return go
