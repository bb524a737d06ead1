"""How much of what is possible a search reaches, measured by one that is shown all cards.

No bot may see the state of a game. To know what luck leaves to be won at all, this measures a
search to which nothing is hidden but the future: it tries decisions out in the world as it is,
where an honest search deals itself worlds that may be. What the honest one wins beyond an equal
share, of what this one does, is the share of the possible that it reaches.

    python -m galopp.lab.clairvoyant --tries 20000 --games 400
"""

import argparse
import json
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from typing import Any

import numpy as np

from galopp.batch.loops import open_stream
from galopp.bots.outlook import Outlook, outlook_for
from galopp.bots.search import MANNER
from galopp.bots.tree import NONE, ROOT, Desk, Manner, Tree, plant, try_out
from galopp.bots.verbs import apply, believe, casual, mover, redeal, set_up, show, winners
from galopp.core.cards import count, lowest
from galopp.core.chance import Chance, chance
from galopp.core.kernel import kernel
from galopp.core.option import Options
from galopp.core.record import Record, blank
from galopp.core.words import NOBODY
from galopp.lab.shares import Share
from galopp.play.game import Game, game, game_names


@kernel
def decide(
    worlds: Any,
    seen: Record,
    tree: Tree,
    tries: int,
    sees_all: bool,
    manner: Manner,
    outlook: Outlook,
    sight: Record,
    rewards: Any,
    luck: Chance,
) -> int:
    """The decision tried most; `worlds[0]` is the state as it is, `worlds[1]` is for trying."""
    if count(seen.legal) == 1:
        return lowest(seen.legal)
    tree[ROOT].first = NONE
    size = 1
    for _ in range(tries):
        if sees_all:
            worlds[1] = worlds[0]
        else:
            redeal(seen, luck, worlds[1])
            believe(seen, worlds[1], sight, luck)
        desk = Desk(worlds[1], sight, rewards)
        size = try_out(tree, size, seen, manner, outlook, desk, luck)
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
    worlds: Any,
    seen: Record,
    tree: Tree,
    searcher: int,
    tries: int,
    sees_all: bool,
    manner: Manner,
    outlook: Outlook,
    sight: Record,
    rewards: Any,
    luck: Chance,
    own: Chance,
) -> int:
    """One seat searches, all others are casual players; returns who has won."""
    while mover(worlds[0]) != NOBODY:
        seat = mover(worlds[0])
        show(worlds[0], seat, seen)
        if seat == searcher:
            about = (manner, outlook, sight, rewards, own)
            code = decide(worlds, seen, tree, tries, sees_all, *about)
        else:
            code = casual(seen, own)
        apply(worlds[0], code, luck)
    return winners(worlds[0])


def win_share(
    played: Game, players: int, games: int, tries: int, sees_all: bool, seed: int = 1
) -> Share:
    """How often a search wins against casual players, of the games that one player wins alone."""
    options = played.check_setting(players, played.options_needed(players))
    outlook = outlook_for(played.name, players, options)
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        work = [
            threads.submit(_winners, played, players, options, outlook, tries, sees_all, seed, n)
            for n in range(games)
        ]
        won = [(n % players, future.result()) for n, future in enumerate(work)]
    decided = [seats >> searcher & 1 for searcher, seats in won if seats.bit_count() == 1]
    return Share.of(sum(decided), max(1, len(decided)))


def _winners(
    played: Game,
    players: int,
    options: Options,
    outlook: Outlook,
    tries: int,
    sees_all: bool,
    seed: int,
    number: int,
) -> int:
    """Each deal is played once with the searcher on each seat."""
    rules = played.rules
    worlds, luck, own = np.zeros(2, rules.STATE), chance(0), chance(seed + 2 * number + 1)
    open_stream(luck, np.uint64(seed), np.uint64(number // players))
    set_up(worlds[0], players, options, luck)
    thinking = (number % players, tries, sees_all, MANNER, outlook)
    scratch = (blank(rules.SEEN), np.zeros(rules.SEATS))
    tree = plant(tries)
    return int(play_game(worlds, blank(rules.SEEN), tree, *thinking, *scratch, luck, own))


def compare(games: int, tries: int, players: int = 2) -> Iterator[dict[str, Any]]:
    """Every game: what the honest search wins, what the clairvoyant, and the share reached."""
    for name in game_names():
        played = game(name)
        honest = win_share(played, players, games, tries, sees_all=False)
        seeing = win_share(played, players, games, tries, sees_all=True)
        fair = 1 / players
        yield {
            "game": name,
            "players": players,
            "games": games,
            "tries": tries,
            "honest": asdict(honest),
            "clairvoyant": asdict(seeing),
            "reached": round((honest.share - fair) / (seeing.share - fair), 3),
        }


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    asked.add_argument("--games", type=int, default=400)
    asked.add_argument("--tries", type=int, default=2_000)
    asked.add_argument("--players", type=int, default=2)
    for row in compare(**vars(asked.parse_args())):
        print(json.dumps(row), flush=True)
