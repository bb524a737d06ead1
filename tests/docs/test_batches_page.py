"""The page about batches is true: its programs run, its table is complete."""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from galopp.batch import Batch, Played
from galopp.batch.loops import Shown

PAGE = (Path(__file__).parents[2] / "docs" / "batches.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
LIBRARIES = ("torch", "jax", "cupy")
OURS = [
    program
    for program in PROGRAMS
    if not program.startswith(tuple(map("import {}".format, LIBRARIES)))
]


def of_library(name: str) -> str:
    (found,) = (program for program in PROGRAMS if program.startswith(f"import {name}\n"))
    return found


def test_the_programs_run_one_after_the_other(capsys):
    known: dict[str, object] = {}
    for program in OURS:
        exec(compile(program, "batches.md", "exec"), known)
    assert known["won"].sum() > 1_000
    refusal, ruling = known["position"].why_not(known["move"])
    assert f"('{refusal}', '{ruling}')" in capsys.readouterr().out
    assert len(OURS) == 5


@pytest.mark.parametrize("library", LIBRARIES)
def test_other_libraries_take_batches_over_as_the_page_says(library):
    program = of_library(library)
    compile(program, "batches.md", "exec")
    if importlib.util.find_spec(library) is None or library == "cupy":
        pytest.skip(f"{library} is not installed, or there is no card for it")
    told = subprocess.run(
        [sys.executable, "-c", f"{BEFORE}\n{program}\n{AFTER}"],
        env=dict(os.environ),
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stderr


BEFORE = """
from galopp.batch import Batch
batch = Batch("schweinsgalopp", 64, 2, seed=7)
before = batch.states.tobytes()
"""
AFTER = """
import numpy as np
assert not batch.refused.any() and batch.states.tobytes() != before
shared = np.from_dlpack(mask)
assert np.shares_memory(shared, batch.mask)
"""


def test_the_table_has_every_array_with_its_shape_and_kind():
    told = dict(re.findall(r"^\| `(\w+)` \| (.*?) \|$", PAGE, re.MULTILINE))
    batch = Batch("ostfriesenlauf", 4, 3, history=16)
    sizes = {"games": 4, "codes": batch.codes, "seats": 3, "places": batch.layout.size}
    sizes |= {"entries": 16, "4": 4}
    for name in (*Shown._fields, "observations", "history"):
        shape, kinds, _ = (cell.strip() for cell in told.pop(name).split("|"))
        array = getattr(batch, name)
        assert array.shape == tuple(sizes[axis] for axis in shape.split(", ")), name
        assert str(array.dtype) in kinds.split(" or "), name
    assert not told


def test_what_whole_games_give_is_on_the_page():
    for name in Played._fields:
        assert f"played.{name}" in PAGE
    assert np.all([policy in PAGE for policy in ("`random`", "`beginner`", "`casual`")])
