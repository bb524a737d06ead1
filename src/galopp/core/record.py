"""A game in progress is one record of small numbers.

Each game names its fields once, in a class that the type checker reads too: beside its type and
width, a field says how it is written for people, what its rows are and who may see it.

    class Shared(Protocol):                                     # a state and a view of it
        turn: Annotated[Int8, field(Number(0, SEATS - 1))]

    class State(Shared, Protocol):                              # and what is not open to all
        hands: Annotated[Row64, field(Names(CARDS), by_seat(SEATS), seen=OWNER)]

    FIELDS = fields_of(State)
    STATE = record_type(FIELDS)

The numpy record, the readable dictionary, the copy of what is public and the leak tests are all
made from these.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache, lru_cache
from inspect import get_annotations
from itertools import accumulate
from math import prod
from operator import itemgetter
from struct import Struct
from typing import Annotated, Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from galopp.core.fault import Unreadable
from galopp.core.words import Number, Plain, Words

# A numpy record. Each game says with a Protocol which attributes its records have.
Record: TypeAlias = Any


class Numbers(np.void):  # type: ignore[misc]  # numpy's stubs forbid it, and then do it too
    """A numpy record whose fields are attributes, interpreted as they are when compiled.

    `np.record` offers that too, but to call a kernel with one takes eight times as long.
    """

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except ValueError:
            raise AttributeError(name) from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value

    @property
    def data(self) -> Any:
        """Where the bytes are, which numba asks at each call of a kernel: in the record itself.

        numpy's own answer describes all the fields first, and takes longer than most rules.
        """
        return self


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


@dataclass(frozen=True, eq=False)  # told apart by identity: quick to look up
class Field:
    """One field: its name, its width, how it is written, what its rows are, who sees it.

    `words` may also write an array as a whole, as table options do; then `whole` is set.
    `before` is the field of a base class that it stands before; without it, it stands behind all.
    """

    name: str
    width: type[np.generic]
    words: Words | WholeWords
    by: tuple[Axis, ...] = ()
    seen: Sight = ALL
    whole: bool = False
    before: str = ""


# Numbers and rows of numbers as a field declares them: to the type checker, and how wide.
Int8: TypeAlias = Annotated[int, np.int8]
Int16: TypeAlias = Annotated[int, np.int16]
Int32: TypeAlias = Annotated[int, np.int32]
UInt8: TypeAlias = Annotated[int, np.uint8]
UInt32: TypeAlias = Annotated[int, np.uint32]
Float64: TypeAlias = Annotated[float, np.float64]
Row8: TypeAlias = Annotated[npt.NDArray[np.int8], np.int8]
Row16: TypeAlias = Annotated[npt.NDArray[np.int16], np.int16]
Row32: TypeAlias = Annotated[npt.NDArray[np.int32], np.int32]
Row64: TypeAlias = Annotated[npt.NDArray[np.uint64], np.uint64]  # of sets, or of packed counts


AS_DECLARED = np.void  # the width of a field until it is known of what type it is


def field(words: Words, *by: Axis, seen: Sight = ALL, before: str = "") -> Field:
    """A field of a class of records, which gives it its name and width."""
    return Field("", AS_DECLARED, words, by, seen, before=before)


def fields_of(declared: type) -> tuple[Field, ...]:
    """The fields that a class of records and its bases declare, in the order of the record.

    A field that is declared again, since a view writes it in another way, is another field.
    """
    fields: dict[str, Field] = {}
    for base in reversed(declared.__mro__):
        for own in _own_fields(base):
            fields.pop(own.name, None)
            fields[own.name] = own
    ordered = [each for each in fields.values() if not each.before]
    for moved in (each for each in fields.values() if each.before):
        ordered.insert([each.name for each in ordered].index(moved.before), moved)
    return tuple(ordered)


@cache  # whoever asks gets the same fields: what a state and a view share is one thing
def _own_fields(declared: type) -> tuple[Field, ...]:
    return tuple(_named(name, hint) for name, hint in get_annotations(declared).items())


def _named(name: str, hint: Any) -> Field:
    own: Field
    *widths, own = hint.__metadata__
    if own.width is AS_DECLARED:
        own = replace(own, width=widths[0] if widths else hint.__origin__)
    return replace(own, name=name)


def record_type(fields: Iterable[Field]) -> np.dtype[Any]:
    """The numpy record of these fields, laid out as a C compiler would."""
    columns = [(f.name, f.width, tuple(axis.size for axis in f.by)) for f in fields]
    for name, *_ in columns:
        _make_quick(name)
    return np.dtype((Numbers, np.dtype(columns, align=True)))


def _make_quick(name: str) -> None:
    """Let an attribute be found at once: `__getattr__`, asked last, takes twice as long."""

    def read(record: Record) -> Any:
        try:
            return record[name]
        except ValueError:  # a field of other records
            raise AttributeError(name) from None

    if not hasattr(Numbers, name):
        setattr(Numbers, name, property(read))


def blank(record: np.dtype[Any]) -> Record:
    """A record of this type with every field 0; `np.zeros` takes five times as long."""
    return np.frombuffer(bytearray(record.itemsize), record)[0]


def copy_of(record: Record) -> Record:
    """A record of its own with the same bytes; numpy's own copy leaves out the gaps."""
    return np.frombuffer(bytearray(record.tobytes()), record.dtype)[0]


Flat: TypeAlias = tuple[int, ...]  # all numbers of a record, one after the other
Writer: TypeAlias = Callable[[Flat], Plain]


def write(fields: tuple[Field, ...], record: Record, players: int) -> dict[str, Plain]:
    """The record as a readable dictionary, the caller's own to change."""
    flat = struct_of(fields).unpack_from(record)
    return {name: write_field(flat) for name, write_field in _writers(fields, players)}


@lru_cache(maxsize=64)
def struct_of(fields: tuple[Field, ...]) -> Struct:
    """The same record for `struct`, which takes out all numbers at once, as Python's own."""
    return Struct("".join(f"{_size(f.by)}{np.dtype(f.width).char}" for f in fields))


def _size(by: tuple[Axis, ...]) -> int:
    return prod(axis.size for axis in by)


@lru_cache(maxsize=64)
def _writers(fields: tuple[Field, ...], players: int) -> list[tuple[str, Writer]]:
    """How to write each field, found out once: views are written after every decision."""
    starts = accumulate((_size(field.by) for field in fields), initial=0)
    columns = zip(fields, starts, strict=False)
    return [(field.name, _writer(field, at, players)) for field, at in columns]


def _writer(field: Field, at: int, players: int) -> Writer:
    if not field.whole:
        return _rows_writer(field.words, field.by, at, players)
    write: Callable[[Any], Plain] = field.words.write
    whole = slice(at, at + _size(field.by))
    return lambda flat: write(flat[whole])


def _rows_writer(words: Words | WholeWords, by: tuple[Axis, ...], at: int, players: int) -> Writer:
    if not by:
        return _number_writer(words, at)
    axis, inner = by[0], by[1:]
    rows = range(at, at + _size(by), _size(inner))[: players if axis.seats else axis.size]
    writers = [_rows_writer(words, inner, row, players) for row in rows]
    if not axis.names:
        return lambda flat: [write_row(flat) for write_row in writers]
    named = list(zip(axis.names, writers, strict=True))
    return lambda flat: {name: write_row(flat) for name, write_row in named}


def _number_writer(words: Words | WholeWords, at: int) -> Writer:
    if isinstance(words, Number):  # most are: written as it is, there is no need to ask
        return itemgetter(at)
    write = words.write
    return lambda flat: write(flat[at])


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


def _rows(field: Field) -> tuple[Axis, ...]:
    return () if field.whole else field.by


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
