"""The net, thinking ahead: its best decisions are tried out, and the best in fact is taken.

    NetSearch("saumaumau", Budget(seconds=1.0), elsewhere).think(seen, told, luck)

What is worth trying, and what comes of it, is told in `candidates`; here is who tries for how long.
"""

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from galopp import games
from galopp.bots.nets.beliefs import no_past
from galopp.bots.nets.candidates import (
    MOST_TRIED,
    Candidates,
    add_tried,
    best_tried,
    candidates,
    drop_worse,
    list_likely,
)
from galopp.bots.nets.file import Read, net_of, workspace
from galopp.bots.nets.net import evaluate
from galopp.bots.nets.playouts import Asked, Playing, try_worlds
from galopp.bots.nets.taught import is_taught
from galopp.bots.search import Budget, clock_for
from galopp.bots.thought import Bot, Thought
from galopp.bots.verbs import beliefs_of, heuristics_of, remember
from galopp.core.chance import chance, spin
from galopp.core.contract import History, Known, Rules
from galopp.core.history import conclusions
from galopp.core.record import Record

HORIZON = {"ostfriesenlauf": 8, "saumaumau": 16, "schweinsgalopp": 28}  # decisions
# With more players it was not seen to win more than the search of 2026a, which then plays instead.
MOST_PLAYERS = {"ostfriesenlauf": 4, "saumaumau": 5, "schweinsgalopp": 2}
AT_ONCE = 8  # worlds between two looks at the clock


class NetSearch:
    """Thinks ahead by a net for a seat of one game; another where that is not known to be better.

    `everywhere` leaves to another only the tables that the net was not taught, for measuring.
    """

    def __init__(
        self,
        game: str,
        budget: Budget,
        elsewhere: Bot,
        one_core: bool = False,
        read: Read | None = None,
        everywhere: bool = False,
    ) -> None:
        self.rules, self.budget = games.rules(game), budget
        self.most_players = self.rules.SEATS if everywhere else MOST_PLAYERS[game]
        self.one_core = one_core
        self.net, self._taught = net_of(game) if read is None else read
        self._elsewhere = elsewhere

    def think(self, seen: Record, told: History, luck: int) -> Thought:
        """Decide by what a seat sees."""
        if seen.players > self.most_players or not is_taught(self._taught, seen):
            return self._elsewhere.think(seen, told, luck)
        codes = self._worth_trying(seen)
        if len(codes) == 1 or not heuristics_of(self.rules.NAME).worth_thinking(seen):
            return Thought(int(codes[0]))
        seconds, clock = self.budget.seconds, clock_for(self.one_core)
        end = None if seconds is None else clock() + seconds
        stream = chance(luck)
        number = 1 if self.one_core and end is not None else self.budget.trees
        about = Problem(seen, told, conclusions(self.rules, seen, told), codes)
        trials = [Trial(self, about, int(spin(stream))) for _ in range(number)]
        self._go_on(trials, end)
        return _thought([one.tried for one in trials])

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

    def _worth_trying(self, seen: Record) -> npt.NDArray[np.int64]:
        """What the net would decide, the likeliest first."""
        words = np.frombuffer(seen.tobytes(), np.uint64)
        space, codes = workspace(), np.zeros(MOST_TRIED, np.int64)
        evaluate(words, int(seen.viewer), int(seen.players), self.net, space)
        return codes[: list_likely(space.there, seen.legal, codes)]


def number_of_codes(rules: Rules) -> int:
    """How many codes a game has; a net finds a number for each, and then for seats."""
    return max(kind.first + len(kind.subjects) for kind in rules.MOVES)


class Problem(NamedTuple):
    """What is searched."""

    seen: Record
    told: History
    known: Known  # what follows from it
    codes: npt.NDArray[np.int64]  # that are tried


class Trial:
    """Decisions that are tried out in worlds, with luck of their own."""

    def __init__(self, search: NetSearch, problem: Problem, luck: int) -> None:
        rules = search.rules
        self.tried = candidates(problem.codes)
        view = np.zeros(1, rules.SEEN)
        self._playing = Playing(
            search.net,
            workspace(),
            np.zeros(2, rules.STATE),
            view,
            view.view(np.uint64),
            chance(0),
            number_of_codes(rules),
            HORIZON[rules.NAME],
        )
        past = no_past(rules.SEEN, rules.SEATS, beliefs_of(rules.NAME).ROOM)
        remember(problem.seen, problem.told, past, self._playing.states[1], chance(0))
        self._asked, self._luck = Asked(problem.seen, problem.known, past), chance(luck)
        self._clock = clock_for(search.one_core)

    def go_on(self, tries: int | None, end: float | None) -> None:
        """Try on until so many playouts are made, or until the time is over; some in any case."""
        while True:
            try_worlds(AT_ONCE, self._asked, self.tried, self._playing, self._luck)
            alone = bool(drop_worse(self.tried))
            enough = tries is not None and self.tried.worlds.sum() >= tries
            late = end is not None and self._clock() >= end
            if enough or late or alone:
                break


def _thought(parts: list[Candidates]) -> Thought:
    tried, *others = parts
    for part in others:
        add_tried(tried, part)
    codes = [int(code) for code in tried.codes]
    visits = dict(zip(codes, tried.worlds.tolist(), strict=True))
    shares = dict(zip(codes, tried.shares.tolist(), strict=True))
    chances = {code: shares[code] / often for code, often in visits.items() if often}
    return Thought(codes[best_tried(tried)], chances, visits, sum(visits.values()))


@cache
def _helpers() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(64, thread_name_prefix="galopp-net")
