"""Many games in which one seat is decided from outside, and bots decide at all others.

A step goes from one decision of that seat to its next one, whatever happens in between. Luck
comes in three streams a game: of the games to come, of the cards of this one, and of its bots.
So whoever opens the streams alike plays the same games one at a time or many at once.
"""

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from galopp.batch.layout import Records
from galopp.batch.loops import Codes, Levels, decide, reward
from galopp.bots.verbs import apply, mover, points, set_up, show, winners
from galopp.core.cards import has, pick
from galopp.core.chance import Chance, below, spin
from galopp.core.kernel import kernel
from galopp.core.option import Options
from galopp.core.record import Record
from galopp.core.words import NOBODY

Flags = npt.NDArray[np.bool_]  # (games,)
LevelsBySeat = npt.NDArray[np.int8]  # (seats, seats): of all seats, for each it may be
Rewards = npt.NDArray[np.float64]  # (games,)
Luck = npt.NDArray[np.uint64]  # (games, 3): where each stream stands
Seats = npt.NDArray[np.int8]  # (games,): which one is decided from outside
Setting: TypeAlias = tuple[int, Options, LevelsBySeat]  # the players, and what they play with

TO_COME, CARDS, BOTS = range(3)
ANY_SEAT = NOBODY


class Tables(NamedTuple):
    """Where the games are, and who watches them."""

    states: Records  # (games,)
    views: Records  # (games,): what the seat sees
    luck: Luck
    seats: Seats


# One game -------------------------------------------------------------------------------


@kernel
def play_on(
    state: Record, seat: int, levels: Levels, cards: Chance, bots: Chance, seen: Record
) -> bool:
    """Let bots decide until the seat is asked or the game is over, and show it the state.

    Answers whether the game is over.
    """
    asked = mover(state)
    while asked != NOBODY and asked != seat:
        apply(state, decide(state, asked, levels[asked], seen, bots), cards)
        asked = mover(state)
    show(state, seat, seen)
    return bool(asked == NOBODY)


@kernel
def begin(state: Record, seen: Record, luck: Luck, fixed: int, setting: Setting) -> int:
    """Deal until there is a game in which the seat is asked; answers which seat it is.

    The setting has the players, the options, and the levels for each seat it may be.
    """
    players, options, levels = setting
    while True:
        luck[CARDS] = spin(luck[TO_COME : TO_COME + 1])
        luck[BOTS] = spin(luck[TO_COME : TO_COME + 1])
        cards, bots = luck[CARDS : CARDS + 1], luck[BOTS : BOTS + 1]
        seat = below(bots, players) if fixed == ANY_SEAT else fixed
        set_up(state, players, options, cards)
        if not play_on(state, seat, levels[seat], cards, bots, seen):
            return seat


@kernel
def returned(state: Record, seat: int, by_points: bool) -> float:
    """What a game that is over has brought a seat: a share of the victory, or its points."""
    if by_points:
        return float(points(state, seat))
    return float(reward(winners(state), int(state.players), seat))


# Many games -----------------------------------------------------------------------------


@kernel
def begin_games(
    start: int, stop: int, tables: Tables, chosen: Flags, fixed: int, setting: Setting
) -> None:
    """Begin those of these games that are chosen."""
    for n in range(start, stop):
        if chosen[n]:
            state, seen, luck = tables.states[n], tables.views[n], tables.luck[n]
            tables.seats[n] = begin(state, seen, luck, fixed, setting)


@kernel
def step_games(
    start: int, stop: int, tables: Tables, idle: Flags, levels: LevelsBySeat, codes: Codes
) -> None:
    """Decide in each of these games that is not idle.

    What is not allowed is exchanged for something that is, drawn by the luck of the bots.
    """
    for n in range(start, stop):
        if idle[n]:
            continue
        state, seen, seat, code = tables.states[n], tables.views[n], tables.seats[n], codes[n]
        cards, bots = tables.luck[n, CARDS : CARDS + 1], tables.luck[n, BOTS : BOTS + 1]
        if not (0 <= code < 64 and has(seen.legal, code)):
            code = pick(seen.legal, bots)
        apply(state, code, cards)
        play_on(state, seat, levels[seat], cards, bots, seen)


@kernel
def collect(tables: Tables, by_points: bool, ended: Flags, rewards: Rewards) -> None:
    """Which games are over, and what they have brought the seat."""
    for n in range(len(tables.states)):
        state = tables.states[n]
        ended[n] = mover(state) == NOBODY
        rewards[n] = returned(state, tables.seats[n], by_points) if ended[n] else 0.0
