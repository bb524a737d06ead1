"""Bots at a table: they think beside the server, at a human pace, and speak like anybody else.

A bot is handed what its seat may see. It thinks where no other table waits for it; what it
decides goes to the room as an ordinary message and is judged like one. The time it has thought
is part of the time it takes; and that begins when it is asked, while people still watch the move
before. It takes less than that move is watched for, so that nobody waits for both.
"""

import asyncio
import random
import secrets
from typing import TYPE_CHECKING

from galopp.core.fault import Fault
from galopp.table.message import Decide
from galopp.table.table import Sender, Table, Window

if TYPE_CHECKING:
    from galopp.server.tables.room import Room

PACE = (0.25, 0.6)  # seconds a bot takes at least, thinking included, at the usual pace
AGAIN = 0.3  # of that, for what it decides next in the same turn: it has thought already
LEAST_ALONE = 0.8  # the pace of bots where no person plays
PATIENCE = (0.4, 0.85)  # of a window, before a bot speaks up: people may be first
MOMENT = 0.2  # seconds between two looks at a window

_luck = random.SystemRandom()


def pace_of(table: Table, limited: bool) -> float:
    """How fast bots play; among themselves not as fast as a machine can, whatever was chosen."""
    wanted = table.settings.pace
    return wanted if table.people() or not limited else max(wanted, LEAST_ALONE)


class BotAtTable:
    """A bot while its seat is asked."""

    def __init__(self, room: "Room", seat: int) -> None:
        self.room = room
        self.seat = seat
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
            self.room.bot_is_done(self.seat)

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
        ready = loop.time() + share * pace_of(table, self.room.house.limited) * _luck.uniform(*PACE)
        assert table.position is not None
        seen = table.position.seen(self.seat)
        thought, _ = await self.room.mind_of(self.seat).think(seen, secrets.randbits(64))
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
        self.room.house.bot_refused(self.room.table.code, self.seat, fault.key)
        await asyncio.sleep(1.0)
