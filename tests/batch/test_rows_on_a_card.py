"""Rows of a graphics card, simulated: the same, however threads share them out."""

import os
import subprocess
import sys
from typing import Any

import numpy as np

from galopp.batch import Batch

# One thread has one column. Few threads: several blocks share a tile. Short tiles: one block
# writes several, and the last is not full.
CONFIGS = ((64, 16, 3), (96, 32, 1), (1024, 64, 2))
GAMES_AT_ONCE = 40
THOROUGH = bool(os.environ.get("GALOPP_THOROUGH"))


def same_rows(dtype: str, observe: str) -> None:
    from galopp.batch.cuda_rows import TileConfig

    about: dict[str, Any] = {"players": (2, 4), "seed": 5, "dtype": dtype, "observe": observe}
    here = Batch("schweinsgalopp", GAMES_AT_ONCE, **about)
    there = Batch("schweinsgalopp", GAMES_AT_ONCE, device="cuda", **about)
    on_card: Any = there.on_device
    for config in map(TileConfig._make, CONFIGS if THOROUGH else CONFIGS[:1]):
        for rows in on_card.rows.values():
            assert rows.sizes(config).fits
            rows.use(config)
        codes = here.sample()
        here.step(codes)
        there.step(codes)
        assert np.array_equal(there.mask, here.mask), config
        assert np.array_equal(there.observations, here.observations), config


def test_every_tile_config_writes_the_same_rows():
    told = subprocess.run(
        [sys.executable, "-W", "ignore", __file__],
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stderr


if __name__ == "__main__":
    same_rows("float32", "all")
    if THOROUGH:
        same_rows("uint8", "mover")
