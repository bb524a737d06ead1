"""What each game of a batch is played with: its number of players and its table options.

Both go round: with `players=(2, 3)` every other game has three. Each combination that comes up
is one row of a table, in the order in which the games take them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import lcm
from operator import index

import numpy as np
import numpy.typing as npt

from galopp.core import option
from galopp.core.contract import Rules
from galopp.core.words import Plain

Variants = Sequence[Mapping[str, Plain]]


@dataclass(frozen=True)
class Settings:
    """The rows of the table; game n has row n, and after the last row they begin again."""

    players: npt.NDArray[np.int64]  # (rows,)
    options: npt.NDArray[np.int16]  # (rows, values of options)

    @property
    def seats(self) -> int:
        """The most players that any game has."""
        return int(self.players.max())

    def of(self, game: int) -> tuple[int, npt.NDArray[np.int16]]:
        """The number of players and the options of a game."""
        row = game % len(self.players)
        return int(self.players[row]), self.options[row]


def settings_for(
    rules: Rules, players: int | Sequence[int], options: Mapping[str, Plain], variants: Variants
) -> Settings:
    """Read and check every combination that comes up; raises `Fault`."""
    numbers = [index(number) for number in np.atleast_1d(players)]
    chosen = [option.choose(rules.OPTIONS, {**options, **variant}) for variant in variants]
    if not numbers or not chosen:
        raise ValueError("no number of players, or no variant, is named")
    rows = lcm(len(numbers), len(chosen))
    settings = Settings(
        players=np.array([numbers[row % len(numbers)] for row in range(rows)], np.int64),
        options=np.array([chosen[row % len(chosen)] for row in range(rows)], np.int16),
    )
    for row in range(rows):
        rules.check_setting(*settings.of(row))
    return settings
