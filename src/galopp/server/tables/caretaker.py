"""Who looks after all tables, every few seconds, and after the clock many times a second."""

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from dataclasses import replace

import structlog

from galopp.core.fault import Fault
from galopp.server.ops.clock import Clock
from galopp.server.tables.expiry import Expiry
from galopp.server.tables.registry import Registry
from galopp.server.tables.room import Room
from galopp.server.tables.store import Store
from galopp.store import Heading, Write
from galopp.table import clocks
from galopp.table.refused import Refused
from galopp.table.table import CLOSED, PLAYING

KEPT_IDLE = 60.0  # seconds a table stays in memory after the last person has gone
ROUND = 15.0  # seconds between two rounds
CLOCK_EVERY = 0.25  # seconds between two looks at the clock

logger = structlog.get_logger("galopp")


class Caretaker:
    """Brings tables whose time is up, puts away those that nobody uses, throws away old ones."""

    def __init__(
        self,
        registry: Registry,
        store: Store,
        clock: Clock,
        expiry: Expiry,
        chores: Sequence[Callable[[], None]],
        kept_idle: float = KEPT_IDLE,
    ) -> None:
        self._registry = registry
        self._store = store
        self._clock = clock
        self._expiry = expiry
        self._chores = chores  # what else is done every round
        self._kept_idle = kept_idle

    async def serve(self) -> None:
        """Do one round after the other."""
        while True:
            try:
                await self.do_round()
            except Fault as fault:
                logger.warning("caretaker", fault=fault.key)
            await asyncio.sleep(min(ROUND, self._kept_idle))

    async def do_round(self) -> None:
        """Look after everything once."""
        await self._bring_what_is_due()
        await self._put_away_what_is_idle()
        for chore in self._chores:
            chore()
        await self._store.note_what_is_written_ahead()
        await self._expiry.throw_away(lambda: self._registry.in_use)
        if self._store.ownership.shared:
            await self._registry.hand_over(lambda code: not self._store.ownership.is_here(code))

    async def _bring_what_is_due(self) -> None:
        soon = self._clock.now() + 2 * ROUND
        for heading in await self._store.reads.due(PLAYING, soon):
            ours = self._store.ownership.is_here(heading.table)
            if ours and heading.table not in self._registry.rooms:
                room = await self._registry.room_or_none(heading.table)
                if room is not None and room.idle:
                    await self._correct(heading, room)

    async def _correct(self, heading: Heading, room: Room) -> None:
        """Note when a table's time is really up, or it would be brought again and again."""
        due = clocks.due(room.table)
        if due != heading.due:
            with contextlib.suppress(Refused):  # on a full disk it is brought once more
                await self._store.writes.append(Write([], replace(heading, due=due)))

    async def _put_away_what_is_idle(self) -> None:
        long_ago = self._clock.now() - self._kept_idle
        for room in self._registry:
            if room.idle and (room.used < long_ago or room.table.phase == CLOSED):
                await self._registry.put_away(room)

    async def watch_the_clock(self) -> None:
        """Notice when the process has stood still, and tell everybody what time it is then."""
        self._clock.is_looked_at()
        known = self._clock.stood_still
        while True:
            await asyncio.sleep(CLOCK_EVERY)
            self._clock.now()
            if self._clock.stood_still != known:
                logger.warning("stood still", seconds=round(self._clock.stood_still - known, 1))
                known = self._clock.stood_still
                for room in self._registry:
                    room.tell_the_time()
