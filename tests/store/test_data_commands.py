"""What a host does with the tables of a folder, as `galopp data` does it."""

import io
import json

import pytest
import typer
from rich.console import Console
from some_writes import a_write, everything

from galopp.cli import data
from galopp.cli.screen import Screen
from galopp.core.fault import Unreadable
from galopp.locale import LANGUAGES, Language
from galopp.store.fault import StoreFault
from galopp.store.sqlite import Log

WORDS = {"de": "wartet auf Spieler", "en": "waiting for players", "fr": "en attente de joueurs"}


def a_screen(code="en"):
    out, err = (Console(file=io.StringIO(), width=120) for _ in range(2))
    return Screen(Language(code), out, err)


def shown(screen):
    return screen.out.file.getvalue()


@pytest.fixture
def folder(tmp_path):
    with Log.open(tmp_path / "data") as log:
        log.append_and_wait(a_write("KQHTZM", 0, 3, phase="lobby", touched=86400.0 * 365))
        log.append_and_wait(a_write("ABCDEF", 0, 1, phase="over", listed=True))
    return tmp_path / "data"


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_tables_are_listed_last_touched_first(folder, code):
    screen = a_screen(code)
    data.list_tables(screen, folder)
    assert 0 < shown(screen).index("KQHTZM") < shown(screen).index("ABCDEF")
    assert WORDS[code] in shown(screen)
    assert "data." not in shown(screen)
    assert "phase." not in shown(screen)


def test_a_log_without_tables_says_so(tmp_path):
    Log.open(tmp_path).close()
    screen = a_screen()
    data.list_tables(screen, tmp_path)
    assert shown(screen) == "There are no tables.\n"


def test_everything_but_deleting_works_beside_a_running_server(folder, tmp_path, capfdbinary):
    with Log.open(folder) as server:
        screen = a_screen()
        data.list_tables(screen, folder)
        data.back_up(screen, folder, tmp_path / "copy")
        data.export(folder, "kqhtzm")
        with pytest.raises(StoreFault, match="store_in_use"):
            data.delete(screen, folder, "KQHTZM")
        assert len(server.read("KQHTZM")) == 3
    assert f"The back-up is in {tmp_path / 'copy'}." in shown(screen).replace("\n", "")
    exported = [json.loads(line) for line in capfdbinary.readouterr().out.splitlines()]
    assert [line["seq"] for line in exported] == [0, 1, 2]
    assert exported[2]["event"] == {"said": "KQHTZM 2"}


def test_a_table_is_deleted_by_its_code(folder):
    screen = a_screen()
    data.delete(screen, folder, "abcdef")
    assert shown(screen) == "Table ABCDEF has been deleted.\n"
    with Log.read_only(folder) as log:
        assert list(everything(log)) == ["KQHTZM"]


def test_a_code_that_no_table_has_is_refused(folder):
    for deed in (
        lambda: data.export(folder, "NOBODY"),
        lambda: data.delete(a_screen(), folder, "NOBODY"),
    ):
        with pytest.raises(Unreadable, match="no_such_table"):
            deed()


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_mistyped_folder_is_told_and_not_made(tmp_path, code):
    screen = a_screen(code)
    for deed in (
        lambda: data.list_tables(screen, tmp_path / "typo"),
        lambda: data.delete(screen, tmp_path / "typo", "KQHTZM"),
    ):
        with pytest.raises(typer.Exit), screen.faults():
            deed()
    assert screen.err.file.getvalue().replace("\n", "").count("typo") == 2
    assert list(tmp_path.iterdir()) == []
