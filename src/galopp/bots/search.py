"""Thinking ahead within a budget: so many tries, or so many seconds.

    search = Search("schweinsgalopp", Budget(tries=2_000))
    thought = search.think(seen, told, luck=7)
    thought.code, thought.chances[thought.code]     # the decision, and its chance to win

Several trees are grown, each with luck of its own, and asked together in the end. How many
trees there are belongs to the budget and not to the machine: the same luck and the same number
of tries give the same thought on any number of cores.
"""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

import numpy as np

from galopp import games
from galopp.bots.outlook import outlook_for
from galopp.bots.thought import Thought
from galopp.bots.tree import NONE, ROOT, Problem, Scratch, SearchParameters, Tree, grow, plant
from galopp.bots.verbs import heuristics_of
from galopp.core.cards import count
from galopp.core.chance import chance, spin
from galopp.core.contract import History, Known
from galopp.core.history import conclusions
from galopp.core.record import Record, blank

PARAMETERS = SearchParameters(curiosity=0.7, advised=10)  # found by trial, search against search
A_MOMENT = 0.01  # seconds between two looks at the clock
LOOKS = 8  # at the trees, while so many tries are made
ROOM = 200_000  # decisions that a tree remembers at most: 6 MiB
HELPERS = 64  # threads at most, for all trees that grow at the same time


Clock: TypeAlias = Callable[[], float]


def clock_for(one_core: bool) -> Clock:
    """What seconds are counted by: on one core, those that this thread had for itself."""
    return time.thread_time if one_core else time.monotonic


@dataclass(frozen=True)
class Budget:
    """How long to think: so many tries in all, or so many seconds."""

    tries: int | None = None
    seconds: float | None = None
    trees: int = 2


class Search:
    """Thinks ahead for a seat of one game."""

    def __init__(
        self,
        game: str,
        budget: Budget,
        parameters: SearchParameters = PARAMETERS,
        one_core: bool = False,
    ) -> None:
        self.rules = games.rules(game)
        self.budget = budget
        self.parameters = parameters
        self.one_core = one_core
        self._heuristics = heuristics_of(game)

    def think(self, seen: Record, told: History, luck: int) -> Thought:
        """Decide by what a seat sees, and what follows from what it was told."""
        if count(seen.legal) == 1 or not self._heuristics.worth_thinking(seen):
            return Thought(int(self._heuristics.casual(seen, chance(luck))))
        budget = self.budget
        if budget.tries is not None:
            tries = budget.tries
            trees = self._plant(seen, told, luck, budget.trees)
            each = -(-tries // len(trees))
            self._on_all(trees, lambda tree: tree.grow_by(each))
        else:
            assert budget.seconds is not None
            trees = self._plant(seen, told, luck, 1 if self.one_core else budget.trees)
            clock = clock_for(self.one_core)
            end = clock() + budget.seconds
            self._on_all(trees, lambda tree: tree.grow_until(end, clock))
        return _thought(trees)

    def close(self) -> None:
        """It holds nothing."""

    def _plant(self, seen: Record, told: History, luck: int, number: int) -> "list[GrowingTree]":
        stream, known = chance(luck), conclusions(self.rules, seen, told)
        return [GrowingTree(self, seen, known, int(spin(stream))) for _ in range(number)]

    def _on_all(self, trees: "list[GrowingTree]", work: "Callable[[GrowingTree], None]") -> None:
        """One tree grows here, the others beside it."""
        own, *others = trees
        if self.one_core:
            for tree in trees:
                work(tree)
            return
        beside = [_helpers().submit(work, tree) for tree in others]
        work(own)
        for done in beside:
            done.result()


class GrowingTree:
    """A tree and what it needs to grow."""

    def __init__(self, search: Search, seen: Record, known: Known, luck: int) -> None:
        rules = search.rules
        self.tree: Tree = plant(min(ROOM, search.budget.tries or ROOM))
        self.size, self.tries = 1, 0
        outlook = outlook_for(rules.NAME, int(seen.players), seen.options)
        self._problem = Problem(seen, known, outlook, search.parameters)
        self._luck = chance(luck)
        self._scratch = Scratch(blank(rules.STATE), blank(rules.SEEN), np.zeros(rules.SEATS))

    def grow(self, tries: int) -> None:
        """So many tries."""
        about = (self._problem, self._scratch, self._luck)
        self.size = int(grow(self.tree, self.size, tries, *about))
        self.tries += tries

    def grow_by(self, tries: int) -> None:
        """So many tries, or fewer if the rest could not change what this tree advises."""
        some = -(-tries // LOOKS)
        while self.tries < tries and self.lead() <= tries - self.tries:
            self.grow(min(some, tries - self.tries))

    def grow_until(self, end: float, clock: Clock) -> None:
        """As many tries as fit in, or fewer if the rest could not change what this tree advises."""
        tries, could_be = 32, 0.0
        while self.lead() <= could_be:
            start = clock()
            self.grow(tries)
            now = clock()
            if now >= end:
                break
            rate = tries / max(now - start, 1e-6)
            could_be = rate * (end - now)
            tries = max(1, int(min(4 * tries, rate * A_MOMENT, could_be)))

    def lead(self) -> int:
        """How much more often the best decision was tried than the second."""
        visits = sorted((often for _, often, _ in self.decisions()), reverse=True)
        return visits[0] - visits[1] if len(visits) > 1 else 0

    def decisions(self) -> list[tuple[int, int, float]]:
        """The decisions open to the seat: code, how often it was tried, victories."""
        found, child = [], int(self.tree[ROOT].first)
        while child != NONE:
            known = self.tree[child]
            found.append((int(known.code), int(known.visits), float(known.worth)))
            child = int(known.sibling)
        return found


def _thought(trees: list[GrowingTree]) -> Thought:
    """The decision that was tried most, in all trees together."""
    visits: dict[int, int] = {}
    victories: dict[int, float] = {}
    for code, often, won in sorted(found for tree in trees for found in tree.decisions()):
        visits[code] = visits.get(code, 0) + often
        victories[code] = victories.get(code, 0.0) + won
    chances = {code: victories[code] / often for code, often in visits.items()}
    best = max(visits, key=lambda code: (visits[code], chances[code]))
    return Thought(best, chances, visits, sum(tree.tries for tree in trees))


@cache
def _helpers() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(HELPERS, thread_name_prefix="galopp-tree")
