"""What a net sees of the games of a batch: the same on every device, and as a bot reads it."""

import os
import subprocess
import sys

import numpy as np
import pytest

import galopp
from galopp.batch import Batch
from galopp.batch.features import FeatureRows
from galopp.bots.nets.file import net_of
from galopp.bots.nets.inputs import MOST_ON, find_features

GAMES = galopp.game_names()


def of_batch(name, device="cpu"):
    net = net_of(name).net
    about = {"seed": 5, "observe": "mover", "dtype": "uint8", "device": device}
    batch = Batch(name, 10, (2, 3, 4), **about)
    return batch, FeatureRows(batch, net.inputs, len(net.first.weights)), net


@pytest.mark.parametrize("name", GAMES)
def test_rows_have_the_features_that_a_bot_reads(name):
    batch, rows, net = of_batch(name)
    for _ in range(8):
        rows.write()
        for row in range(len(batch)):
            position, on = batch.position(row), np.zeros(MOST_ON, np.int16)
            seen = position.seen(int(batch.mover[row])).record
            words = np.frombuffer(seen.tobytes(), np.uint64)
            about = (int(seen.viewer), int(seen.players), net.inputs, on)
            number = find_features(words, *about)
            assert sorted(on[:number]) == [*np.flatnonzero(rows.array[row])]
        batch.step(batch.sample())


def test_a_simulated_card_writes_the_same_rows():
    told = subprocess.run(
        [sys.executable, "-W", "ignore", __file__],
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stderr


def on_a_card(name):
    (here, rows, _), (there, on_card, _) = of_batch(name), of_batch(name, "cuda")
    for _ in range(2):
        rows.write()
        on_card.write()
        assert np.array_equal(np.asarray(rows.array), np.asarray(on_card.array)), name
        codes = here.sample()
        here.step(codes)
        there.step(codes)


if __name__ == "__main__":
    for game in GAMES if os.environ.get("GALOPP_THOROUGH") else ("schweinsgalopp",):
        on_a_card(game)
