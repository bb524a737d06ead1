"""The server's clock: the time of day when it started, and how long it has run since.

The machine's own time of day may jump, forwards or back, when somebody sets it; nobody at a
table may lose thinking time by that.
"""

import time
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Clock:
    """Seconds since 1970 that never run backwards."""

    started: float = field(default_factory=time.time)
    running_since: float = field(default_factory=time.monotonic)

    def now(self) -> float:
        """The time by this clock."""
        return self.started + time.monotonic() - self.running_since

    def of_day(self) -> float:
        """The machine's own time, for what follows the calendar and for what others check.

        A machine that slept has not counted that, and one that has just been switched on may
        have begun with a wrong time.
        """
        return time.time()
