"""The worked example of training runs, and what it trains learns."""

import csv
import importlib.util
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "train.py"


@pytest.fixture(scope="module")
def train():
    """The example as a module; PyTorch comes with it, and takes seconds."""
    spec = importlib.util.spec_from_file_location("train", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    sys.modules["train"] = module  # where its dataclass looks for its own module
    spec.loader.exec_module(module)
    yield module
    del sys.modules["train"]


def test_the_example_prints_writes_and_draws_a_curve(train, tmp_path, capsys):
    out = tmp_path / "curve.csv"
    rows = train.main(["--minutes", "0.005", "--looks", "1", "--games", "256", "--out", str(out)])
    assert rows[0]["steps"] == 0 and rows[-1]["steps"] > 0
    with out.open() as file:
        written = [*csv.DictReader(file)]
    assert [float(row["against random"]) for row in written] == [r["against random"] for r in rows]
    assert "against casual" in capsys.readouterr().out
    assert out.with_suffix(".png").read_bytes().startswith(b"\x89PNG")


def test_some_lessons_make_it_win_more_often(train):
    envs = train.games("saumaumau", "random", races=1)
    school = train.School(envs, "cpu", seed=1)
    before = train.share_won(school.agent, envs, "cpu", 1024)
    school.look(*envs.reset(seed=1))
    for _ in range(6):
        school.learn(school.play())
    assert train.share_won(school.agent, envs, "cpu", 1024) > before + 0.06
