"""Loops over many games that every device runs: the rules of `games/`, and nothing restated.

Whatever is written here in terms of one game (`open_stream`, `pass_over_game`, `reward`) is
called by the loops for the processor below and by those for graphics cards in `cuda.py`.

A row of a batch plays one game after the other. The number of a game is its row, and above 32
bits how many games the row had before; with the seed it decides the game's luck, so that a game
is the same whatever else is in the batch and whoever plays it.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from galopp.batch.layout import Records, Row, Words, Writing, write_row
from galopp.batch.untyped import Array
from galopp.bots.policies import POLICIES
from galopp.bots.verbs import apply, beginner, casual, legal, mover, points, set_up, show, winners
from galopp.core.cards import Cards, count, has, pick
from galopp.core.chance import Chance, spin
from galopp.core.kernel import hot_kernel, kernel
from galopp.core.record import Record
from galopp.core.words import NOBODY

Levels = npt.NDArray[np.int8]  # (seats,), as `LEVELS` numbers them
Codes = npt.NDArray[np.int64]  # (games,)
Rewards = npt.NDArray[np.float32]  # (seats,)

STEP, BEGIN, LOOK = range(3)  # tasks of a `Pass`
RANDOM, BEGINNER, CASUAL = range(len(POLICIES))  # who decides in whole games
LEVELS = {name: level for level, name in enumerate(POLICIES)}
GAMES_BEFORE = np.uint64(32)  # where in a number they are counted
MOST_CODES = 64


class Games(NamedTuple):
    """The games of a batch, and what they are played with."""

    states: Array  # (games,) records; on a card (words of one, games)
    luck: Words  # (games,) where each stream stands
    begun: npt.NDArray[np.int64]  # (games,) how many games each row has begun
    players: npt.NDArray[np.int64]  # see `Settings`
    options: npt.NDArray[np.int16]
    seed: Words  # (1,)


class Pass(NamedTuple):
    """What a pass over a batch does."""

    task: int  # STEP, BEGIN or LOOK
    again: bool  # whether a game that is over makes room for the next


class Shown(NamedTuple):
    """What a batch shows after each step."""

    mover: Array  # int8 (games,)
    legal: Array  # uint64 (games,), as bits
    mask: Array  # bool (games, codes)
    rewards: Array  # float32 (games, seats)
    done: Array  # bool (games,)
    refused: Array  # bool (games,)


class Played(NamedTuple):
    """What came of whole games."""

    points: Array  # int16 (games, seats)
    winners: Array  # uint8 (games,), as bits
    decisions: Array  # int32 (games,)
    endings: Array  # int16 (games, ways to end), how often each


class Scratch(NamedTuple):
    """Memory of a thread for what a seat sees; what it held before does not matter."""

    seen: Records  # (1,)
    words: Words  # the same memory


# One game -------------------------------------------------------------------------------


@kernel
def number_of(row: int, begun: int) -> np.uint64:
    """The number of a game, by its row and the games that the row had before."""
    return np.uint64(row) | np.uint64(begun) << GAMES_BEFORE


@kernel
def open_stream(luck: Chance, seed: np.uint64, number: np.uint64) -> None:
    """Luck of its own for whatever has this number, the same for the same seed."""
    luck[0] = seed
    luck[0] = spin(luck) ^ number
    luck[0] = spin(luck)


@kernel
def begin(row: int, before: int, state: Record, luck: Chance, games: Games) -> None:
    """Set up the game of a row that has had so many before."""
    open_stream(luck, games.seed[0], number_of(row, before))
    setting = row % len(games.players)
    set_up(state, games.players[setting], games.options[setting], luck)


@kernel
def begin_next(row: int, state: Record, luck: Chance, games: Games) -> None:
    """Set up the next game of a row."""
    begin(row, games.begun[row], state, luck, games)
    games.begun[row] += 1


@kernel
def reward(won: int, players: int, seat: int) -> np.float32:
    """A victory is 1 and a defeat what makes the sum 0; several winners share the victory.

    Where a runner without a player has won, all seats lose, and nothing makes up for it.
    """
    defeat = np.float32(-1) / np.float32(max(1, players - 1))
    if seat >= players:
        return np.float32(0)
    if won >> seat & 1:
        return defeat + (np.float32(1) - defeat) / np.float32(count(np.uint64(won)))
    return defeat


@kernel
def clear(row: Row | Words) -> None:
    """Nothing but zeros."""
    for place in range(len(row)):
        row[place] = 0


# A step ---------------------------------------------------------------------------------


@kernel
def pass_over(
    start: int, stop: int, wanted: Pass, games: Games, shown: Shown, codes: Codes
) -> None:
    """Pass over these games, and show whose turn it is."""
    for row in range(start, stop):
        state, luck = games.states[row], games.luck[row : row + 1]
        pass_over_game(row, int(codes[row]), wanted, state, luck, games, shown)
        allowed = show_mover(row, state, shown)
        for code in range(shown.mask.shape[1]):
            shown.mask[row, code] = has(allowed, code)


@kernel
def pass_over_game(
    row: int,
    code: int,
    wanted: Pass,
    state: Record,
    luck: Chance,
    games: Games,
    shown: Shown,
) -> None:
    """STEP: carry out the code. BEGIN: the next game, where the code is not 0. LOOK: nothing.

    With `again` a game that is over makes room for the next at once; its rewards and `done`
    are still shown.
    """
    clear(shown.rewards[row])
    taken = True
    if wanted.task == BEGIN and code:
        begin_next(row, state, luck, games)
    elif wanted.task == STEP:
        taken = take(state, luck, code, shown.rewards[row])
    over = mover(state) == NOBODY
    shown.refused[row] = not taken
    shown.done[row] = over
    if wanted.again and over:
        begin_next(row, state, luck, games)


@kernel
def take(state: Record, luck: Chance, code: int, rewards: Rewards) -> bool:
    """Carry out a code if it is legal; if not the game stays as it is. Returns whether it was."""
    if code < 0 or code >= MOST_CODES or not has(legal(state), code):
        return False
    apply(state, code, luck)
    if mover(state) == NOBODY:
        won = winners(state)
        for seat in range(len(rewards)):
            rewards[seat] = reward(won, int(state.players), seat)
    return True


@kernel
def show_mover(row: int, state: Record, shown: Shown) -> Cards:
    """Show who decides now, and return what may be decided."""
    seat = mover(state)
    allowed = legal(state) if seat != NOBODY else np.uint64(0)
    shown.mover[row] = seat
    shown.legal[row] = allowed
    return np.uint64(allowed)


@kernel
def draw_codes(start: int, stop: int, legal_codes: Words, lots: Words, codes: Codes) -> None:
    """Draw a legal code for each of these games, by lots that are not the games' own luck."""
    for row in range(start, stop):
        codes[row] = draw_code(legal_codes[row], lots[row : row + 1])


@kernel
def draw_code(allowed: np.uint64, lots: Chance) -> int:
    """A legal code, each as likely as the other; 0 when the game is over."""
    return pick(allowed, lots) if allowed else 0


@kernel
def draw_at_levels(
    start: int,
    stop: int,
    states: Records,
    scratch: Scratch,
    levels: Levels,
    lots: Words,
    codes: Codes,
) -> None:
    """The same, by what the seat on turn would decide at its level."""
    for row in range(start, stop):
        codes[row] = draw_at_level(states[row], scratch.seen[0], levels, lots[row : row + 1])


@kernel
def draw_at_level(state: Record, seen: Record, levels: Levels, lots: Chance) -> int:
    """What the seat on turn would decide at its level; 0 when the game is over."""
    seat = mover(state)
    return decide(state, seat, levels[seat], seen, lots) if seat != NOBODY else 0


@kernel
def open_lots(lots: Words, seed: np.uint64) -> None:
    """Where the lots of each game begin."""
    for row in range(len(lots)):
        open_stream(lots[row : row + 1], ~seed, np.uint64(row))


# What seats see -------------------------------------------------------------------------


@kernel
def observe_movers(
    start: int, stop: int, states: Records, scratch: Scratch, writing: Writing, rows: Row
) -> None:
    """Write what the seat on turn sees of each game; when it is over, what a bystander sees."""
    for row in range(start, stop):
        observe(states[row], mover(states[row]), scratch, writing, rows[row])


@kernel
def observe_seats(
    start: int, stop: int, states: Records, scratch: Scratch, writing: Writing, rows: Row
) -> None:
    """Write what every seat sees of each game; zeros for a seat that it does not have."""
    for row in range(start, stop):
        for seat in range(rows.shape[1]):
            if seat < states[row].players:
                observe(states[row], seat, scratch, writing, rows[row, seat])
            else:
                clear(rows[row, seat])


@kernel
def observe(state: Record, seat: int, scratch: Scratch, writing: Writing, row: Row) -> None:
    """Write what a seat sees."""
    show(state, seat, scratch.seen[0])
    write_row(scratch.words, writing, row)


# Whole games ----------------------------------------------------------------------------


@kernel
def play_randomly(
    start: int,
    stop: int,
    games: Games,
    fresh: bool,
    scratch: Scratch,
    levels: Levels,
    played: Played,
) -> None:
    """Play these games to their end, each decision drawn by lot; `played` has a row for each.

    Fresh games are begun one after the other in the same place, and none is kept.
    """
    for row in range(start, stop):
        place = take_up(row, games, fresh)
        state, luck = games.states[place], games.luck[place : place + 1]
        made = 0
        while mover(state) != NOBODY:
            apply(state, pick(legal(state), luck), luck)
            made += 1
        note(row - start, state, made, played)


@kernel
def play_by_levels(
    start: int,
    stop: int,
    games: Games,
    fresh: bool,
    scratch: Scratch,
    levels: Levels,
    played: Played,
) -> None:
    """The same, each seat at its level."""
    for row in range(start, stop):
        place = take_up(row, games, fresh)
        state, luck = games.states[place], games.luck[place : place + 1]
        made = 0
        seat = mover(state)
        while seat != NOBODY:
            apply(state, decide(state, seat, levels[seat], scratch.seen[0], luck), luck)
            made += 1
            seat = mover(state)
        note(row - start, state, made, played)


@kernel
def take_up(row: int, games: Games, fresh: bool) -> int:
    """Where the game of a row is, ready to be played on."""
    if not fresh:
        return row
    begin(row, 0, games.states[0], games.luck[:1], games)
    return 0


@hot_kernel
def decide(state: Record, seat: int, level: int, seen: Record, luck: Chance) -> int:
    """What a seat decides at its level, by what it sees."""
    if level == RANDOM:
        return pick(legal(state), luck)
    show(state, seat, seen)
    return beginner(seen, luck) if level == BEGINNER else casual(seen, luck)


@kernel
def note(row: int, state: Record, made: int, played: Played) -> None:
    """What came of a game."""
    for seat in range(played.points.shape[1]):
        played.points[row, seat] = points(state, seat) if seat < state.players else 0
    played.winners[row] = winners(state)
    played.decisions[row] = made
    for way in range(played.endings.shape[1]):
        played.endings[row, way] = state.ended[way]
