"""`galopp verify`: a game that kept its promise is told so, any other is refused."""

from dataclasses import dataclass
from io import StringIO

import pytest
import typer
from hypothesis import assume, given
from hypothesis import strategies as st
from rich.console import Console

import galopp
from galopp.cli.replay import tell
from galopp.cli.screen import Screen
from galopp.cli.verify import verify
from galopp.locale import LANGUAGES, Language
from galopp.play.luck import Luck
from promised_games import LUCK, play_at_table

GAMES = galopp.game_names()
RECORDS = {name: play_at_table(name, taken_back=(4, 5, 9))[0] for name in GAMES}
BYTES = {name: str(record).encode() for name, record in RECORDS.items()}


@dataclass
class Called:
    """What a command came to."""

    code: int
    out: str
    err: str


def call(command, *arguments, lang="en"):
    out, err = StringIO(), StringIO()
    consoles = [Console(file=file, highlight=False, width=400) for file in (out, err)]
    try:
        command(Screen(Language(lang), *consoles), *arguments)
        code = 0
    except typer.Exit as left:
        code = left.exit_code
    return Called(code, out.getvalue(), err.getvalue())


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    return tmp_path_factory.mktemp("verify") / "game.txt"


def written(file, content):
    file.write_bytes(content if isinstance(content, bytes) else str(content).encode())
    return file


@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_kept_its_promise_is_told_so(name, file):
    record = RECORDS[name]
    done = call(verify, written(file, record))
    assert (done.code, done.err) == (0, "")
    said = done.out.splitlines()
    assert said[0] == f"Game: {Language('en').of_game(name, 'title')}"
    assert "Players: Zoë, Seat 2" in said
    assert f"Decisions: {len(record.moves)}" in said
    assert "Decisions taken back: 3" in said
    names = ["Zoë", "Seat 2"]
    winners = " and ".join(names[seat] for seat in record.final().winners)
    unowned = [runner.capitalize() for runner in record.final().unowned_winners]
    assert (f"Won by: {winners}" in said) == bool(winners)
    assert (f"{' and '.join(unowned)} wins, and belongs to nobody." in said) != bool(winners)
    assert "Table and game: KQHTZM/1" in said
    assert f"Promise: {LUCK.promise}" in said
    assert "The secret keeps the promise." in said
    assert any(line.startswith("Every card came as promised") for line in said)
    assert any("compare it with what the table showed" in line for line in said)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_speaks_every_language(lang, file):
    kept = {
        "de": "Das Geheimnis hält das Versprechen.",
        "en": "The secret keeps the promise.",
        "fr": "Le secret tient la promesse.",
    }
    done = call(verify, written(file, RECORDS["saumaumau"]), LUCK.promise, lang=lang)
    assert done.code == 0
    assert kept[lang] in done.out


def test_the_promise_somebody_noted_is_compared(file):
    noted = " ".join(LUCK.promise[at : at + 8] for at in range(0, 64, 8)).upper()
    for promise in (LUCK.promise, noted):
        done = call(verify, written(file, RECORDS["schweinsgalopp"]), promise)
        assert done.code == 0
        assert "It is the promise you noted." in done.out
        assert "--promise" not in done.out


def test_a_whole_other_game_is_found_out_by_the_promise_somebody_noted(file):
    """All in the file fits together: only the promise from the start can tell."""
    other = Luck("KQHTZM/1", bytes(32))
    written(file, play_at_table("schweinsgalopp", luck=other)[0])
    assert call(verify, file).code == 0
    done = call(verify, file, LUCK.promise)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("This is not what the table promised")
    assert other.promise in done.err


@pytest.mark.parametrize("promise", ["", "7", LUCK.promise[:-1], LUCK.promise[:-1] + "g", "é" * 64])
def test_what_cannot_be_a_promise_is_refused(promise, file):
    done = call(verify, written(file, RECORDS["schweinsgalopp"]), promise)
    assert (done.code, done.out) == (1, "")
    assert "“promise” takes 64 digits" in done.err


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_game_from_a_seed_has_nothing_promised(lang, file):
    position = galopp.game("schweinsgalopp").new(players=2, seed=7)
    done = call(verify, written(file, galopp.Record.of(position)), lang=lang)
    assert (done.code, done.out) == (1, "")
    assert done.err.strip() == Language(lang).say("fault.no_promise")


def test_a_table_closed_early_can_be_checked_as_far_as_it_came(file):
    done = call(verify, written(file, play_at_table("saumaumau", longest=12)[0]))
    assert done.code == 0
    assert "The game was not finished." in done.out
    assert "taken back" not in done.out


def test_a_game_without_a_decision_can_be_checked(file):
    done = call(verify, written(file, galopp.Record.of_table("saumaumau", 2, {}, LUCK, [])))
    assert done.code == 0
    assert "Decisions: 0" in done.out


@given(data=st.data())
def test_any_other_byte_anywhere_is_refused_with_a_sentence(file, data):
    content = BYTES[data.draw(st.sampled_from(GAMES))]
    at = data.draw(st.integers(0, len(content) - 1))
    put = data.draw(st.one_of(st.sampled_from(b"0123456789abcdef \n"), st.integers(0, 255)))
    assume(content[at] not in (put, ord("\n")))  # line ends may be those of another system
    done = call(verify, written(file, content[:at] + bytes([put]) + content[at + 1 :]))
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("Line ")


def test_a_broken_promise_says_so_in_the_line_of_the_secret(file):
    content = BYTES["saumaumau"].replace(b"secret: 00", b"secret: 01")
    done = call(verify, written(file, content), lang="de")
    assert done.code == 1
    assert done.err.strip() == "Zeile 7: Das Geheimnis gehört nicht zum Versprechen."


@pytest.mark.parametrize("name", GAMES)
def test_a_promised_game_can_be_replayed_with_the_numbers_of_its_table(name, file):
    written(file, RECORDS[name])
    for seat in (None, 0, 1):
        done = call(tell, file, seat)
        assert done.code == 0
        assert "\n3. " in done.out
        assert "\n6. " in done.out
        assert "\n4. " not in done.out
