"""Many whole games played by bots, and what came of them.

Each game has its own stream of chance, made from the seed and the game's number, so that
results depend neither on how the work is cut up nor on how many cores share it.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from galopp import bots
from galopp.core.cards import pick
from galopp.core.chance import chance, spin
from galopp.core.kernel import loop_kernel
from galopp.core.record import blank
from galopp.core.words import NOBODY, Plain
from galopp.play.game import Game

CHUNK = 1_000  # games between two looks at the progress bar


@dataclass(frozen=True)
class Played:
    """One row a game: points by seat, winners as bits, decisions, how often it ended how."""

    points: npt.NDArray[np.int16]  # (games, players)
    winners: npt.NDArray[np.int16]  # (games,)
    decisions: npt.NDArray[np.int32]  # (games,)
    endings: npt.NDArray[np.int16]  # (games, ways of ending)

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.winners)


@dataclass(frozen=True)
class Share:
    """A share of all games with its 95 % confidence interval (Wilson)."""

    share: float
    low: float
    high: float

    @classmethod
    def of(cls, hits: int, games: int) -> "Share":
        """So many of so many."""
        z, p = 1.96, hits / games
        middle = (p + z * z / (2 * games)) / (1 + z * z / games)
        reach = z * sqrt(p * (1 - p) / games + z * z / (4 * games * games)) / (1 + z * z / games)
        return cls(p, max(0.0, middle - reach), min(1.0, middle + reach))


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


Loop = Callable[..., None]


def game_loop(game: Game, clever: bots.Bot) -> Loop:
    """A compiled loop over whole games; seats whose bit is on in `clever_seats` play `clever`."""
    rules = game.rules
    set_up, mover, legal, apply = rules.set_up, rules.mover, rules.legal, rules.apply
    show, points_of, winners_of = rules.show, rules.points, rules.winners

    @loop_kernel
    def play_games(
        state: Any,
        seen: Any,
        luck: Any,
        seed: int,
        first: int,
        players: int,
        options: Any,
        clever_seats: int,
        points: Any,
        winners: Any,
        decisions: Any,
        endings: Any,
    ) -> None:
        for n in range(len(winners)):
            luck[0] = np.uint64(seed)
            luck[0] = spin(luck) ^ np.uint64(first + n)
            luck[0] = spin(luck)
            set_up(state, players, options, luck)
            made = 0
            seat = mover(state)
            while seat != NOBODY:
                if clever_seats >> seat & 1:
                    show(state, seat, seen)
                    code = clever(seen, luck)
                else:
                    code = pick(legal(state), luck)
                apply(state, code, luck)
                made += 1
                seat = mover(state)
            for player in range(players):
                points[n, player] = points_of(state, player)
            winners[n] = winners_of(state)
            decisions[n] = made
            for way in range(endings.shape[1]):
                endings[n, way] = state.ended[way]

    return play_games


def simulate(
    game: Game,
    players: int,
    games: int,
    seed: int,
    seats: Sequence[str] = ("random",),
    options: dict[str, Plain] | None = None,
    progress: Callable[[int], None] = lambda played: None,
) -> Played:
    """Play many games on all cores; `seats` names a bot a seat, and goes round if shorter.

    `progress` is told how many games are done, first 0 when compiling has come to an end.
    """
    chosen = game.check_setting(players, options or {})
    sitting = [seats[seat % len(seats)] for seat in range(players)]
    clever_seats = sum(1 << seat for seat, name in enumerate(sitting) if name != "random")
    loop = game_loop(game, bots.bot(game.name, max(sitting, key=bots.NAMES.index)))
    played = Played(
        np.zeros((games, players), np.int16),
        np.zeros(games, np.int16),
        np.zeros(games, np.int32),
        np.zeros((games, len(game.rules.Ending)), np.int16),
    )

    def work(part: slice) -> int:
        state, seen, luck = blank(game.rules.STATE), blank(game.rules.SEEN), chance(0)
        rows = [getattr(played, name)[part] for name in played.__dataclass_fields__]
        setting = (np.uint64(seed % 2**64), part.start, players, chosen, clever_seats)
        loop(state, seen, luck, *setting, *rows)
        return int(part.stop - part.start)

    progress(work(slice(0, 0)))
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        for done in threads.map(work, _parts(games)):
            progress(done)
    return played


def _parts(games: int) -> Iterator[slice]:
    for start in range(0, games, CHUNK):
        yield slice(start, min(games, start + CHUNK))


def summarise(
    game: Game,
    played: Played,
    seed: int,
    seats: Sequence[str],
    options: dict[str, Plain],
) -> Summary:
    """Count what came of the games."""
    players, games = played.points.shape[1], played.games
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
