"""Games in which nothing is concluded from what others decided: all worlds are dealt alike."""

from galopp.bots.nets.beliefs import Evaluation, Past, Room
from galopp.core.chance import Chance
from galopp.core.contract import History
from galopp.core.kernel import kernel
from galopp.core.record import Record

ROOM = Room(decisions=1, hands=1)


@kernel
def remember(seen: Record, told: History, past: Past, state: Record, luck: Chance) -> None:
    """Remember nothing."""


@kernel
def remembered(seen: Record, past: Past) -> int:
    """None; said so that whatever would be made of some is not even compiled."""
    return 0


@kernel
def plausibility(
    state: Record, seat: int, past: Past, evaluation: Evaluation, luck: Chance
) -> float:
    """All the same."""
    return 1.0
