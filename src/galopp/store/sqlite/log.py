"""The log in one SQLite file.

    folder/galopp.sqlite    the log, with -wal and -shm beside it while it is open
    folder/galopp.lock      held by the one process that writes

`Log.open` writes and reads; `Log.read_only` only reads, also while another process writes. Both
may be used from any thread.
"""

import os
import sqlite3
from collections.abc import Container, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Self

from galopp.store import Entry, Heading, KeptRow, SubscriptionRow, Write
from galopp.store.contract import Deliver, Done, Member, Observe
from galopp.store.fault import StoreFault
from galopp.store.reading import LAST, BaseReader
from galopp.store.sqlite.committer import SqliteCommitter
from galopp.store.sqlite.errors import TROUBLE, fault_of
from galopp.store.sqlite.folder import (
    appearing,
    file_of,
    files_of,
    let_go,
    make_file,
    make_folder,
    take_lock,
)
from galopp.store.sqlite.schema import (
    MIGRATIONS,
    check,
    connect,
    is_ours,
    make_ready,
    roll_back,
    version_of,
)
from galopp.store.writer import Job, Writer, at_once, unobserved

SqliteWriter = Writer[sqlite3.Connection]
EXPIRED_AT_ONCE = 100  # tables
NO_END = (1 << 63) - 1
HEADINGS = "SELECT code, phase, listed, touched, due FROM heading"
KEPT = "SELECT name, body, touched FROM kept WHERE name = ?"
SUBSCRIPTION = "SELECT code, id, body FROM notice WHERE code = ? AND id = ?"
SUBSCRIPTIONS_OF = "SELECT code, id, body FROM notice WHERE code = ? ORDER BY rowid"
NAMES_KEPT = "SELECT name FROM kept WHERE name >= ? AND name < ? ORDER BY rowid"
# The + keeps SQLite from going through all names instead of all that is old.
THROW_AWAY = "DELETE FROM kept WHERE touched < ? AND +name >= ? AND +name < ?"


class Reader(BaseReader):
    """Reads the log of a folder; sees everything that was acknowledged before it asks."""

    def __init__(self, path: Path, mode: str = "ro") -> None:
        super().__init__()
        self.path = path
        self.place = str(path)
        self._mode = mode
        with self._faults():
            self._reader = connect(path, mode)

    def read(self, table: str, after: int = -1) -> list[Entry]:
        """The events of a table after a number; none if there is no such table."""
        return self.read_between(table, after + 1, NO_END)

    def read_between(self, table: str, first: int, last: int) -> list[Entry]:
        """The events of a table from a number to a number, both included."""
        first, last = max(first, 0), min(last, NO_END)
        if first > last:
            return []
        with self._snapshot() as connection:
            (length,) = connection.execute(
                "SELECT coalesce(max(CAST(length AS INTEGER)), 0) FROM heading WHERE code = ?",
                (table,),
            ).fetchone()
            rows = connection.execute(
                "SELECT code, seq, at, body, seal FROM event"
                " WHERE code = ? AND seq BETWEEN ? AND ? ORDER BY seq",
                (table, first, last),
            ).fetchall()
        return self._entries(rows, length, first, last)

    def heading(self, table: str) -> Heading | None:
        """The heading of a table, if there is such a table."""
        with self._snapshot() as connection:
            row = connection.execute(f"{HEADINGS} WHERE code = ?", (table,)).fetchone()
        return _heading(row) if row else None

    def headings(self, *phases: str) -> list[Heading]:
        """The headings of all tables, or of those in some phases, by their codes."""
        wanted = f" WHERE phase IN ({_marks(phases)})" if phases else ""
        with self._snapshot() as connection:
            rows = connection.execute(f"{HEADINGS}{wanted} ORDER BY code", phases).fetchall()
        return [_heading(row) for row in rows]

    def due(self, phase: str, before: float) -> list[Heading]:
        """The headings of tables in a phase whose time is up before a moment, by their codes."""
        wanted = f"{HEADINGS} WHERE phase = ? AND due < ? ORDER BY code"
        with self._snapshot() as connection:
            rows = connection.execute(wanted, (phase, before)).fetchall()
        return [_heading(row) for row in rows]

    def last_touched(self) -> float:
        """When anything last happened at any table; long ago if there is none."""
        with self._snapshot() as connection:
            (found,) = connection.execute("SELECT max(touched) FROM heading").fetchone()
        return 0.0 if found is None else float(found)

    def kept_row(self, name: str) -> KeptRow | None:
        """What is kept under a name, with when it was last touched."""
        with self._snapshot() as connection:
            row = connection.execute(KEPT, (name,)).fetchone()
        return KeptRow(*row) if row else None

    def names_kept(self, beginning: str) -> list[str]:
        """The names that begin like this, the oldest first."""
        with self._snapshot() as connection:
            rows = connection.execute(NAMES_KEPT, (beginning, beginning + LAST)).fetchall()
        return [name for (name,) in rows]

    def subscriptions(self) -> list[SubscriptionRow]:
        """What people asked to be told, of all tables, the oldest first."""
        with self._snapshot() as connection:
            rows = connection.execute("SELECT code, id, body FROM notice ORDER BY rowid").fetchall()
        return [SubscriptionRow(*row) for row in rows]

    def subscriptions_of(self, table: str) -> list[SubscriptionRow]:
        """What people asked to be told of one table, the oldest first."""
        with self._snapshot() as connection:
            rows = connection.execute(SUBSCRIPTIONS_OF, (table,)).fetchall()
        return [SubscriptionRow(*row) for row in rows]

    def subscription(self, table: str, name: str) -> SubscriptionRow | None:
        """What somebody at a table asked to be told, if it is still kept."""
        with self._snapshot() as connection:
            row = connection.execute(SUBSCRIPTION, (table, name)).fetchone()
        return SubscriptionRow(*row) if row else None

    def back_up(self, to: Path) -> None:
        """Copy the log as it is now, also while it is being written, and check the copy."""
        if to.resolve() in files_of(self.path.parent):
            raise StoreFault("store_onto_itself", path=str(to))
        if to.is_file() and not is_ours(to):
            raise StoreFault("store_not_replaced", path=str(to))
        try:
            with appearing(to) as beside:
                self._copy(beside)
        except TROUBLE as error:
            raise fault_of(error, to) from None

    def _copy(self, beside: Path) -> None:
        with (
            closing(connect(self.path, self._mode)) as source,
            closing(connect(beside, "rw")) as target,
        ):
            target.execute("PRAGMA journal_mode = OFF")  # the copy is thrown away if it fails
            source.backup(target)
            try:
                check(target, beside)
            except StoreFault:
                raise StoreFault("store_damaged", path=str(self.path)) from None

    def _let_go(self) -> None:
        self._reader.close()

    @contextmanager
    def _snapshot(self) -> Iterator[sqlite3.Connection]:
        """The log as it stands at one moment, whatever is written meanwhile."""
        with self._reading, self._faults():
            self._check_open()
            self._reader.execute("BEGIN")
            try:
                yield self._reader
            finally:
                roll_back(self._reader)

    @contextmanager
    def _faults(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.ProgrammingError:
            raise  # a mistake in a call is not the file's fault
        except TROUBLE as error:
            raise fault_of(error, self.path) from None


class Log(Reader):
    """The log of a folder, for the one process that may write to it."""

    def __init__(self, path: Path, lock: list[int], writer: SqliteWriter, deliver: Deliver) -> None:
        super().__init__(path)
        self._lock = lock
        self._writer = writer
        self._deliver = deliver

    @classmethod
    def open(
        cls,
        folder: Path,
        deliver: Deliver = at_once,
        observe: Observe = unobserved,
        most_pages: int | None = None,
    ) -> Self:
        """Open the log of a folder for writing, making both if they are not there.

        `deliver` runs the `done` calls of a whole commit; without one the writing thread
        does. `observe` is told, in the writing thread, how many seconds a commit took and
        how many writes were in it. `most_pages` bounds the file, in pages of 4 KiB; a
        write beyond that is refused as on a full disk.
        """
        make_folder(folder)
        path = file_of(folder)
        with ExitStack() as undo:
            lock = take_lock(path.parent)
            undo.callback(let_go, lock)
            writer = _open_writer(path, observe, most_pages)
            undo.callback(writer.close)
            log = cls(path, lock, writer, deliver)
            undo.pop_all()
        return log

    @staticmethod
    def read_only(folder: Path) -> Reader:
        """Open the log of a folder to read it, also while another process writes."""
        path = file_of(folder)
        if not path.is_file():
            raise StoreFault("store_missing", path=str(folder))
        if not os.access(path, os.R_OK):
            raise StoreFault("store_not_readable", path=str(path))
        reader = Reader(path, _mode_for(path))
        try:
            with reader._faults():
                if version_of(reader._reader, path) < len(MIGRATIONS):
                    raise StoreFault("store_older", path=str(path))
        except BaseException:
            reader.close()
            raise
        return reader

    def members(self) -> Sequence[Member]:
        """None: a file belongs to one process alone."""
        return ()

    def number(self) -> int:
        """There are no others to tell it from."""
        return 0

    def certain(self) -> bool:
        """Nobody else may write as long as the lock is held."""
        return True

    def claim(self, table: str) -> bool:
        """Every table is this process's own."""
        return True

    def release(self, table: str, done: Done) -> None:
        """There is nobody else who could want it."""
        self._deliver([partial(done, None)])

    def arrive(self) -> None:
        """There is nobody to tell."""

    def leave(self) -> None:
        """There is nobody to tell."""

    def append(self, write: Write, done: Done) -> None:
        """Queue a write and return; `done` hears None after the sync, or else what failed."""
        self._writer.put(Job(write, done, self._deliver))

    def append_and_wait(self, write: Write) -> None:
        """Write and return after the sync; for scripts and tests."""
        self._writer.put_and_wait(write)

    def written_ahead(self) -> int:
        """Bytes that stand beside the file, until SQLite has brought them home."""
        beside = self.path.with_name(f"{self.path.name}-wal")
        return beside.stat().st_size if beside.exists() else 0

    def keep(self, name: str, body: bytes, at: float) -> bool:
        """Keep something under a name; what is there already stays, and is touched.

        Whether it is new. Waits for the sync.
        """

        def keep(connection: sqlite3.Connection) -> bool:
            touched = "UPDATE kept SET touched = ? WHERE name = ?"
            if connection.execute(touched, (at, name)).rowcount:
                return False
            connection.execute("INSERT INTO kept VALUES (?, ?, ?)", (name, body, at))
            return True

        return self._writer.ask(keep)

    def throw_away(self, beginning: str, touched_before: float) -> bool:
        """Delete what is kept under names that begin like this and was not touched since."""

        def throw_away(connection: sqlite3.Connection) -> bool:
            given = (touched_before, beginning, beginning + LAST)
            return bool(connection.execute(THROW_AWAY, given).rowcount)

        return self._writer.ask(throw_away)

    def keep_subscription(self, row: SubscriptionRow, done: Done) -> None:
        """Queue what somebody asked to be told; of a table that is deleted nothing is kept."""

        def keep(connection: sqlite3.Connection) -> None:
            connection.execute(
                "INSERT INTO notice (code, id, body) SELECT code, ?, ? FROM heading WHERE code = ?"
                " ON CONFLICT (code, id) DO UPDATE SET body = excluded.body",
                (row.id, row.body, row.table),
            )

        self._writer.put(Job(keep, done, self._deliver))

    def drop_subscription(self, table: str, name: str, done: Done) -> None:
        """Queue that somebody is to be told nothing any more."""

        def drop(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM notice WHERE code = ? AND id = ?", (table, name))

        self._writer.put(Job(drop, done, self._deliver))

    def delete(self, table: str) -> bool:
        """Delete a table; False if there was none. Waits for the sync."""
        return self._delete_if("code = ?", table)

    def expire(
        self, phases: Sequence[str], touched_before: float, in_use: Container[str] = ()
    ) -> list[str]:
        """Delete tables in these phases that nobody has touched since; their codes.

        Those in use are spared: people may wait at a table for long without touching it. Of
        many, some are left for the next time: whoever reads waits meanwhile.
        """
        stale = f"SELECT code FROM heading WHERE phase IN ({_marks(phases)}) AND touched < ?"
        with self._snapshot() as connection:
            rows = connection.execute(stale, (*phases, touched_before)).fetchall()
        old = [table for (table,) in rows if table not in in_use][:EXPIRED_AT_ONCE]
        # Each in a commit of its own, so that no move waits for all of them.
        condition = "code = ? AND touched < ?"
        return [table for table in old if self._delete_if(condition, table, touched_before)]

    def _delete_if(self, condition: str, table: str, *arguments: float) -> bool:
        def delete(connection: sqlite3.Connection) -> bool:
            found = connection.execute(
                f"DELETE FROM heading WHERE {condition}", (table, *arguments)
            ).rowcount
            if found:
                connection.execute("DELETE FROM event WHERE code = ?", (table,))
                connection.execute("DELETE FROM notice WHERE code = ?", (table,))
            return bool(found)

        return self._writer.ask(delete)

    def close(self) -> None:
        """Write what is waiting, then let go of the folder."""
        if self._lock:
            self._writer.finish()  # those it answers may still read
            super().close()
            self._writer.close()
            let_go(self._lock)


def _open_writer(path: Path, observe: Observe, most_pages: int | None) -> SqliteWriter:
    make_file(path)
    connection: sqlite3.Connection | None = None
    try:
        connection = connect(path, "rw")
        make_ready(connection, path)
        if most_pages is not None:
            connection.execute(f"PRAGMA max_page_count = {most_pages:d}")
        return Writer(SqliteCommitter(connection, path), observe)
    except BaseException as error:
        if connection is not None:
            connection.close()
        if isinstance(error, TROUBLE):
            raise fault_of(error, path) from None
        raise


def _mode_for(path: Path) -> str:
    """How to open a file that is only to be read.

    SQLite wants to write beside the file even then. Where it cannot, as in an archive, it
    must be told that nobody else can either; unless somebody is writing at this moment.
    """
    being_written = path.with_name(f"{path.name}-wal").exists()
    archived = not os.access(path.parent, os.W_OK) and not being_written
    return "ro&immutable=1" if archived else "ro"


def _marks(values: Sequence[str]) -> str:
    """A place in a statement for each of these."""
    return ", ".join("?" * len(values))


def _heading(row: tuple[str, str, int, float, float | None]) -> Heading:
    code, phase, listed, touched, due = row
    return Heading(code, phase, bool(listed), touched, due)
