"""How the numbers in a record are written for people, and read back.

A record holds small numbers and bit sets; a person reads `"brown-5"` or `[3, 7]`. Each
field of a game names one of these ways of writing, so that positions, views and set-ups by
hand are the same few lines of code in every game.

    Number(0, 56)       12
    Flag()              true
    Name(PIGS)          "brown"; null for NOBODY where that is allowed
    Names(CARDS)        ["brown-5", "farmer-1"]
    CountsOf(PIGS, 7)   {"red": 2, "yellow": 0, "green": 1, "blue": 0, "white": 4}
    Spaces(22)          [3, 7]
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from galopp.core.fault import Unreadable

Plain: TypeAlias = "None | bool | int | str | list[Plain] | dict[str, Plain]"

NOBODY = -1  # no seat, no card, no pig: whatever the field holds, it holds none


class Words(Protocol):
    """One way of writing a number."""

    def write(self, value: int) -> Plain:
        """The number as a person reads it."""
        ...

    def read(self, plain: Plain) -> int:
        """The number a person wrote; raises `Unreadable`."""
        ...


@dataclass(frozen=True)
class Number:
    """A whole number within bounds, which are part of the rules: 61 points are refused."""

    low: int
    high: int

    def write(self, value: int) -> Plain:
        """The number itself."""
        return value

    def read(self, plain: Plain) -> int:
        """The number itself, if it can occur."""
        if not isinstance(plain, int) or isinstance(plain, bool):
            raise Unreadable("not_a_number", written=str(plain))
        if not self.low <= plain <= self.high:
            raise Unreadable("out_of_bounds", number=plain, low=self.low, high=self.high)
        return plain


@dataclass(frozen=True)
class NumberOrNone:
    """A number, or null for a value that stands for none (a pig not on the track yet)."""

    low: int
    high: int
    none: int = NOBODY

    def write(self, value: int) -> Plain:
        """The number, or null."""
        return None if value == self.none else value

    def read(self, plain: Plain) -> int:
        """The number, if it can occur, or null."""
        return self.none if plain is None else Number(self.low, self.high).read(plain)


@dataclass(frozen=True)
class Flag:
    """Yes or no."""

    def write(self, value: int) -> Plain:
        """True or false."""
        return bool(value)

    def read(self, plain: Plain) -> int:
        """True or false, nothing in between."""
        if not isinstance(plain, bool):
            raise Unreadable("not_yes_or_no", written=str(plain))
        return int(plain)


@dataclass(frozen=True)
class Name:
    """One of a list of names; null where `or_none` allows NOBODY."""

    names: tuple[str, ...]
    or_none: bool = False

    def write(self, value: int) -> Plain:
        """The name."""
        return None if value == NOBODY else self.names[value]

    def read(self, plain: Plain) -> int:
        """The number that goes by this name."""
        if plain is None and self.or_none:
            return NOBODY
        if not isinstance(plain, str) or plain not in self.names:
            raise Unreadable("unknown_name", written=str(plain))
        return self.names.index(plain)


@dataclass(frozen=True)
class Names:
    """A bit set, written as the list of its members' names."""

    names: tuple[str, ...]

    def write(self, value: int) -> Plain:
        """The names of the members, in the order of their numbers."""
        return [self.names[number] for number in numbers_in(value)]

    def read(self, plain: Plain) -> int:
        """The set; a name written twice is refused."""
        if not isinstance(plain, list):
            raise Unreadable("not_a_list", written=str(plain))
        members = [Name(self.names).read(name) for name in plain]
        for number in members:
            if members.count(number) > 1:
                raise Unreadable("named_twice", written=self.names[number])
        return sum(1 << number for number in members)


@dataclass(frozen=True)
class CountsOf:
    """Counts packed a byte each into one word, written as a dictionary; null if `hidden`."""

    names: tuple[str, ...]
    most: int
    hidden: int = NOBODY

    def write(self, value: int) -> Plain:
        """So many of each; null where the count is hidden."""
        if value == self.hidden:
            return None
        counts = value.to_bytes(len(self.names), "little")
        return dict(zip(self.names, counts, strict=True))

    def read(self, plain: Plain) -> int:
        """The packed word; every kind must be there."""
        if plain is None and self.hidden != NOBODY:
            return self.hidden
        if not isinstance(plain, dict) or set(plain) != set(self.names):
            raise Unreadable("needs_one_each", names=", ".join(self.names))
        counts = [Number(0, self.most).read(plain[name]) for name in self.names]
        return sum(number << 8 * kind for kind, number in enumerate(counts))


@dataclass(frozen=True)
class Spaces:
    """A bit set of spaces of a track, written as the list of their numbers."""

    number: int

    def write(self, value: int) -> Plain:
        """The spaces in order."""
        return [*numbers_in(value)]

    def read(self, plain: Plain) -> int:
        """The set; a space written twice is refused."""
        if not isinstance(plain, list):
            raise Unreadable("not_a_list", written=str(plain))
        members = [Number(0, self.number - 1).read(space) for space in plain]
        if len(set(members)) < len(members):
            raise Unreadable("named_twice", written=str(plain))
        return sum(1 << space for space in members)


def numbers_in(bits: int) -> list[int]:
    """The members of a bit set, in order."""
    members = []
    while bits > 0:
        lowest = bits & -bits
        members.append(lowest.bit_length() - 1)
        bits ^= lowest
    return members


def bits_of(members: Iterable[int]) -> int:
    """A bit set of these."""
    return sum(1 << member for member in set(members))


def seat_or_nobody(seats: int) -> NumberOrNone:
    """A seat, or null where nobody is meant."""
    return NumberOrNone(0, seats - 1)
