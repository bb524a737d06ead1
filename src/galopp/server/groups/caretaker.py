"""Who looks after all groups: every second after rounds, now and then after everything else."""

import asyncio
import math

import structlog

from galopp.core.fault import Fault
from galopp.server.groups.room import CLOSED, GROUP, GroupRoom
from galopp.server.groups.rounds import due
from galopp.server.groups.service import Groups
from galopp.server.ops.clock import Clock
from galopp.server.ops.logs import report
from galopp.server.tables.expiry import Expiry
from galopp.server.tables.store import Store
from galopp.table.settings import DAY

KEPT = 730 * DAY  # on disk, untouched
KEPT_IDLE = 120.0  # seconds a group stays in memory after the last member has gone
EVERY = 1.0  # seconds between two looks at rounds
ROUND = 15.0  # seconds between two looks at everything
THROW_AWAY_EVERY = 3600.0  # seconds

logger = structlog.get_logger("galopp")


class GroupCaretaker:
    """Sees rounds through, brings groups whose time is up, puts away and throws away others."""

    def __init__(
        self, groups: Groups, store: Store, clock: Clock, expiry: Expiry, kept_idle: float
    ) -> None:
        self._groups, self._store, self._clock = groups, store, clock
        self._expiry, self._kept_idle = expiry, min(KEPT_IDLE, 2 * kept_idle)
        self._next_round = self._next_expiry = -math.inf

    async def serve(self) -> None:
        """Do one round after the other."""
        while True:
            try:
                await self.do_round()
            except Fault as fault:
                logger.warning("group caretaker", fault=fault.key)
            await asyncio.sleep(EVERY)

    async def do_round(self) -> None:
        """Look after everything that is due."""
        for room in self._groups.registry:
            await self._tend(room)
        now = self._clock.now()
        if now >= self._next_round:
            self._next_round = now + min(ROUND, self._kept_idle)
            await self._bring_what_is_due(now)
            await self._put_away(now)
            for room in self._groups.registry:
                self._groups.look_soon(room)  # nobody may have told it what its tables did
            await self._delete_what_is_closed()
        if now >= self._next_expiry:
            self._next_expiry = now + THROW_AWAY_EVERY
            await self._throw_away(now - KEPT)

    async def _tend(self, room: GroupRoom) -> None:
        try:
            await self._groups.rounds.tend(room)
        except Fault as fault:
            logger.warning("round", group=room.group.code, fault=fault.key)
        except Exception as error:
            report(error, room.group.code)

    async def _bring_what_is_due(self, now: float) -> None:
        for heading in await self._store.reads.due(GROUP, now + 2 * ROUND):
            ours = self._store.ownership.is_here(heading.table)
            if ours and heading.table not in self._groups.registry.rooms:
                room = await self._groups.registry.room_or_none(heading.table)
                if room is not None:
                    await self._tend(room)
                    # Else it would be brought again and again.
                    await room.note_due(due(room.group, room.now()))

    async def _put_away(self, now: float) -> None:
        """Put away whom nobody uses; and what another process has, which is asked from now on."""
        shared, is_here = self._store.ownership.shared, self._store.ownership.is_here
        await self._groups.registry.put_away_all(
            lambda room: (
                (room.idle and room.used < now - self._kept_idle)
                or (shared and not is_here(room.group.code))
            )
        )

    async def _delete_what_is_closed(self) -> None:
        """Whatever a process that ended meanwhile has left."""
        for heading in await self._store.reads.headings(CLOSED):
            if self._store.ownership.is_here(heading.table):
                await self._groups.delete_from_disk(heading.table)

    async def _throw_away(self, before: float) -> None:
        if not await self._expiry.is_surely_past(before):
            return
        for heading in await self._store.reads.headings(GROUP):
            code = heading.table
            in_use = code in self._groups.registry.rooms or not self._store.ownership.is_here(code)
            if heading.touched < before and not in_use:
                await self._groups.delete_from_disk(code)
                logger.info("expired", group=code)
