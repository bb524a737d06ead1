"""Tests that stay valid however often one looks, by betting.

Somebody who holds that the scores (0 to 1, one a deal) have a mean of at most `fair` must
accept bets at these odds: a stake grows by a part of `score / fair - 1` with each deal. Under
that claim no way of betting is expected to win, so the chance that a stake ever becomes 20
times what it was is at most 1 in 20 (Ville's inequality). The stake is therefore evidence (an
e-value) that one may look at after every deal, and stop as soon as it is enough. Half of it is
bet on the scores being higher, half on their being lower.

The stake is split evenly over a few fixed parts to bet, from bold to timid, which comes close
to the best of them whatever the truth is, and does not depend on the order of the deals. The
means that such bets have not refuted form a confidence sequence: an interval that covers the
truth at all times together with a chance of 95 %.

(I. Waudby-Smith and A. Ramdas, Estimating means of bounded random variables by betting, 2024.)
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import log

import numpy as np
import numpy.typing as npt

SURE = 20.0  # evidence that is enough: false alarms in at most 1 of 20 runs
PARTS = 0.64 * 0.5 ** np.arange(8)  # of the stake, bet on each deal
MOST = 1e300  # evidence is not counted further
HALVINGS = 50

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Evidence:
    """The most there has been at any time that the mean is above `fair`, and below."""

    above: float
    below: float

    @property
    def most(self) -> float:
        """In whichever direction."""
        return max(self.above, self.below)

    @property
    def verdict(self) -> str:
        """ "ahead", "behind" or "undecided"."""
        if self.most < SURE:
            return "undecided"
        return "ahead" if self.above > self.below else "behind"


class Bets:
    """Bets against the claim that scores of 0 to 1 have the mean `fair`."""

    def __init__(self, fair: float, until_sure: bool = False) -> None:
        self._fair = fair
        self._until_sure = until_sure
        self._above = np.zeros(len(PARTS))  # logarithms of the stakes
        self._below = np.zeros(len(PARTS))
        self.evidence = Evidence(0.5, 0.5)

    @property
    def over(self) -> bool:
        """Whether nothing more is bet on, since it is certain."""
        return self._until_sure and self.evidence.most >= SURE

    def add(self, scores: Numbers) -> int:
        """Bet on these as well; returns on how many, which may be fewer until it is certain."""
        self._above, above = _stakes(self._above, scores / self._fair)
        self._below, below = _stakes(self._below, (1 - scores) / (1 - self._fair))
        sure = np.flatnonzero(np.maximum(above, below) >= SURE)
        made = int(sure[0]) + 1 if self._until_sure and len(sure) else len(scores)
        seen = self.evidence
        self.evidence = Evidence(
            float(above[:made].max(initial=seen.above)),
            float(below[:made].max(initial=seen.below)),
        )
        return made


def _stakes(before: Numbers, odds: Numbers) -> tuple[Numbers, Numbers]:
    """The logarithms of all stakes at the end, and the evidence after each deal."""
    growth = np.log1p(PARTS * (odds - 1)[:, None])
    # Added up one by one, so that it does not matter in how many parts the deals come.
    stakes = np.cumsum(np.vstack([before, growth]), axis=0)
    return stakes[-1], _evidence(stakes[1:])


def _evidence(stakes: Numbers) -> Numbers:
    """Half of the mean of the stakes, whose logarithms these are (last axis).

    Of a single row it is a number of numpy's, which is an array without axes.
    """
    highest = stakes.max(axis=-1, keepdims=True)
    mean = np.log(np.exp(stakes - highest).mean(axis=-1)) + highest[..., 0]
    evidence: Numbers = np.exp(np.minimum(mean - log(2), log(MOST)))
    return evidence


def confidence_sequence(won: Numbers, out_of: Numbers) -> tuple[float, float]:
    """The 95 % interval for won / out_of that holds whenever one looks; both 0 to 1, by deal."""
    # There are few different deals: those alike are counted and reckoned once.
    alike, often = np.unique(won + 1j * out_of, return_counts=True)
    won, out_of = alike.real, alike.imag
    high = 1.0 - _lowest(out_of - won, out_of, often)
    return _lowest(won, out_of, often), high


def _lowest(won: Numbers, out_of: Numbers, often: npt.NDArray[np.int64]) -> float:
    """The lowest share that bets on a higher one have not refuted."""
    share = float((won * often).sum() / (out_of * often).sum())
    if share == 0.0:
        return 0.0

    def refuted(claim: float) -> bool:
        growth = np.log1p(PARTS * (won / claim - out_of)[:, None])
        return bool(_evidence((growth * often[:, None]).sum(axis=0)) >= SURE)

    # The lower the claim, the more is won against it, and at the share itself nothing is.
    return _first_standing(refuted, share)


def _first_standing(refuted: Callable[[float], bool], share: float) -> float:
    low, high = 0.0, share
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if refuted(middle) else (low, middle)
    return low
