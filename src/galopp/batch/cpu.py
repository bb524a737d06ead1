"""A batch on the processor: compiled loops over parts of it, each in a thread of its own.

No kernel holds the interpreter's lock, so that threads run side by side. How the games are cut
up decides nothing: each has its own luck and its own place in every array.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from galopp.batch import loops
from galopp.batch.history_rows import HistoryRows
from galopp.batch.layout import Records, Row, Words
from galopp.batch.loops import Codes, Games, Pass, Played, Scratch, Shown
from galopp.batch.plan import Given, Plan, check
from galopp.core.chance import Chance
from galopp.core.record import Record, copy_of

FEW = 256  # so many games are not worth another thread, if each takes a step
FEW_WHOLE = 16  # if each is played to its end
TURNS = 8  # parts that a thread gets of whole games, since some are longer than others
PART = 4_096  # whole games in a part, at most
ALIGNMENT = 64  # bytes of a cache line; what is laid otherwise, JAX copies

Kind = TypeVar("Kind", bound=np.generic)  # of number, or of record


class OnCpu:
    """The games of a batch in the memory of this process."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.threads = threads_of(plan)
        self.games = _games(plan, plan.games)
        self.shown = Shown(*(zeros(*array) for array in plan.shown()))
        self.observations: Row = zeros(*plan.observations())
        self._lots: Words | None = None  # until somebody asks for any
        self._codes = zeros((plan.games,), np.int64)
        self._history = HistoryRows(plan, self.games) if plan.history else None

    @property
    def history(self) -> npt.NDArray[np.int8]:
        """The latest entries of what seats were told; none if nobody asked for any."""
        return np.zeros(0, np.int8) if self._history is None else self._history.shown

    def go(self, task: int, given: Given, seed: int | None = None) -> None:
        """Pass over all games, and look at them."""
        plan, codes = self.plan, np.asarray(given)
        check(task, codes, plan.games)
        if seed is not None:
            self._reseed(seed)
        # Whatever kind of number they were: the loop is compiled for one.
        codes = np.require(codes, np.int64, ["C", "W"])
        before = self._history.before() if self._history else None

        def work(part: slice) -> None:
            wanted = Pass(task, plan.auto_reset)
            loops.pass_over(part.start, part.stop, wanted, self.games, self.shown, codes)
            self._observe(part)
            if self._history and before:
                self._history.follow(part, task, before, self.shown)

        self._on_even_parts(work)

    def _observe(self, part: slice) -> None:
        plan = self.plan
        if plan.observe is None:
            return
        observe = loops.observe_movers if plan.observe == "mover" else loops.observe_seats
        about = (scratch(plan), plan.writing, self.observations)
        observe(part.start, part.stop, self.games.states, *about)

    def sample(self, levels: Sequence[int]) -> Codes:
        """A legal code for each game."""
        if self._lots is None:
            self._lots = lots_of(self.plan.games, self.games.seed[0])
        lots, codes, who = self._lots, self._codes, np.array(levels, np.int8)

        def work(part: slice) -> None:
            if any(levels):
                about = (self.games.states, scratch(self.plan), who, lots, codes)
                loops.draw_at_levels(part.start, part.stop, *about)
            else:
                loops.draw_codes(part.start, part.stop, self.shown.legal, lots, codes)

        self._on_even_parts(work)
        return codes

    def play(self, levels: Sequence[int]) -> Played:
        """Play every game to its end."""
        played = _results(self.plan)

        def work(part: slice) -> None:
            about = (self.games, False, scratch(self.plan), np.array(levels, np.int8))
            _loop(levels)(part.start, part.stop, *about, _rows(played, part))

        on_parts(work, self.plan.games, whole_games_at_once(self.plan), self.threads)
        if self._history:
            self._history.forget()
        return played

    def _reseed(self, seed: int) -> None:
        self.games.seed[0] = seed
        self.games.begun[:] = 0
        self._lots = None

    def states(self) -> Records:
        """The states themselves."""
        states: Records = self.games.states
        return states

    def game(self, row: int) -> tuple[Record, Chance]:
        """A copy of the state of one game, and of its luck."""
        return copy_of(self.games.states[row]), self.games.luck[[row]]

    def _on_even_parts(self, work: Callable[[slice], None]) -> None:
        games = self.plan.games
        parts = max(1, min(self.threads, games // FEW))
        on_parts(work, games, -(-games // parts), self.threads)


def play(plan: Plan, levels: Sequence[int]) -> Played:
    """Play new games from beginning to end; none of them is kept."""
    played = _results(plan)

    def work(part: slice) -> None:
        _play_new(plan, levels, part, _rows(played, part))

    on_parts(work, plan.games, whole_games_at_once(plan), threads_of(plan))
    return played


def play_some(plan: Plan, levels: Sequence[int], numbers: range) -> Played:
    """Play those of the games that have these numbers, in this thread."""
    played = _results(replace(plan, games=len(numbers)))
    _play_new(plan, levels, slice(numbers.start, numbers.stop), played)
    return played


def _play_new(plan: Plan, levels: Sequence[int], part: slice, played: Played) -> None:
    games, who = _games(plan, 1), np.array(levels, np.int8)
    _loop(levels)(part.start, part.stop, games, True, scratch(plan), who, played)


def lots_of(games: int, seed: np.uint64) -> Words:
    """Where the lots stand that `sample` draws by, for each game."""
    lots = np.empty(games, np.uint64)
    loops.open_lots(lots, seed)
    return lots


def scratch(plan: Plan) -> Scratch:
    """Memory for one thread."""
    seen = zeros((1,), plan.rules.SEEN)
    return Scratch(seen, seen.view(np.uint64))


def zeros(shape: tuple[int, ...], kind: type[Kind] | np.dtype[Kind]) -> npt.NDArray[Kind]:
    """An array that begins where others can take it over without a copy.

    It has its cache lines to itself: two threads that write beside each other would wait for
    each other with every decision.
    """
    size = int(np.prod(shape)) * np.dtype(kind).itemsize
    lines = -(-size // ALIGNMENT)
    room = np.zeros((lines + 1) * ALIGNMENT, np.uint8)
    start = -room.ctypes.data % ALIGNMENT
    return room[start : start + size].view(kind).reshape(shape)


def _loop(levels: Sequence[int]) -> Callable[..., None]:
    return loops.play_by_levels if any(levels) else loops.play_randomly


def _games(plan: Plan, number: int) -> Games:
    return Games(
        states=zeros((number,), plan.rules.STATE),
        luck=zeros((number,), np.uint64),
        begun=zeros((number,), np.int64),
        players=plan.settings.players,
        options=plan.settings.options,
        seed=np.array([plan.seed], np.uint64),
    )


def _results(plan: Plan) -> Played:
    return Played(*(zeros(*array) for array in plan.results()))


def _rows(played: Played, part: slice) -> Played:
    return Played(*(array[part] for array in played))


# Threads --------------------------------------------------------------------------------


def threads_of(plan: Plan) -> int:
    """How many threads were asked for, or one for each core that this process may use."""
    if plan.threads is not None:
        return plan.threads
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def whole_games_at_once(plan: Plan) -> int:
    """How many games a thread plays to their end before it asks for more."""
    return min(PART, max(FEW_WHOLE, -(-plan.games // (TURNS * threads_of(plan)))))


def on_parts(work: Callable[[slice], None], games: int, size: int, threads: int) -> None:
    """Have all parts worked on, by so many threads at once."""
    parts = list(_parts(games, size))
    if threads == 1 or len(parts) == 1:
        for part in parts:
            work(part)
        return
    begun = [_helpers(threads).submit(work, part) for part in parts]
    try:
        for done in begun:
            done.result()
    finally:  # whoever is interrupted wants no more of them
        for done in begun:
            done.cancel()


def _parts(games: int, size: int) -> Iterator[slice]:
    for start in range(0, games, size):
        yield slice(start, min(games, start + size))


@cache
def _helpers(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, thread_name_prefix="galopp-batch")


# A process that is forked off has no helpers, only the memory of them.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_helpers.cache_clear)
