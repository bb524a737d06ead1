"""What chance could have answered to a decision, where that is few enough to be gone through.

A decision that draws one card asks for chance once, and `below` makes any number of equally likely
answers from that. So a stream can be set to where its next word gives the answer that is wanted:
the steps of SplitMix64 can be undone. Decisions that ask more often are answered by lot.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from galopp.bots.verbs import apply
from galopp.core.chance import GOLDEN, Chance, chance
from galopp.core.contract import Rules
from galopp.core.kernel import kernel
from galopp.core.record import Record

NO_CHANCE, BY_LOT = 0, -1  # instead of a number of outcomes
LOOKS = 4_096  # places of a word's range that are looked at
MOST_OUTCOMES = 64  # a set has no more members

# Multiplied by these, what SplitMix64 multiplied is undone.
BACK_FIRST = np.uint64(pow(0xBF58476D1CE4E5B9, -1, 2**64))
BACK_SECOND = np.uint64(pow(0x94D049BB133111EB, -1, 2**64))


@kernel
def set_next(stream: Chance, word: np.uint64) -> None:
    """Set a stream to where `spin` gives this word next."""
    z = word
    z = (z ^ (z >> np.uint64(31)) ^ (z >> np.uint64(62))) * BACK_SECOND
    z = (z ^ (z >> np.uint64(27)) ^ (z >> np.uint64(54))) * BACK_FIRST
    z = z ^ (z >> np.uint64(30)) ^ (z >> np.uint64(60))
    stream[0] = z - GOLDEN


@kernel
def choose(stream: Chance, answer: int, answers: int) -> None:
    """Set a stream to where `below` gives this answer of so many."""
    middle = (2 * answer + 1) * (1 << 31) // answers
    set_next(stream, np.uint64(middle) << np.uint64(32))


@kernel
def same(one: npt.NDArray[np.uint8], other: npt.NDArray[np.uint8]) -> bool:
    """Whether two states are the same to the byte."""
    for place in range(len(one)):
        if one[place] != other[place]:
            return False
    return True


class Workspace(NamedTuple):
    """Room for two states, to be read byte by byte too, and a stream."""

    states: Any  # (2,) records
    as_bytes: npt.NDArray[np.uint8]  # the same memory
    stream: Chance


def workspace_for(rules: Rules) -> Workspace:
    """Room for states of a game."""
    states = np.zeros(2, rules.STATE)
    return Workspace(states, states.view(np.uint8).reshape(2, -1), chance(0))


@kernel
def outcomes_of(
    before: Record, code: int, after: npt.NDArray[np.uint8], space: Workspace
) -> tuple[int, int]:
    """How many equally likely outcomes a decision has, and which of them came: `after`."""
    outcomes, came = count_outcomes(before, code, space), BY_LOT
    for outcome in range(outcomes):
        choose(space.stream, outcome, outcomes)
        decide_in(0, before, code, space)
        if same(space.as_bytes[0], after):
            came = outcome
    return (BY_LOT, BY_LOT) if outcomes > 0 and came == BY_LOT else (outcomes, came)


@kernel
def decide_in(place: int, before: Record, code: int, space: Workspace) -> None:
    """Carry a decision out in one of the two states."""
    space.states[place] = before
    apply(space.states[place], code, space.stream)


@kernel
def count_outcomes(before: Record, code: int, space: Workspace) -> int:
    """How many equally likely outcomes there are: `NO_CHANCE`, `BY_LOT`, or their number.

    They are equally likely if each takes up the same part of a word's range.
    """
    runs, length, shortest, longest = 0, 0, LOOKS, 0
    for look in range(LOOKS):
        choose(space.stream, look, LOOKS)
        start = space.stream[0]
        decide_in(look % 2, before, code, space)
        asked = space.stream[0] - start
        if asked != GOLDEN:
            return NO_CHANCE if asked == np.uint64(0) else BY_LOT
        if look == 0 or not same(space.as_bytes[0], space.as_bytes[1]):
            if runs:
                shortest, longest = min(shortest, length), max(longest, length)
            runs, length = runs + 1, 0
        length += 1
    shortest, longest = min(shortest, length), max(longest, length)
    if runs == 1:
        return NO_CHANCE  # one card was left
    return runs if runs <= MOST_OUTCOMES and longest - shortest <= 1 else BY_LOT
