"""How a commit is made in SQLite: one statement for everything that waits."""

import logging
import os
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from galopp.store import Write
from galopp.store.fault import StoreFault, gap, taken
from galopp.store.sqlite.errors import fault_of, is_passing, is_refusal
from galopp.store.sqlite.schema import MOST_ROWS, PATIENCE, insert, roll_back, rows_of
from galopp.store.writer import Committer, Work

log = logging.getLogger(__name__)

SqliteWork = Work[sqlite3.Connection]


class SqliteCommitter(Committer[sqlite3.Connection]):
    """Owns the connection that writes."""

    most_at_once = MOST_ROWS

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self.place = str(path)
        self._connection = connection
        self._path = path
        self._file = _number_of(path)
        self._beside = path.with_name(f"{path.name}-wal")  # where SQLite writes first
        self._ahead = _number_of(self._beside)
        self._leaves_traces = False  # what was deleted may still stand beside the file

    def look(self) -> None:
        """See that the files are still there: SQLite would go on writing into one that is not."""
        if _number_of(self._path) != self._file:
            raise StoreFault("store_gone", path=str(self._path))
        if _number_of(self._beside) != self._ahead:
            self._bring_home()
            raise StoreFault("store_gone", path=str(self._beside))

    def _bring_home(self) -> None:
        """Write what was acknowledged into the file itself, while what it stands in is open."""
        try:
            self._connection.execute("PRAGMA wal_checkpoint(FULL)")
        except Exception:
            log.exception("what was written ahead could not be brought home")

    def tidy(self) -> None:
        """What was deleted is not to be found beside the file either, also while we go on."""
        if not self._leaves_traces:
            return
        self._connection.execute("PRAGMA busy_timeout = 0")  # whoever reads now is not waited for
        try:
            said = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            self._leaves_traces = said[0] != 0
        except sqlite3.Error:
            log.exception("what was deleted could not be cleared away yet")
        finally:
            self._connection.execute(f"PRAGMA busy_timeout = {PATIENCE * 1000:.0f}")

    def write(self, works: Sequence[SqliteWork]) -> Sequence[Exception | None]:
        """As one statement, which nearly always succeeds; else each for itself."""
        writes = [work for work in works if isinstance(work, Write)]
        if len(writes) == len(works):
            try:
                rows = rows_of(writes)
                if len(rows) <= MOST_ROWS:
                    insert(self._connection, rows)
                    return [None] * len(works)
            except Exception as error:
                if not is_refusal(error):
                    raise
        return self._write_one_by_one(works)

    def _write_one_by_one(self, works: Sequence[SqliteWork]) -> Sequence[Exception | None]:
        self._connection.execute("BEGIN IMMEDIATE")
        outcomes = [self._write_one(work) for work in works]
        self._connection.execute("COMMIT")
        return outcomes

    def _write_one(self, work: SqliteWork) -> Exception | None:
        """What is refused leaves nothing behind and does not harm the others."""
        self._connection.execute("SAVEPOINT one")
        try:
            if isinstance(work, Write):
                insert(self._connection, rows_of([work]))
            else:
                self._leaves_traces = True  # whatever only adds comes as a `Write`
                work(self._connection)
        except Exception as error:
            if not is_refusal(error):
                raise
            self._connection.execute("ROLLBACK TO one")
            return _refusal(error, work)
        self._connection.execute("RELEASE one")
        return None

    def give_up(self, error: Exception) -> StoreFault | None:
        """Undo the commit; unless it may go better next time, write nothing more."""
        try:
            roll_back(self._connection)
        except sqlite3.Error as worse:
            error = worse
        return None if is_passing(error) else fault_of(error, self._path)

    def fault_of(self, error: Exception) -> StoreFault:
        """The fault for what SQLite reported about the file."""
        return fault_of(error, self._path)

    def close(self) -> None:
        """Let go of the file; the last to do so tidies up beside it."""
        self._connection.close()


def _number_of(path: Path) -> int | None:
    """The number under which the file system keeps a file, if it is there."""
    try:
        return os.stat(path).st_ino
    except FileNotFoundError:
        return None


def _refusal(error: Exception, work: SqliteWork) -> Exception:
    name = getattr(error, "sqlite_errorname", "")
    if isinstance(work, Write):
        seq = work.entries[0].seq if work.entries else 0
        if name == "SQLITE_CONSTRAINT_PRIMARYKEY":
            return taken(work.heading.table, seq)
        if name == "SQLITE_CONSTRAINT_TRIGGER":
            return gap(work.heading.table, seq)
    return error
