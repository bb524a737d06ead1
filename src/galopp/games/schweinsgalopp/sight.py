"""What each seat of Schweinsgalopp may see, and what may lie behind that."""

from collections.abc import Callable
from typing import Annotated, Protocol

import numpy as np
import numpy.typing as npt

from galopp.core.cards import Cards, count, has
from galopp.core.chance import MOST_DRAWS, Chance, below
from galopp.core.counts import NONE, Counts, how_many, one_of, pick_one, total
from galopp.core.kernel import kernel
from galopp.core.record import (
    Int8,
    Row8,
    by_seat,
    field,
    fields_of,
    record_type,
)
from galopp.core.rows import copier, copy_row
from galopp.core.words import NOBODY, CountsOf, Names, Number, NumberOrNone, seat_or_nobody
from galopp.games.schweinsgalopp.box import (
    FIELDS,
    FOOD,
    GENTLE,
    HAND,
    HIDE_SECURED,
    MOST_COPIES,
    NOTATION,
    PER_GAME,
    PER_RACE,
    PIGS,
    SEATS,
    SHOW_PLAYED,
    TRACK_FOOD,
    Phase,
    Shared,
    State,
    all_race_cards,
)
from galopp.games.schweinsgalopp.rules import legal

HIDDEN = -1
HIDDEN_COUNTS = 2**64 - 1


class Seen(Shared, Protocol):
    """All that a viewer knows."""

    viewer: Annotated[Int8, field(seat_or_nobody(SEATS), before="players")]
    hand: Annotated[Counts, field(CountsOf(PIGS, HAND))]
    hand_sizes: Annotated[Row8, field(Number(0, HAND), by_seat(SEATS))]
    # What the table may hide is null then (G22, G23).
    played: Annotated[Counts, field(CountsOf(PIGS, MOST_COPIES, HIDDEN_COUNTS))]
    secured: Annotated[Row8, field(NumberOrNone(0, FOOD, HIDDEN), by_seat(SEATS))]
    fresh: Annotated[Row8, field(NumberOrNone(0, FOOD, HIDDEN), by_seat(SEATS))]
    stack: Annotated[Int8, field(NumberOrNone(0, FOOD, HIDDEN))]
    legal: Annotated[Cards, field(Names(NOTATION))]  # the codes this seat may decide now


SEEN_FIELDS = fields_of(Seen)
SEEN = record_type(SEEN_FIELDS)

copy_public: Callable[[Shared, Shared], None] = copier(FIELDS, SEEN_FIELDS, __name__)


@kernel
def show(state: State, seat: int, seen: Seen) -> None:
    """Everything open, and the seat's own hand; NOBODY sees what a bystander sees."""
    copy_public(state, seen)
    seen.viewer = seat
    seen.legal = legal(state) if seat == state.turn else np.uint64(0)
    show_cards(state, seat, seen)
    show_food(state, seat, seen)


@kernel
def show_cards(state: State, seat: int, seen: Seen) -> None:
    """Hands by their size; the cards played as counts, if the table shows them (G22)."""
    for other in range(SEATS):
        seen.hand_sizes[other] = total(state.hands[other])
    seen.hand = state.hands[seat] if seat != NOBODY else NONE
    seen.played = state.played if state.options[SHOW_PLAYED] else np.uint64(HIDDEN_COUNTS)


@kernel
def show_food(state: State, seat: int, seen: Seen) -> None:
    """Secured food, unless it is hidden while the game runs, and then the stack too (G23)."""
    copy_row(state.secured, seen.secured)
    copy_row(state.fresh, seen.fresh)
    seen.stack = state.stack
    if state.options[HIDE_SECURED] and state.phase != Phase.OVER:
        for other in range(state.players):
            if other != seat:
                seen.secured[other] = HIDDEN
                seen.fresh[other] = HIDDEN
        if seen.stack > 0:  # that the stack is empty cannot be hidden: a lead earns nothing (G9)
            seen.stack = HIDDEN


@kernel
def redeal(seen: Seen, chance: Chance, state: State) -> None:
    """A state drawn uniformly from all those that show the seat exactly this."""
    copy_public(seen, state)
    redeal_cards(seen, chance, state)
    redeal_food(seen, chance, state)


@kernel
def redeal_cards(seen: Seen, chance: Chance, state: State) -> None:
    """Deal what the seat has not seen to the other hands, and to a played pile it cannot see."""
    stock = all_race_cards(seen.options) - seen.hand
    state.played = seen.played
    if not seen.options[SHOW_PLAYED]:
        state.played = NONE
    if not seen.options[SHOW_PLAYED] and seen.top != NOBODY:
        for _ in range(MOST_DRAWS):
            state.played = redeal_played(seen, stock, chance)
            if can_have_run(seen.places, state.played):
                break
    deal_hands(seen, chance, state)


@kernel
def deal_hands(seen: Seen, chance: Chance, state: State) -> None:
    """Deal the cards that were not played, and are not the seat's own, to the other hands."""
    stock = all_race_cards(seen.options) - seen.hand - state.played
    left = total(stock)
    for seat in range(SEATS):
        hand = NONE
        if seat == seen.viewer:
            hand = seen.hand
        else:
            for _ in range(seen.hand_sizes[seat]):
                card = one_of(pick_one(stock, left, chance))
                stock -= card
                hand += card
                left -= 1
        state.hands[seat] = hand


@kernel
def redeal_played(seen: Seen, stock: Counts, chance: Chance) -> Counts:
    """A played pile as large as it must be, with the card that lies on top of it (G22)."""
    played = one_of(seen.top)
    stock -= played
    left = total(stock)
    gone = HAND * int(seen.players) - 1
    for seat in range(seen.players):
        gone -= int(seen.hand_sizes[seat])
    for _ in range(gone):
        card = one_of(pick_one(stock, left, chance))
        stock -= card
        played += card
        left -= 1
    return played


@kernel
def starts_of(place: int, cards: int) -> int:
    """The places of the line-up, as bits from the front, that so many cards lead here from.

    A card takes a pig one space on, or past all the others at most (G1).
    """
    starts = 0
    for back in range(len(PIGS)):
        if cards <= place + back <= len(PIGS) * cards:
            starts |= 1 << back
    return starts


# For each place of the line-up: the sets of places without it, a bit for each set.
WITHOUT = np.array(
    [
        sum(1 << places for places in range(1 << len(PIGS)) if not places >> back & 1)
        for back in range(len(PIGS))
    ],
    np.uint64,
)


@kernel
def can_have_run(stand: npt.NDArray[np.int16], played: Counts) -> bool:
    """Whether the pigs can stand here after these cards, each from a place of its own (G13)."""
    taken = np.uint64(1)  # a bit for each set of places that the pigs so far can have had
    for pig in range(len(PIGS)):
        starts = starts_of(int(stand[pig]), how_many(played, pig))
        with_this_one = np.uint64(0)
        for back in range(len(PIGS)):
            if starts >> back & 1:
                with_this_one |= (taken & WITHOUT[back]) << np.uint64(1 << back)
        taken = with_this_one
    return has(taken, (1 << len(PIGS)) - 1)


@kernel
def redeal_food(seen: Seen, chance: Chance, state: State) -> None:
    """Totals that are hidden are drawn from all that could have been won (G23)."""
    for _ in range(MOST_DRAWS if seen.options[HIDE_SECURED] else 1):
        stack = FOOD - count(seen.track_food)
        for seat in range(SEATS):
            state.fresh[seat] = seen.fresh[seat]
            state.secured[seat] = seen.secured[seat]
            if seen.secured[seat] == HIDDEN:
                state.fresh[seat] = below(chance, most_fresh(state, seat) + 1)
                state.secured[seat] = state.fresh[seat] + below(chance, most_before(state) + 1)
            stack -= int(state.secured[seat]) + int(state.open_food[seat])
        state.stack = stack
        as_seen = stack > 0 if seen.stack == HIDDEN else stack == seen.stack
        if as_seen and track_gave_enough(state) and last_card_decided(state):
            break


@kernel
def most_in_a_race(state: State) -> int:
    """Each card can lead, and each food card on the track can be collected."""
    return HAND + (int(state.players) if state.options[TRACK_FOOD] else 0)


@kernel
def most_fresh(state: State, seat: int) -> int:
    """What a seat can have secured in this race: nothing before its last card."""
    if state.phase == Phase.PLAY and state.hands[seat] == NONE:
        return most_in_a_race(state)
    return 0


@kernel
def most_before(state: State) -> int:
    """What a seat can have secured in the races before this one."""
    return min(FOOD, (int(state.race) - 1) * most_in_a_race(state))


@kernel
def track_gave_enough(state: State) -> bool:
    """Whether food beyond one for each card played can have lain on the track (G14, G20)."""
    now, before = 0, 0
    for seat in range(state.players):
        earned = int(state.open_food[seat]) + int(state.fresh[seat])
        now += max(0, earned - cards_played(state, seat))
        won = int(state.secured[seat]) - int(state.fresh[seat])
        before += max(0, won - HAND * (int(state.race) - 1))
    taken = int(state.players) - count(state.track_food)  # of a race's food cards, at the most
    if state.phase < Phase.PLAY:
        taken = 0
    if state.options[TRACK_FOOD] == PER_RACE:
        return now <= taken and before <= int(state.players) * (int(state.race) - 1)
    if state.options[TRACK_FOOD] == PER_GAME:
        if state.race > 1:
            taken = int(state.players) - count(state.track_food)
        return now + before <= taken
    return now + before == 0


@kernel
def cards_played(state: State, seat: int) -> int:
    """How many cards a seat has played in this race."""
    return HAND - total(state.hands[seat]) if state.phase >= Phase.PLAY else 0


@kernel
def last_card_decided(state: State) -> bool:
    """Whoever has just played a last card has brought food home exactly if it led (G7, G8, G27)."""
    seat = state.last_seat
    if state.phase != Phase.PLAY or state.top == NOBODY or seat == NOBODY:
        return True
    if state.hands[seat] != NONE:
        return True
    led = True
    for pig in range(len(PIGS)):
        led &= state.places[pig] <= state.places[state.top]
    if led:
        return bool(state.fresh[seat] > 0 or state.stack == 0)
    return bool(state.fresh[seat] == 0 or state.options[GENTLE])
