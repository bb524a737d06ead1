"""What a bot answers, and what a bot is."""

from dataclasses import dataclass, field
from typing import Protocol

from galopp.core.record import Record


@dataclass(frozen=True)
class Thought:
    """A decision, and what was found out about it on the way."""

    code: int
    # The chance to win with each decision, and how often each was tried; empty for a bot
    # that does not think ahead.
    chances: dict[int, float] = field(default_factory=dict)
    visits: dict[int, int] = field(default_factory=dict)
    tries: int = 0


class Bot(Protocol):
    """Decides for a seat of one game, knowing what that seat may know."""

    def think(self, seen: Record, luck: int) -> Thought:
        """Decide; the same luck gives the same thought, unless the clock is part of it."""
        ...

    def close(self) -> None:
        """Let go of whatever it holds, a program that runs beside for instance."""
        ...
