"""Tables that are opened from a group, and sitting down there."""

from galopp import wire
from galopp.group import counting
from galopp.group.group import Group
from galopp.group.log import TableOpened
from galopp.group.verdict import Verdict
from galopp.server.groups.room import GroupRoom
from galopp.server.groups.tickets import Ticket, Tickets
from galopp.server.tables.opening import Opening
from galopp.server.tables.registry import Registry
from galopp.table.refused import Refused
from galopp.wire.groups import GroupTableOpened, OpenGroupTable, TakeSeat


class GroupTables:
    """Opens tables for groups, and lets members sit down."""

    def __init__(self, registry: Registry, opening: Opening, tickets: Tickets) -> None:
        self._registry, self._opening, self._tickets = registry, opening, tickets

    async def open(self, room: GroupRoom, member: int, wanted: OpenGroupTable) -> GroupTableOpened:
        """Open a table whose games count for the group; raises `Fault`."""
        code = await self._registry.unused_code()
        opened = TableOpened(
            table=code,
            game=wanted.game,
            players=wanted.players,
            options=wanted.options,
            expected=wanted.expected,
        )
        keys: list[str] = []

        async def open_it(_: Verdict) -> None:
            # First: a table that no group knows is thrown away soon, one that is not there never.
            keys.append(await self.open_as(code, room.group.code, wanted))

        def judge(group: Group, _: float) -> Verdict:
            return counting.open_table(group, member, opened, len(room.tables))

        await room.carry_out(judge, open_it)
        return GroupTableOpened(code, keys[0])

    async def open_as(self, code: str, group: str, wanted: OpenGroupTable) -> str:
        """Open a table of a group under a code that is free; its host's key."""
        table = wire.OpenTable(
            game=wanted.game,
            players=wanted.players,
            options=wanted.options,
            settings=wanted.settings,
        )
        return (await self._opening.open(table, code, group)).key

    async def sit_down(self, room: GroupRoom, member: int, wanted: TakeSeat) -> wire.SeatGiven:
        """Let a member sit down, or come back; raises `Refused`."""
        code = wanted.table.upper()
        if code not in room.group.tables:
            raise Refused("not_of_this_group")
        who = room.group.members[member]
        comes = room.notes.came.setdefault(code, set())
        comes.add(member)  # before it is known to all: two may come at the same moment
        ticket = Ticket(
            table=code,
            group=room.group.code,
            purpose="sit",
            until=self._tickets.until(),
            member=member,
            name=who.name,
            pig=who.pig,
            key=wanted.key,
            seat=wanted.seat,
            begins=room.all_have_come(code),
        )
        try:
            given = await self._tickets.hand_in(ticket)
        except BaseException:
            comes.discard(member)
            raise
        assert given is not None
        return given
