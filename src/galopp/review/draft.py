"""What is known of a game while its review is being made.

Whoever waits is shown the curve after the first trials, and mistakes as they are found.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from galopp.play.record import Record
from galopp.review.account import Found, put_together
from galopp.review.report import Review


@dataclass(frozen=True)
class Draft:
    """How far a review is, and what is known so far."""

    part: float  # of the work that is done
    record: Record
    policy: str
    found: Found

    def review(self) -> Review:
        """What is known so far; all parts add up, though not all decisions are judged yet."""
        return put_together(self.record, self.policy, self.found)


Progress: TypeAlias = Callable[[Draft], None]  # told by any thread that makes the review


def tell_nobody(draft: Draft) -> None:
    """Where nobody waits."""
