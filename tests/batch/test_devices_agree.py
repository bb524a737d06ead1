"""Interpreted, compiled, checked and on a graphics card: the same games to the bit.

The card is numba's simulator of one, which runs the very kernels, thread by thread, on the
processor. `python -m galopp.lab.agreement` compares a million games of each kind, and those of
a real card too where there is one.
"""

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import galopp
from galopp.batch import Batch, cpu, play
from galopp.lab import agreement

VARIANTS = {
    "saumaumau": ({"races": 1}, {"mau": True, "green_parries_plus2": True, "races": 1}),
    "ostfriesenlauf": ({}, {"reshuffle": "all_empty", "show_hand_backs": False}),
    "schweinsgalopp": ({"races": 1}, {"track_food": "per_race", "hide_secured": True, "races": 2}),
}
SHOWN = ("mover", "legal", "mask", "observations", "rewards", "done", "refused")
THOROUGH = bool(os.environ.get("GALOPP_THOROUGH"))
# More games than a card has threads in a warp.
ROWS, GAMES = (70, 40) if THOROUGH else (34, 16)
FOUND = {"interpreted": 5, "checked": 2 if THOROUGH else 1, "simulated": 5}  # digests
WAYS = {
    "interpreted": {"NUMBA_DISABLE_JIT": "1"},
    "checked": {"GALOPP_CHECKED": "1"},
    "simulated": {"NUMBA_ENABLE_CUDASIM": "1"},
}


def digests(name: str, way: str) -> Iterator[str]:
    """Everything shown in some steps, every state, and what came of whole games."""
    device = "cuda" if way == "simulated" else "cpu"
    about = {"players": (2, 3), "seed": 7, "device": device, "variants": VARIANTS[name]}
    yield of_whole_games(name, GAMES, "random", **about)
    if way != "checked" or THOROUGH:  # which takes long to compile
        yield of_steps(Batch(name, ROWS, observe="mover", dtype="uint8", **about))
    if way != "checked":  # of which the rest has every index too
        yield of_steps(Batch(name, ROWS, observe="all", **about))
        yield of_whole_games(name, 4, ("casual", "beginner"), **about)
        yield of_bots(Batch(name, 12, observe=None, **about))


def of_steps(batch: Batch) -> str:
    found = hashlib.sha256()
    for _ in range(3):
        codes = np.array(batch.sample())
        codes[5] = 63  # refused, in most positions
        batch.step(codes)
        for shown in SHOWN:
            found.update(np.asarray(getattr(batch, shown)).tobytes())
        found.update(np.ascontiguousarray(batch.states).tobytes())
    batch.reset(np.arange(len(batch)) % 2 == 0)
    found.update(np.ascontiguousarray(batch.states).tobytes())
    for row in (0, ROWS - 1):
        found.update(batch.position(row).state.tobytes() + batch.position(row).chance.tobytes())
    return found.hexdigest()


def of_bots(batch: Batch) -> str:
    found = hashlib.sha256()
    for policies in ("casual", ("beginner", "random"), "random"):
        codes = np.array(batch.sample(policies))
        found.update(codes.tobytes())
        batch.step(codes)
        assert not np.asarray(batch.refused).any()
    return found.hexdigest()


def of_whole_games(name: str, games: int, policies: Any, **about: Any) -> str:
    found = hashlib.sha256()
    kept = Batch(name, games, observe=None, auto_reset=False, **about)
    for played in (play(name, games, policies=policies, **about), kept.play(policies)):
        for array in played:
            found.update(np.asarray(array).tobytes())
    found.update(np.ascontiguousarray(kept.states).tobytes())
    return found.hexdigest()


# The loops are the same for every game, and all of them take a while: one game every day.
EVERY_WAY = [
    pytest.param(name, way, marks=() if name == "schweinsgalopp" else pytest.mark.thorough)
    for name in sorted(VARIANTS)
    for way in sorted(WAYS)
]


@pytest.mark.parametrize(("name", "way"), EVERY_WAY)
def test_every_way_to_run_a_batch_plays_the_same_games(name, way):
    told = subprocess.run(
        [sys.executable, "-W", "ignore", __file__, name, way],
        env={**os.environ, **WAYS[way]},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    here = list(digests(name, "compiled"))
    found = told.stdout.split()
    assert found == here[: len(found)] and len(found) == FOUND[way]


def test_every_game_is_compared():
    assert sorted(VARIANTS) == sorted(agreement.OPTIONS) == galopp.game_names()


@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_the_games_of_a_batch_are_those_that_the_rules_play_alone(name):
    alone, batched = agreement.compare(name, games=600, interpreted=0)
    assert (alone.way, batched.way, batched.same) == ("alone", "batched", True)


def test_a_way_that_plays_otherwise_is_told_of(monkeypatch, capsys):
    def other_luck(plan):
        return cpu.play(replace(plan, seed=plan.seed + 1), [0] * plan.seats)

    monkeypatch.setitem(agreement.WAYS, "batched", other_luck)
    asked = ["agreement", "schweinsgalopp", "--games", "40", "--interpreted", "0"]
    monkeypatch.setattr(sys, "argv", asked)
    assert agreement.main() == 1
    assert "NOT THE SAME" in capsys.readouterr().out


def test_interpreted_games_are_compared_in_a_process_of_their_own():
    *_, interpreted = agreement.compare("schweinsgalopp", games=8, interpreted=4)
    assert (interpreted.way, interpreted.same) == ("interpreted", True)


if __name__ == "__main__":
    print(*digests(*sys.argv[1:]))
