"""What hidden cards are worth, measured by a search that is shown all of them.

No bot may see the state of a game. This measures a search to which nothing is hidden but the
future: it tries decisions out in the world as it is, where an honest search deals itself worlds
that may be. In two of the games it wins everything, so it says nothing about how far an honest one
could get.

    python -m galopp.lab.clairvoyant --tries 20000 --games 400
"""

import argparse
import json
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import NamedTuple

import numpy as np

from galopp.batch.layout import Records
from galopp.batch.loops import open_stream
from galopp.bots.outlook import outlook_for
from galopp.bots.search import PARAMETERS
from galopp.bots.tree import NONE, ROOT, Problem, Scratch, Tree, plant, try_out
from galopp.bots.verbs import apply, believe, casual, mover, redeal, set_up, show, winners
from galopp.core.cards import count, lowest
from galopp.core.chance import Chance, chance
from galopp.core.kernel import kernel
from galopp.core.record import blank
from galopp.core.words import NOBODY
from galopp.lab.shares import Share
from galopp.play.game import Game, game, game_names


class Searcher(NamedTuple):
    """Who searches, and how much."""

    seat: int
    tries: int
    sees_all: bool


@kernel
def decide(
    worlds: Records,
    tree: Tree,
    searcher: Searcher,
    problem: Problem,
    scratch: Scratch,
    luck: Chance,
) -> int:
    """The decision tried most; `worlds[0]` is the state as it is, `worlds[1]` is for trying."""
    seen = problem.seen
    if count(seen.legal) == 1:
        return lowest(seen.legal)
    tree[ROOT].first = NONE
    size = 1
    for _ in range(searcher.tries):
        if searcher.sees_all:
            worlds[1] = worlds[0]
        else:
            redeal(seen, luck, worlds[1])
            believe(seen, worlds[1], scratch.sight, luck)
        world = Scratch(worlds[1], scratch.sight, scratch.rewards)
        size = try_out(tree, size, problem, world, luck)
    return most_tried(tree)


@kernel
def most_tried(tree: Tree) -> int:
    """The code of the root's branch that was tried most."""
    best, code = -1, NOBODY
    child = tree[ROOT].first
    while child != NONE:
        if tree[child].visits > best:
            best, code = tree[child].visits, tree[child].code
        child = tree[child].sibling
    return int(code)


@kernel
def play_game(
    worlds: Records,
    tree: Tree,
    searcher: Searcher,
    problem: Problem,
    scratch: Scratch,
    luck: Chance,
    own: Chance,
) -> int:
    """One seat searches, all others are casual players; returns who has won."""
    while mover(worlds[0]) != NOBODY:
        seat = mover(worlds[0])
        show(worlds[0], seat, problem.seen)
        if seat == searcher.seat:
            code = decide(worlds, tree, searcher, problem, scratch, own)
        else:
            code = casual(problem.seen, own)
        apply(worlds[0], code, luck)
    return winners(worlds[0])


@dataclass(frozen=True)
class Trial:
    """One search against casual players."""

    game: Game
    players: int
    tries: int
    sees_all: bool
    seed: int = 1

    def share(self, games: int) -> Share:
        """How often the search wins, of the games that one player wins alone."""
        with ThreadPoolExecutor(os.cpu_count()) as threads:
            won = [*threads.map(self.winners, range(games))]
        alone = [(n, seats) for n, seats in enumerate(won) if seats.bit_count() == 1]
        decided = [seats >> n % self.players & 1 for n, seats in alone]
        return Share.of(sum(decided), max(1, len(decided)))

    def winners(self, number: int) -> int:
        """Who wins a game; each deal is played once with the searcher on each seat."""
        rules, players = self.game.rules, self.players
        options = self.game.check_setting(players, self.game.options_needed(players))
        worlds, luck, own = np.zeros(2, rules.STATE), chance(0), chance(self.seed + 2 * number + 1)
        open_stream(luck, np.uint64(self.seed), np.uint64(number // players))
        set_up(worlds[0], players, options, luck)
        searcher = Searcher(number % players, self.tries, self.sees_all)
        outlook = outlook_for(self.game.name, players, options)
        problem = Problem(blank(rules.SEEN), np.zeros(rules.KNOWN, np.int64), outlook, PARAMETERS)
        scratch = Scratch(blank(rules.STATE), blank(rules.SEEN), np.zeros(rules.SEATS))
        return int(play_game(worlds, plant(self.tries), searcher, problem, scratch, luck, own))


def compare(games: int, tries: int, players: int = 2) -> Iterator[dict[str, object]]:
    """Every game: what the honest search wins, and what the clairvoyant."""
    for name in game_names():
        played = game(name)
        honest = Trial(played, players, tries, sees_all=False).share(games)
        seeing = Trial(played, players, tries, sees_all=True).share(games)
        yield {
            "game": name,
            "players": players,
            "games": games,
            "tries": tries,
            "honest": asdict(honest),
            "clairvoyant": asdict(seeing),
        }


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    asked.add_argument("--games", type=int, default=400)
    asked.add_argument("--tries", type=int, default=2_000)
    asked.add_argument("--players", type=int, default=2)
    for row in compare(**vars(asked.parse_args())):
        print(json.dumps(row), flush=True)
