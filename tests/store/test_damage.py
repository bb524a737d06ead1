"""What may happen to a file or a disk, and that it is said in a sentence."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from some_writes import Heard, a_heading, a_write, everything, gathering

from galopp.locale import LANGUAGES, Language
from galopp.play.telling import say_fault
from galopp.store import Entry, SubscriptionRow, Write
from galopp.store.fault import StoreFault
from galopp.store.sqlite import Log
from galopp.store.sqlite.errors import PASSING, SENTENCES, SYSTEM, fault_of
from galopp.store.sqlite.schema import MIGRATIONS, MOST_ROWS

NAME = "galopp.sqlite"


def refused(folder, opening=Log.open):
    """The fault with which a folder is refused, after which the folder is free again."""
    with pytest.raises(StoreFault) as caught:
        opening(folder).close()
    return caught.value.key


def change(folder, statement):
    connection = sqlite3.connect(folder / NAME)
    connection.execute(statement)
    connection.commit()
    connection.close()


@pytest.fixture
def folder(tmp_path):
    """A log of a few tables, closed."""
    fill(tmp_path)
    return tmp_path


def fill(folder):
    with Log.open(folder) as log:
        for table in ("A", "B", "C"):
            log.append_and_wait(a_write(table, 0, 30))
            log.keep_subscription(
                SubscriptionRow(table, "id", b'{"told":[]}' * 9), lambda fault: None
            )
        log.keep("record/a", b"one", 1.0)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The bytes of a log's file, and what can be read from it."""
    folder = tmp_path_factory.mktemp("whole")
    fill(folder)
    with Log.read_only(folder) as log:
        return (folder / NAME).read_bytes(), everything(log)


def whole_or_refused(folder, damaged, wanted):
    (folder / NAME).write_bytes(damaged)
    try:
        with Log.open(folder) as log:
            found = {table: log.read(table) for table in wanted}
            log.headings()
    except StoreFault:
        return
    assert found == wanted


@settings(max_examples=300)
@given(data=st.data())
def test_whatever_bytes_are_garbled_no_other_event_is_ever_read(tmp_path_factory, whole, data):
    image, wanted = whole
    garbled = bytearray(image)
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(image) - 1) | st.integers(0, 120))
        garbled[place] = data.draw(st.integers(0, 255))
    whole_or_refused(tmp_path_factory.mktemp("garbled"), bytes(garbled), wanted)


@given(data=st.data())
def test_a_torn_page_is_noticed_or_held_nothing(tmp_path_factory, whole, data):
    image, wanted = whole
    start = 512 * data.draw(st.integers(0, len(image) // 512 - 1))
    end = min(len(image), start + 512 * data.draw(st.integers(1, 8)))
    torn = image[:start] + bytes(end - start) + image[end:]
    whole_or_refused(tmp_path_factory.mktemp("torn"), torn, wanted)


def test_a_file_cut_short_is_refused(tmp_path, whole):
    image, _ = whole
    for length in range(2, len(image), 61):
        (tmp_path / NAME).write_bytes(image[:length])
        assert refused(tmp_path) == "store_damaged", length


@pytest.mark.parametrize("opening", [Log.open, Log.read_only])
def test_a_text_file_is_refused(tmp_path, opening):
    (tmp_path / NAME).write_text("Dear diary, today the pigs ran again.\n" * 100)
    assert refused(tmp_path, opening) == "store_damaged"


def test_an_event_changed_behind_our_back_is_noticed(folder):
    change(folder, "UPDATE event SET body = x'2233' WHERE code = 'B' AND seq = 7")
    with Log.open(folder) as log:
        assert len(log.read("A")) == 30
        assert len(log.read("B", 7)) == 22
        with pytest.raises(StoreFault, match="store_damaged"):
            log.read("B")


@pytest.mark.parametrize("seq", [0, 12, 29])
def test_an_event_removed_behind_our_back_is_noticed(folder, seq):
    change(folder, f"DELETE FROM event WHERE code = 'B' AND seq = {seq}")
    with Log.open(folder) as log, pytest.raises(StoreFault, match="store_damaged"):
        log.read("B")


@pytest.mark.parametrize("opening", [Log.open, Log.read_only])
def test_a_newer_file_is_refused_and_left_alone(folder, opening):
    change(folder, f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    before = (folder / NAME).read_bytes()
    assert refused(folder, opening) == "store_newer"
    assert (folder / NAME).read_bytes() == before


@pytest.mark.parametrize("opening", [Log.open, Log.read_only])
def test_somebody_elses_database_is_refused_and_left_alone(tmp_path, opening):
    change(tmp_path, "CREATE TABLE recipe (name TEXT)")
    before = (tmp_path / NAME).read_bytes()
    assert refused(tmp_path, opening) == "store_foreign"
    assert (tmp_path / NAME).read_bytes() == before


def test_an_older_file_is_not_looked_at_before_it_is_brought_up_to_date(tmp_path):
    (tmp_path / NAME).touch()
    assert refused(tmp_path, Log.read_only) == "store_older"
    Log.open(tmp_path).close()
    Log.read_only(tmp_path).close()


def test_there_is_nothing_to_look_at_where_nobody_has_written(tmp_path):
    assert refused(tmp_path, Log.read_only) == "store_missing"
    assert refused(tmp_path / "nowhere", Log.read_only) == "store_missing"
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_a_file_is_refused(tmp_path):
    (tmp_path / "file").write_text("not a folder")
    assert refused(tmp_path / "file") == "store_not_writable"
    assert refused(tmp_path / "file" / "below") == "store_not_writable"


def test_a_file_that_is_a_folder_is_refused(tmp_path):
    (tmp_path / NAME).mkdir()
    assert refused(tmp_path) == "store_not_writable"


def test_only_the_owner_may_look_into_the_files(tmp_path):
    with Log.open(tmp_path / "data") as log:
        log.append_and_wait(a_write("A", 0))
        log.back_up(tmp_path / "copy")
        assert (tmp_path / "data").stat().st_mode & 0o077 == 0
        for path in [tmp_path / "copy", *(tmp_path / "data").iterdir()]:
            assert path.stat().st_mode & 0o077 == 0, path.name


def test_on_a_full_disk_nothing_of_a_write_is_kept_and_with_room_it_goes_on(tmp_path):
    with Log.open(tmp_path, most_pages=40) as log:
        kept = 0
        with pytest.raises(StoreFault) as caught:
            while True:
                log.append_and_wait(a_write("A", kept, 5))
                kept += 5
        assert caught.value.key == "store_full"
        assert caught.value.arguments["path"] == str(tmp_path / NAME)
        assert kept > 100
        assert len(log.read("A")) == kept
        assert log.delete("A")
        log.append_and_wait(a_write("B", 0, 5))
        assert {table: len(entries) for table, entries in everything(log).items()} == {"B": 5}


@pytest.mark.parametrize("number", [200, MOST_ROWS + 1])
def test_on_a_full_disk_nobody_in_the_commit_is_told_that_all_is_well(tmp_path, number):
    with Log.open(tmp_path, most_pages=40) as log:
        heard = Heard()
        with gathering(log):
            log.append(a_write("SMALL", 0), heard.under("small"))
            large = [Entry("LARGE", seq, 1.0, bytes(1000)) for seq in range(number)]
            log.append(Write(large, a_heading("LARGE")), heard.under("large"))
        assert {name: fault.key for name, fault in heard.of.items()} == {
            "small": "store_full",
            "large": "store_full",
        }
        assert heard.of["small"] is not heard.of["large"]
        assert list(everything(log)) == ["GATHER"]
        log.append_and_wait(a_write("SMALL", 0))
        assert sorted(everything(log)) == ["GATHER", "SMALL"]


def test_after_the_file_is_taken_away_every_write_is_told_so(tmp_path):
    log, heard = Log.open(tmp_path), Heard()
    with gathering(log):
        log.append(a_write("A", 0), heard.under("waiting"))
        (tmp_path / NAME).rename(tmp_path / "elsewhere")
    log.append(a_write("A", 0), heard.under("later"))
    (tmp_path / "elsewhere").rename(tmp_path / NAME)
    log.append(a_write("A", 0), heard.under("even later"))
    log.close()
    assert [fault.key for fault in heard.of.values()] == ["store_gone"] * 3
    with Log.open(tmp_path) as log:
        log.append_and_wait(a_write("A", 0))


KILLED_WITHOUT_ITS_WAL = """
import os, pathlib, sys, time
sys.path[:0] = [{here!r}]
from some_writes import a_write
from galopp.store import writer
from galopp.store.fault import StoreFault
from galopp.store.sqlite import Log

writer.LOOK_EVERY = 0.01
log = Log.open(pathlib.Path({folder!r}))
for number in range(5):
    log.append_and_wait(a_write("A", number))
os.unlink({folder!r} + "/galopp.sqlite-wal")
if {idle}:
    while log._writer._ended is None:
        time.sleep(0.01)
try:
    log.append_and_wait(a_write("A", 5))
except StoreFault as fault:
    print(fault.key, flush=True)
os._exit(9)
"""


@pytest.mark.parametrize("idle", [False, True], ids=["writing", "idle"])
def test_what_was_acknowledged_outlives_the_loss_of_what_was_written_ahead(tmp_path, idle):
    here = str(Path(__file__).parent)
    program = KILLED_WITHOUT_ITS_WAL.format(here=here, folder=str(tmp_path), idle=idle)
    killed = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False
    )
    assert (killed.stdout, killed.returncode) == ("store_gone\n", 9), killed.stderr
    with Log.open(tmp_path) as log:
        assert [entry.seq for entry in log.read("A")] == [0, 1, 2, 3, 4]


def test_a_file_put_in_place_of_the_open_one_is_noticed(tmp_path):
    with Log.open(tmp_path / "data") as log:
        log.append_and_wait(a_write("A", 0))
        log.back_up(tmp_path / "copy")
        (tmp_path / "copy").rename(tmp_path / "data" / NAME)
        with pytest.raises(StoreFault, match="store_gone"):
            log.append_and_wait(a_write("A", 1))


def test_somebody_elses_lock_on_the_file_is_waited_for_and_then_said(tmp_path, monkeypatch):
    monkeypatch.setattr("galopp.store.sqlite.schema.PATIENCE", 0.01)
    with Log.open(tmp_path) as log:
        other = sqlite3.connect(tmp_path / NAME, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreFault, match="store_in_use"):
            log.append_and_wait(a_write("A", 0))
        other.execute("ROLLBACK")
        other.close()
        log.append_and_wait(a_write("A", 0))
        assert len(log.read("A")) == 1


@pytest.mark.timeout(60)
def test_nobody_waits_for_a_thread_that_could_not_even_say_what_failed(tmp_path, monkeypatch):
    """As where memory has run out: whoever waits is told, and so is whoever comes later."""

    def out_of_memory(*_):
        raise MemoryError

    with Log.open(tmp_path) as log:
        log.append_and_wait(a_write("A", 0))
        monkeypatch.setattr("galopp.store.writer.Writer._commit", out_of_memory)
        for _ in range(2):
            with pytest.raises(StoreFault, match="store_failed"):
                log.append_and_wait(a_write("A", 1))
        monkeypatch.undo()
        assert len(log.read("A")) == 1


def test_a_table_removed_from_the_file_ends_the_writing(folder):
    with Log.open(folder) as log:
        change(folder, "DROP TABLE event")
        for _ in range(2):
            with pytest.raises(StoreFault, match="store_damaged"):
                log.append_and_wait(a_write("A", 30))
        with pytest.raises(StoreFault, match="store_damaged"):
            log.read("A")


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_fault_names_the_file_in_every_language(code):
    faults = [StoreFault(key, path="/data/x") for key in {*SENTENCES.values(), *SYSTEM.values()}]
    faults.append(fault_of(OSError(5, "Input/output error"), Path("/data/x")))
    assert {fault.key for fault in faults} >= {"store_full", "store_failed", "store_in_use"}
    for fault in faults:
        said = say_fault(Language(code), fault)
        assert "/data/x" in said
        assert "fault." not in said


def test_a_failed_sync_is_never_thought_to_pass():
    assert sqlite3.SQLITE_IOERR_FSYNC not in PASSING
    assert sqlite3.SQLITE_IOERR & 0xFF not in PASSING
