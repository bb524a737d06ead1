"""The rest of a game drawn by lot: who wins if the races to come bring what others like them did.

What they bring is found out in outlook.py; here it is only added to the points of a game, so
that the heuristics of one game can draw lots without knowing of any other.
"""

from typing import Any

import numpy as np

from galopp.core.cards import count
from galopp.core.chance import Chance, below
from galopp.core.contract import Outlook
from galopp.core.kernel import kernel

SAMPLES = 16  # rows of an outlook for a look at a race's end; a power of two that divides them


@kernel
def draw_lots(
    state: Any, points: Any, races: int, outlook: Outlook, luck: Chance, rewards: Any
) -> None:
    """Share out the victory as if so many races to come brought what was drawn for them."""
    players, rows = int(state.players), outlook[races]
    first = below(luck, len(rows) // SAMPLES) * SAMPLES
    for row in range(first, first + SAMPLES):
        seats = most_points(points, players, int(state.starter), rows[row])
        share_out(seats, 1.0 / SAMPLES, players, rewards)


@kernel
def most_points(points: Any, players: int, starter: int, later: Any) -> int:
    """The seats with most points in the end, as bits, if the races to come bring this."""
    best, seats, place = -1, 0, players - starter
    for seat in range(players):
        place = 0 if place == players else place
        sum_ = int(points[seat]) + later[place]
        place += 1
        if sum_ > best:
            best, seats = sum_, 0
        if sum_ == best:
            seats |= 1 << seat
    return seats


@kernel
def share_out(seats: int, victory: float, players: int, rewards: Any) -> None:
    """An equal share to each of these seats; none to anybody if an ownerless runner won."""
    shares = count(np.uint64(seats))
    for seat in range(players):
        if seats >> seat & 1:
            rewards[seat] += victory / shares
