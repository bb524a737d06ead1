"""The programs on the page about environments run as they stand there."""

import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_there_is_a_program_for_each_kind_of_environment():
    for package in ("galopp.batch", "pettingzoo", "gymnasium", "make_vec", "pyspiel"):
        assert any(package in program for program in PROGRAMS)


@pytest.mark.parametrize("number", range(len(PROGRAMS)))
def test_a_program_of_the_page_runs(number):
    exec(compile(PROGRAMS[number], f"program {number} of the page", "exec"), {})


def test_what_the_page_says_of_the_layout_is_so():
    found: dict[str, object] = {}
    exec(PROGRAMS[0], found)
    layout = found["layout"]
    for said, meant in re.findall(r"^(layout\.\S+)\s+# .*?: (.+)$", PROGRAMS[0], re.MULTILINE):
        assert str(eval(said, {"layout": layout})) == meant
