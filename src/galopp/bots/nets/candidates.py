"""Decisions worth trying: which a net would think of, and how they stand once they were tried.

What the net would hardly ever decide is not tried, and what falls far behind is dropped. The net's
own choice, which is the first, stands unless another is ahead of it by more than chance would
explain. All of it is kernels, so that a page that tries out decisions by itself finds the same.
"""

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from galopp.bots.nets.net import MOST_CODES, SHARE, Sums, best_code
from galopp.core.cards import Cards, count, has, one
from galopp.core.exact import exp
from galopp.core.kernel import kernel

MOST_TRIED = 6  # decisions
SELDOM = 0.01  # what the net would decide less often is not tried
SURELY_WORSE = 3.0  # standard errors
SURELY_BETTER = 1.0
NO_CHANCE = -700.0  # an exponent; below it, nothing is left


class Candidates(NamedTuple):
    """Decisions that are tried, and what came of them; the first is what the net would take."""

    codes: npt.NDArray[np.int64]
    dropped: npt.NDArray[np.bool_]
    worlds: npt.NDArray[np.int64]  # in which each was tried
    shares: npt.NDArray[np.float64]  # of victory, added up
    ahead: npt.NDArray[np.float64]  # of the first, added up
    squares: npt.NDArray[np.float64]  # of the same


def candidates(codes: npt.NDArray[np.int64]) -> Candidates:
    """Decisions that are still to be tried."""
    number = len(codes)
    return Candidates(
        codes,
        np.zeros(number, np.bool_),
        np.zeros(number, np.int64),
        *(np.zeros(number, np.float64) for _ in range(3)),
    )


# Before -----------------------------------------------------------------------------------


@kernel
def list_likely(found: Sums, allowed: Cards, codes: npt.NDArray[np.int64]) -> int:
    """Write down what the net would decide, the likeliest first; returns how many are tried."""
    best, whole = best_code(found, allowed), 0.0
    for code in range(MOST_CODES):
        if has(allowed, code):
            whole += likelihood(found, code, best)
    number, left = 0, np.uint64(allowed)
    while number < MOST_TRIED and count(left) > 0:
        code = best_code(found, left)
        # With a choice there is something to compare: the second is tried, however unlikely.
        if number >= 2 and likelihood(found, code, best) < SELDOM * whole:
            break
        codes[number] = code
        number += 1
        left &= ~one(code)
    return number


@kernel
def likelihood(found: Sums, code: int, best: int) -> float:
    """How often the net would decide so, for each time that it decides for the best."""
    return float(exp(max(NO_CHANCE, (int(found[code]) - int(found[best])) / SHARE)))


# After ------------------------------------------------------------------------------------


@kernel
def mean_ahead(tried: Candidates, nth: int) -> float:
    """How far a decision is ahead of the first."""
    return float(tried.ahead[nth] / tried.worlds[nth]) if tried.worlds[nth] >= 2 else 0.0


@kernel
def error_ahead(tried: Candidates, nth: int) -> float:
    """The standard error of that."""
    worlds = tried.worlds[nth]
    if worlds < 2:
        return math.inf
    mean, square = tried.ahead[nth] / worlds, tried.squares[nth] / worlds
    # A little more than was seen: a few worlds that agree are no certainty.
    return float(math.sqrt((max(0.0, square - mean * mean) + 0.05 / worlds) / worlds))


@kernel
def drop_worse(tried: Candidates) -> bool:
    """Leave out what is surely worse than the net's own choice; returns whether that is all."""
    rest = False
    for nth in range(1, len(tried.codes)):
        if mean_ahead(tried, nth) < -SURELY_WORSE * error_ahead(tried, nth) - 1e-9:
            tried.dropped[nth] = True
        rest |= not tried.dropped[nth]
    return not rest


@kernel
def add_tried(tried: Candidates, others: Candidates) -> None:
    """Add what came of the same decisions elsewhere."""
    for nth in range(len(tried.codes)):
        tried.worlds[nth] += others.worlds[nth]
        tried.shares[nth] += others.shares[nth]
        tried.ahead[nth] += others.ahead[nth]
        tried.squares[nth] += others.squares[nth]


@kernel
def best_tried(tried: Candidates) -> int:
    """The place of the decision to take."""
    best, lead = 0, 0.0
    for nth in range(1, len(tried.codes)):
        mean = mean_ahead(tried, nth)
        if mean > SURELY_BETTER * error_ahead(tried, nth) and mean > lead:
            best, lead = nth, mean
    return best
