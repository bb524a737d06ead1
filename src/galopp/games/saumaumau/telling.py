"""What a viewer of Sau Mau Mau saw happen."""

import numpy as np

from galopp.core.cards import Cards, count, has, lowest
from galopp.core.contract import SECRET
from galopp.core.events import Argument, EventTable, Told, note
from galopp.core.kernel import kernel
from galopp.core.words import NOBODY, Name, Number, Spaces
from galopp.games.saumaumau.box import (
    ADDS,
    BET,
    CALL,
    CARDS,
    CATCH,
    COLOUR,
    DRAW,
    EXACT_GOAL,
    FARMER,
    FLOPPY,
    FURTHEST,
    HAND,
    LAST_CARD_POINTS,
    LAUREL_POINTS,
    LET_GO,
    MOST_RACES,
    NAME_COLOUR,
    NO_BET,
    PASS,
    PAYOUTS,
    PIGS,
    RETREAT,
    RUN,
    SEATS,
    SEATS_ON,
    SILENT,
    STEPS,
    STOP,
    Ending,
    Phase,
    goal,
)
from galopp.games.saumaumau.rules import last_pigs, seat_after, stops_at, with_most
from galopp.games.saumaumau.sight import Seen

# What an event can be about.
SEAT = Argument("seat", Number(0, SEATS - 1))
WINNERS = Argument("winners", Spaces(SEATS))
PIG = Argument("pig", Name(PIGS))
CARD = Argument("card", Name(CARDS))
NAMED_COLOUR = Argument("colour", Name(PIGS))
COUNT = Argument("count", Number(0, len(CARDS)))
START = Argument("start", Number(0, FURTHEST))
SPACE = Argument("place", Number(0, FURTHEST))
PLACE = Argument("place", Number(1, SEATS))  # in the queue of those who bet
PAYOUT = Argument("payout", Name(PAYOUTS))
RACE = Argument("race", Number(1, MOST_RACES))


class Happening(EventTable):
    """What can happen: the rulings that explain it, and what it is about."""

    PLAYED = "S4", SEAT, CARD
    RAN = "S27 S23", PIG, START, SPACE
    COLOUR_COUNTS = "S2", NAMED_COLOUR
    NAMED = "S8", SEAT, NAMED_COLOUR
    SKIPPED = "S20", SEAT
    OWES = "S13 S10", SEAT, COUNT
    PARRIED = "S10", SEAT, COUNT
    DEBT_LAPSED = "S14 S15", COUNT
    DREW = "S5 S17", SEAT, COUNT
    RECEIVED = "S6", SEAT, CARD
    RESHUFFLED = "S19", COUNT
    PASSED = "S18", SEAT
    RETREATED = "S16", SEAT, PIG, START, SPACE
    STOPPED_RETREATING = "S16", SEAT, COUNT
    BET = "S33", SEAT, PLACE, PAYOUT
    BET_ON = "S33", SEAT, PLACE, PAYOUT, PIG
    BET_TAKEN_UP = "S31", SEAT, PLACE, PAYOUT
    NO_BET = "S33", SEAT
    CALLED_MAU = "V1", SEAT
    CALLED_MAU_MAU = "V1", SEAT
    STAYED_SILENT = "V2", SEAT
    CAUGHT = "V12", SEAT
    LET_GO = "V3", SEAT
    TOOK_BACK = "V4", SEAT, CARD
    RACE_OVER_LAUREL = "S21", RACE, SEAT
    RACE_OVER_LAST_CARD = "S26", RACE, SEAT
    RACE_OVER_BOTH = "S25 S21", RACE, SEAT
    RACE_OVER_TURN_LIMIT = "S28", RACE, SEAT
    PIG_WON = "S26 S21", PIG
    POINTS_FOR_LAUREL = "S21", SEAT, COUNT
    POINTS_FOR_LAST_CARD = "S26", SEAT, COUNT
    BET_REVEALED = "S29", SEAT, PIG, PLACE
    POINTS_FOR_BET = "S30 S29", SEAT, PIG, COUNT
    NEXT_RACE = "S36", RACE, SEAT
    DEALT = "S36", COUNT
    TURNED_UP = "S1 S3", CARD
    GAME_OVER = "S37", WINNERS


@kernel
def tell(before: Seen, after: Seen, told: Told) -> None:
    """What happened between two views of one viewer, one decision apart."""
    seat, code = int(after.last_seat), int(after.last_code)
    if code == SECRET or BET <= code < NO_BET:
        tell_bet(before, seat, code, told)
    elif code < DRAW:
        note(told, Happening.PLAYED, seat, code)
        if after.laid == NOBODY:
            tell_carried_out(before, after, code, told)
    elif code == DRAW:
        tell_drawn(before, after, told)
    elif code < BET:
        tell_passed_or_retreated(before, after, code, told)
    elif code == NO_BET:
        note(told, Happening.NO_BET, seat)
    elif code < NAME_COLOUR:
        tell_run(before, code - RUN, int(STEPS[FLOPPY]), told)
        tell_colour(before, after, int(before.top), told)
    elif code < CALL:
        note(told, Happening.NAMED, seat, code - NAME_COLOUR)
    else:
        tell_called_or_caught(before, after, code, told)
    if race_has_ended(before, after):
        tell_scored(before, after, told)


@kernel
def race_has_ended(before: Seen, after: Seen) -> bool:
    """Whether this decision was the last of its race."""
    return bool(after.race != before.race or after.phase == Phase.OVER)


@kernel
def tell_bet(before: Seen, seat: int, code: int, told: Told) -> None:
    """A bet goes to the end of the queue; an earlier one of the same seat is taken up first."""
    others = 0
    for place in range(before.players):
        if before.queue[place] == seat:
            note(told, Happening.BET_TAKEN_UP, seat, others + 1, others)
        elif before.queue[place] != NOBODY:
            others += 1
    if code == SECRET:
        note(told, Happening.BET, seat, others + 1, others)
    else:
        note(told, Happening.BET_ON, seat, others + 1, others, code - BET)


@kernel
def tell_carried_out(before: Seen, after: Seen, card: int, told: Told) -> None:
    """What a card does once it lies on the pile."""
    if before.pile_size == 0:  # only the old top card lies beneath the new one (S19)
        note(told, Happening.RESHUFFLED, 1)
    if before.debt and card >= FLOPPY:
        note(told, Happening.PARRIED, int(before.turn), int(before.debt))
    if card < FLOPPY and STEPS[card]:
        tell_run(before, int(COLOUR[card]), int(STEPS[card]), told)
    elif FLOPPY <= card < FARMER and after.phase != Phase.RUN:
        tell_run(before, lowest(np.uint64(last_pigs(before))), int(STEPS[FLOPPY]), told)
        tell_colour(before, after, card, told)
    over, neighbour = race_has_ended(before, after), seat_after(before, int(before.turn), 1)
    owed = int(before.debt) + int(ADDS[card])
    if SEATS_ON[card] > 1 and not over:
        note(told, Happening.SKIPPED, neighbour)
    if ADDS[card] and over:  # it lapses with the race (S14, S28)
        note(told, Happening.DEBT_LAPSED, owed)
    elif ADDS[card]:
        note(told, Happening.OWES, neighbour, owed)


@kernel
def tell_run(before: Seen, pig: int, steps: int, told: Told) -> None:
    """A pig runs, to the laurel at most."""
    start = int(before.pigs[pig])
    at = goal(before.options, before.players)
    place = stops_at(start + steps, at, bool(before.options[EXACT_GOAL]))
    note(told, Happening.RAN, pig, start, int(place))


@kernel
def tell_colour(before: Seen, after: Seen, card: int, told: Told) -> None:
    """Which colour counts after a Floppy."""
    if not race_has_ended(before, after):
        note(told, Happening.COLOUR_COUNTS, int(COLOUR[card]))


@kernel
def tell_drawn(before: Seen, after: Seen, told: Told) -> None:
    """Cards from the pile, which may be made anew meanwhile, or run out."""
    seat, owed = int(before.turn), max(1, int(before.debt))
    took_back = before.laid != NOBODY  # a card that was not drawn
    taken = int(after.hand_sizes[seat]) - int(before.hand_sizes[seat]) - took_back
    first = min(taken, int(before.pile_size))
    note(told, Happening.DREW, seat, first)
    if after.batches > before.batches + took_back:
        note(told, Happening.RESHUFFLED, before.pile_size + count(before.discards) - first)
    if taken > first:
        note(told, Happening.DREW, seat, taken - first)
    if taken < owed:
        note(told, Happening.DEBT_LAPSED, owed - taken)
    if seat == before.viewer:
        tell_received(after.hand & ~before.hand, seat, int(before.laid), told)


@kernel
def tell_received(cards: Cards, seat: int, taken_back: int, told: Told) -> None:
    """Whoever draws sees what."""
    for card in range(len(CARDS)):
        if has(cards, card) and card != taken_back:
            note(told, Happening.RECEIVED, seat, card)


@kernel
def tell_passed_or_retreated(before: Seen, after: Seen, code: int, told: Told) -> None:
    """A pig goes a space back, or does not; the last step may be of no use to anybody."""
    seat, pig = int(after.last_seat), code - RETREAT
    if code == PASS:
        note(told, Happening.PASSED, seat)
    elif code == STOP:
        note(told, Happening.STOPPED_RETREATING, seat, int(before.steps))
    else:
        start = int(before.pigs[pig])
        note(told, Happening.RETREATED, seat, pig, start, start - 1)
        if before.steps > 1 and after.phase == Phase.BET:
            note(told, Happening.STOPPED_RETREATING, seat, before.steps - 1)


@kernel
def tell_called_or_caught(before: Seen, after: Seen, code: int, told: Told) -> None:
    """What was said after a card was laid; then that card is carried out, or taken back."""
    seat = int(after.last_seat)
    if code == CALL and before.hand_sizes[before.turn] == 0:
        note(told, Happening.CALLED_MAU_MAU, seat)
    elif code == CALL:
        note(told, Happening.CALLED_MAU, seat)
    elif code == SILENT:
        note(told, Happening.STAYED_SILENT, seat)
    elif code == LET_GO:
        note(told, Happening.LET_GO, seat)
    elif code == CATCH:
        note(told, Happening.CAUGHT, seat)
        note(told, Happening.TOOK_BACK, int(before.turn), int(before.laid))
        if before.debt:
            tell_drawn(before, after, told)
    if (code == CALL or code == LET_GO) and after.laid == NOBODY:
        tell_carried_out(before, after, int(before.laid), told)


# What a right bet earns hangs on the bets before it, and is certain where there is none (S30).
EARNED = (Happening.POINTS_FOR_BET,)


@kernel
def tell_scored(before: Seen, after: Seen, told: Told) -> None:
    """How the race ended, who earned what, and the next race, or the end."""
    seat, ending = int(after.report_seat), int(after.report_ending)
    note(told, Happening.RACE_OVER_LAUREL + ending, int(before.race), seat)  # in their order
    if ending in (Ending.LAUREL, Ending.BOTH):
        note(told, Happening.POINTS_FOR_LAUREL, seat, LAUREL_POINTS)
    if ending in (Ending.LAST_CARD, Ending.BOTH):
        note(told, Happening.POINTS_FOR_LAST_CARD, seat, LAST_CARD_POINTS)
    for pig in range(len(PIGS)):
        if after.report_winners >> pig & 1:
            note(told, Happening.PIG_WON, pig)
    tell_bets(after, told)
    if after.phase == Phase.OVER:
        note(told, Happening.GAME_OVER, with_most(after.points, int(after.players)))
    else:
        tell_next_race(after, told)


@kernel
def tell_bets(after: Seen, told: Told) -> None:
    """All bets are turned up, first laid first; then the right ones are paid."""
    place = 0
    for seat in after.report_queue[: after.players]:
        if seat != NOBODY:
            place += 1
            note(told, Happening.BET_REVEALED, seat, after.report_bets[seat], place)
    for seat in after.report_queue[: after.players]:
        if seat != NOBODY and after.report_bet_points[seat]:
            pig, earned = after.report_bets[seat], after.report_bet_points[seat]
            note(told, Happening.POINTS_FOR_BET, seat, pig, earned)


@kernel
def tell_next_race(after: Seen, told: Told) -> None:
    """Everybody is dealt a hand and sees their own."""
    note(told, Happening.NEXT_RACE, int(after.race), int(after.starter))
    note(told, Happening.DEALT, HAND)
    if after.viewer != NOBODY:
        tell_received(after.hand, int(after.viewer), NOBODY, told)
    note(told, Happening.TURNED_UP, int(after.top))
