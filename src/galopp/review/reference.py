"""Who plays on in a review: the reference policy, by its name.

A review says what a decision was worth if all played on like this from there. The policy decides
by what a seat sees, and some hundred thousand games have to be played on in seconds: so it is a
rule of thumb, each game's own. Whoever has a better one that is as quick adds it to `POLICIES`
and to `decide`, and names it to `review`.
"""

from galopp.bots.policies import random
from galopp.bots.verbs import beginner, casual, quick
from galopp.core.chance import Chance
from galopp.core.fault import Unreadable
from galopp.core.kernel import kernel
from galopp.core.record import Record

POLICIES = ("random", "beginner", "casual", "quick")
RANDOM, BEGINNER, CASUAL, QUICK = range(len(POLICIES))

# The casual player of Ostfriesenlauf imagines whole rounds for each card: a hundred times as slow.
USUAL = {"ostfriesenlauf": "quick"}


def usual_policy(game: str) -> str:
    """The policy that reviews of a game are made by."""
    return USUAL.get(game, "casual")


def number_of(policy: str) -> int:
    """The number that kernels know a policy by; raises `Unreadable`."""
    if policy not in POLICIES:
        raise Unreadable("unknown_bot", bot=policy, names=", ".join(POLICIES))
    return POLICIES.index(policy)


@kernel
def decide(policy: int, seen: Record, luck: Chance) -> int:
    """What a seat decides by what it sees."""
    if policy == CASUAL:
        return casual(seen, luck)
    if policy == QUICK:
        return quick(seen, luck)
    return beginner(seen, luck) if policy == BEGINNER else random(seen, luck)
