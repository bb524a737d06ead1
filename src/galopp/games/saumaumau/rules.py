"""Sau Mau Mau: four pigs, a hand of cards to get rid of, and a bet on who will lead.

A player lays a card that fits the one on top, and the card does something: a number drives
the pig of its colour, an X skips the neighbour, a +2 makes the neighbour take cards, a
Floppy helps the last pig along, a Farmer names the colour that counts. Or a card is drawn
instead, and then one may bet on a pig. A race ends when a pig reaches the laurel or a hand
is empty; both earn points, and so do the bets on a winning pig, the earliest most.

The sections below follow the rulebook; S1 to S38, and V1 to V13 for the variant with calls
of "Mau", are the rulings explained in docs/saumaumau.md.
"""

from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import Protocol

import numpy as np
import numpy.typing as npt

from galopp.core.cards import Cards, count, has, lowest, one, pick
from galopp.core.chance import Chance, below
from galopp.core.contract import NOTHING_YET, SECRET, Challenge, Event, LastDecision, MoveKind
from galopp.core.fault import Impossible
from galopp.core.kernel import hot_kernel, kernel
from galopp.core.option import Option, Options, number, options_field, places, start_player, switch
from galopp.core.record import ALL, OWNER, UNSEEN, Field, by_seat, each, in_line, record_type
from galopp.core.rows import copy_row
from galopp.core.words import NOBODY, Flag, Name, Names, Number, Plain, Spaces, seat_or_nobody

NAME = "saumaumau"
VERSION = 1

# §1 What is in the box ------------------------------------------------------------------

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

# A batch is a set of cards of which everybody knows that they are out of sight: the whole
# deck at first, then each draw pile made of discards, and each card taken back for a
# forgotten call. Face-up cards have batch 0.
MOST_BATCHES = 2 * (LONGEST_RACE + HEAD_START)

FIELDS = (
    Field("players", np.int8, Number(FEWEST, SEATS)),
    options_field(OPTIONS),
    Field("phase", np.int8, Name(PHASES)),
    Field("race", np.int8, Number(1, MOST_RACES)),
    Field("starter", np.int8, Number(0, SEATS - 1)),
    Field("turn", np.int8, Number(0, SEATS - 1)),
    Field("turns", np.int16, Number(0, LONGEST_RACE)),  # completed in this race (S28)
    Field("pigs", np.int16, Number(0, FURTHEST), (each(PIGS),)),  # spaces from Start
    Field("hands", np.uint64, Names(CARDS), (by_seat(SEATS),), OWNER),
    Field("pile", np.uint64, Names(CARDS), seen=UNSEEN),  # to draw from; a set without order
    Field("top", np.int8, Name(CARDS)),
    Field("valid", np.int8, Name((*PIGS, "any"))),  # the colour that counts (S8)
    Field("turned_up", np.int8, Flag()),  # the top card is the first one, which nobody played
    Field("debt", np.int8, Number(0, 8)),  # cards of open +2s (S13)
    Field("steps", np.int8, Number(0, 8)),  # left to retreat (S16)
    Field("laid", np.int8, Name(CARDS, or_none=True)),  # played, not yet in effect (V2)
    Field("pending", np.uint8, Spaces(SEATS)),  # seats that have not let go yet (V3)
    Field("asked", np.int8, seat_or_nobody(SEATS)),  # of those, the one asked now
    Field("bets", np.int8, Name(PIGS, or_none=True), (by_seat(SEATS),), OWNER),  # S35
    Field("queue", np.int8, seat_or_nobody(SEATS), (by_seat(SEATS),)),  # who bet, top first
    Field("points", np.int16, Number(0, MOST_RACES * MOST_IN_A_RACE), (by_seat(SEATS),)),
    Field("batch", np.int16, Number(0, MOST_BATCHES), (each(CARDS),)),
    Field("batches", np.int16, Number(0, MOST_BATCHES)),  # the newest
    Field("ended", np.int8, Number(0, MOST_RACES), (each(ENDINGS),)),
    # The race scored last, whose table the next race has already cleared.
    Field("report_ending", np.int8, Name(ENDINGS, or_none=True)),
    Field("report_seat", np.int8, seat_or_nobody(SEATS)),  # who took the last turn
    Field("report_pigs", np.int16, Number(0, FURTHEST), (each(PIGS),)),
    Field("report_winners", np.uint8, Names(PIGS)),
    Field("report_queue", np.int8, seat_or_nobody(SEATS), (by_seat(SEATS),)),
    Field("report_bets", np.int8, Name(PIGS, or_none=True), (by_seat(SEATS),)),
    Field("report_finish_points", np.int8, Number(0, 8), (by_seat(SEATS),)),
    Field("report_bet_points", np.int8, Number(0, 6), (by_seat(SEATS),)),
    Field("last_seat", np.int8, seat_or_nobody(SEATS)),
    Field("last_code", np.int8, Name(NOTATION, or_none=True)),
)
STATE = record_type(FIELDS)


class Shared(Protocol):
    """The fields that a state and a view of it have in common."""

    players: int
    options: Options
    phase: int
    race: int
    starter: int
    turn: int
    turns: int
    pigs: npt.NDArray[np.int16]
    top: int
    valid: int
    turned_up: int
    debt: int
    steps: int
    laid: int
    pending: int
    asked: int
    queue: npt.NDArray[np.int8]
    points: npt.NDArray[np.int16]
    batch: npt.NDArray[np.int16]
    batches: int
    ended: npt.NDArray[np.int8]
    report_ending: int
    report_seat: int
    report_pigs: npt.NDArray[np.int16]
    report_winners: int
    report_queue: npt.NDArray[np.int8]
    report_bets: npt.NDArray[np.int8]
    report_finish_points: npt.NDArray[np.int8]
    report_bet_points: npt.NDArray[np.int8]
    last_seat: int
    last_code: int


class State(Shared, Protocol):
    """A `STATE` record as the type checker sees it; a test keeps the two lists alike."""

    hands: npt.NDArray[np.uint64]
    pile: Cards
    bets: npt.NDArray[np.int8]


@kernel
def goal(options: Options, players: int) -> int:
    """The space of the laurel, the same in every race."""
    return int(options[GOAL_DISTANCES + players - FEWEST])


# §2 Setting up --------------------------------------------------------------------------


@kernel
def set_up(state: State, players: int, options: Options, chance: Chance) -> None:
    """Sit down, choose who starts (S38), and prepare the first race."""
    state.players = players
    copy_row(options, state.options)
    state.race = 0
    state.points[:] = 0
    state.ended[:] = 0
    state.batch[:] = 0
    state.batches = 0
    state.last_seat = NOBODY
    state.last_code = NOTHING_YET
    report_nothing(state)
    state.starter = options[START_PLAYER]
    if state.starter == NOBODY:
        state.starter = below(chance, players)
    prepare_race(state, chance)


@kernel
def report_nothing(state: State) -> None:
    """No race has been scored yet."""
    state.report_ending = NOBODY
    state.report_seat = NOBODY
    state.report_pigs[:] = 0
    state.report_winners = 0
    state.report_finish_points[:] = 0
    state.report_bet_points[:] = 0
    lay_nothing(state.report_queue, state.players)
    lay_nothing(state.report_bets, state.players)


@kernel
def lay_nothing(row: npt.NDArray[np.int8], players: int) -> None:
    """Nothing at any place of those who play."""
    for seat in range(SEATS):
        row[seat] = NOBODY if seat < players else 0


@kernel
def prepare_race(state: State, chance: Chance) -> None:
    """Pigs to Start, no bets, all 39 cards shuffled and dealt; the start player begins."""
    state.race += 1
    state.turn = state.starter
    state.turns = 0
    state.phase = Phase.PLAY
    state.pigs[:] = 0
    state.debt = 0
    state.steps = 0
    state.laid = NOBODY
    state.pending = 0
    state.asked = NOBODY
    lay_nothing(state.bets, state.players)
    lay_nothing(state.queue, state.players)
    if state.batches:
        state.batch[:] = 0
        state.batches = 0
    deal(state, chance)


@kernel
def deal(state: State, chance: Chance) -> None:
    """Five cards each, and one turned up: its colour counts, its effect does not (S2, S3, S4)."""
    pile = ALL_CARDS
    for seat in range(SEATS):
        before = pile
        if seat < state.players:
            for _ in range(HAND):
                pile ^= one(pick(pile, chance))
        state.hands[seat] = before ^ pile
    state.top = pick(pile, chance)
    state.pile = pile ^ one(state.top)
    state.valid = COLOUR[state.top]
    state.turned_up = 1


# §3 A turn ------------------------------------------------------------------------------


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


@hot_kernel
def mover(state: State) -> int:
    """The seat that decides now, or NOBODY."""
    if state.phase < Phase.CATCH:
        return int(state.turn)
    return int(state.asked)


@kernel
def deciders(state: State) -> int:
    """The seats that may decide now, as bits: the mover, or all who could still catch (V3, V12)."""
    if state.phase == Phase.CATCH:
        return int(state.pending)
    seat = mover(state)
    return 0 if seat == NOBODY else 1 << seat


@kernel
def ask(state: State, seat: int) -> None:
    """Let this seat answer now, since they may answer in any order (V3). Trusts `deciders`."""
    if state.phase == Phase.CATCH:
        state.asked = seat


@hot_kernel
def legal(state: State) -> Cards:
    """The codes allowed now."""
    if state.phase == Phase.PLAY:
        return playing(state)
    if state.phase == Phase.RETREAT:
        return np.uint64(np.uint64(pigs_off_start(state) << RETREAT) | one(STOP))
    if state.phase == Phase.RUN:
        return np.uint64(last_pigs(state) << RUN)
    return np.uint64(ANSWERS[state.phase])


@kernel
def playing(state: State) -> Cards:
    """A card that fits, or draw (S5); with nothing to draw one must play, or else pass (S18)."""
    cards = state.hands[state.turn] & fitting(state)
    if state.pile:
        return np.uint64(cards | one(DRAW))
    return cards if cards else one(PASS)


@kernel
def fitting(state: State) -> Cards:
    """What may lie on the top card: its colour, number or sign, and green (S1-S4, S7, S8)."""
    if state.debt:
        return np.uint64(ANSWERS_PLUS_TWO[state.options[GREEN_PARRIES_PLUS2]])
    by_colour = state.turned_up if state.options[FIRST_CARD_SIGN_FITS] == 0 else 0
    return np.uint64(FITS_COLOUR[state.valid] | FITS_SIGN[by_colour, state.top])


@kernel
def why_not(state: State, code: int) -> Refusal:
    """What stands against a code now; `Refusal.NONE` exactly where `legal` has it."""
    if code < 0 or code >= CODES_USED:
        return Refusal.NO_SUCH_MOVE
    if state.phase == Phase.OVER:
        return Refusal.GAME_IS_OVER
    if not has(ANSWERS[state.phase], code):
        return why_not_a_turn_now(state) if code <= PASS else why_not_this_now(state, code)
    if code < DRAW:
        return why_not_play(state, code)
    if code <= PASS:
        return why_not_draw(state) if code == DRAW else why_not_pass(state)
    if has(legal(state), code):
        return Refusal.NONE
    return Refusal.PIG_IS_ON_START if state.phase == Phase.RETREAT else Refusal.PIG_IS_NOT_LAST


@kernel
def why_not_a_turn_now(state: State) -> Refusal:
    """What must be decided before anybody plays or draws (S6, S9, S23, V2, V3)."""
    if state.phase == Phase.RUN:
        return Refusal.PIG_MUST_RUN_FIRST
    if state.phase == Phase.NAME:
        return Refusal.COLOUR_MUST_BE_NAMED_FIRST
    if state.phase == Phase.CALL:
        return Refusal.CALL_COMES_FIRST
    if state.phase == Phase.CATCH:
        return Refusal.OTHERS_MAY_STILL_CATCH
    return Refusal.TURN_ENDS_WITH_A_DRAW


@kernel
def why_not_this_now(state: State, code: int) -> Refusal:
    """What a decision that follows from another one would need (S16, S17, S24, S34, V11)."""
    if code <= STOP:
        return Refusal.NO_CARDS_WERE_TAKEN
    if code <= NO_BET:
        return why_not_bet_now(state)
    if code < NAME_COLOUR:
        return Refusal.NO_PIG_TO_CHOOSE
    if code < CALL:
        return Refusal.NO_COLOUR_TO_NAME
    return Refusal.NOTHING_TO_CALL if code <= SILENT else Refusal.NOBODY_TO_CATCH


@kernel
def why_not_bet_now(state: State) -> Refusal:
    """What stands before a bet: a retreat (S17), a choice that is due, or drawing (S34)."""
    if state.phase == Phase.RETREAT:
        return Refusal.RETREAT_COMES_FIRST
    if state.phase == Phase.PLAY:
        return Refusal.BET_NEEDS_A_DRAWN_CARD
    return why_not_a_turn_now(state)


@kernel
def why_not_play(state: State, card: int) -> Refusal:
    """A card of one's own that fits (S1, S2, S8, S10, S11)."""
    if not has(state.hands[state.turn], card):
        return Refusal.NOT_IN_HAND
    if has(fitting(state), card):
        return Refusal.NONE
    if state.debt:
        green = card >= FLOPPY
        return Refusal.GREEN_DOES_NOT_ANSWER if green else Refusal.ONLY_PLUS_TWO_ANSWERS
    if state.top >= FARMER:
        return Refusal.NOT_THE_NAMED_COLOUR
    if state.top >= FLOPPY:
        return Refusal.NOT_THE_COLOUR_OF_FLOPPY
    if has(FITS_SIGN[0, state.top], card):
        return Refusal.FIRST_CARD_COUNTS_BY_COLOUR
    return Refusal.DOES_NOT_FIT


@kernel
def why_not_draw(state: State) -> Refusal:
    """There must be a card to draw (S18)."""
    return Refusal.NONE if state.pile else Refusal.NOTHING_TO_DRAW


@kernel
def why_not_pass(state: State) -> Refusal:
    """Passing is for those who can neither draw nor play (S18)."""
    if state.pile:
        return Refusal.MUST_DRAW
    playable = state.hands[state.turn] & fitting(state)
    return Refusal.MUST_PLAY if playable else Refusal.NONE


@hot_kernel
def apply(state: State, code: int, chance: Chance) -> None:
    """Carry out a decision. Trusts `legal`."""
    state.last_seat = mover(state)
    state.last_code = code
    if code < DRAW:
        play(state, code)
    elif code == DRAW:
        draw(state, chance)
    elif code < RUN:
        decide_after_drawing(state, code)
    elif code == CATCH:
        take_back(state, chance)
    else:
        decide_after_playing(state, code)
    if state.phase == Phase.OVER:
        end_race(state, chance)


@kernel
def play(state: State, card: int) -> None:
    """Lay a card; with the last but one and with the last a call is due first (V1)."""
    hand = state.hands[state.turn] ^ one(card)
    state.hands[state.turn] = hand
    state.batch[card] = 0
    if state.options[MAU] and count(hand) <= 1:
        state.laid = card
        state.phase = Phase.CALL
    else:
        carry_out(state, card)


@kernel
def carry_out(state: State, card: int) -> None:
    """The card covers the top one and does what it says, unless that needs a choice first."""
    cover(state, card)
    if card >= FARMER and state.hands[state.turn]:  # nothing follows a last card (S24)
        state.phase = Phase.NAME
    elif FLOPPY <= card < FARMER and several_are_last(state):
        state.phase = Phase.RUN
    else:
        end_play(state, move_pig(state, card), int(SEATS_ON[card]))


@kernel
def cover(state: State, card: int) -> None:
    """A +2 adds to the debt (S12, S13); a green card that answers one voids it (S10)."""
    state.top = card
    state.valid = COLOUR[card]
    state.turned_up = 0
    state.debt = state.debt + ADDS[card] if ADDS[card] else 0
    if state.pile == 0:
        rebuild_pile(state)


@kernel
def move_pig(state: State, card: int) -> int:
    """A number drives the pig of its colour, a Floppy the last one, to the laurel too (S22)."""
    if STEPS[card] == 0:
        return 0
    pig = lowest(np.uint64(last_pigs(state))) if card >= FLOPPY else int(COLOUR[card])
    return run(state, pig, int(STEPS[card]))


@kernel
def run(state: State, pig: int, steps: int) -> int:
    """The pig runs exactly so far, and shares spaces (S27). Returns its bit if it has arrived."""
    at = goal(state.options, state.players)
    exactly = state.options[EXACT_GOAL] != 0
    place = int(state.pigs[pig]) + steps
    state.pigs[pig] = stops_at(place, at, exactly)
    return (place == at or (place > at and not exactly)) << pig


@kernel
def stops_at(place: int, at: int, exactly: bool) -> int:
    """On the laurel, the surplus lapses, unless the table lets pigs run past it (S21)."""
    return place if exactly else min(place, at)


@kernel
def several_are_last(state: State) -> bool:
    """Then the player must choose one of them, with the last card too (S23)."""
    last = last_pigs(state)
    return bool(last & (last - 1))


@kernel
def last_pigs(state: State) -> int:
    """The pigs furthest back, as bits."""
    last = min(min(state.pigs[0], state.pigs[1]), min(state.pigs[2], state.pigs[3]))
    return pigs_on(state.pigs, last)


@kernel
def pigs_on(pigs: npt.NDArray[np.int16], space: int) -> int:
    """The pigs on a space, as bits; none of them is before another (S27)."""
    found = 0
    for pig in range(len(PIGS)):
        found |= (pigs[pig] == space) << pig
    return found


@kernel
def pigs_off_start(state: State) -> int:
    """The pigs that can go back, as bits (S16)."""
    return (1 << len(PIGS)) - 1 - pigs_on(state.pigs, 0)


@kernel
def end_play(state: State, arrived: int, seats_on: int) -> None:
    """A pig on the laurel or an empty hand ends the race (S14, S20, S25), else the turn ends."""
    emptied = state.hands[state.turn] == 0
    if arrived:
        stop_race(state, Ending.BOTH if emptied else Ending.LAUREL, arrived)
    elif emptied:
        stop_race(state, Ending.LAST_CARD, 0)
    else:
        end_turn(state, seats_on)


@kernel
def stop_race(state: State, ending: Ending, arrived: int) -> None:
    """The race is over; a pig on the laurel is its only winner (S25). `apply` then scores it.

    The turn that ends it is a completed turn as well (S28).
    """
    state.turns += 1
    state.phase = Phase.OVER
    state.report_ending = ending
    state.report_winners = arrived


@kernel
def end_turn(state: State, seats_on: int) -> None:
    """The neighbour to the left, after an X the one beyond (S20); turns are counted (S28)."""
    if state.turns == LONGEST_RACE - 1:
        stop_race(state, Ending.TURN_LIMIT, 0)
    else:
        state.turns += 1
        state.turn = seat_after(state, int(state.turn), seats_on)
        state.phase = Phase.PLAY


@kernel
def seat_after(state: Shared, seat: int, seats_on: int) -> int:
    """The seat so many to the left; with two players two on is oneself (S20)."""
    after = seat + seats_on
    return after if after < state.players else int(after - state.players)


@kernel
def draw(state: State, chance: Chance) -> None:
    """Draw one card (S5), or take all the cards of the open +2s, then retreat, then bet (S17).

    Cards that are not there are not taken and the rest of the debt lapses (S15). Either way
    the turn ends without a card played, the drawn one included (S6).
    """
    owed = int(state.debt)
    taken = 0
    while taken < max(owed, 1) and state.pile:
        take_card(state, chance)
        taken += 1
    state.debt = 0
    if owed and pigs_off_start(state):
        state.steps = taken  # one for each card taken (S16)
        state.phase = Phase.RETREAT
    else:
        state.phase = Phase.BET  # some card can always be taken (S34)


@kernel
def take_card(state: State, chance: Chance) -> None:
    """One card from the draw pile, which is made anew as soon as it is used up (S19)."""
    card = one(pick(state.pile, chance))
    state.pile ^= card
    state.hands[state.turn] |= card
    if state.pile == 0:
        rebuild_pile(state)


@kernel
def rebuild_pile(state: State) -> None:
    """All cards beneath the top one are the new draw pile, a set everybody knows (S19)."""
    state.pile = beneath_top(state)
    state.batches += state.pile != 0
    left = state.pile
    while left:
        state.batch[lowest(left)] = state.batches
        left &= left - np.uint64(1)


@kernel
def beneath_top(state: State) -> Cards:
    """The discards under the top card: all cards that are nowhere else."""
    elsewhere = state.pile | one(state.top)
    for seat in range(SEATS):
        elsewhere |= state.hands[seat]
    if state.laid != NOBODY:
        elsewhere |= one(state.laid)
    return np.uint64(ALL_CARDS & ~elsewhere)


@kernel
def decide_after_drawing(state: State, code: int) -> None:
    """What follows a draw, and a pass, which nothing follows (S18)."""
    if RETREAT <= code < STOP:
        retreat(state, code - RETREAT)
    elif code == STOP:
        stop_retreating(state)
    else:
        if BET <= code < NO_BET:
            bet(state, code - BET)
        end_turn(state, 1)


@kernel
def retreat(state: State, pig: int) -> None:
    """A pig goes back one space for each card taken, in any split, never behind Start (S16)."""
    state.pigs[pig] -= 1
    state.steps -= 1
    if state.steps == 0 or not pigs_off_start(state):
        stop_retreating(state)


@kernel
def stop_retreating(state: State) -> None:
    """Unused steps lapse (S16); one bet for however many cards were taken (S17, S33)."""
    state.steps = 0
    state.phase = Phase.BET


@kernel
def bet(state: State, pig: int) -> None:
    """Bet, or change a bet, also to the same pig (S31); it goes to the end of the queue (S32)."""
    state.bets[state.turn] = pig
    behind = 0
    for place in range(state.players):  # those behind a bet that is taken up move up
        seat = state.queue[place]
        state.queue[behind] = seat
        behind += (seat != NOBODY) & (seat != state.turn)
    state.queue[behind] = state.turn


@kernel
def decide_after_playing(state: State, code: int) -> None:
    """What follows a card: a pig to choose, a colour to name, a call to make or to miss."""
    if code < NAME_COLOUR:
        end_play(state, run(state, code - RUN, int(STEPS[state.top])), 1)
    elif code < CALL:
        state.valid = code - NAME_COLOUR  # until the next card is played (S8, S9)
        end_turn(state, 1)
    elif code == SILENT:
        open_window(state)
    elif code == CALL or last_to_let_go(state):
        card = int(np.int64(state.laid))  # as wide as a code, so that one compiled rule serves both
        state.laid = NOBODY
        carry_out(state, card)


@kernel
def open_window(state: State) -> None:
    """Everybody else may catch a player who did not call, before the card counts (V2, V3, V9)."""
    # To catch is each seat's own choice; how often computer players do is an option (V13).
    state.pending = (1 << state.players) - 1 - (1 << state.turn)
    state.asked = seat_after(state, int(state.turn), 1)
    state.phase = Phase.CATCH


@kernel
def last_to_let_go(state: State) -> bool:
    """Let go; the next seat that has not yet answered is asked, if there is one (V3, V12)."""
    state.pending = state.pending & ~(1 << state.asked)
    if state.pending == 0:
        state.asked = NOBODY
        return True
    while not state.pending >> state.asked & 1:
        state.asked = seat_after(state, int(state.asked), 1)
    return False


@kernel
def take_back(state: State, chance: Chance) -> None:
    """Caught: the card goes back to the hand, as if it had never been laid (V4-V6, V8-V10).

    Whoever was to answer a +2 takes its cards now (V7); for anybody else the turn is over.
    """
    state.hands[state.turn] |= one(state.laid)
    state.batches += 1
    state.batch[state.laid] = state.batches
    state.laid = NOBODY
    state.pending = 0
    state.asked = NOBODY
    if state.debt:
        draw(state, chance)
    else:
        end_turn(state, 1)


# §4 The end -----------------------------------------------------------------------------


@kernel
def end_race(state: State, chance: Chance) -> None:
    """Score the race; an open debt lapses (S14, S28). The next one starts further left (S36)."""
    report(state)
    for seat in range(state.players):
        state.points[seat] += state.report_finish_points[seat] + state.report_bet_points[seat]
    state.debt = 0
    lay_nothing(state.bets, state.players)
    lay_nothing(state.queue, state.players)
    if state.race < state.options[RACES]:
        state.starter = seat_after(state, int(state.starter), 1)
        prepare_race(state, chance)


@kernel
def report(state: State) -> None:
    """Put down how the race ended, all bets open, and who earned what."""
    state.ended[state.report_ending] += 1
    state.report_seat = state.turn
    if state.report_winners == 0:
        state.report_winners = pigs_in_front(state)
    copy_row(state.pigs, state.report_pigs)
    copy_row(state.queue, state.report_queue)
    copy_row(state.bets, state.report_bets)
    state.report_finish_points[:] = 0
    state.report_finish_points[state.turn] = FINISH_POINTS[state.report_ending]
    score_bets(state)


@kernel
def pigs_in_front(state: State) -> int:
    """The leading pig, or all that lead together, even from Start, as bits (S26, S27)."""
    first = max(max(state.pigs[0], state.pigs[1]), max(state.pigs[2], state.pigs[3]))
    return pigs_on(state.pigs, first)


@kernel
def score_bets(state: State) -> None:
    """Wrong bets are taken out; those left earn points from the top down (S29, S30)."""
    state.report_bet_points[:] = 0
    rank = 0
    for place in range(state.players):
        seat = state.queue[place]
        if seat != NOBODY and state.report_winners >> state.bets[seat] & 1:
            state.report_bet_points[seat] = BET_POINTS[rank]
            rank += 1


@kernel
def points(state: State, seat: int) -> int:
    """Points so far."""
    return int(state.points[seat])


@kernel
def winners(state: State) -> int:
    """Most points; equal points share the victory (S37)."""
    if state.phase != Phase.OVER:
        return 0
    return with_most(state.points, int(state.players))


@kernel
def with_most(row: npt.NDArray[np.int16], players: int) -> int:
    """The seats that have the most points, as bits."""
    most = 0
    won = 0
    for seat in range(players):
        if row[seat] > most:
            most = row[seat]
            won = 0
        if row[seat] == most:
            won |= 1 << seat
    return won


# §5 What each seat may see --------------------------------------------------------------


SEEN_FIELDS = (
    Field("viewer", np.int8, seat_or_nobody(SEATS)),
    *(field for field in FIELDS if field.seen is ALL and field.name != "last_code"),
    Field("hand", np.uint64, Names(CARDS)),
    Field("hand_sizes", np.int8, Number(0, len(CARDS)), (by_seat(SEATS),)),
    Field("pile_size", np.int8, Number(0, len(CARDS))),
    Field("discards", np.uint64, Names(CARDS)),  # beneath the top card: all lay open once
    Field("bet", np.int8, Name(PIGS, or_none=True)),  # the seat's own (S35)
    # The batches of the cards in the hands, seat after seat; sorted, so that they do not
    # tell which card is which.
    Field("hand_batches", np.int16, Number(0, MOST_BATCHES), (in_line(len(CARDS)),)),
    Field("last_code", np.int8, LastDecision(NOTATION)),
    Field("legal", np.uint64, Names(NOTATION)),  # the codes this seat may decide now
)
SEEN = record_type(SEEN_FIELDS)


class Seen(Shared, Protocol):
    """A `SEEN` record as the type checker sees it."""

    viewer: int
    hand: Cards
    hand_sizes: npt.NDArray[np.int8]
    pile_size: int
    discards: Cards
    bet: int
    hand_batches: npt.NDArray[np.int16]
    legal: Cards


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
def copy_public(given: Shared, to: Shared) -> None:
    """All that a state and every view of it have in common."""
    to.players = given.players
    copy_row(given.options, to.options)
    to.phase = given.phase
    to.race = given.race
    to.starter = given.starter
    to.turn = given.turn
    to.turns = given.turns
    copy_row(given.pigs, to.pigs)
    to.top = given.top
    to.valid = given.valid
    to.turned_up = given.turned_up
    to.debt = given.debt
    to.steps = given.steps
    to.laid = given.laid
    to.pending = given.pending
    to.asked = given.asked
    copy_row(given.queue, to.queue)
    copy_row(given.points, to.points)
    copy_row(given.batch, to.batch)
    to.batches = given.batches
    copy_row(given.ended, to.ended)
    to.report_ending = given.report_ending
    to.report_seat = given.report_seat
    copy_row(given.report_pigs, to.report_pigs)
    to.report_winners = given.report_winners
    copy_row(given.report_queue, to.report_queue)
    copy_row(given.report_bets, to.report_bets)
    copy_row(given.report_finish_points, to.report_finish_points)
    copy_row(given.report_bet_points, to.report_bet_points)
    to.last_seat = given.last_seat


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


# §6 Positions set up by hand ------------------------------------------------------------


def check_setting(players: int, options: Options) -> None:
    """As many players as there are betting cards for; raises `Impossible`."""
    if not FEWEST <= players <= SEATS:
        raise Impossible("wrong_number_of_players", number=players, low=FEWEST, high=SEATS)
    if options[START_PLAYER] >= players:
        raise Impossible("no_such_seat", seat=int(options[START_PLAYER]))


def check(state: State) -> None:
    """Refuse a position that no game can reach; raises `Impossible`."""
    check_setting(int(state.players), state.options)
    check_seats(state)
    check_cards(state)
    check_batches(state)
    check_top(state)
    check_debt(state)
    check_phase(state)
    check_pigs(state)
    check_bets(state)
    check_races(state)
    check_last_decision(state)


def check_seats(state: State) -> None:
    """Nobody sits beyond the last seat, and nothing lies there."""
    for name in ("starter", "turn", "asked", "last_seat", "report_seat"):
        if getattr(state, name) >= state.players:
            raise Impossible("no_such_seat", field=name, seat=int(getattr(state, name)))
    by_seat_rows = (state.hands, state.bets, state.queue, state.points, state.report_bets)
    for row in (*by_seat_rows, state.report_queue, state.report_finish_points):
        if row[int(state.players) :].any():
            raise Impossible("absent_seat_has_something")
    if state.report_bet_points[int(state.players) :].any() or state.pending >> state.players:
        raise Impossible("absent_seat_has_something")


def check_cards(state: State) -> None:
    """Each card lies in one place; an empty draw pile has nothing to be made of (S19)."""
    lying = [int(hand) for hand in state.hands] + [int(state.pile), 1 << int(state.top)]
    if state.laid != NOBODY:
        lying.append(1 << int(state.laid))
    for card, name in enumerate(CARDS):
        if sum(cards >> card & 1 for cards in lying) > 1:
            raise Impossible("card_twice", card=name)
    if not state.pile and beneath_top(state):
        raise Impossible("draw_pile_must_be_rebuilt")


def check_batches(state: State) -> None:
    """Open cards have batch 0, the draw pile is of one batch, and later ones are single cards."""
    out_of_sight = int(state.pile) | sum(int(hand) for hand in state.hands)
    for card, name in enumerate(CARDS):
        if state.batch[card] > (state.batches if out_of_sight >> card & 1 else 0):
            raise Impossible("wrong_batch", card=name)
    in_pile = {int(state.batch[card]) for card in range(len(CARDS)) if has(state.pile, card)}
    later = [batch for batch in state.batch.tolist() if in_pile and batch > max(in_pile)]
    if len(in_pile) > 1 or len(set(later)) < len(later):
        raise Impossible("batches_are_mixed")
    if state.batches > 2 * (int(state.turns) + HEAD_START):
        raise Impossible("too_many_batches", number=int(state.batches))


def check_top(state: State) -> None:
    """The valid colour is that of the top card, or one a Farmer named; S3, S8."""
    chosen_for = state.phase in (Phase.RUN, Phase.NAME)  # only a card that was played asks
    if state.turned_up and (beneath_top(state) or state.pigs.any() or state.debt or chosen_for):
        raise Impossible("first_card_was_played_on")
    if state.top < FARMER:
        fits = state.valid == COLOUR[state.top]
    else:  # a Farmer laid as the last card has named nothing, one of an earlier turn has
        unnamed = state.turned_up or state.phase == Phase.NAME
        fits = state.phase == Phase.OVER or (state.valid == ANY) == bool(unnamed)
    if not fits:
        raise Impossible("wrong_valid_colour")


def check_debt(state: State) -> None:
    """A debt is two cards for each +2 laid in a row: the top one and those beneath it (S13)."""
    if state.debt == 0:
        return
    in_a_row = 1 + count(beneath_top(state) & PLUS_TWO)
    if (
        state.debt % 2
        or not has(PLUS_TWO, int(state.top))
        or state.debt // 2 > in_a_row
        or not state.pile  # the card the first +2 was laid on can be taken (S34)
        or state.phase not in (Phase.PLAY, Phase.CALL, Phase.CATCH)
    ):
        raise Impossible("debt_cannot_be_open", number=int(state.debt))


def check_phase(state: State) -> None:
    """Cards in hand, a laid card and steps to retreat as the phase says."""
    phase = state.phase
    for seat in range(int(state.players)):
        held, least = count(state.hands[seat]), 1
        if seat == state.turn:
            least = _fewest_in_hand(state)
        if held < least:
            raise Impossible("too_few_cards", seat=seat, number=held)
    if (state.laid == NOBODY) != (phase not in (Phase.CALL, Phase.CATCH)):
        raise Impossible("laid_card_without_a_call")
    if state.laid != NOBODY and not _may_be_laid(state):
        raise Impossible("laid_card_does_not_fit", card=CARDS[state.laid])
    asked = 1 << int(state.asked) if state.asked != NOBODY else 0
    pending = int(state.pending)
    if pending >> state.turn & 1 or asked & ~pending or bool(asked) != (phase == Phase.CATCH):
        raise Impossible("wrong_seat_asked")
    if pending and not asked:
        raise Impossible("wrong_seat_asked")
    if (state.steps > 0) != (phase == Phase.RETREAT):
        raise Impossible("steps_without_a_retreat")


def _fewest_in_hand(state: State) -> int:
    # Of the seat whose turn it is: a drawn card joins at least one that was there before.
    if state.phase == Phase.RETREAT:
        return int(state.steps) + 1
    if state.phase == Phase.BET:
        return 2
    return 1 if state.phase in (Phase.PLAY, Phase.NAME) else 0


def _may_be_laid(state: State) -> bool:
    called_for = state.options[MAU] and count(state.hands[state.turn]) <= 1
    return bool(called_for and has(fitting(state), int(state.laid)))


def check_pigs(state: State) -> None:
    """No pig has arrived while the race is on, and the phase suits the pigs."""
    if state.phase == Phase.RUN:
        last = last_pigs(state)
        if not FLOPPY <= state.top < FARMER or not last & (last - 1):
            raise Impossible("no_pig_to_choose")
    if state.phase == Phase.NAME and state.top < FARMER:
        raise Impossible("no_colour_to_name")
    if state.phase == Phase.RETREAT:
        if not has(PLUS_TWO, int(state.top)) or state.turned_up or not state.pigs.any():
            raise Impossible("steps_without_a_retreat")
    for pig, place in zip(PIGS, state.pigs, strict=True):
        if place > 6 * (int(state.turns) + HEAD_START):
            raise Impossible("pig_too_far", pig=pig, place=int(place))
    if state.options[EXACT_GOAL] or state.phase == Phase.OVER:
        return
    for pig, place in zip(PIGS, state.pigs, strict=True):
        if place >= goal(state.options, state.players):
            raise Impossible("pig_has_arrived", pig=pig)


def check_bets(state: State) -> None:
    """The queue has no gap and names everybody once; whoever stands in it has a bet."""
    for queue, bets in ((state.queue, state.bets), (state.report_queue, state.report_bets)):
        row = queue[: int(state.players)].tolist()
        betting = [seat for seat in row if seat != NOBODY]
        if row != betting + [NOBODY] * (len(row) - len(betting)):
            raise Impossible("gap_in_the_queue")
        if len(set(betting)) < len(betting) or max(betting, default=0) >= state.players:
            raise Impossible("seat_twice_in_the_queue")
        if sorted(betting) != [seat for seat in range(len(row)) if bets[seat] != NOBODY]:
            raise Impossible("bets_do_not_fit_the_queue")


def check_races(state: State) -> None:
    """As many races scored as the number of this one says, and no more points than they gave."""
    scored = int(state.ended.sum())
    over = state.phase == Phase.OVER
    if state.race > state.options[RACES] or scored != state.race - (not over):
        raise Impossible("wrong_number_of_races", number=scored)
    if over and (state.race < state.options[RACES] or state.queue[0] != NOBODY):
        raise Impossible("wrong_number_of_races", number=scored)
    if state.turns >= LONGEST_RACE and not over:
        raise Impossible("race_is_too_long", number=int(state.turns))
    in_all = scored * int(FINISH_POINTS.max() + BET_POINTS[: int(state.players)].sum())
    for seat, total in enumerate(state.points.tolist()):
        if total > scored * MOST_IN_A_RACE or sum(state.points.tolist()) > in_all:
            raise Impossible("too_many_points", seat=seat, number=total)
    check_report(state)


def check_report(state: State) -> None:
    """The report is that of a race which ended as it says."""
    if state.ended.sum() == 0:
        if not _reports_nothing(state):
            raise Impossible("report_without_a_race")
        return
    if state.report_ending == NOBODY or not state.ended[state.report_ending]:
        raise Impossible("wrong_ending_reported")
    if state.report_seat == NOBODY or state.report_winners not in _possible_winners(state):
        raise Impossible("wrong_winners_reported")
    finish, bets = _points_reported(state)
    if state.report_finish_points.tolist() != finish or state.report_bet_points.tolist() != bets:
        raise Impossible("wrong_points_reported")
    if (state.points < state.report_finish_points + state.report_bet_points).any():
        raise Impossible("wrong_points_reported")
    if state.phase == Phase.OVER and state.pigs.tolist() != state.report_pigs.tolist():
        raise Impossible("pigs_are_not_as_reported")


def _reports_nothing(state: State) -> bool:
    numbers = (state.report_pigs, state.report_finish_points, state.report_bet_points)
    nobody = (state.report_ending, state.report_seat, state.report_queue[0])
    return (
        not any(row.any() for row in numbers)
        and state.report_winners == 0
        and all(value == NOBODY for value in nobody)
    )


def _possible_winners(state: State) -> list[int]:
    # A pig on the laurel wins alone (S25), else all that lead do (S26).
    stand = state.report_pigs.tolist()
    at = goal(state.options, state.players)
    exactly = bool(state.options[EXACT_GOAL])
    if state.report_ending in (Ending.LAUREL, Ending.BOTH):
        there = [1 << pig for pig, place in enumerate(stand) if place == at]
        return there if exactly or (len(there) == 1 and max(stand) == at) else []
    if max(stand) >= at and not exactly:
        return []
    return [sum(1 << pig for pig, place in enumerate(stand) if place == max(stand))]


def _points_reported(state: State) -> tuple[list[int], list[int]]:
    finish, bets = [0] * SEATS, [0] * SEATS
    finish[state.report_seat] = int(FINISH_POINTS[state.report_ending])
    betting = [seat for seat in state.report_queue[: int(state.players)] if seat != NOBODY]
    right = [seat for seat in betting if state.report_winners >> state.report_bets[seat] & 1]
    for seat, earned in zip(right, BET_POINTS, strict=False):
        bets[seat] = int(earned)
    return finish, bets


def check_last_decision(state: State) -> None:
    """A bet decided last lies in the queue, or in the report if it ended the race (S28)."""
    if (state.last_seat == NOBODY) != (state.last_code == NOTHING_YET):
        raise Impossible("wrong_last_decision")
    if BET <= state.last_code < NO_BET:
        row = state.bets if state.bets[state.last_seat] != NOBODY else state.report_bets
        if row[state.last_seat] != state.last_code - BET:
            raise Impossible("wrong_last_decision")


# §7 What a viewer saw happen ------------------------------------------------------------

# Where a reader finds out why it happened: the rulings, the most telling one first.
EXPLAINED = {
    "played": ("S4",),
    "ran": ("S27", "S23"),
    "colour_counts": ("S2",),
    "named": ("S8",),
    "skipped": ("S20",),
    "owes": ("S13", "S10"),
    "parried": ("S10",),
    "debt_lapsed": ("S14", "S15"),
    "drew": ("S5", "S17"),
    "received": ("S6",),
    "reshuffled": ("S19",),
    "passed": ("S18",),
    "retreated": ("S16",),
    "stopped_retreating": ("S16",),
    "bet": ("S33",),
    "bet_on": ("S33",),
    "bet_taken_up": ("S31",),
    "no_bet": ("S33",),
    "called_mau": ("V1",),
    "called_mau_mau": ("V1",),
    "stayed_silent": ("V2",),
    "caught": ("V12",),
    "let_go": ("V3",),
    "took_back": ("V4",),
    "race_over_laurel": ("S21",),
    "race_over_last_card": ("S26",),
    "race_over_both": ("S25", "S21"),
    "race_over_turn_limit": ("S28",),
    "pig_won": ("S26", "S21"),
    "points_for_laurel": ("S21",),
    "points_for_last_card": ("S26",),
    "bet_revealed": ("S29",),
    "points_for_bet": ("S30", "S29"),
    "next_race": ("S36",),
    "dealt": ("S36",),
    "turned_up": ("S1", "S3"),
    "game_over": ("S37",),
}


def happened(before: Seen, after: Seen) -> list[Event]:
    """The events between two views of one viewer, one decision apart."""
    return list(_events(before, after))


def _events(before: Seen, after: Seen) -> Iterator[Event]:
    seat, code = int(after.last_seat), int(after.last_code)
    if code == SECRET or BET <= code < NO_BET:
        yield from _bet(before, seat, code)
    elif code < DRAW:
        yield Event("played", {"seat": seat, "card": CARDS[code]})
        if after.laid == NOBODY:
            yield from _carried_out(before, after, code)
    elif code == DRAW:
        yield from _drawn(before, after)
    elif code < NO_BET:
        yield from _passed_or_retreated(before, after, seat, code)
    elif code == NO_BET:
        yield Event("no_bet", {"seat": seat})
    elif code < NAME_COLOUR:
        yield _ran(before, code - RUN, int(STEPS[FLOPPY]))
        yield from _colour_counts(before, after, int(before.top))
    elif code < CALL:
        yield Event("named", {"seat": seat, "colour": PIGS[code - NAME_COLOUR]})
    else:
        yield from _called_or_caught(before, after, seat, code)
    if _race_ended(before, after):
        yield from _scored(before, after)


def _race_ended(before: Seen, after: Seen) -> bool:
    # As Python's own: numpy takes microseconds to compare a number with an enumeration.
    return bool(after.race != before.race or int(after.phase) == Phase.OVER)


def _bet(before: Seen, seat: int, code: int) -> Iterator[Event]:
    queue = [int(other) for other in before.queue[: int(before.players)] if other != NOBODY]
    told: dict[str, Plain] = {"seat": seat}
    if seat in queue:
        yield Event("bet_taken_up", told | _in_place(queue.index(seat)))
        queue.remove(seat)
    told |= _in_place(len(queue))
    if code == SECRET:
        yield Event("bet", told)
    else:
        yield Event("bet_on", told | {"pig": PIGS[code - BET]})


def _in_place(place: int) -> dict[str, Plain]:
    return {"place": place + 1, "payout": PAYOUTS[place]}


def _carried_out(before: Seen, after: Seen, card: int) -> Iterator[Event]:
    if before.pile_size == 0:  # only the old top card lies beneath the new one (S19)
        yield Event("reshuffled", {"count": 1})
    if before.debt and card >= FLOPPY:
        yield Event("parried", {"seat": int(before.turn), "count": int(before.debt)})
    if card < FLOPPY and STEPS[card]:
        yield _ran(before, int(COLOUR[card]), int(STEPS[card]))
    elif FLOPPY <= card < FARMER and int(after.phase) != Phase.RUN:
        yield _ran(before, int(before.pigs.argmin()), int(STEPS[FLOPPY]))
        yield from _colour_counts(before, after, card)
    over, neighbour = _race_ended(before, after), seat_after(before, int(before.turn), 1)
    if SEATS_ON[card] > 1 and not over:
        yield Event("skipped", {"seat": neighbour})
    if ADDS[card]:
        owed = int(before.debt) + int(ADDS[card])
        lapsed = Event("debt_lapsed", {"count": owed})  # with the race (S14, S28)
        yield lapsed if over else Event("owes", {"seat": neighbour, "count": owed})


def _ran(before: Seen, pig: int, steps: int) -> Event:
    start = int(before.pigs[pig])
    at = goal(before.options, before.players)
    place = stops_at(start + steps, at, bool(before.options[EXACT_GOAL]))
    return Event("ran", {"pig": PIGS[pig], "start": start, "place": int(place)})


def _colour_counts(before: Seen, after: Seen, card: int) -> Iterator[Event]:
    if not _race_ended(before, after):
        yield Event("colour_counts", {"colour": PIGS[COLOUR[card]]})


def _drawn(before: Seen, after: Seen) -> Iterator[Event]:
    seat, owed = int(before.turn), max(1, int(before.debt))
    taken = int(after.hand_sizes[seat] - before.hand_sizes[seat])
    if before.laid != NOBODY:
        taken -= 1  # the card taken back was not drawn
    first = min(taken, int(before.pile_size))
    yield Event("drew", {"seat": seat, "count": first})
    if after.batches > before.batches + (before.laid != NOBODY):
        beneath = int(before.pile_size) + count(before.discards) - first
        yield Event("reshuffled", {"count": beneath})
    if taken > first:
        yield Event("drew", {"seat": seat, "count": taken - first})
    if taken < owed:
        yield Event("debt_lapsed", {"count": owed - taken})
    if seat == before.viewer:
        yield from _received(after.hand & ~before.hand, seat, int(before.laid))


def _received(cards: Cards, seat: int, taken_back: int) -> Iterator[Event]:
    for card, name in enumerate(CARDS):
        if has(cards, card) and card != taken_back:
            yield Event("received", {"seat": seat, "card": name})


def _passed_or_retreated(before: Seen, after: Seen, seat: int, code: int) -> Iterator[Event]:
    if code == PASS:
        yield Event("passed", {"seat": seat})
    elif code == STOP:
        yield Event("stopped_retreating", {"seat": seat, "count": int(before.steps)})
    else:
        start = int(before.pigs[code - RETREAT])
        pig = PIGS[code - RETREAT]
        yield Event("retreated", {"seat": seat, "pig": pig, "start": start, "place": start - 1})
        if before.steps > 1 and int(after.phase) == Phase.BET:
            yield Event("stopped_retreating", {"seat": seat, "count": int(before.steps) - 1})


def _called_or_caught(before: Seen, after: Seen, seat: int, code: int) -> Iterator[Event]:
    last_card = before.hand_sizes[before.turn] == 0
    if code == CALL:
        yield Event("called_mau_mau" if last_card else "called_mau", {"seat": seat})
    elif code == SILENT:
        yield Event("stayed_silent", {"seat": seat})
    elif code == LET_GO:
        yield Event("let_go", {"seat": seat})
    else:
        yield Event("caught", {"seat": seat})
        yield Event("took_back", {"seat": int(before.turn), "card": CARDS[before.laid]})
        if before.debt:
            yield from _drawn(before, after)
    if code in (CALL, LET_GO) and after.laid == NOBODY:
        yield from _carried_out(before, after, int(before.laid))


# What a right bet earns hangs on the bets before it, and is certain where there is none (S30).
EARNED = ("points_for_bet",)


def _scored(before: Seen, after: Seen) -> Iterator[Event]:
    seat, ending = int(after.report_seat), Ending(after.report_ending)
    yield Event(f"race_over_{ending.name.lower()}", {"race": int(before.race), "seat": seat})
    if ending in (Ending.LAUREL, Ending.BOTH):
        yield Event("points_for_laurel", {"seat": seat, "count": LAUREL_POINTS})
    if ending in (Ending.LAST_CARD, Ending.BOTH):
        yield Event("points_for_last_card", {"seat": seat, "count": LAST_CARD_POINTS})
    for pig, name in enumerate(PIGS):
        if after.report_winners >> pig & 1:
            yield Event("pig_won", {"pig": name})
    yield from _bets_revealed(after)
    if int(after.phase) == Phase.OVER:
        won = with_most(after.points, int(after.players))
        seats = [seat for seat in range(int(after.players)) if won >> seat & 1]
        yield Event("game_over", {"winners": [*seats]})
        return
    yield Event("next_race", {"race": int(after.race), "seat": int(after.starter)})
    yield Event("dealt", {"count": HAND})
    if after.viewer != NOBODY:
        yield from _received(after.hand, int(after.viewer), NOBODY)
    yield Event("turned_up", {"card": CARDS[after.top]})


def _bets_revealed(after: Seen) -> Iterator[Event]:
    queue = [int(seat) for seat in after.report_queue[: int(after.players)] if seat != NOBODY]
    for place, seat in enumerate(queue, 1):
        pig = PIGS[after.report_bets[seat]]
        yield Event("bet_revealed", {"seat": seat, "pig": pig, "place": place})
    for seat in queue:
        earned, pig = int(after.report_bet_points[seat]), PIGS[after.report_bets[seat]]
        if earned:
            yield Event("points_for_bet", {"seat": seat, "pig": pig, "count": earned})
