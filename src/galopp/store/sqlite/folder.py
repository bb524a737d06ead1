"""The data folder: its files, its lock, and how a file appears whole or not at all."""

import fcntl
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from galopp.store.fault import StoreFault
from galopp.store.sqlite.errors import fault_of

FILE = "galopp.sqlite"
LOCK = "galopp.lock"


def files_of(folder: Path) -> set[Path]:
    """The files that belong to the log of a folder, whether they are there now or not."""
    return {folder.resolve() / name for name in (FILE, f"{FILE}-wal", f"{FILE}-shm", LOCK)}


def make_folder(folder: Path) -> None:
    """Make the data folder if it is not there; only its owner may look into it."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        sync(folder.parent)
    except OSError as error:
        raise fault_of(error, folder) from None


def make_file(path: Path) -> None:
    """An empty file for its owner alone: the log holds what no player may see."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
    except OSError as error:
        raise fault_of(error, path) from None


def file_of(folder: Path) -> Path:
    """The log of a folder, where it really lies: what SQLite writes besides is there, too."""
    file = folder / FILE
    return file.resolve() if file.is_symlink() else file


def take_lock(folder: Path) -> list[int]:
    """Keep other processes from writing here; the kernel frees it however this one ends.

    The folder is held besides the file: a lock that somebody has tidied away keeps nobody out.
    """
    make_file(folder / LOCK)
    held: list[int] = []
    try:
        held.append(_hold(folder / LOCK, os.O_RDWR))
        held += _hold_folder(folder)
    except BlockingIOError:
        let_go(held)
        raise StoreFault("store_in_use", path=str(folder)) from None
    except OSError as error:
        let_go(held)
        raise fault_of(error, folder / LOCK) from None
    return held


def _hold_folder(folder: Path) -> list[int]:
    try:
        return [_hold(folder, os.O_RDONLY)]
    except BlockingIOError:
        raise
    except OSError:
        return []  # some systems lock nothing but files


def _hold(path: Path, how: int) -> int:
    handle = os.open(path, how | os.O_CLOEXEC)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BaseException:
        os.close(handle)
        raise
    return handle


def let_go(held: list[int]) -> None:
    """Let others write here again."""
    while held:
        os.close(held.pop())


@contextmanager
def appearing(path: Path) -> Iterator[Path]:
    """A file to write beside the one wanted, which takes its place once it is safe on disk."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    os.close(handle)
    beside = Path(name)
    try:
        yield beside
        sync(beside)
        beside.replace(path)
        sync(path.parent)
    finally:
        beside.unlink(missing_ok=True)


def sync(path: Path) -> None:
    """Wait until the disk holds a file, or the names in a folder."""
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
