"""What a viewer of Ostfriesenlauf saw happen."""

import numpy as np

from galopp.core.cards import count, lowest
from galopp.core.contract import SECRET
from galopp.core.events import Argument, EventTable, Told, note
from galopp.core.kernel import kernel
from galopp.core.words import NOBODY, Name, Names, Number, Spaces
from galopp.games.ostfriesenlauf.box import (
    ANIMALS,
    BACK,
    BACKWARDMOST,
    CARD_NAMES,
    CARDS,
    DRAW,
    FORWARDMOST,
    LAST_ROUND,
    RUNNERS,
    SEATS,
    SIGN,
    SNAIL,
    STACKS,
    STAYS,
    SWAP,
    Ending,
    Phase,
)
from galopp.games.ostfriesenlauf.rules import (
    carry_out,
    sign_after,
    spaces_backward,
    spaces_beyond,
    spaces_forward,
)
from galopp.games.ostfriesenlauf.sight import Seen
from galopp.games.ostfriesenlauf.standing import (
    Standing,
    lane_at,
    place_at,
    rank_of,
    runner_at,
    standing_of,
)

# What an event can be about.
SEAT = Argument("seat", Number(0, SEATS - 1))
WINNERS = Argument("winners", Spaces(SEATS))
RUNNER = Argument("runner", Name(RUNNERS))
OTHER_RUNNER = Argument("other_runner", Name(RUNNERS))
THOSE_RUNNERS = Argument("runner", Names(RUNNERS))
STACK = Argument("stack", Name(STACKS))
CARD = Argument("card", Name(CARD_NAMES))
COUNT = Argument("count", Number(0, FORWARDMOST))
START = Argument("start", Number(BACKWARDMOST, FORWARDMOST))
START_LANE = Argument("start_lane", Number(1, len(RUNNERS)))
PLACE = Argument("place", Number(BACKWARDMOST, FORWARDMOST))
LANE = Argument("lane", Number(1, len(RUNNERS)))
ANIMAL = Argument("animal", Name(ANIMALS))
ROUND = Argument("round", Number(1, LAST_ROUND))


class Happening(EventTable):
    """What can happen: the rulings that explain it, and what it is about."""

    DREW = "O5", SEAT, STACK
    DREW_CARD = "O5", SEAT, STACK, CARD
    LAID = "O4", SEAT, STACK
    LAID_CARD = "O4", SEAT, STACK, CARD
    LAID_BLIND = "O29", RUNNER, STACK
    LAID_NOTHING = "O32 O31", RUNNER, STACK
    RESHUFFLED = "O31", COUNT
    TURNED_OVER = "O1", COUNT
    CARD_TURNED = "O7", RUNNER, CARD
    RAN = "O10 O8", RUNNER, START, START_LANE, PLACE, LANE
    MOVED_IN = "O11", RUNNER, PLACE, LANE
    STAYED = "O12", RUNNER, PLACE, LANE
    SWAPPED = "O13", RUNNER, START, START_LANE, PLACE, LANE, OTHER_RUNNER
    SIGN_MOVED = "O20", ANIMAL, START, PLACE
    SIGN_STAYED = "O21", ANIMAL, PLACE
    OVER_FORWARDS = "O24 O19", RUNNER, COUNT
    OVER_BACKWARDS = "O24 O17", RUNNER, COUNT
    NEXT_ROUND = "O27", ROUND
    ROUND_LIMIT = "O34", ROUND
    OWNERLESS_WON = "O30", RUNNER
    UNOWNED_VICTORY = "O30 O24", THOSE_RUNNERS, COUNT
    GAME_OVER = "O24 O25", WINNERS


@kernel
def tell(before: Seen, after: Seen, told: Told) -> None:
    """What happened between two views of one viewer, one decision apart."""
    slot = int(before.laid)
    if after.last_code >= DRAW:
        tell_drawn(before, after, told)
    elif after.round_number == before.round_number and after.phase != Phase.OVER:
        tell_laid(after, slot, int(after.own_card), told)
        tell_laid_by_ownerless(after, slot + 1, count(before.discards), told)
    else:
        tell_laid(after, slot, int(after.report_cards[slot]), told)
        discards = tell_last_laid_blind(before, after, told)
        tell_carried_out(before, after, told)
        tell_after_the_round(after, told)
        tell_laid_by_ownerless(after, 0, discards + cards_turned(after), told)


@kernel
def tell_drawn(before: Seen, after: Seen, told: Told) -> None:
    """A card is drawn, of which only who drew it sees the front."""
    seat, stack = int(after.last_seat), after.last_code - DRAW
    if after.reshuffled != before.reshuffled:
        note(told, Happening.RESHUFFLED, count(before.discards))
    if seat == after.viewer:
        note(told, Happening.DREW_CARD, seat, stack, lowest(after.hand & ~before.hand))
    else:
        note(told, Happening.DREW, seat, stack)


@kernel
def tell_laid(after: Seen, slot: int, card: int, told: Told) -> None:
    """What lay face down for a moment only is told by its back, like any other card."""
    seat = int(after.last_seat)
    if seat == after.viewer:
        note(told, Happening.LAID_CARD, seat, CARDS[card, BACK] - 1, card)
    elif after.last_code == SECRET:
        note(told, Happening.LAID, seat, after.pile_backs[slot] - 1)
    else:
        note(told, Happening.LAID, seat, CARDS[card, BACK] - 1)


@kernel
def tell_laid_blind(runner: int, slot: int, laid: bool, told: Told) -> None:
    """An ownerless runner lays the topmost card of the stack of its rank, if there is one."""
    stack = len(RUNNERS) - 1 - slot
    if laid:
        note(told, Happening.LAID_BLIND, runner, stack)
    else:
        note(told, Happening.LAID_NOTHING, runner, stack)


@kernel
def tell_last_laid_blind(before: Seen, after: Seen, told: Told) -> int:
    """What the ownerless laid after the last seat, before the pile was turned over.

    The number of discards that are left then.
    """
    discards = count(before.discards)
    for slot in range(before.laid + 1, len(RUNNERS)):
        if after.report_reshuffled == slot:
            note(told, Happening.RESHUFFLED, discards)
            discards = 0
        laid = after.report_cards[slot] != NOBODY
        tell_laid_blind(int(before.order[slot]), slot, laid, told)
    return discards


@kernel
def tell_laid_by_ownerless(after: Seen, slot: int, discards: int, told: Told) -> None:
    """What the ownerless laid in the round that is still on, from this slot."""
    for blind in range(slot, after.laid):
        if after.reshuffled == blind:
            note(told, Happening.RESHUFFLED, discards)
        tell_laid_blind(int(after.order[blind]), blind, after.pile_backs[blind] != 0, told)


@kernel
def cards_turned(after: Seen) -> int:
    """How many cards the pile had that was turned over last."""
    cards = 0
    for card in after.report_cards:
        cards += card != NOBODY
    return cards


@kernel
def tell_carried_out(before: Seen, after: Seen, told: Told) -> None:
    """The pile turned over, card by card, with the rules themselves."""
    note(told, Happening.TURNED_OVER, cards_turned(after))
    standing, sign = standing_of(before), int(before.sign)
    for slot in range(len(RUNNERS)):
        card = int(after.report_cards[slot])
        if card != NOBODY:
            note(told, Happening.CARD_TURNED, int(before.order[slot]), card)
            tell_moved(standing, card, told)
            tell_sign(sign, card, before, told)
            standing = carry_out(standing, card)
            sign = sign_after(sign, card, before.options)


@kernel
def foretell(seen: Seen, code: int, told: Told) -> None:
    """What a card will do that nobody's card comes before: it is carried out first (O1)."""
    slot = int(seen.laid)
    first = code < DRAW
    for earlier in range(slot):
        first = first and seen.pile_backs[earlier] == 0
    if first:
        note(told, Happening.CARD_TURNED, int(seen.order[slot]), code)
        tell_moved(standing_of(seen), code, told)
        tell_sign(int(seen.sign), code, seen, told)


@kernel
def tell_moved(standing: Standing, card: int, told: Told) -> None:
    """Whom a card moves, and who moves in to the lane that this leaves free."""
    moved = carry_out(standing, card)
    rank, other = int(CARDS[card, BACK]) - 1, int(CARDS[card, SWAP]) - 1
    runner = runner_at(standing, rank)
    start, start_lane = place_at(standing, rank), lane_at(standing, rank)
    now = rank_of(moved, runner)
    place, lane = place_at(moved, now), lane_at(moved, now)
    if other != rank:
        swapped = runner_at(standing, other)
        note(told, Happening.SWAPPED, runner, start, start_lane, place, lane, swapped)
    elif standing != moved:
        note(told, Happening.RAN, runner, start, start_lane, place, lane)
        tell_moved_in(standing, moved, runner, told)
    elif CARDS[card, SIGN] == STAYS:
        note(told, Happening.STAYED, runner, place, lane)


@kernel
def tell_moved_in(standing: Standing, moved: Standing, runner: int, told: Told) -> None:
    """Who stands elsewhere though another one ran: on another lane."""
    for rank in range(len(RUNNERS)):
        other = runner_at(standing, rank)
        now = rank_of(moved, other)
        place, lane = place_at(moved, now), lane_at(moved, now)
        stays = place == place_at(standing, rank) and lane == lane_at(standing, rank)
        if other != runner and not stays:
            note(told, Happening.MOVED_IN, other, place, lane)


@kernel
def tell_sign(start: int, card: int, seen: Seen, told: Told) -> None:
    """Where a card with an animal puts the sign."""
    animal, place = CARDS[card, SIGN] - SNAIL, sign_after(start, card, seen.options)
    if CARDS[card, SIGN] == STAYS:
        return
    if start == place:
        note(told, Happening.SIGN_STAYED, animal, place)
    else:
        note(told, Happening.SIGN_MOVED, animal, start, place)


@kernel
def tell_after_the_round(after: Seen, told: Told) -> None:
    """Who is over the line, forwards or backwards; then the next round, or the end."""
    sign = int(after.sign)
    for slot in range(len(RUNNERS) - 1, -1, -1):
        runner = int(after.order[slot])
        place = int(after.places[runner])
        forward = spaces_forward(place, sign)
        backward = spaces_backward(place, sign, after.options)
        if forward >= 1:
            note(told, Happening.OVER_FORWARDS, runner, forward)
        if backward >= 1:
            note(told, Happening.OVER_BACKWARDS, runner, backward)
    if after.phase == Phase.OVER:
        tell_end(after, told)
    else:
        note(told, Happening.NEXT_ROUND, int(after.round_number))


@kernel
def tell_end(after: Seen, told: Told) -> None:
    """Who has won: seats, runners that belong to nobody, or both (O30)."""
    # As a plain number: on graphics cards, and to older numbas, an enumeration is no index.
    if after.ended[Ending.ROUND_LIMIT + 0]:
        note(told, Happening.ROUND_LIMIT, LAST_ROUND)
    seats = (1 << after.players) - 1
    unowned = after.won & ~seats
    if not after.won & seats:
        note(told, Happening.UNOWNED_VICTORY, unowned, count(np.uint64(unowned)))
        return
    for runner in range(len(RUNNERS)):
        if unowned >> runner & 1:
            note(told, Happening.OWNERLESS_WON, runner)
    note(told, Happening.GAME_OVER, after.won & seats)


def progress(seen: Seen, seat: int) -> int:
    """How far a player's runner is beyond the line, or before it (O24)."""
    return int(spaces_beyond(int(seen.places[seat]), int(seen.sign), seen.options))


def unowned_winners(seen: Seen) -> list[str]:
    """The runners that have won and belong to nobody (O30)."""
    ownerless = range(int(seen.players), len(RUNNERS))
    return [RUNNERS[runner] for runner in ownerless if seen.won >> runner & 1]
