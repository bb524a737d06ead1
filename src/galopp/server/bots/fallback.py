"""Who thinks for a seat: its own bot, and a simpler one where that one fails.

A bot may err, answer with something that is not legal, or hang: one from another package most
of all. Then the next simpler bot decides, down to the first legal move, so that no table ever
stands still because of a bot; the operator reads of it in the log. A bot that fails again and
again is not asked any more in this game.
"""

import time
from collections import Counter
from typing import TYPE_CHECKING, Protocol

from galopp import bots
from galopp.bots import Bot, Thought
from galopp.core.cards import has
from galopp.core.record import Record
from galopp.play.position import Seen
from galopp.server.bots.searching import Searching
from galopp.server.bots.threads import Thinkers
from galopp.table.levels import simpler_ones

if TYPE_CHECKING:
    from galopp.server.tables.house import House

ENOUGH = 3  # failures in one game, after which a bot is not asked any more
GRACE = 15.0  # seconds that a thought may take longer than its budget: others think as well
FROM_OUTSIDE = 20.0  # seconds; a bot from outside keeps a shorter time, but must be started first
FIRST_LEGAL = "first"  # who decides when all bots have failed


class IllegalThought(Exception):
    """A bot has decided on something that is not allowed."""


class Thinker(Protocol):
    """A bot that is waited for, but not for ever."""

    async def think(self, seen: Record, luck: int) -> Thought:
        """Decide; raises `TimeoutError`, or whatever went wrong."""
        ...

    def close(self) -> None:
        """Let go of whatever it holds."""
        ...


class Beside:
    """A bot that thinks ahead, in the process for that."""

    def __init__(self, searching: Searching, game: str, name: str) -> None:
        self._searching, self._game, self._name = searching, game, name
        self._patience = GRACE + (bots.budget_of(game, name).seconds or 0.0)

    async def think(self, seen: Record, luck: int) -> Thought:
        """Decide."""
        asked = (self._game, self._name, seen, luck)
        return await self._searching.think(self._patience, *asked)

    def close(self) -> None:
        """It holds nothing."""


class InThread:
    """A bot that decides in a moment, or is a program itself."""

    def __init__(self, thinkers: Thinkers, bot: Bot) -> None:
        self._thinkers, self._bot = thinkers, bot

    async def think(self, seen: Record, luck: int) -> Thought:
        """Decide."""
        return await self._thinkers.think(FROM_OUTSIDE, self._bot.think, seen, luck)

    def close(self) -> None:
        """End it in a thread: a program may take a while."""
        self._thinkers.begin(self._bot.close)


def thinker(house: "House", game: str, name: str) -> Thinker:
    """A bot by its name; raises `KeyError` if there is none."""
    if bots.thinks_ahead(name):
        return Beside(house.searching, game, name)
    return InThread(house.thinkers, bots.bot(game, name))


class Mind:
    """The bots of one seat, for one game, the best that works first."""

    def __init__(self, house: "House", table: str, game: str, level: str) -> None:
        self.house = house
        self.table = table  # its code, for the operator's log
        self.game = game
        self.level = level
        self._failures: Counter[str] = Counter()
        self._thinkers: dict[str, Thinker] = {}

    async def think(self, seen: Seen, luck: int) -> tuple[Thought, str]:
        """A decision that is legal, and the name of the bot that took it."""
        for name in (self.level, *simpler_ones(self.level)):
            if self._failures[name] < ENOUGH:
                try:
                    return await self._ask(name, seen.record, luck), name
                except Exception as error:
                    self._failed(name, error)
        return Thought(seen.legal[0].code), FIRST_LEGAL

    async def _ask(self, name: str, seen: Record, luck: int) -> Thought:
        if name not in self._thinkers:
            self._thinkers[name] = thinker(self.house, self.game, name)
        began = time.perf_counter()
        thought = await self._thinkers[name].think(seen, luck)
        self.house.metrics.thought_seconds.observe(time.perf_counter() - began)
        if not has(seen.legal, thought.code):
            raise IllegalThought(thought.code)
        return thought

    def _failed(self, name: str, error: Exception) -> None:
        self._failures[name] += 1
        given_up = self._failures[name] == ENOUGH
        self.house.bot_failed(self.table, self.game, name, error, given_up=given_up)
        if given_up or isinstance(error, TimeoutError):
            self._let_go(name)  # whoever still thinks in it thinks for nobody

    def close(self) -> None:
        """Let all its bots go."""
        for name in list(self._thinkers):
            self._let_go(name)

    def _let_go(self, name: str) -> None:
        gone = self._thinkers.pop(name, None)
        if gone is not None:
            gone.close()
