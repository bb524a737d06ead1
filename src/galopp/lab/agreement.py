"""The same games to the bit, however they are played.

    python -m galopp.lab.agreement                      # a million games of each kind
    python -m galopp.lab.agreement --games 5000 --interpreted 100

Random games of every number of players, with several table options, are played in these ways,
and every result of every game goes into a digest:

* alone: a compiled loop over the rules of one game, which knows nothing of batches;
* batched: `galopp.batch` on the processor;
* cuda: the same on a graphics card, where there is one;
* interpreted: the sources as Python runs them, in a process of its own, a part of the games.

A line tells of each way; a difference makes the exit status 1.
"""

import argparse
import hashlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np

from galopp.batch import cpu
from galopp.batch.batch import make_plan
from galopp.batch.loops import Played, number_of, open_stream
from galopp.batch.plan import Plan
from galopp.core.cards import pick
from galopp.core.chance import Chance, chance
from galopp.core.kernel import loop_kernel
from galopp.core.option import Options
from galopp.core.record import Record, blank
from galopp.core.words import NOBODY, Plain
from galopp.play.game import Game, game, game_names

MODULE = "galopp.lab.agreement"  # also where it is run, and called otherwise
SEED = 2026
# Beside games without any option; every number of players meets every one of them.
OPTIONS: dict[str, tuple[dict[str, Plain], ...]] = {
    "saumaumau": ({}, {"mau": True, "green_parries_plus2": True}, {"exact_goal": True, "races": 2}),
    "ostfriesenlauf": ({}, {"reshuffle": "all_empty", "board": "wilder"}, {"random_grid": True}),
    "schweinsgalopp": ({}, {"track_food": "per_race", "hide_secured": True}, {"gentle": True}),
}


def compared(name: str, games: int) -> list[Plan]:
    """So many games in all: a batch for each number of players, with all options in turn."""
    kind = game(name)
    each = -(-games // len(kind.players))
    return [_plan(kind, players, each) for players in kind.players]


def _plan(kind: Game, players: int, games: int) -> Plan:
    needed, options = kind.options_needed(players), OPTIONS.get(kind.name, ({},))
    return make_plan(kind.name, games, players, SEED, options, needed, None)


# Ways to play -----------------------------------------------------------------------------


def alone(plan: Plan) -> Played:
    """One game after the other, by the rules themselves."""
    rules, played = plan.rules, Played(*(np.zeros(*array) for array in plan.results()))
    play_game = _loop_over(rules.NAME)
    state, luck = blank(rules.STATE), chance(0)
    for row in range(plan.games):
        players, options = plan.settings.of(row)
        open_stream(luck, np.uint64(plan.seed), number_of(row, 0))
        played.decisions[row] = play_game(state, players, options, luck)
        played.points[row] = [rules.points(state, seat) for seat in range(players)]
        played.winners[row] = rules.winners(state)
        played.endings[row] = state.ended
    return played


@cache
def _loop_over(name: str) -> Callable[[Record, int, Options, Chance], int]:
    rules = game(name).rules
    set_up, mover, legal, apply = rules.set_up, rules.mover, rules.legal, rules.apply

    @loop_kernel
    def play_game(state: Record, players: int, options: Options, luck: Chance) -> int:
        set_up(state, players, options, luck)
        made = 0
        while mover(state) != NOBODY:
            apply(state, pick(np.uint64(legal(state)), luck), luck)
            made += 1
        return made

    return play_game


def batched(plan: Plan) -> Played:
    """All at once, on the processor."""
    return cpu.play(plan, [0] * plan.seats)


def on_card(plan: Plan) -> Played:
    """All at once, on a graphics card."""
    from galopp.batch import cuda

    return cuda.play(plan, [0] * plan.seats)


WAYS = {"alone": alone, "batched": batched, "cuda": on_card}


def digest(way: str, name: str, games: int) -> str:
    """Every result of so many games as one number."""
    return digest_of(WAYS[way](plan) for plan in compared(name, games))


def digest_of(batches: Iterable[Played]) -> str:
    """Every result of these games as one number."""
    found = hashlib.sha256()
    for played in batches:
        for array in played:
            found.update(np.ascontiguousarray(np.asarray(array)).tobytes())
    return found.hexdigest()


def digest_elsewhere(way: str, name: str, games: int, **environment: str) -> str:
    """The same in a process of its own, where other variables are set."""
    asked = [sys.executable, "-W", "ignore", "-m", MODULE, "--digest", way, name, str(games)]
    told = subprocess.run(
        asked, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    if told.returncode:
        raise RuntimeError(told.stderr)
    return told.stdout.strip()


# The whole comparison ---------------------------------------------------------------------


@dataclass(frozen=True)
class Compared:
    """Games that were played in one way."""

    game: str
    way: str
    games: int
    digest: str
    same: bool

    def __str__(self) -> str:
        told = "the same" if self.same else "NOT THE SAME"
        return f"{self.game:<15} {self.way:<12} {self.games:>9,} games  {self.digest[:16]}  {told}"


def compare(name: str, games: int, interpreted: int) -> Iterator[Compared]:
    """Play one kind of game in every way there is here."""
    first = digest("alone", name, games)
    yield Compared(name, "alone", games, first, True)
    for way in ("batched", "cuda") if _has_card() else ("batched",):
        found = digest(way, name, games)
        yield Compared(name, way, games, found, found == first)
    if interpreted:
        few = digest("batched", name, interpreted)
        found = digest_elsewhere("batched", name, interpreted, NUMBA_DISABLE_JIT="1")
        yield Compared(name, "interpreted", interpreted, found, found == few)


def _has_card() -> bool:
    try:
        from galopp.batch import cuda
    except ImportError:
        return False
    return cuda.is_there()


def main() -> int:
    """Compare the games that are asked for; 1 if any way plays differently."""
    parser = argparse.ArgumentParser(prog="python -m galopp.lab.agreement")
    parser.add_argument("names", nargs="*", default=game_names(), help="which games; all")
    parser.add_argument("--games", type=int, default=1_000_000, help="of each kind")
    parser.add_argument("--interpreted", type=int, default=2_000, help="so many interpreted")
    parser.add_argument("--digest", nargs=3, metavar=("WAY", "NAME", "GAMES"), help="one, alone")
    asked = parser.parse_args()
    if asked.digest:
        way, name, games = asked.digest
        print(digest(way, name, int(games)))
        return 0
    same = True
    for name in asked.names:
        for found in compare(name, asked.games, asked.interpreted):
            print(found, flush=True)
            same &= found.same
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
