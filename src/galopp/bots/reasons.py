"""Why a decision is a good one, in the words of the heuristics.

The heuristics of each game are a list of reasons with a weight each; `terms` says how much
of each reason there is in a decision. What speaks most for a decision, compared with the
others that are open, is the reason that a hint gives.
"""

from dataclasses import dataclass, field

from galopp.bots.verbs import game_of, heuristics_of
from galopp.core.cards import has
from galopp.core.record import Record
from galopp.core.words import Plain


@dataclass(frozen=True)
class Why:
    """The reason for a decision: the key of a sentence, and what to fill in."""

    key: str
    arguments: dict[str, Plain] = field(default_factory=dict)


def why(seen: Record, code: int) -> Why | None:
    """What speaks most for a decision, compared with the others; None if nothing does."""
    heuristics = heuristics_of(game_of(seen.dtype).NAME)
    reasons = heuristics.REASONS
    own = heuristics.terms(seen, code)
    others = [
        heuristics.terms(seen, other)
        for other in range(64)
        if other != code and has(seen.legal, other)
    ]
    if not others:
        return None
    ahead = [
        reason.casual * (own[n] - sum(terms[n] for terms in others) / len(others))
        for n, reason in enumerate(reasons)
    ]
    best = max(range(len(reasons)), key=ahead.__getitem__)
    if ahead[best] <= 0:
        return None
    return Why(reasons[best].key, heuristics.facts(seen, code, reasons[best].key))
