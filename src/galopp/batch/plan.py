"""What a batch was asked to be, before it is laid out on any device."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from galopp.batch.layout import Layout, Writing
from galopp.batch.loops import LEVELS, STEP
from galopp.batch.setting import Settings
from galopp.core.contract import Rules
from galopp.core.fault import Unreadable

Shape = tuple[tuple[int, ...], type[np.generic]]  # of an array, and its kind of number


@dataclass(frozen=True)
class Plan:
    """Everything that decides what a batch holds and shows."""

    rules: Rules
    layout: Layout
    settings: Settings
    games: int
    seed: int
    auto_reset: bool = True
    observe: str | None = None  # "mover", "all", or nobody
    floats: bool = True
    threads: int | None = None
    history: int = 0  # entries that are shown of what a seat was told

    @property
    def seats(self) -> int:
        """The most seats that any of the games has."""
        return self.settings.seats

    @property
    def codes(self) -> int:
        """How many codes decisions have."""
        return max(kind.first + len(kind.subjects) for kind in self.rules.MOVES)

    @property
    def writing(self) -> Writing:
        """How to write an observation."""
        return self.layout.as_floats if self.floats else self.layout.as_bytes

    @property
    def views(self) -> int:
        """How many views of a game are observed."""
        return {None: 0, "mover": 1, "all": self.seats}[self.observe]

    def shown(self) -> list[Shape]:
        """The arrays of `Shown`, in its order."""
        games = self.games
        return [
            ((games,), np.int8),
            ((games,), np.uint64),
            ((games, self.codes), np.bool_),
            ((games, self.seats), np.float32),
            ((games,), np.bool_),
            ((games,), np.bool_),
        ]

    def observations(self) -> tuple[tuple[int, ...], type[np.uint8 | np.float32]]:
        """The array of observations; of a single game, and never written, if nobody observes."""
        kind: type[np.uint8 | np.float32] = np.float32 if self.floats else np.uint8
        if self.observe == "all":
            return (self.games, self.seats, self.layout.size), kind
        return (self.games if self.observe else 1, self.layout.size), kind

    def results(self) -> list[Shape]:
        """The arrays of `Played`, in its order."""
        games = self.games
        return [
            ((games, self.seats), np.int16),
            ((games,), np.uint8),
            ((games,), np.int32),
            ((games, len(self.rules.Ending)), np.int16),
        ]


class OnCard(Protocol):
    """An array on a graphics card, of whatever library."""

    @property
    def __cuda_array_interface__(self) -> dict[str, object]: ...


Given: TypeAlias = npt.ArrayLike | OnCard  # codes or marks that somebody hands in


class GivenArray(Protocol):
    """An array on any device, as far as it is looked at."""

    @property
    def dtype(self) -> npt.DTypeLike:
        """Its kind of number."""

    @property
    def shape(self) -> tuple[int, ...]:
        """How long it is, axis by axis."""


def check(task: int, given: GivenArray, games: int) -> None:
    """Refuse what is not a code, or a mark where a game shall begin, for each game."""
    kinds, wanted = ("iu", "whole numbers") if task == STEP else ("b", "booleans")
    kind, shape = np.dtype(given.dtype), tuple(given.shape)
    if shape != (games,) or kind.kind not in kinds:
        raise ValueError(f"{games} games need as many {wanted}, not {kind} {shape}")


def policy_codes(names: Sequence[str]) -> npt.NDArray[np.int8]:
    """What these policies are called in a loop; raises `Unreadable`, naming those there are."""
    for name in names:
        if name not in LEVELS:
            raise Unreadable("unknown_policy", bot=name, names=", ".join(LEVELS))
    return np.array([LEVELS[name] for name in names], np.int8)
