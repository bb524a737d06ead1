"""What is in the box of Ostfriesenlauf: runners, the oval, cards, options, what a state holds."""

from enum import IntEnum
from typing import Annotated, Protocol

import numpy as np

from galopp.core.cards import Cards
from galopp.core.contract import MoveKind
from galopp.core.option import Option, Options, choice, options_field, places, start_player, switch
from galopp.core.record import (
    OWNER,
    UNSEEN,
    Int8,
    Row8,
    Row16,
    Row64,
    by_seat,
    each,
    field,
    fields_of,
    in_line,
    record_type,
)
from galopp.core.words import Name, Names, Number, NumberOrNone, seat_or_nobody

NAME = "ostfriesenlauf"
VERSION = 1

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

# What a table may choose ----------------------------------------------------------------

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

# The cards ------------------------------------------------------------------------------

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

# What is decided, and how a game ends ---------------------------------------------------


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

# What a state holds ---------------------------------------------------------------------


class Shared(Protocol):
    """What a state and a view of it have in common."""

    players: Annotated[Int8, field(Number(FEWEST, SEATS))]
    options: Annotated[Options, options_field(OPTIONS)]
    phase: Annotated[Int8, field(Name(PHASES))]
    round_number: Annotated[Int8, field(Number(1, LAST_ROUND))]
    turn: Annotated[Int8, field(Number(0, SEATS - 1))]
    # Spaces from the start line, clockwise, never taken round the oval; lane 1 is innermost.
    places: Annotated[Row16, field(Number(BACKWARDMOST, FORWARDMOST), each(RUNNERS))]
    lanes: Annotated[Row8, field(Number(1, len(RUNNERS)), each(RUNNERS))]
    # The laying order of this round: the last runner first, the leader last.
    order: Annotated[Row8, field(Name(RUNNERS), in_line(len(RUNNERS)))]
    sign: Annotated[Int8, field(Number(1, LONGEST - 1))]
    laid: Annotated[Int8, field(Number(0, len(RUNNERS) - 1))]  # runners that are done laying
    discards: Annotated[Cards, field(Names(CARD_NAMES))]
    # What is public by memory after a reshuffle: see `reshuffle`.
    returned: Annotated[Cards, field(Names(CARD_NAMES))]
    drawn_since: Annotated[Row8, field(Number(0, LAST_ROUND), by_seat(SEATS), each(STACKS))]
    # Before whose draw in this round (counted in laying order) the discards came back.
    reshuffled: Annotated[Int8, field(NumberOrNone(0, len(RUNNERS) - 1))]
    # The round carried out last: its cards and who laid them, the sign before, the reshuffle.
    report_cards: Annotated[Row8, field(Name(CARD_NAMES, or_none=True), in_line(len(RUNNERS)))]
    report_order: Annotated[Row8, field(Name(RUNNERS), in_line(len(RUNNERS)))]
    report_sign: Annotated[Int8, field(Number(1, LONGEST - 1))]
    report_reshuffled: Annotated[Int8, field(NumberOrNone(0, len(RUNNERS) - 1))]
    won: Annotated[Int8, field(Names(RUNNERS))]
    ended: Annotated[Row8, field(Number(0, 1), each(ENDINGS))]
    last_seat: Annotated[Int8, field(seat_or_nobody(SEATS))]
    last_code: Annotated[Int8, field(Name(NOTATION, or_none=True))]  # a lay shows only its back


class State(Shared, Protocol):
    """All of a state: what nobody sees, and what each seat sees of its own, besides."""

    # All cards not drawn yet; of the hands and of the pile laid face down the backs show.
    stacks: Annotated[Cards, field(Names(CARD_NAMES), seen=UNSEEN, before="laid")]
    hands: Annotated[Row64, field(Names(CARD_NAMES), by_seat(SEATS), seen=OWNER, before="laid")]
    pile: Annotated[
        Row8,
        field(Name(CARD_NAMES, or_none=True), in_line(len(RUNNERS)), seen=UNSEEN, before="laid"),
    ]


FIELDS = fields_of(State)
STATE = record_type(FIELDS)
