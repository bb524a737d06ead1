"""What the seat on turn sees of each game of a batch, as the features of a net: a 0 or 1 each.

    rows = FeatureRows(batch, inputs, features)
    rows.write()                            # after each step
    torch.from_dlpack(rows.array)           # (games, features), bytes

On whichever device the batch is, from the same table of inputs that a bot reads by.
"""

from typing import Protocol

import numpy as np
import numpy.typing as npt

from galopp.batch.batch import Batch
from galopp.batch.cpu import OnCpu, on_parts, scratch, zeros
from galopp.batch.layout import Records
from galopp.batch.loops import Scratch
from galopp.batch.untyped import Array
from galopp.bots.nets.inputs import (
    MOST_ON,
    Features,
    Inputs,
    Words,
    find_features,
)
from galopp.bots.verbs import mover, show
from galopp.core.kernel import kernel
from galopp.core.words import NOBODY

Rows = npt.NDArray[np.uint8]  # (games, features)


@kernel
def turn_on(
    words: Words, viewer: int, players: int, inputs: Inputs, on: Features, row: Rows
) -> None:
    """Write the features of one view into its row, which holds zeros."""
    for n in range(find_features(words, viewer, players, inputs, on)):
        row[on[n]] = 1


@kernel
def write_features(
    part: tuple[int, int],
    states: Records,
    scratch: Scratch,
    inputs: Inputs,
    on: Features,
    rows: Rows,
) -> None:
    """What the movers of these games see; zeros where the game is over."""
    start, stop = part
    for row in range(start, stop):
        rows[row, :] = 0
        state = states[row]
        seat = mover(state)
        if seat != NOBODY:
            show(state, seat, scratch.seen[0])
            turn_on(scratch.words, seat, int(state.players), inputs, on, rows[row])


class FeatureRows:
    """The features of the movers of a batch, on its device."""

    def __init__(self, batch: Batch, inputs: Inputs, features: int) -> None:
        shape = (batch.games, features)
        if isinstance(batch.on_device, OnCpu):
            self._rows: _Rows = _OnCpu(batch.on_device, inputs, shape)
        else:
            from galopp.batch.cuda_features import OnCard

            self._rows = OnCard(batch, inputs, shape)

    @property
    def array(self) -> Array:
        """The rows, to be shared by DLPack."""
        return self._rows.array

    def write(self) -> None:
        """Write them anew, by how the games stand now."""
        self._rows.write()


class _Rows(Protocol):
    array: Array

    def write(self) -> None: ...


class _OnCpu:
    def __init__(self, batch: OnCpu, inputs: Inputs, shape: tuple[int, int]) -> None:
        self._batch, self._inputs = batch, inputs
        self.array: Array = zeros(shape, np.uint8)

    def write(self) -> None:
        batch = self._batch

        def work(part: slice) -> None:
            on = np.empty(MOST_ON, np.int16)
            about = (batch.games.states, scratch(batch.plan), self._inputs, on, self.array)
            write_features((part.start, part.stop), *about)

        on_parts(work, batch.plan.games, -(-batch.plan.games // batch.threads), batch.threads)
