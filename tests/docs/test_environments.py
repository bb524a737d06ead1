"""The programs on the page about environments run as they stand there."""

import re
from pathlib import Path

import pytest

import trainers

PAGE = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
TRAINING = [program for program in PROGRAMS if "sb3_contrib" in program]
QUICK = [program for program in PROGRAMS if program not in TRAINING]


def test_there_is_a_program_for_each_kind_of_environment():
    for package in ("galopp.batch", "pettingzoo", "gymnasium", "make_vec", "pyspiel"):
        assert any(package in program for program in PROGRAMS)


@pytest.mark.parametrize("number", range(len(QUICK)))
def test_a_program_of_the_page_runs(number):
    exec(compile(QUICK[number], f"program {number} of the page", "exec"), {})


def test_the_training_of_the_page_runs():
    """For a moment: tests/envs/test_masked_training.py sees that it learns."""
    (program,) = TRAINING
    briefly = program.replace("200_000", "1")
    assert briefly != program
    for module in trainers.NEEDED:
        trainers.wanted(module)
    known: dict[str, object] = {}
    exec(compile(briefly, "training of the page", "exec"), known)
    assert known["model"].num_timesteps == 64 * 64


def test_what_the_page_says_of_the_layout_is_so():
    found: dict[str, object] = {}
    exec(PROGRAMS[0], found)
    layout = found["layout"]
    for said, meant in re.findall(r"^(layout\.\S+)\s+# .*?: (.+)$", PROGRAMS[0], re.MULTILINE):
        assert str(eval(said, {"layout": layout})) == meant
