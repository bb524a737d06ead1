"""What is in the box of Schweinsgalopp: pigs, cards and food, options, and what a state holds."""

from enum import IntEnum
from typing import Annotated, Protocol

import numpy as np

from galopp.core.cards import Cards
from galopp.core.contract import MoveKind
from galopp.core.counts import Counts
from galopp.core.kernel import kernel
from galopp.core.option import Options, choice, number, options_field, places, start_player, switch
from galopp.core.record import (
    OWNER,
    Int8,
    Row8,
    Row16,
    Row64,
    by_seat,
    each,
    field,
    fields_of,
    record_type,
)
from galopp.core.words import CountsOf, Name, Number, NumberOrNone, Spaces, seat_or_nobody

NAME = "schweinsgalopp"
VERSION = 1

FEWEST, SEATS = 2, 5  # five only in the edition of 2009 (G25)
PAYOUTS: tuple[str, ...] = ()  # nobody bets
PIGS = ("red", "yellow", "green", "blue", "white")
OWNED: dict[str, tuple[str, ...]] = {}  # no pig belongs to anybody
HAND = 7
FOOD = 55
GAP = 4  # so many spaces before the front pig stay free of food at the start

# One row an edition: spaces in the ring, race cards of each colour (G25).
EDITIONS = np.array([(22, 7), (27, 8)], np.int16)
LONGEST_RING, MOST_COPIES = 27, 8
MOST_RACES = 9
EACH_PIG = np.uint64(sum(1 << 8 * pig for pig in range(len(PIGS))))  # one card of each colour

# Places count from the start line, 0, forwards, and are never taken round the ring (G2).
REAR = 1 - len(PIGS)
FURTHEST = 8 * len(PIGS)  # eight cards move a pig, each past all the others at most
OFF_TRACK = -128

# What a table may choose ----------------------------------------------------------------

OPTIONS = (
    choice("track_food", "G14", ("off", "per_race", "per_game")),
    switch("food_before_deal", "G15"),
    switch("rotate_start", "G26", on=True),
    choice("line_up", "G12", ("start_player", "random")),
    number("races", "G24", 3, 1, MOST_RACES),
    choice("tie", "G10", ("shared", "last_race")),
    switch("show_played", "G22", on=True),
    switch("hide_secured", "G23"),
    switch("edition_2009", "G25"),
    switch("gentle", "G27"),
    start_player("G26", SEATS),
)
(
    TRACK_FOOD,
    FOOD_BEFORE_DEAL,
    ROTATE_START,
    LINE_UP_BY,
    RACES,
    TIE,
    SHOW_PLAYED,
    HIDE_SECURED,
    EDITION_2009,
    GENTLE,
    START_PLAYER,
) = places(OPTIONS)
PER_RACE, PER_GAME = 1, 2  # of track_food
RANDOM_LINE_UP = 1  # of line_up
BY_LAST_RACE = 1  # of tie

# What is decided, and how it ends -------------------------------------------------------


class Phase(IntEnum):
    """What is being decided."""

    LINE_UP = 0  # the start player puts up the pigs, front first
    LAY_FOOD = 1  # each in turn lays a food card on the track
    PLAY = 2  # a race card
    OVER = 3


class Ending(IntEnum):
    """How a game ended."""

    ONE_WINNER = 0
    SHARED = 1  # G10
    BY_LAST_RACE = 2  # G10, option `tie`


PHASES = ("line_up", "lay_food", "play", "over")
ENDINGS = tuple(ending.name.lower() for ending in Ending)
MOVES = (
    MoveKind("play", 0, "", "pig", PIGS),
    MoveKind("line_up", 5, "line-up", "pig", PIGS),
    MoveKind("lay_food", 10, "food", "space", tuple(str(s) for s in range(1, LONGEST_RING))),
)
PLAY, LINE_UP, LAY_FOOD = 0, 5, 10  # the first code of each kind
CODES_USED = 36
NOTATION = tuple(text for kind in MOVES for text in kind.notations().values())


class Refusal(IntEnum):
    """Why a code may not be decided now. Wire format: add, never renumber."""

    NONE = 0
    GAME_IS_OVER = 1
    NOT_NOW = 2  # food is laid after the line-up and before the first card
    NOT_IN_HAND = 3
    ALREADY_LINED_UP = 4
    MUST_STAY_FREE = 5
    PIG_STANDS_THERE = 6
    FOOD_LIES_THERE = 7
    NO_SUCH_SPACE = 8
    NO_SUCH_MOVE = 9
    LINE_UP_COMES_FIRST = 10


RULING = {
    Refusal.GAME_IS_OVER: "G24",
    Refusal.NOT_NOW: "G15",
    Refusal.NOT_IN_HAND: "G11",
    Refusal.ALREADY_LINED_UP: "G12",
    Refusal.MUST_STAY_FREE: "G21",
    Refusal.PIG_STANDS_THERE: "G16",
    Refusal.FOOD_LIES_THERE: "G16",
    Refusal.NO_SUCH_SPACE: "G25",
    Refusal.NO_SUCH_MOVE: "G11",
    Refusal.LINE_UP_COMES_FIRST: "G12",
}

# What a state holds ---------------------------------------------------------------------


class Shared(Protocol):
    """What a state and a view of it have in common."""

    players: Annotated[Int8, field(Number(FEWEST, SEATS))]
    options: Annotated[Options, options_field(OPTIONS)]
    phase: Annotated[Int8, field(Name(PHASES))]
    race: Annotated[Int8, field(Number(1, MOST_RACES))]
    starter: Annotated[Int8, field(Number(0, SEATS - 1))]
    turn: Annotated[Int8, field(Number(0, SEATS - 1))]
    places: Annotated[Row16, field(NumberOrNone(REAR, FURTHEST, OFF_TRACK), each(PIGS))]
    played: Annotated[Counts, field(CountsOf(PIGS, MOST_COPIES))]  # unless `show_played` is off
    top: Annotated[Int8, field(Name(PIGS, or_none=True))]  # the card played last in this race
    open_food: Annotated[Row8, field(Number(0, FOOD), by_seat(SEATS))]
    secured: Annotated[Row8, field(Number(0, FOOD), by_seat(SEATS))]  # unless `hide_secured`
    fresh: Annotated[Row8, field(Number(0, FOOD), by_seat(SEATS))]  # of `secured`: in this race
    stack: Annotated[Int8, field(Number(0, FOOD))]  # food in the middle
    track_food: Annotated[Cards, field(Spaces(LONGEST_RING))]
    ended: Annotated[Row8, field(Number(0, 1), each(ENDINGS))]
    last_seat: Annotated[Int8, field(seat_or_nobody(SEATS))]
    last_code: Annotated[Int8, field(Name(NOTATION, or_none=True))]


class State(Shared, Protocol):
    """All of a state: what nobody sees, and what each seat sees of its own, besides."""

    hands: Annotated[
        Row64, field(CountsOf(PIGS, HAND), by_seat(SEATS), seen=OWNER, before="played")
    ]


FIELDS = fields_of(State)
STATE = record_type(FIELDS)


@kernel
def ring(options: Options) -> int:
    """How many spaces the track has (G25)."""
    return int(EDITIONS[options[EDITION_2009], 0])


@kernel
def all_race_cards(options: Options) -> Counts:
    """Seven race cards of each colour, or eight (G25)."""
    return np.uint64(EACH_PIG * np.uint64(EDITIONS[options[EDITION_2009], 1]))
