"""What a decision leads to: a race is played on to its end in thought, all seats by the net.

    first, other = consequences(seen, told, [code, another])
    first.gained.mean(), other.gained.mean()     # points of this race, in the same worlds

The luck is made from what the seat sees and was told: whoever asks again hears the same.
"""

import hashlib
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from galopp.bots.nets.file import net_of, workspace
from galopp.bots.nets.playouts import Playing, decision, share_now
from galopp.bots.nets.taught import is_taught
from galopp.bots.verbs import (
    apply,
    believe,
    game_of,
    mover,
    points,
    race_of,
    redeal_knowing,
)
from galopp.core.chance import Chance, chance, spin
from galopp.core.contract import History, Known
from galopp.core.history import conclusions
from galopp.core.kernel import kernel
from galopp.core.record import Record
from galopp.core.words import NOBODY

WORLDS = {"ostfriesenlauf": 240, "saumaumau": 120, "schweinsgalopp": 240}
# Decisions; then the race is left as it stands. Ostfriesenlauf has nothing to count before its end,
# and what the net hopes for after three rounds says more than who has won by luck.
HORIZON = {"ostfriesenlauf": 12, "saumaumau": 400, "schweinsgalopp": 400}
GAINED, LEFT, SHARE = range(3)

Numbers = npt.NDArray[np.float64]


class Consequence(NamedTuple):
    """What came of a decision, in each world."""

    gained: Numbers  # points of this race
    left: Numbers  # to the others: theirs, on average
    share: Numbers  # of the victory that may be hoped for after the race


def consequences(seen: Record, told: History, codes: list[int]) -> list[Consequence] | None:
    """What these decisions of whoever sees this lead to; None where no net was taught."""
    rules = game_of(seen.dtype)
    net, taught = net_of(rules.NAME)
    if not is_taught(taught, seen):
        return None
    view = np.zeros(1, rules.SEEN)
    number_of_codes = max(kind.first + len(kind.subjects) for kind in rules.MOVES)
    memory = (workspace(), np.zeros(2, rules.STATE), view, view.view(np.uint64), chance(0))
    playing = Playing(net, *memory, number_of_codes, HORIZON[rules.NAME])
    digest = hashlib.sha256(seen.tobytes() + told.tobytes()).digest()
    known, luck = conclusions(rules, seen, told), chance(int.from_bytes(digest[8:16]))
    found = np.zeros((len(codes), 3, WORLDS[rules.NAME]))
    follow(seen, known, np.array(codes, np.int64), playing, luck, found)
    return [Consequence(*rows) for rows in found]


@kernel
def follow(
    seen: Record,
    known: Known,
    codes: npt.NDArray[np.int64],
    playing: Playing,
    luck: Chance,
    found: npt.NDArray[np.float64],
) -> None:
    """Try each decision in the same worlds with the same luck, to the end of the race."""
    for world in range(found.shape[2]):
        redeal_knowing(seen, known, luck, playing.states[0])
        believe(seen, playing.states[0], playing.seen[0], luck)
        stream = spin(luck)
        for nth in range(len(codes)):
            playing.states[1] = playing.states[0]
            playing.luck[0] = stream
            apply(playing.states[1], codes[nth], playing.luck)
            finish_race(race_of(playing.states[0]), playing)
            count_up(int(seen.viewer), playing, found[nth], world)


@kernel
def finish_race(race: int, playing: Playing) -> None:
    """Play on by the net until another race begins, or all is over."""
    state = playing.states[1]
    for _ in range(playing.horizon):
        seat = mover(state)
        if seat == NOBODY or race_of(state) != race:
            break
        apply(state, decision(state, seat, playing), playing.luck)


@kernel
def count_up(viewer: int, playing: Playing, found: npt.NDArray[np.float64], world: int) -> None:
    """Write down what the race brought, compared with how things stood."""
    before, after = playing.states[0], playing.states[1]
    players = int(after.players)
    for seat in range(players):
        gained = points(after, seat) - points(before, seat)
        if seat == viewer:
            found[GAINED, world] = gained
        else:
            found[LEFT, world] += gained / (players - 1)
    found[SHARE, world] = share_now(viewer, playing)
