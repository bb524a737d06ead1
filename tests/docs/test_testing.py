"""No folder of tests is forgotten by `make test`, and what tests start is what they mean."""

import os
import sys
import tomllib
from pathlib import Path

import pytest

from calling import call
from warm_start import PRELOADED, Streams, WarmProcess, can_be_warm

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"


def test_every_folder_with_tests_is_run():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    usual = settings["tool"]["pytest"]["ini_options"]["testpaths"]
    script = (ROOT / "scripts" / "test").read_text(encoding="utf-8").split()
    folders = {f"tests/{file.relative_to(TESTS).parts[0]}" for file in TESTS.glob("*/**/test_*.py")}
    assert folders == set(usual) | (folders & set(script))


def test_every_folder_of_tests_is_explained():
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    explained = page.partition("## Kinds of tests")[2].partition("Goldens say")[0]
    folders = {file.parts[-2] for file in TESTS.glob("*/*test*.*")} | {"rules"}
    folders.discard("__pycache__")  # there as soon as a test has run
    assert [name for name in sorted(folders) if f"`tests/{name}`" not in explained] == []


forked_here = pytest.mark.skipif(
    sys.platform != "linux", reason="processes are forked on Linux alone"
)


@forked_here
def test_what_is_forked_has_everything_imported(tmp_path):
    """The fork server leaves out in silence what it does not find, as it did for days."""
    look = tmp_path / "look.py"
    look.write_text(f"import sys; print({PRELOADED!r} in sys.modules, 'numba' in sys.modules)")
    said = tmp_path / "said"
    process = WarmProcess([str(look)], dict(os.environ), Streams(said=said))
    assert process.wait(60) == 0
    assert said.read_text() == "True True\n"
    assert call("--help", lang="de").stdout != call("--help", lang="en").stdout


@forked_here
def test_what_begins_otherwise_is_no_fork(monkeypatch):
    """Or a disk that fails by a library that is loaded first would never fail."""
    program = ["-m", "galopp", "--version"]
    assert can_be_warm(program, {**os.environ, "GALOPP_LANG": "fr"})
    assert not can_be_warm(program, {**os.environ, "XDG_CACHE_HOME": "elsewhere"})
    monkeypatch.setenv("LD_PRELOAD", "failing_disk.so")
    assert not can_be_warm(program, dict(os.environ))
