"""Schweinsgalopp (Galloping Pigs): five pigs, a ring of cards, and food for whoever leads.

Each player holds seven race cards and plays one a turn: the pig of that colour runs to the
next empty space. A pig that is then in front earns its player food, which lies open. Only
a last card that leads brings all the open food home; any other last card gives it back.

This file follows the rulebook; G1 to G27 are the rulings explained in docs/schweinsgalopp.md.
"""

import numpy as np
import numpy.typing as npt

from galopp.core.cards import Cards, count, has, lowest, one
from galopp.core.chance import Chance, below
from galopp.core.contract import NOTHING_YET
from galopp.core.counts import NONE, how_many, kinds, one_of, pick_one, total
from galopp.core.kernel import hot_kernel, kernel
from galopp.core.option import Options
from galopp.core.rows import copy_row
from galopp.core.words import NOBODY
from galopp.games.schweinsgalopp.box import (
    BY_LAST_RACE,
    CODES_USED,
    FOOD,
    FOOD_BEFORE_DEAL,
    GAP,
    GENTLE,
    HAND,
    LAY_FOOD,
    LINE_UP,
    LINE_UP_BY,
    OFF_TRACK,
    PER_GAME,
    PER_RACE,
    PIGS,
    RACES,
    RANDOM_LINE_UP,
    REAR,
    ROTATE_START,
    SEATS,
    START_PLAYER,
    TIE,
    TRACK_FOOD,
    Ending,
    Phase,
    Refusal,
    State,
    all_race_cards,
    ring,
)

# Setting up -----------------------------------------------------------------------------


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


# A turn ---------------------------------------------------------------------------------


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


# The end --------------------------------------------------------------------------------


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
