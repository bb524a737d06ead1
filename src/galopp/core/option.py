"""Table options: what a host may choose before a game.

Each game lists its options once, with the ruling that explains each. What a state carries,
the checks on what a host enters, the command line and the docs all come from that list. In
a state the choices are a short row of numbers, `state.options[MAU]`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from galopp.core.fault import Unreadable
from galopp.core.record import Field, in_line
from galopp.core.words import NOBODY, Flag, Name, Number, NumberOrNone, Plain, Words

Options = npt.NDArray[np.int16]  # one number for each value of each option, in their order
Chosen: TypeAlias = Mapping[str, Plain]


@dataclass(frozen=True, eq=False)  # told apart by identity: quick to look up
class Option:
    """One thing a host may choose.

    An option of several values (four goal distances) has a tuple as its default; `presets`
    are names for such a tuple (the "wilder" board).
    """

    name: str
    words: Words
    default: int | tuple[int, ...]
    ruling: str
    presets: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    @property
    def values(self) -> tuple[int, ...]:
        """The default, as a row of numbers."""
        return self.default if isinstance(self.default, tuple) else (self.default,)

    def read(self, entered: Plain) -> tuple[int, ...]:
        """What a host entered, as a row of numbers; raises `Unreadable`."""
        try:
            return self._read(entered)
        except Unreadable as fault:
            raise Unreadable(fault.key, **{"option": self.name, **fault.arguments}) from None

    def _read(self, entered: Plain) -> tuple[int, ...]:
        if not isinstance(self.default, tuple):
            return (self.words.read(entered),)
        if isinstance(entered, str) and entered in self.presets:
            return self.presets[entered]
        if not isinstance(entered, list | tuple) or len(entered) != len(self.default):
            raise Unreadable("needs_so_many", number=len(self.default))
        return tuple(self.words.read(value) for value in entered)

    def write(self, values: tuple[int, ...]) -> Plain:
        """What was chosen, as a host would enter it."""
        if not isinstance(self.default, tuple):
            return self.words.write(values[0])
        for name, preset in self.presets.items():
            if values == preset:
                return name
        return [self.words.write(value) for value in values]


def switch(name: str, ruling: str, *, on: bool = False) -> Option:
    """An option that is on or off."""
    return Option(name, Flag(), int(on), ruling)


def choice(name: str, ruling: str, names: tuple[str, ...]) -> Option:
    """An option with named choices; the first is the default."""
    return Option(name, Name(names), 0, ruling)


def number(name: str, ruling: str, default: int, low: int, high: int) -> Option:
    """An option that is a number."""
    return Option(name, Number(low, high), default, ruling)


def start_player(ruling: str, seats: int) -> Option:
    """Who starts: a seat, or null for a random one."""
    return Option("start_player", NumberOrNone(0, seats - 1), NOBODY, ruling)


def places(options: tuple[Option, ...]) -> list[int]:
    """Where in the row of numbers each option begins, in their order."""
    sizes = [len(option.values) for option in options]
    return [sum(sizes[:n]) for n in range(len(sizes))]


def choose(options: tuple[Option, ...], entered: Chosen) -> Options:
    """The row of numbers: what was entered, and the default for the rest."""
    for name in entered:
        if name not in (names := [option.name for option in options]):
            raise Unreadable("unknown_option", option=name, names=", ".join(names))
    rows = [o.read(entered[o.name]) if o.name in entered else o.values for o in options]
    return np.array([value for row in rows for value in row], np.int16)


def entered(options: tuple[Option, ...], chosen: Iterable[int]) -> dict[str, Plain]:
    """Every option as a host would enter it."""
    known = _entered(options, tuple(chosen))
    return {name: [*plain] if isinstance(plain, list) else plain for name, plain in known.items()}


@lru_cache(maxsize=1024)  # a game writes them after every decision, always the same
def _entered(options: tuple[Option, ...], chosen: tuple[int, ...]) -> dict[str, Plain]:
    rows = zip(options, places(options), strict=True)
    return {
        option.name: option.write(tuple(int(v) for v in chosen[at : at + len(option.values)]))
        for option, at in rows
    }


def changed(options: tuple[Option, ...], chosen: Options) -> dict[str, Plain]:
    """The options that differ from their default, as a host would enter them."""
    plain, usual = entered(options, chosen), entered(options, choose(options, {}))
    return {name: value for name, value in plain.items() if value != usual[name]}


@dataclass(frozen=True)
class OptionWords:
    """How a state's row of options is written: as a dictionary of all of them."""

    options: tuple[Option, ...]

    def write(self, value: Any) -> Plain:
        """Every option as a host would enter it."""
        return entered(self.options, value)

    def read(self, plain: Plain) -> Any:
        """The row of numbers; options left out have their default."""
        if not isinstance(plain, dict):
            raise Unreadable("not_a_dictionary", written=str(plain))
        return choose(self.options, plain)


def options_field(options: tuple[Option, ...]) -> Field:
    """The field of a state, and of what a seat sees of it, that holds the options."""
    size = len(choose(options, {}))
    return Field("options", np.int16, OptionWords(options), (in_line(size),), whole=True)
