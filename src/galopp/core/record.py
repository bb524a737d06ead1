"""A game in progress is one record of small numbers.

Each game lists its fields once, and beside each field who may see it and how it is
written for people. The numpy record, the readable dictionary and the leak tests are all
made from that list.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol, TypeAlias

import numpy as np

from galopp.core.fault import Unreadable
from galopp.core.words import Plain, Words

# A numpy record. Each game says with a Protocol which attributes its records have.
Record: TypeAlias = Any


class Sight(Enum):
    """Who may see a field."""

    ALL = "all"
    OWNER = "owner"  # the first axis is the seat: each sees its own row
    NOBODY = "nobody"


ALL, OWNER, UNSEEN = Sight.ALL, Sight.OWNER, Sight.NOBODY


@dataclass(frozen=True)
class Axis:
    """What the rows of an array field stand for: named things, seats, or places in a line."""

    size: int
    names: tuple[str, ...] = ()
    seats: bool = False


def each(names: Sequence[str]) -> Axis:
    """One value for each of these, written as a dictionary."""
    return Axis(len(names), tuple(names))


def in_line(size: int) -> Axis:
    """So many values in a line, written as a list."""
    return Axis(size)


def by_seat(seats: int) -> Axis:
    """One value a seat, written as a list as long as there are players."""
    return Axis(seats, seats=True)


class WholeWords(Protocol):
    """A way of writing a whole array at once."""

    def write(self, value: Any) -> Plain:
        """The array as a person reads it."""
        ...

    def read(self, plain: Plain) -> Any:
        """The array a person wrote; raises `Unreadable`."""
        ...


@dataclass(frozen=True)
class Field:
    """One field: its name, its width, how it is written, what its rows are, who sees it.

    `words` may also write an array as a whole, as table options do; then `whole` is set.
    """

    name: str
    width: type[np.generic]
    words: Words | WholeWords
    by: tuple[Axis, ...] = ()
    seen: Sight = ALL
    whole: bool = False


def record_type(fields: Iterable[Field]) -> np.dtype[Any]:
    """The numpy record of these fields, laid out as a C compiler would."""
    columns = [(f.name, f.width, tuple(axis.size for axis in f.by)) for f in fields]
    # `np.record` makes `state.turn` work interpreted as it does compiled.
    return np.dtype((np.record, np.dtype(columns, align=True)))


def blank(record: np.dtype[Any]) -> Record:
    """A record of this type with every field 0."""
    return np.zeros(1, record)[0]


def copy_of(record: Record) -> Record:
    """A record of its own with the same bytes; numpy's own copy leaves out the gaps."""
    twin = np.zeros(1, record.dtype)
    twin.view(np.uint8)[:] = np.frombuffer(record.tobytes(), np.uint8)
    return twin[0]


def write(fields: Iterable[Field], record: Record, players: int) -> dict[str, Plain]:
    """The record as a readable dictionary."""
    return {f.name: _write(f.words, _rows(f), record[f.name], players) for f in fields}


def _rows(field: Field) -> tuple[Axis, ...]:
    return () if field.whole else field.by


def _write(words: Words | WholeWords, by: tuple[Axis, ...], value: Any, players: int) -> Plain:
    if not by:
        return words.write(value)
    axis, inner = by[0], by[1:]
    if axis.names:
        rows = zip(axis.names, value, strict=True)
        return {name: _write(words, inner, row, players) for name, row in rows}
    rows_in_use = value[:players] if axis.seats else value
    return [_write(words, inner, row, players) for row in rows_in_use]


def read(fields: Iterable[Field], plain: dict[str, Plain], record: Record, players: int) -> None:
    """Fill the record from a readable dictionary; raises `Unreadable`, naming the field."""
    known = {f.name: f for f in fields}
    for name in plain:
        if name not in known:
            raise Unreadable("unknown_field", field=name)
    for name, field in known.items():
        if name not in plain:
            raise Unreadable("missing_field", field=name)
        try:
            value = _read(field.words, _rows(field), plain[name], players)
        except Unreadable as fault:
            raise Unreadable(fault.key, **{"field": name, **fault.arguments}) from None
        record[name] = np.array(value, field.width)


def _read(words: Words | WholeWords, by: tuple[Axis, ...], plain: Plain, players: int) -> Any:
    if not by:
        return words.read(plain)
    axis, inner = by[0], by[1:]
    if axis.names:
        if not isinstance(plain, dict) or set(plain) != set(axis.names):
            raise Unreadable("needs_one_each", names=", ".join(axis.names))
        return [_read(words, inner, plain[name], players) for name in axis.names]
    size = players if axis.seats else axis.size
    if not isinstance(plain, list) or len(plain) != size:
        raise Unreadable("needs_so_many", number=size)
    rows = [_read(words, inner, row, players) for row in plain]
    empty = np.zeros(tuple(a.size for a in inner), np.int64).tolist()
    return rows + [empty] * (axis.size - size)
