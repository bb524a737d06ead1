"""Who thinks for a seat: its own bot, and a simpler one where that one fails.

A bot may err, answer with something that is not legal, or hang: one from another package most
of all. Then the next simpler bot decides, down to the first legal move, so that no table ever
stands still because of a bot; the operator reads of it in the log. A bot that fails again and
again is not asked any more in this game.
"""

import time
from collections import Counter
from typing import TYPE_CHECKING

from galopp.bots import Thought, thinks_ahead
from galopp.core.cards import has
from galopp.core.contract import History
from galopp.play.position import Seen
from galopp.server.bots.runners import BotRunner, Question
from galopp.table.levels import simpler_ones

if TYPE_CHECKING:
    from galopp.server.bots.service import BotService

ENOUGH = 3  # failures in one game, after which a bot is not asked any more
FIRST_LEGAL = "first"  # who decides when all bots have failed


class IllegalThought(Exception):
    """A bot has decided on something that is not allowed."""


class FallbackBot:
    """The bots of one seat, for one game, the best that works first."""

    def __init__(self, service: "BotService", table: str, game: str, level: str) -> None:
        self.table = table  # its code, for the operator's log
        self.game = game
        self.level = level
        self._service = service
        self._failures: Counter[str] = Counter()
        self._runners: dict[str, BotRunner] = {}

    async def think(self, seen: Seen, told: History, luck: int) -> tuple[Thought, str]:
        """A decision that is legal, and the name of the bot that took it."""
        hung = False  # the process for searches does not answer, nor would it the next one
        for name in (self.level, *simpler_ones(self.level)):
            if self._failures[name] >= ENOUGH or (hung and thinks_ahead(name)):
                continue
            try:
                return await self._ask(name, Question(seen.record, told, luck)), name
            except Exception as error:
                self._failed(name, error)
                hung = hung or isinstance(error, TimeoutError)
        return Thought(seen.legal[0].code), FIRST_LEGAL

    async def _ask(self, name: str, asked: Question) -> Thought:
        if name not in self._runners:
            self._runners[name] = self._service.runner(self.game, name)
        began = time.perf_counter()
        thought = await self._runners[name].think(asked)
        self._service.thought(time.perf_counter() - began)
        if not has(asked.seen.legal, thought.code):
            raise IllegalThought(thought.code)
        return thought

    def _failed(self, name: str, error: Exception) -> None:
        self._failures[name] += 1
        given_up = self._failures[name] == ENOUGH
        self._service.failed(self, name, error, given_up=given_up)
        if given_up or isinstance(error, TimeoutError):
            self._let_go(name)  # whoever still thinks in it thinks for nobody

    def close(self) -> None:
        """Let all its bots go."""
        for name in list(self._runners):
            self._let_go(name)

    def _let_go(self, name: str) -> None:
        gone = self._runners.pop(name, None)
        if gone is not None:
            gone.close()
