"""Many whole games played by bots, and what came of them.

Each game has its own stream of chance, made from the seed and the game's number, so that
results depend neither on how the work is cut up nor on how many cores share it.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from galopp import bots
from galopp.bots.verbs import apply, beginner, casual, legal, mover, points, set_up, show, winners
from galopp.core.cards import pick
from galopp.core.chance import Chance, chance, spin
from galopp.core.fault import Unreadable
from galopp.core.kernel import hot_kernel, kernel
from galopp.core.option import Options
from galopp.core.record import Record, blank
from galopp.core.words import NOBODY, Plain
from galopp.lab.shares import Share
from galopp.play.game import Game

RANDOM, BEGINNER, CASUAL = range(len(bots.POLICIES))  # what a policy is called in a loop
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


# The loop -------------------------------------------------------------------------------


@kernel
def begin_luck(luck: Chance, seed: np.uint64, number: int) -> None:
    """Luck of its own for whatever has this number, the same for the same seed."""
    luck[0] = seed
    luck[0] = spin(luck) ^ np.uint64(number)
    luck[0] = spin(luck)


@hot_kernel
def decide(state: Record, seat: int, policy: int, seen: Record, luck: Chance) -> int:
    """What a policy decides for the seat that is on turn, by what that seat sees."""
    if policy == RANDOM:
        return pick(legal(state), luck)
    show(state, seat, seen)
    return beginner(seen, luck) if policy == BEGINNER else casual(seen, luck)


@hot_kernel
def play_game(
    state: Record, seen: Record, policies: Any, luck: Chance, own: Any, thinking: Chance
) -> int:
    """Play on to the end, one policy a seat; returns how many decisions that took.

    `own` is a stream of luck for each seat to decide by, or empty: then all draw from the
    table's. `seen` and `thinking` are scratch.
    """
    made = 0
    seat = mover(state)
    while seat != NOBODY:
        stream = luck
        if len(own):
            thinking[0] = spin(own[seat : seat + 1])
            stream = thinking
        apply(state, decide(state, seat, policies[seat], seen, stream), luck)
        made += 1
        seat = mover(state)
    return made


@kernel
def play_games(
    state: Record,
    seen: Record,
    luck: Chance,
    seed: np.uint64,
    first: int,
    players: int,
    options: Options,
    policies: Any,
    points_won: Any,
    won: Any,
    decisions: Any,
    endings: Any,
) -> None:
    """Whole games, a row each; `state`, `seen` and `luck` are scratch."""
    nobodys = np.zeros(0, np.uint64)
    for n in range(len(won)):
        begin_luck(luck, seed, first + n)
        set_up(state, players, options, luck)
        decisions[n] = play_game(state, seen, policies, luck, nobodys, luck)
        for player in range(players):
            points_won[n, player] = points(state, player)
        won[n] = winners(state)
        for way in range(endings.shape[1]):
            endings[n, way] = state.ended[way]


def policy_codes(names: Sequence[str]) -> npt.NDArray[np.int8]:
    """What these policies are called in a loop; raises `Unreadable`, naming those there are."""
    for name in names:
        if name not in bots.POLICIES:
            raise Unreadable("unknown_policy", bot=name, names=", ".join(bots.POLICIES))
    return np.array([bots.POLICIES.index(name) for name in names], np.int8)


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
    chosen = game.check_setting(players, options or {})
    policies = policy_codes([seats[seat % len(seats)] for seat in range(players)])
    played = Played(
        np.zeros((games, players), np.int16),
        np.zeros(games, np.int16),
        np.zeros(games, np.int32),
        np.zeros((games, len(game.rules.Ending)), np.int16),
    )

    def work(part: slice) -> int:
        state, seen, luck = blank(game.rules.STATE), blank(game.rules.SEEN), chance(0)
        rows = [getattr(played, name)[part] for name in played.__dataclass_fields__]
        setting = (np.uint64(seed % 2**64), part.start, players, chosen, policies)
        play_games(state, seen, luck, *setting, *rows)
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
