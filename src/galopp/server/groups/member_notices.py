"""What members want to be told, taken to the tables of their group where they sit.

A wish is kept under the group's code. Whoever has a table is told of it by a ticket and tells what
is owed there like everything else: so a member hears of a round that drew them, and of their turn,
before they have ever come to the table, and once, whichever process has it. Who sits out in a
round is at no table: that the group itself tells.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import TypeAlias

import structlog

from galopp.core.fault import Fault
from galopp.group.group import RoundOfTournament
from galopp.server.groups.room import GroupRoom, ToldAtTable
from galopp.server.groups.tickets import Ticket, Tickets
from galopp.server.notices.owed import Owed
from galopp.server.notices.subscribing import Subscribing
from galopp.server.notices.subscriptions import Listener
from galopp.wire.notices import GroupSubscription

logger = structlog.get_logger("galopp")

# Hears of a group how many members it has, who looks at it, and what it owes to whom.
Update: TypeAlias = Callable[[str, int, Collection[int], Mapping[Listener, Owed]], None]


class MemberNotices:
    """What is asked for in groups, and where it is told."""

    def __init__(self, subscriptions: Subscribing, tickets: Tickets, update: Update) -> None:
        self.subscriptions, self._tickets, self._update = subscriptions, tickets, update

    async def subscribe(
        self, room: GroupRoom, holder: str, wanted: GroupSubscription, base: str
    ) -> Listener:
        """Take down what a member wants; raises `Fault`. Their tables know it when this returns."""
        listener = await self.subscriptions.subscribe_in_group(room.code, holder, wanted, base)
        await self.follow(room)
        return listener

    def of(self, room: GroupRoom, member: int) -> list[Listener]:
        """What a member asked for, on whatever device."""
        return self.subscriptions.of(room.code, set(room.group.members[member].keys))

    async def follow(self, room: GroupRoom) -> None:
        """Let the tables that go on know what those who sit there want, unless they do."""
        await self._forget_lost(room)
        self.update(room)
        wanted = dict(self._wanted(room))
        room.notes.told &= wanted.keys()
        for told, ticket in wanted.items():
            if told not in room.notes.told:
                try:
                    await self._tickets.hand_in(ticket)
                    room.notes.told.add(told)
                except Fault as fault:  # it is tried again before long
                    logger.warning("not told what is wanted", table=ticket.table, fault=fault.key)

    def update(self, room: GroupRoom) -> None:
        """See who sits out, and who of them has seen it."""
        asked = self.subscriptions.at(room.code)
        if asked:
            owed = {one: bye for one in asked if (bye := self._bye(room, one)) is not None}
            self._update(room.code, len(room.group.members), room.waiting.here, owed)

    async def forget(self, room: GroupRoom, listeners: Iterable[Listener]) -> None:
        """Tell them nothing any more, in the group and at its tables; nothing of them stays."""
        going_on = {told.table for told in room.notes.told} | room.tables.keys()
        await self.subscriptions.forget(listeners, going_on)

    async def _forget_lost(self, room: GroupRoom) -> None:
        """Whoever has left, and a device that was shut out, is told nothing any more."""
        asked, keys = self.subscriptions.at(room.code), room.group.keys
        await self.forget(room, [one for one in asked if one.kept.holder not in keys])

    def _bye(self, room: GroupRoom, listener: Listener) -> Owed | None:
        """That a member sits out in the round that is on."""
        on, member = room.group.round_being_played, room.group.keys.get(listener.kept.holder)
        if on is None or member is None or member not in on.drawn.byes:
            return None
        return Owed(
            "bye",
            on.drawn.game,
            member,
            room.group.members[member].name,
            f"{on.drawn.tournament}.{on.drawn.round}.bye.{member}",
            _drawn_at(room, on),
            patient=room.group.tournaments[-1].planned.over_days,
        )

    def _wanted(self, room: GroupRoom) -> Iterator[tuple[ToldAtTable, Ticket]]:
        for listener in self.subscriptions.at(room.code):
            member = room.group.keys.get(listener.kept.holder)
            for shown in room.tables.values():
                if member is not None and member in shown.seated:
                    told = ToldAtTable(
                        shown.table,
                        self._tickets.where(shown.table),
                        listener.id,
                        listener.subscription,
                    )
                    yield told, self._ticket(room, shown.table, member, listener)

    def _ticket(self, room: GroupRoom, table: str, member: int, listener: Listener) -> Ticket:
        of_group = room.group.tables[table]
        return Ticket(
            table=table,
            group=room.code,
            purpose="tell",
            until=self._tickets.until(),
            member=member,
            listener=listener.id,
            drawn=of_group.at if of_group.opened.tournament else 0.0,
        )


def _drawn_at(room: GroupRoom, on: RoundOfTournament) -> float:
    """Its tables were opened in the same moment."""
    return room.group.tables[on.drawn.tables[0].table].at
