"""How others are taken to decide: as the net would, but less surely, and now and then anyhow.

A player who is no net seldom does exactly what the net would do. Whoever searches as if they did
reads from each of their decisions what it does not say. So the chances that the net gives are
evened out, and some decisions are taken to be made without any thought. Both numbers were found
from 3,828 decisions of the search of 2026a in Schweinsgalopp, by how likely each was taken to be:
the net's own chances explain them worse than no knowledge at all (1.18 against 1.06, in natural
units of surprise), evened out so they do better than anything else that was tried (0.86).
"""

from galopp.bots.nets.net import MOST_CODES, SHARE, Sums, best_code
from galopp.core.cards import Cards, count, has
from galopp.core.chance import Chance, fraction
from galopp.core.exact import exp
from galopp.core.kernel import kernel

EVENED = 3.0  # the net's numbers are divided by so much
WITHOUT_THOUGHT = 0.2  # of all decisions
NO_CHANCE = -700.0  # an exponent; below it, nothing is left


@kernel
def pull(found: Sums, code: int, best: int) -> float:
    """How likely a decision is, for each time that the best is taken."""
    behind = (int(found[code]) - int(found[best])) / (SHARE * EVENED)
    return float(exp(max(NO_CHANCE, behind)))


@kernel
def all_pulls(found: Sums, allowed: Cards, best: int) -> float:
    """All of them together."""
    whole = 0.0
    for code in range(MOST_CODES):
        if has(allowed, code):
            whole += pull(found, code, best)
    return whole


@kernel
def likelihood(found: Sums, allowed: Cards, code: int) -> float:
    """How likely somebody decides so, given what a net finds in what they see."""
    best = best_code(found, allowed)
    thought = pull(found, code, best) / all_pulls(found, allowed, best)
    return WITHOUT_THOUGHT / count(allowed) + (1.0 - WITHOUT_THOUGHT) * thought


@kernel
def habit(found: Sums, allowed: Cards, luck: Chance) -> int:
    """A decision, drawn as likely as it is."""
    best, drawn = best_code(found, allowed), fraction(luck)
    thoughtless = drawn < WITHOUT_THOUGHT
    if thoughtless:
        left = drawn / WITHOUT_THOUGHT * count(allowed)
    else:
        left = (drawn - WITHOUT_THOUGHT) / (1.0 - WITHOUT_THOUGHT) * all_pulls(found, allowed, best)
    for code in range(MOST_CODES):
        if has(allowed, code):
            left -= 1.0 if thoughtless else pull(found, code, best)
            if left < 0.0:
                return code
    return best
