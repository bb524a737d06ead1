"""Ostfriesenlauf: four runners, one oval, and a finish line that may be crossed either way.

In each round every player draws a card from one of four stacks and lays one of five face
down. Then the whole pile is turned over and carried out, first laid, first done. The back
of a card says which rank it moves, and the ranks change with every card. Whoever is over
the line when the round is done, forwards or backwards, has won; the sign that marks the
line can be moved too. Runners that belong to nobody run along and lay their cards blind.

The sections below follow the rulebook; O1 to O36 are the rulings explained in
docs/ostfriesenlauf.md.
"""

import math
from collections.abc import Iterator
from enum import IntEnum
from typing import Protocol

import numpy as np
import numpy.typing as npt

from galopp.core.cards import NO_CARDS, Cards, count, has, lowest, one, pick
from galopp.core.chance import Chance, below
from galopp.core.contract import NOTHING_YET, SECRET, Event, LastDecision, MoveKind
from galopp.core.fault import Impossible
from galopp.core.kernel import hot_kernel, kernel
from galopp.core.option import Option, Options, choice, options_field, places, start_player, switch
from galopp.core.record import OWNER, UNSEEN, Field, by_seat, each, in_line, record_type
from galopp.core.rows import copy_row
from galopp.core.words import NOBODY, Name, Names, Number, NumberOrNone, Plain, seat_or_nobody

NAME = "ostfriesenlauf"
VERSION = 1

# §1 What is in the box ------------------------------------------------------------------

FEWEST, SEATS = 1, 4
PAYOUTS: tuple[str, ...] = ()  # nobody bets

# Always four run (O36). The runner of seat 0 is red, of seat 1 yellow, and so on; those
# left over belong to nobody.
RUNNERS = ("red", "yellow", "blue", "white")
OWNED = {"runner": RUNNERS}
STACKS = ("1", "2", "3", "4")  # by their backs: the rank that the cards move
IN_A_STACK = 15
HAND = 4  # between turns; five while a player chooses
LAST_ROUND = 60  # O34

# The oval: how many spaces it has, and on which of them the animals are, where the sign can
# stand. The printed board is not known to us; these are our own, and any other can be entered.
ANIMALS = ("snail", "hedgehog", "fish", "turtle", "sheep")
SPACES, SNAIL, HEDGEHOG, FISH, TURTLE, SHEEP = range(1 + len(ANIMALS))
BOARDS = {
    "default": (40, 20, 24, 28, 32, 36),
    "wilder": (40, 24, 27, 30, 33, 36),
    "calmer": (42, 24, 27, 30, 33, 36),
}
SHORTEST, LONGEST = 12, 99

OPTIONS = (
    Option("board", Number(1, LONGEST), BOARDS["default"], "O19", BOARDS),
    choice("finish_tie", "O25", ("lane", "shared")),
    switch("ownerless_can_win", "O30", on=True),
    choice("reshuffle", "O31", ("first_empty", "all_empty")),
    switch("show_hand_backs", "O6", on=True),
    switch("random_grid", "O28"),
    start_player("O35", SEATS),
)
(
    BOARD,
    FINISH_TIE,
    OWNERLESS_CAN_WIN,
    RESHUFFLE,
    SHOW_HAND_BACKS,
    RANDOM_GRID,
    START_PLAYER,
) = places(OPTIONS)
SHARED_FINISH = 1  # of finish_tie
ALL_EMPTY = 1  # of reshuffle

# A card is a row of five numbers, so that every card is carried out in the same way: the
# runner whose rank is on its back goes to so many steps from a rank (its own or another's),
# then changes places with a rank (its own: with nobody), and the sign goes to an animal.
Row = tuple[int, int, int, int, int]
BACK, FROM, STEPS, SWAP, SIGN = range(5)
TO_START = 127  # in STEPS: to the start line, wherever the runner stands
STAYS = 0  # in SIGN


def run(back: int, steps: int) -> Row:
    """So many spaces forward, or back."""
    return (back, back, steps, back, STAYS)


def ahead(back: int, steps: int, of: int) -> Row:
    """So many spaces ahead of another, even where that is a step back (O8)."""
    return (back, of, steps, back, STAYS)


def behind(back: int, steps: int, of: int) -> Row:
    """So many spaces behind another; "ahead" and "behind" are always clockwise (O9)."""
    return (back, of, -steps, back, STAYS)


def swap_with(back: int, other: int) -> Row:
    """Change places with another."""
    return (back, back, 0, other, STAYS)


def to_start(back: int) -> Row:
    """Back to the start line (O15)."""
    return (back, back, TO_START, back, STAYS)


def sign_to(back: int, animal: int) -> Row:
    """Move the sign; nobody moves."""
    return (back, back, 0, back, animal)


DECK: tuple[tuple[str, Row], ...] = (
    ("1:-2", run(1, -2)),
    ("1:+2a", run(1, 2)),
    ("1:+2b", run(1, 2)),
    ("1:+3a", run(1, 3)),
    ("1:+3b", run(1, 3)),
    ("1:+4a", run(1, 4)),
    ("1:+4b", run(1, 4)),
    ("1:+5a", run(1, 5)),
    ("1:+5b", run(1, 5)),
    ("1:5-ahead-of-2", ahead(1, 5, of=2)),
    ("1:1-behind-2", behind(1, 1, of=2)),
    ("1:3-ahead-of-3", ahead(1, 3, of=3)),
    ("1:6-behind-4", behind(1, 6, of=4)),
    ("1:swap-2", swap_with(1, 2)),
    ("1:hedgehog", sign_to(1, HEDGEHOG)),
    ("2:-2", run(2, -2)),
    ("2:+2a", run(2, 2)),
    ("2:+2b", run(2, 2)),
    ("2:+3a", run(2, 3)),
    ("2:+3b", run(2, 3)),
    ("2:+4a", run(2, 4)),
    ("2:+4b", run(2, 4)),
    ("2:+5", run(2, 5)),
    ("2:+6", run(2, 6)),
    ("2:2-ahead-of-1", ahead(2, 2, of=1)),
    ("2:1-behind-1", behind(2, 1, of=1)),
    ("2:3-behind-3", behind(2, 3, of=3)),
    ("2:swap-3", swap_with(2, 3)),
    ("2:start", to_start(2)),
    ("2:turtle", sign_to(2, TURTLE)),
    ("3:-3", run(3, -3)),
    ("3:+2", run(3, 2)),
    ("3:+3a", run(3, 3)),
    ("3:+3b", run(3, 3)),
    ("3:+4a", run(3, 4)),
    ("3:+4b", run(3, 4)),
    ("3:+5", run(3, 5)),
    ("3:+6", run(3, 6)),
    ("3:+7", run(3, 7)),
    ("3:3-ahead-of-1", ahead(3, 3, of=1)),
    ("3:4-behind-1", behind(3, 4, of=1)),
    ("3:1-behind-2", behind(3, 1, of=2)),
    ("3:5-behind-4", behind(3, 5, of=4)),
    ("3:swap-2", swap_with(3, 2)),
    ("3:snail", sign_to(3, SNAIL)),
    ("4:-6", run(4, -6)),
    ("4:+2", run(4, 2)),
    ("4:+3a", run(4, 3)),
    ("4:+3b", run(4, 3)),
    ("4:+4a", run(4, 4)),
    ("4:+4b", run(4, 4)),
    ("4:+5", run(4, 5)),
    ("4:+6", run(4, 6)),
    ("4:+7", run(4, 7)),
    ("4:1-ahead-of-1", ahead(4, 1, of=1)),
    ("4:5-behind-1", behind(4, 5, of=1)),
    ("4:2-behind-2", behind(4, 2, of=2)),
    ("4:4-ahead-of-3", ahead(4, 4, of=3)),
    ("4:swap-1", swap_with(4, 1)),
    ("4:sheep", sign_to(4, SHEEP)),
)
CARD_NAMES = tuple(name for name, _ in DECK)
CARDS = np.array([row for _, row in DECK], np.int8)
ALL_CARDS = np.uint64(2 ** len(DECK) - 1)
OF_STACK = np.array([(2**IN_A_STACK - 1) << IN_A_STACK * n for n in range(4)], np.uint64)

# In one round a runner gets at most so far. An ownerless one that cannot win may run laps.
MOST_FORWARDS, MOST_BACKWARDS = 4 * 7, 4 * 6
FORWARDMOST, BACKWARDMOST = MOST_FORWARDS * LAST_ROUND, -MOST_BACKWARDS * LAST_ROUND
HIDDEN = -1


class Phase(IntEnum):
    """What is being decided."""

    DRAW = 0  # which stack to draw from
    LAY = 1  # which card to lay face down
    OVER = 2


class Ending(IntEnum):
    """How a game ended; exactly one of them counts."""

    FORWARD = 0
    BACKWARD = 1
    SIGN_SHIFT = 2  # over the line only because the sign moved in that round (O20)
    SHARED = 3  # several runners equally far (O25, O26)
    OWNERLESS = 4  # only runners that belong to nobody won (O30)
    ROUND_LIMIT = 5  # nobody who can win is over the line, the nearest to it does (O34)


PHASES = tuple(phase.name.lower() for phase in Phase)
ENDINGS = tuple(ending.name.lower() for ending in Ending)
MOVES = (
    MoveKind("lay", 0, "", "card", CARD_NAMES),
    MoveKind("draw", len(DECK), "draw", "stack", STACKS),
)
LAY, DRAW = 0, len(DECK)  # the first code of each kind
NOTATION = tuple(text for kind in MOVES for text in kind.notations().values())

FIELDS = (
    Field("players", np.int8, Number(FEWEST, SEATS)),
    options_field(OPTIONS),
    Field("phase", np.int8, Name(PHASES)),
    Field("round_number", np.int8, Number(1, LAST_ROUND)),
    Field("turn", np.int8, Number(0, SEATS - 1)),
    # Spaces from the start line, clockwise, never taken round the oval; lane 1 is innermost.
    Field("places", np.int16, Number(BACKWARDMOST, FORWARDMOST), (each(RUNNERS),)),
    Field("lanes", np.int8, Number(1, len(RUNNERS)), (each(RUNNERS),)),
    # The laying order of this round: the last runner first, the leader last.
    Field("order", np.int8, Name(RUNNERS), (in_line(len(RUNNERS)),)),
    Field("sign", np.int8, Number(1, LONGEST - 1)),
    # All cards not drawn yet; of the hands and of the pile laid face down the backs show.
    Field("stacks", np.uint64, Names(CARD_NAMES), seen=UNSEEN),
    Field("hands", np.uint64, Names(CARD_NAMES), (by_seat(SEATS),), OWNER),
    Field("pile", np.int8, Name(CARD_NAMES, or_none=True), (in_line(len(RUNNERS)),), UNSEEN),
    Field("laid", np.int8, Number(0, len(RUNNERS) - 1)),  # runners that are done laying
    Field("discards", np.uint64, Names(CARD_NAMES)),
    # What is public by memory after a reshuffle: see `reshuffle`.
    Field("returned", np.uint64, Names(CARD_NAMES)),
    Field("drawn_since", np.int8, Number(0, LAST_ROUND), (by_seat(SEATS), each(STACKS))),
    # Before whose draw in this round (counted in laying order) the discards came back.
    Field("reshuffled", np.int8, NumberOrNone(0, len(RUNNERS) - 1)),
    # The round carried out last: its cards and who laid them, the sign before, the reshuffle.
    Field("report_cards", np.int8, Name(CARD_NAMES, or_none=True), (in_line(len(RUNNERS)),)),
    Field("report_order", np.int8, Name(RUNNERS), (in_line(len(RUNNERS)),)),
    Field("report_sign", np.int8, Number(1, LONGEST - 1)),
    Field("report_reshuffled", np.int8, NumberOrNone(0, len(RUNNERS) - 1)),
    Field("won", np.int8, Names(RUNNERS)),
    Field("ended", np.int8, Number(0, 1), (each(ENDINGS),)),
    Field("last_seat", np.int8, seat_or_nobody(SEATS)),
    Field("last_code", np.int8, Name(NOTATION, or_none=True)),  # a lay shows only its back
)
STATE = record_type(FIELDS)


class State(Protocol):
    """A `STATE` record as the type checker sees it; a test keeps the two lists alike."""

    players: int
    options: Options
    phase: int
    round_number: int
    turn: int
    places: npt.NDArray[np.int16]
    lanes: npt.NDArray[np.int8]
    order: npt.NDArray[np.int8]
    sign: int
    stacks: Cards
    hands: npt.NDArray[np.uint64]
    pile: npt.NDArray[np.int8]
    laid: int
    discards: Cards
    returned: Cards
    drawn_since: npt.NDArray[np.int8]
    reshuffled: int
    report_cards: npt.NDArray[np.int8]
    report_order: npt.NDArray[np.int8]
    report_sign: int
    report_reshuffled: int
    won: int
    ended: npt.NDArray[np.int8]
    last_seat: int
    last_code: int


# §2 Setting up --------------------------------------------------------------------------


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


# §3 A turn ------------------------------------------------------------------------------


class Refusal(IntEnum):
    """Why a code may not be decided now. Wire format: add, never renumber."""

    NONE = 0
    GAME_IS_OVER = 1
    DRAW_FIRST = 2
    ALREADY_DREW = 3
    NOT_IN_HAND = 4
    STACK_IS_EMPTY = 5  # and the discards stay out until all four stacks are
    STACK_IS_USED_UP = 6  # no discard would fill it either
    NO_SUCH_MOVE = 7


RULING = {
    Refusal.GAME_IS_OVER: "O24",
    Refusal.DRAW_FIRST: "O4",
    Refusal.ALREADY_DREW: "O3",
    Refusal.NOT_IN_HAND: "O4",
    Refusal.STACK_IS_EMPTY: "O31",
    Refusal.STACK_IS_USED_UP: "O32",
    Refusal.NO_SUCH_MOVE: "O5",
}


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


# While a round is carried out, who stands where is one number, the standing: 15 bits for
# each rank, the first rank lowest. Of these the lower two are the runner, the next twelve
# its place (from LOWEST up), and the uppermost is spare. Lanes need no bits: on one space
# the inner runner ranks first, and lanes have no gaps (O10, O11), so the order says it all.
Standing = int

RANK_BITS = 15
RANK_MASK = (1 << RANK_BITS) - 1
LOWEST = -2048
ALL_RANKS = 1 | 1 << RANK_BITS | 1 << 2 * RANK_BITS | 1 << 3 * RANK_BITS
SPARE_BITS = ALL_RANKS << (RANK_BITS - 1)


@kernel
def runner_at(standing: Standing, rank: int) -> int:
    """Who has this rank; ranks count from 0 here."""
    return standing >> RANK_BITS * rank & 3


@kernel
def place_at(standing: Standing, rank: int) -> int:
    """Where the runner of this rank stands."""
    return ((standing >> RANK_BITS * rank & RANK_MASK) >> 2) + LOWEST


@kernel
def standing_of(state: "State | Seen") -> Standing:
    """The runners by rank: the laying order backwards (O27)."""
    standing = 0
    for slot in range(len(RUNNERS)):
        runner = int(state.order[slot])
        standing = standing << RANK_BITS | (int(state.places[runner]) - LOWEST) << 2 | runner
    return standing


# Cards in the units of a standing, so that between one card and the next there is as little
# to work out as can be. A place is what PLACE_BITS keep of a rank; a card's new place is what
# it keeps of a rank's place (nothing, if it says "back to start"), and what it adds.
PLACE_BITS = RANK_MASK >> 1 & ~3
MOVED = RANK_BITS * (CARDS[:, BACK].astype(np.int64) - 1)  # where the rank it moves begins
COUNTED = RANK_BITS * (CARDS[:, FROM].astype(np.int64) - 1)  # the rank it counts from
SWAPPED = RANK_BITS * (CARDS[:, SWAP].astype(np.int64) - 1)
TO_START_CARDS = CARDS[:, STEPS] == TO_START
KEPT = np.where(TO_START_CARDS, 0, PLACE_BITS)
ADDED = np.where(TO_START_CARDS, -LOWEST, CARDS[:, STEPS].astype(np.int64)) << 2


@kernel
def put(standing: Standing, rank: int, place: int) -> Standing:
    """Take a runner to another place: innermost free lane, lanes left behind close in (O10, O11).

    Arriving last on a space it ranks behind all who stand there. `rank` is where its bits
    begin, `place` in its bits.
    """
    in_front = (1 << rank) - 1
    others = standing & in_front | (standing >> RANK_BITS) & ~in_front
    everywhere = place * ALL_RANKS
    # The spare bit of a rank survives the subtraction if that runner is not behind `place`.
    # They are the first ranks, so these bits widened to all of their ranks are one mask.
    not_behind = ((others | SPARE_BITS) - everywhere) & SPARE_BITS
    in_front = (not_behind << 1) - (not_behind >> (RANK_BITS - 1))
    arrived = (in_front << RANK_BITS | RANK_MASK) ^ in_front
    runner = (standing >> rank & 3) * ALL_RANKS
    return others & in_front | (everywhere | runner) & arrived | (others & ~in_front) << RANK_BITS


@kernel
def swap(standing: Standing, rank: int, other: int) -> Standing:
    """Two runners exchange space, lane and rank, on one space or across the line (O13, O14)."""
    change = (standing >> rank ^ standing >> other) & 3
    return standing ^ (change << rank | change << other)


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


# §4 The end -----------------------------------------------------------------------------


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


# §5 What each seat may see --------------------------------------------------------------


SEEN_FIELDS = (
    Field("viewer", np.int8, seat_or_nobody(SEATS)),
    Field("players", np.int8, Number(FEWEST, SEATS)),
    options_field(OPTIONS),
    Field("phase", np.int8, Name(PHASES)),
    Field("round_number", np.int8, Number(1, LAST_ROUND)),
    Field("turn", np.int8, Number(0, SEATS - 1)),
    Field("places", np.int16, Number(BACKWARDMOST, FORWARDMOST), (each(RUNNERS),)),
    Field("lanes", np.int8, Number(1, len(RUNNERS)), (each(RUNNERS),)),
    Field("order", np.int8, Name(RUNNERS), (in_line(len(RUNNERS)),)),
    Field("sign", np.int8, Number(1, LONGEST - 1)),
    Field("stack_sizes", np.int8, NumberOrNone(0, IN_A_STACK, HIDDEN), (each(STACKS),)),
    Field("hand", np.uint64, Names(CARD_NAMES)),
    Field("hand_sizes", np.int8, Number(0, HAND + 1), (by_seat(SEATS),)),
    Field("hand_backs", np.int8, NumberOrNone(0, HAND + 1, HIDDEN), (by_seat(SEATS), each(STACKS))),
    Field("own_card", np.int8, Name(CARD_NAMES, or_none=True)),  # laid by the viewer, face down
    Field("pile_backs", np.int8, NumberOrNone(1, len(STACKS), 0), (in_line(len(RUNNERS)),)),
    Field("laid", np.int8, Number(0, len(RUNNERS) - 1)),
    Field("discards", np.uint64, Names(CARD_NAMES)),
    Field("returned", np.uint64, Names(CARD_NAMES)),
    Field("drawn_since", np.int8, Number(0, LAST_ROUND), (by_seat(SEATS), each(STACKS))),
    Field("reshuffled", np.int8, NumberOrNone(0, len(RUNNERS) - 1)),
    Field("report_cards", np.int8, Name(CARD_NAMES, or_none=True), (in_line(len(RUNNERS)),)),
    Field("report_order", np.int8, Name(RUNNERS), (in_line(len(RUNNERS)),)),
    Field("report_sign", np.int8, Number(1, LONGEST - 1)),
    Field("report_reshuffled", np.int8, NumberOrNone(0, len(RUNNERS) - 1)),
    Field("won", np.int8, Names(RUNNERS)),
    Field("ended", np.int8, Number(0, 1), (each(ENDINGS),)),
    Field("last_seat", np.int8, seat_or_nobody(SEATS)),
    Field("last_code", np.int8, LastDecision(NOTATION)),
    Field("legal", np.uint64, Names(NOTATION)),  # the codes this seat may decide now
)
SEEN = record_type(SEEN_FIELDS)


class Seen(Protocol):
    """A `SEEN` record as the type checker sees it."""

    viewer: int
    players: int
    options: Options
    phase: int
    round_number: int
    turn: int
    places: npt.NDArray[np.int16]
    lanes: npt.NDArray[np.int8]
    order: npt.NDArray[np.int8]
    sign: int
    stack_sizes: npt.NDArray[np.int8]
    hand: Cards
    hand_sizes: npt.NDArray[np.int8]
    hand_backs: npt.NDArray[np.int8]
    own_card: int
    pile_backs: npt.NDArray[np.int8]
    laid: int
    discards: Cards
    returned: Cards
    drawn_since: npt.NDArray[np.int8]
    reshuffled: int
    report_cards: npt.NDArray[np.int8]
    report_order: npt.NDArray[np.int8]
    report_sign: int
    report_reshuffled: int
    won: int
    ended: npt.NDArray[np.int8]
    last_seat: int
    last_code: int
    legal: Cards


@kernel
def show(state: State, seat: int, seen: Seen) -> None:
    """Everything open, the seat's own cards, and the backs of all others."""
    seen.viewer = seat
    seen.legal = legal(state) if seat == state.turn else NO_CARDS
    copy_public(state, seen)
    show_backs(state, seat, seen)
    show_pile(state, seat, seen)


@kernel
def copy_public(source: State | Seen, target: State | Seen) -> None:
    """Copy what a state and a view of it have in common, either way."""
    target.players = source.players
    target.phase = source.phase
    target.round_number = source.round_number
    target.turn = source.turn
    target.sign = source.sign
    target.laid = source.laid
    target.discards = source.discards
    target.returned = source.returned
    target.reshuffled = source.reshuffled
    target.report_sign = source.report_sign
    target.report_reshuffled = source.report_reshuffled
    target.won = source.won
    target.last_seat = source.last_seat
    target.last_code = source.last_code
    copy_row(source.options, target.options)
    copy_row(source.ended, target.ended)
    copy_row(source.places, target.places)
    copy_row(source.lanes, target.lanes)
    copy_row(source.order, target.order)
    copy_row(source.report_cards, target.report_cards)
    copy_row(source.report_order, target.report_order)
    for seat in range(SEATS):
        copy_row(source.drawn_since[seat], target.drawn_since[seat])


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
    copy_public(seen, state)
    state.stacks = NO_CARDS
    for runner in range(len(RUNNERS)):
        state.hands[runner] = NO_CARDS
        state.pile[runner] = NOBODY
    if seen.viewer != NOBODY:
        state.hands[seen.viewer] = seen.hand
    if seen.options[SHOW_HAND_BACKS]:
        for stack in range(len(STACKS)):
            redeal_stack(seen, stack, chance, state)
    else:
        redeal_hidden_backs(seen, chance, state)
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
    while True:
        deal_hidden_hands(seen, unseen, in_hands, chance, state)
        if fits_what_is_seen(seen, state):
            return


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


# §6 Positions set up by hand ------------------------------------------------------------


def check_setting(players: int, options: Options) -> None:
    """Seats that there are, and a board on which the sign has five places; raises `Impossible`."""
    if not FEWEST <= players <= SEATS:
        raise Impossible("wrong_number_of_players", number=players, low=FEWEST, high=SEATS)
    if options[START_PLAYER] >= players:
        raise Impossible("no_such_seat", seat=int(options[START_PLAYER]))
    spaces, *signs = (int(value) for value in options[BOARD : BOARD + SHEEP + 1])
    if not SHORTEST <= spaces <= LONGEST:
        raise Impossible("wrong_number_of_spaces", number=spaces, low=SHORTEST, high=LONGEST)
    for animal, space in zip(ANIMALS, signs, strict=True):
        if not 1 <= space < spaces:
            raise Impossible("sign_off_the_track", animal=animal, space=space, high=spaces - 1)
        if signs.count(space) > 1:
            raise Impossible("two_signs_on_a_space", animal=animal, space=space)


def check(state: State) -> None:
    """Refuse a position that no game can reach; raises `Impossible`."""
    check_setting(int(state.players), state.options)
    check_runners(state)
    check_turn(state)
    check_cards(state)
    check_hands(state)
    check_pile(state)
    check_report(state)
    check_memory(state)
    check_last_decision(state)
    check_end(state)


def rounds_done(state: State) -> int:
    """How many rounds have been carried out."""
    return int(state.round_number) - (state.phase != Phase.OVER)


def check_runners(state: State) -> None:
    """Each within reach, the lanes of a space without a gap, laying from the last on."""
    stands = [(-int(p), int(lane)) for p, lane in zip(state.places, state.lanes, strict=True)]
    for runner, (place, lane) in zip(RUNNERS, stands, strict=True):
        if not -MOST_FORWARDS * rounds_done(state) <= place <= MOST_BACKWARDS * rounds_done(state):
            raise Impossible("runner_out_of_reach", runner=runner, place=-place)
        if lane > 1 and (place, lane - 1) not in stands or stands.count((place, lane)) > 1:
            raise Impossible("wrong_lane", runner=runner, lane=lane)
    if sorted(stands, reverse=True) != [stands[runner] for runner in state.order]:
        raise Impossible("wrong_laying_order")
    if state.sign not in signs_of(state.options):
        raise Impossible("no_place_for_the_sign", space=int(state.sign))


def signs_of(options: Options) -> list[int]:
    """The five spaces the sign can stand on."""
    return [int(space) for space in options[BOARD + SNAIL : BOARD + SHEEP + 1]]


def check_turn(state: State) -> None:
    """The seat on turn is the one whose runner lays next."""
    if state.phase == Phase.OVER:
        if state.laid or state.turn >= state.players:
            raise Impossible("cards_laid_after_the_end")
    elif state.turn >= state.players or state.order[state.laid] != state.turn:
        raise Impossible("not_this_seats_turn", seat=int(state.turn))


def sets_of_cards(state: State) -> list[int]:
    """Where cards are: stacks, discards, each hand, each card laid."""
    laid = [1 << int(card) for card in state.pile if card != NOBODY]
    return [int(state.stacks), int(state.discards), *(int(hand) for hand in state.hands), *laid]


def check_cards(state: State) -> None:
    """Each card is in exactly one place."""
    everywhere = sets_of_cards(state)
    for card, name in enumerate(CARD_NAMES):
        number = sum(cards >> card & 1 for cards in everywhere)
        if number != 1:
            raise Impossible("card_not_once", card=name, number=number)
    if count(state.discards) > len(RUNNERS) * rounds_done(state):
        raise Impossible("too_many_discards", number=count(state.discards))


def check_hands(state: State) -> None:
    """Four cards each, five for the seat that is about to lay one (O3)."""
    for seat in range(SEATS):
        laying = state.phase == Phase.LAY and seat == state.turn
        due = HAND + laying if seat < state.players else 0
        if count(state.hands[seat]) != due:
            raise Impossible("wrong_number_of_cards", seat=seat, number=count(state.hands[seat]))


def check_pile(state: State) -> None:
    """A card for each runner that has laid; the ownerless one of their rank, or none (O29)."""
    for slot, (card, runner) in enumerate(zip(state.pile, state.order, strict=True)):
        rank = len(RUNNERS) - slot
        if slot >= state.laid:
            if card != NOBODY:
                raise Impossible("laid_too_early", runner=RUNNERS[runner])
        elif runner < state.players:
            if card == NOBODY:
                raise Impossible("laid_no_card", runner=RUNNERS[runner])
        elif card != NOBODY:
            if CARDS[card, BACK] != rank:
                raise Impossible("wrong_back", runner=RUNNERS[runner], card=CARD_NAMES[card])
        elif not stack_may_have_been_empty(state, slot):
            raise Impossible("laid_no_card", runner=RUNNERS[runner])
    if state.reshuffled > state.laid:
        raise Impossible("reshuffled_too_early")


def stack_may_have_been_empty(state: State, slot: int) -> bool:
    """Whether an ownerless runner can have found no card in its stack (O31, O32)."""
    cards = OF_STACK[len(RUNNERS) - 1 - slot]
    if state.options[RESHUFFLE] == ALL_EMPTY:
        return state.reshuffled > slot or not state.stacks & cards
    return not (state.stacks | state.discards) & cards


def check_report(state: State) -> None:
    """The cards of the last round are discards, unless a reshuffle has taken them since."""
    cards = [int(card) for card in state.report_cards if card != NOBODY]
    if sorted(state.report_order) != list(range(len(RUNNERS))):
        raise Impossible("wrong_laying_order")
    if len(set(cards)) < len(cards) or bool(cards) != (rounds_done(state) > 0):
        raise Impossible("wrong_report")
    for card in cards:
        gone = state.reshuffled != NOBODY
        if gone and not state.options[SHOW_HAND_BACKS]:
            continue
        if not has(state.returned if gone else state.discards, card):
            raise Impossible("wrong_report", card=CARD_NAMES[card])
    if state.report_sign not in signs_of(state.options):
        raise Impossible("no_place_for_the_sign", space=int(state.report_sign))


def check_memory(state: State) -> None:
    """Nobody holds more returned cards than it has drawn since; see `reshuffle`."""
    if state.returned & state.discards:
        raise Impossible("returned_card_was_seen")
    if state.returned and not state.options[SHOW_HAND_BACKS]:
        raise Impossible("memory_is_hidden")
    if not state.returned and state.drawn_since.any():
        raise Impossible("drawn_since_no_reshuffle")
    for slot, (card, runner) in enumerate(zip(state.pile, state.order, strict=True)):
        ownerless = runner >= state.players and card != NOBODY
        if ownerless and state.reshuffled > slot and has(state.returned, card):
            raise Impossible("returned_card_laid_before", card=CARD_NAMES[card])
    for seat in range(int(state.players)):
        returned = held_by(state, seat) & state.returned
        for stack, name in enumerate(STACKS):
            if count(returned & OF_STACK[stack]) > state.drawn_since[seat, stack]:
                raise Impossible("too_many_returned_cards", seat=seat, stack=name)


def held_by(state: State, seat: int) -> Cards:
    """A seat's hand, and the card it has laid face down."""
    held = np.uint64(state.hands[seat])
    for card, runner in zip(state.pile, state.order, strict=True):
        if runner == seat and card != NOBODY:
            held |= one(int(card))
    return held


def check_last_decision(state: State) -> None:
    """What was decided last shows: a drawn card in hand, a laid one on the pile or carried out."""
    seat, code = int(state.last_seat), int(state.last_code)
    if (seat == NOBODY) != (code == NOTHING_YET) or seat >= state.players:
        raise Impossible("wrong_last_decision")
    if code >= DRAW and (
        state.phase != Phase.LAY or seat != state.turn or not holds_what_it_drew(state)
    ):
        raise Impossible("wrong_last_decision")
    if LAY <= code < DRAW:
        now = zip(state.pile, state.order, strict=True)
        before = zip(state.report_cards, state.report_order, strict=True)
        if state.phase == Phase.LAY or (code, seat) not in [*now, *before]:
            raise Impossible("wrong_last_decision")


def check_end(state: State) -> None:
    """A game with a winner over the line is over, and won by the one who is furthest."""
    standing = standing_of(state)
    runners = who_can_win(state.options, int(state.players))
    most = furthest(standing, int(state.sign), state.options, runners)
    over = most >= 1 or rounds_done(state) == LAST_ROUND
    if over != (state.phase == Phase.OVER):
        raise Impossible("over_the_line" if over else "nobody_over_the_line")
    won = winning_runners(standing, int(state.sign), state.options, runners)
    if state.won != (won if over else 0):
        raise Impossible("wrong_winner")
    due = [int(over and how_it_ended(state, most) == ending) for ending in Ending]
    if list(state.ended) != due:
        raise Impossible("wrong_ending")


# §7 What a viewer saw happen ------------------------------------------------------------

# Where a reader finds out why it happened: the rulings, the most telling one first.
EXPLAINED = {
    "drew": ("O5",),
    "drew_card": ("O5",),
    "laid": ("O4",),
    "laid_card": ("O4",),
    "laid_blind": ("O29",),
    "laid_nothing": ("O32", "O31"),
    "reshuffled": ("O31",),
    "turned_over": ("O1",),
    "card_turned": ("O7",),
    "ran": ("O10", "O8"),
    "moved_in": ("O11",),
    "stayed": ("O12",),
    "swapped": ("O13",),
    "sign_moved": ("O20",),
    "sign_stayed": ("O21",),
    "over_forwards": ("O24", "O19"),
    "over_backwards": ("O24", "O17"),
    "next_round": ("O27",),
    "round_limit": ("O34",),
    "ownerless_won": ("O30",),
    "unowned_victory": ("O30", "O24"),
    "game_over": ("O24", "O25"),
}

Stand = dict[int, tuple[int, int]]  # place and lane of each runner


def happened(before: Seen, after: Seen) -> list[Event]:
    """The events between two views of one viewer, one decision apart."""
    return list(_events(before, after))


def _events(before: Seen, after: Seen) -> Iterator[Event]:
    if after.last_code >= DRAW:
        yield from _drew(before, after)
        return
    slot = int(before.laid)
    if _round_is_done(before, after):
        yield _laid(after, slot, int(after.report_cards[slot]))
        discards = count(before.discards)
        for blind in range(slot + 1, len(RUNNERS)):
            if after.report_reshuffled == blind:
                yield Event("reshuffled", {"count": discards})
                discards = 0
            yield _laid_blind(int(before.order[blind]), blind, after.report_cards[blind] != NOBODY)
        yield from _carried_out(before, after)
        yield from _after_the_round(before, after)
        cards = sum(card != NOBODY for card in after.report_cards)
        yield from _laid_by_ownerless(after, 0, discards + int(cards))
    else:
        yield _laid(after, slot, int(after.own_card))
        yield from _laid_by_ownerless(after, slot + 1, count(before.discards))


def _round_is_done(before: Seen, after: Seen) -> bool:
    # As Python's own: numpy takes microseconds to compare a number with an enumeration.
    return bool(after.round_number != before.round_number or int(after.phase) == Phase.OVER)


def _drew(before: Seen, after: Seen) -> Iterator[Event]:
    seat, stack = int(after.last_seat), STACKS[after.last_code - DRAW]
    if after.reshuffled != before.reshuffled:
        yield Event("reshuffled", {"count": count(before.discards)})
    if seat == after.viewer:
        card = CARD_NAMES[lowest(after.hand & ~before.hand)]
        yield Event("drew_card", {"seat": seat, "stack": stack, "card": card})
    else:
        yield Event("drew", {"seat": seat, "stack": stack})


def _laid(after: Seen, slot: int, card: int) -> Event:
    # What lay face down for a moment only is told by its back, like any other card.
    seat = int(after.last_seat)
    if seat == after.viewer:
        stack = STACKS[CARDS[card, BACK] - 1]
        return Event("laid_card", {"seat": seat, "stack": stack, "card": CARD_NAMES[card]})
    back = int(after.pile_backs[slot]) if after.last_code == SECRET else int(CARDS[card, BACK])
    return Event("laid", {"seat": seat, "stack": STACKS[back - 1]})


def _laid_blind(runner: int, slot: int, laid: bool) -> Event:
    stack = STACKS[len(RUNNERS) - 1 - slot]
    return Event(
        "laid_blind" if laid else "laid_nothing", {"runner": RUNNERS[runner], "stack": stack}
    )


def _laid_by_ownerless(after: Seen, slot: int, discards: int) -> Iterator[Event]:
    """What the ownerless laid in the round that is still on, from this slot."""
    for blind in range(slot, int(after.laid)):
        if after.reshuffled == blind:
            yield Event("reshuffled", {"count": discards})
        yield _laid_blind(int(after.order[blind]), blind, after.pile_backs[blind] != 0)


def _carried_out(before: Seen, after: Seen) -> Iterator[Event]:
    """The pile turned over, card by card, with the rules themselves."""
    cards = [int(card) for card in after.report_cards]
    yield Event("turned_over", {"count": sum(card != NOBODY for card in cards)})
    standing, sign = standing_of(before), int(before.sign)
    for card, runner in zip(cards, before.order, strict=True):
        if card != NOBODY:
            yield from _turned(standing, sign, card, int(runner), before)
            standing = carry_out(standing, card)
            sign = sign_after(sign, card, before.options)


def _turned(standing: Standing, sign: int, card: int, runner: int, seen: Seen) -> Iterator[Event]:
    """One card of the pile: whose it is, and what it does."""
    yield Event("card_turned", {"runner": RUNNERS[runner], "card": CARD_NAMES[card]})
    yield from _moved(standing, carry_out(standing, card), card)
    if CARDS[card, SIGN] != STAYS:
        animal = ANIMALS[CARDS[card, SIGN] - SNAIL]
        yield _sign_moved(sign, sign_after(sign, card, seen.options), animal)


def foretold(seen: Seen, code: int) -> list[Event]:
    """What a card will do that nobody's card comes before: it is carried out first (O1)."""
    slot = int(seen.laid)
    if code >= DRAW or seen.pile_backs[:slot].any():
        return []
    runner = int(seen.order[slot])
    return list(_turned(standing_of(seen), int(seen.sign), code, runner, seen))


def _moved(standing: Standing, moved: Standing, card: int) -> Iterator[Event]:
    before, after = _stand(standing), _stand(moved)
    rank, other = int(CARDS[card, BACK]) - 1, int(CARDS[card, SWAP]) - 1
    runner = runner_at(standing, rank)
    (start, start_lane), (place, lane) = before[runner], after[runner]
    way: dict[str, Plain] = {
        "runner": RUNNERS[runner],
        "start": start,
        "start_lane": start_lane,
        "place": place,
        "lane": lane,
    }
    if other != rank:
        other_runner = RUNNERS[runner_at(standing, other)]
        yield Event("swapped", {**way, "other_runner": other_runner})
    elif standing != moved:
        yield Event("ran", way)
        for name in before:
            if name != runner and before[name] != after[name]:
                stand: dict[str, Plain] = {"place": after[name][0], "lane": after[name][1]}
                yield Event("moved_in", {"runner": RUNNERS[name], **stand})
    elif CARDS[card, SIGN] == STAYS:
        yield Event("stayed", {"runner": RUNNERS[runner], "place": place, "lane": lane})


def _stand(standing: Standing) -> Stand:
    stand: Stand = {}
    for rank in range(len(RUNNERS)):
        place = place_at(standing, rank)
        lane = 1 + sum(place == other for other, _ in stand.values())
        stand[runner_at(standing, rank)] = (place, lane)
    return stand


def _sign_moved(start: int, place: int, animal: str) -> Event:
    if start == place:
        return Event("sign_stayed", {"animal": animal, "place": place})
    return Event("sign_moved", {"animal": animal, "start": start, "place": place})


def _after_the_round(before: Seen, after: Seen) -> Iterator[Event]:
    sign = int(after.sign)
    for runner in reversed(after.order):
        place, name = int(after.places[runner]), RUNNERS[runner]
        forward = spaces_forward(place, sign)
        backward = spaces_backward(place, sign, after.options)
        if forward >= 1:
            yield Event("over_forwards", {"runner": name, "count": forward})
        if backward >= 1:
            yield Event("over_backwards", {"runner": name, "count": backward})
    if int(after.phase) != Phase.OVER:
        yield Event("next_round", {"round": int(after.round_number)})
        return
    if after.ended[Ending.ROUND_LIMIT]:
        yield Event("round_limit", {"round": LAST_ROUND})
    unowned = unowned_winners(after)
    won = [seat for seat in range(int(after.players)) if after.won >> seat & 1]
    if not won:
        yield Event("unowned_victory", {"runner": list(unowned), "count": len(unowned)})
        return
    for name in unowned:
        yield Event("ownerless_won", {"runner": name})
    yield Event("game_over", {"winners": list(won)})


def unowned_winners(seen: Seen) -> list[str]:
    """The runners that have won and belong to nobody (O30)."""
    ownerless = range(int(seen.players), len(RUNNERS))
    return [RUNNERS[runner] for runner in ownerless if seen.won >> runner & 1]
