"""Results less luck: the same mean, and a shorter interval.

The luck of the cards that each seat had in a game has mean 0 whoever plays, and most of a result is
luck. So it is a control variate: as much of it is taken off the results as they hang on it.
"""

from dataclasses import dataclass
from math import sqrt

import numpy as np

from galopp.lab.shares import Numbers, Share, student

FEWEST = 8  # deals, for a line to be laid through them


@dataclass(frozen=True)
class Adjusted:
    """A share less luck, and how many times fewer games are needed to be as sure."""

    share: Share
    fewer: float


def less_luck(won: Numbers, luck: Numbers) -> Adjusted | None:
    """What was won, by deal, less the luck there was; None if that makes nothing surer."""
    deals = len(won)
    if deals < FEWEST or won.std() == 0 or luck.std() == 0:
        return None
    slope = float(np.cov(won, luck)[0, 1] / luck.var(ddof=1))
    rest = won - slope * luck  # the mean of luck is known to be 0, and not to be taken off
    fewer = float(won.var(ddof=1) / rest.var(ddof=2))
    if fewer <= 1:
        return None
    middle = float(rest.mean())
    reach = student(deals - 2) * float(rest.std(ddof=2)) / sqrt(deals)
    return Adjusted(Share(middle, middle - reach, middle + reach), fewer)
