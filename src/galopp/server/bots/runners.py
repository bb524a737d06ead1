"""Where a bot thinks: in a thread of the server, or in the process for searches."""

from typing import NamedTuple, Protocol

from galopp import bots
from galopp.bots import Bot, Thought
from galopp.core.contract import History
from galopp.core.record import Record
from galopp.server.bots.searching import SearchProcess
from galopp.server.bots.threads import BotThreads

GRACE = 15.0  # seconds that a thought may take longer than its budget: others think as well
FROM_OUTSIDE = 20.0  # seconds; a bot from outside keeps a shorter time, but must be started first


class Question(NamedTuple):
    """What a bot is asked about: what its seat sees and was told, and luck."""

    seen: Record
    told: History
    luck: int


class BotRunner(Protocol):
    """A bot that is waited for, but not for ever."""

    async def think(self, asked: Question) -> Thought:
        """Decide; raises `TimeoutError`, or whatever went wrong."""
        ...

    def close(self) -> None:
        """Let go of whatever it holds."""
        ...


class InProcess:
    """A bot that thinks ahead, in the process for that."""

    def __init__(self, searching: SearchProcess, game: str, name: str) -> None:
        self._searching, self._game, self._name = searching, game, name
        self._patience = GRACE + (bots.budget_of(game, name).seconds or 0.0)

    async def think(self, asked: Question) -> Thought:
        """Decide."""
        return await self._searching.think(self._patience, self._game, self._name, *asked)

    def close(self) -> None:
        """It holds nothing."""


class InThread:
    """A bot that decides in a moment, or is a program itself."""

    def __init__(self, threads: BotThreads, bot: Bot, patience: float = FROM_OUTSIDE) -> None:
        self._threads, self._bot, self._patience = threads, bot, patience

    async def think(self, asked: Question) -> Thought:
        """Decide."""
        return await self._threads.think(self._patience, self._bot.think, *asked)

    def close(self) -> None:
        """End it in a thread: a program may take a while."""
        self._threads.begin(self._bot.close)
