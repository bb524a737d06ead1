"""How fast batches are: whole games, and steps with what an outside policy looks at.

Decisions are counted, not launches, and everything that belongs to a game is inside the measured
time: setting up, dealing, drawing lots for the moves, noting the results.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import NamedTuple, TypedDict

import numpy as np

from galopp.batch import Batch, play
from galopp.batch.setting import Variants
from galopp.lab.bench import Measure
from galopp.play.game import game

OURS = "galopp"
GAMES = "games"  # played to their end by lot, nothing shown to anybody
STEPS = "steps"  # one decision at a time, with observation and mask for whoever decides
OBSERVED_AS = ("uint8", "float32")
USUAL = "float32"  # what a batch shows unless it is asked for bytes; peers are held against it
WAYS = {GAMES: "play", STEPS: "step(sample())"}


class Contest(NamedTuple):
    """Something to be measured: who plays which game, where, and how."""

    who: str  # OURS, or a peer
    game: str
    players: int
    kind: str  # GAMES or STEPS
    device: str  # "cpu" or "cuda"
    threads: int | None  # of the processor
    side_by_side: int  # so many games are played at once
    way: str  # how it is driven, by the names of what is called
    observed_as: str | None = None  # ours: the kind of number

    def __str__(self) -> str:
        where = self.device if self.threads is None else f"{self.device} × {self.threads}"
        shown = f" ({self.observed_as})" if self.observed_as else ""
        return f"{self.who} {self.game}, {self.players}: {self.kind}{shown}, {where}, {self.way}"


@dataclass(frozen=True)
class Size:
    """How much is done at once."""

    games: int  # played to their end
    rows: int  # of a batch that is stepped
    steps: int  # until the device is waited for


SIZES = {"cpu": Size(65_536, 16_384, 4), "cuda": Size(2**24, 2**20, 20)}


class About(TypedDict):
    """Arguments of both `play` and `Batch`."""

    game: str
    players: int
    seed: int
    device: str
    threads: int | None
    variants: Variants


@dataclass(frozen=True)
class Setting:
    """A game of ours, and where it is played."""

    game: str
    players: int
    device: str
    threads: int | None
    size: Size

    @property
    def about(self) -> About:
        """What `play` and `Batch` are told."""
        return {
            "game": self.game,
            "players": self.players,
            "seed": 1,
            "device": self.device,
            "threads": self.threads,
            "variants": (game(self.game).options_needed(self.players),),
        }

    def contest(self, kind: str, observed_as: str | None = None) -> Contest:
        """What is measured of it."""
        at_once = self.size.games if kind == GAMES else self.size.rows
        who = (OURS, self.game, self.players)
        return Contest(*who, kind, self.device, self.threads, at_once, WAYS[kind], observed_as)


Finding = dict[str, object]  # JSON-able
Make = Callable[[], Measure]  # compiles; then there is something to measure


def contests_of(setting: Setting) -> Iterator[tuple[Contest, Make]]:
    """Everything that is measured of a game in one place."""
    yield setting.contest(GAMES), partial(whole_games, setting)
    for observed_as in OBSERVED_AS:
        yield setting.contest(STEPS, observed_as), partial(steps, setting, observed_as)


def whole_games(setting: Setting) -> Measure:
    """A measure of games played to their end; the same ones each time, so counted once."""

    def go() -> object:
        played = play(games=setting.size.games, **setting.about)
        wait_for(setting.device)
        return played.decisions

    decisions = int(np.asarray(go()).sum(dtype=np.int64))

    def measure(seconds: float) -> float:
        times, start = 0, perf_counter()
        while (spent := perf_counter() - start) < seconds:
            go()
            times += 1
        return times * decisions / spent

    return measure


def steps(setting: Setting, observed_as: str) -> Measure:
    """A measure of steps, observation and mask written each time."""
    batch = Batch(games=setting.size.rows, dtype=observed_as, **setting.about)
    batch.step(batch.sample())  # compiles
    wait_for(setting.device)
    return partial(step_rate, batch, setting.size.steps)


def step_rate(batch: Batch, steps: int, seconds: float) -> float:
    """Steps a second; so many are asked for before the device is waited for."""
    made, start = 0, perf_counter()
    while (spent := perf_counter() - start) < seconds:
        for _ in range(steps):
            batch.step(batch.sample())
        wait_for(batch.device)
        made += steps * batch.games
    return made / spent


# Devices --------------------------------------------------------------------------------


def wait_for(device: str) -> None:
    """Wait until the device has done all that it was asked to do."""
    if device == "cuda":
        from galopp.batch.numba_cuda import cuda

        cuda.synchronize()


def has_card() -> bool:
    """Whether there is a graphics card, or numba's simulator of one."""
    try:
        from galopp.batch.numba_cuda import SIMULATED, cuda

        return SIMULATED or bool(cuda.is_available())
    except ImportError:
        return False
