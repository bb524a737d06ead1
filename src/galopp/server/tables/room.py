"""The room around a table: one task that owns it.

Everything that may change the table goes through the room's inbox and is done one after the
other, so there are no locks. Each time: judge, write down, and only when that is on disk
fold it in, answer and tell everybody. What nobody was told may be lost in a crash; what
anybody was told cannot be.
"""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from galopp import wire
from galopp.core.fault import Fault
from galopp.play.position import Position
from galopp.server.bots.at_table import TableBots
from galopp.server.bots.service import BotService
from galopp.server.ops.clock import Clock
from galopp.server.ops.logs import report
from galopp.server.ops.queues import OneReaderQueue
from galopp.server.tables.announcer import Announcer
from galopp.server.tables.guest import Guest
from galopp.server.tables.heading import heading_of
from galopp.server.tables.presence import count_presence, note_lag, watched_seats
from galopp.server.tables.repeats import Answer, Judging, Repeats
from galopp.server.tables.store import OutOfStep, Writes
from galopp.server.tables.timer import TableTimer
from galopp.store import Entry, Write
from galopp.table import log
from galopp.table.fold import fold
from galopp.table.judge import Verdict, by_time
from galopp.table.log import AnyLogged
from galopp.table.message import AnyMessage
from galopp.table.refused import NotNow, Refused
from galopp.table.table import CLOSED, Sender, Table

INBOX = 256  # messages that may wait for one table
AGAIN_AFTER = 0.1  # seconds, for a device that came as the table was put away
CROWD = 64  # devices; where there are more, people coming and going are counted together
CHANGE_KEYS = (log.Reissued, log.HostPassed, log.Stood, log.Swapped, log.Arranged, log.Reopened)


@dataclass(frozen=True)
class RoomContext:
    """What the rooms of one server share."""

    clock: Clock
    writes: Writes
    bots: BotService
    happened: Callable[[Table, AnyLogged], None]  # hears of every event, once it is on disk
    watch: Callable[["Room"], None]  # hears when somebody may have to be told elsewhere
    bring_anew: Callable[["Room"], None]  # hears of a room that is not as its log says


@dataclass(slots=True)
class _Job:
    judging: Judging
    at: float  # when it came: nobody loses time by waiting for its turn
    done: asyncio.Future[Verdict | Fault] | None  # None if nobody waits for it

    def answer(self, verdict: Verdict | Fault) -> None:
        if self.done is not None and not self.done.done():
            self.done.set_result(verdict)


def _judge_time(table: Table, now: float) -> Verdict:
    return Verdict(by_time(table, now))


class Room:
    """A table that is open now, the devices at it, and the task that serves them."""

    def __init__(self, context: RoomContext, table: Table, owner: int) -> None:
        self.table = table
        self.owner = owner  # the number under which this process has the table
        self.used = context.clock.now()  # when anybody last wanted something
        self.announcer = Announcer(table, self.now)
        self.timer = TableTimer(table, self.now, self._time_is_up)
        self.bots = TableBots(self, context.bots)
        self._context = context
        self._ahead = max(0.0, table.at - self.used)
        self._repeats = Repeats(table)
        self._inbox = OneReaderQueue[_Job]()
        self._working = False  # something is being judged or written down
        self._ended = False
        self._task = asyncio.get_running_loop().create_task(self._serve())

    @property
    def code(self) -> str:
        """What the table is known by."""
        return self.table.code

    def now(self) -> float:
        """The table's time, which never runs backwards.

        If the machine's clock was set back while the server was away, the table goes on from
        its last event.
        """
        return self._context.clock.now() + self._ahead

    # --- What is asked of a room

    async def receive(self, said: AnyMessage, sender: Sender) -> Answer:
        """Take a message; the same message gets the same answer."""
        return await self._repeats.once(said, sender, self.carry_out)

    async def carry_out(self, judging: Judging) -> Verdict | Fault:
        """Let the room's task judge something, and carry it out, when its turn has come."""
        self.used = self._context.clock.now()
        done: asyncio.Future[Verdict | Fault] = asyncio.get_running_loop().create_future()
        if self._ended:
            return self._over()
        if len(self._inbox) >= INBOX:
            return NotNow("table_is_busy")
        self._inbox.put_nowait(_Job(judging, self.now(), done))
        return await done

    def _over(self) -> Fault:
        """What is said to whoever is not heard any more here."""
        if self.table.phase == CLOSED:
            return Refused("table_is_closed")
        return NotNow("table_is_busy")  # it was put away, and is brought again when asked again

    # --- Devices

    @property
    def guests(self) -> set[Guest]:
        """The devices at the table."""
        return self.announcer.guests

    def join(self, guest: Guest, missed: Iterable[wire.Missed] = ()) -> None:
        """A device comes to the table; it is told who it is and how everything stands."""
        guest.sender = self.table.who(guest.keys)  # while it was coming a key may have changed
        if not guest.sender.anybody:
            self.announcer.send_off(guest)
            return
        if self._ended:  # while it was coming the table was put away: it must come again
            guest.send([wire.Goodbye("restart", AGAIN_AFTER)])
            guest.outbox.hang_up_soon()
            return
        self.guests.add(guest)
        self._presence_changed()
        self.announcer.welcome(guest, missed)
        self._wake_bots()

    def give(self, guest: Guest, key: str) -> None:
        """A device that is at the table has got one more key."""
        guest.keys = [*guest.keys, key]
        self.join(guest)

    def part(self, guest: Guest) -> None:
        """A device is gone."""
        if guest in self.guests:
            self.guests.discard(guest)
            self._presence_changed()

    def heard(self, guest: Guest, seq: int) -> None:
        """News with a window has arrived at a device."""
        note_lag(self.table, guest, seq, self.now())

    def looks(self, guest: Guest, here: bool) -> None:
        """Somebody has turned to a device, or away from it."""
        guest.looking = here
        self._context.watch(self)

    def watched(self) -> set[int]:
        """The seats whose people have the table before their eyes."""
        return watched_seats(self.guests)

    def tell_the_time(self) -> None:
        """It is earlier than the devices think: the server has stood still."""
        self.announcer.welcome_all()
        self.timer.set()

    def say_goodbye(self, goodbye: wire.Goodbye) -> None:
        """Tell every device that this is the end."""
        self.announcer.say_goodbye(goodbye)

    def _presence_changed(self) -> None:
        """See who is there, and tell everybody in a moment.

        In a crowd they are counted then, too: each count looks at everybody, and thousands may
        hang up at once.
        """
        if len(self.guests) <= CROWD:
            self._count_everybody()
        self.announcer.tell_presence_soon(self._count_a_crowd)

    def _count_a_crowd(self) -> None:
        if len(self.guests) > CROWD:
            self._count_everybody()

    def _count_everybody(self) -> None:
        self.used = self._context.clock.now()
        count_presence(self.table, self.guests, self.now())
        self.timer.set()  # who is there decides for whom a bot may play on
        self._context.watch(self)

    # --- The end

    @property
    def idle(self) -> bool:
        """Whether nobody would miss the room; the table is on disk."""
        return not self.guests and not self.bots.busy and not self._working and self._inbox.empty()

    async def end(self) -> None:
        """Stop everything that runs in the room; the table stays on disk as it is."""
        self._ended = True
        self.timer.cancel()
        self.announcer.end()
        self._task.cancel()
        await asyncio.gather(self._task, self.bots.end(), return_exceptions=True)
        while not self._inbox.empty():
            self._inbox.get_nowait().answer(self._over())

    # --- The task that owns the table

    async def _serve(self) -> None:
        self._prepare_what_is_next()
        while True:
            job = await self._inbox.get()
            self._working = True
            try:
                verdict = await self._answer(job)
            except asyncio.CancelledError:
                # It may be on disk or not: whoever asks again will know.
                job.answer(self._over())
                raise
            self._working = False
            job.answer(verdict)

    async def _answer(self, job: _Job) -> Verdict | Fault:
        try:
            return await self._do(job.judging, max(job.at, self.table.at))
        except OutOfStep as fault:
            self._context.bring_anew(self)
            return fault
        except NotNow as fault:
            self.timer.set_again()
            return fault
        except Fault as fault:
            return fault
        except Exception as error:
            # A fault of this program: the table is as it was, and everybody plays on.
            report(error, self.table.code)
            return NotNow("server_failed")

    async def _do(self, judging: Judging, now: float) -> Verdict:
        verdict = judging(self.table, now)
        if verdict.events:
            await self._write_down(verdict.events, now)
            self._fold_all(verdict.events, now)
        self._prepare_what_is_next()
        return verdict

    def _fold_all(self, events: list[AnyLogged], now: float) -> None:
        """Fold in what is on disk and tell everybody; raises `OutOfStep`."""
        try:
            for event in events:
                before = self.table.position
                fold(self.table, event, now)
                self._tell(event, before)
                self._context.happened(self.table, event)
                if isinstance(event, log.Ended):
                    self.bots.let_go()
        except Exception as error:  # it has happened all the same, as when memory runs out
            report(error, self.table.code)
            raise OutOfStep("table_is_busy") from None

    async def _write_down(self, events: list[AnyLogged], now: float) -> None:
        code, seq = self.table.code, self.table.seq
        entries = [Entry(code, n, now, log.encode(event)) for n, event in enumerate(events, seq)]
        await self._context.writes.append(Write(entries, heading_of(self.table, now, events)))

    def _tell(self, event: AnyLogged, before: Position | None) -> None:
        """Tell everybody; it has happened, and a fault in telling it does not undo that."""
        try:
            self.announcer.tell(event, before)
            if isinstance(event, CHANGE_KEYS):
                self._repeats.forget_what_was_given()
                self.announcer.check_keys()
                self._presence_changed()
            if isinstance(event, log.Closed):
                self.say_goodbye(wire.Goodbye("closed", None))
        except Exception as error:
            report(error, self.table.code)

    # --- What happens by itself

    def _prepare_what_is_next(self) -> None:
        self.timer.set()
        self._wake_bots()
        self._context.watch(self)

    def _wake_bots(self) -> None:
        """Bots play as long as there is anybody to play for."""
        if self.guests or self.table.people():
            self.bots.wake()

    def _time_is_up(self) -> bool:
        """Let the room's task see to whatever is due, if it can be told now."""
        if len(self._inbox) >= INBOX:
            return False
        self._inbox.put_nowait(_Job(_judge_time, self.now(), None))
        return True
