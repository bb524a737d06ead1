"""Taking subscriptions down, and letting them go."""

from collections.abc import Awaitable, Callable, Iterable
from typing import Protocol

import msgspec

from galopp.server.notices.calling import Answer
from galopp.server.notices.listeners import Listeners
from galopp.server.notices.message import trial
from galopp.server.notices.owed import ONCE_A_TABLE, all_owed
from galopp.server.notices.sender import Sender
from galopp.server.notices.subscriptions import Kept, Listener, OfMember, id_of, read_zone
from galopp.server.ops.clock import Clock
from galopp.table.refused import NotNow
from galopp.table.table import Table
from galopp.wire.notices import GroupSubscription, Push, Subscription, Way


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
        listener = await self._take_down(
            room.table.code, holder, wanted, base, lambda new: _is_no_news(room.table, new)
        )
        self._update(room)
        return listener

    async def subscribe_in_group(
        self, group: str, holder: str, wanted: GroupSubscription, base: str
    ) -> Listener:
        """Take down what a member wants to be told of a group; raises `Fault`."""
        asked = Subscription(**msgspec.structs.asdict(wanted))
        return await self._take_down(group, holder, asked, base, lambda _: [])

    async def _take_down(
        self,
        code: str,
        holder: str,
        wanted: Subscription,
        base: str,
        known_to: Callable[[Listener], list[str]],  # marks of what somebody new need not be told
    ) -> Listener:
        name, base = id_of(holder, wanted), self.allowed.base or base
        before = self._listeners.known(code, name)
        if before is not None:
            wanted = _with_token(wanted, before.subscription.way)
        read_zone(wanted.zone)
        await self.sender.check(wanted.way)
        listener = self._listeners.known(code, name)  # it may have come meanwhile
        if listener is None:
            listener = self._new(code, Kept(subscription=wanted, holder=holder, base=base))
            listener.kept.told = known_to(listener)
            self._listeners.take_in(listener)
        listener.kept.subscription, listener.kept.base = wanted, base
        await self._write_down(listener, new=before is None)
        return listener

    async def _write_down(self, listener: Listener, new: bool) -> None:
        try:
            await self._listeners.write_down(listener)
        except BaseException:
            if new:  # who hears that it was not kept is not told anything either
                self._listeners.take_out(listener)
            raise

    def _new(self, code: str, kept: Kept) -> Listener:
        """A listener for whom there is room."""
        if self._listeners.full:
            raise NotNow("too_many_listeners")
        self._listeners.make_room(code, kept.holder)
        return Listener(code, kept)

    async def bring_group(self, group: str) -> None:
        """Bring what was asked for in a group that comes to this process."""
        await self._listeners.bring_group(group, self.allowed.base)

    async def follow(
        self, code: str, name: str, asked: OfMember, bring: Callable[[], Awaitable[Watched]]
    ) -> None:
        """Tell a member of one more table what they asked for in its group; raises `Fault`."""
        wish = await self._listeners.read(asked.group, name)
        known = self._listeners.known(code, name)
        if wish is None or (known and _agree(known.kept, wish, asked)):
            return  # they have thought better of it, or it is so already
        room = await bring()
        before = await self._listeners.read(code, name)  # by another process, which had the table
        listener = self._listeners.known(code, name)
        if listener is None:
            listener = self._new(code, msgspec.structs.replace(wish, of_member=asked))
            no_news = _is_no_news(room.table, listener)
            listener.kept.told = no_news if before is None else before.told
            self._listeners.take_in(listener)
        kept = listener.kept
        kept.subscription, kept.base, kept.of_member = wish.subscription, wish.base, asked
        await self._write_down(listener, new=known is None)
        self._update(room)

    def of(self, code: str, holders: set[str]) -> list[Listener]:
        """The listeners of a table, or a group, that belong to the holders of these keys."""
        found = self._listeners.of(code, holders)
        return [one for one in found if one.kept.of_member is None]

    def at(self, group: str) -> list[Listener]:
        """All that members of a group asked for there."""
        return self._listeners.at(group)

    async def forget(self, listeners: Iterable[Listener], tables: Iterable[str] = ()) -> None:
        """Tell them nothing any more; returns when nothing of them is on disk.

        At the tables of a group that other processes have, they find it out by themselves.
        """
        for listener in listeners:
            for one in (listener, *self._listeners.at_tables(listener)):
                await self._listeners.cross_out(one)
            for code in tables:
                await self._listeners.drop(code, listener.id)

    async def forget_group(self, group: str) -> None:
        """A group is deleted, and all that was asked for there with it."""
        await self.forget(self._listeners.at(group))

    async def try_out(self, listener: Listener) -> Answer:
        """Send a message that says nothing, at any hour."""
        return await self.sender.send(listener, trial(listener, self._clock.now()))


def _is_no_news(table: Table, listener: Listener) -> list[str]:
    """Marks of what is over already."""
    found = all_owed(table, listener.subscription, listener.seats(table) or [])
    return [one.mark for one in found if one.kind in ONCE_A_TABLE]


def _agree(kept: Kept, wish: Kept, asked: OfMember) -> bool:
    """Whether what is told at a table is what is wanted in the group."""
    return (kept.subscription, kept.base, kept.of_member) == (wish.subscription, wish.base, asked)


def _with_token(wanted: Subscription, before: Way) -> Subscription:
    """With the token it had: nobody is shown a token, so it is left out when repeated."""
    if isinstance(wanted.way, Push) or isinstance(before, Push) or wanted.way.token:
        return wanted
    way = msgspec.structs.replace(wanted.way, token=before.token)
    return msgspec.structs.replace(wanted, way=way)
