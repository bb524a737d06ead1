"""A greedy player of Schweinsgalopp: the lead now, and a last card that leads.

It knows what its seat sees and thinks one card ahead. Three things make up the worth of a
card: the food it earns at once, how well the cards that are left could lead at the last
turn, when everything won in this race is at stake, and how many colours it leaves to
rivals who are about to bring their own food home.
"""

import numpy as np

from galopp.core.cards import Cards, count, has, lowest, one, pick
from galopp.core.chance import Chance, below
from galopp.core.counts import how_many, one_of
from galopp.core.kernel import kernel
from galopp.core.words import NOBODY
from galopp.games.schweinsgalopp import (
    PIGS,
    REAR,
    Phase,
    Seen,
    leads,
    ring,
    spots_of,
    steps_to_next_empty_space,
)

# What a colour kept for the last card promises, by the number of empty spaces between its
# pig and the front. Without one it leads as things stand; one is often filled in time by
# others; more hardly ever. Found by trial against random play and against itself.
PROMISE = np.array([30, 24, 9, 5, 3, 2, 0], np.int64)
FOOD_NOW = 26  # one food card earned, on the same scale
COPY = 4  # a second card of a colour adds a quarter of what the colour promises
SPARE = 16  # all other colours kept together add a sixteenth of what they promise
LATE = 1  # so many cards left to a rival who is about to bring its food home, or lose it
ROW = 2  # what each pig that could lead is worth to such rivals, for each of their food cards


@kernel
def greedy(seen: Seen, chance: Chance) -> int:
    """The code this seat decides on, in every phase; asked only when it is on turn."""
    if seen.phase == Phase.LINE_UP:
        return pick(seen.legal, chance)  # nobody has cards yet: every order is as good (G12)
    if seen.phase == Phase.LAY_FOOD:
        return lowest(seen.legal)  # the nearest space: the front is sure to come by there
    return best_card(seen, chance)


@kernel
def best_card(seen: Seen, chance: Chance) -> int:
    """The card of greatest worth; equals are drawn by lot, so that nobody can rely on it."""
    best, equals, choice = 0, 0, NOBODY
    for pig in range(len(PIGS)):
        if has(seen.legal, pig):
            worth = worth_of(seen, pig)
            if equals == 0 or worth > best:
                best, equals, choice = worth, 1, pig
            elif worth == best:
                equals += 1
                if below(chance, equals) == 0:
                    choice = pig
    return choice


@kernel
def worth_of(seen: Seen, pig: int) -> int:
    """Food now, the hope for the last card, less what the move leaves to rivals."""
    spots = spots_of(seen.places)
    start = int(seen.places[pig])
    place = start + steps_to_next_empty_space(spots, start, ring(seen.options))
    after = (spots ^ one(start - REAR)) | one(place - REAR)
    food = food_won(seen, spots, place)
    at_stake = int(seen.open_food[seen.viewer]) + food + 1
    hope = hope_for_the_last_card(seen, pig, place, after)
    return FOOD_NOW * food + at_stake * hope - gift_to_rivals(seen, after)


@kernel
def food_won(seen: Seen, spots: Cards, place: int) -> int:
    """What landing there puts on the table: food that lies there, and food for the lead."""
    found = int(has(seen.track_food, place % ring(seen.options)))
    return found + int(leads(spots, place) and seen.stack != 0)


@kernel
def hope_for_the_last_card(seen: Seen, pig: int, place: int, after: Cards) -> int:
    """What the cards kept promise: the best colour counts, the others are in reserve.

    Playing a card lessens the hope only as far as its own colour promised something. So
    colours of pigs far behind go first, and one near the front is held back.
    """
    kept = seen.hand - one_of(pig)
    front = front_of(after)
    best, spare = 0, 0
    for other in range(len(PIGS)):
        stands = place if other == pig else int(seen.places[other])
        promise = promise_of(how_many(kept, other), gaps_before(after, stands, front))
        spare += min(best, promise)
        best = max(best, promise)
    return best + spare // SPARE


@kernel
def promise_of(copies: int, gaps: int) -> int:
    """A colour held twice is worth more: one card can mend the row for the other."""
    if copies == 0:
        return 0
    promise = int(PROMISE[min(gaps, len(PROMISE) - 1)])
    return promise + promise // COPY if copies > 1 else promise


@kernel
def front_of(spots: Cards) -> int:
    """The place of the front pig."""
    place = REAR
    while spots >> np.uint64(place + 1 - REAR):
        place += 1
    return place


@kernel
def gaps_before(spots: Cards, place: int, front: int) -> int:
    """Empty spaces between a pig and the front; in a closed row there are none."""
    return front - place - count(spots >> np.uint64(place + 1 - REAR))


@kernel
def gift_to_rivals(seen: Seen, after: Cards) -> int:
    """What a closed row is worth to those whose last turn has come.

    Every pig in it could take the lead, while a gap right behind the front leaves that to
    one colour. So the row is broken where others have much to lose; what one of them loses
    helps all the others alike, hence the less, the more there are.
    """
    return ROW * row_at_the_front(after) * food_of_rivals(seen) // (int(seen.players) - 1)


@kernel
def row_at_the_front(spots: Cards) -> int:
    """How many pigs stand closed up to the front, the front pig included."""
    front, row = front_of(spots), 1
    while front - row >= REAR and has(spots, front - row - REAR):
        row += 1
    return row


@kernel
def food_of_rivals(seen: Seen) -> int:
    """Open food of the others who have few cards left."""
    food = 0
    for seat in range(int(seen.players)):
        if seat != seen.viewer and 0 < seen.hand_sizes[seat] <= LATE:
            food += int(seen.open_food[seat])
    return food
