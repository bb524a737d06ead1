"""The one thread that writes: whatever is waiting goes to disk together.

While one commit waits for the disk, the next writes gather; so the more is going on, the
more writes share a sync. Nobody is told of a write before its sync.
"""

import logging
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from galopp.store import Write
from galopp.store.fault import Busy, Gap, StoreFault, Taken, fault_of, is_passing, is_refusal
from galopp.store.schema import MOST_ROWS, insert, roll_back, rows_of

MOST_WAITING = 10_000  # writes; a server this far behind should say so rather than gather more
MOST_AT_ONCE = MOST_ROWS  # writes in one commit
LOOK_EVERY = 5.0  # seconds between two looks at the files while nobody writes

Chore = Callable[[sqlite3.Connection], None]
Done = Callable[[Exception | None], None]
Deliver = Callable[[list[Callable[[], None]]], None]
Observe = Callable[[float, int], None]

log = logging.getLogger(__name__)


class Job(NamedTuple):
    """Something to write, and who wants to know what became of it."""

    work: Write | Chore
    done: Done
    deliver: Deliver


@contextmanager
def _logged(what: str) -> Iterator[None]:
    """The writing thread outlives whatever others do in it."""
    try:
        yield
    except Exception:
        log.exception(what)


def at_once(calls: list[Callable[[], None]]) -> None:
    """Make the calls here and now; one that fails does not keep the others from theirs."""
    for call in calls:
        with _logged("telling what became of a write failed"):
            call()


def unobserved(seconds: float, writes: int) -> None:
    """Nobody counts."""


class Writer:
    """Owns the connection that writes. `put` may be called from any thread."""

    def __init__(self, connection: sqlite3.Connection, path: Path, observe: Observe) -> None:
        self._connection = connection
        self._path = path
        self._file = _number_of(path)
        self._beside = path.with_name(f"{path.name}-wal")  # where SQLite writes first
        self._ahead = _number_of(self._beside)
        self._observe = observe
        self._turn = threading.Condition()
        self._waiting: list[Job] = []
        self._ended: StoreFault | None = None  # why nothing is written any more
        self._thread = threading.Thread(target=self._run, name="galopp-log", daemon=True)
        self._thread.start()

    def put(self, job: Job) -> None:
        """Queue a job; what cannot be queued is answered too, the same way."""
        with self._turn:
            refused = self._why_not()
            if refused is None:
                self._waiting.append(job)
                if len(self._waiting) == 1:
                    self._turn.notify()
        if refused is not None:
            self._tell([job], [refused])

    def finish(self) -> None:
        """Write what is waiting, and nothing more."""
        with self._turn:
            self._ended = self._ended or StoreFault("store_closed", path=str(self._path))
            self._turn.notify()
        self._thread.join()

    def close(self) -> None:
        """Finish and let go of the file; the last to do so tidies up beside it."""
        self.finish()
        self._connection.close()

    def _why_not(self) -> StoreFault | None:
        if self._ended is not None:
            return fault_of(self._ended, self._path)
        if len(self._waiting) >= MOST_WAITING:
            return Busy("store_busy", number=MOST_WAITING)
        return None

    def _run(self) -> None:
        jobs: list[Job] = []
        try:
            while jobs := self._next():
                self._tell(jobs, self._commit(jobs))
        except BaseException as error:  # as when memory ends while a fault is being told
            log.exception("the thread that writes has ended")
            self._end(jobs, error)

    def _end(self, jobs: Sequence[Job], error: BaseException) -> None:
        """Write nothing more, and let nobody wait for it."""
        reason = type(error).__name__
        with self._turn:
            self._ended = StoreFault("store_failed", path=str(self._path), reason=reason)
            left = [*jobs, *self._waiting]
            self._waiting.clear()
        self._tell(left, [self._ended] * len(left))

    def _next(self) -> list[Job]:
        """Everything that is waiting now; nothing only when all is written and we may stop."""
        with self._turn:
            while not self._turn.wait_for(lambda: self._waiting or self._ended, LOOK_EVERY):
                self._look()
            jobs = self._waiting[:MOST_AT_ONCE]
            del self._waiting[:MOST_AT_ONCE]
            return jobs

    def _commit(self, jobs: Sequence[Job]) -> Sequence[Exception | None]:
        """Write the jobs together; if the file fails, nothing of any of them stands."""
        began = perf_counter()
        try:
            self._check()
            outcomes = self._write(jobs)
        except Exception as error:
            self._give_up(error)
            return [fault_of(error, self._path) for _ in jobs]
        with _logged("observing a commit failed"):
            self._observe(perf_counter() - began, len(jobs))
        return outcomes

    def _check(self) -> None:
        if self._ended is not None and self._ended.key != "store_closed":
            raise self._ended
        # SQLite would go on writing into a file that has been removed or replaced.
        if _number_of(self._path) != self._file:
            raise StoreFault("store_gone", path=str(self._path))
        if _number_of(self._beside) != self._ahead:
            self._bring_home()
            raise StoreFault("store_gone", path=str(self._beside))

    def _look(self) -> None:
        """See that the files are still there while nobody writes."""
        try:
            self._check()
        except StoreFault as fault:
            self._ended = fault

    def _bring_home(self) -> None:
        """Write what was acknowledged into the file itself, while what it stands in is open."""
        with _logged("what was written ahead could not be brought home"):
            self._connection.execute("PRAGMA wal_checkpoint(FULL)")

    def _write(self, jobs: Sequence[Job]) -> Sequence[Exception | None]:
        """As one statement, which nearly always succeeds; else each job for itself."""
        writes = [job.work for job in jobs if isinstance(job.work, Write)]
        if len(writes) == len(jobs):
            try:
                rows = rows_of(writes)
                if len(rows) <= MOST_ROWS:
                    insert(self._connection, rows)
                    return [None] * len(jobs)
            except Exception as error:
                if not is_refusal(error):
                    raise
        return self._write_one_by_one(jobs)

    def _write_one_by_one(self, jobs: Sequence[Job]) -> Sequence[Exception | None]:
        self._connection.execute("BEGIN IMMEDIATE")
        outcomes = [self._write_one(job.work) for job in jobs]
        self._connection.execute("COMMIT")
        return outcomes

    def _write_one(self, work: Write | Chore) -> Exception | None:
        """A job that is refused leaves nothing behind and does not harm the others."""
        self._connection.execute("SAVEPOINT one")
        try:
            if isinstance(work, Write):
                insert(self._connection, rows_of([work]))
            else:
                work(self._connection)
        except Exception as error:
            if not is_refusal(error):
                raise
            self._connection.execute("ROLLBACK TO one")
            return _refusal(error, work)
        self._connection.execute("RELEASE one")
        return None

    def _give_up(self, error: Exception) -> None:
        """Undo the commit; unless it may go better next time, write nothing more."""
        try:
            roll_back(self._connection)
        except sqlite3.Error as worse:
            error = worse
        if not is_passing(error):
            with self._turn:
                self._ended = fault_of(error, self._path)

    def _tell(self, jobs: Sequence[Job], outcomes: Sequence[Exception | None]) -> None:
        """Deliver all answers that go the same way together."""
        ways: dict[Deliver, list[Callable[[], None]]] = {}
        for job, outcome in zip(jobs, outcomes, strict=True):
            ways.setdefault(job.deliver, []).append(partial(job.done, outcome))
        for deliver, calls in ways.items():
            with _logged("delivering what became of a commit failed"):
                deliver(calls)


def _number_of(path: Path) -> int | None:
    """The number under which the file system keeps a file, if it is there."""
    try:
        return os.stat(path).st_ino
    except FileNotFoundError:
        return None


def _refusal(error: Exception, work: Write | Chore) -> Exception:
    name = getattr(error, "sqlite_errorname", "")
    if isinstance(work, Write):
        seq = work.entries[0].seq if work.entries else 0
        if name == "SQLITE_CONSTRAINT_PRIMARYKEY":
            return Taken("store_taken", table=work.heading.table, seq=seq)
        if name == "SQLITE_CONSTRAINT_TRIGGER":
            return Gap("store_gap", table=work.heading.table, seq=seq)
    return error
