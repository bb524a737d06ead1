"""The groups that are looked at: brought from the log when somebody wants them, put away later."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress

import structlog

from galopp.core.fault import Fault
from galopp.group.fold import folded
from galopp.group.group import Group
from galopp.group.keys import GROUP_CODE, new_group_code
from galopp.server.groups.room import GROUP, GroupContext, GroupRoom
from galopp.server.ops.logs import report
from galopp.server.tables.ownership import Ownership
from galopp.server.tables.store import Reads
from galopp.table.refused import NotNow, Refused

logger = structlog.get_logger("galopp")


class GroupRegistry:
    """All groups of one server that are in memory, by their codes."""

    def __init__(
        self,
        reads: Reads,
        context: GroupContext,
        ownership: Ownership,
        brought: Callable[[GroupRoom], Awaitable[None]],
    ) -> None:
        self.rooms: dict[str, GroupRoom] = {}
        self._reads, self._context, self._ownership = reads, context, ownership
        self._brought = brought  # hears of every group that comes from the log
        self._bringing: dict[str, asyncio.Task[GroupRoom]] = {}
        # Until these are done: what is claimed again before would be let go of all the same.
        self._releasing: dict[str, asyncio.Future[None]] = {}

    def __iter__(self) -> Iterator[GroupRoom]:
        return iter([*self.rooms.values()])

    async def unused_code(self) -> str:
        """A code that no group has; raises `NotNow`."""
        while True:
            if not self._ownership.gets_tables:
                raise NotNow("group_is_busy")  # no code would be this process's
            code = new_group_code()
            here = code not in self.rooms and self._ownership.is_here(code)
            if here and await self._reads.heading(code) is None:
                return code

    def add(self, group: Group) -> GroupRoom:
        """A room for a group."""
        room = self.rooms[group.code] = GroupRoom(self._context, group, self._ownership.number)
        return room

    async def room(self, code: str) -> GroupRoom:
        """The room of a group, brought from the log if need be; raises `Refused`."""
        room = self.rooms.get(code) or await self._brought_once(code)
        if not self._ownership.still_has(room.owner):
            raise NotNow("group_is_busy")  # it may be another's, and be further there
        room.used = self._context.clock.now()
        return room

    async def _brought_once(self, code: str) -> GroupRoom:
        """A group from the log, however many ask for it at once."""
        if GROUP_CODE.fullmatch(code) is None:
            raise Refused("no_such_group")
        while code in self._releasing:
            await asyncio.shield(self._releasing[code])
        if code not in self._bringing:
            task = asyncio.get_running_loop().create_task(self._bring(code))
            self._bringing[code] = task
            task.add_done_callback(lambda _: self._bringing.pop(code, None))
        return await asyncio.shield(self._bringing[code])

    async def _bring(self, code: str) -> GroupRoom:
        owner = self._ownership.number
        heading = await self._reads.heading(code)
        if heading is None or heading.phase != GROUP:
            raise Refused("no_such_group")
        if self._ownership.shared and not await self._context.writes.claim(code):
            raise NotNow("group_is_busy")  # the process that had it lets go in a moment
        entries = await self._reads.log_of(code)
        group = await self._context.threads.run(folded, code, entries)
        if group is None:
            raise Refused("no_such_group")
        if owner != self._ownership.number:
            raise NotNow("group_is_busy")  # thought dead meanwhile: another may have it
        room = self.add(group)
        await self._brought(room)
        return room

    async def room_or_none(self, code: str) -> GroupRoom | None:
        """The room of a group, for somebody to whom no single group matters."""
        try:
            return await self.room(code)
        except Fault as fault:
            logger.warning("left out", group=code, fault=fault.key)
        except Exception as error:
            report(error, code)
        return None

    async def put_away(self, room: GroupRoom) -> None:
        """Let a group go from memory; it is on disk."""
        ours = self.rooms.get(room.group.code) is room
        if ours:
            del self.rooms[room.group.code]
        if ours and self._ownership.shared:
            await self._let_go(room)
        else:
            await room.end()

    async def _let_go(self, room: GroupRoom) -> None:
        """End a room, and let another process have its group."""
        done = self._releasing[room.group.code] = asyncio.get_running_loop().create_future()
        try:
            await room.end()
            with suppress(NotNow):  # a process that dies lets go of all it had
                await self._context.writes.release(room.group.code)
        finally:
            del self._releasing[room.group.code]
            done.set_result(None)

    async def put_away_all(self, is_wanted: Callable[[GroupRoom], bool]) -> None:
        """Put groups away; whoever waits for one is answered, and asks whoever has it then."""
        for room in self:
            if is_wanted(room):
                await self.put_away(room)

    async def close(self) -> None:
        """Put all groups away, and bring no more."""
        await self.put_away_all(lambda room: True)
        bringing = [*self._bringing.values()]
        for task in bringing:
            task.cancel()
        await asyncio.gather(*bringing, return_exceptions=True)
