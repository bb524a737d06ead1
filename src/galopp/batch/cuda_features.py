"""The features of a net on an NVIDIA graphics card: some threads a game."""

from functools import cache

import numpy as np
import numpy.typing as npt

from galopp import games as all_games
from galopp.batch.batch import Batch
from galopp.batch.cuda import OnCuda
from galopp.batch.numba_cuda import (
    CardKernel,
    Launch,
    allocate,
    card_kernel,
    cuda,
    lend,
    stride,
    to_device,
)
from galopp.bots.nets.inputs import Inputs, Words, add_features
from galopp.core.words import NOBODY

GAMES_OF_BLOCK, LANES = 4, 32  # games of a block, and threads that a game has
MOST_OF_ONE = 128  # features that one number can turn on

Movers = npt.NDArray[np.int8]
Rows = npt.NDArray[np.uint8]  # (games, features)


class OnCard:
    """Rows of features, written by the card."""

    def __init__(self, batch: Batch, inputs: Inputs, shape: tuple[int, int]) -> None:
        self._array = allocate(shape, np.uint8)
        self.array = lend(self._array)
        on_card = batch.on_device
        assert isinstance(on_card, OnCuda)
        blocks = -(-batch.games // GAMES_OF_BLOCK)
        about = (on_card.shown_to_movers, (on_card.mover, to_device(inputs)))
        kernel = _features_kernel(batch.plan.rules.NAME)
        self._launch = Launch(kernel, blocks, GAMES_OF_BLOCK * LANES, *about)

    def write(self) -> None:
        """Write them anew."""
        self._launch(self._array)


@cache
def _features_kernel(game: str) -> CardKernel:
    """Some threads a game: each clears a part of its row, and reads a part of the numbers."""
    seen_words = all_games.rules(game).SEEN.itemsize // 8
    all_words = GAMES_OF_BLOCK * stride(seen_words)
    players_at = _word_and_bit(game, "players")
    word, feature = np.uint64, np.int16

    @card_kernel()
    def write(seen: tuple[Words], about: tuple[Movers, Inputs], written: tuple[Rows]) -> None:
        everybody = cuda.shared.array(all_words, word)
        on = cuda.local.array(MOST_OF_ONE, feature)
        movers, inputs = about
        (rows,) = written
        here, lane = cuda.threadIdx.x // LANES, cuda.threadIdx.x % LANES
        row = cuda.blockIdx.x * GAMES_OF_BLOCK + here
        words = everybody[here * stride(seen_words) : here * stride(seen_words) + seen_words]
        if row < len(rows):
            for place in range(lane, seen_words, LANES):
                words[place] = seen[0][place, row]
            for place in range(lane, rows.shape[1], LANES):
                rows[row, place] = 0
        cuda.syncthreads()
        if row < len(rows) and movers[row] != NOBODY:
            players = int(words[players_at[0]] >> word(players_at[1]) & word(255))
            for number in range(lane, len(inputs), LANES):
                found = add_features(words, int(movers[row]), players, inputs, number, on, 0)
                for n in range(found):
                    rows[row, on[n]] = 1

    return write


def _word_and_bit(game: str, field: str) -> tuple[int, int]:
    """Where a byte of what is seen lies."""
    fields = all_games.rules(game).SEEN.fields
    assert fields is not None
    word, byte = divmod(int(fields[field][1]), 8)
    return word, 8 * byte
