"""The one thread that writes: whatever is waiting is committed together.

While one commit waits for the disk, the next writes gather; so the more is going on, the
more writes share a sync. Nobody is told of a write before its sync. How a commit is made is
for the store to know: its `Committer`.
"""

import logging
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial
from time import perf_counter
from typing import Generic, NamedTuple, TypeVar

from galopp.store import Write
from galopp.store.contract import Deliver, Done, Observe
from galopp.store.fault import Busy, StoreFault, once_more

MOST_WAITING = 10_000  # writes; a server this far behind should say so rather than gather more
LOOK_EVERY = 5.0  # seconds between two looks at the store while nobody writes

Connection = TypeVar("Connection")
Found = TypeVar("Found")
Chore = Callable[[Connection], None]
Work = Write | Chore[Connection]

log = logging.getLogger(__name__)


class Job(NamedTuple, Generic[Connection]):
    """Something to write, and who wants to know what became of it."""

    work: Work[Connection]
    done: Done
    deliver: Deliver


class Committer(ABC, Generic[Connection]):
    """How a store commits; its calls are made by the writing thread alone."""

    place: str  # the file or the database, as faults name it
    most_at_once: int  # writes in one commit

    @abstractmethod
    def look(self) -> None:
        """See that what is written to is still there; raises `StoreFault`."""

    @abstractmethod
    def tidy(self) -> None:
        """Nobody writes: see to what can wait until then."""

    @abstractmethod
    def write(self, works: Sequence[Work[Connection]]) -> Sequence[Exception | None]:
        """Write everything together, and say of each why it was refused; raises what failed."""

    @abstractmethod
    def give_up(self, error: Exception) -> StoreFault | None:
        """Undo a commit that failed; what ends all writing, unless the next may go better."""

    @abstractmethod
    def fault_of(self, error: Exception) -> StoreFault:
        """The fault for what the store reported."""

    @abstractmethod
    def close(self) -> None:
        """Let go of the store."""


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


class Writer(Generic[Connection]):
    """Lets a committer write. `put` may be called from any thread."""

    def __init__(self, committer: Committer[Connection], observe: Observe) -> None:
        self._committer = committer
        self._observe = observe
        self._turn = threading.Condition()
        self._waiting: list[Job[Connection]] = []
        self._ended: StoreFault | None = None  # why nothing is written any more
        self._thread = threading.Thread(target=self._run, name="galopp-log", daemon=True)
        self._thread.start()

    def put(self, job: Job[Connection]) -> None:
        """Queue a job; what cannot be queued is answered too, the same way."""
        with self._turn:
            refused = self._why_not()
            if refused is None:
                self._waiting.append(job)
                if len(self._waiting) == 1:
                    self._turn.notify()
        if refused is not None:
            self._tell([job], [refused])

    def put_and_wait(self, write: Write) -> None:
        """Let something be written, and return when it is."""
        answer: Future[None] = Future()
        self.put(Job(write, partial(_answer, answer, [None]), at_once))
        answer.result()

    def ask(self, question: Callable[[Connection], Found]) -> Found:
        """Let the writing thread do something; never through `deliver`, whose thread waits."""
        answer: Future[Found] = Future()
        found: list[Found] = []

        def carry_out(connection: Connection) -> None:
            found[:] = [question(connection)]

        self.put(Job(carry_out, partial(_answer, answer, found), at_once))
        return answer.result()

    def finish(self) -> None:
        """Write what is waiting, and nothing more."""
        with self._turn:
            self._ended = self._ended or StoreFault("store_closed", path=self._committer.place)
            self._turn.notify()
        self._thread.join()

    def close(self) -> None:
        """Finish and let go of the store."""
        self.finish()
        self._committer.close()

    def _why_not(self) -> StoreFault | None:
        if self._ended is not None:
            return once_more(self._ended)
        if len(self._waiting) >= MOST_WAITING:
            return Busy("store_busy", number=MOST_WAITING)
        return None

    def _run(self) -> None:
        jobs: list[Job[Connection]] = []
        try:
            while jobs := self._next():
                self._tell(jobs, self._commit(jobs))
        except BaseException as error:  # as when memory ends while a fault is being told
            log.exception("the thread that writes has ended")
            self._end(jobs, error)

    def _end(self, jobs: Sequence[Job[Connection]], error: BaseException) -> None:
        """Write nothing more, and let nobody wait for it."""
        reason = type(error).__name__
        with self._turn:
            self._ended = StoreFault("store_failed", path=self._committer.place, reason=reason)
            left = [*jobs, *self._waiting]
            self._waiting.clear()
        self._tell(left, [self._ended] * len(left))

    def _next(self) -> list[Job[Connection]]:
        """Everything that is waiting now; nothing only when all is written and we may stop."""
        with self._turn:
            while not self._turn.wait_for(lambda: self._waiting or self._ended, LOOK_EVERY):
                self._look()
            most = self._committer.most_at_once
            jobs = self._waiting[:most]
            del self._waiting[:most]
            return jobs

    def _look(self) -> None:
        """While nobody writes, see that the store is still there, and to what could wait."""
        try:
            self._committer.look()
            self._committer.tidy()
        except StoreFault as fault:
            self._ended = fault

    def _commit(self, jobs: Sequence[Job[Connection]]) -> Sequence[Exception | None]:
        """Write the jobs together; if the store fails, nothing of any of them stands."""
        began = perf_counter()
        try:
            self._check()
            outcomes = self._committer.write([job.work for job in jobs])
        except Exception as error:
            self._give_up(error)
            return [self._committer.fault_of(error) for _ in jobs]
        with _logged("observing a commit failed"):
            self._observe(perf_counter() - began, len(jobs))
        return outcomes

    def _check(self) -> None:
        if self._ended is not None and self._ended.key != "store_closed":
            raise self._ended
        self._committer.look()

    def _give_up(self, error: Exception) -> None:
        ended = self._committer.give_up(error)
        if ended is not None:
            with self._turn:
                self._ended = ended

    def _tell(self, jobs: Sequence[Job[Connection]], outcomes: Sequence[Exception | None]) -> None:
        """Deliver all answers that go the same way together."""
        ways: dict[Deliver, list[Callable[[], None]]] = {}
        for job, outcome in zip(jobs, outcomes, strict=True):
            ways.setdefault(job.deliver, []).append(partial(job.done, outcome))
        for deliver, calls in ways.items():
            with _logged("delivering what became of a commit failed"):
                deliver(calls)


def _answer(answer: Future[Found], found: list[Found], fault: Exception | None) -> None:
    if fault is not None:
        answer.set_exception(fault)
    else:
        answer.set_result(found[0])
