"""The log among processes: one writes, the others look, and any of them may be killed."""

import os
import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest
from another_process import WHOLE
from some_writes import a_write, an_entry, everything

import galopp
from galopp.store.fault import StoreFault
from galopp.store.sqlite import Log

HERE = Path(__file__).parent
KILLS = 20


@contextmanager
def another(deed, folder):
    sources = [str(Path(galopp.__file__).parent.parent), str(HERE)]
    process = subprocess.Popen(
        [sys.executable, str(HERE / "another_process.py"), deed, str(folder)],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sources)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


def said_by(deed, folder):
    with another(deed, folder) as process:
        said, _ = process.communicate()
        assert process.returncode == 0
        return said.splitlines()


def test_a_second_process_may_look_but_not_write_until_the_first_is_gone(tmp_path):
    with another("hold", tmp_path) as holder:
        assert holder.stdout.readline() == "open\n"
        with pytest.raises(StoreFault) as caught:
            Log.open(tmp_path)
        assert (caught.value.key, caught.value.arguments["path"]) == ("store_in_use", str(tmp_path))
        with Log.read_only(tmp_path) as reader:
            assert everything(reader) == {"HELD": [an_entry("HELD", 0)]}
        holder.kill()
        holder.wait()
        with Log.open(tmp_path) as log:
            assert everything(log) == {"HELD": [an_entry("HELD", 0)]}


def test_one_process_cannot_open_the_log_twice_either(tmp_path):
    with Log.open(tmp_path):
        with pytest.raises(StoreFault, match="store_in_use"):
            Log.open(tmp_path)
    Log.open(tmp_path).close()


def test_a_lock_that_was_tidied_away_still_keeps_others_out(tmp_path):
    with Log.open(tmp_path) as first:
        (tmp_path / "galopp.lock").unlink()
        with pytest.raises(StoreFault, match="store_in_use"):
            Log.open(tmp_path)
        first.append_and_wait(a_write("A", 0))
    Log.open(tmp_path).close()


def test_a_log_that_another_folder_leads_to_is_in_use_there_too(tmp_path):
    real, other = tmp_path / "real", tmp_path / "other"
    other.mkdir()
    with Log.open(real) as first:
        (other / "galopp.sqlite").symlink_to(real / "galopp.sqlite")
        with pytest.raises(StoreFault, match="store_in_use"):
            Log.open(other)
        first.append_and_wait(a_write("A", 0))
    with Log.open(other) as second, Log.read_only(other) as reader:
        assert everything(second) == everything(reader) == {"A": [an_entry("A", 0)]}


def test_killed_at_any_moment_nothing_acknowledged_is_lost_and_nothing_is_half_written(tmp_path):
    with another("be_killed", tmp_path) as parent:
        for kill in range(KILLS):
            acknowledged = kill_after(parent, 1 + kill * 11)
            with Log.open(tmp_path) as log:
                found = everything(log)
            for table, length in acknowledged.items():
                assert len(found[table]) >= length
            for table, entries in found.items():
                assert len(entries) % WHOLE == 0
                assert entries == [an_entry(table, seq) for seq in range(len(entries))]


def kill_after(parent, number):
    """Let a child write, kill it after some acknowledgements; all that it acknowledged."""
    parent.stdin.write("go\n")
    parent.stdin.flush()
    child, acknowledged, heard = None, {}, 0
    for line in parent.stdout:
        match line.split():
            case ["child", process]:
                child = int(process)
            case ["done", table, length]:
                acknowledged[table] = int(length)
                heard += 1
            case ["gone"]:
                assert heard >= number
                return acknowledged
            case _:
                pytest.fail(line)
        if child and heard >= number:
            os.kill(child, signal.SIGKILL)
            child = None
    pytest.fail("the parent is gone")


def test_where_the_system_lets_no_file_grow_nothing_is_kept_and_later_it_goes_on(tmp_path):
    refused, seen, again = said_by("meet_a_limit", tmp_path)
    kept = int(refused.split()[2])
    assert kept > 0
    assert refused == f"refused store_failed {kept} {kept}"
    assert seen == f"seen {kept}"
    assert again == f"again {kept + WHOLE}"
    with Log.open(tmp_path) as log:
        assert len(log.read("A")) == kept + WHOLE


@pytest.fixture
def public_folder(tmp_path):
    """A folder that everybody can reach: pytest's own are closed to others."""
    above = [tmp_path, *tmp_path.parents]
    was = {path: path.stat().st_mode for path in above if path.stat().st_uid == os.getuid()}
    for path, mode in was.items():
        path.chmod(mode | 0o055)
    yield tmp_path / "data"
    for path, mode in was.items():
        path.chmod(mode)


def test_who_may_only_read_the_folder_is_told_so_and_can_still_look(public_folder):
    with Log.open(public_folder) as log:
        log.append_and_wait(a_write("A", 0, 2))
    (public_folder / "galopp.sqlite").chmod(0o444)
    (public_folder / "galopp.lock").chmod(0o444)
    public_folder.chmod(0o555)
    assert said_by("try_without_rights", public_folder) == [
        f"store_not_writable {public_folder / 'galopp.lock'}",
        "seen A:2",
    ]


def test_a_file_that_may_only_be_read_is_not_opened_for_writing(public_folder):
    with Log.open(public_folder) as log:
        log.append_and_wait(a_write("A", 0, 2))
    public_folder.chmod(0o777)
    (public_folder / "galopp.sqlite").chmod(0o444)
    (public_folder / "galopp.lock").chmod(0o666)
    refused, seen = said_by("try_without_rights", public_folder)
    assert refused == f"store_not_writable {public_folder / 'galopp.sqlite'}"
    assert seen == "seen A:2"


def test_who_may_not_even_read_is_told_so(public_folder):
    with Log.open(public_folder) as log:
        log.append_and_wait(a_write("A", 0))
    public_folder.chmod(0o555)
    (public_folder / "galopp.sqlite").chmod(0o000)
    (public_folder / "galopp.lock").chmod(0o444)
    said = said_by("try_without_rights", public_folder)
    assert said[0].startswith("store_not_writable ")
    assert said[1].startswith("store_not_readable ")
