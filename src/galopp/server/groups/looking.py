"""How the tables of a group stand, and which of their games are over and not counted yet.

Whatever a table's log says counts, whenever somebody looks: so nothing is lost if a process ends
between the end of a game and its being counted, and nothing is counted twice.
"""

from collections import deque

from galopp.core.fault import Fault
from galopp.group.counting import count_game
from galopp.group.results import game_played
from galopp.group.shown import TableShown
from galopp.group.verdict import Verdict
from galopp.server.groups.records import Records, without_members
from galopp.server.groups.room import Before, GroupRoom, TableSnapshot
from galopp.server.ops.clock import Clock
from galopp.server.ops.threads import Threads
from galopp.server.tables.registry import Registry
from galopp.server.tables.store import Store
from galopp.store import Heading
from galopp.table.fold import retold
from galopp.table.record import round_of
from galopp.table.refused import NotNow
from galopp.table.table import CLOSED, OVER, Table

SHOWN_OVER = 12 * 3600.0  # seconds that a table is shown after its last game


class Looking:
    """Looks at tables for groups."""

    def __init__(
        self, store: Store, clock: Clock, threads: Threads, registry: Registry, records: Records
    ) -> None:
        self._store, self._clock, self._threads = store, clock, threads
        self._registry, self._records = registry, records

    async def look(self, room: GroupRoom) -> None:
        """See how all tables of a group stand, and count what is over; raises `Fault`.

        One at a time: whoever calls holds `room.looking`.
        """
        codes = [code for code in room.group.tables if code not in room.notes.gone]
        elsewhere = [code for code in codes if code not in self._registry.rooms]
        headings = await self._store.reads.headings_of(elsewhere)
        for code in codes:
            await self._look_at(room, code, headings.get(code))
        shown = {code: looked.shown for code, looked in room.notes.looked.items() if looked.shown}
        room.show_tables(shown)

    async def _look_at(self, room: GroupRoom, code: str, heading: Heading | None) -> None:
        here, notes = self._registry.rooms.get(code), room.notes
        if here is not None:
            table: Table | None = here.table
        elif heading is None:
            notes.gone.add(code)
            notes.looked.pop(code, None)
            return
        elif code in notes.looked and notes.looked[code].touched == heading.touched:
            return
        else:
            table = await self._read(code)
        if table is None:
            return  # it was deleted a moment ago
        for number in _rounds_over(table):
            known = (code, number) in room.group.counted or (code, number) in notes.not_counted
            if not known:
                await self._count(room, code, number)
        notes.looked[code] = TableSnapshot(table.at, self._shown(room, table))

    async def _read(self, code: str) -> Table | None:
        """A table that is not in memory; also one that is closed: its games count."""
        return await self._threads.run(_last, code, await self._store.reads.log_of(code))

    async def _count(self, room: GroupRoom, code: str, number: int) -> None:
        """Count a round that is over, if everybody agreed."""
        entries = await self._store.reads.log_of(code)
        try:
            played = await self._threads.run(round_of, code, entries, number)
            counts = game_played(code, number, played)
            if counts is None:
                room.notes.not_counted.add((code, number))
                return
            text = await self._threads.run(without_members, played.record, counts.seats)
            await room.carry_out(
                lambda group, _: count_game(group, counts), self._keeping(room, text)
            )
        except NotNow:
            raise
        except Fault:  # played by other rules than this server knows, or it is full
            room.notes.not_counted.add((code, number))

    def _keeping(self, room: GroupRoom, text: str) -> Before:
        """Keeps a record under the number that its game is about to get."""

        async def keep(verdict: Verdict) -> None:
            await self._records.keep(room.group.code, int(verdict.gives["number"]), text)

        return keep

    def _shown(self, room: GroupRoom, table: Table) -> TableShown | None:
        """A table as the group shows it; None if it does not go on."""
        of_group = room.group.tables[table.code]
        if table.phase == CLOSED or (table.phase == OVER and table.at < room.now() - SHOWN_OVER):
            return None
        return TableShown(
            table=table.code,
            game=table.game.name,
            players=table.players,
            phase=table.phase,
            round=table.round,
            expected=of_group.opened.expected,
            seated=[seat.member for seat in table.seats if seat.member is not None],
            names=[seat.name for seat in table.seats],
            counts=all(seat.counts for seat in table.seats if seat.person),
            opened=of_group.at,
            tournament=of_group.opened.tournament,
        )


def _last(code: str, entries: list[tuple[float, bytes]]) -> Table | None:
    told = deque(retold(code, entries), maxlen=1)
    return told[0].table if told else None


def _rounds_over(table: Table) -> range:
    """The rounds of a table that are over; one that is closed may have been so in its last."""
    return range(1, table.round + (table.phase == OVER or _ended_and_closed(table)))


def _ended_and_closed(table: Table) -> bool:
    over = table.position is not None and table.position.over
    return table.phase == CLOSED and over
