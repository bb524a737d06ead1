"""What each seat of Sau Mau Mau may see, and what may lie behind that."""

from collections.abc import Callable
from typing import Annotated, Protocol

import numpy as np

from galopp.core.cards import Cards, count, has, one, pick
from galopp.core.chance import Chance, below
from galopp.core.contract import SECRET, LastDecision
from galopp.core.kernel import kernel
from galopp.core.record import (
    Int8,
    Row8,
    Row16,
    by_seat,
    field,
    fields_of,
    in_line,
    record_type,
)
from galopp.core.rows import copier
from galopp.core.words import NOBODY, Name, Names, Number, seat_or_nobody
from galopp.games.saumaumau.box import (
    ALL_CARDS,
    BET,
    CARDS,
    FIELDS,
    MOST_BATCHES,
    NO_BET,
    NOTATION,
    PIGS,
    SEATS,
    Shared,
    State,
)
from galopp.games.saumaumau.rules import beneath_top, deciders, lay_nothing, legal


class Seen(Shared, Protocol):
    """All that a viewer knows."""

    viewer: Annotated[Int8, field(seat_or_nobody(SEATS), before="players")]
    hand: Annotated[Cards, field(Names(CARDS))]
    hand_sizes: Annotated[Row8, field(Number(0, len(CARDS)), by_seat(SEATS))]
    pile_size: Annotated[Int8, field(Number(0, len(CARDS)))]
    discards: Annotated[Cards, field(Names(CARDS))]  # beneath the top card: all lay open once
    bet: Annotated[Int8, field(Name(PIGS, or_none=True))]  # the seat's own (S35)
    # The batches of the cards in the hands, seat after seat; sorted, so that they do not
    # tell which card is which.
    hand_batches: Annotated[Row16, field(Number(0, MOST_BATCHES), in_line(len(CARDS)))]
    last_code: Annotated[Int8, field(LastDecision(NOTATION))]
    legal: Annotated[Cards, field(Names(NOTATION))]  # the codes this seat may decide now


SEEN_FIELDS = fields_of(Seen)
SEEN = record_type(SEEN_FIELDS)

copy_public: Callable[[Shared, Shared], None] = copier(FIELDS, SEEN_FIELDS, __name__)


@kernel
def show(state: State, seat: int, seen: Seen) -> None:
    """Everything open, and the seat's own hand and bet; NOBODY sees what a bystander sees."""
    copy_public(state, seen)
    seen.viewer = seat
    seen.hand = np.uint64(0)
    seen.bet = NOBODY
    if seat != NOBODY:
        seen.hand = state.hands[seat]
        seen.bet = state.bets[seat]
    for other in range(SEATS):
        seen.hand_sizes[other] = count(state.hands[other])
    seen.pile_size = count(state.pile)
    seen.discards = beneath_top(state)
    show_batches(state, seen)
    seen.last_code = SECRET if hides_last_bet(state, seat) else state.last_code
    decides = seat != NOBODY and deciders(state) >> seat & 1
    seen.legal = legal(state) if decides else np.uint64(0)


@kernel
def show_batches(state: State, seen: Seen) -> None:
    """Since when the cards in each hand have been out of sight; 0 is since the deal (S19)."""
    seen.hand_batches[:] = 0
    if state.batches == 0:
        return
    begin = 0
    for seat in range(state.players):
        end = begin
        for card in range(len(CARDS)):
            if has(state.hands[seat], card):
                at = end
                while at > begin and seen.hand_batches[at - 1] > state.batch[card]:
                    seen.hand_batches[at] = seen.hand_batches[at - 1]
                    at -= 1
                seen.hand_batches[at] = state.batch[card]
                end += 1
        begin = end


@kernel
def hides_last_bet(state: State, seat: int) -> bool:
    """A bet just laid is its owner's secret until the race is scored (S35)."""
    was_a_bet = BET <= state.last_code < NO_BET
    return was_a_bet and seat != state.last_seat and state.bets[state.last_seat] != NOBODY


@kernel
def redeal(seen: Seen, chance: Chance, state: State) -> None:
    """A state drawn uniformly from all those that show the seat exactly this."""
    copy_public(seen, state)
    redeal_cards(seen, chance, state)
    redeal_bets(seen, chance, state)
    state.last_code = seen.last_code
    if seen.last_code == SECRET:
        state.last_code = BET + state.bets[seen.last_seat]


@kernel
def redeal_cards(seen: Seen, chance: Chance, state: State) -> None:
    """Deal each batch to the hands that hold so many of it; what is left is the draw pile."""
    state.hands[:] = np.uint64(0)
    if seen.viewer != NOBODY:
        state.hands[seen.viewer] = seen.hand
    unseen = ALL_CARDS & ~(seen.discards | one(seen.top) | seen.hand)
    if seen.laid != NOBODY:
        unseen &= ~one(seen.laid)
    at = 0
    for seat in range(seen.players):
        for held in range(at, at + seen.hand_sizes[seat]):
            if seat != seen.viewer:
                card = one(pick(unseen & of_batch(seen, seen.hand_batches[held]), chance))
                unseen ^= card
                state.hands[seat] |= card
        at += seen.hand_sizes[seat]
    state.pile = unseen


@kernel
def of_batch(seen: Seen, batch: int) -> Cards:
    """The cards of a batch, and with batch 0 the cards that lie open."""
    if seen.batches == 0:
        return ALL_CARDS
    cards = np.uint64(0)
    for card in range(len(CARDS)):
        cards |= np.uint64(seen.batch[card] == batch) << np.uint64(card)
    return cards


@kernel
def redeal_bets(seen: Seen, chance: Chance, state: State) -> None:
    """Who has bet is known; on which pig, only of one's own bet (S35)."""
    lay_nothing(state.bets, seen.players)
    for place in range(seen.players):
        seat = seen.queue[place]
        if seat != NOBODY:
            state.bets[seat] = seen.bet if seat == seen.viewer else below(chance, len(PIGS))
