"""Which way to launch kernels is fastest: for whoever tunes `batch/cuda.py` for a card."""

from collections.abc import Iterator
from itertools import product
from time import perf_counter
from typing import TYPE_CHECKING, cast

import numpy as np

from galopp.batch import Batch
from galopp.batch.batch import levels_of, make_plan
from galopp.batch.plan import Plan
from galopp.lab.batch_speed import OBSERVED_AS, Finding, Size, step_rate, wait_for

if TYPE_CHECKING:  # where there is no card, there may be nothing to import
    from galopp.batch.cuda import LaunchConfig, OnCuda
    from galopp.batch.cuda_rows import TileConfig

FEWER_REGISTERS = 64
SECONDS = 1.0  # for a figure of steps
FEW_GAMES, MANY_STEPS = 64, 200


def launch_configs() -> Iterator["LaunchConfig"]:
    """Ways to share games out, the usual one first; the last one compiles anew."""
    from galopp.batch.cuda import USUAL

    yield USUAL
    for blocks, pause in product((8, 16, 32), (1, 8, 32)):
        if (blocks, pause) != (USUAL.blocks, USUAL.pause):
            yield USUAL._replace(blocks=blocks, pause=pause)
    yield USUAL._replace(block=64, blocks=64)


def try_launch_configs(name: str, size: Size) -> Iterator[Finding]:
    """Whole games of two players in every launch config."""
    plan = make_plan(name, size.games, 2, 1, ({},), {}, None)
    for config in launch_configs():
        yield tried(plan, config)


def tried(plan: Plan, config: "LaunchConfig") -> Finding:
    """Decisions a second with one launch config, the better of two goes."""
    from galopp.batch.cuda import play

    levels, best = levels_of("random", plan.seats), 0.0
    played = play(plan, levels, config)
    decisions = int(np.asarray(played.decisions).sum(dtype=np.int64))
    for _ in range(2):
        start = perf_counter()
        play(plan, levels, config)
        wait_for("cuda")
        best = max(best, decisions / (perf_counter() - start))
    told = {key: value for key, value in config._asdict().items() if value is not None}
    name = plan.rules.NAME
    return {"what": "launch", "game": name, **told, "decisions_a_second": round(best)}


def try_fewer_registers(name: str, size: Size) -> Iterator[Finding]:
    """Fewer registers a thread, in whole games and in steps; both compile anew."""
    from galopp.batch.cuda import USUAL, step_kernel

    plan = make_plan(name, size.games, 2, 1, ({},), {}, None)
    yield tried(plan, USUAL._replace(blocks=16, registers=FEWER_REGISTERS))
    batch = Batch(name, size.rows, 2, 1, device="cuda", dtype="uint8")
    on_card = cast("OnCuda", batch.on_device)
    on_card.use(step_kernel(name, FEWER_REGISTERS))
    batch.step(batch.sample())  # compiles
    wait_for("cuda")
    rate = round(step_rate(batch, size.steps, SECONDS))
    about = {"game": name, "registers": FEWER_REGISTERS}
    yield {"what": "steps", **about, "decisions_a_second": rate}


def try_tiles(name: str, size: Size) -> Iterator[Finding]:
    """Rows of observations written in other tiles; those that do not fit are left out."""
    for kind in OBSERVED_AS:
        batch = Batch(name, size.rows, 2, 1, device="cuda", dtype=kind)
        on_card = cast("OnCuda", batch.on_device)
        rows = on_card.rows["observations"]
        for config in tile_configs():
            if rows.sizes(config).fits:
                rows.use(config)
                batch.step(batch.sample())  # compiles
                wait_for("cuda")
                rate = round(step_rate(batch, size.steps, SECONDS / 4))
                about = {"game": name, "observed_as": kind, **config._asdict()}
                yield {"what": "tile", **about, "decisions_a_second": rate}


def tile_configs() -> Iterator["TileConfig"]:
    """Ways to share rows out, the usual ones first."""
    from galopp.batch.cuda_rows import OF_BYTES, OF_FLOATS, TileConfig

    yield from (OF_BYTES, OF_FLOATS)
    for config in map(TileConfig._make, product((128, 256, 448, 704), (16, 32, 64, 128), (4, 16))):
        if config not in (OF_BYTES, OF_FLOATS):
            yield config


def launching(name: str) -> Iterator[Finding]:
    """What a step of few games takes: the time it takes to ask for it."""
    batch = Batch(name, FEW_GAMES, 2, 1, device="cuda", dtype="uint8")
    batch.step(batch.sample())
    wait_for("cuda")
    start = perf_counter()
    for _ in range(MANY_STEPS):
        batch.step(batch.sample())
    wait_for("cuda")
    took = (perf_counter() - start) / MANY_STEPS
    yield {"what": "launch", "game": name, "microseconds": round(1e6 * took)}
