"""The room around a table: one task that owns it.

Everything that may change the table goes through the room's inbox and is done one after the
other, so there are no locks. Each time: judge, write down, and only when that is on disk
fold it in, answer and tell everybody. What nobody was told may be lost in a crash; what
anybody was told cannot be.
"""

import asyncio
import math
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from galopp import wire
from galopp.core.fault import Fault
from galopp.play.position import Position
from galopp.server.bots.at_table import BotAtTable
from galopp.server.bots.fallback import Mind
from galopp.server.bots.hints import Hints
from galopp.server.tables.outbox import Line
from galopp.store import Entry, Heading, Write
from galopp.table import clocks, feed, log
from galopp.table.feed import News, TableNews, Viewer
from galopp.table.judge import Verdict, asker, by_time, judge
from galopp.table.keys import Kind, hashed
from galopp.table.log import AnyLogged
from galopp.table.message import AnyMessage, Reissue
from galopp.table.refused import NotNow, Refused
from galopp.table.table import CLOSED, LOBBY, OVER, PLAYING, Sender, Table, fold

if TYPE_CHECKING:
    from galopp.server.tables.house import House

INBOX = 256  # messages that may wait for one table
ANSWERS = 32  # first answers kept for messages that come again, besides those in the log
PRESENCE_AFTER = 0.2  # seconds; people coming and going are told together
FARTHEST = 3600.0  # seconds; a timer for longer is set again on the way
READ_FIRST = 0.03  # seconds; a loop that is late comes to its timers before its sockets
TRY_AGAIN = 1.0  # seconds after which what could not be written down is tried again

PHASE_AFTER = {
    log.Began: PLAYING,
    log.Ended: OVER,
    log.Reopened: LOBBY,
    log.Closed: CLOSED,
}
CHANGE_KEYS = (log.Reissued, log.HostPassed, log.Stood, log.Swapped, log.Arranged, log.Reopened)
ANSWERED_WITHIN = 0.1  # seconds; whoever is sent off by its own doing hears the answer first

Judging = Callable[[Table, float], Verdict]
Answer = wire.Accepted | Fault


@dataclass(eq=False, slots=True)
class Guest:
    """A device at the table: its line, and what its keys have opened."""

    line: Line
    keys: list[str]
    sender: Sender
    window_sent: tuple[int, float] | None = None  # news with a window, and when it went out
    looking: bool = True  # whether its person can see it

    @property
    def viewers(self) -> list[Viewer]:
        """Whose eyes it sees with: those of its seats, or everybody's."""
        return [*sorted(self.sender.seats)] or [None]

    def send(self, messages: Iterable[wire.ToClient]) -> None:
        """Put messages on the device's line."""
        for message in messages:
            self.line.put(wire.encode(message).decode())


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


def _judge_once(
    who: tuple[str, str], said: AnyMessage, sender: Sender, table: Table, now: float
) -> Verdict:
    """Judge a message, unless the same one was carried out while this one waited."""
    if who in table.answered:
        return Verdict([])
    return judge(table, said, table.still(sender), now)


def _own_new_key(said: AnyMessage, sender: Sender, verdict: Verdict) -> str:
    """The key with which a seat that has asked for a new one comes from now on, if it has."""
    if isinstance(said, Reissue) and said.seat in sender.seats and "key" in verdict.gives:
        return hashed(str(verdict.gives["key"]), Kind.SEAT)
    return ""


@dataclass(eq=False)
class Room:
    """A table that is open now, the devices at it, and the task that serves them."""

    house: "House"
    table: Table
    guests: set[Guest] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.used = self.house.clock.now()  # when anybody last wanted something
        self._ahead = max(0.0, self.table.at - self.used)
        self._inbox: asyncio.Queue[_Job] = asyncio.Queue(INBOX)
        self._answers: OrderedDict[tuple[str, str], Answer] = OrderedDict()
        self._timer: asyncio.TimerHandle | None = None
        self._presence: asyncio.TimerHandle | None = None
        self._bots: dict[int, BotAtTable] = {}  # those that are asked now, by seat
        self._minds: dict[int, Mind] = {}  # those that have been asked in this game, by seat
        self.hints = Hints(self)
        self._working = False  # something is being judged or written down
        self._ended = False
        self._task = asyncio.get_running_loop().create_task(self._serve())

    def now(self) -> float:
        """The table's time, which never runs backwards.

        If the machine's clock was set back while the server was away, the table goes on from
        its last event.
        """
        return self.house.clock.now() + self._ahead

    # --- What is asked of a room

    async def receive(self, said: AnyMessage, sender: Sender) -> Answer:
        """Take a message; the same message gets the same answer."""
        who = asker(self.table, said, sender), said.id
        if who in self._answers:
            return self._answers[who]
        if who in self.table.answered:
            return wire.Accepted(said.id, self.table.answered[who])
        verdict = await self.settle(partial(_judge_once, who, said, sender))
        if isinstance(verdict, NotNow):
            return verdict
        if isinstance(verdict, Fault):
            return self._remember(who, verdict)
        who = _own_new_key(said, sender, verdict) or who[0], said.id
        seq = self.table.answered.get(who, self.table.seq - 1)
        accepted = wire.Accepted(said.id, seq, verdict.gives)
        in_log = who in self.table.answered and not verdict.gives
        return accepted if in_log else self._remember(who, accepted)

    def _remember(self, who: tuple[str, str], answer: Answer) -> Answer:
        """Keep an answer that the log does not have: a no, or a key."""
        self._answers[who] = answer
        if len(self._answers) > ANSWERS:
            self._answers.popitem(last=False)
        return answer

    def _forget_what_was_given(self) -> None:
        """Some key has changed: nobody is given again what was given to another, or is over."""
        for who, answer in list(self._answers.items()):
            given = answer.gives.get("key") if isinstance(answer, wire.Accepted) else None
            if given is not None and not self.table.who([str(given)]).anybody:
                del self._answers[who]

    async def settle(self, judging: Judging) -> Verdict | Fault:
        """Let the room's task judge something, and carry it out, when its turn has come."""
        self.used = self.house.clock.now()
        done: asyncio.Future[Verdict | Fault] = asyncio.get_running_loop().create_future()
        if self._ended:
            return self._over()
        if self._inbox.full():
            return NotNow("table_is_busy")
        self._inbox.put_nowait(_Job(judging, self.now(), done))
        return await done

    def _over(self) -> Fault:
        """What is said to whoever is not heard any more here."""
        if self.table.phase == CLOSED:
            return Refused("table_is_closed")
        return NotNow("table_is_busy")  # it was put away, and is brought again when asked again

    def join(self, guest: Guest, missed: Iterable[wire.Missed] = ()) -> None:
        """A device comes to the table; it is told who it is and how everything stands."""
        guest.sender = self.table.who(guest.keys)  # while it was coming a key may have changed
        if not guest.sender.anybody:
            self._send_off(guest)
            return
        self.guests.add(guest)
        self._count_presence()
        guest.send([self._welcome(guest), *missed, *self.snapshot(guest)])
        self._wake_bots()

    def give(self, guest: Guest, key: str) -> None:
        """A device that is at the table has got one more key."""
        guest.keys = [*guest.keys, key]
        self.join(guest)

    def part(self, guest: Guest) -> None:
        """A device is gone."""
        if guest in self.guests:
            self.guests.discard(guest)
            self._count_presence()

    def _welcome(self, guest: Guest) -> wire.Welcome:
        seats, host, now = sorted(guest.sender.seats), guest.sender.host, self.now()
        return wire.Welcome(wire.PROTOCOL, self.house.version, self.table.code, seats, host, now)

    def snapshot(self, guest: Guest) -> Iterator[News]:
        """How everything stands now, for one device."""
        yield feed.table_news(self.table)
        for viewer in guest.viewers:
            news = feed.game_news(self.table, viewer)
            if news is not None:
                yield news

    def tell_the_time(self) -> None:
        """It is earlier than the devices think: the server has stood still."""
        for guest in self.guests:
            guest.send([self._welcome(guest), *self.snapshot(guest)])
        self._set_timer()

    def heard(self, guest: Guest, seq: int) -> None:
        """News with a window has arrived at a device: so long is its line."""
        if guest.window_sent is not None and guest.window_sent[0] == seq:
            lag = self.now() - guest.window_sent[1]
            guest.window_sent = None
            for seat in guest.sender.seats:
                self.table.seats[seat].lag = lag

    def looks(self, guest: Guest, here: bool) -> None:
        """Somebody has turned to a device, or away from it."""
        guest.looking = here
        self.house.notices.look(self)

    def watched(self) -> set[int]:
        """The seats whose people have the table before their eyes."""
        return {seat for guest in self.guests if guest.looking for seat in guest.sender.seats}

    @property
    def idle(self) -> bool:
        """Whether nobody would miss the room; the table is on disk."""
        return not self.guests and not self._bots and not self._working and self._inbox.empty()

    async def end(self) -> None:
        """Stop everything that runs in the room; the table stays on disk as it is."""
        self._ended = True
        for handle in (self._timer, self._presence):
            if handle is not None:
                handle.cancel()
        tasks = [self._task, *(bot.task for bot in self._bots.values())]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._let_minds_go()
        while not self._inbox.empty():
            self._inbox.get_nowait().answer(self._over())

    # --- The task that owns the table

    async def _serve(self) -> None:
        self._look_ahead()
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
            return await self._carry_out(job.judging, max(job.at, self.table.at))
        except NotNow as fault:
            self._set_timer(TRY_AGAIN)  # whatever was due still is
            return fault
        except Fault as fault:
            return fault
        except Exception as error:
            # A fault of this program: the table is as it was, and everybody plays on.
            self.house.report(error, self.table.code)
            return NotNow("server_failed")

    async def _carry_out(self, judging: Judging, now: float) -> Verdict:
        verdict = judging(self.table, now)
        if verdict.events:
            await self._write_down(verdict.events, now)
            for event in verdict.events:
                before = self.table.position
                fold(self.table, event, now)
                self._tell(event, before)
                self.house.note(self.table, event)
                if isinstance(event, log.Ended):
                    self._let_minds_go()
        self._look_ahead()
        return verdict

    async def _write_down(self, events: list[AnyLogged], now: float) -> None:
        code, seq = self.table.code, self.table.seq
        entries = [Entry(code, n, now, log.encode(event)) for n, event in enumerate(events, seq)]
        await self.house.write(Write(entries, self.heading(now, events)))

    def heading(self, now: float, events: Iterable[AnyLogged] = ()) -> Heading:
        """What the house must know of the table, after these events, without opening it."""
        table, settings = self.table, self.table.settings
        phase = table.phase
        for event in events:
            phase = PHASE_AFTER.get(type(event), phase)
            settings = event.settings if isinstance(event, log.Arranged) else settings
        days = phase == PLAYING and settings.over_days
        # Whoever was asked before may still be asked: better too early than too late.
        soonest = min(now + settings.thinking.seconds, clocks.due(table) or math.inf)
        return Heading(table.code, phase, settings.listed, now, soonest if days else None)

    def _look_ahead(self) -> None:
        """See to what happens next by itself."""
        self._set_timer()
        self._wake_bots()
        self.house.notices.look(self)

    # --- Telling everybody

    def _tell(self, event: AnyLogged, before: Position | None) -> None:
        """Tell everybody; it has happened, and a fault in telling it does not undo that."""
        try:
            self._tell_everybody(event, before)
        except Exception as error:
            self.house.report(error, self.table.code)

    def _tell_everybody(self, event: AnyLogged, before: Position | None) -> None:
        self._tell_table(feed.table_news_of(event, self.table))
        self._tell_game(event, before)
        if isinstance(event, CHANGE_KEYS):
            self._look_at_keys_again()
        if isinstance(event, log.Closed):
            self.say_goodbye(wire.Goodbye("closed", None))

    def _tell_table(self, news: TableNews | None) -> None:
        if news is not None and self.guests:
            text = wire.encode(news).decode()
            for guest in self.guests:
                guest.line.put(text)

    def _tell_game(self, event: AnyLogged, before: Position | None) -> None:
        texts: dict[Viewer, str | None] = {}
        for guest in self.guests:
            for viewer in guest.viewers:
                if viewer not in texts:
                    texts[viewer] = self._game_text(event, before, viewer)
                if text := texts[viewer]:
                    guest.line.put(text)
            if self.table.window is not None:
                guest.window_sent = self.table.seq - 1, self.now()

    def _game_text(self, event: AnyLogged, before: Position | None, viewer: Viewer) -> str | None:
        news = feed.game_news_of(event, before, self.table, viewer)
        return None if news is None else wire.encode(news).decode()

    def _look_at_keys_again(self) -> None:
        """Who may do what has changed: a key may open another seat now, or nothing."""
        self._forget_what_was_given()
        for guest in list(self.guests):
            sender = self.table.who(guest.keys)
            if sender == guest.sender:
                continue
            guest.sender = sender
            if sender.anybody:
                guest.send([self._welcome(guest), *self.snapshot(guest)])
            else:
                self._send_off(guest)
        self._count_presence()

    def _send_off(self, guest: Guest) -> None:
        """Its keys open nothing here any more: tell it nothing, and say goodbye in a moment."""
        self.guests.discard(guest)
        loop = asyncio.get_running_loop()
        loop.call_later(ANSWERED_WITHIN, self._say_goodbye_to, guest)

    def _say_goodbye_to(self, guest: Guest) -> None:
        if guest not in self.guests:  # it may have got another key meanwhile
            guest.send([wire.Goodbye("key_changed", None)])
            guest.line.hang_up_soon()

    def say_goodbye(self, goodbye: wire.Goodbye) -> None:
        """Tell every device that this is the end, and hang up once it has heard it."""
        for guest in self.guests:
            guest.send([goodbye])
            guest.line.hang_up_soon()

    def _count_presence(self) -> None:
        """See who is there; tell everybody in a moment, together with whoever comes then."""
        self.used, now = self.house.clock.now(), self.now()
        for number, seat in enumerate(self.table.seats):
            seat.count(sum(number in guest.sender.seats for guest in self.guests), now)
        self.table.count_host(sum(guest.sender.host for guest in self.guests), now)
        hosts = [seat for guest in self.guests if guest.sender.host for seat in guest.sender.seats]
        self.table.host_seat = min(hosts, default=None)
        senders = [guest.sender for guest in self.guests]
        self.table.watching_with = frozenset().union(*(sender.opened for sender in senders))
        self.table.screens = sum(sender.screen for sender in senders)
        self.table.watching = sum(not sender.seats for sender in senders) - self.table.screens
        self._set_timer()  # who is there decides for whom a bot may play on
        self.house.notices.look(self)
        if self._presence is None and self.guests:
            loop = asyncio.get_running_loop()
            self._presence = loop.call_later(PRESENCE_AFTER, self._tell_presence)

    def _tell_presence(self) -> None:
        self._presence = None
        self._tell_table(feed.table_news(self.table))

    # --- What happens by itself

    def _set_timer(self, soonest: float = 0.0) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = clocks.due(self.table)
        if due is not None:
            delay = min(max(soonest, due - self.now()), FARTHEST)
            self._timer = asyncio.get_running_loop().call_later(delay, self._time_is_up)

    def _time_is_up(self) -> None:
        """Let what has been sent meanwhile be read first: it may have come in time."""
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(READ_FIRST, self._time_is_really_up)

    def _time_is_really_up(self) -> None:
        if self._inbox.full():
            self._set_timer(TRY_AGAIN)
        else:
            self._inbox.put_nowait(_Job(_judge_time, self.now(), None))

    def _wake_bots(self) -> None:
        """Let bots think whose seats are asked, as long as there is anybody to play for."""
        if not self.guests and not self.table.people():
            return
        for seat in self.table.asked:
            if self.table.seats[seat].level and seat not in self._bots:
                self._bots[seat] = BotAtTable(self, seat)

    def bot_is_done(self, seat: int) -> None:
        """A bot has nothing more to decide for now."""
        del self._bots[seat]

    def mind_of(self, seat: int) -> Mind:
        """Who thinks for a bot's seat; the same for a whole game, unless the bot is another."""
        level, mind = self.table.seats[seat].level, self._minds.get(seat)
        if mind is None or mind.level != level:
            if mind is not None:
                mind.close()
            table = self.table
            mind = self._minds[seat] = Mind(self.house, table.code, table.game.name, level)
        return mind

    def _let_minds_go(self) -> None:
        """Whoever has thought in this game does so no more."""
        self.hints.forget()
        for mind in self._minds.values():
            mind.close()
        self._minds.clear()
