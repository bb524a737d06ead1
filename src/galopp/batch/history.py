"""A history as numbers for a learner: the latest entries, each a row of floats from 0 to 1.

It is a layout of its own, which environments put behind that of what is seen (`layout.py`) when
they are asked to remember. The latest entry comes first; where there are none yet, all is 0.
"""

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from galopp import games
from galopp.batch.layout import Floats
from galopp.core.contract import SECRET, History
from galopp.core.history import WHAT, moves_of

MANY = 8  # cards taken at once that count as many


class HistoryLayout:
    """What is where in the rows of a history, for so many of its latest entries."""

    def __init__(self, game: str, seats: int, entries: int) -> None:
        if entries < 0:
            raise ValueError(f"a history has no {entries} entries")
        rules = games.rules(game)
        owners = max([seats, *map(len, rules.OWNED.values())])  # runners of nobody decide nothing
        moves = moves_of(rules).notations
        self.entries = entries
        self.labels = (
            *(f"what={what}" for what in WHAT),
            *(f"seat={seat}" for seat in range(owners)),
            *(f"move={move}" for move in (*moves, "secret")),
            "taken",
        )
        self._seats, self._moves = len(WHAT), len(WHAT) + owners
        self._secret = self._moves + len(moves)

    @property
    def width(self) -> int:
        """How many floats an entry has."""
        return len(self.labels)

    @property
    def size(self) -> int:
        """How many floats there are."""
        return self.entries * self.width

    def floats(self, told: History) -> Floats:
        """The latest entries, (entries, width), the last one first."""
        rows: npt.NDArray[np.float32] = np.zeros((self.entries, self.width), np.float32)
        latest = told[::-1][: self.entries].tolist()
        for row, (what, seat, code, taken) in zip(rows, latest, strict=False):
            row[what] = 1
            if seat >= 0:
                row[self._seats + seat] = 1
            if code >= 0:
                row[self._moves + code] = 1
            elif code == SECRET:
                row[self._secret] = 1
            row[-1] = min(taken, MANY) / MANY
        return rows


@lru_cache(maxsize=32)
def history_layout_of(game: str, seats: int, entries: int) -> HistoryLayout:
    """The layout for so many seats and entries, made once."""
    return HistoryLayout(game, seats, entries)
