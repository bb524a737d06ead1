"""The house: all tables of one server, the log they are written to, and who looks after them.

A table is brought from the log when somebody wants it and put away again when nobody has for
a while, so what is in memory is what is being played. Every task started here has an owner
that ends it.
"""

import asyncio
import contextlib
import os
import shutil
from collections import deque
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, TypeVarTuple

import structlog

from galopp import __version__, wire
from galopp.bots import thinks_ahead
from galopp.core.fault import Fault
from galopp.server.bots.searching import Searching
from galopp.server.bots.threads import Thinkers
from galopp.server.notices.scheduler import Notices
from galopp.server.notices.sender import AS_USUAL, Allowed
from galopp.server.ops.clock import Clock
from galopp.server.ops.memory import Garbage, look_at_the_youngest
from galopp.server.ops.metrics import Metrics
from galopp.server.ops.preparing import Preparing
from galopp.server.site.qr import Drawings
from galopp.server.tables.days import Days
from galopp.server.tables.histories import Histories
from galopp.server.tables.replays import Replays
from galopp.server.tables.room import Room
from galopp.store import Entry, Heading, Notice, Write
from galopp.store.fault import Gap, StoreFault, Taken
from galopp.store.sqlite import Log
from galopp.store.writer import Done
from galopp.table import clocks, judge, log
from galopp.table.beginning import options_of
from galopp.table.keys import CODE, new_code
from galopp.table.log import AnyLogged
from galopp.table.refused import NotNow, Refused
from galopp.table.settings import DAY
from galopp.table.table import CLOSED, LOBBY, OVER, PLAYING, Table, new_table, retold

KEPT_IDLE = 60.0  # seconds a table stays in memory after the last person has gone
HINT_BOT = "strongest"  # gives the hints
LISTED = 100  # tables shown on the public list
LEAST_FREE = 200 << 20  # bytes of the disk, for what is being played
SET_BACK = 3600.0  # seconds by which a clock was wrong, if it is set back by so much
ROUND = 15.0  # seconds between two rounds of the caretaker
LOOK_EVERY = 0.25  # seconds between two looks at the clock
KEPT = {LOBBY: 2 * DAY, PLAYING: 60 * DAY, OVER: 60 * DAY, CLOSED: 0.0}  # on disk, untouched

TOLD_TO_THE_OPERATOR = (log.Opened, log.Began, log.Ended, log.Closed)

logger = structlog.get_logger("galopp")

Given = TypeVarTuple("Given")
Found = TypeVar("Found")


class House:
    """All tables of one server."""

    def __init__(
        self,
        folder: Path,
        clock: Clock,
        metrics: Metrics,
        public_list: bool,
        kept_idle: float = KEPT_IDLE,
        hint_bot: str = HINT_BOT,
        allowed: Allowed = AS_USUAL,
    ) -> None:
        self.clock = clock
        self.metrics = metrics
        self.public_list = public_list
        self.kept_idle = kept_idle
        self.hint_bot = hint_bot
        self.limited = allowed.limits
        self.version = __version__
        self.rooms: dict[str, Room] = {}
        self.preparing = Preparing()
        self.replays, self.days, self.histories = Replays(self), Days(self), Histories(self)
        self.drawings = Drawings(self.in_thread)
        self.leaving = False
        self.writes = True  # as far as is known
        self._began = clock.now()
        self._loop = asyncio.get_running_loop()
        self._folder = folder
        self._log = Log.open(folder, self._deliver, self._observe)
        self.garbage = Garbage()
        self._bringing: dict[str, asyncio.Task[Room]] = {}
        self.thinkers, self.searching = Thinkers(), Searching()
        self._readers = ThreadPoolExecutor(1, "galopp-reader")
        self._tellers = ThreadPoolExecutor(os.cpu_count() or 1, "galopp-teller")
        self._returners = ThreadPoolExecutor(1, "galopp-returner")
        self._tasks: set[asyncio.Task[None]] = set()
        self.notices = Notices(self, allowed)

    async def start(self) -> None:
        """Look after what was going on when the server stopped, and begin to serve."""
        self.run(self.preparing.prepare())
        self.run(self._take_care())
        self.run(self._look_at_the_clock())
        self.run(self.metrics.watch_the_loop())
        self.run(look_at_the_youngest())
        self.run(self.notices.serve())

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Let something run until it is done or the house closes."""
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ran)

    def _ran(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, Exception):
            self.report(error)

    # --- Tables

    async def open(self, wanted: wire.OpenTable) -> wire.TableOpened:
        """Open a table; raises `Fault`."""
        self._check_ready(wanted.game)
        await self.check_there_is_room()
        options, begin = wanted.options, await self._beginning(wanted)
        if begin is not None:
            options = await self.in_thread(options_of, begin, wanted.game, wanted.players)
        code = await self._unused_code()
        verdict = judge.open_table(
            code, wanted.game, wanted.players, options, wanted.settings, begin
        )
        opened, now = verdict.events[0], self.clock.now()
        assert isinstance(opened, log.Opened)
        table = new_table(code, opened, now)
        room = self.rooms[code] = Room(self, table)
        try:
            if begin is not None and begin.day:  # first: no table of a day goes uncounted
                await self.days.enter(begin.day, wanted.game, code)
            await self.write(Write([Entry(code, 0, now, log.encode(opened))], room.heading(now)))
        except BaseException:
            await self._put_away(room)
            raise
        self.note(table, opened)
        return wire.TableOpened(code, str(verdict.gives["key"]), table.luck.promise)

    async def _beginning(self, wanted: wire.OpenTable) -> log.Beginning | None:
        """Where a new table begins, if not with a deal of its own; raises `Refused`."""
        begin = wanted.begin
        if begin is None:
            return None
        if begin.day:
            return await self.days.beginning(begin.day, wanted.game)
        return await self.replays.beginning(begin.replay, begin.decisions, begin.same_luck)

    async def check_there_is_room(self) -> None:
        """Whether the disk has room for something new; raises `NotNow`.

        The last of it is kept for what is being played.
        """
        disk = await self._read(shutil.disk_usage, self._folder)
        if disk.free < LEAST_FREE:
            logger.error("disk runs out", free=disk.free, least=LEAST_FREE)
            raise NotNow("no_room_for_more")

    def _check_ready(self, game: str) -> None:
        if self.preparing.is_being_prepared(game):
            raise NotNow("game_not_ready", game=game)

    async def _unused_code(self) -> str:
        while True:
            code = new_code()
            if code not in self.rooms and await self._read(self._log.heading, code) is None:
                return code

    async def room(self, code: str) -> Room:
        """The room of a table, brought from the log if need be; raises `Refused`."""
        room = self.rooms.get(code)
        if room is not None:
            room.used = self.clock.now()  # so that it is not put away under somebody's feet
            return room
        if CODE.fullmatch(code) is None:
            raise Refused("no_such_table", table=code[:12])
        if code not in self._bringing:
            task = self._loop.create_task(self._bring(code))
            self._bringing[code] = task
            task.add_done_callback(lambda _: self._bringing.pop(code, None))
        return await asyncio.shield(self._bringing[code])

    async def _bring(self, code: str) -> Room:
        table = await self._read(self._fold, code)
        if table is None:
            raise Refused("no_such_table", table=code)
        self._check_ready(table.game.name)
        self.rooms[code] = room = Room(self, table)
        # Nobody is there, and has not been since the table was last used or the server began.
        table.host_away_since = since = max(table.at, self._began)
        for seat in table.seats:
            seat.away_since = since
        if _stood_still(table):
            await room.settle(lambda *_: judge.Verdict([log.Resumed(by="clock")]))
        return room

    def _fold(self, code: str) -> Table | None:
        """The table as its log tells it; runs in a thread."""
        told = deque(retold(code, _kept(self._log.read(code))), maxlen=1)
        table = told[0].table if told else None
        return None if table is None or table.phase == CLOSED else table

    async def listed(self) -> list[wire.TableListed]:
        """The tables on the public list where somebody could sit down."""
        if not self.public_list:
            return []
        headings = await self._read(self._log.headings, LOBBY)
        latest = sorted((h for h in headings if h.listed), key=lambda h: -h.touched)
        found = [await self._room_if_it_can_be(heading.table) for heading in latest[:LISTED]]
        return [_listed(room.table) for room in found if room is not None]

    async def _room_if_it_can_be(self, code: str) -> Room | None:
        """The room of a table, for somebody to whom no single table matters."""
        try:
            return await self.room(code)
        except Fault as fault:
            logger.warning("left out", table=code, fault=fault.key)
        except Exception as error:
            self.report(error, code)
        return None

    async def log_of(self, code: str, after: int = -1) -> list[tuple[float, bytes]]:
        """A table's log after an event, as `galopp.table` reads it: when each was, and its body."""
        return _kept(await self.entries(code, after))

    async def entries(self, code: str, after: int = -1) -> list[Entry]:
        """A table's log after an event, as it was written."""
        return await self._read(self._log.read, code, after)

    async def kept(self, name: str) -> bytes | None:
        """What is kept besides the tables, under a name."""
        return await self._read(self._log.kept, name)

    async def names_kept(self, beginning: str) -> list[str]:
        """The names under which something is kept that begin like this."""
        return await self._read(self._log.names_kept, beginning)

    async def keep(self, name: str, body: bytes) -> None:
        """Keep something; what is there already stays, and is touched."""
        await self._read(self._log.keep, name, body, self.clock.now())

    async def throw_away(self, beginning: str, touched_before: float) -> None:
        """Forget what is kept under such names and was not touched for long."""
        as_with_tables = touched_before <= await self._read(self._log.last_touched)
        if as_with_tables and self._knows_the_time():
            await self._read(self._log.throw_away, beginning, touched_before)

    async def delete(self, room: Room) -> None:
        """Delete a table that is closed, from memory and from disk."""
        code = room.table.code
        await self._put_away(room)
        await self._read(self._log.delete, code)
        self.notices.forget_table(code)
        self.days.look_again(code)

    async def look_at(self, code: str) -> Table | None:
        """A table as it stands, for whoever only looks: nothing begins to run there."""
        if code in self.rooms:
            return self.rooms[code].table
        try:
            return await self._read(self._fold, code)
        except Exception as error:
            self.report(error, code)
            return None

    async def _read(self, find: Callable[[*Given], Found], *given: *Given) -> Found:
        try:
            return await self._loop.run_in_executor(self._readers, partial(find, *given))
        except StoreFault as fault:
            raise self._hidden(fault) from None

    # --- The log

    async def write(self, write: Write) -> None:
        """Write events down; returns when they are on disk, raises `Refused` if they are not."""
        try:
            await self._queued(partial(self._log.append, write))
        except StoreFault as fault:
            # One table that is not as it should be says nothing about the disk.
            self.writes = self.writes and isinstance(fault, Taken | Gap)
            raise self._hidden(fault) from None
        self.writes = True

    async def _queued(self, put: Callable[[Done], None]) -> None:
        """Let something be written; returns when it is on disk, raises `StoreFault`."""
        done: asyncio.Future[None] = self._loop.create_future()
        put(partial(_resolve, done))
        await done

    async def keep_notice(self, notice: Notice) -> None:
        """Write down what somebody wants to be told; raises `Refused`."""
        try:
            await self._queued(partial(self._log.keep_notice, notice))
        except StoreFault as fault:
            raise self._hidden(fault) from None

    async def drop_notice(self, code: str, name: str) -> None:
        """Leave nothing on disk of what somebody wanted to be told; raises `Refused`."""
        try:
            await self._queued(partial(self._log.drop_notice, code, name))
        except StoreFault as fault:
            raise self._hidden(fault) from None

    async def notices_kept(self) -> list[Notice]:
        """What people want to be told, of all tables."""
        return await self._read(self._log.notices)

    async def secret(self, name: str, fresh: bytes) -> bytes:
        """A secret of this server's own, the same for as long as its data is kept."""
        await self.keep(f"secret/{name}", fresh)
        return await self.kept(f"secret/{name}") or fresh

    def _deliver(self, calls: list[Callable[[], None]]) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self._loop.call_soon_threadsafe(_run_all, calls)

    def _observe(self, seconds: float, writes: int) -> None:
        self.metrics.commit_seconds.observe(seconds)
        self.metrics.commit_writes.observe(writes)

    def _hidden(self, fault: StoreFault) -> NotNow:
        """What is wrong with the disk is for the operator; players hear that nothing is lost."""
        logger.error("store", fault=fault.key, **fault.arguments)
        return NotNow("server_cannot_write")

    # --- Looking after everything

    async def _take_care(self) -> None:
        while True:
            try:
                await self.look_around()
            except Fault as fault:
                logger.warning("caretaker", fault=fault.key)
            await asyncio.sleep(min(ROUND, self.kept_idle))

    async def _look_at_the_clock(self) -> None:
        """Notice when the process has stood still, and tell everybody what time it is then."""
        self.clock.is_looked_at()
        known = self.clock.stood_still
        while True:
            await asyncio.sleep(LOOK_EVERY)
            self.clock.now()
            if self.clock.stood_still != known:
                logger.warning("stood still", seconds=round(self.clock.stood_still - known, 1))
                known = self.clock.stood_still
                for room in self.rooms.values():
                    room.tell_the_time()

    async def look_around(self) -> None:
        """One round of the caretaker."""
        await self._bring_what_is_due()
        await self._put_away_what_is_idle()
        self.garbage.clear_away(sum(len(room.guests) for room in self.rooms.values()))
        self.searching.rest()
        await self._throw_away_what_is_old()
        await self.replays.throw_away_what_is_old(self.clock.now())
        await self.days.throw_away_what_is_old(self.clock.now())

    async def _bring_what_is_due(self) -> None:
        soon = self.clock.now() + 2 * ROUND
        for heading in await self._read(self._log.headings, PLAYING):
            if heading.due is not None and heading.due < soon and heading.table not in self.rooms:
                room = await self._room_if_it_can_be(heading.table)
                if room is not None and room.idle:
                    await self._correct(heading, room)

    async def _correct(self, heading: Heading, room: Room) -> None:
        """Note when a table's time is really up, or it would be brought again and again."""
        due = clocks.due(room.table)
        if due != heading.due:
            with contextlib.suppress(Refused):  # on a full disk it is brought once more
                await self.write(Write([], replace(heading, due=due)))

    async def _put_away_what_is_idle(self) -> None:
        long_ago = self.clock.now() - self.kept_idle
        for room in list(self.rooms.values()):
            if room.idle and (room.used < long_ago or room.table.phase == CLOSED):
                await self._put_away(room)

    async def _put_away(self, room: Room) -> None:
        self.rooms.pop(room.table.code, None)
        self.histories.forget([room.table.code])
        self.garbage.add()
        await room.end()

    async def _throw_away_what_is_old(self) -> None:
        last = await self._read(self._log.last_touched)
        for phase, kept in KEPT.items():
            before, in_use = self.clock.now() - kept, {*self.rooms, *self._bringing}
            if kept and (before > last or not self._knows_the_time()):
                continue  # nothing happened for so long, or the clock is wrong: better keep it
            for code in await self._read(self._log.expire, [phase], before, in_use):
                self.notices.forget_table(code)
                logger.info("expired", table=code, phase=phase)

    def _knows_the_time(self) -> bool:
        """Whether it has run for a day by a clock that nobody has set back since.

        A machine may be switched on with a clock that is months ahead, and must not delete
        what is not old.
        """
        now = self.clock.now()
        return now - self._began >= DAY and self.clock.of_day() > now - SET_BACK

    async def in_thread(self, work: Callable[[*Given], Found], *given: *Given) -> Found:
        """Let a thread do something that takes a while and that a person waits for."""
        return await self._loop.run_in_executor(self._tellers, partial(work, *given))

    async def in_thread_for_whoever_returns(
        self, work: Callable[[*Given], Found], *given: *Given
    ) -> Found:
        """The same for a player who comes back: nobody else's questions are in the way there."""
        return await self._loop.run_in_executor(self._returners, partial(work, *given))

    def note(self, table: Table, event: AnyLogged) -> None:
        """Count what happened, and tell the operator of what is worth telling."""
        tag = log.tag(type(event).__name__)
        self.metrics.events.labels(tag).inc()
        if isinstance(event, log.BotSat | log.TookOver) and thinks_ahead(event.level):
            self.run(self.searching.start())
        if isinstance(event, log.Began | log.Ended):
            self.days.look_again(table.code)
        if isinstance(event, TOLD_TO_THE_OPERATOR):
            logger.info(tag, table=table.code, game=table.game.name, players=table.players)

    def report(self, error: Exception, code: str = "") -> None:
        """Something went wrong that should not have: tell the operator, and nobody's hand."""
        logger.error("failed", table=code, error=type(error).__name__, exc_info=error)

    def bot_failed(self, code: str, game: str, bot: str, error: Exception, given_up: bool) -> None:
        """A bot did not decide, so a simpler one does: for this once, or for all of this game."""
        self.metrics.bot_failures.labels(bot).inc()
        expected = isinstance(error, Fault | TimeoutError)
        logger.warning(
            "bot failed",
            table=code,
            game=game,
            bot=bot,
            error=error.key if isinstance(error, Fault) else type(error).__name__,
            given_up=given_up,
            exc_info=None if expected else error,
        )

    def bot_refused(self, code: str, seat: int, key: str) -> None:
        """A bot was too late, or the disk is full."""
        logger.info("bot refused", table=code, seat=seat, fault=key)

    # --- Closing

    async def say_goodbye(self) -> None:
        """Tell every device that the server goes down, and when to come back."""
        self.leaving = True
        lines = []
        for room in self.rooms.values():
            lines += [guest.line for guest in room.guests]
            room.say_goodbye(wire.Goodbye("restart", 1.0))
        await asyncio.gather(*(line.flush() for line in lines))

    async def close(self) -> None:
        """Stop everything, and write down what is left."""
        for room in list(self.rooms.values()):
            await self._put_away(room)
        tasks = [*self._tasks, *self._bringing.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.notices.close()
        await self._loop.run_in_executor(None, self._log.close)
        await self.thinkers.close()
        await self.searching.close()
        self._readers.shutdown(wait=False)
        self._tellers.shutdown(wait=False, cancel_futures=True)
        self._returners.shutdown(wait=False, cancel_futures=True)


def _listed(table: Table) -> wire.TableListed:
    names = [seat.name for seat in table.seats if seat.name]
    free = sum(seat.free for seat in table.seats)
    return wire.TableListed(table.code, table.game.name, table.phase, table.players, free, names)


def _stood_still(table: Table) -> bool:
    """Whether something ran at the table that must not run while nobody can be there."""
    days = table.settings.over_days  # they go on, whether anybody is there or not
    return table.window is not None or (clocks.due(table) is not None and not days)


def _kept(entries: list[Entry]) -> list[tuple[float, bytes]]:
    return [(entry.at, entry.body) for entry in entries]


def _run_all(calls: list[Callable[[], None]]) -> None:
    for call in calls:
        call()


def _resolve(done: asyncio.Future[None], error: Exception | None) -> None:
    if done.done():
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)
