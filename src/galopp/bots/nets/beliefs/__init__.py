"""What others hold, guessed from what they have done: a hand that explains it is dealt more often.

    remember(seen, told, past, scratch)     # once, before a search
    deal_likely(seen, known, past, evaluation, luck, worlds)

`redeal_knowing` deals worlds that fit what a seat has seen, all alike. Of several such worlds one
is taken here, as likely as others would have decided in it what they did decide. How likely that
is follows from three kinds of player at once: one with the `habits` of a net, one who goes by the
casual level's heuristics, one who plays anything; whoever has played like one of them so far is
judged as that one (the three are mixed for all decisions of a race together, not for each anew).

A game offers this by a file of its name here. It says what the others saw when they decided
(`remember`) and how likely their decisions were if they held what they hold in some world
(`plausibility`). Schweinsgalopp does, where hands are dealt once and nothing is drawn afterwards.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from galopp.bots.nets.inputs import Words
from galopp.bots.nets.net import Net, Workspace

LIKE_A_NET, BY_HEURISTICS, ANYHOW = 0.8, 0.1, 0.1  # before anything was decided
SURE_OF_HEURISTICS = 0.9  # that who goes by them does what they say
UNKNOWN = -1.0  # of a plausibility

Records = npt.NDArray[np.void]


class Past(NamedTuple):
    """What the others have decided in this race, and what was found out about it so far."""

    views: Records  # (most,): what whoever decided saw, but for what is hidden from us
    words: Words  # (most, words): the same memory
    seats: npt.NDArray[np.int64]  # (most,)
    codes: npt.NDArray[np.int64]  # (most,)
    number: npt.NDArray[np.int64]  # (1,)
    plausible: npt.NDArray[np.float64]  # (seats, hands), or UNKNOWN


class Evaluation(NamedTuple):
    """What it takes to judge decisions by a net."""

    net: Net
    space: Workspace


class Room(NamedTuple):
    """How much there can be to remember in a game; nothing, where it offers no beliefs."""

    decisions: int
    hands: int


def no_past(record: np.dtype[Any], seats: int, room: Room) -> Past:
    """Memory in which nothing is remembered yet."""
    views = np.zeros(room.decisions, record)
    return Past(
        views,
        views.view(np.uint64).reshape(room.decisions, -1),
        np.zeros(room.decisions, np.int64),
        np.zeros(room.decisions, np.int64),
        np.zeros(1, np.int64),
        np.zeros((seats, room.hands)),
    )
