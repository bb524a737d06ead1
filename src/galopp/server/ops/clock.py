"""The server's clock: the time of day when it started, and how long it has run since.

The machine's own time of day may jump, forwards or back, when somebody sets it; and a process
may stand still, because the machine sleeps or somebody stopped it. Nobody at a table may lose
thinking time by either: nobody could decide while the server stood still.
"""

import time
from dataclasses import dataclass, field

STILL = 2.0  # seconds; a process that runs looks at its clock far more often


@dataclass
class Stillness:
    """How long a process has stood still, as far as it has noticed."""

    looked: float | None = None  # when it last looked at its clock; None: nobody does regularly
    seconds: float = 0.0

    def left_out(self, now: float) -> float:
        """What of the time until now does not count."""
        if self.looked is not None:
            gap, self.looked = now - self.looked, now
            if gap > STILL:
                self.seconds += gap
        return self.seconds


@dataclass(frozen=True)
class Clock:
    """Seconds since 1970 that never run backwards."""

    started: float = field(default_factory=time.time)
    running_since: float = field(default_factory=time.monotonic)
    stillness: Stillness = field(default_factory=Stillness)

    def now(self) -> float:
        """The time by this clock."""
        at = time.monotonic()
        return self.started + at - self.running_since - self.stillness.left_out(at)

    def is_looked_at(self) -> None:
        """From now on somebody looks at it many times a second, unless the process stands still."""
        if self.stillness.looked is None:
            self.stillness.looked = time.monotonic()

    @property
    def stood_still(self) -> float:
        """For how many seconds it has stood still."""
        return self.stillness.seconds

    def of_day(self) -> float:
        """The machine's own time, for what follows the calendar and for what others check.

        A machine that slept has not counted that, and one that has just been switched on may
        have begun with a wrong time.
        """
        return time.time()
