"""Hints: what the strongest bot would do in one's place, how good that is, and why.

A hint is thought out from what the seat sees and told to that seat alone. It is thought out
once: whoever asks again hears the same, and whoever asks while it is being thought out waits
for the same answer.
"""

import asyncio
import hashlib
from typing import NamedTuple

from galopp import wire
from galopp.bots import Thought
from galopp.core.contract import History
from galopp.play.position import Seen
from galopp.server.bots.runners import GRACE
from galopp.server.bots.service import BotService
from galopp.server.ops.logs import report
from galopp.table.refused import Refused
from galopp.table.table import PLAYING, Table

DIGITS = 4  # of a chance


class Advice(NamedTuple):
    """What was thought out for a seat."""

    thought: Thought
    level: str
    reason: wire.Reason | None


class Hints:
    """The hints of one table."""

    def __init__(self, table: Table, service: BotService) -> None:
        self._table = table
        self._service = service
        self._bot = service.fallback_bot(table.code, table.game.name, service.hint_bot)
        # By seat: for what it sees, and what came of it or is being thought out.
        self._known: dict[int, tuple[bytes, asyncio.Task[Advice]]] = {}

    def sight(self, seat: int) -> wire.Sight:
        """What somebody needs to work out a hint by themselves; raises `Refused`."""
        table, seen = self._table, self._about(seat)
        told = table.told(seat)
        return wire.Sight(seat, table.number, seen.record.tobytes(), told.tobytes())

    def _about(self, seat: int) -> Seen:
        if not self._table.settings.hints:
            raise Refused("hints_are_off")
        return what_to_think_about(self._table, seat)

    async def give(self, seat: int) -> wire.Hint:
        """A hint for a person; raises `Refused`."""
        table = self._table
        number, seen = table.number, self._about(seat)
        thinking = self._advice(seat, seen, table.told(seat))
        await asyncio.wait([thinking])  # it goes on if whoever asked goes away: they may be back
        gone = not _has_to_think(table, seat) or table.asked_from[seat] > number
        if gone or thinking.cancelled():
            raise Refused("too_late")
        return _hint(seat, table.number, thinking.result())

    def _advice(self, seat: int, seen: Seen, told: History) -> "asyncio.Task[Advice]":
        # What a seat sees and was told decides the luck too: so nothing else can show through.
        about = hashlib.sha256(seen.record.tobytes() + told.tobytes()).digest()
        for_what, task = self._known.get(seat, (b"", None))
        if task is None or for_what != about or task.cancelled():
            luck = int.from_bytes(about[:8])
            task = asyncio.get_running_loop().create_task(self._think(seen, told, luck))
            self._known[seat] = about, task
        return task

    async def _think(self, seen: Seen, told: History, luck: int) -> Advice:
        thought, level = await self._bot.think(seen, told, luck)
        failed = level != self._bot.level  # then whoever could say why has just been waited for
        reason = None if failed else await self._reason(seen, told, thought.code)
        return Advice(thought, level, reason)

    async def _reason(self, seen: Seen, told: History, code: int) -> wire.Reason | None:
        try:
            game = self._table.game.name
            return await self._service.searching.why(GRACE, game, seen.record, told, code)
        except Exception as error:  # a hint without its reason is a hint still
            report(error, self._table.code)
            return None

    def forget(self) -> None:
        """The game is over, or the room is closed."""
        for _, task in self._known.values():
            task.cancel()
        self._known.clear()
        self._bot.close()


def what_to_think_about(table: Table, seat: int) -> Seen:
    """What a seat sees that has to decide now, and does so itself; raises `Refused`."""
    if table.standing is None:
        raise Refused("rules_have_changed" if table.phase == PLAYING else "no_game_now")
    if table.seats[seat].level:
        raise Refused("bot_plays_for_you")
    if not _has_to_think(table, seat):
        raise Refused("not_your_turn_now")
    assert table.position is not None
    return table.position.seen(seat)


def _has_to_think(table: Table, seat: int) -> bool:
    """Whether a seat is asked; in a window there is nothing to think about, only to be quick."""
    return seat in table.asked and table.window is None


def _hint(seat: int, decision: int, advice: Advice) -> wire.Hint:
    thought = advice.thought
    return wire.Hint(
        seat=seat,
        decision=decision,
        moves=[thought.code],
        level=advice.level,
        chance=_rounded(thought.chances.get(thought.code)),
        tries=thought.tries,
        chances=_chances(thought),
        reason=advice.reason,
    )


def _chances(thought: Thought) -> list[wire.MoveChance]:
    """What is known of each move that was tried: the hint first, then what was tried most."""
    hint, visits = thought.code, thought.visits
    often = sorted(thought.chances, key=lambda code: (code != hint, -visits.get(code, 0), code))
    return [
        wire.MoveChance(code, round(thought.chances[code], DIGITS), thought.visits.get(code, 0))
        for code in often
    ]


def _rounded(chance: float | None) -> float | None:
    return None if chance is None else round(chance, DIGITS)
