"""The curve of a game from its trials, how sure its sums are, and what more trials it takes.

Along the curve stand the nodes of `chain.py`: before the deal; before each decision, after it and
after the answer of chance, where these differ. What luck gave and what a decision was worth are
differences of neighbours.
"""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from galopp.core.kernel import kernel
from galopp.review.chain import Chain, clear, fix, observe, solve, weigh
from galopp.review.tallies import (
    BATCHES,
    CAME,
    TRIALS,
    USUAL,
    Numbers,
    Tallies,
    Tally,
    covariance,
    doubt_of,
    share_in_all,
    share_in_batch,
    spread_of,
    square,
    value_in_all,
    value_in_batch,
)

Places: TypeAlias = npt.NDArray[np.int64]  # (decisions, 3): nodes
Rounds: TypeAlias = npt.NDArray[np.int64]

# What trials that never differed may still hide: as if half of one more had.
HIDDEN = 0.5

START, DEALT = 0, 1  # the first nodes: before the deal, and after it
BEFORE, AFTER_IT, AFTER_CHANCE = range(3)  # the nodes of a decision: before it, after it, and then
DEALS, END = 0, 1  # positions that are tried by themselves

AIMED_AT = 0.027  # standard error: a little less than is sure enough, so that the next is the last
MOST_MORE = 3.0  # times as many trials as there were: the errors of few are not known well
LEAST_MORE = 0.1
MOST = 64  # rounds of trials of one decision


@kernel
def most_nodes(decisions: int) -> int:
    """How many nodes a curve may have."""
    return 2 + 2 * decisions


@kernel
def lay_curve(
    moments: Tallies, positions: Tallies, result: Numbers, over: bool, places: Places, chain: Chain
) -> int:
    """The most likely curve through all trials, and through those of each batch.

    Returns how many nodes it has; `result` is the shares of the victory if the game is over.
    """
    clear(chain)
    seats, node = len(result), DEALT
    observe_position(chain, START, positions[DEALS], seats)
    for number in range(len(moments)):
        node = place_nodes(moments[number], places[number], node)
        if moments[number].rounds:
            observe_moment(chain, places[number], moments[number], seats)
    if over:
        fix(chain, node + 1, node, result)
    else:
        observe_position(chain, node, positions[END], seats)
    solve(chain, node + 1)
    return node + 1


@kernel
def place_nodes(moment: Tally, place: Places, before: int) -> int:
    """The nodes of a decision; returns the last of them. What cannot differ is one node."""
    place[BEFORE] = before
    place[AFTER_IT] = before + (moment.differs > 0)
    place[AFTER_CHANCE] = place[AFTER_IT] + (moment.outcomes != 0)
    return int(place[AFTER_CHANCE])


@kernel
def observe_moment(chain: Chain, place: Places, moment: Tally, seats: int) -> None:
    """What trials of a decision say of its nodes, in all and batch by batch."""
    size = weigh_moment(chain, place, moment, seats)
    for seat in range(seats):
        find(chain, place, moment, 0, seat)
        observe(chain, size, seat)
        for batch in range(BATCHES):
            find(chain, place, moment, batch + 1, seat)
            observe(chain, size, (batch + 1) * seats + seat)


@kernel
def is_apart(place: Places, value: int) -> bool:
    """Whether a value has a node that no earlier one has."""
    return bool(value == USUAL or place[value] != place[value - 1])


@kernel
def weigh_moment(chain: Chain, place: Places, moment: Tally, seats: int) -> int:
    """How much what was found for the nodes of a decision weighs; returns how many these are."""
    trials, row = moment.rounds * BATCHES * TRIALS, 0
    for one in range(CAME + 1):
        if is_apart(place, one):
            chain.nodes[row] = place[one]
            column = row
            for other in range(one, CAME + 1):
                if is_apart(place, other):
                    found = covariance(moment, one, other, seats) / trials
                    chain.weights[row, column] = chain.weights[column, row] = found
                    column += 1
            chain.weights[row, row] += square(HIDDEN / trials)
            row += 1
    weigh(chain, row)
    return row


@kernel
def find(chain: Chain, place: Places, moment: Tally, column: int, seat: int) -> None:
    """What was found for the nodes of a decision: in all, or in one batch."""
    row = 0
    for value in range(CAME + 1):
        if is_apart(place, value):
            if column == 0:
                chain.found[row] = value_in_all(moment, value, seat)
            else:
                chain.found[row] = value_in_batch(moment, column - 1, value, seat)
            row += 1


@kernel
def observe_position(chain: Chain, node: int, position: Tally, seats: int) -> None:
    """What trials of a position say of its node."""
    trials, variance = position.rounds * BATCHES * TRIALS, 0.0
    for seat in range(seats):
        share = share_in_all(position, seat)
        variance += share * (1 - share)  # a share is mostly 0 or 1
    chain.nodes[0] = node
    chain.weights[0, 0] = variance / trials + square(HIDDEN / trials)
    weigh(chain, 1)
    for seat in range(seats):
        chain.found[0] = share_in_all(position, seat)
        observe(chain, 1, seat)
        for batch in range(BATCHES):
            chain.found[0] = share_in_batch(position, batch, seat)
            observe(chain, 1, (batch + 1) * seats + seat)


# How sure it is -------------------------------------------------------------------------


@kernel
def luck_error(places: Places, chain: Chain, seats: int, seat: int) -> float:
    """The standard error of all luck of a seat together, the deal first."""
    for batch in range(BATCHES):
        column = (batch + 1) * seats + seat
        luck = chain.right[DEALT, column] - chain.right[START, column]
        for place in places:
            luck += chain.right[place[AFTER_CHANCE], column]
            luck -= chain.right[place[AFTER_IT], column]
        chain.by_batch[batch] = luck
    return spread_of(chain.by_batch)


@kernel
def play_error(moments: Tallies, places: Places, chain: Chain, seats: int, seat: int) -> float:
    """The standard error of all decisions of a seat together."""
    for batch in range(BATCHES):
        column, play = (batch + 1) * seats + seat, 0.0
        for number in range(len(moments)):
            if moments[number].maker == seat:
                play += chain.right[places[number, AFTER_IT], column]
                play -= chain.right[places[number, BEFORE], column]
        chain.by_batch[batch] = play
    return spread_of(chain.by_batch)


@kernel
def greatest_error(moments: Tallies, places: Places, chain: Chain, seats: int) -> float:
    """The standard error of whichever is known worst: a seat's luck, or its play.

    The last of the seats is nobody.
    """
    worst = 0.0
    for seat in range(seats - 1):
        worst = max(worst, luck_error(places, chain, seats, seat))
        worst = max(worst, play_error(moments, places, chain, seats, seat))
    return worst


@kernel
def plan_more(moments: Tallies, seats: int, error: float, rounds: Rounds) -> None:
    """As many rounds as are missing, by how unsure each decision is: that makes the sum surest.

    Four times the trials halve an error.
    """
    doubts, made = 0.0, 0
    for moment in moments:
        doubts += doubt_of(moment, seats)
        made += moment.rounds
    times = min(MOST_MORE, max(LEAST_MORE, square(error / AIMED_AT) - 1))
    for number in range(len(moments)):
        rounds[number] = 0
        if doubts > 0:
            wanted = times * made * doubt_of(moments[number], seats) / doubts
            rounds[number] = min(MOST, int(wanted) + (wanted > int(wanted)))
