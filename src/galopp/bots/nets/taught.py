"""Where a net knows its way: the tables at which it has played when it learned."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from galopp.core.kernel import kernel
from galopp.core.record import Record

Values = npt.NDArray[np.bool_]  # (numbers of a row of options, values from LOWEST up)
LOWEST = -1  # of the values of options
VALUES = 130


class Taught(NamedTuple):
    """Which numbers of players, and which values of each table option."""

    players: npt.NDArray[np.int64]
    options: Values


@kernel
def is_taught(taught: Taught, seen: Record) -> bool:
    """Whether a net has played at such tables when it learned."""
    for number in range(len(taught.options)):
        value = int(seen.options[number]) - LOWEST
        if value < 0 or value >= VALUES or not taught.options[number, value]:
            return False
    for place in range(len(taught.players)):
        if taught.players[place] == seen.players:
            return True
    return False
