"""Shares of games with their 95 % confidence intervals.

Games of their own are counted by Wilson's interval. The games of a mirrored deal depend on
each other: what is independent there is the deal, so the interval is made from one number a
deal. Where a run was stopped because of what it showed, such an interval would be too short;
then it is the confidence sequence of `galopp.lab.sequential`, which holds at any time.
"""

from dataclasses import dataclass
from math import sqrt

import numpy as np
import numpy.typing as npt

from galopp.lab.sequential import confidence_sequence

Z = 1.96  # 95 % of a normal distribution are within so many standard deviations

Numbers = npt.NDArray[np.float64]  # one a deal


@dataclass(frozen=True)
class Share:
    """A share with its 95 % confidence interval."""

    share: float
    low: float
    high: float

    @classmethod
    def of(cls, hits: int, games: int) -> "Share":
        """So many of so many games of their own (Wilson)."""
        z, p = Z, hits / games
        middle = (p + z * z / (2 * games)) / (1 + z * z / games)
        reach = z * sqrt(p * (1 - p) / games + z * z / (4 * games * games)) / (1 + z * z / games)
        return cls(p, max(0.0, min(p, middle - reach)), min(1.0, max(p, middle + reach)))


def share_of_deals(won: Numbers, out_of: Numbers, anytime: bool) -> Share:
    """What was won of what there was to win, by deal, both 0 to 1; there was something."""
    share = float(won.sum() / out_of.sum())
    low, high = confidence_sequence(won, out_of) if anytime else _for_so_many(won, out_of, share)
    return Share(share, min(low, share), max(high, share))


def _for_so_many(won: Numbers, out_of: Numbers, share: float) -> tuple[float, float]:
    """The interval for a number of deals that was fixed beforehand.

    Two more deals, one all won and one all lost, are added as Agresti and Coull do, so that a
    few deals that happened to go the same way do not look like certainty.
    """
    each = share + (won - share * out_of) / out_of.mean()  # a ratio, linearised
    each = np.append(each, (0.0, 1.0))
    reach = student(len(each) - 1) * float(each.std(ddof=1)) / sqrt(len(each))
    middle = float(each.mean())
    return max(0.0, middle - reach), min(1.0, middle + reach)


def student(freedom: int) -> float:
    """The 97.5 % quantile of Student's distribution, by its expansion around the normal one."""
    first = (Z**3 + Z) / 4
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    third = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
    return Z + first / freedom + second / freedom**2 + third / freedom**3
