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
