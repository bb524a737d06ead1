"""Which numbers of what a seat sees a net reads, and as which features.

What a number turns on follows from how its field is written for people; here it is only said
which fields are read, where seats are meant, and how far a number is told apart.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

import numpy as np

from galopp import games
from galopp.bots.nets.inputs import (
    BEHIND,
    BEYOND,
    COLUMNS,
    DOWN,
    INPUT,
    NO_SEAT,
    ONE_OF,
    SET,
    SHORT,
    UP,
    Inputs,
)
from galopp.core.contract import LastDecision, Rules
from galopp.core.option import OptionWords
from galopp.core.record import Field, WholeWords
from galopp.core.words import CountsOf, Flag, Name, Names, Number, NumberOrNone, Spaces, Words

FEW = 8  # so many values at most are told apart by a feature each
NOTHING_SPECIAL = -(2**40)


@dataclass(frozen=True)
class Reading:
    """How a field is read.

    `rows` says whose its rows are: a "seat"'s, a thing's that seats own ("owned"), or nobody's.
    `means` says the same of its values. `low` and `high` are as far as values are told apart.
    `behind` adds how far each is behind the greatest, and `against` how far from another field.
    """

    field: str
    rows: str = ""
    means: str = ""
    low: int | None = None
    high: int | None = None
    behind: int = 0
    against: str = ""
    reach: int = 0  # of `against`


@dataclass(frozen=True)
class OptionReading:
    """A table option that is read, and between which numbers it is told apart."""

    option: str
    low: int = 0
    high: int = 0


READINGS: dict[str, tuple[Reading | OptionReading, ...]] = {
    "ostfriesenlauf": (
        Reading("players"),
        OptionReading("board", 20, 42),
        OptionReading("finish_tie"),
        OptionReading("ownerless_can_win"),
        OptionReading("reshuffle"),
        OptionReading("show_hand_backs"),
        Reading("phase"),
        Reading("round_number", high=16),
        Reading("turn", means="seat"),
        Reading("places", "owned", low=-24, high=44, behind=24, against="sign", reach=24),
        Reading("lanes", "owned"),
        Reading("order", means="seat"),
        Reading("sign", low=16, high=40),
        Reading("stack_sizes"),
        Reading("hand"),
        Reading("hand_sizes", "seat"),
        Reading("hand_backs", "seat"),
        Reading("own_card"),
        Reading("pile_backs"),
        Reading("laid"),
        Reading("discards"),
        Reading("returned"),
        Reading("drawn_since", "seat", high=4),
        Reading("legal"),
    ),
    "saumaumau": (
        Reading("players"),
        OptionReading("exact_goal"),
        OptionReading("first_card_sign_fits"),
        OptionReading("green_parries_plus2"),
        OptionReading("mau"),
        OptionReading("races", 1, 8),
        Reading("phase"),
        Reading("race"),
        Reading("starter", means="seat"),
        Reading("turn", means="seat"),
        Reading("pigs", high=24, behind=12),
        Reading("top"),
        Reading("valid"),
        Reading("turned_up"),
        Reading("debt"),
        Reading("steps"),
        Reading("laid"),
        Reading("pending", means="seat"),
        Reading("asked", means="seat"),
        Reading("queue", means="seat"),
        Reading("points", "seat", high=32, behind=16),
        Reading("last_seat", means="seat"),
        Reading("last_code"),
        Reading("hand"),
        Reading("hand_sizes", "seat", high=12),
        Reading("pile_size", high=24),
        Reading("discards"),
        Reading("bet"),
        Reading("legal"),
    ),
    "schweinsgalopp": (
        Reading("players"),
        OptionReading("track_food"),
        OptionReading("food_before_deal"),
        OptionReading("rotate_start"),
        OptionReading("line_up"),
        OptionReading("races", 1, 9),
        OptionReading("tie"),
        OptionReading("show_played"),
        OptionReading("hide_secured"),
        OptionReading("edition_2009"),
        OptionReading("gentle"),
        Reading("phase"),
        Reading("race"),
        Reading("starter", means="seat"),
        Reading("turn", means="seat"),
        Reading("places", high=30, behind=16),
        Reading("top"),
        Reading("open_food", "seat", high=12),
        Reading("track_food"),
        Reading("last_seat", means="seat"),
        Reading("last_code"),
        Reading("hand"),
        Reading("hand_sizes", "seat"),
        Reading("played"),
        Reading("secured", "seat", high=30, behind=16),
        Reading("fresh", "seat", high=10),
        Reading("stack", high=24),
        Reading("legal"),
    ),
}


@dataclass(frozen=True)
class Place:
    """Where a number of the record lies."""

    offset: int  # in bytes
    width: int


def inputs_of(game: str) -> tuple[Inputs, int]:
    """The table of a net that reads this game, and how many features that makes."""
    table = _Table(games.rules(game))
    for reading in READINGS[game]:
        if isinstance(reading, OptionReading):
            table.add_option(reading)
        else:
            table.add(reading)
    rows = np.array([tuple(row[name] for name in COLUMNS) for row in table.rows], INPUT)
    return rows, table.features


class _Table:
    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.fields = {field.name: field for field in rules.SEEN_FIELDS}
        self.rows: list[dict[str, int]] = []
        self.features = 0
        self._found: dict[str, int] = {}  # the first row of a field

    def add(self, reading: Reading) -> None:
        field = self.fields[reading.field]
        way = _way(field.words, reading)
        self._found[reading.field] = len(self.rows)
        numbers = [one for place in self._places(field) for one in _parts(field.words, place)]
        self._add_all(numbers, way, reading, field)
        if way["kind"] == UP and way["below"]:
            below = {**way, "kind": DOWN, "places": way["below"]}
            self._add_all(numbers, below, reading, field)
        if reading.behind:
            group = {"first": self._found[reading.field], "group": len(numbers)}
            behind = {**way, "kind": BEHIND, "places": reading.behind, **group}
            self._add_all(numbers, behind, reading, field)
        if reading.against:
            self._add_against(numbers, way, reading, field)

    def _add_against(
        self, numbers: list[Place], way: dict[str, int], reading: Reading, field: Field
    ) -> None:
        """A row for the other number itself, which turns nothing on, and then the distances."""
        other = self.fields[reading.against]
        (place,) = self._places(other)
        nothing = {"kind": UP, "low": 0, "places": 0, "special": NOTHING_SPECIAL, "below": 0}
        first = len(self.rows)
        self._add_all([place], nothing, Reading(reading.against), other)
        for kind in (BEYOND, SHORT):
            measured = {**way, "kind": kind, "places": reading.reach, "first": first}
            self._add_all(numbers, measured, reading, field)

    def add_option(self, reading: OptionReading) -> None:
        field = self.fields["options"]
        assert isinstance(field.words, OptionWords)
        width = np.dtype(field.width).itemsize
        place = _offset(self.rules, field)
        for option in field.words.options:
            for _ in option.values:
                if option.name == reading.option:
                    read = Reading("options", low=reading.low, high=reading.high or None)
                    way = _way(option.words, read)
                    self._add_all([Place(place, width)], way, read, field)
                place += width

    def _add_all(
        self, numbers: list[Place], way: dict[str, int], reading: Reading, field: Field
    ) -> None:
        """A row each; those of a seat turn on features of their own."""
        each, at = way["places"], self.features
        inner = prod(axis.size for axis in field.by[1:]) if reading.rows else 1
        for number, place in enumerate(numbers):
            whose, within = divmod(number, inner)
            seat = whose if reading.rows else NO_SEAT
            # Features of a seat lie together, so that another seat's are a stride away.
            stride = each * inner if reading.rows else each
            start = at + (within * each if reading.rows else number * each)
            self.rows.append(
                {
                    "kind": way["kind"],
                    "word": place.offset // 8,
                    "start": 8 * (place.offset % 8),
                    "width": 8 * place.width,
                    "low": way["low"],
                    "special": way["special"],
                    "at": start,
                    "places": each,
                    "stride": stride,
                    "seat": seat,
                    "is_seat": int(reading.means == "seat"),
                    "owned": int(reading.rows == "owned"),
                    "first": way.get("first", 0),
                    "group": way.get("group", 0),
                }
            )
        self.features += each * len(numbers)

    def _places(self, field: Field) -> Iterator[Place]:
        start, width = _offset(self.rules, field), np.dtype(field.width).itemsize
        for number in range(prod(axis.size for axis in field.by)):
            yield Place(start + number * width, width)


def _offset(rules: Rules, field: Field) -> int:
    columns = rules.SEEN.fields
    assert columns is not None
    return int(columns[field.name][1])


def _parts(words: Words | WholeWords, place: Place) -> list[Place]:
    """Counts that are packed into a word are a number each."""
    if isinstance(words, CountsOf):
        return [Place(place.offset + nth, 1) for nth in range(len(words.names))]
    return [place]


def _way(words: Words | WholeWords, reading: Reading) -> dict[str, int]:
    """What a number turns on, by how it is written for people."""
    match words:
        case Flag():
            return _row(SET, 0, 1)
        case Name(names):
            return _row(ONE_OF, 0, len(names))
        case LastDecision(notations):
            return _row(ONE_OF, 0, len(notations))
        case Names(names):
            return _row(SET, 0, len(names))
        case Spaces(number):
            return _row(SET, 0, number)
        case CountsOf(_, most, _):
            return _row(UP, 0, most)
        case NumberOrNone(low, high, none):
            return _number(low, high, none, reading)
        case Number(low, high):
            return _number(low, high, NOTHING_SPECIAL, reading)
    raise TypeError(f"no way to read {words!r}")


def _number(low: int, high: int, special: int, reading: Reading) -> dict[str, int]:
    if high - low < FEW and reading.high is None:
        return _row(ONE_OF, low, high - low + 1, special)
    least = low if reading.low is None else reading.low
    most = high if reading.high is None else reading.high
    if least < 0 and special == NOTHING_SPECIAL:  # both ways from 0
        return _row(UP, 0, most, special, below=-least)
    return _row(UP, least, most - least, special)


def _row(
    kind: int, low: int, places: int, special: int = NOTHING_SPECIAL, below: int = 0
) -> dict[str, int]:
    return {"kind": kind, "low": low, "places": places, "special": special, "below": below}
