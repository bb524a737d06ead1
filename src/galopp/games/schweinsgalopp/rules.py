"""Schweinsgalopp (Galloping Pigs): five pigs, a ring of cards, and food for whoever leads.

Each player holds seven race cards and plays one a turn: the pig of that colour runs to the
next empty space. A pig that is then in front earns its player food, which lies open. Only
a last card that leads brings all the open food home; any other last card gives it back.

The sections below follow the rulebook; G1 to G27 are the rulings explained in
docs/schweinsgalopp.md.
"""

from collections.abc import Iterator
from enum import IntEnum
from typing import Protocol

import numpy as np
import numpy.typing as npt

from galopp.core.cards import Cards, count, has, lowest, one
from galopp.core.chance import Chance, below
from galopp.core.contract import NOTHING_YET, Event, MoveKind
from galopp.core.counts import NONE, Counts, how_many, kinds, one_of, pick_one, total
from galopp.core.fault import Impossible
from galopp.core.kernel import hot_kernel, kernel
from galopp.core.option import Options, choice, number, options_field, places, start_player, switch
from galopp.core.record import ALL, OWNER, Field, by_seat, each, record_type
from galopp.core.rows import copy_row
from galopp.core.words import (
    NOBODY,
    CountsOf,
    Name,
    Names,
    Number,
    NumberOrNone,
    Plain,
    Spaces,
    seat_or_nobody,
)

NAME = "schweinsgalopp"
VERSION = 1

# §1 What is in the box ------------------------------------------------------------------

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
EACH_PIG = np.uint64(sum(1 << 8 * pig for pig in range(len(PIGS))))  # one card of each colour

OPTIONS = (
    choice("track_food", "G14", ("off", "per_race", "per_game")),
    switch("food_before_deal", "G15"),
    switch("rotate_start", "G26", on=True),
    choice("line_up", "G12", ("start_player", "random")),
    number("races", "G24", 3, 1, 9),
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


# Places count from the start line, 0, forwards, and are never taken round the ring (G2).
REAR = 1 - len(PIGS)
FURTHEST = 8 * len(PIGS)  # eight cards move a pig, each past all the others at most
OFF_TRACK = -128
# For each place of the line-up: the sets of places without it, a bit for each set.
WITHOUT = np.array(
    [
        sum(1 << places for places in range(1 << len(PIGS)) if not places >> back & 1)
        for back in range(len(PIGS))
    ],
    np.uint64,
)
HIDDEN = -1
HIDDEN_COUNTS = 2**64 - 1

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

FIELDS = (
    Field("players", np.int8, Number(FEWEST, SEATS)),
    options_field(OPTIONS),
    Field("phase", np.int8, Name(PHASES)),
    Field("race", np.int8, Number(1, 9)),
    Field("starter", np.int8, Number(0, SEATS - 1)),
    Field("turn", np.int8, Number(0, SEATS - 1)),
    Field("places", np.int16, NumberOrNone(REAR, FURTHEST, OFF_TRACK), (each(PIGS),)),
    Field("hands", np.uint64, CountsOf(PIGS, HAND), (by_seat(SEATS),), OWNER),
    Field("played", np.uint64, CountsOf(PIGS, MOST_COPIES)),  # unless `show_played` is off
    Field("top", np.int8, Name(PIGS, or_none=True)),  # the card played last in this race
    Field("open_food", np.int8, Number(0, FOOD), (by_seat(SEATS),)),
    Field("secured", np.int8, Number(0, FOOD), (by_seat(SEATS),)),  # unless `hide_secured`
    Field("fresh", np.int8, Number(0, FOOD), (by_seat(SEATS),)),  # of `secured`: in this race
    Field("stack", np.int8, Number(0, FOOD)),  # food in the middle
    Field("track_food", np.uint64, Spaces(LONGEST_RING)),
    Field("ended", np.int8, Number(0, 1), (each(ENDINGS),)),
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
    places: npt.NDArray[np.int16]
    played: Counts
    top: int
    open_food: npt.NDArray[np.int8]
    secured: npt.NDArray[np.int8]
    fresh: npt.NDArray[np.int8]
    stack: int
    track_food: Cards
    ended: npt.NDArray[np.int8]
    last_seat: int
    last_code: int


class State(Shared, Protocol):
    """A `STATE` record as the type checker sees it; a test keeps the two lists alike."""

    hands: npt.NDArray[np.uint64]


@kernel
def ring(options: Options) -> int:
    """How many spaces the track has (G25)."""
    return int(EDITIONS[options[EDITION_2009], 0])


@kernel
def all_race_cards(options: Options) -> Counts:
    """Seven race cards of each colour, or eight (G25)."""
    return np.uint64(EACH_PIG * np.uint64(EDITIONS[options[EDITION_2009], 1]))


# §2 Setting up --------------------------------------------------------------------------


@kernel
def set_up(state: State, players: int, options: Options, chance: Chance) -> None:
    """Sit down, choose who starts (G26), and prepare the first race."""
    state.players = players
    copy_row(options, state.options)
    state.race = 0
    state.open_food[:] = 0
    state.secured[:] = 0
    state.stack = FOOD
    state.track_food = np.uint64(0)
    state.ended[:] = 0
    state.last_seat = NOBODY
    state.last_code = NOTHING_YET
    state.starter = options[START_PLAYER]
    if state.starter == NOBODY:
        state.starter = below(chance, players)
    prepare_race(state, chance)


@kernel
def prepare_race(state: State, chance: Chance) -> None:
    """Clear the track; the start player lines up the pigs before anybody has cards (G12)."""
    state.race += 1
    state.turn = state.starter
    state.hands[:] = np.uint64(0)
    state.played = np.uint64(0)
    state.top = NOBODY
    state.fresh[:] = 0
    state.places[:] = OFF_TRACK
    if state.options[TRACK_FOOD] == PER_RACE:
        state.stack += count(state.track_food)  # what nobody collected goes back (G14)
        state.track_food = np.uint64(0)
    if state.options[LINE_UP_BY] == RANDOM_LINE_UP:
        for pig in range(len(PIGS)):
            state.places[pig] = -pig
        for pig in range(len(PIGS) - 1, 0, -1):
            other = below(chance, pig + 1)
            place = state.places[pig]
            state.places[pig] = state.places[other]
            state.places[other] = place
        pigs_are_lined_up(state, chance)
    else:
        state.phase = Phase.LINE_UP


@kernel
def line_up(state: State, pig: int, chance: Chance) -> None:
    """Put the next pig behind those already there; the last one falls into place (G13)."""
    standing = pigs_on_track(state)
    state.places[pig] = -standing
    if standing < len(PIGS) - 2:
        return
    for left in range(len(PIGS)):
        if state.places[left] == OFF_TRACK:
            state.places[left] = 1 - len(PIGS)
    pigs_are_lined_up(state, chance)


@kernel
def pigs_on_track(state: State) -> int:
    """How many pigs have been lined up."""
    standing = 0
    for pig in range(len(PIGS)):
        standing += state.places[pig] != OFF_TRACK
    return standing


@kernel
def pigs_are_lined_up(state: State, chance: Chance) -> None:
    """Deal, and lay food on the track if that is played, in the order of G15."""
    if not state.options[FOOD_BEFORE_DEAL]:
        deal(state, chance)
    state.turn = state.starter
    state.phase = Phase.LAY_FOOD
    if not food_is_laid_in_this_race(state) or state.stack == 0:
        begin_race(state, chance)


@kernel
def food_is_laid_in_this_race(state: State) -> bool:
    """Each race, or only before the first one (G14)."""
    laid = state.options[TRACK_FOOD]
    return bool(laid == PER_RACE or (laid == PER_GAME and state.race == 1))


@kernel
def lay_food(state: State, space: int, chance: Chance) -> None:
    """Lay a food card from the stack on the track; an empty stack ends the laying (G9)."""
    state.track_food |= one(space)
    state.stack -= 1
    state.turn = next_seat(state)
    if state.turn == state.starter or state.stack == 0:
        begin_race(state, chance)


@kernel
def begin_race(state: State, chance: Chance) -> None:
    """The start player begins."""
    if state.options[FOOD_BEFORE_DEAL]:
        deal(state, chance)
    state.turn = state.starter
    state.phase = Phase.PLAY


@kernel
def deal(state: State, chance: Chance) -> None:
    """Seven race cards to each seat; the rest stay unseen in this race."""
    stock = all_race_cards(state.options)
    left = total(stock)
    for seat in range(state.players):
        hand = np.uint64(0)
        for _ in range(HAND):
            card = one_of(pick_one(stock, left, chance))
            stock -= card
            hand += card
            left -= 1
        state.hands[seat] = hand


# §3 A turn ------------------------------------------------------------------------------


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


@hot_kernel
def mover(state: State) -> int:
    """The seat that decides now, or NOBODY."""
    if state.phase == Phase.OVER:
        return NOBODY
    return int(state.turn)


@hot_kernel
def legal(state: State) -> Cards:
    """The codes allowed now: cards in hand (G11), pigs not lined up, free spaces."""
    codes = np.uint64(0)
    if state.phase == Phase.PLAY:
        codes = kinds(state.hands[state.turn])
    elif state.phase == Phase.LINE_UP:
        for pig in range(len(PIGS)):
            codes |= np.uint64(state.places[pig] == OFF_TRACK) << np.uint64(LINE_UP + pig)
    elif state.phase == Phase.LAY_FOOD:
        for space in range(1, ring(state.options)):
            if why_not_food(state, space) == Refusal.NONE:
                codes |= one(LAY_FOOD + space - 1)
    return codes


@kernel
def why_not(state: State, code: int) -> Refusal:
    """What stands against a code now; `Refusal.NONE` exactly where `legal` has it."""
    if state.phase == Phase.OVER:
        return Refusal.GAME_IS_OVER
    if code < 0 or code >= CODES_USED:
        return Refusal.NO_SUCH_MOVE
    lined_up = LINE_UP <= code < LAY_FOOD
    if state.phase == Phase.LINE_UP and not lined_up:
        return Refusal.LINE_UP_COMES_FIRST
    if code < LINE_UP:
        if state.phase != Phase.PLAY:
            return Refusal.NOT_NOW
        held = how_many(state.hands[state.turn], code)
        return Refusal.NONE if held else Refusal.NOT_IN_HAND
    if lined_up:
        free = state.places[code - LINE_UP] == OFF_TRACK
        return Refusal.NONE if free else Refusal.ALREADY_LINED_UP
    if state.phase != Phase.LAY_FOOD:
        return Refusal.NOT_NOW
    return why_not_food(state, code - LAY_FOOD + 1)


@kernel
def why_not_food(state: State, space: int) -> Refusal:
    """Food lies on a space of its own, off the line-up and its first four spaces (G16, G21)."""
    if space >= ring(state.options):
        return Refusal.NO_SUCH_SPACE
    if space <= GAP:
        return Refusal.MUST_STAY_FREE
    if space > ring(state.options) - len(PIGS):
        return Refusal.PIG_STANDS_THERE
    if has(state.track_food, space):
        return Refusal.FOOD_LIES_THERE
    return Refusal.NONE


@hot_kernel
def apply(state: State, code: int, chance: Chance) -> None:
    """Carry out a decision. Trusts `legal`."""
    state.last_seat = state.turn
    state.last_code = code
    if code < LINE_UP:
        play(state, code, chance)
    elif code < LAY_FOOD:
        line_up(state, code - LINE_UP, chance)
    else:
        lay_food(state, code - LAY_FOOD + 1, chance)


@hot_kernel
def play(state: State, pig: int, chance: Chance) -> None:
    """Play a card and run its pig; food for the lead; the seventh card decides."""
    state.hands[state.turn] -= one_of(pig)
    state.played += one_of(pig)
    state.top = pig
    spots = spots_of(state.places)
    place = int(state.places[pig])
    place += steps_to_next_empty_space(spots, place, ring(state.options))
    state.places[pig] = place
    take_food_from_track(state, place)
    led = leads(spots, place)
    earned = led & (state.stack > 0)  # an empty stack gives nothing, the lead counts (G9)
    state.stack -= earned
    state.open_food[state.turn] += earned
    if state.hands[state.turn] == NONE:
        settle(state, led)
    state.turn = next_seat(state)
    if state.hands[state.turn] == NONE:
        end_race(state, chance)


@kernel
def spots_of(stand: npt.NDArray[np.int16]) -> Cards:
    """Where the pigs stand along the way run, as bits; the rear of the line-up is bit 0."""
    spots = np.uint64(0)
    for pig in range(len(PIGS)):
        spots |= one(stand[pig] - REAR)
    return spots


@kernel
def steps_to_next_empty_space(spots: Cards, place: int, spaces: int) -> int:
    """Past every pig that stands in the way (G1), be it a lap behind or ahead (G3, G4)."""
    lap = np.uint64(spaces)
    in_the_way = spots | (spots << lap) | (spots >> lap)
    return lowest(~(in_the_way >> np.uint64(place - REAR)))


@kernel
def leads(spots: Cards, place: int) -> bool:
    """In front of all others, newly or still, counted along the way run (G2, G6).

    The start line has no say in it: passing it means nothing (G5).
    """
    return bool(spots >> np.uint64(place - REAR) == np.uint64(0))


@kernel
def take_food_from_track(state: State, place: int) -> None:
    """Landing on food takes it, leading or not (G17, G18), and it lies open at first (G19)."""
    if state.track_food == np.uint64(0):
        return
    space = place % ring(state.options)
    if has(state.track_food, space):
        state.track_food ^= one(space)
        state.open_food[state.turn] += 1


@kernel
def settle(state: State, led: bool) -> None:
    """The last card: all open food comes home if it led, else it goes back (G7, G8, G27).

    Food that this very card took from the track shares that fate (G19, G20).
    """
    seat = state.turn
    if led or state.options[GENTLE]:
        state.secured[seat] += state.open_food[seat]
        state.fresh[seat] = state.open_food[seat]
    else:
        state.stack += state.open_food[seat]
    state.open_food[seat] = 0


@kernel
def next_seat(state: State) -> int:
    """The neighbour to the left."""
    seat = state.turn + 1
    return 0 if seat == state.players else int(seat)


# §4 The end -----------------------------------------------------------------------------


@kernel
def end_race(state: State, chance: Chance) -> None:
    """The next start player lines up the next race (G26), or the game is over (G24)."""
    if state.race == state.options[RACES]:
        state.phase = Phase.OVER
        # As a plain number: on graphics cards an enumeration is no index.
        state.ended[how_it_ended(state) + 0] += 1
        return
    if state.options[ROTATE_START]:
        state.starter += 1
        if state.starter == state.players:
            state.starter = 0
    prepare_race(state, chance)


@kernel
def points(state: State, seat: int) -> int:
    """Food brought home."""
    return int(state.secured[seat])


@kernel
def winners(state: State) -> int:
    """Most food; equal totals share it, or the last race decides (G10)."""
    if state.phase != Phase.OVER:
        return 0
    won = with_most(state.secured, (1 << state.players) - 1)
    if state.options[TIE] == BY_LAST_RACE:
        won = with_most(state.fresh, won)
    return won


@kernel
def with_most(food: npt.NDArray[np.int8], among: int) -> int:
    """Those of the seats `among` (as bits) that have the most."""
    most = -1
    won = 0
    for seat in range(SEATS):
        if among >> seat & 1:
            if food[seat] > most:
                most = food[seat]
                won = 0
            if food[seat] == most:
                won |= 1 << seat
    return won


@kernel
def how_it_ended(state: State) -> Ending:
    """One winner, shared, or a tie that the last race broke."""
    won = winners(state)
    if won & (won - 1):
        return Ending.SHARED
    tied = with_most(state.secured, (1 << state.players) - 1)
    return Ending.ONE_WINNER if won == tied else Ending.BY_LAST_RACE


# §5 What each seat may see --------------------------------------------------------------

MAY_BE_HIDDEN = ("played", "secured", "fresh", "stack")
# What the table may hide (G22, G23) is null then.
SEEN_FIELDS = (
    Field("viewer", np.int8, seat_or_nobody(SEATS)),
    *(field for field in FIELDS if field.seen is ALL and field.name not in MAY_BE_HIDDEN),
    Field("hand", np.uint64, CountsOf(PIGS, HAND)),
    Field("hand_sizes", np.int8, Number(0, HAND), (by_seat(SEATS),)),
    Field("played", np.uint64, CountsOf(PIGS, MOST_COPIES, HIDDEN_COUNTS)),
    Field("secured", np.int8, NumberOrNone(0, FOOD, HIDDEN), (by_seat(SEATS),)),
    Field("fresh", np.int8, NumberOrNone(0, FOOD, HIDDEN), (by_seat(SEATS),)),
    Field("stack", np.int8, NumberOrNone(0, FOOD, HIDDEN)),
    Field("legal", np.uint64, Names(NOTATION)),  # the codes this seat may decide now
)
SEEN = record_type(SEEN_FIELDS)


class Seen(Shared, Protocol):
    """A `SEEN` record as the type checker sees it."""

    viewer: int
    hand: Counts
    hand_sizes: npt.NDArray[np.int8]
    legal: Cards


@kernel
def show(state: State, seat: int, seen: Seen) -> None:
    """Everything open, and the seat's own hand; NOBODY sees what a bystander sees."""
    copy_public(state, seen)
    seen.viewer = seat
    seen.legal = legal(state) if seat == state.turn else np.uint64(0)
    show_cards(state, seat, seen)
    show_food(state, seat, seen)


@kernel
def copy_public(given: Shared, to: Shared) -> None:
    """What lies open to all."""
    to.players = given.players
    to.phase = given.phase
    to.race = given.race
    to.starter = given.starter
    to.turn = given.turn
    to.top = given.top
    to.track_food = given.track_food
    to.last_seat = given.last_seat
    to.last_code = given.last_code
    copy_row(given.options, to.options)
    copy_row(given.places, to.places)
    copy_row(given.open_food, to.open_food)
    copy_row(given.ended, to.ended)


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


# A view of a game is dealt after far fewer; one set up by hand that no game shows is dealt somehow.
TRIES = 1 << 16


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
        for _ in range(TRIES):
            state.played = redeal_played(seen, stock, chance)
            if can_have_run(seen.places, state.played):
                break
    stock -= state.played
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
    for _ in range(TRIES if seen.options[HIDE_SECURED] else 1):
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


# §6 Positions set up by hand ------------------------------------------------------------


def check_setting(players: int, options: Options) -> None:
    """Five seats need the edition of 2009 (G25); raises `Impossible`."""
    most = SEATS if options[EDITION_2009] else SEATS - 1
    if most < players <= SEATS:
        raise Impossible("five_need_edition_2009", number=players, low=FEWEST, high=most)
    if not FEWEST <= players <= most:
        raise Impossible("wrong_number_of_players", number=players, low=FEWEST, high=most)
    if options[START_PLAYER] >= players:
        raise Impossible("no_such_seat", seat=int(options[START_PLAYER]))


def check(state: State) -> None:
    """Refuse a position that no game can reach; raises `Impossible`."""
    check_setting(state.players, state.options)
    check_seats(state)
    check_phase(state)
    check_pigs(state)
    check_cards(state)
    check_food(state)
    check_track_food(state)
    check_ending(state)


def check_seats(state: State) -> None:
    """Every seat named is at the table."""
    for name in ("starter", "turn", "last_seat"):
        if getattr(state, name) >= state.players:
            raise Impossible("no_such_seat", field=name, seat=int(getattr(state, name)))


def check_phase(state: State) -> None:
    """Pigs are lined up by the start player, food is laid where that is played."""
    if state.race > state.options[RACES]:
        raise Impossible("too_many_races", race=int(state.race))
    if state.phase == Phase.LINE_UP and (
        state.options[LINE_UP_BY] == RANDOM_LINE_UP or state.turn != state.starter
    ):
        raise Impossible("nobody_lines_up")
    if state.phase == Phase.LAY_FOOD and (not food_is_laid_in_this_race(state) or state.stack == 0):
        raise Impossible("nobody_lays_food")


def check_pigs(state: State) -> None:
    """Each pig has a card of the ring to itself, and has run as far as its cards took it."""
    standing = sorted(-int(place) for place in state.places if place != OFF_TRACK)
    if state.phase == Phase.LINE_UP:
        if standing != list(range(len(standing))) or len(standing) > len(PIGS) - 2:
            raise Impossible("bad_line_up")
        return
    if len(standing) < len(PIGS):
        raise Impossible("pig_off_the_track")
    if len({place % ring(state.options) for place in standing}) < len(PIGS):
        raise Impossible("two_pigs_on_a_space")
    for pig, place in enumerate(state.places):
        if not starts_of(int(place), how_many(state.played, pig)):
            raise Impossible("pig_too_far", pig=PIGS[pig], place=int(place))
    if not can_have_run(state.places, state.played):
        raise Impossible("pigs_from_one_place")


def check_cards(state: State) -> None:
    """No more cards than there are, and as many in each hand as the turn says."""
    for pig, name in enumerate(PIGS):
        seen = sum(how_many(cards, pig) for cards in (*state.hands, state.played))
        if seen > how_many(all_race_cards(state.options), pig):
            raise Impossible("too_many_cards", card=name, number=seen)
    sizes = [total(hand) for hand in state.hands[: state.players]]
    if sizes != hand_sizes_due(state, sizes):
        raise Impossible("hands_do_not_fit_the_turn")
    played = total(state.played)
    if played != (HAND * len(sizes) - sum(sizes) if state.phase >= Phase.PLAY else 0):
        raise Impossible("hands_do_not_fit_the_turn")
    if (state.top == NOBODY) != (played == 0) or (played and not how_many(state.played, state.top)):
        raise Impossible("top_card_was_not_played")


def hand_sizes_due(state: State, sizes: list[int]) -> list[int]:
    """How many cards each seat must hold, given how many the seat on turn holds."""
    if state.phase == Phase.PLAY:
        most = max(1, min(HAND, sizes[state.turn]))
        have_played = (state.turn - state.starter) % state.players
        return [
            most - ((seat - state.starter) % state.players < have_played)
            for seat in range(len(sizes))
        ]
    dealt = state.phase == Phase.LAY_FOOD and not state.options[FOOD_BEFORE_DEAL]
    return [HAND if dealt else 0] * len(sizes)


def check_food(state: State) -> None:
    """As much food as there is, and nobody has more than could have been won."""
    food = int(state.stack + state.open_food.sum() + state.secured.sum()) + count(state.track_food)
    if food != FOOD:
        raise Impossible("wrong_amount_of_food", number=food, high=FOOD)
    from_track = most_in_a_race(state) - HAND
    for seat in range(int(state.players)):
        held = total(state.hands[seat])
        racing = state.phase >= Phase.PLAY
        played = HAND - held if racing and held else 0
        if state.open_food[seat] > played + (from_track if played else 0):
            raise Impossible("food_not_earned", seat=seat)
        if state.fresh[seat] > (most_in_a_race(state) if racing and not held else 0):
            raise Impossible("food_not_earned", seat=seat)
        if not 0 <= state.secured[seat] - state.fresh[seat] <= most_before(state):
            raise Impossible("food_not_earned", seat=seat)
    if not track_gave_enough(state):
        raise Impossible("more_food_than_on_the_track")
    if not last_card_decided(state):
        raise Impossible("food_not_earned", seat=int(state.last_seat))


def check_track_food(state: State) -> None:
    """One card a seat at most, where it may lie (G16), and ahead of every pig (G17)."""
    lying = count(state.track_food)
    if lying > most_on_the_track(state):
        raise Impossible("too_much_food_on_the_track", number=lying)
    front = max(GAP, *(int(place) for place in state.places))
    for space in range(64):
        on_track = front < space <= ring(state.options) - len(PIGS)
        if has(state.track_food, space) and not on_track:
            raise Impossible("food_cannot_lie_there", space=space)


def most_on_the_track(state: State) -> int:
    """A card for each seat that has laid one; before a race, what the last one left (G14)."""
    kept_from_before = state.options[TRACK_FOOD] == PER_GAME and state.race > 1
    if not state.options[TRACK_FOOD] or (state.phase == Phase.LINE_UP and not kept_from_before):
        return 0
    if state.phase == Phase.LAY_FOOD:
        return int((state.turn - state.starter) % state.players)
    return int(state.players)


def check_ending(state: State) -> None:
    """The ending is counted when the last race is over, and is the right one."""
    over = state.phase == Phase.OVER
    if state.ended.sum() != over or (over and not state.ended[how_it_ended(state)]):
        raise Impossible("wrong_ending")
    if over and state.race != state.options[RACES]:
        raise Impossible("wrong_ending")


# §7 What a viewer saw happen ------------------------------------------------------------

# Where a reader finds out why it happened: the rulings, the most telling one first.
EXPLAINED = {
    "lined_up": ("G12",),
    "lined_up_last": ("G12",),
    "lined_up_by_lot": ("G12",),
    "dealt": ("G12",),
    "food_laid": ("G16", "G21"),
    "played": ("G11",),
    "ran": ("G1",),
    "food_from_track": ("G17",),
    "food_for_the_lead": ("G6", "G2"),
    "lead_without_food": ("G9",),
    "secured": ("G7", "G27"),
    "given_back": ("G8",),
    "race_over": ("G24",),
    "food_put_back": ("G14",),
    "next_race": ("G26", "G13"),
    "game_over": ("G10",),
}


def happened(before: Seen, after: Seen) -> list[Event]:
    """The events between two views of one viewer, one decision apart."""
    return list(_events(before, after))


def _events(before: Seen, after: Seen) -> Iterator[Event]:
    seat, code = int(after.last_seat), int(after.last_code)
    if code >= LAY_FOOD:
        yield Event("food_laid", {"seat": seat, "space": code - LAY_FOOD + 1})
    elif code >= LINE_UP:
        yield from _lined_up(before, after, seat, code - LINE_UP)
    else:
        yield from _played(before, after, seat, code)
    yield from _race_over(before, after)
    yield from _new_race(before, after)
    if int(after.phase) == Phase.OVER:
        yield Event("game_over", {"winners": _winners(after)})


def _lined_up(before: Seen, after: Seen, seat: int, pig: int) -> Iterator[Event]:
    yield Event("lined_up", {"seat": seat, "pig": PIGS[pig], "place": int(after.places[pig])})
    for other, name in enumerate(PIGS):
        if other != pig and before.places[other] != after.places[other]:
            yield Event("lined_up_last", {"pig": name, "place": int(after.places[other])})


def _played(before: Seen, after: Seen, seat: int, pig: int) -> Iterator[Event]:
    spots, start = spots_of(before.places), int(before.places[pig])
    spaces = ring(before.options)
    steps = steps_to_next_empty_space(spots, start, spaces)
    place, name = start + steps, PIGS[pig]
    yield Event("played", {"seat": seat, "pig": name})
    yield Event("ran", {"pig": name, "start": start, "place": place, "jumped": steps - 1})
    food = int(before.open_food[seat])
    if has(before.track_food, place % spaces):
        food += 1
        yield Event("food_from_track", {"seat": seat, "pig": name})
    led = leads(spots, place)
    if led and before.stack != 0:
        food += 1
        yield Event("food_for_the_lead", {"seat": seat, "pig": name})
    elif led:
        yield Event("lead_without_food", {"seat": seat, "pig": name})
    if before.hand_sizes[seat] == 1:
        brought_home = led or before.options[GENTLE]
        yield Event("secured" if brought_home else "given_back", {"seat": seat, "count": food})


def _race_over(before: Seen, after: Seen) -> Iterator[Event]:
    # As Python's own: numpy takes microseconds to compare a number with an enumeration.
    was_on, is_on = int(before.phase) == Phase.PLAY, int(after.phase) == Phase.PLAY
    if was_on and not is_on or after.race != before.race:
        yield Event("race_over", {"race": int(before.race)})


def _new_race(before: Seen, after: Seen) -> Iterator[Event]:
    if after.race != before.race:
        if left := count(before.track_food & ~after.track_food):
            # The last card of a race may have taken one itself.
            taken = int(before.track_food) >> _space_of_last_card(before, after) & 1
            if left > taken:
                yield Event("food_put_back", {"count": left - taken})
        yield Event("next_race", {"race": int(after.race), "seat": int(after.starter)})
        yield from _lined_up_by_lot(after)
    if after.hand_sizes[0] > before.hand_sizes[0]:  # no hand grows but by a deal to all
        yield Event("dealt", {"count": HAND})


def _space_of_last_card(before: Seen, after: Seen) -> int:
    pig, spaces = int(after.last_code), ring(before.options)
    start = int(before.places[pig])
    steps = steps_to_next_empty_space(spots_of(before.places), start, spaces)
    return (start + steps) % spaces


def _lined_up_by_lot(after: Seen) -> Iterator[Event]:
    front_first = sorted(range(len(PIGS)), key=lambda pig: -int(after.places[pig]))
    for pig in front_first if after.places[0] != OFF_TRACK else ():
        yield Event("lined_up_by_lot", {"pig": PIGS[pig], "place": int(after.places[pig])})


def _winners(after: Seen) -> list[Plain]:
    most = with_most(after.secured, (1 << int(after.players)) - 1)
    if after.options[TIE] == BY_LAST_RACE:
        most = with_most(after.fresh, most)
    return [seat for seat in range(int(after.players)) if most >> seat & 1]
