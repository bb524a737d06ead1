"""The tables that are open: brought from the log when somebody wants them, put away later.

What is in memory is what is being played. Each table has one room, whoever asks for it.
"""

from collections.abc import Callable, Iterator

import structlog

from galopp import wire
from galopp.server.ops.logs import report
from galopp.server.ops.preparing import Preparing
from galopp.server.tables.owned import OwnedRooms
from galopp.server.tables.ownership import Ownership
from galopp.server.tables.room import Room, RoomContext
from galopp.server.tables.store import Reads
from galopp.table import clocks, judge, log
from galopp.table.keys import CODE, new_code
from galopp.table.refused import NotNow, Refused
from galopp.table.table import Table

logger = structlog.get_logger("galopp")


class Registry:
    """All open tables of one server, by their codes."""

    def __init__(
        self,
        reads: Reads,
        preparing: Preparing,
        context: RoomContext,
        gone: Callable[[str], None],
        ownership: Ownership,
    ) -> None:
        self._owned = OwnedRooms("table", ownership, context.writes, context.clock, self._bring)
        self.rooms = self._owned.by_code
        self._reads = reads
        self._preparing = preparing
        self._context = context
        self._gone = gone  # hears the code of every table that is put away
        self._ownership = ownership
        self._began = context.clock.now()

    def __iter__(self) -> Iterator[Room]:
        return iter(self._owned)

    @property
    def in_use(self) -> set[str]:
        """The codes of tables that are open, or will be in a moment."""
        return self._owned.in_use

    @property
    def guests(self) -> int:
        """How many devices are connected to all tables."""
        return sum(len(room.guests) for room in self)

    def check_ready(self, game: str) -> None:
        """Whether the rules of a game are loaded; raises `NotNow`."""
        if self._preparing.is_being_prepared(game):
            raise NotNow("game_not_ready", game=game)

    async def unused_code(self) -> str:
        """A code that no table has, open or not; raises `NotNow`."""
        while True:
            code = new_code()
            if self._owned.may_get(code) and await self._reads.heading(code) is None:
                return code

    def add(self, table: Table) -> Room:
        """A room for a table."""
        room = self.rooms[table.code] = Room(self._context, table, self._ownership.number)
        return room

    async def room(self, code: str) -> Room:
        """The room of a table, brought from the log if need be; raises `Refused`."""
        return await self._owned.room(code)

    async def _bring(self, code: str) -> Room:
        if CODE.fullmatch(code) is None:
            raise Refused("no_such_table", table=code[:12])
        async with self._owned.claimed(code):
            table = await self._reads.table(code)
            if table is None:
                raise Refused("no_such_table", table=code)
            self.check_ready(table.game.name)
        room = self.add(table)
        # Nobody is there, and has not been since the table was last used or the server began.
        table.host_away_since = since = max(table.at, self._began)
        for seat in table.seats:
            seat.away_since = since
        if _stood_still(table):
            await room.carry_out(lambda *_: judge.Verdict([log.Resumed(by="clock")]))
        return room

    async def room_or_none(self, code: str) -> Room | None:
        """The room of a table, for somebody to whom no single table matters."""
        return await self._owned.room_or_none(code)

    async def look(self, code: str) -> Table | None:
        """A table to be listed; one of another process is read, and stays with it."""
        if self._ownership.is_here(code):
            room = await self.room_or_none(code)
            return None if room is None else room.table
        found = await self.peek(code)
        return None if found is None else found[0]

    async def peek(self, code: str) -> tuple[Table, set[int]] | None:
        """A table as it stands and the seats that look at it: nothing begins to run there."""
        if code in self.rooms:
            return self.rooms[code].table, self.rooms[code].watched()
        try:
            table = await self._reads.table(code)
        except Exception as error:
            report(error, code)
            return None
        return None if table is None else (table, set())

    async def put_away(self, room: Room) -> None:
        """Let a table go from memory; it is on disk."""
        if room in self._owned:
            self._gone(room.code)
        await self._owned.put_away(room)

    async def hand_over(self, is_wanted: Callable[[str], bool]) -> None:
        """Put tables away, and tell everybody there to come back: another process has them."""
        for room in self:
            if is_wanted(room.code) and room in self._owned:
                room.say_goodbye(wire.Goodbye("restart", 0.1))
                await self.put_away(room)
        await self._owned.release_the_rest()

    async def bring_anew(self, room: Room) -> None:
        """Put away a table that is not as its log says; whoever comes back finds it as it is."""
        if room in self._owned:
            logger.error("out of step", table=room.table.code)
            room.say_goodbye(wire.Goodbye("restart", 1.0))
            await self.put_away(room)

    async def close(self) -> None:
        """Put all tables away, and bring no more."""
        for room in self:
            await self.put_away(room)
        await self._owned.close()


def _stood_still(table: Table) -> bool:
    """Whether something ran at the table that must not run while nobody can be there."""
    days = table.settings.over_days  # they go on, whether anybody is there or not
    return table.window is not None or (clocks.due(table) is not None and not days)
