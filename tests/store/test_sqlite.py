"""What holds for the file of SQLite alone."""

import sqlite3
import time
from contextlib import closing

import pytest
from some_writes import a_heading, a_write, an_entry, keep

from galopp.store import SubscriptionRow, Write
from galopp.store.fault import StoreFault
from galopp.store.sqlite import Log
from galopp.store.sqlite.log import NAMES_KEPT, THROW_AWAY
from galopp.store.sqlite.schema import MIGRATIONS
from serving import WITHIN


def test_a_deleted_table_leaves_nothing_in_the_files(tmp_path):
    with Log.open(tmp_path) as log:
        log.append_and_wait(
            Write([an_entry("GONE", 0, b'"the king is under the bed"')], a_heading("GONE"))
        )
        log.append_and_wait(a_write("STAYS", 0))
        assert log.delete("GONE")
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"STAYS" in kept
    assert b"under the bed" not in kept


def test_a_deleted_table_leaves_nothing_beside_the_file_while_it_is_open(tmp_path, monkeypatch):
    """It stood in what SQLite writes ahead for as long as a quiet server ran."""
    monkeypatch.setattr("galopp.store.writer.LOOK_EVERY", 0.01)
    with Log.open(tmp_path) as log:
        log.append_and_wait(
            Write([an_entry("GONE", 0, b'"the king is under the bed"')], a_heading("GONE"))
        )
        assert b"under the bed" in in_files(tmp_path)
        assert log.delete("GONE")
        end = time.monotonic() + WITHIN
        while b"under the bed" in in_files(tmp_path):
            assert time.monotonic() < end
            time.sleep(0.01)
        log.append_and_wait(a_write("STAYS", 0))
        assert len(log.read("STAYS")) == 1


def in_files(folder):
    return b"".join(path.read_bytes() for path in folder.iterdir())


@pytest.mark.parametrize("statement", [NAMES_KEPT, THROW_AWAY])
def test_however_much_is_kept_only_what_is_looked_for_is_read(tmp_path, statement):
    with Log.open(tmp_path) as log:
        log.keep("record/a", b"", 1.0)
    with closing(sqlite3.connect(tmp_path / "galopp.sqlite")) as file:
        given = (1.0, "record/", "record0")[-statement.count("?") :]
        plan = file.execute(f"EXPLAIN QUERY PLAN {statement}", given).fetchall()
    assert plan[0][-1].startswith("SEARCH kept USING")


def test_a_file_from_before_anything_was_kept_is_brought_up_to_date(tmp_path):
    with closing(sqlite3.connect(tmp_path / "galopp.sqlite", isolation_level=None)) as old:
        for statement in MIGRATIONS[0]:
            old.execute(statement)
        old.execute("PRAGMA user_version = 1")
    with Log.open(tmp_path) as log:
        log.append_and_wait(a_write("KQHTZM", 0))
        assert log.keep("record/a", b"one", 1.0)


def test_a_file_from_before_there_were_notices_is_brought_up_to_date(tmp_path, monkeypatch):
    monkeypatch.setattr("galopp.store.sqlite.schema.MIGRATIONS", MIGRATIONS[:2])
    with Log.open(tmp_path) as log:
        log.append_and_wait(a_write("KQ", 0, 3))
    monkeypatch.undo()
    with pytest.raises(StoreFault, match="store_older"):
        Log.read_only(tmp_path)
    with Log.open(tmp_path) as log:
        assert len(log.read("KQ")) == 3
        keep(log, SubscriptionRow("KQ", "one", b"1"))
        assert len(log.subscriptions()) == 1


def test_nothing_is_left_beside_a_file_that_is_closed(tmp_path):
    with Log.open(tmp_path) as log:
        log.append_and_wait(a_write("A", 0))
    assert [path.name for path in tmp_path.iterdir() if "-" in path.name] == []
