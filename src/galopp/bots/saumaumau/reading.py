"""What a player reads from the table of Sau Mau Mau: the favourite pig, a run, the queue of bets.

All of it follows from what a seat sees and from the rules; nothing here is weighed.
"""

import numpy as np

from galopp.core.cards import Cards, count
from galopp.core.kernel import hot_kernel, kernel
from galopp.core.words import NOBODY
from galopp.games.saumaumau import Seen
from galopp.games.saumaumau.box import (
    BET_POINTS,
    COLOUR,
    DRAW,
    EXACT_GOAL,
    FLOPPY,
    LAST_CARD_POINTS,
    LAUREL_POINTS,
    NAME_COLOUR,
    PIGS,
    RUN,
    SIGNS,
    STEPS,
    goal,
)
from galopp.games.saumaumau.rules import seat_after

A_COLOUR = len(SIGNS)  # so many cards have the same colour
ITS_CARDS = np.uint64((1 << A_COLOUR) - 1)
# The steps on cards of one colour, by the set of these cards.
STEPS_ON = np.array(
    [sum(int(STEPS[n]) for n in range(A_COLOUR) if held >> n & 1) for held in range(1 << A_COLOUR)]
)


# The favourite --------------------------------------------------------------------------


@kernel
def favourite(seen: Seen) -> int:
    """The pig one has bet on, or would bet on."""
    return int(seen.bet) if seen.bet != NOBODY else most_promising(seen)


@kernel
def most_promising(seen: Seen) -> int:
    """The pig that can come furthest: where it stands, and the steps in one's own hand."""
    furthest, best_pig = NOBODY, 0
    for pig in range(len(PIGS)):
        promise = int(seen.pigs[pig]) + steps_in_hand(seen, pig)
        if promise > furthest:
            furthest, best_pig = promise, pig
    return best_pig


@kernel
def steps_in_hand(seen: Seen, pig: int) -> int:
    """The steps on one's own cards of the pig's colour."""
    return int(STEPS_ON[np.int64(cards_of(seen, pig))])


@kernel
def cards_of(seen: Seen, colour: int) -> Cards:
    """One's own cards of a colour, the lowest number first."""
    return np.uint64((seen.hand >> np.uint64(colour * A_COLOUR)) & ITS_CARDS)


# A run, and the end of the race ---------------------------------------------------------


@hot_kernel
def runner(seen: Seen, code: int, mine: int) -> int:
    """The pig that runs by this decision, or NOBODY; by a Floppy the favourite, if it may."""
    if code < FLOPPY:
        return int(COLOUR[code]) if STEPS[code] else NOBODY
    if code < DRAW and STEPS[code]:
        return rearmost(seen, mine)
    return code - RUN if RUN <= code < NAME_COLOUR else NOBODY


@kernel
def rearmost(seen: Seen, mine: int) -> int:
    """A pig that no other is behind: the favourite if it is among the last."""
    last = mine
    for pig in range(len(PIGS)):
        if seen.pigs[pig] < seen.pigs[last]:
            last = pig
    return last


@kernel
def landing(seen: Seen, code: int, pig: int) -> int:
    """The space to which the pig runs; 0 if none does."""
    return 0 if pig == NOBODY else int(seen.pigs[pig]) + steps_of(code)


@kernel
def steps_of(code: int) -> int:
    """How far a pig runs by a card, or by the choice that a Floppy leaves."""
    return int(STEPS[code if code < DRAW else FLOPPY])


@kernel
def arrives(seen: Seen, place: int) -> bool:
    """Whether a pig that runs to this place reaches the laurel (S21)."""
    at = goal(seen.options, seen.players)
    return place == at or (place > at and seen.options[EXACT_GOAL] == 0)


@kernel
def ends_race(seen: Seen, place: int) -> bool:
    """A pig on the laurel, or the last card."""
    return arrives(seen, place) or count(seen.hand) == 1


@kernel
def points_at_the_end(seen: Seen, arrived: bool) -> int:
    """For the last card, for the laurel, or for both (S25)."""
    last = LAST_CARD_POINTS if count(seen.hand) == 1 else 0
    return last + LAUREL_POINTS if arrived else last


@kernel
def would_lead(seen: Seen, pig: int, moved: int, place: int) -> bool:
    """Whether the pig is among the foremost once `moved` stands on `place` (S26)."""
    own = place if pig == moved else int(seen.pigs[pig])
    for other in range(len(PIGS)):
        if (place if other == moved else int(seen.pigs[other])) > own:
            return False
    return True


# The neighbour and the bets -------------------------------------------------------------


@kernel
def neighbour(seen: Seen) -> int:
    """The next player."""
    return seat_after(seen, int(seen.turn), 1)


@kernel
def queue_length(seen: Seen) -> int:
    """How many bets lie."""
    length = 0
    for place in range(seen.players):
        length += 1 if seen.queue[place] != NOBODY else 0
    return length


@kernel
def own_place(seen: Seen) -> int:
    """How many bets lie before one's own."""
    for place in range(seen.players):
        if seen.queue[place] == seen.viewer:
            return place
    return queue_length(seen)


@kernel
def points_in_place(place: int) -> int:
    """What a right bet earns there if about half of those before it are wrong (S29)."""
    return int(BET_POINTS[(place + 1) // 2])
