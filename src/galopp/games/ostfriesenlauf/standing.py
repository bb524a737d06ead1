"""Who stands where while a round of Ostfriesenlauf is carried out: one number, the standing.

There are 15 bits for each rank, the first rank lowest. Of these the lower two are the runner,
the next twelve its place (from LOWEST up), and the uppermost is spare. Lanes need no bits: on
one space the inner runner ranks first, and lanes have no gaps (O10, O11), so the order says it
all.
"""

import numpy as np

from galopp.core.kernel import kernel
from galopp.games.ostfriesenlauf.box import (
    BACK,
    CARDS,
    FROM,
    RUNNERS,
    STEPS,
    SWAP,
    TO_START,
    Shared,
)

Standing = int

RANK_BITS = 15
RANK_MASK = (1 << RANK_BITS) - 1
LOWEST = -2048
ALL_RANKS = 1 | 1 << RANK_BITS | 1 << 2 * RANK_BITS | 1 << 3 * RANK_BITS
SPARE_BITS = ALL_RANKS << (RANK_BITS - 1)


@kernel
def runner_at(standing: Standing, rank: int) -> int:
    """Who has this rank; ranks count from 0 here."""
    return standing >> RANK_BITS * rank & 3


@kernel
def place_at(standing: Standing, rank: int) -> int:
    """Where the runner of this rank stands."""
    return ((standing >> RANK_BITS * rank & RANK_MASK) >> 2) + LOWEST


@kernel
def lane_at(standing: Standing, rank: int) -> int:
    """Its lane: one further out than those who stand on its space and rank before it."""
    lane = 1
    for inner in range(rank):
        lane += place_at(standing, inner) == place_at(standing, rank)
    return lane


@kernel
def rank_of(standing: Standing, runner: int) -> int:
    """The rank of a runner, counted from 0."""
    rank = 0
    while runner_at(standing, rank) != runner:
        rank += 1
    return rank


@kernel
def standing_of(state: Shared) -> Standing:
    """The runners by rank: the laying order backwards (O27)."""
    standing = 0
    for slot in range(len(RUNNERS)):
        runner = int(state.order[slot])
        standing = standing << RANK_BITS | (int(state.places[runner]) - LOWEST) << 2 | runner
    return standing


# Cards in the units of a standing, so that between one card and the next there is as little
# to work out as can be. A place is what PLACE_BITS keep of a rank; a card's new place is what
# it keeps of a rank's place (nothing, if it says "back to start"), and what it adds.
PLACE_BITS = RANK_MASK >> 1 & ~3
MOVED = RANK_BITS * (CARDS[:, BACK].astype(np.int64) - 1)  # where the rank it moves begins
COUNTED = RANK_BITS * (CARDS[:, FROM].astype(np.int64) - 1)  # the rank it counts from
SWAPPED = RANK_BITS * (CARDS[:, SWAP].astype(np.int64) - 1)
TO_START_CARDS = CARDS[:, STEPS] == TO_START
KEPT = np.where(TO_START_CARDS, 0, PLACE_BITS)
ADDED = np.where(TO_START_CARDS, -LOWEST, CARDS[:, STEPS].astype(np.int64)) << 2


@kernel
def put(standing: Standing, rank: int, place: int) -> Standing:
    """Take a runner to another place: innermost free lane, lanes left behind close in (O10, O11).

    Arriving last on a space it ranks behind all who stand there. `rank` is where its bits
    begin, `place` in its bits.
    """
    in_front = (1 << rank) - 1
    others = standing & in_front | (standing >> RANK_BITS) & ~in_front
    everywhere = place * ALL_RANKS
    # The spare bit of a rank survives the subtraction if that runner is not behind `place`.
    # They are the first ranks, so these bits widened to all of their ranks are one mask.
    not_behind = ((others | SPARE_BITS) - everywhere) & SPARE_BITS
    in_front = (not_behind << 1) - (not_behind >> (RANK_BITS - 1))
    arrived = (in_front << RANK_BITS | RANK_MASK) ^ in_front
    runner = (standing >> rank & 3) * ALL_RANKS
    return others & in_front | (everywhere | runner) & arrived | (others & ~in_front) << RANK_BITS


@kernel
def swap(standing: Standing, rank: int, other: int) -> Standing:
    """Two runners exchange space, lane and rank, on one space or across the line (O13, O14)."""
    change = (standing >> rank ^ standing >> other) & 3
    return standing ^ (change << rank | change << other)
