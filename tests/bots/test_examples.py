"""The examples for those who write bots play whole games."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from outsiders import play

import galopp
from calling import call
from galopp import bots

EXAMPLES = Path(__file__).parents[2] / "examples"
NODE = shutil.which("node") or "node"
PROGRAMS = {
    "python": f"program:{sys.executable} {EXAMPLES / 'program.py'}",
    "javascript": f"program:{NODE} {EXAMPLES / 'program.js'}",
}
SETTINGS = [(game, n) for game in galopp.game_names() for n in galopp.game(game).players]

games = pytest.mark.parametrize(("game", "players"), SETTINGS)


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Where the example package is installed, by pip, as a reader would."""
    place = tmp_path_factory.mktemp("installed")
    copy = tmp_path_factory.mktemp("source") / "bot"
    shutil.copytree(EXAMPLES / "bot", copy)
    words = ["pip", "--quiet", "--disable-pip-version-check", "install", "--no-deps"]
    words += ["--no-build-isolation", "--no-index", "--target", str(place), str(copy)]
    subprocess.run([sys.executable, "-m", *words], check=True)
    return place


def played(game, players, name):
    asks = bots.bot(game, name)
    try:
        return play(game, players, asks)
    finally:
        asks.close()


@pytest.mark.a_few(6)
@games
@pytest.mark.parametrize("language", PROGRAMS)
def test_the_programs_play_whole_games_with_any_number_of_players(game, players, language):
    first, again = (played(game, players, PROGRAMS[language]) for _ in range(2))
    assert first.over
    assert first.decided == again.decided  # the same luck, the same game


@pytest.mark.a_few(3)
@games
def test_the_quick_class_plays_whole_games_with_any_number_of_players(
    installed, monkeypatch, game, players
):
    monkeypatch.syspath_prepend(installed)
    assert {"dreamer", "hasty"} <= set(bots.outside_names())
    assert played(game, players, "hasty").over


@pytest.mark.a_few(1)
@pytest.mark.parametrize("game", galopp.game_names())
def test_the_class_that_thinks_ahead_plays_whole_games(installed, monkeypatch, game):
    monkeypatch.syspath_prepend(installed)
    assert played(game, 2, "dreamer").over


@pytest.mark.a_few(1)
@pytest.mark.parametrize("game", galopp.game_names())
def test_class_and_program_meet_in_the_arena(installed, game):
    found = os.pathsep.join([str(installed), *filter(None, [os.environ.get("PYTHONPATH")])])
    names = [PROGRAMS["javascript"], "hasty"]
    done = call("arena", game, "--players", 2, *names, "--games", 2, "--json", PYTHONPATH=found)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert [standing["bot"] for standing in told["standings"]] == names


def test_the_program_imports_nothing_of_galopp():
    assert "import galopp" not in (EXAMPLES / "program.py").read_text(encoding="utf-8")
