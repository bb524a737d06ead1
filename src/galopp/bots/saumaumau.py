"""A greedy player of Sau Mau Mau: bet early, drive the pig one has bet on, shed cards.

It knows what its seat sees and thinks one decision ahead. Worth is counted in tenths of a
point: of the card that is shed, of what it does to the favourite pig and to those ahead of
it, of a place in the betting queue, and of a race that would end here and now.
"""

import numpy as np

from galopp.core.cards import count, has, one
from galopp.core.chance import Chance, below
from galopp.core.kernel import kernel
from galopp.core.words import NOBODY
from galopp.games.saumaumau import (
    ADDS,
    BET,
    BET_POINTS,
    BOTS_CATCH,
    CALL,
    CATCH,
    COLOUR,
    DRAW,
    EXACT_GOAL,
    FLOPPY,
    LAST_CARD_POINTS,
    LAUREL_POINTS,
    LET_GO,
    NAME_COLOUR,
    NO_BET,
    PASS,
    PIGS,
    RETREAT,
    RUN,
    SEATS_ON,
    SIGNS,
    STEPS,
    STOP,
    Phase,
    Seen,
    goal,
)

A_COLOUR = len(SIGNS)  # so many cards have the same colour
POINT = 10  # tenths: one point
SHED = 8  # a card less in hand brings the five points of the last card nearer
SHORT_HAND = 3  # cards: from here on every card shed is worth double
PUSH = 4  # each space the favourite gains
FOREIGN = 2  # each space another pig gains
OVERTAKEN = 12  # the favourite is no longer ahead of that pig
KEEP_GREEN = 9  # a green card fits nearly always, so it is the best card to end with
HINDER = 3  # an X or a +2 costs the neighbour a turn
THREAT = 12  # and much more if the last card is about to be laid there
CARD_MORE = 9  # what drawing costs
GOOD_BET, FAIR_BET = 55, 35  # chances in a hundred that a bet comes true
STRONG = 8  # steps of one colour in hand that make its pig a good bet
PLACE_LOST = 6  # spaces a better pig must promise more, for each place a new bet falls back
GOING_ON = 15  # what an unfinished race may still bring, beside the bet


@kernel
def greedy(seen: Seen, chance: Chance) -> int:
    """The code this seat decides on, in every phase; asked only when it may decide."""
    if seen.phase == Phase.PLAY:
        return best_turn(seen, chance)
    if seen.phase == Phase.BET:
        return best_bet(seen)
    if seen.phase == Phase.RETREAT:
        return best_retreat(seen)
    if seen.phase == Phase.RUN:
        return best_run(seen)
    if seen.phase == Phase.NAME:
        return NAME_COLOUR + best_colour(seen)
    if seen.phase == Phase.CALL:
        return CALL  # always: a bot that forgets on purpose would be no fun to catch (V13)
    return CATCH if below(chance, 100) < seen.options[BOTS_CATCH] else LET_GO


# The favourite --------------------------------------------------------------------------


@kernel
def favourite(seen: Seen) -> int:
    """The pig one has bet on, or would bet on."""
    return int(seen.bet) if seen.bet != NOBODY else most_promising(seen)


@kernel
def most_promising(seen: Seen) -> int:
    """The pig that can come furthest: where it stands, and the steps in one's own hand."""
    best = 0
    for pig in range(1, len(PIGS)):
        if promise(seen, pig) > promise(seen, best):
            best = pig
    return best


@kernel
def promise(seen: Seen, pig: int) -> int:
    """How far the pig would come with all the steps one can give it."""
    return int(seen.pigs[pig]) + steps_in_hand(seen, pig)


@kernel
def steps_in_hand(seen: Seen, pig: int) -> int:
    """The steps on one's own cards of the pig's colour."""
    steps = 0
    for card in range(pig * A_COLOUR, (pig + 1) * A_COLOUR):
        if has(seen.hand, card):
            steps += int(STEPS[card])
    return steps


# A turn ---------------------------------------------------------------------------------


@kernel
def best_turn(seen: Seen, chance: Chance) -> int:
    """The card of greatest worth, or to draw; equals are drawn by lot."""
    best, equals, choice = 0, 0, NOBODY
    for code in range(PASS + 1):
        if has(seen.legal, code):
            worth = worth_of_drawing(seen) if code >= DRAW else worth_of_card(seen, code)
            if equals == 0 or worth > best:
                best, equals, choice = worth, 1, code
            elif worth == best:
                equals += 1
                if below(chance, equals) == 0:
                    choice = code
    return choice


@kernel
def worth_of_card(seen: Seen, card: int) -> int:
    """What it ends, or else what it moves, hinders and sheds."""
    pig, place = NOBODY, 0
    if STEPS[card]:
        pig = rearmost(seen) if card >= FLOPPY else int(COLOUR[card])
        place = int(seen.pigs[pig]) + int(STEPS[card])
    if ends_race(seen, place):
        return worth_of_end(seen, pig, place)
    worth = SHED if count(seen.hand) > SHORT_HAND else 2 * SHED
    if pig != NOBODY:
        worth += worth_of_steps(seen, pig, place)
    if SEATS_ON[card] > 1 or ADDS[card]:
        worth += THREAT if neighbour_threatens(seen) else HINDER
    return worth - KEEP_GREEN if card >= FLOPPY else worth


@kernel
def rearmost(seen: Seen) -> int:
    """The pig a Floppy would help: the favourite if it is among the last."""
    last = favourite(seen)
    for pig in range(len(PIGS)):
        if seen.pigs[pig] < seen.pigs[last]:
            last = pig
    return last


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
def worth_of_end(seen: Seen, pig: int, place: int) -> int:
    """Points for the end and for a right bet, less what going on might have brought."""
    arrived = arrives(seen, place)
    earned = LAST_CARD_POINTS if count(seen.hand) == 1 else 0
    if arrived:
        earned += LAUREL_POINTS
    worth = POINT * earned - GOING_ON
    if seen.bet == NOBODY:
        return worth
    bet = worth_of_place(own_place(seen))
    right = pig == seen.bet if arrived else would_lead(seen, int(seen.bet), pig, place)
    return worth - bet * FAIR_BET // 100 + (bet if right else 0)


@kernel
def would_lead(seen: Seen, pig: int, moved: int, place: int) -> bool:
    """Whether the pig is among the foremost once `moved` stands on `place` (S26)."""
    own = place if pig == moved else int(seen.pigs[pig])
    for other in range(len(PIGS)):
        if (place if other == moved else int(seen.pigs[other])) > own:
            return False
    return True


@kernel
def worth_of_steps(seen: Seen, pig: int, place: int) -> int:
    """Steps of the favourite are good; those of another are bad, the worse if it overtakes."""
    mine = favourite(seen)
    steps = place - int(seen.pigs[pig])
    if pig == mine:
        return PUSH * steps
    own = int(seen.pigs[mine])
    overtakes = place > own >= int(seen.pigs[pig])
    return -FOREIGN * steps - (OVERTAKEN if overtakes else 0)


@kernel
def neighbour_threatens(seen: Seen) -> bool:
    """The next player is about to lay the last cards."""
    neighbour = seen.turn + 1
    return bool(seen.hand_sizes[0 if neighbour == seen.players else neighbour] <= 2)


@kernel
def worth_of_drawing(seen: Seen) -> int:
    """A card more, and the chance of a bet: the top of the queue is worth more than an end."""
    if seen.bet != NOBODY:
        return -CARD_MORE
    chances = GOOD_BET if steps_in_hand(seen, most_promising(seen)) >= STRONG else FAIR_BET
    return worth_of_place(queue_length(seen)) * chances // 100 - CARD_MORE


# The queue ------------------------------------------------------------------------------


@kernel
def queue_length(seen: Seen) -> int:
    """How many bets lie."""
    length = 0
    for place in range(seen.players):
        length += seen.queue[place] != NOBODY
    return length


@kernel
def own_place(seen: Seen) -> int:
    """How many bets lie before one's own."""
    for place in range(seen.players):
        if seen.queue[place] == seen.viewer:
            return place
    return queue_length(seen)


@kernel
def worth_of_place(place: int) -> int:
    """What a right bet earns there if about half of those before it are wrong (S29)."""
    return POINT * int(BET_POINTS[(place + 1) // 2])


@kernel
def best_bet(seen: Seen) -> int:
    """Bet as early as one can; change only for a pig that makes up for the places lost."""
    best = most_promising(seen)
    if seen.bet == NOBODY:
        return BET + best
    lost = queue_length(seen) - 1 - own_place(seen)
    gained = promise(seen, best) - promise(seen, int(seen.bet))
    return BET + best if gained > PLACE_LOST * (1 + lost) else NO_BET


# Pigs and colours to choose -------------------------------------------------------------


@kernel
def best_retreat(seen: Seen) -> int:
    """Back with the foremost pig that is not the favourite, as long as it matters."""
    mine = favourite(seen)
    choice, place = STOP, 0
    for pig in range(len(PIGS)):
        if pig != mine and seen.pigs[pig] > place:
            choice, place = RETREAT + pig, int(seen.pigs[pig])
    return choice


@kernel
def best_run(seen: Seen) -> int:
    """The favourite if it is last, else the pig one can push least."""
    mine = favourite(seen)
    choice = NOBODY
    for pig in range(len(PIGS)):
        if has(seen.legal, RUN + pig) and (
            choice == NOBODY or pig == mine or (choice != mine and is_weaker(seen, pig, choice))
        ):
            choice = pig
    return RUN + choice


@kernel
def is_weaker(seen: Seen, pig: int, other: int) -> bool:
    """One holds fewer steps of its colour."""
    return steps_in_hand(seen, pig) < steps_in_hand(seen, other)


@kernel
def best_colour(seen: Seen) -> int:
    """The favourite's, which makes others drive it, or the one most cards in hand have."""
    mine = favourite(seen)
    best, choice = NOBODY, mine
    for colour in range(len(PIGS)):
        worth = 2 * cards_of(seen, colour) + (3 if colour == mine else 0)
        if worth > best:
            best, choice = worth, colour
    return choice


@kernel
def cards_of(seen: Seen, colour: int) -> int:
    """How many cards of the colour are in hand."""
    whole = (one((colour + 1) * A_COLOUR) - one(colour * A_COLOUR)) & seen.hand
    return count(np.uint64(whole))
