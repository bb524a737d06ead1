"""What bots are told of a race: the histories of all seats of a table, decision by decision.

Whoever plays a game keeps one of these, from the deal on, and hands each bot that of its seat:

    histories = Histories.begun(state)
    ...
    histories = histories.after(before, state)      # the states around a decision
    bot.think(seen, histories.of(seat), luck)
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from galopp.bots.verbs import game_of, recall, show
from galopp.core.contract import History
from galopp.core.history import ENTRY, NEW_RACE, NEWS
from galopp.core.kernel import kernel
from galopp.core.record import Record, blank
from galopp.core.words import NOBODY

ROOM = 32  # entries to begin with

Rows = npt.NDArray[Any]  # (viewers, entries): the seats, and last a bystander


@kernel
def recall_for_all(before: Record, now: Record, was: Record, seen: Record, news: Rows) -> int:
    """What a decision adds to each viewer's history, made from what that viewer is shown."""
    added = 0
    for row in range(len(news)):
        seat = row if row < now.players else NOBODY
        show(before, seat, was)
        show(now, seat, seen)
        added = recall(was, seen, news[row])
    return int(added)  # the same for all: what is told differs, and not that it is


class _Store:
    """Entries that several histories share, as far as they are the same."""

    def __init__(self, viewers: int, room: int) -> None:
        self.entries: Rows = np.zeros((viewers, room), ENTRY)
        self.used = 0


class Histories:
    """What every seat and a bystander have been told of a race.

    It never changes: the next decision makes another one, so that whoever takes it back still
    has this one. What they have in common is in memory once.
    """

    __slots__ = ("_size", "_store")

    def __init__(self, store: _Store, size: int) -> None:
        self._store, self._size = store, size

    @classmethod
    def begun(cls, state: Record) -> "Histories":
        """Of a game that is dealt, or that is followed from here on."""
        nothing = cls(_Store(int(state.players) + 1, ROOM), 0)
        return nothing.after(state, state) if state.last_seat == NOBODY else nothing

    def after(self, before: Record, now: Record) -> "Histories":
        """One decision later, which led from one state to the other."""
        seen = game_of(now.dtype).SEEN
        viewers = len(self._store.entries)
        news: Rows = np.zeros((viewers, NEWS), ENTRY)
        added = int(recall_for_all(before, now, blank(seen), blank(seen), news))
        if added == NEW_RACE:
            return Histories(_Store(viewers, ROOM), 0)
        return self._with(news[:, :added])

    def of(self, seat: int) -> History:
        """What a seat was told; NOBODY is a bystander. To be read only."""
        told: History = self._store.entries[seat, : self._size]
        return told

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Histories) and self._told() == other._told()

    def __hash__(self) -> int:
        return hash(self._told())

    def _told(self) -> bytes:
        return self._store.entries[:, : self._size].tobytes()

    def _with(self, news: Rows) -> "Histories":
        store, begin = self._store, self._size
        end = begin + news.shape[1]
        if store.used != begin or end > store.entries.shape[1]:
            store = _Store(len(news), 2 * max(ROOM, end))
            store.entries[:, :begin] = self._store.entries[:, :begin]
        store.entries[:, begin:end] = news
        store.used = end
        return Histories(store, end)
