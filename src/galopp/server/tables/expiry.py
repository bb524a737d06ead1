"""What is thrown away because nobody has touched it for long.

Only by a clock that can be trusted: a machine may be switched on with one that is months ahead,
and must not delete what is not old.
"""

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass

import structlog

from galopp.server.ops.clock import Clock
from galopp.server.tables.ownership import Ownership
from galopp.server.tables.store import Store
from galopp.table.settings import DAY
from galopp.table.table import CLOSED, LOBBY, OVER, PLAYING

KEPT = {LOBBY: 2 * DAY, PLAYING: 60 * DAY, OVER: 60 * DAY, CLOSED: 0.0}  # on disk, untouched
SET_BACK = 3600.0  # seconds by which a clock was wrong, if it is set back by so much

logger = structlog.get_logger("galopp")


class Expiry:
    """Throws away what is old: tables, and what else is kept."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        others: Mapping[str, float],
        gone: Callable[[str], None],
    ) -> None:
        self._store = store
        self._clock = clock
        self._others = others  # for how long is kept what is not a table, by how its name begins
        self._gone = gone  # hears the code of every table that is thrown away
        self.began = clock.now()

    async def throw_away(self, in_use: Callable[[], set[str]]) -> None:
        """Throw away what is old and not in use."""
        for phase, kept in KEPT.items():
            before = self._clock.now() - kept
            if kept and not await self.is_surely_past(before):
                continue
            for code in await self._store.writes.expire(phase, before, self._spared(in_use)):
                self._gone(code)
                logger.info("expired", table=code, phase=phase)
        for beginning, kept in self._others.items():
            before = self._clock.now() - kept
            if await self.is_surely_past(before):
                await self._store.writes.throw_away(beginning, before)

    def _spared(self, in_use: Callable[[], set[str]]) -> Callable[[], Container[str]]:
        """What this process must not throw away: what is in use, and what is another's."""
        return lambda: _Spared(in_use(), self._store.ownership)

    async def is_surely_past(self, moment: float) -> bool:
        """False if nothing happened for so long, or the clock is wrong: better keep it then."""
        return moment <= await self._store.reads.last_touched() and self._knows_the_time()

    def _knows_the_time(self) -> bool:
        """Whether it has run for a day by a clock that nobody has set back since."""
        now = self._clock.now()
        return now - self.began >= DAY and self._clock.of_day() > now - SET_BACK


@dataclass(frozen=True)
class _Spared:
    """Tables that are in use, and those of other processes, which look after them."""

    in_use: set[str]
    ownership: Ownership

    def __contains__(self, code: object) -> bool:
        return code in self.in_use or not self.ownership.is_here(str(code))
