"""What each seat of Ostfriesenlauf may see, and what may lie behind that."""

import math
from collections.abc import Callable
from typing import Annotated, Protocol

import numpy as np

from galopp.core.cards import NO_CARDS, Cards, count, one, pick
from galopp.core.chance import MOST_DRAWS, Chance, below
from galopp.core.contract import SECRET, LastDecision
from galopp.core.kernel import kernel
from galopp.core.record import (
    Int8,
    Row8,
    by_seat,
    each,
    field,
    fields_of,
    in_line,
    record_type,
)
from galopp.core.rows import copier
from galopp.core.words import NOBODY, Name, Names, Number, NumberOrNone, seat_or_nobody
from galopp.games.ostfriesenlauf.box import (
    ALL_CARDS,
    BACK,
    CARD_NAMES,
    CARDS,
    DRAW,
    FIELDS,
    HAND,
    IN_A_STACK,
    NOTATION,
    OF_STACK,
    RUNNERS,
    SEATS,
    SHOW_HAND_BACKS,
    STACKS,
    Shared,
    State,
)
from galopp.games.ostfriesenlauf.rules import legal

HIDDEN = -1


class Seen(Shared, Protocol):
    """All that a viewer knows."""

    viewer: Annotated[Int8, field(seat_or_nobody(SEATS), before="players")]
    stack_sizes: Annotated[
        Row8, field(NumberOrNone(0, IN_A_STACK, HIDDEN), each(STACKS), before="laid")
    ]
    hand: Annotated[Cards, field(Names(CARD_NAMES), before="laid")]
    hand_sizes: Annotated[Row8, field(Number(0, HAND + 1), by_seat(SEATS), before="laid")]
    hand_backs: Annotated[
        Row8, field(NumberOrNone(0, HAND + 1, HIDDEN), by_seat(SEATS), each(STACKS), before="laid")
    ]
    # laid by the viewer, face down
    own_card: Annotated[Int8, field(Name(CARD_NAMES, or_none=True), before="laid")]
    pile_backs: Annotated[
        Row8, field(NumberOrNone(1, len(STACKS), 0), in_line(len(RUNNERS)), before="laid")
    ]
    last_code: Annotated[Int8, field(LastDecision(NOTATION))]
    legal: Annotated[Cards, field(Names(NOTATION))]  # the codes this seat may decide now


SEEN_FIELDS = fields_of(Seen)
SEEN = record_type(SEEN_FIELDS)

copy_public: Callable[[Shared, Shared], None] = copier(FIELDS, SEEN_FIELDS, __name__)


@kernel
def show(state: State, seat: int, seen: Seen) -> None:
    """Everything open, the seat's own cards, and the backs of all others."""
    seen.viewer = seat
    seen.legal = legal(state) if seat == state.turn else NO_CARDS
    copy_public(state, seen)
    show_backs(state, seat, seen)
    seen.last_code = state.last_code
    show_pile(state, seat, seen)


@kernel
def show_backs(state: State, viewer: int, seen: Seen) -> None:
    """The backs in every hand and the heights of the stacks, unless the table hides them (O6).

    The heights are hidden with the backs, since they tell what all hands hold together.
    That a stack is empty cannot be hidden: nobody can draw from it.
    """
    shown = bool(state.options[SHOW_HAND_BACKS])
    seen.hand = NO_CARDS if viewer == NOBODY else state.hands[viewer]
    for stack in range(len(STACKS)):
        size = count(state.stacks & OF_STACK[stack])
        seen.stack_sizes[stack] = size if shown or size == 0 else HIDDEN
    for seat in range(SEATS):
        seen.hand_sizes[seat] = count(state.hands[seat])
        for stack in range(len(STACKS)):
            known = shown or seat == viewer or seat >= state.players
            backs = count(state.hands[seat] & OF_STACK[stack])
            seen.hand_backs[seat, stack] = backs if known else HIDDEN


@kernel
def show_pile(state: State, viewer: int, seen: Seen) -> None:
    """Of the cards laid in this round the backs, and to each player its own card."""
    seen.own_card = NOBODY
    for slot in range(len(RUNNERS)):
        card = int(state.pile[slot])
        seen.pile_backs[slot] = 0 if card == NOBODY else CARDS[card, BACK]
        if card != NOBODY and state.order[slot] == viewer:
            seen.own_card = card
        elif card != NOBODY and state.order[slot] == state.last_seat:
            seen.last_code = SECRET  # it lies face down still


@kernel
def redeal(seen: Seen, chance: Chance, state: State) -> None:
    """A state drawn uniformly from all those that show the seat exactly this."""
    begin_to_redeal(seen, state)
    if seen.options[SHOW_HAND_BACKS]:
        for stack in range(len(STACKS)):
            redeal_stack(seen, stack, chance, state)
    else:
        redeal_hidden_backs(seen, chance, state)
    end_to_redeal(seen, state)


@kernel
def begin_to_redeal(seen: Seen, state: State) -> None:
    """All that is open, the seat's own hand, and no other cards yet."""
    copy_public(seen, state)
    state.last_code = seen.last_code
    state.stacks = NO_CARDS
    for runner in range(len(RUNNERS)):
        state.hands[runner] = NO_CARDS
        state.pile[runner] = NOBODY
    if seen.viewer != NOBODY:
        state.hands[seen.viewer] = seen.hand


@kernel
def end_to_redeal(seen: Seen, state: State) -> None:
    """The seat's own card face down, and what was laid last."""
    for slot in range(len(RUNNERS)):
        if seen.own_card != NOBODY and seen.order[slot] == seen.viewer:
            state.pile[slot] = seen.own_card
        if seen.last_code == SECRET and seen.order[slot] == seen.last_seat:
            state.last_code = state.pile[slot]


@kernel
def unseen_cards(seen: Seen) -> Cards:
    """All cards but those lying open and the viewer's own."""
    own = seen.hand | (NO_CARDS if seen.own_card == NOBODY else one(seen.own_card))
    return np.uint64(ALL_CARDS & ~(seen.discards | own))


@kernel
def unseen_held(seen: Seen, slot: int, stack: int) -> int:
    """How many unseen cards of this back a runner (by its laying order) has: in hand, face down."""
    runner = seen.order[slot]
    if runner == seen.viewer:
        return 0
    in_hand = int(seen.hand_backs[runner, stack]) if runner < seen.players else 0
    return in_hand + int(seen.pile_backs[slot] == stack + 1)


@kernel
def most_returned(seen: Seen, slot: int, stack: int) -> int:
    """How many of them can have come back in the reshuffle: only cards drawn since then.

    The ownerless have drawn just the card they laid in this round.
    """
    runner = seen.order[slot]
    drawn = int(seen.drawn_since[runner, stack])
    if runner >= seen.players:
        drawn = int(seen.reshuffled <= slot)
    return min(drawn, unseen_held(seen, slot, stack))


@kernel
def redeal_stack(seen: Seen, stack: int, chance: Chance, state: State) -> None:
    """Deal the unseen cards of one back to those who hold them; the rest is the stack.

    Every way to deal them that respects `most_returned` is equally likely. So first it is
    drawn how many returned cards each runner holds, in proportion to the ways to deal
    them with these numbers, and then which.
    """
    others = np.uint64(unseen_cards(seen) & OF_STACK[stack])
    returned, numbers = NO_CARDS, 0
    if others & seen.returned and somebody_has_older_cards(seen, stack):
        returned = np.uint64(others & seen.returned)
        others ^= returned
        numbers = draw_numbers(seen, stack, count(returned), chance)
    for slot in range(len(RUNNERS)):
        number = number_at(numbers, slot)
        from_returned = take(returned, number, chance)
        from_others = take(others, unseen_held(seen, slot, stack) - number, chance)
        returned ^= from_returned
        others ^= from_others
        give(seen, slot, stack, from_returned | from_others, chance, state)
    state.stacks |= returned | others


@kernel
def somebody_has_older_cards(seen: Seen, stack: int) -> bool:
    """Whether a runner holds cards that cannot have come back; else any card may be anywhere."""
    for slot in range(len(RUNNERS)):
        if most_returned(seen, slot, stack) < unseen_held(seen, slot, stack):
            return True
    return False


# How many returned cards each runner holds is one number, four bits for each, by laying order.
NUMBER_BITS = 4
CHOOSE = np.array([[math.comb(n, k) for k in range(IN_A_STACK + 1)] for n in range(IN_A_STACK + 1)])


@kernel
def number_at(numbers: int, slot: int) -> int:
    """The number of this runner."""
    return numbers >> NUMBER_BITS * slot & ((1 << NUMBER_BITS) - 1)


@kernel
def draw_numbers(seen: Seen, stack: int, returned: int, chance: Chance) -> int:
    """How many of the returned cards each runner holds, the more likely the more ways it has."""
    sizes = most = 0
    for slot in range(len(RUNNERS)):
        sizes |= unseen_held(seen, slot, stack) << NUMBER_BITS * slot
        most |= most_returned(seen, slot, stack) << NUMBER_BITS * slot
    in_stack = int(seen.stack_sizes[stack])
    ways = ways_to_hold(0, sizes, in_stack, returned)
    numbers = next_numbers(0, most)
    while numbers:
        ways += ways_to_hold(numbers, sizes, in_stack, returned)
        numbers = next_numbers(numbers, most)
    at = below(chance, ways) - ways_to_hold(0, sizes, in_stack, returned)
    while at >= 0:
        numbers = next_numbers(numbers, most)
        at -= ways_to_hold(numbers, sizes, in_stack, returned)
    return numbers


@kernel
def next_numbers(numbers: int, most: int) -> int:
    """The next choice of numbers, none above its most; none at all after the last choice."""
    for slot in range(len(RUNNERS)):
        if number_at(numbers, slot) < number_at(most, slot):
            return numbers + (1 << NUMBER_BITS * slot)
        numbers -= number_at(numbers, slot) << NUMBER_BITS * slot
    return 0


@kernel
def ways_to_hold(numbers: int, sizes: int, in_stack: int, returned: int) -> int:
    """In how many ways so many of each runner's cards, and the rest of the stack's, are returned.

    The ways to place them among the cards that each has; which is which comes later and is
    the same for all.
    """
    ways, left = 1, returned
    for slot in range(len(RUNNERS)):
        ways *= int(CHOOSE[number_at(sizes, slot), number_at(numbers, slot)])
        left -= number_at(numbers, slot)
    return ways * int(CHOOSE[in_stack, left]) if left >= 0 else 0


@kernel
def take(cards: Cards, number: int, chance: Chance) -> Cards:
    """So many cards of the set, each choice equally likely."""
    taken = NO_CARDS
    for _ in range(number):
        taken |= one(pick(cards & ~taken, chance))
    return np.uint64(taken)


@kernel
def give(seen: Seen, slot: int, stack: int, cards: Cards, chance: Chance, state: State) -> None:
    """Put a runner's cards of this back into its hand, and face down the one it laid."""
    runner = seen.order[slot]
    if runner != seen.viewer and seen.pile_backs[slot] == stack + 1:
        state.pile[slot] = pick(cards, chance)
        cards &= ~one(state.pile[slot])
    if runner < seen.players:
        state.hands[runner] |= cards


@kernel
def redeal_hidden_backs(seen: Seen, chance: Chance, state: State) -> None:
    """With hidden backs (O6) any unseen card may be in any hand, as far as can be seen.

    The cards of an empty stack must all be in hands, a stack that is not empty keeps a
    card, and whoever has just drawn holds a card of that back.
    """
    unseen = unseen_cards(seen)
    for slot in range(len(RUNNERS)):
        back = seen.pile_backs[slot]
        if back and seen.order[slot] != seen.viewer:
            state.pile[slot] = pick(unseen & OF_STACK[back - 1], chance)
            unseen &= ~one(state.pile[slot])
    in_hands = NO_CARDS
    for stack in range(len(STACKS)):
        if seen.stack_sizes[stack] == 0:
            in_hands |= unseen & OF_STACK[stack]
    for _ in range(MOST_DRAWS):
        deal_hidden_hands(seen, unseen, in_hands, chance, state)
        if fits_what_is_seen(seen, state):
            break


@kernel
def deal_hidden_hands(
    seen: Seen, unseen: Cards, in_hands: Cards, chance: Chance, state: State
) -> None:
    """Deal the others' hands: the cards that must be `in_hands`, and any others."""
    number = 0
    for seat in range(seen.players):
        number += 0 if seat == seen.viewer else int(seen.hand_sizes[seat])
    held = in_hands | take(unseen & ~in_hands, number - count(in_hands), chance)
    state.stacks = unseen & ~held
    for seat in range(seen.players):
        if seat != seen.viewer:
            state.hands[seat] = take(held, seen.hand_sizes[seat], chance)
            held &= ~state.hands[seat]


@kernel
def fits_what_is_seen(seen: Seen, state: State) -> bool:
    """Whether the stacks that are seen to have cards have some, and the last draw shows."""
    for stack in range(len(STACKS)):
        if seen.stack_sizes[stack] != 0 and not state.stacks & OF_STACK[stack]:
            return False
    return holds_what_it_drew(state)


@kernel
def holds_what_it_drew(state: State) -> bool:
    """If the last decision was a draw, there is a card of that back in the hand."""
    if state.last_code < DRAW:
        return True
    return bool(state.hands[state.last_seat] & OF_STACK[state.last_code - DRAW])
