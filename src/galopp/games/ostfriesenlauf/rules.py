"""Ostfriesenlauf: four runners, one oval, and a finish line that may be crossed either way.

In each round every player draws a card from one of four stacks and lays one of five face
down. Then the whole pile is turned over and carried out, first laid, first done. The back
of a card says which rank it moves, and the ranks change with every card. Whoever is over
the line when the round is done, forwards or backwards, has won; the sign that marks the
line can be moved too. Runners that belong to nobody run along and lay their cards blind.

This file follows the rulebook; O1 to O36 are the rulings explained in docs/ostfriesenlauf.md.
"""

import numpy as np

from galopp.core.cards import NO_CARDS, Cards, has, one, pick
from galopp.core.chance import Chance, below
from galopp.core.contract import NOTHING_YET
from galopp.core.kernel import hot_kernel, kernel
from galopp.core.option import Options
from galopp.core.rows import copy_row
from galopp.core.words import NOBODY
from galopp.games.ostfriesenlauf.box import (
    ALL_CARDS,
    ALL_EMPTY,
    BACK,
    BOARD,
    CARDS,
    DRAW,
    ENDINGS,
    FINISH_TIE,
    FISH,
    LAST_ROUND,
    NOTATION,
    OF_STACK,
    OWNERLESS_CAN_WIN,
    RANDOM_GRID,
    RESHUFFLE,
    RUNNERS,
    SEATS,
    SHARED_FINISH,
    SHOW_HAND_BACKS,
    SIGN,
    SPACES,
    STACKS,
    START_PLAYER,
    STAYS,
    Ending,
    Phase,
    Refusal,
    State,
)
from galopp.games.ostfriesenlauf.standing import (
    ADDED,
    COUNTED,
    KEPT,
    LOWEST,
    MOVED,
    PLACE_BITS,
    SWAPPED,
    Standing,
    place_at,
    put,
    runner_at,
    standing_of,
    swap,
)

# Setting up -----------------------------------------------------------------------------


@kernel
def set_up(state: State, players: int, options: Options, chance: Chance) -> None:
    """Everybody has one card of each stack, the sign stands at the fish, the runners line up."""
    state.players = players
    copy_row(options, state.options)
    state.round_number = 1
    state.laid = 0
    state.sign = options[BOARD + FISH]
    state.reshuffled = NOBODY
    state.report_sign = state.sign
    state.report_reshuffled = NOBODY
    state.discards = NO_CARDS
    state.returned = NO_CARDS
    for seat in range(SEATS):
        for stack in range(len(STACKS)):
            state.drawn_since[seat, stack] = 0
    for ending in range(len(ENDINGS)):
        state.ended[ending] = 0
    state.won = 0
    state.last_seat = NOBODY
    state.last_code = NOTHING_YET
    line_up(state, chance)
    deal(state, chance)
    next_to_lay(state, chance)


@kernel
def line_up(state: State, chance: Chance) -> None:
    """The start player (O35) on the outermost field, then the others, then the ownerless (O28).

    The outermost lays first (O27), so the grid is the laying order of the first round. On a
    random grid all four draw lots for the fields, and a start player has no say.
    """
    starter = int(state.options[START_PLAYER])
    if starter == NOBODY:
        starter = below(chance, state.players)
    for field in range(len(RUNNERS)):
        runner = field
        if field < state.players:
            runner = starter + field
            if runner >= state.players:
                runner -= state.players
        state.order[field] = runner
    if state.options[RANDOM_GRID]:
        for field in range(len(RUNNERS) - 1, 0, -1):
            other = below(chance, field + 1)
            runner = state.order[field]
            state.order[field] = state.order[other]
            state.order[other] = runner
    for field in range(len(RUNNERS)):
        runner = state.order[field]
        state.places[runner] = 0
        state.lanes[runner] = len(RUNNERS) - field
        state.report_order[field] = runner
        state.report_cards[field] = NOBODY
        state.pile[field] = NOBODY


@kernel
def deal(state: State, chance: Chance) -> None:
    """One card of each stack to each seat; a fifth is drawn in one's turn (O3)."""
    stacks = ALL_CARDS
    for seat in range(SEATS):
        hand = NO_CARDS
        if seat < state.players:
            for stack in range(len(STACKS)):
                hand |= one(pick(stacks & OF_STACK[stack], chance))
            stacks ^= hand
        state.hands[seat] = hand
    state.stacks = stacks


# A turn ---------------------------------------------------------------------------------


@hot_kernel
def mover(state: State) -> int:
    """The seat that decides now, or NOBODY."""
    if state.phase == Phase.OVER:
        return NOBODY
    return int(state.turn)


@hot_kernel
def legal(state: State) -> Cards:
    """The codes allowed now: any stack that can give a card (O5), or any card in hand."""
    if state.phase == Phase.LAY:
        return np.uint64(state.hands[state.turn])
    if state.phase == Phase.OVER:
        return NO_CARDS
    cards = within_reach(state)
    codes = NO_CARDS
    for stack in range(len(STACKS)):
        codes |= np.uint64((cards & OF_STACK[stack]) != NO_CARDS) << np.uint64(DRAW + stack)
    return codes


@kernel
def within_reach(state: State) -> Cards:
    """The cards that a draw can bring: the undrawn ones and discards that would come back (O31)."""
    if state.options[RESHUFFLE] == ALL_EMPTY and state.stacks != NO_CARDS:
        return np.uint64(state.stacks)
    return np.uint64(state.stacks | state.discards)


@kernel
def why_not(state: State, code: int) -> Refusal:
    """What stands against a code now; `Refusal.NONE` exactly where `legal` has it."""
    if state.phase == Phase.OVER:
        return Refusal.GAME_IS_OVER
    if code < 0 or code >= len(NOTATION):
        return Refusal.NO_SUCH_MOVE
    if code < DRAW:
        if state.phase == Phase.DRAW:
            return Refusal.DRAW_FIRST
        return Refusal.NONE if has(state.hands[state.turn], code) else Refusal.NOT_IN_HAND
    if state.phase == Phase.LAY:
        return Refusal.ALREADY_DREW
    return why_not_draw(state, code - DRAW)


@kernel
def why_not_draw(state: State, stack: int) -> Refusal:
    """A stack that cannot give a card even with the discards is no choice (O31, O32)."""
    if within_reach(state) & OF_STACK[stack]:
        return Refusal.NONE
    if state.discards & OF_STACK[stack]:
        return Refusal.STACK_IS_EMPTY
    return Refusal.STACK_IS_USED_UP


@hot_kernel
def apply(state: State, code: int, chance: Chance) -> None:
    """Carry out a decision. Trusts `legal`."""
    state.last_seat = state.turn
    state.last_code = code
    if code < DRAW:
        state.hands[state.turn] ^= one(code)
        state.pile[state.laid] = code
        state.laid += 1
        next_to_lay(state, chance)
    else:
        draw(state, code - DRAW, chance)


@hot_kernel
def draw(state: State, stack: int, chance: Chance) -> None:
    """Take a card of the chosen stack, seeing the backs laid so far (O4); lay one next."""
    refill(state, stack)
    card = one(pick(state.stacks & OF_STACK[stack], chance))
    state.stacks ^= card
    state.hands[state.turn] |= card
    if state.returned:
        state.drawn_since[state.turn, stack] += 1
    state.phase = Phase.LAY


@kernel
def refill(state: State, stack: int) -> None:
    """Discards come back when an empty stack is wanted, or when all four are empty (O31).

    They come back even if the stack that was wanted stays empty.
    """
    if state.stacks & OF_STACK[stack]:
        return
    if state.options[RESHUFFLE] == ALL_EMPTY and state.stacks != NO_CARDS:
        return
    if state.discards:
        reshuffle(state)


@kernel
def reshuffle(state: State) -> None:
    """All discards join the stacks of their backs; the face-down cards stay out (O31).

    Everybody has seen the cards that come back. Those not seen face up since are
    `returned`, and no hand holds more of them than it has drawn cards of that back since
    (`drawn_since`, less those it has shown). Of several reshuffles only the latest is
    remembered. Where hand backs are hidden (O6) what was drawn is left to the players'
    memories altogether, since it would give the backs away.
    """
    if state.options[SHOW_HAND_BACKS]:
        state.returned = state.discards
    for seat in range(SEATS):
        for stack in range(len(STACKS)):
            state.drawn_since[seat, stack] = 0
    state.stacks |= state.discards
    state.discards = NO_CARDS
    state.reshuffled = state.laid


@hot_kernel
def next_to_lay(state: State, chance: Chance) -> None:
    """Whose turn it is: first the ownerless lay, and a full pile is carried out."""
    lay_blind(state, chance)
    if state.laid == len(RUNNERS):
        carry_out_round(state)
        if state.phase == Phase.OVER:
            return
        lay_blind(state, chance)
    state.turn = state.order[state.laid]
    state.phase = Phase.DRAW


@hot_kernel
def lay_blind(state: State, chance: Chance) -> None:
    """Ownerless runners whose turn it is lay a card of their rank's stack, unseen (O29).

    If there is none even after a reshuffle, none is laid (O32).
    """
    slot = int(state.laid)
    while slot < len(RUNNERS) and state.order[slot] >= state.players:
        stack = len(RUNNERS) - 1 - slot  # the last runner lays first
        state.laid = slot
        refill(state, stack)
        cards = state.stacks & OF_STACK[stack]
        if cards:
            card = pick(cards, chance)
            state.stacks ^= one(card)
            state.pile[slot] = card
        slot += 1
    state.laid = slot


@kernel
def carry_out(standing: Standing, card: int) -> Standing:
    """The runner who has the rank on the card's back at this moment does as it says (O7).

    A place counted from another is counted from where that one stands before the move.
    There are places behind the start line and beyond the finish too (O16, O18). A runner
    that is where the card sends it, be it back to the start (O15), has not moved, and keeps
    its lane (O12).
    """
    rank = int(MOVED[card])
    place = (standing >> int(COUNTED[card]) & int(KEPT[card])) + int(ADDED[card])
    moved = put(standing, rank, place)
    stayed = swap(standing, rank, int(SWAPPED[card]))
    return stayed if place == standing >> rank & PLACE_BITS else moved


@kernel
def sign_after(sign: int, card: int, options: Options) -> int:
    """A card with an animal puts the sign there; if it is there, nothing happens (O21)."""
    animal = int(CARDS[card, SIGN])
    place = int(options[BOARD + animal])
    return sign if animal == STAYS else place


@kernel
def carry_out_round(state: State) -> None:
    """Turn the pile over: first laid, first done (O1); then discard it (O2) and see who is over."""
    standing = standing_of(state)
    sign = int(state.sign)
    cards = NO_CARDS
    for slot in range(len(RUNNERS)):
        card = int(state.pile[slot])
        state.report_cards[slot] = card
        state.report_order[slot] = state.order[slot]
        state.pile[slot] = NOBODY
        if card != NOBODY:
            standing = carry_out(standing, card)
            sign = sign_after(sign, card, state.options)
            cards |= one(card)
    state.report_sign = state.sign
    state.report_reshuffled = state.reshuffled
    state.reshuffled = NOBODY
    state.sign = sign
    state.laid = 0
    state.discards |= cards
    if state.returned & cards:
        forget_shown(state, cards)
    take_places(state, standing)
    end_round(state, standing)


@kernel
def take_places(state: State, standing: Standing) -> None:
    """Note where everybody stands now, and in which order they lay next (O17, O27)."""
    lane = 0
    before = LOWEST
    for rank in range(len(RUNNERS)):
        runner = runner_at(standing, rank)
        place = place_at(standing, rank)
        lane = lane + 1 if place == before else 1
        before = place
        state.places[runner] = place
        state.lanes[runner] = lane
        state.order[len(RUNNERS) - 1 - rank] = runner


@kernel
def forget_shown(state: State, cards: Cards) -> None:
    """Returned cards that were seen again are no longer looked for in anybody's hand."""
    for slot in range(len(RUNNERS)):
        card = state.report_cards[slot]
        runner = state.report_order[slot]
        if card != NOBODY and has(state.returned, card) and runner < state.players:
            state.drawn_since[runner, CARDS[card, BACK] - 1] -= 1
    state.returned &= ~cards
    if not state.returned:
        for seat in range(SEATS):
            for stack in range(len(STACKS)):
                state.drawn_since[seat, stack] = 0


# The end --------------------------------------------------------------------------------


@kernel
def end_round(state: State, standing: Standing) -> None:
    """Only now, with the sign where it stands in the end, does the line count (O22, O23, O33)."""
    # Only the first and the last can be the furthest over the line.
    forward = spaces_forward(place_at(standing, 0), state.sign)
    backward = spaces_backward(place_at(standing, len(RUNNERS) - 1), state.sign, state.options)
    if forward >= 1 or backward >= 1 or state.round_number == LAST_ROUND:
        finish(state, standing)
    if state.phase != Phase.OVER:
        state.round_number += 1


@kernel
def finish(state: State, standing: Standing) -> None:
    """End the game if somebody who can win is over the line, or the last round is done (O34)."""
    runners = who_can_win(state.options, state.players)
    most = furthest(standing, state.sign, state.options, runners)
    if most >= 1 or state.round_number == LAST_ROUND:
        state.won = winning_runners(standing, state.sign, state.options, runners)
        state.phase = Phase.OVER
        # As a plain number: on graphics cards an enumeration is no index.
        state.ended[how_it_ended(state, most) + 0] += 1


@kernel
def who_can_win(options: Options, players: int) -> int:
    """All four runners, as bits, or only those of players, if the table plays that way (O30)."""
    return (1 << (len(RUNNERS) if options[OWNERLESS_CAN_WIN] else int(players))) - 1


@kernel
def spaces_forward(place: int, sign: int) -> int:
    """How far beyond the line going forwards: the line is the edge where one enters (O19)."""
    return place - int(sign) + 1


@kernel
def spaces_backward(place: int, sign: int, options: Options) -> int:
    """How far beyond the line going backwards, a lap behind the other side of it (O19)."""
    return int(sign) - int(options[BOARD + SPACES]) - place


@kernel
def spaces_beyond(place: int, sign: int, options: Options) -> int:
    """How far beyond the line, whichever way (O24); below 1 before it, the more the nearer.

    Where the sign stands now decides, also for a runner that it was moved past (O20).
    """
    return max(spaces_forward(place, sign), spaces_backward(place, sign, options))


@kernel
def furthest(standing: Standing, sign: int, options: Options, runners: int) -> int:
    """The most spaces beyond the line among these runners (O24)."""
    most = LOWEST
    for rank in range(len(RUNNERS)):
        if runners >> runner_at(standing, rank) & 1:
            most = max(most, spaces_beyond(place_at(standing, rank), sign, options))
    return most


@kernel
def winning_runners(standing: Standing, sign: int, options: Options, runners: int) -> int:
    """Who of these is furthest, as bits; on one space the lane decides, or they share it (O25).

    Forwards the inner one is further, backwards the outer one. Of two directions neither
    is (O26).
    """
    most = furthest(standing, sign, options, runners)
    equals = forward = backward = 0
    for rank in range(len(RUNNERS)):
        runner = 1 << runner_at(standing, rank) & runners
        place = place_at(standing, rank)
        if runner and spaces_forward(place, sign) == most:
            equals |= runner
            forward = forward or runner
        if runner and spaces_backward(place, sign, options) == most:
            equals |= runner
            backward = runner
    return equals if options[FINISH_TIE] == SHARED_FINISH else forward | backward


@kernel
def how_it_ended(state: State, most: int) -> Ending:
    """Which kind of end it was, for those who won it."""
    if most < 1:
        return Ending.ROUND_LIMIT
    if winning_seats(state) == 0:
        return Ending.OWNERLESS
    if state.won & (state.won - 1):
        return Ending.SHARED
    place = 0
    for runner in range(len(RUNNERS)):
        if state.won >> runner & 1:
            place = int(state.places[runner])
    if spaces_beyond(place, state.report_sign, state.options) < 1:
        return Ending.SIGN_SHIFT
    return Ending.FORWARD if place >= state.sign else Ending.BACKWARD


@kernel
def winning_seats(state: State) -> int:
    """The players among the winning runners; sharing with an ownerless one counts (O30)."""
    return int(state.won) & ((1 << int(state.players)) - 1)


@kernel
def points(state: State, seat: int) -> int:
    """One for a victory, also a shared one."""
    return winning_seats(state) >> seat & 1


@kernel
def winners(state: State) -> int:
    """The seats that won, as bits; none if only ownerless runners did (O30)."""
    return winning_seats(state)
