"""The two simpler levels of Sau Mau Mau: whatever most can be said for is decided."""

import numpy as np

from galopp.bots.saumaumau.reading import favourite
from galopp.bots.saumaumau.reasons import REASONS, Terms, by_group
from galopp.core.cards import lowest, pick
from galopp.core.chance import Chance, below
from galopp.core.kernel import hot_kernel, kernel
from galopp.core.words import NOBODY
from galopp.games.saumaumau import Seen
from galopp.games.saumaumau.box import BOTS_CATCH, CATCH, LET_GO, Phase

BEGINNER, CASUAL = 0, 1
WEIGHTS = np.array([[each.beginner for each in REASONS], [each.casual for each in REASONS]])

# Where each group of them begins.
END, HAND, RUNNING, NEIGHBOUR, BETTING, RETREATING, CHOOSING, MAU = (
    [reason.key for reason in REASONS].index(first)
    for first in "finish shed push hinder bet_early take_back least_help call".split()
)

SLIPS = 10  # of a hundred decisions a beginner takes without looking


@kernel
def casual(seen: Seen, chance: Chance) -> int:
    """The code this seat decides on, in every phase; asked only when it may decide."""
    if seen.phase == Phase.CATCH:
        return catch_or_let_go(seen, chance)
    return best(seen, CASUAL, chance)


@kernel
def beginner(seen: Seen, chance: Chance) -> int:
    """Has not noticed every reason yet, and slips now and then, but always calls (V13)."""
    if not worth_thinking(seen):
        return casual(seen, chance)
    if below(chance, 100) < SLIPS:
        return pick(seen.legal, chance)
    return best(seen, BEGINNER, chance)


@kernel
def catch_or_let_go(seen: Seen, chance: Chance) -> int:
    """How often computer players catch somebody is for the table to say (V13)."""
    return CATCH if below(chance, 100) < seen.options[BOTS_CATCH] else LET_GO


@kernel
def worth_thinking(seen: Seen) -> bool:
    """A call is always made, and how often somebody is caught is for the table to say (V13)."""
    return bool(seen.phase < Phase.CALL)


@hot_kernel
def best(seen: Seen, level: int, chance: Chance) -> int:
    """The decision of greatest worth; equals are drawn by lot, so that nobody can rely on it."""
    # Compiled into each level, whose weights are constants then: games are a twelfth faster.
    mine = favourite(seen)
    most, equals, choice = 0, 0, NOBODY
    left = seen.legal
    while left:
        code = lowest(left)
        left &= left - np.uint64(1)
        worth = worth_of(seen, code, mine, level)
        if equals == 0 or worth > most:
            most, equals, choice = worth, 1, code
        elif worth == most:
            equals += 1
            if below(chance, equals) == 0:
                choice = code
    return choice


@hot_kernel
def worth_of(seen: Seen, code: int, mine: int, level: int) -> int:
    """How much there is of each reason, times what it weighs at that level."""
    # Group by group: sums as short as these are written out by the compiler, which then
    # leaves out what is nothing. In one go the same sum takes six times as long.
    end, hand, pigs, next_one, bet, retreat, choice, mau = by_group(seen, code, mine)
    return (
        weigh(end, END, level)
        + weigh(hand, HAND, level)
        + weigh(pigs, RUNNING, level)
        + weigh(next_one, NEIGHBOUR, level)
        + weigh(bet, BETTING, level)
        + weigh(retreat, RETREATING, level)
        + weigh(choice, CHOOSING, level)
        + weigh(mau, MAU, level)
    )


@hot_kernel
def weigh(found: Terms, first: int, level: int) -> int:
    """What a group of reasons amounts to, of which this is the first."""
    worth = 0
    for reason in range(len(found)):
        worth += WEIGHTS[level, first + reason] * found[reason]
    return worth
