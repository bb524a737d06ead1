"""The room around a group: what happens to it happens here, one after the other.

As at a table: judge, write down, and only when that is on disk fold it in and tell everybody.
Whoever waits for news is woken by everything that changes what is shown, also by what is not in
the log: who is there, and how the tables stand.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeVar, TypeVarTuple

from galopp import wire
from galopp.group import log
from galopp.group.fold import fold
from galopp.group.group import Group
from galopp.group.log import AnyGroupLogged
from galopp.group.shown import GroupNews, TableShown
from galopp.group.verdict import Verdict
from galopp.server.groups.waiting import Waiting
from galopp.server.ops.clock import Clock
from galopp.server.ops.logs import report
from galopp.server.ops.threads import Threads
from galopp.server.tables.store import OutOfStep, Writes
from galopp.store import Entry, Heading, Write
from galopp.table.refused import NotNow
from galopp.wire.notices import Subscription

GROUP, CLOSED = "group", "closed_group"  # phases, as headings name them
MOST_WAITING = 256  # messages for one group

Given = TypeVarTuple("Given")
Found = TypeVar("Found")
Judging = Callable[[Group, float], Verdict]
Before = Callable[[Verdict], Awaitable[None]]


class TableSnapshot(NamedTuple):
    """What was found at a table that was last touched at a moment."""

    touched: float
    shown: TableShown | None  # None: it does not go on


class ToldAtTable(NamedTuple):
    """What a member wants to be told, at one table."""

    table: str
    where: str  # the process that was told; "" is this one
    listener: str
    wanted: Subscription


class TableNotes:
    """What was found at tables, and done there: not in the log, and found again after a restart."""

    def __init__(self) -> None:
        self.looked: dict[str, TableSnapshot] = {}
        self.gone: set[str] = set()  # tables that are not there any more
        self.not_counted: set[tuple[str, int]] = set()  # rounds that were over, by table
        self.came: dict[str, set[int]] = {}  # who has come to the seat they were drawn to
        self.begun: set[str] = set()  # tables of rounds that were told to begin
        self.told: set[ToldAtTable] = set()  # what tables were told that members want


@dataclass(frozen=True)
class GroupContext:
    """What the rooms of one server share."""

    clock: Clock
    writes: Writes
    threads: Threads
    due: Callable[[Group, list[AnyGroupLogged], float], float | None]  # for attention, if ever
    changed: Callable[["GroupRoom", list[AnyGroupLogged]], None]  # hears what is on disk
    came_or_went: Callable[["GroupRoom"], None]  # hears of a room where somebody else is there now
    bring_anew: Callable[["GroupRoom"], None]  # hears of a room that is not as its log says


class GroupRoom:
    """A group that is looked at now."""

    def __init__(self, context: GroupContext, group: Group, owner: int) -> None:
        self.group = group
        self.owner = owner  # the number under which this process has the group
        self.used = context.clock.now()
        self.waiting = Waiting(self._came_or_went)
        self.tables: Mapping[str, TableShown] = {}  # those that go on, as they last stood
        self.shown: GroupNews | None = None  # as it was last told, without what is one member's own
        self.looking = asyncio.Lock()  # one looks at the tables at a time
        self.look_again = False  # somebody waits to look
        self.notes = TableNotes()
        self.ended = False
        self._context = context
        self._ahead = max(0.0, group.at - self.used)
        self._turn = asyncio.Lock()
        self._queued = 0
        self._running: set[asyncio.Task[Verdict]] = set()
        self._begun = secrets.token_hex(4)
        self._changes = 0

    @property
    def code(self) -> str:
        """What the group is known by."""
        return self.group.code

    def now(self) -> float:
        """The group's time, which never runs backwards."""
        return self._context.clock.now() + self._ahead

    @property
    def stamp(self) -> str:
        """What tells all that is shown now from what was shown before."""
        return f"{self._begun}.{self._changes}"

    def has_changed(self) -> None:
        """Something else is to be shown."""
        self._changes += 1
        self.waiting.wake()

    def _came_or_went(self) -> None:
        self.has_changed()
        self._context.came_or_went(self)

    def show_tables(self, tables: Mapping[str, TableShown]) -> None:
        """So the tables stand now."""
        if tables != self.tables:
            self.tables = tables
            self.has_changed()

    @property
    def idle(self) -> bool:
        """Whether nobody would miss the room; the group is on disk."""
        return not self.waiting.here and not self.waiting.count and not self._running

    # --- What happens

    async def carry_out(
        self, judging: Judging, before: Before | None = None, in_thread: bool = False
    ) -> Verdict:
        """Judge something and carry it out when its turn has come; raises `Fault`.

        `before` is done after judging and before anything is written down, if there is anything.
        What takes long to judge is judged in a thread. Whoever asked may be gone meanwhile: it is
        carried out all the same.
        """
        self.used = self._context.clock.now()
        if self._queued >= MOST_WAITING:
            raise NotNow("group_is_busy")
        task = asyncio.get_running_loop().create_task(self._in_turn(judging, before, in_thread))
        self._running.add(task)
        task.add_done_callback(self._done)
        return await asyncio.shield(task)

    def _done(self, task: asyncio.Task[Verdict]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # whoever asked has been told, or is gone

    async def _in_turn(self, judging: Judging, before: Before | None, in_thread: bool) -> Verdict:
        self._queued += 1
        try:
            async with self._turn:
                return await self._do(judging, before, in_thread)
        except OutOfStep:
            self._context.bring_anew(self)
            raise
        finally:
            self._queued -= 1

    async def _do(self, judging: Judging, before: Before | None, in_thread: bool) -> Verdict:
        if self.ended:
            raise NotNow("group_is_busy")  # it was put away, and is brought when asked again
        now = max(self.now(), self.group.at)
        if in_thread:
            verdict = await self._context.threads.run(judging, self.group, now)
        else:
            verdict = judging(self.group, now)
        if verdict.events:
            if before is not None:
                await before(verdict)
            await self._write_down(verdict.events, now)
            self._fold_all(verdict.events, now)
            self._context.changed(self, verdict.events)
            self.has_changed()
        return verdict

    async def _write_down(self, events: list[AnyGroupLogged], now: float) -> None:
        code, seq = self.group.code, self.group.seq
        entries = [Entry(code, n, now, log.encode(event)) for n, event in enumerate(events, seq)]
        closed = any(isinstance(event, log.Closed) for event in events)
        due = self._context.due(self.group, events, now)
        heading = Heading(code, CLOSED if closed else GROUP, False, now, due)
        await self._context.writes.append(Write(entries, heading))

    def _fold_all(self, events: list[AnyGroupLogged], now: float) -> None:
        try:
            for event in events:
                fold(self.group, event, now)
        except Exception as error:  # it has happened all the same, as when memory runs out
            report(error, self.group.code)
            raise OutOfStep("group_is_busy") from None

    async def while_nothing_happens(self, work: Callable[[*Given], Found], *given: *Given) -> Found:
        """Let a thread read the group, which does not change meanwhile."""
        async with self._turn:
            return await self._context.threads.run(work, *given)

    async def note_due(self, due: float | None) -> None:
        """Write down when the group wants attention next, unless it has come to its end."""
        async with self._turn:
            if not self.ended and not self.group.closed:
                heading = Heading(self.group.code, GROUP, False, self.group.at, due)
                await self._context.writes.append(Write([], heading))

    def accepted(self, member: int, answers: str) -> wire.Accepted:
        """The answer to a message that was carried out, now or before."""
        known = self.group.answered.get((member, answers))
        return wire.Accepted(answers, self.group.seq - 1 if known is None else known.seq)

    def all_have_come(self, table: str) -> bool:
        """Whether everybody who was drawn to a table has come."""
        opened = self.group.tables[table].opened
        return bool(opened.tournament) and self.notes.came.get(table, set()) >= set(opened.expected)

    # --- The end

    async def end(self) -> None:
        """Let nothing more happen; the group stays on disk as it is."""
        self.ended = True
        self.waiting.end()
        await asyncio.gather(*self._running, return_exceptions=True)
