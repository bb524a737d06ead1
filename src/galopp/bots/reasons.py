"""Why a decision is a good one, in the words of the heuristics, or by what it leads to.

The heuristics of each game are a list of reasons with a weight each; `terms` says how much
of each reason there is in a decision. What speaks most for a decision, compared with the
others that are open, is the reason that a hint gives.

Where the list itself would decide otherwise, its reasons are beside the point. Then both decisions
are tried out to the end of the race, and the reason is what the better one leads to.
"""

from dataclasses import dataclass, field
from math import sqrt

from galopp.bots.facts import facts
from galopp.bots.nets.consequences import Numbers, consequences
from galopp.bots.verbs import game_of, heuristics_of
from galopp.core.cards import count, has
from galopp.core.contract import History
from galopp.core.record import Record
from galopp.core.words import Plain, numbers_in

TRIED_OUT = ("brings_more", "leaves_less", "wins_more")  # reasons that no list has
TEN_RACES, A_HUNDRED_GAMES = 10, 100
CLEARLY = 2.0  # standard errors


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
    return Why(reasons[best].key, facts(seen, code, reasons[best].key))


def explain(seen: Record, told: History, code: int) -> Why | None:
    """Why a bot that thinks ahead decides so: the list's reason where the list would too."""
    heuristics = heuristics_of(game_of(seen.dtype).NAME)
    if count(seen.legal) == 1 or not heuristics.worth_thinking(seen):
        return why(seen, code)
    liked = favourites(seen)
    return why(seen, code) if code in liked else what_it_leads_to(seen, told, code, liked[0])


def favourites(seen: Record) -> list[int]:
    """What the list of reasons finds best; several, if they are equal to it."""
    heuristics = heuristics_of(game_of(seen.dtype).NAME)
    weights = [reason.casual for reason in heuristics.REASONS]
    worths = {
        code: sum(w * term for w, term in zip(weights, heuristics.terms(seen, code), strict=True))
        for code in numbers_in(int(seen.legal))
    }
    most = max(worths.values())
    return [code for code, worth in worths.items() if worth == most]


def what_it_leads_to(seen: Record, told: History, code: int, other: int) -> Why | None:
    """What comes of a decision rather than of another; None if nothing can be told apart."""
    found = consequences(seen, told, [code, other])
    if found is None:
        return why(seen, code)
    this, that = found
    clear = [_compared("wins_more", this.share, that.share, A_HUNDRED_GAMES)]
    if "race" in (seen.dtype.names or ()):  # else the race is all there is to win
        brings = _compared("brings_more", this.gained, that.gained, TEN_RACES)
        leaves = _compared("leaves_less", this.left, that.left, TEN_RACES)
        clear = [brings, leaves, *clear]
    return next((reason for reason in clear if reason), None)


def _compared(key: str, this: Numbers, that: Numbers, often: int) -> Why | None:
    """This reason, if one decision is better by more than chance would explain."""
    better = that - this if key == "leaves_less" else this - that
    if float(better.mean()) <= CLEARLY * float(better.std(ddof=1)) / sqrt(len(better)):
        return None
    with_it, otherwise = round(often * float(this.mean())), round(often * float(that.mean()))
    return Why(key, {"with_it": with_it, "otherwise": otherwise}) if with_it != otherwise else None
