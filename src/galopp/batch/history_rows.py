"""Histories of many games at once: the latest entries of each seat, written anew by each step."""

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from galopp.batch.layout import Records
from galopp.batch.loops import STEP, Games, Shown
from galopp.batch.plan import Plan
from galopp.bots.verbs import recall, show
from galopp.core.contract import History
from galopp.core.history import ENTRY, NEW_RACE, NEWS
from galopp.core.kernel import kernel
from galopp.core.record import Record
from galopp.core.rows import copy_row
from galopp.core.words import NOBODY

Entries: TypeAlias = npt.NDArray[np.int8]  # (entries, 4): what, seat, code, taken; latest first
SeatEntries: TypeAlias = npt.NDArray[np.int8]  # (games, seats, entries, 4)

NONE = -1  # in all four numbers, where there is no entry


class StepStart(NamedTuple):
    """The games as they were before a step."""

    states: Records
    begun: npt.NDArray[np.int64]  # how many each row had begun


class RecallScratch(NamedTuple):
    """Memory of a thread; what it held before does not matter."""

    seen: Records  # (2,): before and after
    news: History  # (NEWS,)


class Telling(NamedTuple):
    """What is needed to tell seats what a pass has brought."""

    stepped: bool  # else games have only begun
    before: StepStart
    rows: SeatEntries
    memory: RecallScratch


class HistoryRows:
    """What the seats of a batch were told, on the processor."""

    def __init__(self, plan: Plan, games: Games) -> None:
        self._plan, self._games = plan, games
        self.all: SeatEntries = np.full((plan.games, plan.seats, plan.history, 4), NONE, np.int8)
        self.mover = np.full((plan.games, plan.history, 4), NONE, np.int8)

    @property
    def shown(self) -> npt.NDArray[np.int8]:
        """Of every seat, or of the one on turn: as observations are."""
        return self.all if self._plan.observe == "all" else self.mover

    def before(self) -> StepStart:
        """What is to be kept of the games while they take a step."""
        return StepStart(self._games.states.copy(), self._games.begun.copy())

    def follow(self, part: slice, task: int, before: StepStart, shown: Shown) -> None:
        """Tell all seats of these games what a pass has brought."""
        seen = np.zeros(2, self._plan.rules.SEEN)
        memory = RecallScratch(seen, np.zeros(NEWS, ENTRY))
        telling = Telling(task == STEP, before, self.all, memory)
        tell_games(part.start, part.stop, telling, self._games, shown)
        show_mover_entries(part.start, part.stop, shown.mover, self.all, self.mover)

    def forget(self) -> None:
        """All games were played to their end without telling anybody."""
        self.all[:] = NONE
        self.mover[:] = NONE


@kernel
def tell_games(start: int, stop: int, telling: Telling, games: Games, shown: Shown) -> None:
    """Pass over these games: those that have begun anew, and those that were decided in."""
    rows, before, memory = telling.rows, telling.before, telling.memory
    for row in range(start, stop):
        state = games.states[row]
        if games.begun[row] != before.begun[row]:
            rows[row] = NONE
            tell_seats(state, state, rows[row], memory)
        elif telling.stepped and not shown.refused[row]:
            tell_seats(before.states[row], state, rows[row], memory)


@kernel
def tell_seats(was: Record, now: Record, rows: npt.NDArray[np.int8], memory: RecallScratch) -> None:
    """What a decision adds for each seat, from what that seat is shown."""
    for seat in range(now.players):
        show(was, seat, memory.seen[0])
        show(now, seat, memory.seen[1])
        added = recall(memory.seen[0], memory.seen[1], memory.news)
        if added == NEW_RACE:
            rows[seat] = NONE
        else:
            push(rows[seat], memory.news, added)


@kernel
def push(entries: Entries, news: History, added: int) -> None:
    """The latest entries come first; the oldest fall out."""
    for at in range(len(entries) - 1, -1, -1):
        if at >= added:
            copy_row(entries[at - added], entries[at])
        else:
            entry = news[added - 1 - at]
            entries[at, 0] = entry.what
            entries[at, 1] = entry.seat
            entries[at, 2] = entry.code
            entries[at, 3] = entry.taken


@kernel
def show_mover_entries(
    start: int,
    stop: int,
    movers: npt.NDArray[np.int8],
    rows: SeatEntries,
    mover_rows: npt.NDArray[np.int8],
) -> None:
    """What the seat on turn was told; nothing where the game is over."""
    for row in range(start, stop):
        if movers[row] == NOBODY:
            mover_rows[row] = NONE
        else:
            for at in range(len(mover_rows[row])):
                copy_row(rows[row, movers[row], at], mover_rows[row, at])
