"""What the bots of all tables think with: threads, a process, and the operator's ear."""

import structlog

from galopp import bots
from galopp.core.fault import Fault
from galopp.server.bots.fallback import FallbackBot
from galopp.server.bots.runners import BotRunner, InProcess, InThread
from galopp.server.bots.searching import SearchProcess
from galopp.server.bots.threads import BotThreads
from galopp.server.ops.metrics import Metrics

HINT_BOT = "strongest"  # gives the hints

logger = structlog.get_logger("galopp")


class BotService:
    """The bots of one server."""

    def __init__(self, metrics: Metrics, hint_bot: str = HINT_BOT, limited: bool = True) -> None:
        self.hint_bot = hint_bot
        self.limited = limited  # whether bots among themselves are kept from hurrying
        self.threads, self.searching = BotThreads(), SearchProcess()
        self._metrics = metrics

    def fallback_bot(self, table: str, game: str, level: str) -> FallbackBot:
        """Who thinks for a seat, or gives hints, at a table."""
        return FallbackBot(self, table, game, level)

    def runner(self, game: str, name: str) -> BotRunner:
        """A bot by its name; raises `KeyError` if there is none."""
        if bots.thinks_ahead(name):
            return InProcess(self.searching, game, name)
        return InThread(self.threads, bots.bot(game, name))

    def thought(self, seconds: float) -> None:
        """A bot has decided; count how long that took."""
        self._metrics.thought_seconds.observe(seconds)

    def failed(self, bot: FallbackBot, name: str, error: Exception, given_up: bool) -> None:
        """A bot did not decide, so a simpler one does: for this once, or for all of this game."""
        self._metrics.bot_failures.labels(name).inc()
        expected = isinstance(error, Fault | TimeoutError)
        logger.warning(
            "bot failed",
            table=bot.table,
            game=bot.game,
            bot=name,
            error=error.key if isinstance(error, Fault) else type(error).__name__,
            given_up=given_up,
            exc_info=None if expected else error,
        )

    async def close(self) -> None:
        """Let all threads and the process end."""
        await self.threads.close()
        await self.searching.close()
