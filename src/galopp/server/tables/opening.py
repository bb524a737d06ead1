"""Opening tables, and listing those where somebody could sit down."""

from galopp import wire
from galopp.server.ops.threads import Threads
from galopp.server.tables.days import Days
from galopp.server.tables.disk import DiskFloor
from galopp.server.tables.heading import heading_of
from galopp.server.tables.registry import Registry
from galopp.server.tables.replays import Replays
from galopp.server.tables.room import RoomContext
from galopp.server.tables.store import Reads
from galopp.store import Entry, Write
from galopp.table import judge, log
from galopp.table.beginning import options_of
from galopp.table.fold import new_table
from galopp.table.table import LOBBY, Table

LISTED = 100  # tables shown on the public list


class Opening:
    """Opens tables."""

    def __init__(
        self,
        registry: Registry,
        context: RoomContext,
        threads: Threads,
        disk: DiskFloor,
        days: Days,
        replays: Replays,
    ) -> None:
        self._registry, self._context = registry, context
        self._threads, self._disk = threads, disk
        self._days, self._replays = days, replays

    async def open(
        self, wanted: wire.OpenTable, code: str = "", group: str = ""
    ) -> wire.TableOpened:
        """Open a table, under a code that is free and for a group where they are given.

        Raises `Fault`.
        """
        self._registry.check_ready(wanted.game)
        await self._disk.check()
        options, begin = wanted.options, await self._beginning(wanted)
        if begin is not None:
            options = await self._threads.run(options_of, begin, wanted.game, wanted.players)
        code = code or await self._registry.unused_code()
        verdict = judge.open_table(
            code, wanted.game, wanted.players, options, wanted.settings, begin, group
        )
        opened, now = verdict.events[0], self._context.clock.now()
        assert isinstance(opened, log.Opened)
        table = new_table(code, opened, now)
        room = self._registry.add(table)
        try:
            if begin is not None and begin.day:  # first: no table of a day goes uncounted
                await self._days.enter(begin.day, wanted.game, code)
            await self._write_down(table, opened, now)
        except BaseException:
            await self._registry.put_away(room)
            raise
        self._context.happened(table, opened)
        return wire.TableOpened(code, str(verdict.gives["key"]), table.luck.promise)

    async def _write_down(self, table: Table, opened: log.Opened, now: float) -> None:
        first = Entry(table.code, 0, now, log.encode(opened))
        await self._context.writes.append(Write([first], heading_of(table, now)))

    async def _beginning(self, wanted: wire.OpenTable) -> log.Beginning | None:
        """Where a new table begins, if not with a deal of its own; raises `Refused`."""
        begin = wanted.begin
        if begin is None:
            return None
        if begin.day:
            return await self._days.beginning(begin.day, wanted.game)
        return await self._replays.beginning(begin.replay, begin.decisions, begin.same_luck)


class PublicList:
    """The tables on the public list; none where the server keeps none."""

    def __init__(self, registry: Registry, reads: Reads, kept: bool) -> None:
        self._registry, self._reads, self._kept = registry, reads, kept

    async def read(self) -> list[wire.TableListed]:
        """Those where somebody could sit down, the latest first."""
        if not self._kept:
            return []
        headings = await self._reads.headings(LOBBY)
        latest = sorted((h for h in headings if h.listed), key=lambda h: -h.touched)
        found = [await self._registry.look(one.table) for one in latest[:LISTED]]
        return [_listed(table) for table in found if table is not None]


def _listed(table: Table) -> wire.TableListed:
    names = [seat.name for seat in table.seats if seat.name]
    free = sum(seat.free for seat in table.seats)
    return wire.TableListed(table.code, table.game.name, table.phase, table.players, free, names)
