"""Bots at a table: they think beside the server, at a human pace, and speak like anybody else.

A bot is handed what its seat may see. It thinks in a thread, in compiled code that does not
hold the interpreter, so that no other table waits for it; what it decides goes to the room
as an ordinary message and is judged like one. In the same way a bot thinks for a person who
asks for a hint, and says it to that person alone.
"""

import asyncio
import hashlib
import random
import secrets
from typing import TYPE_CHECKING

from galopp import bots
from galopp.core.chance import chance
from galopp.core.fault import Fault
from galopp.play.position import Seen
from galopp.server import wire
from galopp.table.message import Decide
from galopp.table.refused import Refused
from galopp.table.table import PLAYING, Sender, Table, Window

if TYPE_CHECKING:
    from galopp.server.room import Room

PACE = (0.7, 1.6)  # seconds a bot takes at least, at the usual pace
PATIENCE = (0.4, 0.85)  # of a window, before a bot speaks up: people may be first
MOMENT = 0.2  # seconds between two looks at a window

_luck = random.SystemRandom()


def think(game: str, level: str, seen: Seen, luck: int) -> int:
    """What a bot decides by what its seat sees; runs in a thread."""
    return int(bots.bot(game, level)(seen.record, chance(luck)))


async def _thought(room: "Room", seen: Seen, level: str, luck: int) -> tuple[int, str]:
    """Think in a thread; a level that fails is replaced by the next simpler one."""
    table, house = room.table, room.house
    for name in _from(level):
        try:
            return await house.in_thread(think, table.game.name, name, seen, luck), name
        except Exception as error:
            house.report(error, table.code)
    return seen.legal[0].code, bots.NAMES[0]


async def advise(room: "Room", seat: int) -> wire.Hint:
    """What the strongest bot would do in a person's place, knowing what that seat knows."""
    table = room.table
    _check_may_ask(table, seat)
    assert table.position is not None
    number, seen = table.number, table.position.seen(seat)
    # What a seat sees decides the luck too: asked twice, a bot says the same twice.
    told = hashlib.sha256(seen.record.tobytes()).digest()
    code, level = await _thought(room, seen, bots.NAMES[-1], int.from_bytes(told[:8]))
    if not _has_to_think(table, seat) or table.asked_from[seat] > number:
        raise Refused("too_late")
    return wire.Hint(seat, table.number, [code], level)


def _check_may_ask(table: Table, seat: int) -> None:
    if not table.settings.hints:
        raise Refused("hints_are_off")
    if table.standing is None:
        raise Refused("rules_have_changed" if table.phase == PLAYING else "no_game_now")
    if table.seats[seat].level:
        raise Refused("bot_plays_for_you")
    if not _has_to_think(table, seat):
        raise Refused("not_your_turn_now")


def _has_to_think(table: Table, seat: int) -> bool:
    """Whether a seat is asked; in a window there is nothing to think about, only to be quick."""
    return seat in table.asked and table.window is None


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
            while self._asked:
                await self._decide_once()
        finally:
            self.room.bot_is_done(self.seat)

    async def _decide_once(self) -> None:
        table = self.room.table
        number, window = table.number, table.window
        if window is None:
            await asyncio.sleep(table.settings.pace * _luck.uniform(*PACE))
            code = await self._think()
        else:
            code = await self._answer_in(window)
        if self._asked and table.number == number:
            said = Decide(id=secrets.token_hex(8), seat=self.seat, decision=number, moves=[code])
            answer = await self.room.receive(said, Sender(frozenset({self.seat}), bot=True))
            if isinstance(answer, Fault):
                await self._was_refused(answer)

    async def _think(self) -> int:
        table = self.room.table
        assert table.position is not None
        seen, level = table.position.seen(self.seat), table.seats[self.seat].level
        code, _ = await _thought(self.room, seen, level, secrets.randbits(64))
        return code

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


def _from(level: str) -> list[str]:
    """The level, and all simpler ones, strongest first."""
    return list(reversed(bots.NAMES[: bots.NAMES.index(level) + 1]))
