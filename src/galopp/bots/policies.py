"""Who decides without thinking ahead, by name: a kernel each, which also play in compiled loops."""

from galopp.core.cards import pick
from galopp.core.chance import Chance
from galopp.core.kernel import kernel
from galopp.core.record import Record

POLICIES = ("random", "beginner", "casual")  # the last two are of each game's own heuristics


@kernel
def random(seen: Record, chance: Chance) -> int:
    """Any legal move, each as likely as the other."""
    return pick(seen.legal, chance)
