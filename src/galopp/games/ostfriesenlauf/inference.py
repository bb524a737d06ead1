"""What follows from the history of an Ostfriesenlauf about the cards that are hidden.

Discards come back again and again (O31), and everybody has seen which. So of each hidden card it
is known since which reshuffle it can be drawn: its epoch, 0 for a card that nobody has seen yet.
And of each card in a hand it is known in which epoch it was drawn, though not which card it is. A
card that was drawn in an epoch is of that epoch or an older one.

When a runner's card is turned up, one of its draws is accounted for: the earliest in which that
card was to be had. The draws that are left tell what the runner may hold: of the cards of an epoch
and newer ones, no more than it has such draws left. That is all there is to know. What is seen
knows of the latest reshuffle alone; here are all of them.

The worlds that are left are counted once, epoch by epoch, the newest first, by how many cards of it
each runner may hold. Then each redeal draws a way with the right chance, and the cards for it.
"""

import numpy as np
import numpy.typing as npt

from galopp.core.cards import NO_CARDS, Cards, count, has, one, pick
from galopp.core.chance import Chance, below
from galopp.core.contract import History, Known
from galopp.core.history import What
from galopp.core.kernel import kernel
from galopp.games.ostfriesenlauf.box import (
    BACK,
    CARDS,
    DECK,
    DRAW,
    HAND,
    IN_A_STACK,
    OF_STACK,
    RUNNERS,
    SHOW_HAND_BACKS,
    STACKS,
    State,
)
from galopp.games.ostfriesenlauf.sight import (
    CHOOSE,
    Seen,
    begin_to_redeal,
    end_to_redeal,
    redeal,
    take,
    unseen_cards,
)

# Epochs of draws, the earliest first: MOST_LEFT of every runner and stack, one after the other.
Left = npt.NDArray[np.int64]
Epochs = npt.NDArray[np.int64]  # by card

MOST_LEFT = HAND + 2  # draws not accounted for: a hand, and the card laid last
NO_DRAW = 1 << 30  # instead of an epoch, behind the last draw
FEW = 2  # reshuffles from which on what is seen does not know all

# Where `Known` has what: whether there is anything, how many cards each runner holds of each stack,
# and of each stack its epochs, where its table begins, the cards of each epoch, and how many of
# these and newer ones each runner may hold. Then come tables, and last what is worked in: a kernel
# makes no arrays.
ANYTHING, HELD = 0, 1
EPOCHS = HELD + len(RUNNERS) * len(STACKS)
BEGINS = EPOCHS + len(STACKS)
OF_EPOCH = BEGINS + len(STACKS)
MOST = OF_EPOCH + len(STACKS) * IN_A_STACK
TABLES = MOST + len(STACKS) * IN_A_STACK * len(RUNNERS)
# Largest where all hands are full of one stack.
WORK = TABLES + (IN_A_STACK + 1) * ((HAND + 2) ** len(RUNNERS) + len(STACKS))
WORK_ON_LEFT = WORK + len(DECK)
KNOWN = WORK_ON_LEFT + len(RUNNERS) * len(STACKS) * MOST_LEFT


@kernel
def conclude(seen: Seen, told: History, known: Known) -> None:
    """Count the worlds that fit, where the history knows more than what is seen.

    That is after two reshuffles, and where the backs are hidden (O6), though everybody has seen
    from which stacks they were drawn.
    """
    known[:TABLES] = 0
    if seen.options[SHOW_HAND_BACKS] and reshuffles_in(told) < FEW:
        return
    epochs = known[WORK:WORK_ON_LEFT]
    epochs[:] = 0
    left = known[WORK_ON_LEFT:KNOWN]
    left[:] = NO_DRAW
    if follow(seen, told, epochs, left) and is_complete(seen, left):
        end = TABLES
        for stack in range(len(STACKS)):
            sort_by_epoch(seen, stack, epochs, left, known)
            end = count_worlds(stack, end, known)
        known[ANYTHING] = 1


@kernel
def reshuffles_in(told: History) -> int:
    """How often discards have come back."""
    number = 0
    for entry in told:
        number += int(entry.what == What.RESHUFFLED)
    return number


# Following the history ------------------------------------------------------------------


@kernel
def follow(seen: Seen, told: History, epochs: Epochs, left: Left) -> bool:
    """Note the epoch of each card and the draws not accounted for; False if it does not fit."""
    for seat in range(seen.players):
        for stack in range(len(STACKS)):
            left[draws_of(seat, stack)] = 0  # one card of each stack is dealt
    epoch, discards, fits = 0, NO_CARDS, True
    for entry in told:
        if entry.what == What.RESHUFFLED:
            epoch += 1
            come_back(discards, epoch, epochs)
            discards = NO_CARDS
        elif entry.what == What.TURNED_UP:
            discards |= one(entry.code)
            if entry.seat < seen.players:
                draws = draws_of(entry.seat, CARDS[entry.code, BACK] - 1)
                fits &= account_for(left, draws, epochs[entry.code])
        elif entry.what == What.LAID_BLIND:
            note_blind_draw(seen, entry.seat, epoch, left)
        elif entry.what == What.DECIDED and entry.code >= DRAW:
            fits &= note_draw(left, draws_of(entry.seat, entry.code - DRAW), epoch)
    return bool(fits and discards == seen.discards)


@kernel
def draws_of(runner: int, stack: int) -> int:
    """Where the draws of one runner from one stack begin that are not accounted for."""
    return (int(runner) * len(STACKS) + int(stack)) * MOST_LEFT


@kernel
def come_back(discards: Cards, epoch: int, epochs: Epochs) -> None:
    """These can be drawn again from now on."""
    for card in range(len(DECK)):
        if has(discards, card):
            epochs[card] = epoch


@kernel
def note_draw(left: Left, draws: int, epoch: int) -> bool:
    """One more that is not accounted for; False if nobody can hold so many cards."""
    for at in range(draws, draws + MOST_LEFT):
        if left[at] == NO_DRAW:
            left[at] = epoch
            return True
    return False


@kernel
def note_blind_draw(seen: Seen, runner: int, epoch: int, left: Left) -> None:
    """An ownerless runner has drawn what it laid; only the last such card can be hidden still."""
    for slot in range(len(RUNNERS)):
        if seen.order[slot] == runner and seen.pile_backs[slot]:
            left[draws_of(runner, seen.pile_backs[slot] - 1)] = epoch


@kernel
def account_for(left: Left, draws: int, epoch: int) -> bool:
    """The earliest draw that can have brought a card of this epoch brought it."""
    last = draws + MOST_LEFT - 1
    for at in range(draws, last + 1):
        if epoch <= left[at] != NO_DRAW:
            for later in range(at, last):
                left[later] = left[later + 1]
            left[last] = NO_DRAW
            return True
    return False


@kernel
def is_complete(seen: Seen, left: Left) -> bool:
    """Whether everybody holds as many cards as there are draws; else it was not all followed."""
    for slot in range(len(RUNNERS)):
        runner = seen.order[slot]
        number = int(seen.pile_backs[slot] != 0)
        if runner < seen.players:
            number += int(seen.hand_sizes[runner])
        for stack in range(len(STACKS)):
            number -= draws_since(left, draws_of(runner, stack), 0)
        if number:
            return False
    return True


@kernel
def draws_since(left: Left, draws: int, epoch: int) -> int:
    """How many draws are left in this epoch and later ones."""
    number = 0
    for at in range(draws, draws + MOST_LEFT):
        number += int(epoch <= left[at] != NO_DRAW)
    return number


@kernel
def sort_by_epoch(seen: Seen, stack: int, epochs: Epochs, left: Left, known: Known) -> None:
    """Note the hidden cards of a stack by their epoch, the newest first, and who may hold them."""
    for runner in range(len(RUNNERS)):
        if runner != seen.viewer:
            known[held_at(runner, stack)] = draws_since(left, draws_of(runner, stack), 0)
    cards, number = np.uint64(unseen_cards(seen) & OF_STACK[stack]), 0
    while cards:
        epoch = newest(cards, epochs)
        same = NO_CARDS
        for card in range(len(DECK)):
            if has(cards, card) and epochs[card] == epoch:
                same |= one(card)
        known[OF_EPOCH + stack * IN_A_STACK + number] = np.int64(same)
        for runner in range(len(RUNNERS)):
            if runner != seen.viewer:
                draws = draws_since(left, draws_of(runner, stack), epoch)
                known[most_at(stack, number, runner)] = draws
        cards ^= same
        number += 1
    known[EPOCHS + stack] = number


@kernel
def newest(cards: Cards, epochs: Epochs) -> int:
    """The latest epoch of any of these cards."""
    latest = 0
    for card in range(len(DECK)):
        if has(cards, card):
            latest = max(latest, int(epochs[card]))
    return latest


@kernel
def held_at(runner: int, stack: int) -> int:
    """Where it is known how many hidden cards of a stack a runner has."""
    return HELD + stack * len(RUNNERS) + runner


@kernel
def most_at(stack: int, epoch: int, runner: int) -> int:
    """Where it is known how many cards of an epoch and newer ones a runner has at most."""
    return MOST + (stack * IN_A_STACK + epoch) * len(RUNNERS) + runner


# How many cards each runner has so far is one number: the place of a row in a table.


@kernel
def rows_of(stack: int, known: Known) -> int:
    """How many such numbers there are."""
    rows = 1
    for runner in range(len(RUNNERS)):
        rows *= known[held_at(runner, stack)] + 1
    return int(rows)


@kernel
def count_worlds(stack: int, begin: int, known: Known) -> int:
    """Count the ways to deal each epoch and all older ones, by what the runners have of newer ones.

    Writes one row a number for each epoch, the oldest first; returns where the table ends.
    """
    rows, epochs = rows_of(stack, known), int(known[EPOCHS + stack])
    known[BEGINS + stack] = begin
    last = begin + epochs * rows
    known[last : last + rows] = 0
    known[last + rows - 1] = 1  # everybody has all cards
    for epoch in range(epochs - 1, -1, -1):
        for so_far in range(rows):
            ways = 0
            for then in range(so_far, rows):
                ways += ways_between(stack, epoch, so_far, then, rows, known)
            known[begin + epoch * rows + so_far] = ways
    return last + rows


@kernel
def ways_between(stack: int, epoch: int, so_far: int, then: int, rows: int, known: Known) -> int:
    """In how many ways an epoch, and all older ones, can be dealt if this one leads here."""
    ways = int(known[known[BEGINS + stack] + (epoch + 1) * rows + then])
    if ways == 0:
        return 0
    cards = count(np.uint64(known[OF_EPOCH + stack * IN_A_STACK + epoch]))
    for runner in range(len(RUNNERS)):
        base = int(known[held_at(runner, stack)]) + 1
        number = then % base - so_far % base
        if number < 0 or number > cards or then % base > known[most_at(stack, epoch, runner)]:
            return 0
        ways *= int(CHOOSE[cards, number])
        cards -= number
        so_far //= base
        then //= base
    return ways


# Dealing one ----------------------------------------------------------------------------


@kernel
def redeal_knowing(seen: Seen, known: Known, chance: Chance, state: State) -> None:
    """A state drawn uniformly from all that fit what is seen, and all reshuffles so far."""
    if not known[ANYTHING]:
        redeal(seen, chance, state)
        return
    begin_to_redeal(seen, state)
    for stack in range(len(STACKS)):
        redeal_by_epochs(stack, known, chance, state)
        lay_face_down(seen, stack, chance, state)
    end_to_redeal(seen, state)


@kernel
def redeal_by_epochs(stack: int, known: Known, chance: Chance, state: State) -> None:
    """Deal the hidden cards of a stack, the newest first."""
    rows, so_far = rows_of(stack, known), 0
    for epoch in range(known[EPOCHS + stack]):
        then = draw_numbers(stack, epoch, so_far, rows, known, chance)
        cards = np.uint64(known[OF_EPOCH + stack * IN_A_STACK + epoch])
        before, after = so_far, then
        for runner in range(len(RUNNERS)):
            base = int(known[held_at(runner, stack)]) + 1
            taken = take(cards, after % base - before % base, chance)
            cards ^= taken
            state.hands[runner] |= taken
            before //= base
            after //= base
        state.stacks |= cards
        so_far = then


@kernel
def draw_numbers(
    stack: int, epoch: int, so_far: int, rows: int, known: Known, chance: Chance
) -> int:
    """How many cards each runner has with this epoch, the more likely the more ways it has."""
    if so_far == rows - 1:
        return so_far
    at = below(chance, int(known[known[BEGINS + stack] + epoch * rows + so_far]))
    then = so_far
    at -= ways_between(stack, epoch, so_far, then, rows, known)
    while at >= 0:
        then += 1
        at -= ways_between(stack, epoch, so_far, then, rows, known)
    return then


@kernel
def lay_face_down(seen: Seen, stack: int, chance: Chance, state: State) -> None:
    """Of the cards of this back that a runner was dealt, one is what it has laid."""
    for slot in range(len(RUNNERS)):
        runner = seen.order[slot]
        if runner != seen.viewer and seen.pile_backs[slot] == stack + 1:
            card = pick(state.hands[runner] & OF_STACK[stack], chance)
            state.pile[slot] = card
            state.hands[runner] ^= one(card)
