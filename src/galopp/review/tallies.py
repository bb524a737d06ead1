"""What trials have told, added up, and how sure that is.

Every trial belongs to one of sixteen batches, which never mix. Whatever is computed from all trials
is computed from each batch too, and how far these differ is its standard error, however the values
hang together.

Numbers with a point are added up by kernels, in one order: libraries for this differ in the last
digit, and a page that has none must come to the same review.
"""

import math
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from galopp.core.kernel import kernel

Numbers: TypeAlias = npt.NDArray[np.float64]
Tally: TypeAlias = Any  # one of the records below
Tallies: TypeAlias = Any  # an array of them

TRIALS = 16  # in a row
BATCHES = 16
SHARES = 6  # of a victory: a seat each, and nobody's; no game has more seats
USUAL, DECIDED, CAME = range(3)  # values of a decision that was made
SHARE, GAINED, LEFT = range(3)  # of one that is open: of the victory; points of the race, also left
VALUES = 3  # of either
PAIRS = 6  # of these three, each with itself too

# Of a position: each seat's share of the victory.
POSITION_TALLY = np.dtype(
    (
        np.record,
        [("rounds", np.int64), ("sums", np.float64, (BATCHES, SHARES))],
    )
)
# Of a decision that was made: its three values, and the products of each two, over all seats.
MOMENT_TALLY = np.dtype(
    (
        np.record,
        [
            ("rounds", np.int64),
            ("outcomes", np.int64),  # as `outcomes_of` says
            ("maker", np.int64),
            ("differs", np.int64),  # rows in which what is usual and what was decided differ
            ("sums", np.float64, (BATCHES, VALUES, SHARES)),
            ("products", np.float64, (PAIRS,)),
        ],
    )
)


@kernel
def square(number: float) -> float:
    """The same everywhere, which a power need not be."""
    return number * number


@kernel
def mean_of(values: Numbers) -> float:
    """The mean, added up from the first to the last."""
    total = 0.0
    for value in values:
        total += value
    return total / len(values)


@kernel
def spread_of(by_batch: Numbers) -> float:
    """The standard error of the mean over batches."""
    mean, squares = mean_of(by_batch), 0.0
    for value in by_batch:
        squares += (value - mean) * (value - mean)
    return math.sqrt(squares / (BATCHES - 1) / BATCHES)


# A position -----------------------------------------------------------------------------


@kernel
def add_to_position(rows: Numbers, position: Tally) -> None:
    """Sums of trials (rows, 1, seats); row by row, batches take turns."""
    for row in range(len(rows)):
        for seat in range(rows.shape[2]):
            position.sums[row % BATCHES, seat] += rows[row, 0, seat]
    position.rounds += len(rows) // BATCHES


@kernel
def share_in_batch(position: Tally, batch: int, seat: int) -> float:
    """The mean of a trial in one batch."""
    return float(position.sums[batch, seat] / (position.rounds * TRIALS))


@kernel
def share_in_all(position: Tally, seat: int) -> float:
    """The mean of a trial."""
    total = 0.0
    for batch in range(BATCHES):
        total += share_in_batch(position, batch, seat)
    return total / BATCHES


# A decision -----------------------------------------------------------------------------


@kernel
def add_to_moment(rows: Numbers, products: Numbers, moment: Tally) -> None:
    """Sums of trials (rows, values, seats) and of products of their values (rows, pairs)."""
    for row in range(len(rows)):
        differs = False
        for seat in range(rows.shape[2]):
            differs = differs or rows[row, USUAL, seat] != rows[row, DECIDED, seat]
            for value in range(VALUES):
                moment.sums[row % BATCHES, value, seat] += rows[row, value, seat]
        for pair in range(PAIRS):
            moment.products[pair] += products[row, pair]
        moment.differs += differs
    moment.rounds += len(rows) // BATCHES


@kernel
def value_in_batch(moment: Tally, batch: int, value: int, seat: int) -> float:
    """The mean of a trial in one batch."""
    return float(moment.sums[batch, value, seat] / (moment.rounds * TRIALS))


@kernel
def value_in_all(moment: Tally, value: int, seat: int) -> float:
    """The mean of a trial."""
    total = 0.0
    for batch in range(BATCHES):
        total += value_in_batch(moment, batch, value, seat)
    return total / BATCHES


@kernel
def covariance(moment: Tally, one: int, other: int, seats: int) -> float:
    """Of two of the three values in one trial, summed over seats; the first is no later one."""
    pair = one * VALUES - one * (one - 1) // 2 + other - one
    found = moment.products[pair] / (moment.rounds * BATCHES * TRIALS)
    for seat in range(seats):
        found -= value_in_all(moment, one, seat) * value_in_all(moment, other, seat)
    return float(found)


@kernel
def doubt_of(moment: Tally, seats: int) -> float:
    """How far one trial is off from what the decision was worth and what its luck was."""
    if moment.rounds == 0:
        return 0.0
    decided = covariance(moment, USUAL, USUAL, seats) - 2 * covariance(
        moment, USUAL, DECIDED, seats
    )
    came = covariance(moment, CAME, CAME, seats) - 2 * covariance(moment, DECIDED, CAME, seats)
    both = 2 * covariance(moment, DECIDED, DECIDED, seats)
    return math.sqrt(max(0.0, decided + came + both))
