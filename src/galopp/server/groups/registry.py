"""The groups that are looked at: brought from the log when somebody wants them, put away later."""

from collections.abc import Awaitable, Callable, Iterator

from galopp.group.fold import folded
from galopp.group.group import Group
from galopp.group.keys import GROUP_CODE, new_group_code
from galopp.server.groups.room import GROUP, GroupContext, GroupRoom
from galopp.server.tables.owned import OwnedRooms
from galopp.server.tables.ownership import Ownership
from galopp.server.tables.store import Reads
from galopp.table.refused import Refused


class GroupRegistry:
    """All groups of one server that are in memory, by their codes."""

    def __init__(
        self,
        reads: Reads,
        context: GroupContext,
        ownership: Ownership,
        brought: Callable[[GroupRoom], Awaitable[None]],
    ) -> None:
        self._owned = OwnedRooms("group", ownership, context.writes, context.clock, self._bring)
        self.rooms = self._owned.by_code
        self._reads, self._context, self._ownership = reads, context, ownership
        self._brought = brought  # hears of every group that comes from the log

    def __iter__(self) -> Iterator[GroupRoom]:
        return iter(self._owned)

    async def unused_code(self) -> str:
        """A code that no group has; raises `NotNow`."""
        while True:
            code = new_group_code()
            if self._owned.may_get(code) and await self._reads.heading(code) is None:
                return code

    def add(self, group: Group) -> GroupRoom:
        """A room for a group."""
        room = self.rooms[group.code] = GroupRoom(self._context, group, self._ownership.number)
        return room

    async def room(self, code: str) -> GroupRoom:
        """The room of a group, brought from the log if need be; raises `Refused`."""
        return await self._owned.room(code)

    async def _bring(self, code: str) -> GroupRoom:
        if GROUP_CODE.fullmatch(code) is None:
            raise Refused("no_such_group")
        heading = await self._reads.heading(code)
        if heading is None or heading.phase != GROUP:
            raise Refused("no_such_group")
        async with self._owned.claimed(code):
            entries = await self._reads.log_of(code)
            group = await self._context.threads.run(folded, code, entries)
            if group is None:
                raise Refused("no_such_group")
        room = self.add(group)
        await self._brought(room)
        return room

    async def room_or_none(self, code: str) -> GroupRoom | None:
        """The room of a group, for somebody to whom no single group matters."""
        return await self._owned.room_or_none(code)

    async def put_away(self, room: GroupRoom) -> None:
        """Let a group go from memory; it is on disk."""
        await self._owned.put_away(room)

    async def put_away_all(self, is_wanted: Callable[[GroupRoom], bool]) -> None:
        """Put groups away; whoever waits for one is answered, and asks whoever has it then."""
        for room in self:
            if is_wanted(room):
                await self.put_away(room)
        await self._owned.release_the_rest()

    async def close(self) -> None:
        """Put all groups away, and bring no more."""
        await self.put_away_all(lambda room: True)
        await self._owned.close()
