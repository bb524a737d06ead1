"""How Sau Mau Mau is played by rule of thumb: bet early, drive the pig one has bet on, shed cards.

Whoever decides by these reasons knows what its seat sees and thinks one decision ahead. In a
turn, worth is counted in tenths of a point: of the card that is shed, of what it does to the
favourite pig and to its rivals, of a place in the betting queue, and of a race that would end
here and now. What follows a turn has scales of its own: spaces for bets and retreats, cards
for colours.
"""

from typing import Any, TypeAlias

import numpy as np

from galopp.bots.lots import draw_lots
from galopp.core.cards import Cards, count, lowest, pick
from galopp.core.chance import Chance, below
from galopp.core.contract import SECRET, Outlook, Reason
from galopp.core.kernel import hot_kernel, kernel
from galopp.core.option import Options
from galopp.core.rows import copy_row
from galopp.core.words import NOBODY
from galopp.games.saumaumau import Seen, State, show
from galopp.games.saumaumau.box import (
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
    RACES,
    RETREAT,
    RUN,
    SEATS_ON,
    SIGNS,
    START_PLAYER,
    STEPS,
    STOP,
    Phase,
    goal,
)
from galopp.games.saumaumau.rules import seat_after

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
BEGINNER, CASUAL = 0, 1
WEIGHTS = np.array([[each.beginner for each in REASONS], [each.casual for each in REASONS]])

# Where each group of them begins.
END, HAND, RUNNING, NEIGHBOUR, BETTING, RETREATING, CHOOSING, MAU = (
    [reason.key for reason in REASONS].index(first)
    for first in "finish shed push hinder bet_early take_back least_help call".split()
)

WELL_LAID = 67  # of a hundred bets of others, so many lie where one would lay them oneself
SLIPS = 10  # of a hundred decisions a beginner takes without looking
POINT = 10  # tenths
SHORT_HAND = 3  # cards: from here on every card shed counts double
FEW_CARDS = 2  # with so many the neighbour may soon have laid the last one
GOOD_BET, FAIR_BET = 55, 35  # chances in a hundred that a bet comes true
STRONG = 8  # steps of one colour in hand that make its pig a good bet
GOING_ON = 15  # tenths of a point that an unfinished race may still bring, beside the bet

A_COLOUR = len(SIGNS)  # so many cards have the same colour
ITS_CARDS = np.uint64((1 << A_COLOUR) - 1)
# The steps on cards of one colour, by the set of these cards.
STEPS_ON = np.array(
    [sum(int(STEPS[n]) for n in range(A_COLOUR) if held >> n & 1) for held in range(1 << A_COLOUR)]
)

Terms: TypeAlias = tuple[int, ...]


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


# The end of the race --------------------------------------------------------------------


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


@kernel
def neighbour(seen: Seen) -> int:
    """The next player."""
    return seat_after(seen, int(seen.turn), 1)


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


# What a search asks ---------------------------------------------------------------------

TRIES = 300  # of the strong level: so many take some milliseconds


@kernel
def worth_thinking(seen: Seen) -> bool:
    """A call is always made, and how often somebody is caught is for the table to say (V13)."""
    return bool(seen.phase < Phase.CALL)


@kernel
def quick(seen: Seen, chance: Chance) -> int:
    """For games played on in thought: the casual player is quick enough."""
    return casual(seen, chance)


@kernel
def is_near(state: State, seen: Seen) -> bool:
    """A search looks to the end of the race."""
    return bool(state.race == seen.race)


@kernel
def foresee(state: State, outlook: Outlook, chance: Chance, rewards: Any) -> None:
    """The next race is about to begin, and it and those after it are drawn by lot."""
    races = int(state.options[RACES]) - int(state.race) + 1
    draw_lots(state, state.points, races, outlook, chance, rewards)


@kernel
def is_secret(state: State) -> bool:
    """Which pig is bet on, the others are not told."""
    return bool(state.phase == Phase.BET)


@kernel
def as_told(state: State, code: int) -> int:
    """That there is a bet can be seen, or that there is none."""
    return NO_BET if code == NO_BET else BET


@kernel
def believe(seen: Seen, state: State, view: Seen, chance: Chance) -> None:
    """Nobody bets blindly: most bets lie on the pig that promises most to whoever laid them."""
    for place in range(int(seen.players)):
        seat = int(seen.queue[place])
        if seat != NOBODY and seat != seen.viewer and below(chance, 100) < WELL_LAID:
            show(state, seat, view)
            state.bets[seat] = most_promising(view)
    if seen.last_code == SECRET:
        state.last_code = BET + state.bets[seen.last_seat]


@kernel
def races_after_the_first(options: Options) -> int:
    """How many races there are to be foreseen."""
    return int(options[RACES]) - 1


@kernel
def a_later_race(options: Options, later: Options) -> None:
    """The options of a race that is not the first, played by itself, which seat 0 begins."""
    copy_row(options, later)
    later[RACES], later[START_PLAYER] = 1, 0


@kernel
def start_passes_on(options: Options) -> bool:
    """Whether the next seat begins the next race (S36)."""
    return True
