"""A classic of PettingZoo's: the interface that games of several agents are given in Python."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from peers import STEPS, Contest, Contests, rate_of

WHY = (
    "Texas hold'em is the largest of the card games in its wheel: hidden hands, a deck, two "
    "players in turn, a mask of what is legal. The environment is taken without its safety "
    "wrappers, which would halve its speed."
)
GAME, PLAYERS = "texas_holdem_v4", 2


def contests(device: str, threads: int) -> Contests:
    """A game in turns, as PettingZoo's own examples play it."""
    if device != "cpu" or threads != 1:
        return
    env = import_module(f"pettingzoo.classic.{GAME}").raw_env()
    yield Contest(GAME, PLAYERS, STEPS, 1, "agent_iter", rate_of(turns_of(env)))


def turns_of(env: Any) -> Callable[[], int]:
    """A game to its end; says how many decisions that took."""
    lots = np.random.default_rng(1)
    env.reset(seed=1)

    def go() -> int:
        decisions = 0
        env.reset()
        for _ in env.agent_iter():
            seen, _, ended, cut_short, _ = env.last()
            if ended or cut_short:
                env.step(None)
                continue
            env.step(int(lots.choice(np.flatnonzero(seen["action_mask"]))))
            decisions += 1
        return decisions

    return go
