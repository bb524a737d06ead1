"""A clock for tests of the server's parts."""

from dataclasses import dataclass

from galopp.server.ops.clock import Clock


@dataclass(frozen=True)
class SetByHand(Clock):
    """It shows what a test sets it to."""

    slept: float = 0.0  # seconds that the machine did not count

    def set(self, now: float) -> None:
        object.__setattr__(self, "started", now)

    def now(self) -> float:
        return self.started

    def of_day(self) -> float:
        return self.started + self.slept
