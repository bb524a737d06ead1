"""The way to the log: what is read and what is written, each in a thread of its own.

So nobody who reads waits for a sync, and nobody's move for a long read. What is wrong with the
disk is for the operator; players hear that nothing is lost.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Container, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar, TypeVarTuple

import structlog

from galopp.server.ops.metrics import Metrics
from galopp.server.tables.ownership import Ownership, SharedAt
from galopp.store import Entry, Heading, SubscriptionRow, Write
from galopp.store.contract import Done, EventLog, LogReader, Sharing
from galopp.store.fault import Gap, StoreFault, Taken
from galopp.store.opening import Place
from galopp.table.fold import retold
from galopp.table.refused import NotNow
from galopp.table.table import CLOSED, Table

MOST_AHEAD = 128 << 20  # bytes beside the file of the log, which are brought home at times

Given = TypeVarTuple("Given")
Found = TypeVar("Found")

logger = structlog.get_logger("galopp")


class OutOfStep(NotNow):
    """What is in memory is not what the log says; the table must be brought from it anew."""


class _Thread:
    """One thread for calls that wait for the disk."""

    def __init__(self, name: str) -> None:
        self._thread = ThreadPoolExecutor(1, name)

    async def call(self, work: Callable[[*Given], Found], *given: *Given) -> Found:
        """Let the thread do something; raises `NotNow` where the disk does not."""
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._thread, partial(work, *given))
        except StoreFault as fault:
            raise _hidden(fault) from None

    def close(self) -> None:
        """Begin nothing more."""
        self._thread.shutdown(wait=False)


class Reads:
    """What is read."""

    def __init__(self, log: LogReader, opening: asyncio.Lock) -> None:
        self._log = log
        self._thread = _Thread("galopp-reader")
        self._opening = opening

    async def entries(self, code: str, after: int = -1) -> list[Entry]:
        """A table's log after an event, as it was written."""
        return await self._thread.call(self._log.read, code, after)

    async def log_of(self, code: str, after: int = -1) -> list[tuple[float, bytes]]:
        """A table's log after an event, as `galopp.table` reads it: when each was, and its body."""
        return _timed(await self.entries(code, after))

    async def table(self, code: str) -> Table | None:
        """A table as its log tells it; None if there is none, or it is closed."""
        async with self._opening:
            return await self._thread.call(_fold, self._log, code)

    async def heading(self, code: str) -> Heading | None:
        """What is known of a table without reading its log, if there is such a table."""
        return await self._thread.call(self._log.heading, code)

    async def headings_of(self, codes: Iterable[str]) -> dict[str, Heading]:
        """The headings of those of these tables that are there, by their codes."""
        return await self._thread.call(_headings_of, self._log, list(codes))

    async def headings(self, phase: str) -> list[Heading]:
        """The headings of all tables in a phase."""
        return await self._thread.call(self._log.headings, phase)

    async def due(self, phase: str, before: float) -> list[Heading]:
        """The headings of tables in a phase whose time is up before a moment."""
        return await self._thread.call(self._log.due, phase, before)

    async def last_touched(self) -> float:
        """When anything last happened at any table."""
        return await self._thread.call(self._log.last_touched)

    async def kept(self, name: str) -> bytes | None:
        """What is kept besides the tables, under a name."""
        return await self._thread.call(self._log.kept, name)

    async def names_kept(self, beginning: str) -> list[str]:
        """The names under which something is kept that begin like this."""
        return await self._thread.call(self._log.names_kept, beginning)

    async def subscriptions(self) -> list[SubscriptionRow]:
        """What people want to be told, of all tables."""
        return await self._thread.call(self._log.subscriptions)

    async def subscriptions_of(self, code: str) -> list[SubscriptionRow]:
        """What people want to be told of one table, or group."""
        return await self._thread.call(self._log.subscriptions_of, code)

    async def subscription(self, code: str, name: str) -> SubscriptionRow | None:
        """What one person wants to be told of a table, as it is on disk."""
        return await self._thread.call(self._log.subscription, code, name)

    def close(self) -> None:
        """Read nothing more."""
        self._thread.close()


class Writes:
    """What is written. Every call returns when it is on disk, and raises `NotNow` if it is not."""

    def __init__(self, log: EventLog, opening: asyncio.Lock) -> None:
        self._log = log
        self._thread = _Thread("galopp-writes")
        self._opening = opening
        self._gathered: list[tuple[Write, Done]] = []  # in this turn of the loop
        self.work = True  # as far as is known

    async def append(self, write: Write) -> None:
        """Write events down."""
        try:
            await _queued(partial(self._gather, write))
        except StoreFault as fault:
            # One table that is not as it should be says nothing about the disk.
            out_of_step = isinstance(fault, Taken | Gap)
            self.work = self.work and out_of_step
            hidden = _hidden(fault)
            raise OutOfStep(hidden.key) if out_of_step else hidden from None
        self.work = True

    def _gather(self, write: Write, done: Done) -> None:
        """Let what comes in one turn of the loop be one commit, and wake its thread once."""
        if not self._gathered:
            asyncio.get_running_loop().call_soon(self.hand_over)
        self._gathered.append((write, done))

    def hand_over(self) -> None:
        """Let what was gathered be written before whatever is wanted next."""
        gathered, self._gathered = self._gathered, []
        for write, done in gathered:
            self._log.append(write, done)

    async def claim(self, code: str) -> bool:
        """Make a table this process's own; False if it belongs to another that is alive."""
        return await self._thread.call(self._log.claim, code)

    async def release(self, code: str) -> None:
        """Let others have a table."""
        await self._queue(partial(self._log.release, code))

    async def arrive(self) -> None:
        """Tell the other processes that this one is ready."""
        await self._thread.call(self._log.arrive)

    async def leave(self) -> None:
        """Tell the other processes to count on this one no more."""
        await self._thread.call(self._log.leave)

    async def ahead(self) -> int:
        """Bytes that are on disk, but not in the file of the log yet."""
        return await self._thread.call(self._log.written_ahead)

    async def delete(self, code: str) -> None:
        """Delete a table, and what people wanted to be told of it."""
        await self._thread.call(self._log.delete, code)

    async def expire(
        self, phase: str, before: float, in_use: Callable[[], Container[str]]
    ) -> list[str]:
        """Delete tables in a phase that nobody has touched since and none uses; their codes."""
        async with self._opening:
            return await self._thread.call(self._log.expire, [phase], before, in_use())

    async def keep(self, name: str, body: bytes, at: float) -> None:
        """Keep something; what is there already stays, and is touched."""
        await self._thread.call(self._log.keep, name, body, at)

    async def throw_away(self, beginning: str, before: float) -> None:
        """Forget what is kept under such names and was not touched since."""
        await self._thread.call(self._log.throw_away, beginning, before)

    async def keep_subscription(self, row: SubscriptionRow) -> None:
        """Write down what somebody wants to be told."""
        await self._queue(partial(self._log.keep_subscription, row))

    async def drop_subscription(self, code: str, name: str) -> None:
        """Leave nothing on disk of what somebody wanted to be told."""
        await self._queue(partial(self._log.drop_subscription, code, name))

    async def _queue(self, put: Callable[[Done], None]) -> None:
        self.hand_over()
        try:
            await _queued(put)
        except StoreFault as fault:
            raise _hidden(fault) from None

    def close(self) -> None:
        """Write nothing more."""
        self._thread.close()


class Store:
    """The log of one server."""

    def __init__(
        self,
        place: Place,
        metrics: Metrics,
        sharing: SharedAt | None = None,
        members_changed: Callable[[], None] = lambda: None,
    ) -> None:
        """With `sharing` others may serve the same tables, and reach this process there."""
        self._loop = asyncio.get_running_loop()
        self._metrics = metrics
        changed = partial(self._deliver, [members_changed])
        shared = Sharing(sharing.address, changed, sharing.slot) if sharing else None
        self._log = place.open(self._deliver, metrics.committed, shared)
        self.ownership = Ownership(self._log)
        opening = asyncio.Lock()  # no table is opened while old ones are thrown away
        self.reads = Reads(self._log, opening)
        self.writes = Writes(self._log, opening)

    async def secret(self, name: str, fresh: bytes, at: float) -> bytes:
        """A secret of this server's own, the same for as long as its data is kept."""
        await self.writes.keep(f"secret/{name}", fresh, at)
        return await self.reads.kept(f"secret/{name}") or fresh

    async def note_what_is_written_ahead(self) -> None:
        """Nothing is lost where the file itself cannot be written, but somebody should know."""
        ahead = await self.writes.ahead()
        self._metrics.written_ahead.set(ahead)
        if ahead > MOST_AHEAD:
            logger.error("log cannot be brought home", ahead=ahead, most=MOST_AHEAD)

    def _deliver(self, calls: list[Callable[[], None]]) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self._loop.call_soon_threadsafe(_run_all, calls)

    async def close(self) -> None:
        """Write what is waiting, then let go of the store."""
        self.writes.hand_over()
        await self._loop.run_in_executor(None, self._log.close)
        self.reads.close()
        self.writes.close()


def _hidden(fault: StoreFault) -> NotNow:
    logger.error("store", fault=fault.key, **fault.arguments)
    return NotNow("server_cannot_write")


async def _queued(put: Callable[[Done], None]) -> None:
    """Let something be written; returns when it is on disk, raises `StoreFault`."""
    done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    put(partial(_resolve, done))
    await done


def _resolve(done: asyncio.Future[None], error: Exception | None) -> None:
    if done.done():
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)


def _run_all(calls: list[Callable[[], None]]) -> None:
    for call in calls:
        call()


def _fold(log: LogReader, code: str) -> Table | None:
    """The table as its log tells it; runs in a thread."""
    told = deque(retold(code, _timed(log.read(code))), maxlen=1)
    table = told[0].table if told else None
    return None if table is None or table.phase == CLOSED else table


def _headings_of(log: LogReader, codes: list[str]) -> dict[str, Heading]:
    found = ((code, log.heading(code)) for code in codes)
    return {code: heading for code, heading in found if heading is not None}


def _timed(entries: list[Entry]) -> list[tuple[float, bytes]]:
    return [(entry.at, entry.body) for entry in entries]
