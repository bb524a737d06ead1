"""What a seat sees as a row of floats: one piece a field of `SEEN`, in the order of its fields.

    layout = layout_of("schweinsgalopp", players=3)
    layout.pieces["hand"]               # where in the row the hand is
    layout.tensor(seen)                 # the row

Nothing is left out and nothing is added. How a value is written follows from how the field is
written for people:

* yes or no, and each member of a set of cards or spaces: 0 or 1;
* one of several names, and a number of at most eight values: one 1 among zeros; all zeros
  stand for none, a value of its own like "secret" has a place of its own;
* any other number, and each count of a pile: 0 for its least to 1 for its greatest value, and
  a place beside it that says whether it is there at all, where it may not be.

Rows of seats that nobody sits on are left out.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import prod
from struct import Struct
from typing import Any

import numpy as np
import numpy.typing as npt

from galopp import games
from galopp.core.contract import SECRET, LastDecision
from galopp.core.option import OptionWords
from galopp.core.record import Axis, Field, Flat, Record
from galopp.core.words import NOBODY, CountsOf, Flag, Name, Names, Number, NumberOrNone, Spaces

FEW = 8  # so many values at most are told apart by a place each
BYTE, WORD = 2**8 - 1, 2**64 - 1

Tensor = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Place:
    """One float: a part of a number, from `low` to `high`; 0 where the number is `none`.

    The part is what is left of the number when it is moved down `shift` bits and cut off
    behind those of `mask`. A place that asks whether a number is there goes from 0 to 1 and
    has that number as `same`.
    """

    source: int
    shift: int = 0
    mask: int = WORD
    low: int = 0
    high: int = 1
    none: int | None = None
    same: int | None = None


class Layout:
    """Where each field of what a seat sees is in a row of floats."""

    def __init__(self, fields: tuple[Field, ...], players: int) -> None:
        self._numbers = Struct("".join(f"{_size(f.by)}{np.dtype(f.width).char}" for f in fields))
        self.labels: list[str] = []  # one for each number of the record
        self.pieces: dict[str, slice] = {}
        places: list[Place] = []
        for field in fields:
            start, first = len(places), len(self.labels)
            for label, taken in _rows(field.by, players):
                if taken:
                    places += _places(field, len(self.labels), len(self.labels) - first)
                self.labels.append(field.name + label)
            self.pieces[field.name] = slice(start, len(places))
        self.size = len(places)
        self._prepare(places)

    def _prepare(self, places: list[Place]) -> None:
        """All places side by side, so that a row is made in a few steps of numpy."""
        equal = np.array([place.same is not None for place in places])
        self._equal, self._part = np.flatnonzero(equal), np.flatnonzero(~equal)
        asked = [place for place in places if place.same is not None]
        parts = [place for place in places if place.same is None]
        self._asked = np.array([place.source for place in asked], np.intp)
        self._same = _words([place.same or 0 for place in asked])
        self._source = np.array([place.source for place in parts], np.intp)
        self._shift = _words([place.shift for place in parts])
        self._mask = _words([place.mask for place in parts])
        self._low = np.array([place.low for place in parts], np.int64)
        self._span = np.array([max(1, place.high - place.low) for place in parts], np.float32)
        self._can_be_none = np.array([place.none is not None for place in parts])
        self._none = _words([place.none or 0 for place in parts])

    def numbers(self, seen: Record) -> Flat:
        """All numbers of what a seat sees, one after the other."""
        return self._numbers.unpack_from(seen)

    def tensor(self, seen: Record) -> Tensor:
        """What a seat sees, as a row of floats."""
        words = _words(self.numbers(seen))
        row = np.empty(self.size, np.float32)
        row[self._equal] = words[self._asked] == self._same
        whole = words[self._source]
        part = (whole >> self._shift & self._mask).view(np.int64)
        none = self._can_be_none & (whole == self._none)
        row[self._part] = np.where(none, 0, (part - self._low) / self._span)
        return row


def _words(numbers: Any) -> npt.NDArray[np.uint64]:
    """As words without a sign: one way of asking for numbers with and without one."""
    return np.array([number & WORD for number in numbers], np.uint64)


def _size(by: tuple[Axis, ...]) -> int:
    return prod(axis.size for axis in by)


def _rows(by: tuple[Axis, ...], players: int) -> Iterator[tuple[str, bool]]:
    """The name of each number of a field, and whether a seat that is taken has it."""
    if not by:
        yield "", True
        return
    for row in range(by[0].size):
        name = by[0].names[row] if by[0].names else str(row)
        for rest, taken in _rows(by[1:], players):
            yield f".{name}{rest}", taken and not (by[0].seats and row >= players)


def _places(field: Field, source: int, row: int) -> list[Place]:
    """The places of one number of a field."""
    if isinstance(field.words, OptionWords):
        options = [option for option in field.words.options for _ in option.values]
        return _places_of(options[row].words, source)
    return _places_of(field.words, source)


def _places_of(words: Any, source: int) -> list[Place]:
    match words:
        case Flag():
            return [Place(source)]
        case Name(names):
            return _one_of(source, range(len(names)))
        case LastDecision(notations):
            return _one_of(source, (*range(len(notations)), SECRET))
        case Names(names):
            return [Place(source, bit, 1) for bit in range(len(names))]
        case Spaces(number):
            return [Place(source, bit, 1) for bit in range(number)]
        case CountsOf(names, most, hidden):
            bytes_ = range(0, 8 * len(names), 8)
            counts = [Place(source, shift, BYTE, 0, most, hidden & WORD) for shift in bytes_]
            return counts if hidden == NOBODY else [*counts, Place(source, same=hidden)]
        case Number(low, high):
            if high - low < FEW:
                return _one_of(source, range(low, high + 1))
            return [Place(source, low=low, high=high)]
        case NumberOrNone(low, high, none):
            if high - low < FEW:
                return _one_of(source, range(low, high + 1))
            there = Place(source, low=low, high=high, none=none & WORD)
            return [there, Place(source, same=none)]
    raise TypeError(f"no way to write {words!r} as floats")


def _one_of(source: int, values: Any) -> list[Place]:
    return [Place(source, same=value) for value in values]


@lru_cache(maxsize=64)
def layout_of(game: str, players: int) -> Layout:
    """The layout of a game for so many players."""
    return Layout(games.rules(game).SEEN_FIELDS, players)
