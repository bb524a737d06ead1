"""Taking subscriptions down, and letting them go."""

from collections.abc import Callable, Iterable
from typing import Protocol

import msgspec

from galopp.server.notices.calling import Answer
from galopp.server.notices.listeners import Listeners
from galopp.server.notices.message import trial
from galopp.server.notices.owed import ONCE_A_TABLE, all_owed
from galopp.server.notices.sender import Sender
from galopp.server.notices.subscriptions import Kept, Listener, id_of, read_zone
from galopp.server.ops.clock import Clock
from galopp.table.refused import NotNow
from galopp.table.table import Table
from galopp.wire.notices import Push, Subscription, Way


class Watched(Protocol):
    """An open table, and who has it before their eyes."""

    table: Table

    def watched(self) -> set[int]:
        """The seats whose people look."""
        ...


class Subscribing:
    """What people ask to be told at the tables of one server."""

    def __init__(
        self,
        sender: Sender,
        listeners: Listeners,
        clock: Clock,
        update: Callable[[Watched], None],
    ) -> None:
        self.sender = sender
        self.allowed = sender.allowed
        self._listeners = listeners
        self._clock = clock
        self._update = update  # hears of a table where somebody new wants to be told

    async def subscribe(
        self, room: Watched, holder: str, wanted: Subscription, base: str
    ) -> Listener:
        """Take a subscription down; raises `Fault` if it cannot be granted."""
        code, name, base = room.table.code, id_of(holder, wanted), self.allowed.base or base
        before = self._listeners.known(code, name)
        if before is not None:
            wanted = _with_token(wanted, before.subscription.way)
        read_zone(wanted.zone)
        await self.sender.check(wanted.way)
        listener = self._listeners.known(code, name)  # it may have come meanwhile
        if listener is None:
            kept = Kept(subscription=wanted, holder=holder, base=base)
            listener = self._new(room.table, kept)
            self._listeners.take_in(listener)
        listener.kept.subscription, listener.kept.base = wanted, base
        await self._write_down(listener, new=before is None)
        self._update(room)
        return listener

    async def _write_down(self, listener: Listener, new: bool) -> None:
        try:
            await self._listeners.write_down(listener)
        except BaseException:
            if new:  # who hears that it was not kept is not told anything either
                self._listeners.take_out(listener)
            raise

    def _new(self, table: Table, kept: Kept) -> Listener:
        """A listener of a table, for whom there is room; whatever is over already is no news."""
        if self._listeners.full:
            raise NotNow("too_many_listeners")
        self._listeners.make_room(table.code, kept.holder)
        listener = Listener(table.code, kept)
        found = all_owed(table, kept.subscription, listener.seats(table) or [])
        kept.told = [one.mark for one in found if one.kind in ONCE_A_TABLE]
        return listener

    def of(self, code: str, holders: set[str]) -> list[Listener]:
        """The listeners of a table that belong to the holders of these keys."""
        return self._listeners.of(code, holders)

    async def forget(self, listeners: Iterable[Listener]) -> None:
        """Tell them nothing any more; returns when nothing of them is on disk."""
        for listener in listeners:
            await self._listeners.cross_out(listener)

    async def try_out(self, listener: Listener) -> Answer:
        """Send a message that says nothing, at any hour."""
        return await self.sender.send(listener, trial(listener, self._clock.now()))


def _with_token(wanted: Subscription, before: Way) -> Subscription:
    """With the token it had: nobody is shown a token, so it is left out when repeated."""
    if isinstance(wanted.way, Push) or isinstance(before, Push) or wanted.way.token:
        return wanted
    way = msgspec.structs.replace(wanted.way, token=before.token)
    return msgspec.structs.replace(wanted, way=way)
