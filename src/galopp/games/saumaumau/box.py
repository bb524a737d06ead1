"""What is in the box of Sau Mau Mau: pigs, cards, points, options, and what a state holds."""

from collections.abc import Iterable
from enum import IntEnum
from typing import Annotated, Protocol

import numpy as np

from galopp.core.cards import Cards
from galopp.core.contract import Challenge, MoveKind
from galopp.core.kernel import kernel
from galopp.core.option import Option, Options, number, options_field, places, start_player, switch
from galopp.core.record import (
    OWNER,
    UNSEEN,
    Int8,
    Int16,
    Row8,
    Row16,
    Row64,
    UInt8,
    by_seat,
    each,
    field,
    fields_of,
    record_type,
)
from galopp.core.words import Flag, Name, Names, Number, Spaces, seat_or_nobody

NAME = "saumaumau"
VERSION = 1

FEWEST, SEATS = 2, 5
PIGS = ("pink", "brown", "black", "beige")  # and the colours of the cards
OWNED: dict[str, tuple[str, ...]] = {}  # no pig belongs to anybody
ANY = len(PIGS)  # the colour of a Farmer before one is named
HAND = 5
LAUREL_POINTS, LAST_CARD_POINTS = 3, 5
FINISH_POINTS = np.array([3, 5, 8, 0], np.int8)  # by `Ending`: laurel, last card, both (S25)
BET_POINTS = np.array([6, 4, 3, 2, 1], np.int8)  # by rank among the right bets (S29, S30)
# By place in the queue, as people are told: "4+" pays more if a bet before it is wrong (S29).
PAYOUTS = tuple(f"{points}+" if place else f"{points}" for place, points in enumerate(BET_POINTS))
MOST_IN_A_RACE = 8 + 6
MOST_RACES = 8
LONGEST_RACE = 300  # turns, so that every race ends (S28)
HEAD_START = 20  # turns: how much further a position set up by hand may be than its turns
FURTHEST = 6 * (LONGEST_RACE + HEAD_START)  # past the laurel, if it must be hit exactly (S21)

# The cards ------------------------------------------------------------------------------

# One row a sign: the steps a pig runs, the cards the next player owes, how many seats on
# the next player sits (S20).
SIGNS = {str(steps): (steps, 0, 1) for steps in range(1, 7)} | {"x": (0, 0, 2), "plus2": (0, 2, 1)}
GREEN_SIGNS = {"floppy": (3, 0, 1), "farmer": (0, 0, 1)}
FARMERS = ("farmer-1", "farmer-2", "farmer-3")
CARDS = (
    *(f"{colour}-{sign}" for colour in PIGS for sign in SIGNS),
    *(f"floppy-{colour}" for colour in PIGS),
    *FARMERS,
)
FLOPPY = len(PIGS) * len(SIGNS)  # the first green card
FARMER = FLOPPY + len(PIGS)  # the first Farmer

# One number a card, by the table above; a Floppy has the colour of its question mark (S2).
_EFFECTS = (
    [*SIGNS.values()] * len(PIGS)
    + [GREEN_SIGNS["floppy"]] * len(PIGS)
    + [GREEN_SIGNS["farmer"]] * len(FARMERS)
)
STEPS, ADDS, SEATS_ON = (np.array(column, np.int8) for column in zip(*_EFFECTS, strict=True))
COLOUR = np.array(
    [card // len(SIGNS) for card in range(FLOPPY)] + [*range(len(PIGS))] + [ANY] * len(FARMERS),
    np.int8,
)


def _set(cards: Iterable[int]) -> Cards:
    return np.uint64(sum(1 << card for card in cards))


ALL_CARDS = _set(range(len(CARDS)))
GREEN = _set(range(FLOPPY, len(CARDS)))
PLUS_TWO = _set(card for card in range(FLOPPY) if ADDS[card])

# What fits a colour: that colour, and green on everything, green included (S7). Nothing but
# green has a colour when a Farmer lies turned up, and then everything fits (S3).
FITS_COLOUR = np.array(
    [_set(card for card in range(FLOPPY) if COLOUR[card] == pig) | GREEN for pig in range(ANY)]
    + [ALL_CARDS]
)
_SAME_SIGN = [
    _set(range(card % len(SIGNS), FLOPPY, len(SIGNS))) if card < FLOPPY else np.uint64(0)
    for card in range(len(CARDS))
]
# What fits the number or sign of a card; in the second row, of a first card whose X or +2
# does not count (S1), though its number does (S4).
FITS_SIGN = np.array(
    [_SAME_SIGN, [fits if STEPS[card] else 0 for card, fits in enumerate(_SAME_SIGN)]], np.uint64
)
# What answers an open +2: another one (S11), and green cards if the table plays so (S10).
ANSWERS_PLUS_TWO = np.array([PLUS_TWO, PLUS_TWO | GREEN])

# What a table may choose ----------------------------------------------------------------

OPTIONS = (
    Option("goal_distances", Number(5, 60), (15, 17, 19, 21), "S21"),  # for 2 to 5 players
    switch("exact_goal", "S21"),
    switch("first_card_sign_fits", "S1"),
    switch("green_parries_plus2", "S10"),
    switch("mau", "V1"),
    number("mau_window", "V3", 0, 0, 60),  # seconds on a live table's clock; the rules wait
    number("bots_catch", "V13", 100, 0, 100),  # in so many of a hundred cases; for bots to heed
    number("races", "S36", 4, 1, MOST_RACES),
    start_player("S38", SEATS),
)
(
    GOAL_DISTANCES,
    EXACT_GOAL,
    FIRST_CARD_SIGN_FITS,
    GREEN_PARRIES_PLUS2,
    MAU,
    MAU_WINDOW,
    BOTS_CATCH,
    RACES,
    START_PLAYER,
) = places(OPTIONS)

# What is decided, and how a race ends ---------------------------------------------------


class Phase(IntEnum):
    """What is being decided."""

    PLAY = 0  # a card, or to draw
    BET = 1  # after drawing
    RETREAT = 2  # after taking the cards of a +2
    RUN = 3  # which of the last pigs a Floppy helps
    NAME = 4  # the colour a Farmer wants
    CALL = 5  # "Mau", with one card left or none
    CATCH = 6  # whoever did not call
    OVER = 7


class Ending(IntEnum):
    """How a race ended."""

    LAUREL = 0  # a pig reached it: A in the rulebook
    LAST_CARD = 1  # a hand is empty: B
    BOTH = 2  # S25
    TURN_LIMIT = 3  # S28


PHASES = tuple(phase.name.lower() for phase in Phase)
ENDINGS = tuple(ending.name.lower() for ending in Ending)
MOVES = (
    MoveKind("play", 0, "", "card", CARDS),
    MoveKind("draw", 39, "draw"),
    MoveKind("pass", 40, "pass"),
    MoveKind("retreat", 41, "retreat", "pig", PIGS),
    MoveKind("stop", 45, "stop"),
    MoveKind("bet", 46, "bet", "pig", PIGS),
    MoveKind("no_bet", 50, "no-bet"),
    MoveKind("run", 51, "run", "pig", PIGS),
    MoveKind("name", 55, "name", "colour", PIGS),
    MoveKind("mau", 59, "mau"),
    MoveKind("silent", 60, "silent"),
    MoveKind("catch", 61, "catch"),
    MoveKind("let_go", 62, "let-go"),
)
# The first code of each kind.
PLAY, DRAW, PASS, RETREAT, STOP, BET, NO_BET, RUN, NAME_COLOUR, CALL, SILENT, CATCH, LET_GO = (
    kind.first for kind in MOVES
)
CODES_USED = 63
# The forgotten "Mau", in the words of a live table, which gives it a window of time (V3).
CHALLENGE = Challenge(int(Phase.CALL), CALL, SILENT, CATCH, LET_GO, MAU_WINDOW, BOTS_CATCH)
NOTATION = tuple(text for kind in MOVES for text in kind.notations().values())

# The codes of each phase; of some only a part, by what lies on the table.
ANSWERS = np.array(
    [
        _set(range(PLAY, PASS + 1)),
        _set(range(BET, NO_BET + 1)),
        _set(range(RETREAT, STOP + 1)),
        _set(range(RUN, RUN + len(PIGS))),
        _set(range(NAME_COLOUR, NAME_COLOUR + len(PIGS))),  # any of the four, always (S9)
        _set((CALL, SILENT)),
        _set((CATCH, LET_GO)),
        np.uint64(0),
    ]
)


class Refusal(IntEnum):
    """Why a code may not be decided now. Wire format: add, never renumber."""

    NONE = 0
    GAME_IS_OVER = 1
    NO_SUCH_MOVE = 2
    NOT_IN_HAND = 3
    DOES_NOT_FIT = 4
    NOT_THE_COLOUR_OF_FLOPPY = 5
    NOT_THE_NAMED_COLOUR = 6
    FIRST_CARD_COUNTS_BY_COLOUR = 7
    GREEN_DOES_NOT_ANSWER = 8
    ONLY_PLUS_TWO_ANSWERS = 9
    NOTHING_TO_DRAW = 10
    MUST_DRAW = 11
    MUST_PLAY = 12
    TURN_ENDS_WITH_A_DRAW = 13
    PIG_MUST_RUN_FIRST = 14
    COLOUR_MUST_BE_NAMED_FIRST = 15
    CALL_COMES_FIRST = 16
    OTHERS_MAY_STILL_CATCH = 17
    NO_CARDS_WERE_TAKEN = 18
    PIG_IS_ON_START = 19
    BET_NEEDS_A_DRAWN_CARD = 20
    RETREAT_COMES_FIRST = 21
    NO_PIG_TO_CHOOSE = 22
    PIG_IS_NOT_LAST = 23
    NO_COLOUR_TO_NAME = 24
    NOTHING_TO_CALL = 25
    NOBODY_TO_CATCH = 26


RULING = {
    Refusal.GAME_IS_OVER: "S37",
    Refusal.NO_SUCH_MOVE: "V11",
    Refusal.NOT_IN_HAND: "S5",
    Refusal.DOES_NOT_FIT: "S4",
    Refusal.NOT_THE_COLOUR_OF_FLOPPY: "S2",
    Refusal.NOT_THE_NAMED_COLOUR: "S8",
    Refusal.FIRST_CARD_COUNTS_BY_COLOUR: "S1",
    Refusal.GREEN_DOES_NOT_ANSWER: "S10",
    Refusal.ONLY_PLUS_TWO_ANSWERS: "S11",
    Refusal.NOTHING_TO_DRAW: "S18",
    Refusal.MUST_DRAW: "S18",
    Refusal.MUST_PLAY: "S18",
    Refusal.TURN_ENDS_WITH_A_DRAW: "S6",
    Refusal.PIG_MUST_RUN_FIRST: "S23",
    Refusal.COLOUR_MUST_BE_NAMED_FIRST: "S9",
    Refusal.CALL_COMES_FIRST: "V2",
    Refusal.OTHERS_MAY_STILL_CATCH: "V3",
    Refusal.NO_CARDS_WERE_TAKEN: "S16",
    Refusal.PIG_IS_ON_START: "S16",
    Refusal.BET_NEEDS_A_DRAWN_CARD: "S34",
    Refusal.RETREAT_COMES_FIRST: "S17",
    Refusal.NO_PIG_TO_CHOOSE: "S23",
    Refusal.PIG_IS_NOT_LAST: "S23",
    Refusal.NO_COLOUR_TO_NAME: "S24",
    Refusal.NOTHING_TO_CALL: "V11",
    Refusal.NOBODY_TO_CATCH: "V12",
}

# What a state holds ---------------------------------------------------------------------

# A batch is a set of cards of which everybody knows that they are out of sight: the whole
# deck at first, then each draw pile made of discards, and each card taken back for a
# forgotten call. Face-up cards have batch 0.
MOST_BATCHES = 2 * (LONGEST_RACE + HEAD_START)


class Shared(Protocol):
    """What a state and a view of it have in common."""

    players: Annotated[Int8, field(Number(FEWEST, SEATS))]
    options: Annotated[Options, options_field(OPTIONS)]
    phase: Annotated[Int8, field(Name(PHASES))]
    race: Annotated[Int8, field(Number(1, MOST_RACES))]
    starter: Annotated[Int8, field(Number(0, SEATS - 1))]
    turn: Annotated[Int8, field(Number(0, SEATS - 1))]
    turns: Annotated[Int16, field(Number(0, LONGEST_RACE))]  # completed in this race (S28)
    pigs: Annotated[Row16, field(Number(0, FURTHEST), each(PIGS))]  # spaces from Start
    top: Annotated[Int8, field(Name(CARDS))]
    valid: Annotated[Int8, field(Name((*PIGS, "any")))]  # the colour that counts (S8)
    turned_up: Annotated[Int8, field(Flag())]  # the top card is the first one, which nobody played
    debt: Annotated[Int8, field(Number(0, 8))]  # cards of open +2s (S13)
    steps: Annotated[Int8, field(Number(0, 8))]  # left to retreat (S16)
    laid: Annotated[Int8, field(Name(CARDS, or_none=True))]  # played, not yet in effect (V2)
    pending: Annotated[UInt8, field(Spaces(SEATS))]  # seats that have not let go yet (V3)
    asked: Annotated[Int8, field(seat_or_nobody(SEATS))]  # of those, the one asked now
    queue: Annotated[Row8, field(seat_or_nobody(SEATS), by_seat(SEATS))]  # who bet, top first
    points: Annotated[Row16, field(Number(0, MOST_RACES * MOST_IN_A_RACE), by_seat(SEATS))]
    batch: Annotated[Row16, field(Number(0, MOST_BATCHES), each(CARDS))]
    batches: Annotated[Int16, field(Number(0, MOST_BATCHES))]  # the newest
    ended: Annotated[Row8, field(Number(0, MOST_RACES), each(ENDINGS))]
    # The race scored last, whose table the next race has already cleared.
    report_ending: Annotated[Int8, field(Name(ENDINGS, or_none=True))]
    report_seat: Annotated[Int8, field(seat_or_nobody(SEATS))]  # who took the last turn
    report_pigs: Annotated[Row16, field(Number(0, FURTHEST), each(PIGS))]
    report_winners: Annotated[UInt8, field(Names(PIGS))]
    report_queue: Annotated[Row8, field(seat_or_nobody(SEATS), by_seat(SEATS))]
    report_bets: Annotated[Row8, field(Name(PIGS, or_none=True), by_seat(SEATS))]
    report_finish_points: Annotated[Row8, field(Number(0, 8), by_seat(SEATS))]
    report_bet_points: Annotated[Row8, field(Number(0, 6), by_seat(SEATS))]
    last_seat: Annotated[Int8, field(seat_or_nobody(SEATS))]
    last_code: Annotated[Int8, field(Name(NOTATION, or_none=True))]


class State(Shared, Protocol):
    """All of a state: what nobody sees, and what each seat sees of its own, besides."""

    hands: Annotated[Row64, field(Names(CARDS), by_seat(SEATS), seen=OWNER, before="top")]
    # to draw from; a set without order
    pile: Annotated[Cards, field(Names(CARDS), seen=UNSEEN, before="top")]
    # Its own until the race is scored (S35).
    bets: Annotated[
        Row8, field(Name(PIGS, or_none=True), by_seat(SEATS), seen=OWNER, before="queue")
    ]


FIELDS = fields_of(State)
STATE = record_type(FIELDS)


@kernel
def goal(options: Options, players: int) -> int:
    """The space of the laurel, the same in every race."""
    return int(options[GOAL_DISTANCES + players - FEWEST])
