"""Many whole games played by bots, and what came of them.

They are the games of a batch: each has its own stream of chance, made from the seed and the
game's number, so that results depend neither on how the work is cut up nor on who does it.
"""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass

import numpy as np

from galopp.batch import Played, cpu
from galopp.batch.batch import levels_of, make_plan
from galopp.batch.plan import Plan
from galopp.core.words import Plain
from galopp.lab.cluster import executor_for
from galopp.lab.pieces import Executor, never
from galopp.lab.shares import Share
from galopp.play.game import Game


@dataclass(frozen=True)
class Summary:
    """What came of many games."""

    game: str
    players: int
    games: int
    seed: int
    bots: tuple[str, ...]
    options: dict[str, Plain]
    wins: tuple[Share, ...]  # by seat; a shared victory counts for each who shares it
    points: tuple[float, ...]  # mean, by seat
    lowest_points: int
    highest_points: int
    decisions_mean: float
    decisions_shortest: int
    decisions_median: int
    decisions_longest: int
    endings: dict[str, Share]  # of `ends`: of races where a game has several
    ends: int
    shared: Share
    unowned: Share  # no player won


def simulate(
    game: Game,
    players: int,
    games: int,
    seed: int,
    seats: Sequence[str] = ("random",),
    options: dict[str, Plain] | None = None,
    on: str | Executor | None = None,
) -> Played:
    """Play many games; `seats` names a policy a seat, and goes round if shorter.

    All cores do it; `on="ray"`, or an address, has a Ray cluster do it (`galopp.lab.cluster`).
    """
    return play_all(Simulation(game.name, players, games, seed, tuple(seats), options or {}), on)


def play_all(
    simulation: "Simulation",
    on: str | Executor | None = None,
    progress: Callable[[int], None] = lambda played: None,
) -> Played:
    """The same; `progress` is told how many more games are done, first when all is compiled."""
    done: list[Played] = []
    with closing(executor_for(on).run(simulation, simulation.games)) as parts:
        for part in parts:
            done.append(part)
            progress(len(part.winners))
    return Played(*(np.concatenate(columns) for columns in zip(*done, strict=True)))


@dataclass(frozen=True)
class Simulation:
    """Simulating games, as a job."""

    game: str
    players: int
    games: int
    seed: int
    seats: tuple[str, ...]
    options: dict[str, Plain]
    compiled: bool = True

    @property
    def at_once(self) -> tuple[int, int]:
        """Games in a piece, at least and at most."""
        return cpu.FEW_WHOLE, cpu.PART

    @property
    def kernels(self) -> str:
        """The game's, in the loop that these policies play in."""
        return f"{self.game} {sorted({*self.seats} - {'random'})}"

    def prepare(self) -> None:
        """Have them compiled."""
        self.open(never).work(range(0))

    def open(self, given_up: Callable[[], bool]) -> "CompiledGames":
        """Raises `Fault` where what was asked for does not go together."""
        about = (self.game, self.games, self.players, self.seed)
        plan = make_plan(*about, ({},), self.options, None)
        return CompiledGames(plan, levels_of(self.seats, self.players))


class CompiledGames:
    """Plays games of a plan from beginning to end."""

    def __init__(self, plan: Plan, levels: list[int]) -> None:
        self._plan = plan
        self._levels = levels

    def work(self, piece: range) -> Played:
        """The games with these numbers."""
        return cpu.play_some(self._plan, self._levels, piece)

    def close(self) -> None:
        """It holds nothing."""


def summarise(
    game: Game,
    played: Played,
    seed: int,
    seats: Sequence[str],
    options: dict[str, Plain],
) -> Summary:
    """Count what came of the games."""
    games, players = played.points.shape
    won = played.winners
    several = int(((won & (won - 1)) != 0).sum())
    ends = int(played.endings.sum())
    return Summary(
        game=game.name,
        players=players,
        games=games,
        seed=seed,
        bots=tuple(seats[seat % len(seats)] for seat in range(players)),
        options=options,
        wins=tuple(Share.of(int((won >> seat & 1).sum()), games) for seat in range(players)),
        points=tuple(round(float(mean), 3) for mean in played.points.mean(axis=0)),
        lowest_points=int(played.points.min()),
        highest_points=int(played.points.max()),
        decisions_mean=round(float(played.decisions.mean()), 2),
        decisions_shortest=int(played.decisions.min()),
        decisions_median=int(np.median(played.decisions)),
        decisions_longest=int(played.decisions.max()),
        endings={
            way.name.lower(): Share.of(int(played.endings[:, way].sum()), ends)
            for way in game.rules.Ending
        },
        ends=ends,
        shared=Share.of(several, games),
        unowned=Share.of(int((won == 0).sum()), games),
    )
