"""What a seat sees as a row of numbers from 0 to 255: a piece a field of `SEEN`, in their order.

    layout = layout_of("schweinsgalopp", seats=3)
    layout.pieces["hand"]               # where in the row the hand is
    layout.labels[12]                   # what a place of the row says
    layout.row(seen)                    # the row
    layout.floats(seen)                 # the same, from 0 to 1
    layout.read(row)                    # the record again, to the bit, from either
    print(layout)                       # all pieces, for people

It is the only one: batches, PettingZoo, Gymnasium and OpenSpiel all observe in this layout.

Nothing is left out and nothing is added: the layout is made from the list of fields, and how a
value is written follows from how the field is written for people.

* Yes or no, and each member of a set of cards or spaces: 0 or 1.
* One of several names, and a number of at most eight values: a single 1 among zeros. All zeros
  stand for none.
* Any other number: how far it is above its least value. If it has more than 256 values it has
  two places, the fine and the coarse one; the fine one does not wrap around near 0, where most
  of a game takes place. Each count of a pile: itself.
* A value of its own, like "secret", "hidden", or none where 0 would not say it, has a place of
  its own behind these, and then they are 0.

As floats every place goes from 0 to 1: it is divided by the most it can be. Rows of seats that
no game has are left out.

Any record of fields can be laid out so; `Layout(rules.FIELDS, rules.STATE, seats)` has the whole
truth in it, for critics that are trained and not played with.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import prod
from struct import Struct
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from galopp import games
from galopp.core.cards import lowest
from galopp.core.contract import SECRET, LastDecision
from galopp.core.fault import Impossible
from galopp.core.kernel import kernel
from galopp.core.option import OptionWords
from galopp.core.record import Axis, Field, Flat, Numbers, Record
from galopp.core.words import NOBODY, CountsOf, Flag, Name, Names, Number, NumberOrNone, Spaces

FEW = 8  # so many values at most are told apart by a place each
BYTE, FULL, WORD = 2**8 - 1, 2**32 - 1, 2**64 - 1
HALF = 32  # bits of half a word

ONE_OF, SET, PARTS = 0, 1, 2  # ways to write a number: a place a value, a place a bit, bytes

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
Words = npt.NDArray[np.uint64]
Row = npt.NDArray[np.uint8 | np.float32]  # or several
Records = npt.NDArray[np.void]


@dataclass(frozen=True)
class Way:
    """How a number of the record is written into a row."""

    kind: int
    labels: tuple[str, ...]  # one a place, the special value's last
    meaning: str  # for people
    low: int = 0  # what is written is how far the number is above this
    most: tuple[int, ...] = ()  # the most that each place can be, if that is not 1
    special: int | None = None  # a value with a place of its own

    @property
    def count(self) -> int:
        """How many places there are besides that of the special value."""
        return len(self.labels) - (self.special is not None)


class Writing(NamedTuple):
    """How kernels write a record: its numbers, and the places of a row."""

    numbers: Records  # a `NUMBER` each
    most: Floats  # by place: the most that it can be
    divided: bool  # by that


_COLUMNS = [
    ("word", np.int64),  # which word of the record the number is in
    ("start", np.uint64),  # its lowest bit in that word
    ("field", np.uint64),  # the bits that a number of its width has
    ("low", np.uint64),
    ("special", np.uint64),
    ("has_special", np.int64),
    ("kind", np.int64),
    ("at", np.int64),  # its first place in the row
    ("places", np.int64),  # how many, less that of the special value
]
NUMBER = np.dtype((Numbers, np.dtype(_COLUMNS, align=True)))


@kernel
def write_row(words: Words, writing: Writing, row: Row) -> None:
    """Write what a seat sees, given as the words of its record."""
    for place in range(len(row)):
        row[place] = 0
    for n in range(len(writing.numbers)):
        one = writing.numbers[n]
        number = (words[one.word] >> one.start) & one.field
        if one.has_special and number == one.special:
            row[one.at + one.places] = 1
            continue
        above = (number - one.low) & one.field
        if one.kind == ONE_OF:
            if above < np.uint64(one.places):
                row[one.at + np.int64(above)] = 1
        elif one.kind == SET:
            while above:
                row[one.at + lowest(above)] = 1
                above &= above - np.uint64(1)
        else:
            # As far as there is something left, but never past its own places: a number that is
            # not there (of an empty seat) may be below its least value, and is huge then.
            for part in range(one.places):
                if not above:
                    break
                value = above & np.uint64(BYTE)
                if writing.divided:
                    row[one.at + part] = np.float32(value) / writing.most[one.at + part]
                else:
                    row[one.at + part] = value
                above >>= np.uint64(8)


@kernel
def write_rows(words: Words, writing: Writing, rows: Row) -> None:
    """Write many records, given as (records, words), each into its row of (records, places)."""
    for row in range(len(rows)):
        write_row(words[row], writing, rows[row])


# How to write a place out of one half of a word, as graphics cards do. Nearly all places say
# whether some bits are just those that they stand for: then it is 1. The others are 0 then, and
# else a byte of how far these are above their least value.
NO_BYTE = HALF // 8
_COLUMNS_OF_PLACE = [
    ("half", np.uint32),  # which half of a word of the record
    ("mask", np.uint32),  # the bits that matter
    ("key", np.uint32),  # those that are asked for
    ("low", np.uint32),  # the least value
    ("byte", np.uint32),  # which of the half, or `NO_BYTE` if the place says yes or no
]
PLACE = np.dtype((Numbers, np.dtype(_COLUMNS_OF_PLACE, align=True)))


@dataclass(frozen=True)
class _Number:
    """A number of the record: where it is there and in the row."""

    offset: int
    bytes: int
    at: int
    way: Way

    def read(self, row: Bytes) -> int:
        """Its value, from a row."""
        way = self.way
        places: list[int] = row[self.at : self.at + len(way.labels)].tolist()
        if way.special is not None and places[-1]:
            return way.special
        if way.kind == ONE_OF:
            return way.low + places.index(1) if 1 in places else NOBODY
        size = 1 if way.kind == SET else 8
        return way.low + sum(place << size * nth for nth, place in enumerate(places))

    def in_places(self) -> Iterator[tuple[int, ...]]:
        """How to write each of its places out of half a word."""
        way, start, width = self.way, 8 * self.offset, 8 * self.bytes
        for nth in range(way.count):
            if way.kind == SET:
                yield _key(start + nth, 1, 1)
            elif way.kind == ONE_OF:
                yield _key(start, width, way.low + nth)
            elif width > HALF:
                # A byte each, counted from 0; no byte is like the special value's otherwise.
                assert not way.low and (way.special or 0) & WORD in (0, WORD)
                yield _part(start + 8 * nth, 8, 0, 0, way.special or 0)
            else:
                yield _part(
                    start, width, nth, way.low, way.low if way.special is None else way.special
                )
        if way.special is not None:
            yield _key(start, min(width, HALF), way.special)


def _key(start: int, width: int, key: int) -> tuple[int, ...]:
    """1 if these bits of a record are so, and else 0."""
    return (*_bits(start, width, key), 0, NO_BYTE)


def _part(start: int, width: int, nth: int, low: int, nothing: int) -> tuple[int, ...]:
    """The n-th byte of how far these bits are above their least value; 0 for a value without."""
    shift = start % HALF
    return (*_bits(start, width, nothing), (low << shift) & FULL, shift // 8 + nth)


def _bits(start: int, width: int, key: int) -> tuple[int, int, int]:
    half, shift = divmod(start, HALF)
    mask = FULL >> (HALF - width) << shift
    return half, mask, (key << shift) & mask


class Layout:
    """Where each field of what a seat sees is in a row."""

    def __init__(self, fields: tuple[Field, ...], record: np.dtype[np.void], seats: int) -> None:
        self.record = record
        self.seats = seats
        self.labels: list[str] = []  # one a place
        self.number_labels: list[str] = []  # one a number of the record
        self.pieces: dict[str, slice] = {}
        self.meanings: dict[str, str] = {}  # of the pieces, for people
        self._numbers: list[_Number] = []
        self._plain = Struct("".join(_as_struct(field) for field in fields))
        for field in fields:
            self._add(field)
        self.size = len(self.labels)
        self.as_floats = _writing(self._numbers)
        self.as_bytes = self.as_floats._replace(divided=False)

    @cached_property
    def in_places(self) -> Records:
        """How graphics cards write a row: a `PLACE` each."""
        return np.array([place for number in self._numbers for place in number.in_places()], PLACE)

    def _add(self, field: Field) -> None:
        """The piece of a field: all its numbers, but for those of seats that no game has."""
        start = len(self.labels)
        for number, (label, taken) in enumerate(_rows_of(field, self.seats)):
            self.number_labels.append(field.name + label)
            if taken:
                self._add_number(field, number, field.name + label)
        self.pieces[field.name] = slice(start, len(self.labels))
        self.meanings[field.name] = meaning_of(field)

    def _add_number(self, field: Field, number: int, label: str) -> None:
        way, width = way_to_write(_words_of(field, number)), np.dtype(field.width).itemsize
        columns = self.record.fields
        assert columns is not None
        offset = columns[field.name][1] + number * width
        self._numbers.append(_Number(offset, width, len(self.labels), way))
        self.labels += [label + place for place in way.labels]

    def row(self, seen: Record | Records) -> Bytes:
        """What a seat sees, as a row; of an array of records, a row each."""
        rows = np.empty((*np.shape(seen), self.size), np.uint8)
        self._write(seen, self.as_bytes, rows)
        return rows

    def floats(self, seen: Record | Records) -> Floats:
        """The same as floats from 0 to 1."""
        rows = np.empty((*np.shape(seen), self.size), np.float32)
        self._write(seen, self.as_floats, rows)
        return rows

    def _write(self, seen: Record | Records, writing: Writing, rows: Row) -> None:
        words = np.frombuffer(seen.tobytes(), np.uint64)
        write_rows(
            words.reshape(-1, self.record.itemsize // 8), writing, rows.reshape(-1, self.size)
        )

    def scaled(self, rows: Bytes) -> Floats:
        """A row of bytes, or an array of such rows, as floats."""
        return np.asarray(rows, np.float32) / self.as_floats.most

    def read(self, row: npt.ArrayLike) -> Record:
        """What the seat sees, out of a row of bytes or floats."""
        given = np.asarray(row)
        if given.dtype.kind == "f":
            given = np.rint(given * self.as_floats.most)
        found, rounded = bytearray(self.record.itemsize), given.astype(np.uint8)
        for number in self._numbers:
            value = number.read(rounded) % 2 ** (8 * number.bytes)
            end = number.offset + number.bytes
            found[number.offset : end] = value.to_bytes(number.bytes, "little")
        return np.frombuffer(found, self.record)[0]

    def numbers(self, seen: Record) -> Flat:
        """All numbers of a record as they are, those of empty seats too; see `number_labels`."""
        return self._plain.unpack_from(seen)

    def __str__(self) -> str:
        lines = [f"{'field':<24}{'places':<12}written as"]
        for name, at in self.pieces.items():
            span = f"{at.start}:{at.stop}"
            lines.append(f"{name:<24}{span:<12}{self.meanings[name]}")
        return "\n".join(lines)


def _as_struct(field: Field) -> str:
    return f"{prod(axis.size for axis in field.by)}{np.dtype(field.width).char}"


# The numbers of a field -------------------------------------------------------------------


def _rows_of(field: Field, seats: int) -> Iterator[tuple[str, bool]]:
    """The name of each number of a field, and whether it belongs to a seat that some game has."""
    if isinstance(field.words, OptionWords):
        for option in field.words.options:
            several = len(option.values) > 1
            for nth in range(len(option.values)):
                yield f".{option.name}.{nth}" if several else f".{option.name}", True
        return
    yield from _rows(field.by, seats)


def _rows(by: tuple[Axis, ...], seats: int) -> Iterator[tuple[str, bool]]:
    if not by:
        yield "", True
        return
    for row in range(by[0].size):
        name = by[0].names[row] if by[0].names else str(row)
        for rest, taken in _rows(by[1:], seats):
            yield f".{name}{rest}", taken and not (by[0].seats and row >= seats)


def _words_of(field: Field, number: int) -> object:
    if isinstance(field.words, OptionWords):
        options = [option for option in field.words.options for _ in option.values]
        return options[number].words
    return field.words


def meaning_of(field: Field) -> str:
    """How a field is written, for people."""
    if isinstance(field.words, OptionWords):
        return "each option of the table, as it is written there"
    return "; ".join([*(_each_of(axis) for axis in field.by), way_to_write(field.words).meaning])


def _each_of(axis: Axis) -> str:
    if axis.seats:
        return "for each seat"
    return f"for each of {_some(axis.names)}" if axis.names else f"{axis.size} in a line"


# How numbers are written, by how they are written for people ------------------------------


def way_to_write(words: object) -> Way:
    """The way to write a number into a row."""
    match words:
        case Flag():
            return Way(SET, ("",), "0 or 1")
        case Name(names):
            return Way(ONE_OF, _each(names), f"one of {_some(names)}")
        case LastDecision(notations):
            labels = _each((*notations, "secret"))
            return Way(ONE_OF, labels, f"one of {_some(notations)}; secret", special=SECRET)
        case Names(names):
            return Way(SET, _each(names), f"set of {_some(names)}")
        case Spaces(number):
            return Way(SET, _each(range(number)), f"set of spaces 0 to {number - 1}")
        case CountsOf(names, most, hidden):
            return _counts(names, most, hidden)
        case Number(low, high):
            return _number(low, high, None)
        case NumberOrNone(low, high, none):
            return _number(low, high, none)
    raise TypeError(f"no way to write {words!r} into a row")


def _some(names: tuple[str, ...]) -> str:
    if len(names) > FEW:
        return f"{len(names)}, {names[0]} to {names[-1]}"
    return ", ".join(names)


def _each(names: Iterable[str | int]) -> tuple[str, ...]:
    return tuple(f"={name}" for name in names)


def _counts(names: tuple[str, ...], most: int, hidden: int) -> Way:
    meaning, mosts = f"counts from 0 to {most} of {_some(names)}", (most,) * len(names)
    if hidden == NOBODY:  # they are never hidden
        return Way(PARTS, _each(names), meaning, most=mosts)
    labels = _each((*names, "hidden"))
    return Way(PARTS, labels, f"{meaning}; hidden", most=(*mosts, 1), special=hidden)


def _number(low: int, high: int, none: int | None) -> Way:
    meaning = f"number from {low} to {high}" + ("" if none is None else "; none")
    if high - low < FEW:
        labels = _each(range(low, high + 1))
        if none in (None, NOBODY):  # -1 is what all zeros stand for
            return Way(ONE_OF, labels, meaning, low)
        return Way(ONE_OF, (*labels, "=none"), meaning, low, special=none)
    low, labels, most = _parts(low, high)
    if len(labels) > 1:
        meaning = meaning.replace("number", "number in two places", 1)
    if none is None:
        return Way(PARTS, labels, meaning, low, most)
    return Way(PARTS, (*labels, "=none"), meaning, low, (*most, 1), none)


def _parts(low: int, high: int) -> tuple[int, tuple[str, ...], tuple[int, ...]]:
    """From where a number is counted, its places, and the most that they can be."""
    if high - low <= BYTE:
        return low, ("",), (high - low,)
    if low < 0:  # 0 comes to lie in the middle of the fine place
        low = (low + 128) // 256 * 256 - 128
    return low, ("%256", "/256"), (BYTE, (high - low) // 256)


def _writing(numbers: list[_Number]) -> Writing:
    each = np.zeros(len(numbers), NUMBER)
    for n, number in enumerate(numbers):
        each[n] = _for_kernel(number)
    ways = [number.way for number in numbers]
    most = [most for way in ways for most in way.most or (1,) * len(way.labels)]
    return Writing(each, np.array(most, np.float32), divided=True)


def _for_kernel(number: _Number) -> tuple[int, ...]:
    way, field = number.way, WORD >> (64 - 8 * number.bytes)
    where = number.offset // 8, 8 * (number.offset % 8), field
    special = (way.special or 0) & field, way.special is not None
    return (*where, way.low & field, *special, way.kind, number.at, way.count)


@lru_cache(maxsize=64)
def layout_of(game: str, seats: int | None = None) -> Layout:
    """The layout of a game in which at most so many sit; of all seats there are, if not said."""
    rules = games.rules(game)
    seats = rules.SEATS if seats is None else seats
    if not rules.FEWEST <= seats <= rules.SEATS:
        range_of = {"low": rules.FEWEST, "high": rules.SEATS}
        raise Impossible("wrong_number_of_players", number=seats, **range_of)
    return Layout(rules.SEEN_FIELDS, rules.SEEN, seats)
