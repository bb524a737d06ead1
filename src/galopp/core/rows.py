"""Rows of numbers in a record, and how to copy what two records have in common."""

import sys
from collections.abc import Callable, Sequence
from typing import Any

import numpy.typing as npt

from galopp.core.kernel import kernel
from galopp.core.record import Field, Record


@kernel
def copy_row(row: npt.NDArray[Any], to: npt.NDArray[Any]) -> None:
    """One by one: a slice would bring along code for rows of unequal length, and seconds."""
    for place in range(len(row)):
        to[place] = row[place]


@kernel
def copy_rows(rows: npt.NDArray[Any], to: npt.NDArray[Any]) -> None:
    """Row by row."""
    for place in range(len(rows)):
        copy_row(rows[place], to[place])


COPIES = (
    "    to.{0} = given.{0}",  # a number
    "    copy_row(given.{0}, to.{0})",
    "    copy_rows(given.{0}, to.{0})",
)


def copier(
    one: Sequence[Field], other: Sequence[Field], module: str
) -> Callable[[Record, Record], None]:
    """A kernel of this module that copies the fields which two records have in common.

    A kernel cannot go through names, so it is written out field by field, as one would by hand.
    """
    lines = [COPIES[len(field.by)].format(field.name) for field in one if field in other]
    source = "\n".join(["def copy_public(given, to):", *lines])
    names: dict[str, Any] = {"copy_row": copy_row, "copy_rows": copy_rows, "__name__": module}
    # As a part of the module's file, in whose place compiled code is kept.
    exec(compile(source, str(sys.modules[module].__file__), "exec"), names)
    made: Callable[[Record, Record], None] = kernel(names["copy_public"])
    return made
