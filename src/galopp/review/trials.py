"""Trials: what decisions, cards and deals were worth, estimated by playing on many times.

A trial of a decision asks for three values at once, with the same luck afterwards: had the
reference policy decided (`USUAL`), after what was decided but before chance answered (`DECIDED`),
and after what chance did answer (`CAME`). So what is common to them falls out of their differences,
and where nothing differs the difference is exactly 0: no chance was asked, the policy decides the
same, the card drawn in thought is the one that came.

A row of what is summed up holds `TRIALS` trials, and the luck of a trial is made from its number:
which thread plays which row decides nothing. All kinds of trials are one kernel, `try_rows`, since
each that is called from Python would be compiled with a copy of the rules of its own.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from galopp.batch.loops import open_stream
from galopp.bots.verbs import (
    apply,
    ask,
    believe,
    points,
    race_of,
    redeal_knowing,
    set_up,
    show,
)
from galopp.core.contract import Known, Outlook
from galopp.core.kernel import kernel
from galopp.core.option import Options
from galopp.core.record import Record
from galopp.review.outcomes import BY_LOT, NO_CHANCE, choose
from galopp.review.playout import HERE, Scratch, carry_out, play_on, word_of
from galopp.review.reference import decide
from galopp.review.tallies import CAME, GAINED, LEFT, SHARE, TRIALS, USUAL, VALUES, Numbers

MOMENT, LUCK, STATE, DEAL, OPTIONS, CHOICES = range(6)  # kinds of trials

# Numbers of streams besides those of a playout.
CHOICE, ANSWER, WORLD = 1 << 41, (1 << 41) + 1, (1 << 41) + 2


class Trial(NamedTuple):
    """What is tried; which of it means anything is for its kind to say."""

    kind: int
    seed: np.uint64
    policy: int
    # A decision that was made, and what came of it; or a state alone, which is before it.
    before: Record
    after: Record
    seat: int
    code: int
    outcomes: int  # as `outcomes_of` says
    came: int  # which of them
    # What a seat sees, the decisions open to it, and room for a world that looks like this.
    seen: Record
    known: Known  # what follows from what it was told
    codes: npt.NDArray[np.int64]
    world: Any  # (1,) records
    outlook: Outlook  # what the races after this one may bring
    # A game that is not dealt yet.
    players: int
    options: Options


@kernel
def try_rows(
    trial: Trial, first: int, scratch: Scratch, values: Numbers, sums: Numbers, products: Numbers
) -> None:
    """Rows of trials, of which this is the first: sums of values (rows, values, columns).

    Of a moment, products of its values too (rows, pairs). One trial's values need some room.
    """
    for row in range(len(sums)):
        for n in range(TRIALS):
            try_once(trial, (first + row) * TRIALS + n, scratch, values)
            if trial.kind == MOMENT:
                add_products(values, products[row])
            add_values(values, sums[row])


@kernel
def add_values(values: Numbers, sums: Numbers) -> None:
    """Of one trial, each to its sum."""
    for value in range(sums.shape[0]):
        for column in range(sums.shape[1]):
            sums[value, column] += values[value, column]


@kernel
def try_once(trial: Trial, number: int, scratch: Scratch, values: Numbers) -> None:
    """One trial, with the luck of its number."""
    luck = word_of(trial.seed, number, scratch.stream)
    if trial.kind == MOMENT:
        try_moment(trial, number, luck, scratch, values)
    elif trial.kind == LUCK:
        try_luck(trial, number, luck, scratch, values[0])
    elif trial.kind == OPTIONS:
        try_options(trial, luck, scratch, values)
    elif trial.kind == CHOICES:
        usual = choose_usual(trial, trial.seen, luck, scratch)
        for option in range(len(trial.codes)):
            values[0, option] = trial.codes[option] == usual
    else:
        try_position(trial, luck, scratch)
        take_shares(scratch, values[0])


@kernel
def take_shares(scratch: Scratch, values: Numbers) -> None:
    """What a playout came to, seat by seat; a slice would take memory from a heap."""
    for seat in range(len(values)):
        values[seat] = scratch.shares[seat]


@kernel
def add_products(values: Numbers, products: Numbers) -> None:
    """Of each two of the three values, over all seats."""
    pair = 0
    for one in range(VALUES):
        for other in range(one, VALUES):
            for seat in range(values.shape[1]):
                products[pair] += values[one, seat] * values[other, seat]
            pair += 1


# A decision that was made ---------------------------------------------------------------


@kernel
def try_moment(
    trial: Trial, number: int, luck: np.uint64, scratch: Scratch, values: Numbers
) -> None:
    """The three values of a decision, by seat, all of them to the end of the same race."""
    race = race_of(trial.after)
    outcome = decide_as_played(trial, number, luck, scratch)
    play_on(trial.policy, race, luck, trial.outlook, scratch)
    for value in range(VALUES):
        take_shares(scratch, values[value])
    if trial.outcomes != NO_CHANCE and outcome != trial.came:
        scratch.states[HERE] = trial.after
        play_on(trial.policy, race, luck, trial.outlook, scratch)
        take_shares(scratch, values[CAME])
    show(trial.before, trial.seat, scratch.sight)
    usual = choose_usual(trial, scratch.sight, luck, scratch)
    if usual != trial.code:
        scratch.states[HERE] = trial.before
        carry_out(usual, luck, ANSWER, scratch)
        play_on(trial.policy, race, luck, trial.outlook, scratch)
        take_shares(scratch, values[USUAL])


@kernel
def try_luck(trial: Trial, number: int, luck: np.uint64, scratch: Scratch, values: Numbers) -> None:
    """What came against what could have come, by seat."""
    outcome = decide_as_played(trial, number, luck, scratch)
    for seat in range(len(values)):
        values[seat] = 0.0
    if outcome == trial.came:
        return
    race = race_of(trial.after)
    play_on(trial.policy, race, luck, trial.outlook, scratch)
    for seat in range(len(values)):
        values[seat] -= scratch.shares[seat]
    scratch.states[HERE] = trial.after
    play_on(trial.policy, race, luck, trial.outlook, scratch)
    for seat in range(len(values)):
        values[seat] += scratch.shares[seat]


@kernel
def decide_as_played(trial: Trial, number: int, luck: np.uint64, scratch: Scratch) -> int:
    """Carry out what was decided; outcomes that can be counted take turns. Returns which it is."""
    scratch.states[HERE] = trial.before
    if trial.outcomes <= 0:
        carry_out(trial.code, luck, ANSWER, scratch)
        return BY_LOT - 1  # even if it came by lot, it is not the one that came
    turn = np.uint64(number) + (trial.seed >> np.uint64(8))
    outcome = int(turn % np.uint64(trial.outcomes))
    choose(scratch.stream, outcome, trial.outcomes)
    apply(scratch.states[HERE], trial.code, scratch.stream)
    return outcome


@kernel
def choose_usual(trial: Trial, seen: Record, luck: np.uint64, scratch: Scratch) -> int:
    """What the reference policy decides by what is seen."""
    open_stream(scratch.stream, luck, np.uint64(CHOICE))
    return decide(trial.policy, seen, scratch.stream)


# A position, and the decisions open to a seat -------------------------------------------


@kernel
def try_position(trial: Trial, luck: np.uint64, scratch: Scratch) -> None:
    """Play on from a state, or from a deal."""
    if trial.kind == DEAL:
        open_stream(scratch.stream, luck, np.uint64(ANSWER))
        set_up(scratch.states[HERE], trial.players, trial.options, scratch.stream)
    else:
        scratch.states[HERE] = trial.before
    race = race_of(scratch.states[HERE])
    play_on(trial.policy, race, luck, trial.outlook, scratch)


@kernel
def try_options(trial: Trial, luck: np.uint64, scratch: Scratch, values: Numbers) -> None:
    """Each decision in the same world with the same luck: the seat's own share, and points.

    Nothing comes in but what the seat sees and was told.
    """
    seen, world = trial.seen, trial.world
    open_stream(scratch.stream, luck, np.uint64(WORLD))
    redeal_knowing(seen, trial.known, scratch.stream, world[0])
    believe(seen, world[0], scratch.sight, scratch.stream)
    ask(world[0], int(seen.viewer))
    for option in range(len(trial.codes)):
        scratch.states[HERE] = world[0]
        carry_out(trial.codes[option], luck, ANSWER, scratch)
        play_on(trial.policy, race_of(world[0]), luck, trial.outlook, scratch)
        values[SHARE, option] = scratch.shares[seen.viewer]
        count_points(world[0], scratch.states[HERE], int(seen.viewer), option, values)


@kernel
def count_points(before: Record, after: Record, viewer: int, option: int, values: Numbers) -> None:
    """What a race brought: to the seat itself, and to the others on average."""
    players = int(after.players)
    values[LEFT, option] = 0.0
    for seat in range(players):
        gained = points(after, seat) - points(before, seat)
        if seat == viewer:
            values[GAINED, option] = gained
        else:
            values[LEFT, option] += gained / (players - 1)
