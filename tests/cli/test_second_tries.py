"""What passed only on a second try is told, and for how long that is put up with."""

import importlib.util
import json
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "second_tries.py"


@pytest.fixture
def tries(tmp_path, monkeypatch):
    spec = importlib.util.spec_from_file_location("second_tries", SCRIPT)
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    monkeypatch.setattr(script, "CACHES", tmp_path / "caches")
    monkeypatch.setattr(script, "NOTED", tmp_path / "caches" / "noted")
    monkeypatch.setattr(script, "KEPT", tmp_path / "kept")
    return script


def a_run(tries, *failed):
    """All tests once, of which these failed at first; how it ended."""
    tries.begin()
    if failed:
        fail(tries, "compiled", *failed)
    return tries.tell()


def fail(tries, part, *failed):
    """What pytest keeps when these have failed; then they are noted."""
    kept = tries.CACHES / part / "v/cache/lastfailed"
    kept.parent.mkdir(parents=True)
    kept.write_text(json.dumps(dict.fromkeys(failed, True)), encoding="utf-8")
    tries.note(part)


def test_what_passed_on_a_second_try_is_named(tries, capsys):
    assert a_run(tries) == 0
    assert capsys.readouterr().out == ""
    assert a_run(tries, "tests/a.py::test_one[x y]", "tests/b.py::test_two") == 0
    told = capsys.readouterr().out
    assert "tests/a.py::test_one[x y]" in told and "tests/b.py::test_two" in told


def test_the_third_run_in_a_row_with_second_tries_fails(tries):
    ends = [a_run(tries, *names) for names in (["a"], ["b"], [], ["a"], ["c"], ["a"], ["a"], [])]
    assert ends == [0, 0, 0, 0, 0, 1, 1, 0]


def test_what_failed_in_several_parts_is_all_named(tries, capsys):
    tries.begin()
    fail(tries, "chromium", "tests/browser/a.py::test_one")
    fail(tries, "compiled", "tests/server/b.py::test_two")
    assert tries.tell() == 0
    told = capsys.readouterr().out
    assert "test_one" in told and "test_two" in told


def test_what_failed_in_an_earlier_run_is_forgotten(tries, capsys):
    a_run(tries, "tests/a.py::test_one")
    capsys.readouterr()
    assert a_run(tries) == 0
    assert "test_one" not in capsys.readouterr().out
