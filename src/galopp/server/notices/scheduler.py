"""Who is owed a notice, and when it goes out.

The scheduler is shown a table whenever something happens there or somebody comes, goes or looks
away. It notes what each listener is owed, and a task of its own sends what has become due.
Tables never wait for it. What is owed is told once the person has not looked for a while, not
in quiet hours, and, where it goes to the same person, in one message for several tables.
"""

import asyncio
import heapq
import itertools
import math
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from typing import Protocol

import structlog

from galopp.server.notices.calling import Answer, Outcome
from galopp.server.notices.listeners import Listeners
from galopp.server.notices.message import compose
from galopp.server.notices.owed import Owed, all_owed, drawn
from galopp.server.notices.sender import Sender
from galopp.server.notices.subscribing import Watched
from galopp.server.notices.subscriptions import Listener, is_group
from galopp.server.notices.timing import Timing
from galopp.server.ops.clock import Clock
from galopp.server.ops.limits import Limits, TooMuch, Use
from galopp.server.ops.logs import report
from galopp.server.ops.preparing import Preparing
from galopp.server.ops.tasks import Tasks
from galopp.table.refused import NotNow
from galopp.table.table import Table

AGAIN_AFTER = (30.0, 120.0, 600.0, 3600.0)  # seconds after each failure; then it is given up
MOST_FAILURES = 10  # messages given up one after the other, until nobody is written to any more
MOST_SENDING = 256  # messages on their way; what else is due waits where it is
AT_A_TIME = 16  # calls
HELD_BACK = 60.0  # seconds, after too many messages to one address or of one table
NOT_OURS = 1.0  # seconds, while another process has a table
ROUND = 30.0  # seconds between two looks, if nothing happens
AGAIN = 1.0  # seconds between two looks at whether the rules are loaded

logger = structlog.get_logger("galopp")

Told = list[tuple[Listener, Owed]]


class Tables(Protocol):
    """All tables, as far as it matters who is owed what."""

    async def peek(self, code: str) -> tuple[Table, set[int]] | None:
        """A table as it stands and the seats that look at it: nothing begins to run there."""
        ...


class Scheduler:
    """All listeners of one server."""

    def __init__(
        self,
        sender: Sender,
        listeners: Listeners,
        clock: Clock,
        tasks: Tasks,
        preparing: Preparing,
        tables: Tables,
    ) -> None:
        self._sender = sender
        self._listeners = listeners
        self._clock = clock
        self._tasks = tasks
        self._preparing = preparing
        self._tables = tables
        self._timing = Timing(listeners, clock, sender.allowed)
        self._due: list[tuple[float, int, Listener]] = []  # a heap
        self._numbers = itertools.count()
        self._wake = asyncio.Event()
        self._slots = asyncio.Semaphore(AT_A_TIME)
        self._sending = 0
        self._limits = Limits(sender.allowed.limits)

    # --- Being told of tables

    def update(self, room: Watched) -> None:
        """See what is owed at a table; it goes on undisturbed whatever goes wrong here."""
        if self._listeners.has(room.table.code):
            self._update_or_report(room.table, room.watched())

    def _update_or_report(self, table: Table, watched: set[int]) -> None:
        try:
            self._update(table, watched)
        except Exception as error:
            report(error, table.code)

    def _update(self, table: Table, watched: set[int]) -> None:
        self._timing.note_who_looks(table, watched)
        for listener in self._listeners.at(table.code):
            seats = listener.seats(table)
            if seats is None:
                self._forget(listener)
            else:
                self._note_owed(listener, self._owed(listener, table, seats))
                self._schedule(listener)

    def update_group(
        self, code: str, members: int, here: Collection[int], owed: Mapping[Listener, Owed]
    ) -> None:
        """See what members are owed by a group itself, whatever its tables want of them."""
        try:
            self._timing.note_looking(code, range(members), here)
            for listener in self._listeners.at(code):
                self._note_owed(listener, [owed[listener]] if listener in owed else [])
                self._schedule(listener)
        except Exception as error:
            report(error, code)  # the group goes on

    def _owed(self, listener: Listener, table: Table, seats: list[int]) -> list[Owed]:
        asked = listener.kept.of_member
        if asked is not None and self._listeners.speaks_for(listener, table):
            return []
        found = all_owed(table, listener.subscription, seats)
        if asked is not None and asked.drawn:
            found += drawn(table, seats[0], asked.drawn)
        return found

    def _note_owed(self, listener: Listener, found: list[Owed]) -> None:
        kept, marks = listener.kept, {one.mark for one in found}
        if not marks & {one.mark for one in listener.owed}:
            listener.tries, listener.not_before = 0, 0.0  # what failed was something else
        told = {mark for mark in kept.told if mark in marks}
        known = {one.mark for one in found if self._timing.knows(listener, one)} - told
        kept.told = sorted(told | known)
        listener.owed = [one for one in found if one.mark not in kept.told]
        if known:
            self._listeners.save(listener)

    # --- When

    def _schedule(self, listener: Listener) -> None:
        at = self._timing.due_at(listener)
        if at < listener.scheduled and not listener.busy:
            listener.scheduled = at
            heapq.heappush(self._due, (at, next(self._numbers), listener))
            self._wake.set()

    # --- Sending

    async def serve(self) -> None:
        """Send whatever is due, again and again."""
        await self._bring()
        while True:
            try:
                for bundle in self.ripe():
                    self._tasks.start(self.send(bundle))
            except Exception as error:
                report(error)  # and on with the others
            self._wake.clear()
            await self._sleep()

    async def _sleep(self) -> None:
        left = self._due[0][0] - self._clock.now() if self._due else ROUND
        with suppress(TimeoutError):
            async with asyncio.timeout(min(max(left, 0.1), ROUND)):
                await self._wake.wait()

    def ripe(self) -> list[list[Listener]]:
        """Those who are to be told something now, together who are told together."""
        now, found = self._clock.now(), []
        while self._due and self._due[0][0] <= now and self._sending < MOST_SENDING:
            at, _, listener = heapq.heappop(self._due)
            if at != listener.scheduled:
                continue  # it was scheduled anew
            listener.scheduled = math.inf
            if self._timing.due_at(listener) > now:
                self._schedule(listener)
            elif not listener.busy and self._may_write_to(listener, now):
                found.append(self._bundle(listener, now))
        return found

    def _may_write_to(self, listener: Listener, now: float) -> bool:
        try:
            self._limits.use(listener.address, Use.NOTICES_TO)
            self._limits.use(listener.code, Use.NOTICES_OF)
        except TooMuch:
            listener.not_before = now + HELD_BACK
            self._schedule(listener)
            return False
        return True

    def _bundle(self, first: Listener, now: float) -> list[Listener]:
        """A listener, and whoever else can be told something in the same message."""
        free = [one for one in self._told_with(first) if not one.busy]
        ripe = [one for one in free if self._timing.told_now(one, now)]
        bundle = [first, *sorted(ripe, key=lambda one: one.code)]
        for one in bundle:
            one.busy, one.scheduled = True, math.inf
        self._sending += 1
        return bundle

    def _told_with(self, first: Listener) -> list[Listener]:
        """Others at tables, if it is at one: what a group itself tells is no table that waits."""
        if is_group(first.code):
            return []
        others = self._listeners.told_with(first) - {first}
        return [one for one in others if not is_group(one.code)]

    async def send(self, bundle: list[Listener]) -> None:
        """Send one message about everything that is still to be told."""
        try:
            async with self._slots:
                if await self._listeners.have_leave(bundle):
                    await self._tell(bundle)
                else:
                    self._hold_back(bundle)
        finally:
            self._sending -= 1
            for listener in bundle:
                listener.busy = False
                if listener in self._listeners:
                    self._schedule(listener)

    async def _tell(self, bundle: list[Listener]) -> None:
        told = self._still_owed(bundle)
        if told:
            self._answered(told, await self._send_message(told))
            await self._listeners.saved()
        await self._listeners.release(bundle)

    def _hold_back(self, bundle: list[Listener]) -> None:
        """Another process has such a table just now: it tells what is owed, or lets go."""
        for listener in bundle:
            listener.not_before = self._clock.now() + NOT_OURS

    async def _send_message(self, told: Told) -> Answer:
        try:
            return await self._sender.send(told[0][0], compose(told, self._clock.now()))
        except Exception as error:
            # A fault of this program: such a message is not written again and again.
            report(error, told[0][0].code)
            return Answer(Outcome.NEVER)

    def _still_owed(self, bundle: Iterable[Listener]) -> Told:
        """What was decided while the message waited is not told."""
        now, there = self._clock.now(), [one for one in bundle if one in self._listeners]
        return [
            (listener, one) for listener in there for one in self._timing.told_now(listener, now)
        ]

    def _answered(self, told: Told, answer: Answer) -> None:
        if answer.outcome is Outcome.GONE:
            for listener in self._listeners.told_with(told[0][0]):
                self._forget(listener)
            return
        if answer.outcome is not Outcome.DELIVERED and answer.fault is not None:
            logger.info("notice failed", table=told[0][0].code, fault=answer.fault.key)
        for listener in {one for one, _ in told}:
            if listener in self._listeners:
                self._note_answer(listener, {o.mark for one, o in told if one is listener}, answer)

    def _note_answer(self, listener: Listener, marks: set[str], answer: Answer) -> None:
        now, kept = self._clock.now(), listener.kept
        if answer.outcome is Outcome.LATER and listener.tries < len(AGAIN_AFTER):
            listener.not_before = now + max(AGAIN_AFTER[listener.tries], answer.wait)
            listener.tries += 1
            return
        delivered = answer.outcome is Outcome.DELIVERED
        kept.failures = 0 if delivered else kept.failures + 1
        kept.sent = now if delivered else kept.sent
        kept.told = sorted({*kept.told, *marks})
        listener.owed = [one for one in listener.owed if one.mark not in marks]
        listener.tries, listener.not_before = 0, 0.0
        if kept.failures >= MOST_FAILURES:
            self._listeners.give_up(listener)
            listener.owed = []
        else:
            self._listeners.save(listener)

    def forget_table(self, code: str) -> None:
        """A table is deleted, and all that was asked for there with it."""
        for listener in self._listeners.at(code):
            self._listeners.take_out(listener)
        self._timing.forget_table(code)

    @property
    def listening(self) -> int:
        """How many want to be told of a table."""
        return len(self._listeners)

    @property
    def waiting(self) -> int:
        """How many are owed something that is not sent yet."""
        return sum(bool(one.owed) for one in self._listeners)

    async def close(self) -> None:
        """Send nothing more."""
        await self._sender.close()

    async def _bring(self) -> None:
        """Find anew, after a restart, who is owed what."""
        # At once: whoever asks anew must be known again.
        codes = await self._listeners.bring(self._sender.allowed.base)
        while not self._preparing.done:
            await asyncio.sleep(AGAIN)
        for code in codes:
            found = await self._tables.peek(code)
            if found is not None:
                self._update_or_report(*found)

    async def members_changed(self) -> None:
        """Leave to other processes what is theirs to tell now, and take on what is ours."""
        for code in self._listeners.let_go():
            self._timing.forget_table(code)
        while True:
            try:
                return await self._bring()
            except NotNow:
                await asyncio.sleep(AGAIN)  # the database is away

    def _forget(self, listener: Listener) -> None:
        self._listeners.forget(listener)
        listener.owed = []
