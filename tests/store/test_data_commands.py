"""What a host does with the tables that are stored, as `galopp data` does it."""

import io
import json
import re

import pytest
import typer
from rich.console import Console
from some_writes import a_write, everything

from galopp.cli import data
from galopp.cli.screen import Screen
from galopp.core.fault import Unreadable
from galopp.locale import LANGUAGES, Language
from galopp.store.fault import StoreFault
from galopp.store.opening import DatabasePlace, place_of

WORDS = {"de": "wartet auf Spieler", "en": "waiting for players", "fr": "en attente de joueurs"}


def a_screen(code="en"):
    out, err = (Console(file=io.StringIO(), width=120) for _ in range(2))
    return Screen(Language(code), out, err)


def shown(screen):
    return screen.out.file.getvalue()


@pytest.fixture
def filled(place):
    with place.open() as log:
        log.append_and_wait(a_write("KQHTZM", 0, 3, phase="lobby", touched=86400.0 * 365))
        log.append_and_wait(a_write("ABCDEF", 0, 1, phase="over", listed=True))
    return place


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_tables_are_listed_last_touched_first(filled, code):
    screen = a_screen(code)
    data.list_tables(screen, filled)
    assert 0 < shown(screen).index("KQHTZM") < shown(screen).index("ABCDEF")
    assert WORDS[code] in shown(screen)
    assert "data." not in shown(screen)
    assert "phase." not in shown(screen)


def test_a_log_without_tables_says_so(place):
    place.open().close()
    screen = a_screen()
    data.list_tables(screen, place)
    assert shown(screen) == "There are no tables.\n"


def test_everything_but_deleting_works_beside_a_running_server(filled, tmp_path, capfdbinary):
    with filled.open() as server:
        screen = a_screen()
        data.list_tables(screen, filled)
        data.back_up(screen, filled, tmp_path / "copy")
        data.export(filled, "kqhtzm")
        with pytest.raises(StoreFault, match="store_(in_use|served)"):
            data.delete(screen, filled, "KQHTZM")
        assert len(server.read("KQHTZM")) == 3
    assert f"The back-up is in {tmp_path / 'copy'}." in shown(screen).replace("\n", "")
    exported = [json.loads(line) for line in capfdbinary.readouterr().out.splitlines()]
    assert [line["seq"] for line in exported] == [0, 1, 2]
    assert exported[2]["event"] == {"said": "KQHTZM 2"}


def test_a_table_is_deleted_by_its_code(filled):
    screen = a_screen()
    data.delete(screen, filled, "abcdef")
    assert shown(screen) == "Table ABCDEF has been deleted.\n"
    with filled.look() as log:
        assert list(everything(log)) == ["KQHTZM"]


def test_a_code_that_no_table_has_is_refused(filled):
    for deed in (
        lambda: data.export(filled, "NOBODY"),
        lambda: data.delete(a_screen(), filled, "NOBODY"),
    ):
        with pytest.raises(Unreadable, match="no_such_table"):
            deed()


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_mistyped_folder_is_told_and_not_made(tmp_path, code):
    screen = a_screen(code)
    for deed in (
        lambda: data.list_tables(screen, place_of(tmp_path / "typo")),
        lambda: data.delete(screen, place_of(tmp_path / "typo"), "KQHTZM"),
    ):
        with pytest.raises(typer.Exit), screen.faults():
            deed()
    with pytest.raises(typer.Exit), screen.faults():
        data.move_all(screen, str(tmp_path / "typo"), str(tmp_path / "target"))
    assert screen.err.file.getvalue().replace("\n", "").count("typo") == 3
    assert list(tmp_path.iterdir()) == []


def written(place):
    return place.address.written if isinstance(place, DatabasePlace) else str(place)


@pytest.mark.parametrize("code", LANGUAGES)
def test_everything_is_moved_there_and_back(filled, tmp_path, code):
    screen, there, back = a_screen(code), tmp_path / "there", tmp_path / "back"
    data.move_all(screen, written(filled), str(there))
    data.move_all(screen, str(there), str(back))
    with filled.look() as before, place_of(back).look() as after:
        assert everything(before) == everything(after) != {}
    said = shown(screen).replace("\n", " ")
    assert str(back) in said
    assert not re.search(r"\bdata\.\w", said)  # a sentence may end in the name of a folder
    with pytest.raises(StoreFault, match="store_not_empty"):
        data.move_all(screen, written(filled), str(there))


def test_what_is_being_served_is_not_moved(filled, tmp_path):
    with filled.open(), pytest.raises(StoreFault, match="store_(in_use|served)"):
        data.move_all(a_screen(), written(filled), str(tmp_path / "there"))
    assert not (tmp_path / "there").exists()
