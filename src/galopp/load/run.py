"""Putting a server under load: open the tables, play, measure."""

import asyncio
import contextlib
import gc
import os
import random
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import replace
from time import perf_counter
from typing import Any, NamedTuple

from galopp.core.fault import Impossible
from galopp.load.bots import open_bot_tables
from galopp.load.figures import Figures, Quantiles, Wanted
from galopp.load.opening import Opened, allow_open_files, open_tables
from galopp.load.process import HOST
from galopp.load.quota import held_to
from galopp.load.seat import Seat
from galopp.load.servers import Servers
from galopp.load.table import LoadTable, Move
from galopp.load.watching import Counts, busy_seconds, check_can_watch, processor_seconds
from galopp.wire.layout import subprotocol

CONNECTING_AT_ONCE = 100  # sockets
START_WITHIN = 120.0  # seconds until every table has its cards
PATIENCE = 20.0  # seconds that the last moves are waited for

Progress = Callable[[str], None]


def put_under_load(
    servers: Servers, wanted: Wanted, progress: Progress = lambda step: None
) -> Figures:
    """Open tables, play and measure; `progress` hears "opening", "connecting", "playing".

    Of several servers one is killed in the end, to see how long its tables are missed.
    """
    check_can_watch()
    allow_open_files(wanted.tables * wanted.seats)
    before, began = servers.memory("VmRSS"), perf_counter()
    progress("opening")
    opened = open_tables(servers, wanted)
    found = _run(Load(servers, wanted, progress, began).run(opened))
    found = replace(found, memory_before=before)
    if len(servers.addresses) == 1:
        return found
    progress("killing")
    number = len(servers.addresses)
    lost = [table.path for table in opened[number - 1 :: number]]  # they were opened in turn
    return replace(found, recovered=servers.seconds_without_the_last(lost))


def _run(work: Coroutine[Any, Any, Figures]) -> Figures:
    """On uvloop where it is installed: the load should cost little."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run(work)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work)


class Look(NamedTuple):
    """What had been used and heard at one moment."""

    now: float
    server: float  # seconds of processor time
    database: float
    load: float
    all_of_it: float
    news: int
    news_bytes: int


class Load:
    """All tables, the moves that fall due, and what is found."""

    def __init__(self, servers: Servers, wanted: Wanted, progress: Progress, began: float) -> None:
        self.servers = servers
        self.wanted = wanted
        self.progress = progress
        self.began = began
        self.moves: list[tuple[Move, float]] = []  # measured, and when they were everywhere
        self.errors: Counter[str] = Counter()
        self.news = self.news_bytes = 0
        self.open_from = self.open_until = float("inf")  # what falls due between is measured
        self._free: list[LoadTable] = []
        self._overdue: deque[float] = deque()  # moves for which no table was free
        self._under_way = 0
        self._dealt = asyncio.Event()  # at all tables, or never
        self._leaving = False

    async def run(self, opened: list[Opened]) -> Figures:
        """Connect, play, measure, hang up."""
        self.progress("connecting")
        asks_for = "" if self.wanted.in_json else subprotocol(self.wanted.game)
        tables = [LoadTable(self, table.sockets, table.keys, asks_for) for table in opened]
        await self._connect([seat for table in tables for seat in table.seats])
        await self._until_dealt()
        bots = open_bot_tables(self.servers.home(0), self.wanted, self.complain)
        await self._connect([table.host for table in bots])
        connected = perf_counter() - self.began
        self.progress("playing")
        processes = [server.process for server in self.servers.addresses]
        with held_to(self.wanted.share, processes), _little_interrupted():
            figures = await self._measure(connected)
        self._leaving = True
        for table in tables:
            table.hang_up()
        for of_bots in bots:
            of_bots.host.hang_up()
        return figures

    async def _connect(self, seats: list[Seat]) -> None:
        loop, turn = asyncio.get_running_loop(), asyncio.Semaphore(CONNECTING_AT_ONCE)

        async def connect(seat: Seat) -> None:
            async with turn:
                await loop.create_connection(lambda: seat, HOST, seat.port)

        await asyncio.gather(*(connect(seat) for seat in seats))

    async def _until_dealt(self) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._dealt.wait(), START_WITHIN)
        missing = self.wanted.tables - len(self._free)
        if missing:
            reason = ", ".join(f"{what}: {times}" for what, times in self.errors.items())
            raise Impossible("bench_not_dealt", number=missing, reason=reason)

    async def _measure(self, connected: float) -> Figures:
        """Play for a while, then measure."""
        pacing = asyncio.create_task(self._set_going())
        await asyncio.sleep(self.wanted.warmup)
        counts = await self._counts()
        before = self._look()
        self.open_from = before.now
        await asyncio.sleep(self.wanted.seconds)
        after = self._look()
        self.open_until = after.now
        counted = (await self._counts()).since(counts)
        await pacing
        await self._settle()
        return self._figures(before, after, counted, connected)

    def _look(self) -> Look:
        server, database = self.servers.processor_seconds(), self.servers.database_seconds()
        processors = server, database or 0.0, processor_seconds(os.getpid()), busy_seconds()
        return Look(perf_counter(), *processors, self.news, self.news_bytes)

    async def _counts(self) -> Counts:
        return await asyncio.to_thread(self.servers.counts)

    def _figures(self, before: Look, after: Look, counted: Counts, connected: float) -> Figures:
        seconds, server, database, load, all_of_it, news, size = (
            then - at_first for at_first, then in zip(before, after, strict=True)
        )
        commits = counted.plain.get("commit_writes_count", 0)
        return Figures(
            tables=self.wanted.tables,
            sockets=self.wanted.tables * self.wanted.seats,
            seconds=seconds,
            moves=len(self.moves),
            answered=Quantiles.of([move.answered - move.due for move, _ in self.moves]),
            mover=Quantiles.of([move.mover_heard - move.due for move, _ in self.moves]),
            everybody=Quantiles.of([now - move.due for move, now in self.moves]),
            late=Quantiles.of([move.sent - move.due for move, _ in self.moves]).p99,
            server_cpu_seconds=server,
            load_cpu_seconds=load,
            other_cpu_seconds=all_of_it - server - database - load,
            database_cpu_seconds=database if self.servers.database else None,
            memory=self.servers.memory("VmRSS"),
            most_memory=self.servers.memory("VmHWM"),
            news_bytes=size / max(1, news),
            connect_seconds=connected,
            errors=dict(self.errors),
            commits=int(commits),
            writes_a_commit=counted.plain.get("commit_writes_sum", 0) / max(1, commits),
            commit_mean=1000 * counted.plain.get("commit_seconds_sum", 0) / max(1, commits),
            commit_p99=counted.p99("commit_seconds"),
            loop_lag_p99=counted.p99("loop_lag_seconds"),
            collector_p99=counted.p99("collector_pause_seconds"),
            thoughts=int(counted.plain.get("thought_seconds_count", 0)),
            thought_p99=counted.p99("thought_seconds"),
        )

    async def _settle(self) -> None:
        """Wait for the moves that are under way; those that never end are errors."""
        end = perf_counter() + PATIENCE
        while (left := self._under_way + len(self._overdue)) and perf_counter() < end:
            await asyncio.sleep(0.01)
        if left:
            self.errors["unanswered"] += left

    # --- Pacing

    async def _set_going(self) -> None:
        if self.wanted.rate > 0:
            await asyncio.to_thread(self._pace, asyncio.get_running_loop())
        else:
            for _ in range(min(self.wanted.under_way, self.wanted.tables)):
                self.move_due(perf_counter())

    def _pace(self, loop: asyncio.AbstractEventLoop) -> None:
        """Let moves fall due at random distances; runs in a thread.

        An event loop sleeps in whole milliseconds, which is as long as a move takes.
        """
        due = perf_counter()
        while due < self.open_until:
            time.sleep(max(0.0, due - perf_counter()))
            loop.call_soon_threadsafe(self.move_due, due)
            due += random.expovariate(self.wanted.rate)

    def move_due(self, due: float) -> None:
        """A move is due: make it at a table picked at random, or as soon as one is free."""
        if due >= self.open_until:
            return
        if not self._free:
            self._overdue.append(due)
            return
        place = random.randrange(len(self._free))
        self._free[place], self._free[-1] = self._free[-1], self._free[place]
        self._under_way += 1
        self._free.pop().send(due, perf_counter())

    # --- What the tables say

    def is_free(self, table: LoadTable) -> None:
        """A move can be made at the table."""
        self._free.append(table)
        if len(self._free) == self.wanted.tables:
            self._dealt.set()
        if self._overdue:
            self.move_due(self._overdue.popleft())

    def has_moved(self, move: Move, now: float) -> None:
        """A move has been answered, and its news is everywhere."""
        if self.open_from <= move.due < self.open_until:
            self.moves.append((move, now))
        self.is_over(move)

    def is_over(self, move: Move) -> None:
        """A move is under way no longer."""
        self._under_way -= 1
        if self.wanted.rate == 0:
            asyncio.get_running_loop().call_soon(lambda: self.move_due(perf_counter()))

    def heard_news(self, size: int) -> None:
        """News has arrived somewhere."""
        self.news += 1
        self.news_bytes += size

    def complain(self, what: str) -> None:
        """Something went wrong."""
        if not self._leaving:
            self.errors[what] += 1
            self._dealt.set()


@contextlib.contextmanager
def _little_interrupted() -> Iterator[None]:
    """No collections, and quick changes to the thread that says what is due."""
    interval = sys.getswitchinterval()
    gc.collect()
    gc.freeze()
    gc.disable()
    sys.setswitchinterval(0.0002)
    try:
        yield
    finally:
        sys.setswitchinterval(interval)
        gc.enable()
        gc.unfreeze()
