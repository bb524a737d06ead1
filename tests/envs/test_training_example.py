"""The worked example of training runs, and what it trains learns."""

import csv
import importlib.util
import sys
from pathlib import Path

import pytest

import trainers

EXAMPLE = Path(__file__).parents[2] / "examples" / "train.py"


@pytest.fixture(scope="module")
def train():
    """The example as a module; PyTorch comes with it, and takes seconds."""
    trainers.wanted("torch")
    spec = importlib.util.spec_from_file_location("train", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    sys.modules["train"] = module  # where its dataclass looks for its own module
    spec.loader.exec_module(module)
    yield module
    del sys.modules["train"]


def test_the_example_prints_writes_and_draws_a_curve(train, tmp_path, capsys):
    out = tmp_path / "curve.csv"
    rows = train.main(["--minutes", "0.005", "--looks", "1", "--out", str(out)])
    assert rows[0]["steps"] == 0 and rows[-1]["steps"] > 0
    with out.open() as file:
        written = [*csv.DictReader(file)]
    assert [float(row["against random"]) for row in written] == [r["against random"] for r in rows]
    assert "against casual" in capsys.readouterr().out
    assert out.with_suffix(".png").read_bytes().startswith(b"\x89PNG")


def test_some_lessons_make_it_win_more_often(train):
    tables = train.Tables("saumaumau", "random", "cpu", seed=1, races=1)
    school = train.School(tables, "cpu", seed=1)
    before = train.share_won(school.agent, tables)
    tables.batch.reset(seed=1)
    for _ in range(4):
        school.learn(school.play(), train.RATE)
    assert train.share_won(school.agent, tables) > before + 0.06


def test_a_decision_is_judged_by_what_comes_until_the_agent_is_asked_again(train):
    """Two rows: one is asked at every other step and then wins, one loses and begins anew."""
    tensor = train.torch.tensor
    asked = tensor([[True, True], [False, False], [True, True]])
    value = tensor([[0.5, 0.25], [9.0, 9.0], [0.75, 0.125]])  # others' turns count for nothing
    reward = tensor([[0.0, 0.0], [0.0, -1.0], [1.0, 0.0]])
    ended = tensor([[False, False], [False, True], [True, False]])
    empty = train.torch.zeros(3, 2)
    about = (empty, empty, asked, empty, empty, value, reward, ended, tensor([4.0, 0.5]))
    gain = train.Lesson(*about).advantages()
    assert gain[2].tolist() == pytest.approx([1 - 0.75, 0.5 - 0.125])
    assert gain[0].tolist() == pytest.approx([0.75 - 0.5 + train.LAMBDA * 0.25, -1 - 0.25])
