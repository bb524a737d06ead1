"""Rows of numbers in a record."""

from typing import Any

import numpy.typing as npt

from galopp.core.kernel import kernel


@kernel
def copy_row(row: npt.NDArray[Any], to: npt.NDArray[Any]) -> None:
    """One by one: a slice would bring along code for rows of unequal length, and seconds."""
    for place in range(len(row)):
        to[place] = row[place]
