"""Who was better than whom, and strengths on one scale: for the arena, and for groups."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any


@dataclass(frozen=True)
class Rating:
    """A strength and how uncertain it is (one standard deviation); everybody begins at 25."""

    strength: float
    uncertainty: float


def mean_rating(ratings: Sequence[Rating]) -> Rating:
    """Of somebody who has several seats, each is rated by itself."""
    return Rating(fmean(r.strength for r in ratings), fmean(r.uncertainty for r in ratings))


def ranks(scores: Sequence[Any]) -> list[int]:
    """How many were better than each: equals share a rank, and the first is 0."""
    return [sum(other > score for other in scores) for score in scores]
