"""When something happens at a table by itself: thinking time that is up, a window that closes."""

import asyncio
from collections.abc import Callable

from galopp.table import clocks
from galopp.table.table import Table

FARTHEST = 3600.0  # seconds; a timer for longer is set again on the way
READ_FIRST = 0.03  # seconds; a loop that is late comes to its timers before its sockets
TRY_AGAIN = 1.0  # seconds after which what could not be done is tried again


class TableTimer:
    """The one timer of a table."""

    def __init__(
        self, table: Table, now: Callable[[], float], time_is_up: Callable[[], bool]
    ) -> None:
        self._table = table
        self._now = now
        self._time_is_up = time_is_up  # says whether it could be seen to
        self._handle: asyncio.TimerHandle | None = None

    def set(self, soonest: float = 0.0) -> None:
        """Wait for whatever is due next, but not less than so many seconds."""
        self.cancel()
        due = clocks.due(self._table)
        if due is not None:
            delay = min(max(soonest, due - self._now()), FARTHEST)
            self._handle = asyncio.get_running_loop().call_later(delay, self._ring)

    def set_again(self) -> None:
        """What was due still is: come back to it in a moment."""
        self.set(TRY_AGAIN)

    def cancel(self) -> None:
        """Wait for nothing."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def _ring(self) -> None:
        """Let what has been sent meanwhile be read first: it may have come in time."""
        loop = asyncio.get_running_loop()
        self._handle = loop.call_later(READ_FIRST, self._really_ring)

    def _really_ring(self) -> None:
        if not self._time_is_up():
            self.set_again()
