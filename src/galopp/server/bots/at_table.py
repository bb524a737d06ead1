"""Bots at a table: they think beside the server, at a human pace, and speak like anybody else.

A bot is handed what its seat may see. It thinks where no other table waits for it; what it
decides goes to the room as an ordinary message and is judged like one. The time it has thought
is part of the time it takes; and that begins when it is asked, while people still watch the move
before. It takes less than that move is watched for, so that nobody waits for both.

Nor may that time tell what it holds. A search that has no choice, or soon sees that one move is the
best, ends early: so one that may think for a second takes that second whatever it finds.
"""

import asyncio
import random
import secrets
from typing import Protocol

import structlog

from galopp import wire
from galopp.bots import budget_of, thinks_ahead
from galopp.bots.verbs import heuristics_of
from galopp.core.fault import Fault
from galopp.core.record import Record
from galopp.server.bots.fallback import FallbackBot
from galopp.server.bots.hints import Hints
from galopp.server.bots.service import BotService
from galopp.table.message import AnyMessage, Decide
from galopp.table.table import Sender, Table, Window

PACE = (0.25, 0.6)  # seconds a bot takes at least, thinking included, at the usual pace
AGAIN = 0.3  # of that, for what it decides next in the same turn: it has thought already
ON_THE_WAY = (0.05, 0.25)  # seconds besides those of a search: to its process and back
LEAST_ALONE = 0.8  # the pace of bots where no person plays
PATIENCE = (0.4, 0.85)  # of a window, before a bot speaks up: people may be first
MOMENT = 0.2  # seconds between two looks at a window

_luck = random.SystemRandom()
logger = structlog.get_logger("galopp")


def pace_of(table: Table, limited: bool) -> float:
    """How fast bots play; among themselves not as fast as a machine can, whatever was chosen."""
    wanted = table.settings.pace
    return wanted if table.people() or not limited else max(wanted, LEAST_ALONE)


def time_to_hide(game: str, level: str, seen: Record) -> float:
    """Seconds that a bot takes at least, so that nobody can tell how soon it had decided."""
    if not thinks_ahead(level) or not heuristics_of(game).worth_thinking(seen):
        return 0.0
    seconds = budget_of(game, level).seconds  # so many tries are made in a moment
    return 0.0 if seconds is None else seconds + _luck.uniform(*ON_THE_WAY)


class AskedHere(Protocol):
    """A table as its bots know it: they see how it stands, and speak to it."""

    table: Table

    def now(self) -> float:
        """The table's time."""
        ...

    async def receive(self, said: AnyMessage, sender: Sender) -> wire.Accepted | Fault:
        """Take a message."""
        ...


class TableBots:
    """The bots of one table: woken when their seats are asked, the same for a whole game."""

    def __init__(self, room: AskedHere, service: BotService) -> None:
        self.service = service
        self.hints = Hints(room.table, service)
        self._room = room
        self._asked: dict[int, BotAtTable] = {}  # those that are asked now, by seat
        self._bots: dict[int, FallbackBot] = {}  # those that were asked in this game, by seat

    @property
    def busy(self) -> bool:
        """Whether any bot is about to decide."""
        return bool(self._asked)

    def wake(self) -> None:
        """Let bots think whose seats are asked."""
        table = self._room.table
        for seat in table.asked:
            if table.seats[seat].level and seat not in self._asked:
                self._asked[seat] = BotAtTable(self._room, seat, self)

    def is_done(self, seat: int) -> None:
        """A bot has nothing more to decide for now."""
        del self._asked[seat]

    def bot_of(self, seat: int) -> FallbackBot:
        """Who thinks for a bot's seat; the same for a whole game, unless the bot is another."""
        table, bot = self._room.table, self._bots.get(seat)
        level = table.seats[seat].level
        if bot is None or bot.level != level:
            if bot is not None:
                bot.close()
            bot = self.service.fallback_bot(table.code, table.game.name, level)
            self._bots[seat] = bot
        return bot

    def let_go(self) -> None:
        """The game is over: whoever has thought in it does so no more."""
        self.hints.forget()
        for bot in self._bots.values():
            bot.close()
        self._bots.clear()

    async def end(self) -> None:
        """Stop them all."""
        tasks = [bot.task for bot in self._asked.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.let_go()


class BotAtTable:
    """A bot while its seat is asked."""

    def __init__(self, room: AskedHere, seat: int, bots: TableBots) -> None:
        self.room = room
        self.seat = seat
        self.bots = bots
        self.task = asyncio.get_running_loop().create_task(self._play())

    @property
    def _asked(self) -> bool:
        table = self.room.table
        return self.seat in table.asked and bool(table.seats[self.seat].level)

    async def _play(self) -> None:
        try:
            share = 1.0
            while self._asked:
                await self._decide_once(share)
                share = AGAIN
        finally:
            self.bots.is_done(self.seat)

    async def _decide_once(self, share: float) -> None:
        table = self.room.table
        number, window = table.number, table.window
        if window is None:
            code = await self._think_at_human_pace(share)
        else:
            code = await self._answer_in(window)
        if self._asked and table.number == number:
            said = Decide(id=secrets.token_hex(8), seat=self.seat, decision=number, moves=[code])
            answer = await self.room.receive(said, Sender(frozenset({self.seat}), bot=True))
            if isinstance(answer, Fault):
                await self._was_refused(answer)

    async def _think_at_human_pace(self, share: float) -> int:
        """Think, and wait for as long as somebody would have thought about it."""
        table, loop = self.room.table, asyncio.get_running_loop()
        assert table.position is not None
        seen, pace = table.position.seen(self.seat), pace_of(table, self.bots.service.limited)
        takes = share * pace * _luck.uniform(*PACE)
        if pace:
            level = table.seats[self.seat].level
            takes = max(takes, time_to_hide(table.game.name, level, seen.record))
        ready = loop.time() + takes
        told = table.told(self.seat)
        thought, _ = await self.bots.bot_of(self.seat).think(seen, told, secrets.randbits(64))
        await asyncio.sleep(max(0.0, ready - loop.time()))
        return thought.code

    async def _answer_in(self, window: Window) -> int:
        """Call at once; catch or let go after some time, so that people may be first."""
        challenge, table = window.challenge, self.room.table
        if self.seat == window.seat:
            return challenge.call
        assert table.position is not None
        length = int(table.position.state.options[challenge.window])
        speaks = window.closes - length * (1 - _luck.uniform(*PATIENCE))
        while self._waits(window, speaks):
            await asyncio.sleep(MOMENT)
        often = int(table.position.state.options[challenge.bots_catch])
        catches = not window.called and _luck.randrange(100) < often
        return challenge.catch if catches else challenge.let_go

    def _waits(self, window: Window, speaks: float) -> bool:
        """Whether it is too early to speak; if no person can catch there is nothing to hide."""
        table = self.room.table
        catchers = [seat for seat in table.people() if seat != window.seat]
        if table.window is not window or (window.called and not catchers):
            return False
        return self.room.now() < speaks

    async def _was_refused(self, fault: Fault) -> None:
        # Something else came first, or the disk is full: look again in a moment.
        logger.info("bot refused", table=self.room.table.code, seat=self.seat, fault=fault.key)
        await asyncio.sleep(1.0)
