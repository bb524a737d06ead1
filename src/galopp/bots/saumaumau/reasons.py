"""How Sau Mau Mau is played by rule of thumb: bet early, drive the pig one has bet on, shed cards.

Whoever decides by these reasons knows what its seat sees and thinks one decision ahead. In a
turn, worth is counted in tenths of a point: of the card that is shed, of what it does to the
favourite pig and to its rivals, of a place in the betting queue, and of a race that would end
here and now. What follows a turn has scales of its own: spaces for bets and retreats, cards
for colours.
"""

from typing import TypeAlias

from galopp.bots.saumaumau.reading import (
    arrives,
    cards_of,
    ends_race,
    favourite,
    landing,
    neighbour,
    own_place,
    points_at_the_end,
    points_in_place,
    queue_length,
    runner,
    steps_in_hand,
    would_lead,
)
from galopp.core.cards import count
from galopp.core.contract import Reason
from galopp.core.kernel import hot_kernel, kernel
from galopp.core.words import NOBODY
from galopp.games.saumaumau import Seen
from galopp.games.saumaumau.box import (
    ADDS,
    BET,
    CALL,
    CATCH,
    DRAW,
    FLOPPY,
    NAME_COLOUR,
    NO_BET,
    PASS,
    PIGS,
    RETREAT,
    RUN,
    SEATS_ON,
    STOP,
)

# What can be said for a decision or against it, and what that weighs to a beginner and to a
# casual player. How much of each there is in a decision, `terms` says in the same order.
REASONS = (
    # The end of the race, if it is here and now
    Reason("finish", 10, 10),  # points for the laurel and for the last card
    Reason("bet_comes_true", 0, 10),  # points for one's own bet
    Reason("go_on", 0, 1),  # tenths of a point that going on may bring, and an end prevents
    # The hand
    Reason("shed", 8, 8),  # cards fewer: the five points of the last card come nearer
    Reason("keep_green", 0, 9),  # a green card given away: it fits nearly always, also at the end
    # The pigs
    Reason("push", 4, 4),  # spaces that the favourite gains
    Reason("hold_rivals", -1, 2),  # spaces that others gain; a beginner likes high numbers
    Reason("stay_ahead", 0, 12),  # another pig gets past the favourite
    # The neighbour
    Reason("hinder", 3, 3),  # an X or a +2 costs the neighbour a turn
    Reason("stop_neighbour", 0, 9),  # and that turn might have been the last one
    # Bets
    Reason("bet_early", 0, 1),  # tenths of a point that a first bet promises, once one may bet
    Reason("first_bet", 0, 1),  # any bet is better than none; a beginner waits for a leader
    Reason("well_placed", 1, 1),  # spaces that the pig has run
    Reason("own_steps", 0, 1),  # spaces that it can be driven with the cards in hand
    Reason("keep_place", 1, 3),  # a new bet lies behind all others
    # Retreats
    Reason("take_back", 1, 1),  # spaces that a rival has run
    Reason("spare", 1, 1),  # the favourite would go back
    # Pigs and colours to choose
    Reason("least_help", 0, 1),  # last pigs that one could drive further
    Reason("cards_to_follow", 2, 2),  # cards of that colour in hand
    Reason("others_drive", 0, 3),  # it is the favourite's colour
    # Mau
    Reason("call", 1, 1),
    Reason("catch", 1, 1),
)
POINT = 10  # tenths
SHORT_HAND = 3  # cards: from here on every card shed counts double
FEW_CARDS = 2  # with so many the neighbour may soon have laid the last one
GOOD_BET, FAIR_BET = 55, 35  # chances in a hundred that a bet comes true
STRONG = 8  # steps of one colour in hand that make its pig a good bet
GOING_ON = 15  # tenths of a point that an unfinished race may still bring, beside the bet

Terms: TypeAlias = tuple[int, ...]


@kernel
def terms(seen: Seen, code: int) -> Terms:
    """How much there is of each reason in a decision, in the order of `REASONS`."""
    end, hand, pigs, next_one, bet, retreat, choice, mau = by_group(seen, code, favourite(seen))
    return end + hand + pigs + next_one + bet + retreat + choice + mau


@hot_kernel
def by_group(seen: Seen, code: int, mine: int) -> tuple[Terms, ...]:
    """The same in groups, for those who know the favourite."""
    pig = runner(seen, code, mine)
    place = landing(seen, code, pig)
    ends = code < DRAW and ends_race(seen, place)
    return (
        of_the_end(seen, pig, place, ends),
        of_the_hand(seen, code, ends),
        of_the_pigs(seen, pig, place, mine, ends),
        of_the_neighbour(seen, code, ends),
        of_a_bet(seen, code, mine),
        of_a_retreat(seen, code, mine),
        of_a_choice(seen, code, mine),
        of_a_call(code),
    )


# The end of the race --------------------------------------------------------------------


@hot_kernel
def of_the_end(seen: Seen, pig: int, place: int, ends: bool) -> Terms:
    """finish, bet_comes_true, go_on: points now, and what going on might have brought."""
    if not ends:
        return 0, 0, 0
    arrived = arrives(seen, place)
    earned = points_at_the_end(seen, arrived)
    if seen.bet == NOBODY:
        return earned, 0, -GOING_ON
    bet = points_in_place(own_place(seen))
    right = pig == seen.bet if arrived else would_lead(seen, int(seen.bet), pig, place)
    return earned, bet if right else 0, -GOING_ON - POINT * bet * FAIR_BET // 100


# A turn ---------------------------------------------------------------------------------


@hot_kernel
def of_the_hand(seen: Seen, code: int, ends: bool) -> Terms:
    """shed, keep_green: a card less, or one more; whether the hand becomes harder to empty."""
    if ends or code > PASS:
        return 0, 0
    if code >= DRAW:
        return -1, 0
    return 1 if count(seen.hand) > SHORT_HAND else 2, -1 if code >= FLOPPY else 0


@hot_kernel
def of_the_pigs(seen: Seen, pig: int, place: int, mine: int, ends: bool) -> Terms:
    """push, hold_rivals, stay_ahead: whom the steps help, and whom it overtakes."""
    if pig == NOBODY or ends:
        return 0, 0, 0
    start, own = int(seen.pigs[pig]), int(seen.pigs[mine])
    if pig == mine:
        return place - start, 0, 0
    return 0, start - place, -1 if place > own >= start else 0


@hot_kernel
def of_the_neighbour(seen: Seen, code: int, ends: bool) -> Terms:
    """hinder, stop_neighbour: a turn or cards that an X or a +2 costs the next player."""
    if ends or code >= DRAW or (SEATS_ON[code] == 1 and ADDS[code] == 0):
        return 0, 0
    return 1, 1 if seen.hand_sizes[neighbour(seen)] <= FEW_CARDS else 0


# Bets -----------------------------------------------------------------------------------


@hot_kernel
def of_a_bet(seen: Seen, code: int, mine: int) -> Terms:
    """bet_early, first_bet, well_placed, own_steps, keep_place: against the bet that lies."""
    if code == DRAW and seen.bet == NOBODY:
        return promise_of_a_bet(seen, mine), 0, 0, 0, 0
    if not BET <= code < NO_BET:
        return 0, 0, 0, 0, 0
    place, steps = int(seen.pigs[code - BET]), steps_in_hand(seen, code - BET)
    if seen.bet == NOBODY:
        return 0, 1, place, steps, 0
    # The bet is taken up and laid at the end: whoever is last already loses no place (S32).
    lost = queue_length(seen) - 1 - own_place(seen)
    return 0, 0, place - int(seen.pigs[mine]), steps - steps_in_hand(seen, mine), -lost


@kernel
def promise_of_a_bet(seen: Seen, pig: int) -> int:
    """Tenths of a point that a first bet promises: at the top of the queue more than an end."""
    chances = GOOD_BET if steps_in_hand(seen, pig) >= STRONG else FAIR_BET
    return POINT * points_in_place(queue_length(seen)) * chances // 100


# What follows a turn --------------------------------------------------------------------


@hot_kernel
def of_a_retreat(seen: Seen, code: int, mine: int) -> Terms:
    """take_back, spare: the rival that has come furthest goes back, the favourite does not."""
    if not RETREAT <= code < STOP:
        return 0, 0
    if code - RETREAT == mine:
        return 0, -1
    return int(seen.pigs[code - RETREAT]), 0


@hot_kernel
def of_a_choice(seen: Seen, code: int, mine: int) -> Terms:
    """least_help, cards_to_follow, others_drive: the pig of a Floppy, the colour of a Farmer."""
    if RUN <= code < NAME_COLOUR and code - RUN != mine:
        return could_drive_further(seen, code - RUN), 0, 0
    if NAME_COLOUR <= code < CALL:
        colour = code - NAME_COLOUR
        return 0, count(cards_of(seen, colour)), 1 if colour == mine else 0
    return 0, 0, 0


@kernel
def could_drive_further(seen: Seen, pig: int) -> int:
    """For how many of the pigs that a Floppy may help one holds more steps."""
    own, further = steps_in_hand(seen, pig), 0
    for other in range(len(PIGS)):
        if seen.pigs[other] == seen.pigs[pig] and steps_in_hand(seen, other) > own:
            further += 1
    return further


@hot_kernel
def of_a_call(code: int) -> Terms:
    """call, catch: who forgets the one is open to the other (V4)."""
    return 1 if code == CALL else 0, 1 if code == CATCH else 0
