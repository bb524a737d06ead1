"""When somebody is told what they are owed: not while they look, not at night, not too often."""

import math
from collections.abc import Collection, Iterable

from galopp.server.notices.hours import after_quiet
from galopp.server.notices.listener_index import ListenerIndex
from galopp.server.notices.owed import ONCE_SEEN, Owed
from galopp.server.notices.sender import Allowed
from galopp.server.notices.subscriptions import Listener
from galopp.server.ops.clock import Clock
from galopp.table.table import Table


class Timing:
    """Who looks, and from when on each listener may be told something."""

    def __init__(self, listeners: ListenerIndex, clock: Clock, allowed: Allowed) -> None:
        self._listeners = listeners
        self._clock = clock
        self._allowed = allowed
        self._looked: dict[tuple[str, int], float] = {}  # until when a seat's person looked
        self._began = clock.now()

    def note_who_looks(self, table: Table, watched: set[int]) -> None:
        """The people of these seats have the table before their eyes, and no others."""
        self.note_looking(table.code, range(table.players), watched)

    def note_looking(self, code: str, seats: Iterable[int], watched: Collection[int]) -> None:
        """The same, also of the members of a group."""
        for seat in seats:
            key = (code, seat)
            if seat in watched:
                self._looked[key] = math.inf
            elif self._looked.get(key) == math.inf:
                self._looked[key] = self._clock.now()

    def forget_table(self, code: str) -> None:
        """Nobody looks at a table that is deleted."""
        self._looked = {key: at for key, at in self._looked.items() if key[0] != code}

    def knows(self, listener: Listener, one: Owed) -> bool:
        """Whether its person has seen it. Where everybody waits, who saw it may forget it."""
        seen = self._looked.get((listener.code, one.seat), 0.0) >= one.since
        return seen and (one.patient or one.kind in ONCE_SEEN)

    def due_at(self, listener: Listener) -> float:
        """When a listener must be told something."""
        at = min((self._ripe_from(listener, one) for one in listener.owed), default=math.inf)
        if any(one.patient for one in listener.owed):
            at = max(at, self._last_sent(listener) + listener.subscription.digest)
        return self._undisturbing(listener, max(at, listener.not_before))

    def told_now(self, listener: Listener, now: float) -> list[Owed]:
        """What can be told to a listener now, if anything."""
        if self._undisturbing(listener, max(now, listener.not_before)) > now:
            return []
        return [one for one in listener.owed if self._ripe_from(listener, one) <= now]

    def _ripe_from(self, listener: Listener, one: Owed) -> float:
        """From when on something may be told; never while its person looks."""
        looked = self._looked.get((listener.code, one.seat), self._began)
        wait = self._allowed.days_wait if one.patient else self._allowed.live_wait
        return max(one.since, looked) + wait

    def _last_sent(self, listener: Listener) -> float:
        same = self._listeners.told_with(listener)
        return max((one.kept.sent for one in same), default=0.0)

    def _undisturbing(self, listener: Listener, at: float) -> float:
        if at == math.inf:
            return at
        quiet, clock = listener.subscription.quiet, self._clock
        on_the_wall = at + clock.of_day() - clock.now()
        hours = quiet.hours if quiet else None
        return at + (after_quiet(on_the_wall, listener.zone, hours) - on_the_wall)
