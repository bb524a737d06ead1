"""Shares as whole numbers that add up, by the largest remainder."""

from collections.abc import Sequence

import numpy as np

from galopp.review.report import WHOLE, Row
from galopp.review.tallies import Numbers


def add_up(parts: Sequence[float], total: int) -> Row:
    """Whole numbers next to these parts, which add up to the total."""
    whole = [int(np.floor(part)) for part in parts]
    by_remainder = sorted(range(len(parts)), key=lambda n: (whole[n] - parts[n], n))
    for place in by_remainder[: total - sum(whole)]:
        whole[place] += 1
    return tuple(whole)


def in_millionths(shares: Numbers) -> Row:
    """Shares of a victory; what estimates are below nothing is nothing."""
    kept = np.clip(shares, 0.0, None)
    return add_up([float(share) for share in kept / kept.sum() * WHOLE], WHOLE)


def minus(one: Row, other: Row) -> Row:
    """The difference, seat by seat."""
    return tuple(a - b for a, b in zip(one, other, strict=True))


def plus(rows: Sequence[Row], width: int) -> Row:
    """The sum, seat by seat."""
    return tuple(sum(row[seat] for row in rows) for seat in range(width))
