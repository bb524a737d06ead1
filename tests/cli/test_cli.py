"""The command line, as somebody at a terminal meets it."""

import json
import re

import pytest

import galopp
from calling import call
from galopp.locale import LANGUAGES, Language
from galopp.play.telling import Teller
from promised_games import LUCK, play_at_table

GAMES = galopp.game_names()


@pytest.mark.a_few(1)
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


@pytest.mark.a_few(1)
@pytest.mark.parametrize("name", GAMES)
def test_a_refused_move_gets_its_reason_and_ruling_and_the_game_goes_on(name):
    wrong = {"saumaumau": "bet pink", "ostfriesenlauf": "1:-2", "schweinsgalopp": "food 7"}
    assert sorted(wrong) == GAMES
    done = call("play", name, "--seed", 3, "-o", "start_player=0", typed=f"{wrong[name]}\nq\n")
    assert "(ruling " in done.stdout
    assert "You got up from the table." in done.stdout
    assert done.returncode == 0


@pytest.mark.a_few(3)
@pytest.mark.parametrize("bot", ["random", "beginner", "casual", "strong@40", "strongest@0.01s"])
@pytest.mark.parametrize("name", GAMES)
def test_any_bot_takes_the_other_seats(name, bot):
    done = call("play", name, "--people", 0, "--players", 2, "--seed", 3, "--bot", bot)
    assert done.returncode == 0, done.stderr


@pytest.mark.a_few(3)
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_a_hint_says_what_to_do(name, lang):
    typed = "1\n" * 8 + "h\nhint\nq\n"
    done = call("play", name, "--seed", 3, "-o", "start_player=0", typed=typed, lang=lang)
    assert done.returncode == 0, done.stderr
    hint = Language(lang).say("hint", move="\0", chance="\0").split("\0")[0]
    only = Language(lang).say("only_choice", move="")
    assert hint in done.stdout or done.stdout.count(only) > 1
    assert "reason." not in done.stdout


def test_the_game_is_asked_for_if_none_is_named():
    done = call("play", typed="chess\nschweinsgalopp\nq\n")
    assert "Which game?" in done.stdout
    assert "no game “chess”" in done.stdout
    assert done.returncode == 0


@pytest.mark.a_few(3)
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_the_rules_are_shown_in_every_language(name, lang):
    done = call("rules", name, "--lang", lang)
    assert done.returncode == 0
    assert len(done.stdout) > 3_000


@pytest.mark.a_few(1)
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
        "simulate", "schweinsgalopp", "--players", 5, "--games", 200, "--bots", "casual,random"
    )
    assert done.returncode == 0, done.stderr
    assert "200 games of Schweinsgalopp, 5 players" in done.stdout
    assert "seat 1 (casual)" in done.stdout


def test_results_do_not_depend_on_how_the_work_is_shared(monkeypatch):
    from galopp.batch import cpu
    from galopp.lab import simulation

    game = galopp.game("schweinsgalopp")
    whole = simulation.simulate(game, 2, 300, 9)
    monkeypatch.setattr(cpu, "PART", 7)
    parts = simulation.simulate(game, 2, 300, 9)
    assert (whole.points == parts.points).all()
    assert (whole.decisions == parts.decisions).all()


@pytest.mark.thorough
def test_bench_measures_every_game_at_every_seat_count_beside_its_peer():
    done = call("bench", "engine", "--seconds", "0.01", "--repeats", 1, "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    measured = {(row["name"], row["players"]) for row in found["games"]}
    assert measured == {(n, p) for n in GAMES for p in galopp.game(n).players}
    for row in found["games"]:
        assert row["times"].keys() == {"rollouts", "games", "python"}


@pytest.mark.thorough  # what is measured is held every day in tests/batch and tests/lab
def test_bench_measures_batches_of_every_game_and_names_what_it_leaves_out():
    few = ("--seconds", "0.001", "--repeats", 1, "--games", 20, "--rows", 10, "--threads", 1)
    done = call("bench", "batch", *few, "--alone", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    measured = [(row["game"], row["kind"]) for row in found["figures"] if row["device"] == "cpu"]
    assert sorted(measured) == [(n, k) for n in GAMES for k in ("games", "steps", "steps")]
    assert found["machine"]["card"] or "cuda" in found["left_out"]


@pytest.mark.a_few(3)
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


@pytest.mark.thorough
def test_the_first_run_says_that_rules_are_being_prepared(tmp_path):
    cache = {"XDG_CACHE_HOME": str(tmp_path), "FORCE_COLOR": "1", "TERM": "xterm"}
    done = call("play", "schweinsgalopp", typed="q\n", **cache)
    assert "Preparing the rules" in done.stderr
    again = call("play", "schweinsgalopp", typed="q\n", **cache)
    assert "Preparing the rules" not in again.stderr
    other = call("play", "saumaumau", typed="q\n", **cache)
    assert "Preparing the rules" in other.stderr


def test_a_terminal_table_never_shows_another_hand():
    """Nothing printed before the first answer names a card that only others hold."""
    done = call("play", "saumaumau", "--seed", 5, "-o", "start_player=0", typed="q\n")
    assert done.returncode == 0
    position = galopp.game("saumaumau").new(players=3, seed=5, start_player=0)
    teller = Teller(Language("en"), position.game, ["", "", ""])
    own = set(position.view(0)["hand"]) | {position.view(0)["top"]}
    any_card = r" (?:Pink|Brown|Black|Beige) (?:[1-6X]|[+]2) | Floppy [(][a-z]+[)] "
    shown = re.findall(any_card, done.stdout)
    assert {f" {teller.word('card', card)} " for card in own} >= set(shown)
    assert len(shown) >= 3


def test_a_replay_for_one_seat_tells_no_secret_of_another(tmp_path):
    for name, secret in (("saumaumau", r"Bot \d  bet "), ("ostfriesenlauf", r"Bot \d  [1-4]:")):
        file = tmp_path / name
        assert call("play", name, "--seed", 3, "--save", file, typed="1\n" * 400).returncode == 0
        told = call("replay", file, "--seat", 0).stdout
        everything = call("replay", file).stdout
        assert len(re.findall(secret, everything)) > 3
        # The last card of a round is turned over as soon as it lies there.
        known = told.count("carried out in order") if name == "ostfriesenlauf" else 0
        assert len(re.findall(secret, told)) <= known
        assert told.count("  secret\n") >= 3


def test_nothing_stays_on_the_screen_between_two_people():
    typed = "\n1\n1\n\nq\n"
    two = ("--people", 2, "--players", 2, "--seed", 1, "-o", "start_player=0")
    done = call("play", "saumaumau", *two, typed=typed, FORCE_COLOR="1", TERM="xterm")
    before, wiped, after = done.stdout.partition("\x1b[3J")
    assert "Player 1" in before
    assert wiped, "the lines one could scroll back to are still there"
    assert "Player 2, it is your turn" in after


@pytest.mark.a_few(6)
@pytest.mark.parametrize(
    "arguments",
    [
        ("rules", "[/x]"),
        ("rules", "[red]"),
        ("play", "saumaumau", "-o", "foo[/b]"),
        ("play", "saumaumau", "-o", "races=--5"),
        ("play", "saumaumau", "-o", "races=" + "9" * 5000),
        ("play", "saumaumau", "--players", "0"),
        ("play", "saumaumau", "--players", "-1"),
        ("play", "saumaumau", "--save", "/no/such/folder/game.txt"),
        ("play", "saumaumau", "--lang", "tlh"),
        ("replay", "/tmp/[/b]"),
        ("replay", "/dev/zero"),
        ("bench", "engine", "--seconds", "0"),
        ("bench", "batch", "--device", "[/b]"),
        ("bench", "batch", "--peer", "chess"),
        ("bench", "batch", "--alone", "--budget", "0", "--keep", "/no/such/folder/speed.json"),
        ("simulate", "saumaumau", "--games", "999999999999"),
    ],
)
def test_hostile_input_is_refused_without_a_traceback(arguments):
    done = call(*arguments, typed="q\n")
    assert done.returncode == 2, done.stdout
    assert "Traceback" not in done.stderr
    assert done.stderr.strip()


def test_hostile_answers_are_only_answers():
    typed = "[/b]\n" + "9" * 5000 + "\nsaumaumau\n[/red]\n" + "9" * 5000 + "\nq\n"
    done = call("play", typed=typed, encoding="latin-1")
    assert done.returncode == 0, done.stderr
    assert "[/red]" in done.stdout


def test_an_unfinished_game_is_kept_too(tmp_path):
    file = tmp_path / "unfinished.txt"
    arguments = ("--seed", 3, "-o", "start_player=0", "--save", file)
    assert call("play", "schweinsgalopp", *arguments, typed="1\n1\nq\n").returncode == 0
    record = galopp.Record.read(file.read_text(encoding="utf-8"))
    assert len(record.moves) == 2


def test_options_go_with_what_five_players_need():
    done = call("play", "schweinsgalopp", "--players", 5, "-o", "races=1", typed="q\n")
    assert done.returncode == 0, done.stderr


def test_verify_takes_the_promise_that_was_noted(tmp_path):
    file = tmp_path / "game.txt"
    record, _ = play_at_table("schweinsgalopp", longest=5)
    file.write_text(str(record), encoding="utf-8")
    assert call("verify", file, "--promise", LUCK.promise).returncode == 0
    assert call("verify", file, "--promise", "0" * 64).returncode == 1
    assert call("verify", file, lang="de").stdout.startswith("Spiel: ")


def test_the_version_can_be_asked_for():
    assert call("--version").stdout.strip() == f"galopp {galopp.__version__}"


@pytest.mark.a_few(1)
@pytest.mark.parametrize(
    ("lang", "said"), [("de", "Im Terminal spielen"), ("en", "Play in the"), ("fr", "Jouer dans")]
)
def test_help_speaks_the_language_asked_for(lang, said):
    assert said in call("--help", lang=lang).stdout
    assert said in call("play", "--help", "--lang", lang, lang="en").stdout


def test_help_names_every_command():
    done = call("--help")
    commands = (
        "play",
        "serve",
        "rules",
        "simulate",
        "arena",
        "replay",
        "review",
        "verify",
        "doctor",
        "data",
    )
    for command in (*commands, "bench"):
        assert command in done.stdout
