"""What a host does with the tables that are stored."""

import json

import httpx
import pytest

from calling import call
from galopp.locale import LANGUAGES, Language
from galopp.store import Entry, Heading, Write
from galopp.store.sqlite import Log
from serving import ServerProcess


@pytest.fixture
def folder(tmp_path):
    """A data folder with two tables."""
    data = tmp_path / "data"
    with Log.open(data) as log:
        for touched, (table, phase, listed) in enumerate(
            [("BCDFGH", "over", False), ("KLMNPQ", "lobby", True)]
        ):
            heading = Heading(table, phase, listed, 86_400.0 * (touched + 1), None)
            entries = [Entry(table, seq, 5.0, b'{"n":%d}' % seq) for seq in range(3)]
            log.append_and_wait(Write(entries, heading))
    return data


def data(*arguments, folder, lang="en"):
    done = call("data", *arguments, "--data", folder, lang=lang)
    assert "Traceback" not in done.stderr
    return done


@pytest.mark.parametrize("lang", LANGUAGES)
def test_list_shows_every_table_with_the_latest_first(folder, lang):
    done = data("list", folder=folder, lang=lang)
    assert done.returncode == 0, done.stderr
    assert done.stdout.index("KLMNPQ") < done.stdout.index("BCDFGH")
    for key in ("table_phase.over", "table_phase.lobby", "data.on_list", "data.off_list"):
        assert Language(lang).say(key) in done.stdout


def test_an_empty_log_and_a_folder_without_one_are_told_apart(tmp_path):
    Log.open(tmp_path / "empty").close()
    assert data("list", folder=tmp_path / "empty").stdout == "There are no tables.\n"
    missing = tmp_path / "missing"
    done = data("list", folder=missing)
    assert done.returncode == 2
    assert "no tables in" in " ".join(done.stderr.split())
    assert not missing.exists()


def test_export_writes_the_log_of_one_table_however_its_code_is_typed(folder):
    done = data("export", "bcdfgh", folder=folder)
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert lines == [
        {"table": "BCDFGH", "seq": seq, "at": 5.0, "event": {"n": seq}} for seq in range(3)
    ]


def test_a_backup_is_a_log_that_can_be_served(folder, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    done = data("backup", other / "galopp.sqlite", folder=folder)
    assert done.returncode == 0, done.stderr
    assert "The back-up is in" in " ".join(done.stdout.split())
    with Log.open(other) as log:
        assert [heading.table for heading in log.headings()] == ["BCDFGH", "KLMNPQ"]


def test_a_backup_never_goes_onto_the_data_itself(folder):
    done = data("backup", folder / "galopp.sqlite", folder=folder)
    assert done.returncode == 2
    assert "Choose another file" in " ".join(done.stderr.split())
    assert data("export", "BCDFGH", folder=folder).returncode == 0


def test_a_backup_where_nothing_can_be_written_is_refused(folder, tmp_path):
    done = data("backup", tmp_path / "no" / "such" / "folder", folder=folder)
    assert done.returncode == 2
    assert done.stderr.strip()


def test_delete_takes_one_table_and_leaves_the_others(folder):
    assert data("delete", "BCDFGH", folder=folder).stdout == "Table BCDFGH has been deleted.\n"
    with Log.look(folder) as log:
        assert [heading.table for heading in log.headings()] == ["KLMNPQ"]
        assert log.read("BCDFGH") == []


@pytest.mark.parametrize("command", ["export", "delete"])
def test_a_code_that_is_no_tables_is_refused(folder, command):
    done = data(command, "[/b]", folder=folder)
    assert done.returncode == 2
    assert "[/b]" in done.stderr


def test_everything_but_deleting_works_while_the_server_is_running(tmp_path):
    with ServerProcess(tmp_path / "data") as server:
        wanted = {"game": "saumaumau", "players": 2}
        code = httpx.post(f"{server.address}/api/tables", json=wanted).json()["code"]
        assert code in data("list", folder=server.data).stdout
        assert code in data("export", code, folder=server.data).stdout
        backup = tmp_path / "backup"
        assert data("backup", backup, folder=server.data).returncode == 0
        refused = data("delete", code, folder=server.data)
        assert refused.returncode == 2
        assert "is in use" in " ".join(refused.stderr.split())
        assert httpx.get(f"{server.address}/api/tables/{code}").status_code == 200
    assert data("delete", code, folder=server.data).returncode == 0
    with Log.look(server.data) as log:
        assert log.headings() == []
