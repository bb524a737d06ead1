"""Sau Mau Mau: four pigs, a hand of cards to get rid of, and a bet on who will lead.

A player lays a card that fits the one on top, and the card does something: a number drives
the pig of its colour, an X skips the neighbour, a +2 makes the neighbour take cards, a
Floppy helps the last pig along, a Farmer names the colour that counts. Or a card is drawn
instead, and then one may bet on a pig. A race ends when a pig reaches the laurel or a hand
is empty; both earn points, and so do the bets on a winning pig, the earliest most.

This file follows the rulebook; S1 to S38, and V1 to V13 for the variant with calls of "Mau",
are the rulings explained in docs/saumaumau.md.
"""

import numpy as np
import numpy.typing as npt

from galopp.core.cards import Cards, count, lowest, one, pick
from galopp.core.chance import Chance, below
from galopp.core.contract import NOTHING_YET
from galopp.core.kernel import hot_kernel, kernel
from galopp.core.option import Options
from galopp.core.rows import copy_row
from galopp.core.words import NOBODY
from galopp.games.saumaumau.box import (
    ADDS,
    ALL_CARDS,
    ANSWERS,
    ANSWERS_PLUS_TWO,
    BET,
    BET_POINTS,
    CALL,
    CATCH,
    COLOUR,
    DRAW,
    EXACT_GOAL,
    FARMER,
    FINISH_POINTS,
    FIRST_CARD_SIGN_FITS,
    FITS_COLOUR,
    FITS_SIGN,
    FLOPPY,
    GREEN_PARRIES_PLUS2,
    HAND,
    LONGEST_RACE,
    MAU,
    NAME_COLOUR,
    NO_BET,
    PASS,
    PIGS,
    RACES,
    RETREAT,
    RUN,
    SEATS,
    SEATS_ON,
    SILENT,
    START_PLAYER,
    STEPS,
    STOP,
    Ending,
    Phase,
    Shared,
    State,
    goal,
)

# Setting up -----------------------------------------------------------------------------


@kernel
def set_up(state: State, players: int, options: Options, chance: Chance) -> None:
    """Sit down, choose who starts (S38), and prepare the first race."""
    state.players = players
    copy_row(options, state.options)
    state.race = 0
    state.points[:] = 0
    state.ended[:] = 0
    state.batch[:] = 0
    state.batches = 0
    state.last_seat = NOBODY
    state.last_code = NOTHING_YET
    report_nothing(state)
    state.starter = options[START_PLAYER]
    if state.starter == NOBODY:
        state.starter = below(chance, players)
    prepare_race(state, chance)


@kernel
def report_nothing(state: State) -> None:
    """No race has been scored yet."""
    state.report_ending = NOBODY
    state.report_seat = NOBODY
    state.report_pigs[:] = 0
    state.report_winners = 0
    state.report_finish_points[:] = 0
    state.report_bet_points[:] = 0
    lay_nothing(state.report_queue, state.players)
    lay_nothing(state.report_bets, state.players)


@kernel
def lay_nothing(row: npt.NDArray[np.int8], players: int) -> None:
    """Nothing at any place of those who play."""
    for seat in range(SEATS):
        row[seat] = NOBODY if seat < players else 0


@kernel
def prepare_race(state: State, chance: Chance) -> None:
    """Pigs to Start, no bets, all 39 cards shuffled and dealt; the start player begins."""
    state.race += 1
    state.turn = state.starter
    state.turns = 0
    state.phase = Phase.PLAY
    state.pigs[:] = 0
    state.debt = 0
    state.steps = 0
    state.laid = NOBODY
    state.pending = 0
    state.asked = NOBODY
    lay_nothing(state.bets, state.players)
    lay_nothing(state.queue, state.players)
    if state.batches:
        state.batch[:] = 0
        state.batches = 0
    deal(state, chance)


@kernel
def deal(state: State, chance: Chance) -> None:
    """Five cards each, and one turned up: its colour counts, its effect does not (S2, S3, S4)."""
    pile = ALL_CARDS
    for seat in range(SEATS):
        before = pile
        if seat < state.players:
            for _ in range(HAND):
                pile ^= one(pick(pile, chance))
        state.hands[seat] = before ^ pile
    state.top = pick(pile, chance)
    state.pile = pile ^ one(state.top)
    state.valid = COLOUR[state.top]
    state.turned_up = 1


# A turn ---------------------------------------------------------------------------------


@hot_kernel
def mover(state: State) -> int:
    """The seat that decides now, or NOBODY."""
    if state.phase < Phase.CATCH:
        return int(state.turn)
    return int(state.asked)


@kernel
def deciders(state: State) -> int:
    """The seats that may decide now, as bits: the mover, or all who could still catch (V3, V12)."""
    if state.phase == Phase.CATCH:
        return int(state.pending)
    seat = mover(state)
    return 0 if seat == NOBODY else 1 << seat


@kernel
def ask(state: State, seat: int) -> None:
    """Let this seat answer now, since they may answer in any order (V3). Trusts `deciders`."""
    if state.phase == Phase.CATCH:
        state.asked = seat


@hot_kernel
def legal(state: State) -> Cards:
    """The codes allowed now."""
    if state.phase == Phase.PLAY:
        return playing(state)
    if state.phase == Phase.RETREAT:
        return np.uint64(np.uint64(pigs_off_start(state) << RETREAT) | one(STOP))
    if state.phase == Phase.RUN:
        return np.uint64(last_pigs(state) << RUN)
    return np.uint64(ANSWERS[state.phase])


@kernel
def playing(state: State) -> Cards:
    """A card that fits, or draw (S5); with nothing to draw one must play, or else pass (S18)."""
    cards = state.hands[state.turn] & fitting(state)
    if state.pile:
        return np.uint64(cards | one(DRAW))
    return cards if cards else one(PASS)


@kernel
def fitting(state: State) -> Cards:
    """What may lie on the top card: its colour, number or sign, and green (S1-S4, S7, S8)."""
    if state.debt:
        return np.uint64(ANSWERS_PLUS_TWO[state.options[GREEN_PARRIES_PLUS2]])
    by_colour = state.turned_up if state.options[FIRST_CARD_SIGN_FITS] == 0 else 0
    return np.uint64(FITS_COLOUR[state.valid] | FITS_SIGN[by_colour, state.top])


@hot_kernel
def apply(state: State, code: int, chance: Chance) -> None:
    """Carry out a decision. Trusts `legal`."""
    state.last_seat = mover(state)
    state.last_code = code
    if code < DRAW:
        play(state, code)
    elif code == DRAW:
        draw(state, chance)
    elif code < RUN:
        decide_after_drawing(state, code)
    elif code == CATCH:
        take_back(state, chance)
    else:
        decide_after_playing(state, code)
    if state.phase == Phase.OVER:
        end_race(state, chance)


@kernel
def play(state: State, card: int) -> None:
    """Lay a card; with the last but one and with the last a call is due first (V1)."""
    hand = state.hands[state.turn] ^ one(card)
    state.hands[state.turn] = hand
    state.batch[card] = 0
    if state.options[MAU] and count(hand) <= 1:
        state.laid = card
        state.phase = Phase.CALL
    else:
        carry_out(state, card)


@kernel
def carry_out(state: State, card: int) -> None:
    """The card covers the top one and does what it says, unless that needs a choice first."""
    cover(state, card)
    if card >= FARMER and state.hands[state.turn]:  # nothing follows a last card (S24)
        state.phase = Phase.NAME
    elif FLOPPY <= card < FARMER and several_are_last(state):
        state.phase = Phase.RUN
    else:
        end_play(state, move_pig(state, card), int(SEATS_ON[card]))


@kernel
def cover(state: State, card: int) -> None:
    """A +2 adds to the debt (S12, S13); a green card that answers one voids it (S10)."""
    state.top = card
    state.valid = COLOUR[card]
    state.turned_up = 0
    state.debt = state.debt + ADDS[card] if ADDS[card] else 0
    if state.pile == 0:
        rebuild_pile(state)


@kernel
def move_pig(state: State, card: int) -> int:
    """A number drives the pig of its colour, a Floppy the last one, to the laurel too (S22)."""
    if STEPS[card] == 0:
        return 0
    pig = lowest(np.uint64(last_pigs(state))) if card >= FLOPPY else int(COLOUR[card])
    return run(state, pig, int(STEPS[card]))


@kernel
def run(state: State, pig: int, steps: int) -> int:
    """The pig runs exactly so far, and shares spaces (S27). Returns its bit if it has arrived."""
    at = goal(state.options, state.players)
    exactly = state.options[EXACT_GOAL] != 0
    place = int(state.pigs[pig]) + steps
    state.pigs[pig] = stops_at(place, at, exactly)
    return (place == at or (place > at and not exactly)) << pig


@kernel
def stops_at(place: int, at: int, exactly: bool) -> int:
    """On the laurel, the surplus lapses, unless the table lets pigs run past it (S21)."""
    return place if exactly else min(place, at)


@kernel
def several_are_last(state: State) -> bool:
    """Then the player must choose one of them, with the last card too (S23)."""
    last = last_pigs(state)
    return bool(last & (last - 1))


@kernel
def last_pigs(state: Shared) -> int:
    """The pigs furthest back, as bits."""
    last = min(min(state.pigs[0], state.pigs[1]), min(state.pigs[2], state.pigs[3]))
    return pigs_on(state.pigs, last)


@kernel
def pigs_on(pigs: npt.NDArray[np.int16], space: int) -> int:
    """The pigs on a space, as bits; none of them is before another (S27)."""
    found = 0
    for pig in range(len(PIGS)):
        found |= (pigs[pig] == space) << pig
    return found


@kernel
def pigs_off_start(state: State) -> int:
    """The pigs that can go back, as bits (S16)."""
    return (1 << len(PIGS)) - 1 - pigs_on(state.pigs, 0)


@kernel
def end_play(state: State, arrived: int, seats_on: int) -> None:
    """A pig on the laurel or an empty hand ends the race (S14, S20, S25), else the turn ends."""
    emptied = state.hands[state.turn] == 0
    if arrived:
        stop_race(state, Ending.BOTH if emptied else Ending.LAUREL, arrived)
    elif emptied:
        stop_race(state, Ending.LAST_CARD, 0)
    else:
        end_turn(state, seats_on)


@kernel
def stop_race(state: State, ending: Ending, arrived: int) -> None:
    """The race is over; a pig on the laurel is its only winner (S25). `apply` then scores it.

    The turn that ends it is a completed turn as well (S28).
    """
    state.turns += 1
    state.phase = Phase.OVER
    state.report_ending = ending
    state.report_winners = arrived


@kernel
def end_turn(state: State, seats_on: int) -> None:
    """The neighbour to the left, after an X the one beyond (S20); turns are counted (S28)."""
    if state.turns == LONGEST_RACE - 1:
        stop_race(state, Ending.TURN_LIMIT, 0)
    else:
        state.turns += 1
        state.turn = seat_after(state, int(state.turn), seats_on)
        state.phase = Phase.PLAY


@kernel
def seat_after(state: Shared, seat: int, seats_on: int) -> int:
    """The seat so many to the left; with two players two on is oneself (S20)."""
    after = seat + seats_on
    return after if after < state.players else int(after - state.players)


@kernel
def draw(state: State, chance: Chance) -> None:
    """Draw one card (S5), or take all the cards of the open +2s, then retreat, then bet (S17).

    Cards that are not there are not taken and the rest of the debt lapses (S15). Either way
    the turn ends without a card played, the drawn one included (S6).
    """
    owed = int(state.debt)
    taken = 0
    while taken < max(owed, 1) and state.pile:
        take_card(state, chance)
        taken += 1
    state.debt = 0
    if owed and pigs_off_start(state):
        state.steps = taken  # one for each card taken (S16)
        state.phase = Phase.RETREAT
    else:
        state.phase = Phase.BET  # some card can always be taken (S34)


@kernel
def take_card(state: State, chance: Chance) -> None:
    """One card from the draw pile, which is made anew as soon as it is used up (S19)."""
    card = one(pick(state.pile, chance))
    state.pile ^= card
    state.hands[state.turn] |= card
    if state.pile == 0:
        rebuild_pile(state)


@kernel
def rebuild_pile(state: State) -> None:
    """All cards beneath the top one are the new draw pile, a set everybody knows (S19)."""
    state.pile = beneath_top(state)
    state.batches += state.pile != 0
    left = state.pile
    while left:
        state.batch[lowest(left)] = state.batches
        left &= left - np.uint64(1)


@kernel
def beneath_top(state: State) -> Cards:
    """The discards under the top card: all cards that are nowhere else."""
    elsewhere = state.pile | one(state.top)
    for seat in range(SEATS):
        elsewhere |= state.hands[seat]
    if state.laid != NOBODY:
        elsewhere |= one(state.laid)
    return np.uint64(ALL_CARDS & ~elsewhere)


@kernel
def decide_after_drawing(state: State, code: int) -> None:
    """What follows a draw, and a pass, which nothing follows (S18)."""
    if RETREAT <= code < STOP:
        retreat(state, code - RETREAT)
    elif code == STOP:
        stop_retreating(state)
    else:
        if BET <= code < NO_BET:
            bet(state, code - BET)
        end_turn(state, 1)


@kernel
def retreat(state: State, pig: int) -> None:
    """A pig goes back one space for each card taken, in any split, never behind Start (S16)."""
    state.pigs[pig] -= 1
    state.steps -= 1
    if state.steps == 0 or not pigs_off_start(state):
        stop_retreating(state)


@kernel
def stop_retreating(state: State) -> None:
    """Unused steps lapse (S16); one bet for however many cards were taken (S17, S33)."""
    state.steps = 0
    state.phase = Phase.BET


@kernel
def bet(state: State, pig: int) -> None:
    """Bet, or change a bet, also to the same pig (S31); it goes to the end of the queue (S32)."""
    state.bets[state.turn] = pig
    behind = 0
    for place in range(state.players):  # those behind a bet that is taken up move up
        seat = state.queue[place]
        state.queue[behind] = seat
        behind += (seat != NOBODY) & (seat != state.turn)
    state.queue[behind] = state.turn


@kernel
def decide_after_playing(state: State, code: int) -> None:
    """What follows a card: a pig to choose, a colour to name, a call to make or to miss."""
    if code < NAME_COLOUR:
        end_play(state, run(state, code - RUN, int(STEPS[state.top])), 1)
    elif code < CALL:
        state.valid = code - NAME_COLOUR  # until the next card is played (S8, S9)
        end_turn(state, 1)
    elif code == SILENT:
        open_window(state)
    elif code == CALL or last_to_let_go(state):
        card = int(np.int64(state.laid))  # as wide as a code, so that one compiled rule serves both
        state.laid = NOBODY
        carry_out(state, card)


@kernel
def open_window(state: State) -> None:
    """Everybody else may catch a player who did not call, before the card counts (V2, V3, V9)."""
    # To catch is each seat's own choice; how often computer players do is an option (V13).
    state.pending = (1 << state.players) - 1 - (1 << state.turn)
    state.asked = seat_after(state, int(state.turn), 1)
    state.phase = Phase.CATCH


@kernel
def last_to_let_go(state: State) -> bool:
    """Let go; the next seat that has not yet answered is asked, if there is one (V3, V12)."""
    state.pending = state.pending & ~(1 << state.asked)
    if state.pending == 0:
        state.asked = NOBODY
        return True
    while not state.pending >> state.asked & 1:
        state.asked = seat_after(state, int(state.asked), 1)
    return False


@kernel
def take_back(state: State, chance: Chance) -> None:
    """Caught: the card goes back to the hand, as if it had never been laid (V4-V6, V8-V10).

    Whoever was to answer a +2 takes its cards now (V7); for anybody else the turn is over.
    """
    state.hands[state.turn] |= one(state.laid)
    state.batches += 1
    state.batch[state.laid] = state.batches
    state.laid = NOBODY
    state.pending = 0
    state.asked = NOBODY
    if state.debt:
        draw(state, chance)
    else:
        end_turn(state, 1)


# The end --------------------------------------------------------------------------------


@kernel
def end_race(state: State, chance: Chance) -> None:
    """Score the race; an open debt lapses (S14, S28). The next one starts further left (S36)."""
    report(state)
    for seat in range(state.players):
        state.points[seat] += state.report_finish_points[seat] + state.report_bet_points[seat]
    state.debt = 0
    lay_nothing(state.bets, state.players)
    lay_nothing(state.queue, state.players)
    if state.race < state.options[RACES]:
        state.starter = seat_after(state, int(state.starter), 1)
        prepare_race(state, chance)


@kernel
def report(state: State) -> None:
    """Put down how the race ended, all bets open, and who earned what."""
    state.ended[state.report_ending] += 1
    state.report_seat = state.turn
    if state.report_winners == 0:
        state.report_winners = pigs_in_front(state)
    copy_row(state.pigs, state.report_pigs)
    copy_row(state.queue, state.report_queue)
    copy_row(state.bets, state.report_bets)
    state.report_finish_points[:] = 0
    state.report_finish_points[state.turn] = FINISH_POINTS[state.report_ending]
    score_bets(state)


@kernel
def pigs_in_front(state: State) -> int:
    """The leading pig, or all that lead together, even from Start, as bits (S26, S27)."""
    first = max(max(state.pigs[0], state.pigs[1]), max(state.pigs[2], state.pigs[3]))
    return pigs_on(state.pigs, first)


@kernel
def score_bets(state: State) -> None:
    """Wrong bets are taken out; those left earn points from the top down (S29, S30)."""
    state.report_bet_points[:] = 0
    rank = 0
    for place in range(state.players):
        seat = state.queue[place]
        if seat != NOBODY and state.report_winners >> state.bets[seat] & 1:
            state.report_bet_points[seat] = BET_POINTS[rank]
            rank += 1


@kernel
def points(state: State, seat: int) -> int:
    """Points so far."""
    return int(state.points[seat])


@kernel
def winners(state: State) -> int:
    """Most points; equal points share the victory (S37)."""
    if state.phase != Phase.OVER:
        return 0
    return with_most(state.points, int(state.players))


@kernel
def with_most(row: npt.NDArray[np.int16], players: int) -> int:
    """The seats that have the most points, as bits."""
    most = 0
    won = 0
    for seat in range(players):
        if row[seat] > most:
            most = row[seat]
            won = 0
        if row[seat] == most:
            won |= 1 << seat
    return won
