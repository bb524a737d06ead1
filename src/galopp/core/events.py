"""What happens in a game, told as numbers.

Each game lists once what can happen: what each event is about, and the rulings that explain it,
the most telling one first.

    class Happening(EventTable):
        PLAYED = "S4", SEAT, CARD
        RAN = "S27 S23", PIG, START, PLACE

Its kernel `tell` notes what a viewer saw, event after event, in one short array of numbers:

    note(told, Happening.PLAYED, seat, card)

Whoever reads that, in whatever language, reads it by the table. The first number says how many
follow; an event is its place in the table, and then its arguments.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from typing import Any, Protocol, Self, TypeAlias

import numpy as np
import numpy.typing as npt
from numba import literal_unroll

from galopp.core.kernel import kernel
from galopp.core.record import Record
from galopp.core.words import Plain, Words

Told: TypeAlias = npt.NDArray[np.int16]
ROOM = 512  # numbers; nothing in any game comes near


@dataclass(frozen=True)
class Event:
    """Something a viewer saw happen: the key of a sentence, and what to fill in."""

    key: str
    arguments: Mapping[str, Plain] = field(default_factory=dict)


@dataclass(frozen=True)
class Argument:
    """What an event is about: what it is called in a sentence, and how its number is written."""

    name: str
    words: Words


class EventTable(IntEnum):
    """The events of a game. Wire format of running tables: pages are told which table it is."""

    rulings: tuple[str, ...]
    arguments: tuple[Argument, ...]

    def __new__(cls, rulings: str, *arguments: Argument) -> Self:
        """A row; its number is its place."""
        row = int.__new__(cls, len(cls.__members__))
        row._value_ = len(cls.__members__)
        row.rulings = tuple(rulings.split())
        row.arguments = arguments
        return row

    @property
    def key(self) -> str:
        """Of the sentence that tells it."""
        return self.name.lower()


class Tells(Protocol):
    """What a game offers, so that it can be told what happens in it."""

    Happening: type[EventTable]

    @staticmethod
    def tell(before: Record, after: Record, told: Told) -> None:
        """Note what a viewer saw happen between two of its views, one decision apart."""


@kernel
def note(told: Told, event: int, *about: int) -> None:
    """Add an event to what is told, unless there is no room."""
    at = told[0] + 1
    if at + len(about) < len(told):
        told[at] = event
        for number in literal_unroll(about):
            at += 1
            told[at] = number
        told[0] = at


def nothing_told() -> Told:
    """An array to tell something in."""
    return np.zeros(ROOM, np.int16)


def happened(rules: Tells, before: Record, after: Record) -> list[Event]:
    """What a viewer saw happen between two of its views, one decision apart."""
    told = nothing_told()
    rules.tell(before, after, told)
    return read_events(rules.Happening, told)


def read_events(table: type[EventTable], told: Told) -> list[Event]:
    """What is told, as keys of sentences with what to fill in."""
    return list(_events(_rows(table), told[1 : told[0] + 1].tolist()))


Row: TypeAlias = tuple[str, list[tuple[str, Callable[[int], Plain]]]]


@cache
def _rows(table: type[EventTable]) -> list[Row]:
    """Key, names and ways of writing, found out once."""
    return [(row.key, [(each.name, each.words.write) for each in row.arguments]) for row in table]


def _events(rows: list[Row], numbers: list[int]) -> Iterator[Event]:
    at = 0
    while at < len(numbers):
        key, arguments = rows[numbers[at]]
        yield Event(
            key, {name: write(numbers[at + n]) for n, (name, write) in enumerate(arguments, 1)}
        )
        at += 1 + len(arguments)


def explained(rules: Any) -> dict[str, tuple[str, ...]]:
    """The rulings that explain each event of a game, the most telling one first."""
    return {row.key: row.rulings for row in rules.Happening}
