"""A copy of the log, made while people play."""

import shutil
import threading

import pytest
from some_writes import a_heading, a_write, an_entry, everything

from galopp.store import Entry, Write
from galopp.store.fault import StoreFault
from galopp.store.sqlite import Log

NAME = "galopp.sqlite"


def restored(copy, folder):
    """What somebody finds who puts the copy in the place of the log."""
    folder.mkdir()
    shutil.copy(copy, folder / NAME)
    with Log.open(folder) as log:
        return everything(log)


@pytest.mark.parametrize("opening", [Log.open, Log.read_only])
def test_a_copy_holds_what_was_acknowledged_and_can_be_gone_on_with(tmp_path, opening):
    with Log.open(tmp_path / "data") as log:
        log.append_and_wait(a_write("A", 0, 1500))
        wanted = everything(log)
    with opening(tmp_path / "data") as log:
        log.back_up(tmp_path / "copy")
    assert restored(tmp_path / "copy", tmp_path / "restored") == wanted
    with Log.open(tmp_path / "restored") as log:
        log.append_and_wait(a_write("A", 1500))


def test_a_copy_made_while_others_write_is_the_log_at_one_moment(tmp_path):
    tables, stop, ended = [f"T{n}" for n in range(6)], threading.Event(), threading.Semaphore(0)
    acknowledged = dict.fromkeys(tables, 0)
    copies = []
    with Log.open(tmp_path / "data") as log:

        def put(table, first):
            def done(fault):
                assert fault is None
                acknowledged[table] = first + 3
                ended.release() if stop.is_set() else put(table, first + 3)

            entries = [an_entry(table, seq, b"%d" % seq * 200) for seq in range(first, first + 3)]
            log.append(Write(entries, a_heading(table)), done)

        for table in tables:
            put(table, 0)
        for number in range(5):
            before = dict(acknowledged)
            log.back_up(tmp_path / f"copy {number}")
            copies.append(before)
        with Log.read_only(tmp_path / "data") as reader:
            reader.back_up(tmp_path / "last copy")
        stop.set()
        for _ in tables:
            ended.acquire()
        final = everything(log)
    for number, before in enumerate(copies):
        found = restored(tmp_path / f"copy {number}", tmp_path / f"restored {number}")
        for table, entries in found.items():
            assert len(entries) % 3 == 0
            assert len(entries) >= before[table]
            assert entries == final[table][: len(entries)]
    assert any(copies[-1].values())
    assert restored(tmp_path / "last copy", tmp_path / "last").keys() == set(tables)


def test_a_copy_takes_the_place_of_an_older_one_and_leaves_nothing_beside_it(tmp_path):
    (tmp_path / "copies").mkdir()
    copy = tmp_path / "copies" / "today"
    with Log.open(tmp_path / "data") as log:
        log.back_up(copy)
        log.append_and_wait(a_write("A", 0))
        log.back_up(copy)
        assert [path.name for path in (tmp_path / "copies").iterdir()] == ["today"]
    assert list(restored(copy, tmp_path / "restored")) == ["A"]


@pytest.mark.parametrize("name", [NAME, f"{NAME}-wal", f"{NAME}-shm", "galopp.lock"])
def test_the_log_is_never_copied_onto_itself(tmp_path, name):
    with Log.open(tmp_path / "data") as log:
        log.append_and_wait(a_write("A", 0))
        with pytest.raises(StoreFault, match="store_onto_itself"):
            log.back_up(tmp_path / "data" / ".." / "data" / name)
        log.append_and_wait(a_write("A", 1))
        assert len(log.read("A")) == 2


def test_a_copy_that_fails_leaves_the_older_one_and_nothing_beside_it(tmp_path):
    with Log.open(tmp_path / "data") as log:
        for seq in range(200):
            body = Entry("A", seq, 1.0, b"%d" % seq * 1000)
            log.append_and_wait(Write([body], a_heading("A")))
    path = tmp_path / "data" / NAME
    image = path.read_bytes()
    path.write_bytes(image[:8192] + bytes(8192) + image[16384:])
    (tmp_path / "copies").mkdir()
    (tmp_path / "copies" / "copy").write_bytes(image)
    with Log.read_only(tmp_path / "data") as reader:
        with pytest.raises(StoreFault) as caught:
            reader.back_up(tmp_path / "copies" / "copy")
    assert (caught.value.key, caught.value.arguments["path"]) == ("store_damaged", str(path))
    assert [path.name for path in (tmp_path / "copies").iterdir()] == ["copy"]
    assert (tmp_path / "copies" / "copy").read_bytes() == image


def test_a_copy_needs_a_folder_and_a_name_of_its_own(tmp_path):
    with Log.open(tmp_path / "data") as log:
        for place, key in (
            (tmp_path / "nowhere" / "copy", "store_failed"),
            (tmp_path / "data" / NAME / "copy", "store_not_writable"),
            (tmp_path, "store_not_writable"),
        ):
            with pytest.raises(StoreFault) as caught:
                log.back_up(place)
            assert (caught.value.key, caught.value.arguments["path"]) == (key, str(place))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data"]


@pytest.mark.parametrize("what", [b"", b"a letter to somebody", b"SQLite format 3\0" + bytes(500)])
def test_a_copy_takes_the_place_of_no_other_file(tmp_path, what):
    with Log.open(tmp_path / "data") as log:
        (tmp_path / "letter").write_bytes(what)
        with pytest.raises(StoreFault) as fault:
            log.back_up(tmp_path / "letter")
    assert fault.value.key == "store_not_replaced"
    assert (tmp_path / "letter").read_bytes() == what
