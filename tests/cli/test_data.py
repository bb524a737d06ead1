"""What a host does with the tables that are stored."""

import json
import os
import subprocess
import sys
import tempfile

import pytest

from calling import call
from galopp.locale import LANGUAGES, Language
from galopp.review import VERSION
from galopp.store import Entry, Heading, Write
from galopp.store.sqlite import Log
from galopp.table.log import Arranged, Opened, Said, encode
from galopp.table.settings import Settings
from serving import CLIENT, ServerProcess


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


@pytest.mark.a_few(1)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_list_shows_every_table_with_the_latest_first(folder, lang):
    done = data("list", folder=folder, lang=lang)
    assert done.returncode == 0, done.stderr
    assert done.stdout.index("KLMNPQ") < done.stdout.index("BCDFGH")
    for key in ("table_phase.over", "table_phase.lobby", "data.on_list", "data.off_list"):
        assert Language(lang).say(key) in done.stdout


@pytest.mark.a_few(1)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_list_shows_the_game_and_for_how_many_as_its_host_chose_last(tmp_path, lang):
    opened = Opened(
        game="saumaumau", players=4, options={}, settings=Settings(), host="", secret=""
    )
    arranged = Arranged(players=3, options={}, settings=Settings())
    said = Said(seat=0, text='{"event":"arranged"')
    with Log.open(tmp_path) as log:
        for table, events in {"BCDFGH": [opened, said], "KLMNPQ": [opened, arranged, said]}.items():
            entries = [Entry(table, seq, 5.0, encode(event)) for seq, event in enumerate(events)]
            log.append_and_wait(Write(entries, Heading(table, "lobby", False, 5.0, None)))
    lines = data("list", folder=tmp_path, lang=lang).stdout.splitlines()
    for table, players in (("BCDFGH", "4"), ("KLMNPQ", "3")):
        [line] = [line for line in lines if table in line]
        assert [cell.strip() for cell in line.split("│")][2:4] == ["Sau Mau Mau", players]


def test_a_table_that_cannot_be_read_does_not_hide_the_others(folder):
    lines = data("list", folder=folder).stdout.splitlines()
    rows = [[cell.strip() for cell in line.split("│")] for line in lines if "│" in line]
    assert [row[1:4] for row in rows] == [["KLMNPQ", "?", "?"], ["BCDFGH", "?", "?"]]


@pytest.mark.parametrize(("zone", "shown"), [("UTC0", "00:00"), ("XXX-9", "09:00")])
def test_list_tells_the_time_of_this_machine(folder, zone, shown):
    done = call("data", "list", "--data", folder, lang="de", TZ=zone)
    assert f"02.01.70, {shown}" in done.stdout


def test_an_empty_log_and_an_empty_folder_have_no_tables_and_no_folder_is_a_fault(tmp_path):
    Log.open(tmp_path / "empty").close()
    (tmp_path / "new").mkdir()
    for name in ("empty", "new"):
        done = data("list", folder=tmp_path / name)
        assert (done.returncode, done.stdout) == (0, "There are no tables.\n")
    assert list((tmp_path / "new").iterdir()) == []
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
    with Log.read_only(folder) as log:
        assert [heading.table for heading in log.headings()] == ["KLMNPQ"]
        assert log.read("BCDFGH") == []


@pytest.mark.a_few(1)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_groups_are_listed_and_deleted_with_the_records_of_their_games(folder, lang):
    group, other = "BCDFGHKL", "BCDFGHKM"
    with Log.open(folder) as log:
        for code in (group, other):
            heading = Heading(code, "group", False, 5.0, None)
            log.append_and_wait(Write([Entry(code, 0, 5.0, b"{}")], heading))
            log.keep(f"game/{code}/000001", b"record", 5.0)
            log.keep(f"review/{VERSION}/{code}-1", b"review", 5.0)
    listed = data("list", folder=folder, lang=lang).stdout
    assert group in listed and Language(lang).say("data.group") in listed
    done = data("delete", group, folder=folder, lang=lang)
    assert done.stdout.strip() == Language(lang).say("data.group_deleted", group=group)
    with Log.read_only(folder) as log:
        assert log.heading(group) is None
        assert log.names_kept("game/") == [f"game/{other}/000001"]
        assert log.names_kept("review/") == [f"review/{VERSION}/{other}-1"]


@pytest.mark.parametrize("command", ["export", "delete"])
def test_a_code_that_is_no_tables_is_refused(folder, command):
    done = data(command, "[/b]", folder=folder)
    assert done.returncode == 2
    assert "[/b]" in done.stderr


def test_everything_but_deleting_works_while_the_server_is_running(tmp_path):
    with ServerProcess(tmp_path / "data") as server:
        wanted = {"game": "saumaumau", "players": 2}
        code = CLIENT.post(f"{server.address}/api/tables", json=wanted).json()["code"]
        assert code in data("list", folder=server.data).stdout
        assert code in data("export", code, folder=server.data).stdout
        backup = tmp_path / "backup"
        assert data("backup", backup, folder=server.data).returncode == 0
        refused = data("delete", code, folder=server.data)
        assert refused.returncode == 2
        assert "is in use" in " ".join(refused.stderr.split())
        assert CLIENT.get(f"{server.address}/api/tables/{code}").status_code == 200
    assert data("delete", code, folder=server.data).returncode == 0
    with Log.read_only(server.data) as log:
        assert log.headings() == []


# Root may read everything, so it becomes nobody first; by then all that is needed is imported.
AS_NOBODY = """
import contextlib, os, sys
import galopp.cli.data
from galopp.cli.app import app
with contextlib.suppress(ImportError):  # older ones have no such module
    from rich import _unicode_data
if os.geteuid() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
app(sys.argv[1:])
"""


@pytest.fixture
def locked_folder():
    """A folder that everybody sees and nobody may look into; those of pytest are not seen."""
    with tempfile.TemporaryDirectory() as name:
        os.chmod(name, 0o000)
        yield name
        os.chmod(name, 0o700)


@pytest.mark.a_few(1)
@pytest.mark.parametrize("command", [("list",), ("export", "BCDFGH"), ("delete", "BCDFGH")])
def test_a_folder_without_rights_is_told_in_the_readers_language(locked_folder, command):
    done = subprocess.run(
        [sys.executable, "-c", AS_NOBODY, "data", *command, "--data", locked_folder],
        env={**os.environ, "GALOPP_LANG": "de", "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
    )
    said = Language("de").say("fault.store_not_readable", path=locked_folder)
    assert (done.returncode, " ".join(done.stderr.split())) == (2, said)
