"""Who sits down when no person does.

A bot is a kernel that is handed what its seat may see, and chance, and returns a code. It
never meets a state: whatever it knows is in the `SEEN` record of its game.
"""

import importlib
from collections.abc import Callable
from typing import TypeAlias, cast

from galopp.core.cards import pick
from galopp.core.chance import Chance
from galopp.core.kernel import kernel
from galopp.core.record import Record

Bot: TypeAlias = Callable[[Record, Chance], int]

NAMES = ("random", "greedy")  # from the weakest to the strongest


@kernel
def random(seen: Record, chance: Chance) -> int:
    """Any legal move, each as likely as the other."""
    return pick(seen.legal, chance)


def bot(game: str, name: str) -> Bot:
    """A bot by its name, for one game; raises `KeyError` if there is none."""
    if name not in NAMES:
        raise KeyError(name)
    if name == "random":
        return random
    return cast(Bot, importlib.import_module(f"galopp.bots.{game}").greedy)
