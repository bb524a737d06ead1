"""Races played on to their end by the reference policy, so that two of them can be compared.

Races after the one that is looked at are drawn by lot from many that were played in advance, as a
search does it: they say next to nothing about what is compared, and would take most of the time and
make most of the noise. Each playout is told what it brought on average over several such lots.

Two playouts with the same luck differ by what is compared and by as little else as can be (common
random numbers): each decision has a stream of its own, numbered from where the playout or its race
begins, and so has the deal of each race, whenever it comes.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from galopp.batch.loops import open_stream
from galopp.bots.lots import share_out
from galopp.bots.outlook import outlook_for
from galopp.bots.verbs import apply, foresee, legal, mover, race_of, show, winners
from galopp.core.cards import count, lowest
from galopp.core.chance import Chance, chance
from galopp.core.contract import Outlook, Rules
from galopp.core.kernel import kernel
from galopp.core.option import Options
from galopp.core.record import Record, blank
from galopp.core.words import NOBODY
from galopp.review.reference import decide

# Numbers of streams: those of decisions count up race by race, those of deals from there.
STREAMS_OF_A_RACE = 1 << 32
DEALS = 1 << 40
LOTS = 1 << 39

RACES_PLAYED = 8_192  # in advance: what a seat has to expect from races to come, to half a point

HERE, BEFORE = 0, 1  # states of a scratch: the one that is played, and as it was one decision ago


class Scratch(NamedTuple):
    """Memory that games are played in; what it held before does not matter."""

    states: Any  # (2,) records
    sight: Record  # what a seat sees
    stream: Chance
    shares: npt.NDArray[np.float64]  # of the victory: a seat each, and nobody's


def scratch_for(rules: Rules, players: int) -> Scratch:
    """Memory for a game of so many."""
    states = np.zeros(2, rules.STATE)
    return Scratch(states, blank(rules.SEEN), chance(0), np.zeros(players + 1))


def outlook_of(rules: Rules, players: int, options: Options) -> Outlook:
    """What races to come may bring at such a table, well enough for a review."""
    return outlook_for(rules.NAME, players, options, RACES_PLAYED)


@kernel
def word_of(seed: np.uint64, number: int, stream: Chance) -> np.uint64:
    """Luck of its own for whatever has this number."""
    open_stream(stream, seed, np.uint64(number))
    return np.uint64(stream[0])


@kernel
def carry_out(code: int, luck: np.uint64, number: int, scratch: Scratch) -> None:
    """A decision with the luck of its number; if another race begins, its deal has its own."""
    states, stream = scratch.states, scratch.stream
    race = race_of(states[HERE])
    states[BEFORE] = states[HERE]
    open_stream(stream, luck, np.uint64(number))
    apply(states[HERE], code, stream)
    if race_of(states[HERE]) != race:
        states[HERE] = states[BEFORE]
        open_stream(stream, luck, np.uint64(DEALS + race))
        apply(states[HERE], code, stream)


@kernel
def play_on(policy: int, last: int, luck: np.uint64, outlook: Outlook, scratch: Scratch) -> None:
    """Play until a race is over, draw those after it by lot, and see who has which share."""
    state = scratch.states[HERE]
    while mover(state) != NOBODY and race_of(state) <= last:
        play_race(policy, race_of(state), last, luck, scratch)
    if mover(state) == NOBODY:
        share_victory(state, scratch.shares)
        return
    scratch.shares[:] = 0.0
    open_stream(scratch.stream, luck, np.uint64(LOTS))
    foresee(state, outlook, scratch.stream, scratch.shares)


@kernel
def play_race(policy: int, race: int, last: int, luck: np.uint64, scratch: Scratch) -> None:
    """Play on until a race is over: the next one is dealt, or the game has ended."""
    state, made = scratch.states[HERE], 0
    seat = mover(state)
    while seat != NOBODY and race_of(state) == race:
        number = STREAMS_OF_A_RACE * race + 2 * made
        codes = legal(state)
        code = lowest(codes)
        if count(codes) > 1:  # else the policy need not be asked: every sixth time in Sau Mau Mau
            show(state, seat, scratch.sight)
            open_stream(scratch.stream, luck, np.uint64(number))
            code = decide(policy, scratch.sight, scratch.stream)
        if race < last:
            carry_out(code, luck, number + 1, scratch)
        else:
            # No card of the next race will be played: whatever is dealt will do, and keeping each
            # state for the case that another race begins would take a fifth of the time.
            open_stream(scratch.stream, luck, np.uint64(number + 1))
            apply(state, code, scratch.stream)
        made += 1
        seat = mover(state)


@kernel
def share_victory(state: Record, shares: npt.NDArray[np.float64]) -> None:
    """Each seat's share of the victory of a game that is over; the last one is nobody's."""
    players = int(state.players)
    shares[:] = 0.0
    won = winners(state)
    if won:
        share_out(won, 1.0, players, shares)
    else:
        shares[players] = 1.0
