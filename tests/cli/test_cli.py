"""The command line, as somebody at a terminal meets it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import galopp
from galopp.locale import LANGUAGES

GAMES = galopp.game_names()


def call(*arguments, typed="", lang="en", **environment):
    return subprocess.run(
        [sys.executable, "-m", "galopp.cli.app", *map(str, arguments)],
        input=typed,
        env={**os.environ, "GALOPP_LANG": lang, "COLUMNS": "120", **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )


@pytest.mark.parametrize("name", GAMES)
def test_one_person_plays_a_whole_game_against_bots_and_keeps_it(name, tmp_path):
    file = tmp_path / "game.txt"
    done = call("play", name, "--seed", 3, "--save", file, typed="1\n" * 400, lang="de")
    assert done.returncode == 0, done.stderr
    record = galopp.Record.read(file.read_text(encoding="utf-8"))
    assert record.final().over
    told = call("replay", file, lang="fr")
    assert told.returncode == 0, told.stderr
    assert "Joueur" not in told.stdout  # names are those at the table
    assert "Spieler 1" in told.stdout
    for seat in range(record.players):
        assert call("replay", file, "--seat", seat).returncode == 0


@pytest.mark.parametrize("name", GAMES)
def test_a_refused_move_gets_its_reason_and_ruling_and_the_game_goes_on(name):
    wrong = {"saumaumau": "bet pink", "ostfriesenlauf": "1:-2", "schweinsgalopp": "food 7"}
    done = call("play", name, "--seed", 3, "-o", "start_player=0", typed=f"{wrong[name]}\nq\n")
    assert "(ruling " in done.stdout
    assert "You got up from the table." in done.stdout
    assert done.returncode == 0


def test_the_game_is_asked_for_if_none_is_named():
    done = call("play", typed="chess\nschweinsgalopp\nq\n")
    assert "Which game?" in done.stdout
    assert 'no game "chess"' in done.stdout
    assert done.returncode == 0


def test_two_people_at_one_keyboard_are_kept_apart_by_a_curtain():
    done = call(
        "play", "saumaumau", "--people", 2, "--players", 2, "--seed", 1, typed="\n1\n1\n\n1\n"
    )
    assert done.stdout.count("Press Enter when nobody else is looking") >= 2


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_the_rules_are_shown_in_every_language(name, lang):
    done = call("rules", name, "--lang", lang)
    assert done.returncode == 0
    assert len(done.stdout) > 3_000


@pytest.mark.parametrize("name", GAMES)
def test_simulate_counts_and_is_the_same_again(name):
    arguments = ("simulate", name, "--players", 3, "--games", 500, "--seed", 4, "--json")
    first, again = call(*arguments), call(*arguments)
    assert first.returncode == 0, first.stderr
    found = json.loads(first.stdout)
    assert first.stdout == again.stdout
    assert (found["games"], found["players"]) == (500, 3)
    assert len(found["wins"]) == 3
    for won in found["wins"]:
        assert won["low"] <= won["share"] <= won["high"]
    assert sum(share["share"] for share in found["endings"].values()) == pytest.approx(1)


def test_simulate_prints_a_table_for_people():
    done = call(
        "simulate", "schweinsgalopp", "--players", 5, "--games", 200, "--bots", "greedy,random"
    )
    assert done.returncode == 0, done.stderr
    assert "200 games of Schweinsgalopp, 5 players" in done.stdout
    assert "seat 1 (greedy)" in done.stdout


def test_results_do_not_depend_on_how_the_work_is_shared(monkeypatch):
    from galopp.lab import simulation

    game = galopp.game("schweinsgalopp")
    whole = simulation.simulate(game, 2, 300, 9)
    monkeypatch.setattr(simulation, "CHUNK", 7)
    parts = simulation.simulate(game, 2, 300, 9)
    assert (whole.points == parts.points).all()
    assert (whole.decisions == parts.decisions).all()


def test_bench_measures_every_game_at_every_seat_count_beside_its_peer():
    done = call("bench", "engine", "--seconds", "0.01", "--repeats", 1, "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    measured = {(row["name"], row["players"]) for row in found["games"]}
    assert measured == {(n, p) for n in GAMES for p in galopp.game(n).players}
    for row in found["games"]:
        assert row["times"].keys() == {"rollouts", "games", "python"}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("play", "chess"), "kein Spiel|gibt es nicht"),
        (("play", "saumaumau", "--players", "9"), "braucht 2 bis 5"),
        (("play", "saumaumau", "-o", "wings"), "Diese Option gibt es nicht"),
        (("play", "saumaumau", "-o", "races=99"), "außerhalb"),
        (("play", "saumaumau", "--bot", "genius"), "Bot „genius“"),
        (("play", "saumaumau", "--people", "9", "--players", "2"), "passen nicht"),
        (("simulate", "chess"), "gibt es nicht"),
        (("rules", "chess"), "gibt es nicht"),
        (("replay", "no-such-file"), "no-such-file"),
    ],
)
def test_bad_input_gets_a_clear_error_in_the_users_language(arguments, says):
    done = call(*arguments, lang="de")
    assert done.returncode == 2
    assert any(part in done.stderr.replace("\n", " ") for part in says.split("|")), done.stderr
    assert "Traceback" not in done.stderr


def test_a_damaged_file_is_refused_with_line_and_reason(tmp_path):
    file = tmp_path / "damaged.txt"
    file.write_text("galopp record 1\ngame: schweinsgalopp\nrules: 1\nplayers: two\n")
    done = call("replay", file, lang="fr")
    assert done.returncode == 2
    assert "Ligne 4" in done.stderr
    file.write_bytes(b"\xff\xfe\x00\x01")
    assert "Ligne 1" in call("replay", file, lang="fr").stderr


def test_the_first_run_says_that_rules_are_being_prepared(tmp_path):
    cache = {"XDG_CACHE_HOME": str(tmp_path), "FORCE_COLOR": "1", "TERM": "xterm"}
    done = call("play", "schweinsgalopp", typed="q\n", **cache)
    assert "Preparing the rules" in done.stderr
    again = call("play", "schweinsgalopp", typed="q\n", **cache)
    assert "Preparing the rules" not in again.stderr
    other = call("play", "saumaumau", typed="q\n", **cache)
    assert "Preparing the rules" in other.stderr


def test_a_terminal_table_never_shows_another_hand():
    """Everything printed for a person comes from their own view."""
    done = call("play", "saumaumau", "--seed", 5, "--lang", "en", typed="1\n" * 300)
    seeds = galopp.game("saumaumau").new(players=3, seed=5)
    others = [set(seeds.view(seat)["hand"]) for seat in (1, 2)]
    first_table = done.stdout.split("Player 1 ▸")[0]
    hand_line = next(line for line in first_table.splitlines() if line.startswith("Your hand"))
    for hand in others:
        for card in hand:
            colour, _, number = card.partition("-")
            assert f" {colour.capitalize()} {number} " not in hand_line


def test_help_names_every_command():
    done = call("--help")
    for command in ("play", "rules", "simulate", "replay", "bench"):
        assert command in done.stdout


def test_the_module_and_the_installed_command_are_the_same():
    assert Path(sys.executable).with_name("galopp").exists()
