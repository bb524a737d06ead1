"""Many whole games played by bots, and what came of them.

They are the games of a batch: each has its own stream of chance, made from the seed and the
game's number, so that results depend neither on how the work is cut up nor on how many cores
share it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from galopp.batch import Played, cpu
from galopp.batch.batch import levels_of, make_plan
from galopp.core.words import Plain
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
    progress: Callable[[int], None] = lambda played: None,
) -> Played:
    """Play many games on all cores; `seats` names a policy a seat, and goes round if shorter.

    `progress` is told how many games are done, first 0 when compiling has come to an end.
    """
    plan = make_plan(game.name, games, players, seed, ({},), options or {}, None)
    return cpu.play(plan, levels_of(seats, players), progress)


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
