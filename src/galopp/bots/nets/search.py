"""The net, thinking ahead: its best decisions are tried out, and the best in fact is taken.

    NetSearch("saumaumau", Budget(seconds=1.0), elsewhere).think(seen, told, luck)

What the net would hardly ever decide is not tried, and what falls far behind is dropped. The net's
own choice stands unless another is ahead of it by more than chance would explain.
"""

import math
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import NamedTuple

import numpy as np

from galopp import games
from galopp.bots.nets.bot import is_taught
from galopp.bots.nets.file import Read, net_of, workspace
from galopp.bots.nets.net import SHARE, best_code, evaluate
from galopp.bots.nets.playouts import Candidates, Playing, try_worlds
from galopp.bots.search import Budget, clock_for
from galopp.bots.thought import Bot, Thought
from galopp.bots.verbs import heuristics_of
from galopp.core.cards import count
from galopp.core.chance import chance, spin
from galopp.core.contract import History, Known
from galopp.core.history import conclusions
from galopp.core.record import Record
from galopp.core.words import numbers_in

MOST_TRIED = 6  # decisions
SELDOM = 0.01  # what the net would decide less often is not tried
HORIZON = {"ostfriesenlauf": 8, "saumaumau": 16, "schweinsgalopp": 14}  # decisions
AT_ONCE = 8  # worlds between two looks at the clock
SURELY_WORSE = 3.0  # standard errors
SURELY_BETTER = 1.0


class NetSearch:
    """Thinks ahead by a net for a seat of one game."""

    def __init__(
        self,
        game: str,
        budget: Budget,
        elsewhere: Bot,
        one_core: bool = False,
        read: Read | None = None,
    ) -> None:
        self.rules, self.budget = games.rules(game), budget
        self.one_core = one_core
        self.net, self._taught = net_of(game) if read is None else read
        self._elsewhere = elsewhere
        self.number_of_codes = max(kind.first + len(kind.subjects) for kind in self.rules.MOVES)

    def think(self, seen: Record, told: History, luck: int) -> Thought:
        """Decide by what a seat sees."""
        if not is_taught(self._taught, seen):
            return self._elsewhere.think(seen, told, luck)
        codes = self._worth_trying(seen)
        if len(codes) == 1 or not heuristics_of(self.rules.NAME).worth_thinking(seen):
            return Thought(codes[0])
        seconds, clock = self.budget.seconds, clock_for(self.one_core)
        end = None if seconds is None else clock() + seconds
        stream = chance(luck)
        number = 1 if self.one_core and end is not None else self.budget.trees
        about = Problem(seen, conclusions(self.rules, seen, told), codes)
        trials = [Trial(self, about, int(spin(stream))) for _ in range(number)]
        self._go_on(trials, end)
        return _thought(codes, [one.tried for one in trials])

    def _go_on(self, trials: "list[Trial]", end: float | None) -> None:
        """One here and the others beside it; each makes its part of the tries."""
        each = None if self.budget.tries is None else -(-self.budget.tries // len(trials))
        own, *others = trials
        if self.one_core:
            for one in trials:
                one.go_on(each, end)
            return
        beside = [_helpers().submit(one.go_on, each, end) for one in others]
        own.go_on(each, end)
        for done in beside:
            done.result()

    def close(self) -> None:
        """It holds nothing."""

    def _worth_trying(self, seen: Record) -> list[int]:
        """What the net would decide, the likeliest first."""
        words = np.frombuffer(seen.tobytes(), np.uint64)
        found = evaluate(words, int(seen.viewer), int(seen.players), self.net, workspace())
        best = int(best_code(found, seen.legal))
        if count(seen.legal) == 1:
            return [best]
        chances = {
            code: math.exp((int(found[code]) - int(found[best])) / SHARE)
            for code in numbers_in(int(seen.legal))
        }
        whole = sum(chances.values())
        likely = sorted(chances, key=lambda code: (code != best, -chances[code], code))
        often = [code for code in likely[:MOST_TRIED] if chances[code] >= SELDOM * whole]
        return often if len(often) > 1 else likely[:2]


class Problem(NamedTuple):
    """What is searched."""

    seen: Record
    known: Known  # what follows from what the seat was told
    codes: list[int]  # that are tried


class Trial:
    """Decisions that are tried out in worlds, with luck of their own."""

    def __init__(self, search: NetSearch, problem: Problem, luck: int) -> None:
        rules, number = search.rules, len(problem.codes)
        self.tried = Candidates(
            np.array(problem.codes, np.int64),
            np.zeros(number, np.bool_),
            np.zeros(number, np.int64),
            *(np.zeros(number, np.float64) for _ in range(3)),
        )
        view = np.zeros(1, rules.SEEN)
        self._playing = Playing(
            search.net,
            workspace(),
            np.zeros(2, rules.STATE),
            view,
            view.view(np.uint64),
            chance(0),
            search.number_of_codes,
            HORIZON[rules.NAME],
        )
        self._problem, self._luck = problem, chance(luck)
        self._clock = clock_for(search.one_core)

    def go_on(self, tries: int | None, end: float | None) -> None:
        """Try on until so many playouts are made, or until the time is over; some in any case."""
        seen, known, _ = self._problem
        while True:
            try_worlds(AT_ONCE, seen, known, self.tried, self._playing, self._luck)
            self._drop()
            enough = tries is not None and self.tried.worlds.sum() >= tries
            late = end is not None and self._clock() >= end
            if enough or late or self.tried.dropped[1:].all():
                break

    def _drop(self) -> None:
        """Leave out what is surely worse than the net's own choice."""
        for nth in range(1, len(self.tried.codes)):
            mean, error = _ahead([self.tried], nth)
            if mean < -SURELY_WORSE * error - 1e-9:
                self.tried.dropped[nth] = True


def _ahead(parts: list[Candidates], nth: int) -> tuple[float, float]:
    """How far a decision is ahead of the first, and the standard error of that."""
    worlds = sum(int(part.worlds[nth]) for part in parts)
    if worlds < 2:
        return 0.0, math.inf
    mean = sum(float(part.ahead[nth]) for part in parts) / worlds
    square = sum(float(part.squares[nth]) for part in parts) / worlds
    # A little more than was seen: a few worlds that agree are no certainty.
    return mean, math.sqrt((max(0.0, square - mean * mean) + 0.05 / worlds) / worlds)


def _thought(codes: list[int], parts: list[Candidates]) -> Thought:
    best, lead = 0, 0.0
    for nth in range(1, len(codes)):
        mean, error = _ahead(parts, nth)
        if mean > SURELY_BETTER * error and mean > lead:
            best, lead = nth, mean
    visits = {code: sum(int(p.worlds[nth]) for p in parts) for nth, code in enumerate(codes)}
    shares = {code: sum(float(p.shares[nth]) for p in parts) for nth, code in enumerate(codes)}
    chances = {code: shares[code] / often for code, often in visits.items() if often}
    return Thought(codes[best], chances, visits, sum(visits.values()))


@cache
def _helpers() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(64, thread_name_prefix="galopp-net")
