"""Work in numbered pieces: whoever does which of them, and wherever, the result is the same.

A `Job` says what is to be done with numbers from 0 on: games to simulate, deals to play. The luck
of each follows from its number, so that a piece, some numbers in a row, can be done anywhere, and
once more where it was lost. An `Executor` cuts the job up, has the pieces done and hands the
results back in their order.

`Cores` does it on this machine, `galopp.lab.cluster` on others. What is compiled runs in threads,
since no kernel holds the interpreter's lock. Anything else gets a process for each core, pinned to
it: a search that shares out its trees over threads then has one core as its own, and a time budget
is the same for all.
"""

import multiprocessing
import multiprocessing.util
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import closing
from itertools import islice
from typing import TYPE_CHECKING, Protocol, TypeVar, cast

if TYPE_CHECKING:
    from multiprocessing.sharedctypes import Synchronized
    from multiprocessing.synchronize import Event

TURNS = 8  # pieces for each worker, since some take longer than others

Result = TypeVar("Result")
Done = TypeVar("Done", covariant=True)


class GivenUp(Exception):
    """Nobody waits for this piece any more."""


class Worker(Protocol[Done]):
    """Does pieces of one job. If the job is compiled, several threads may ask at once."""

    def work(self, piece: range) -> Done:
        """What comes of these numbers; raises `GivenUp` where nobody waits for it any more."""

    def close(self) -> None:
        """Let go of what it holds."""


class Job(Protocol[Done]):
    """What is to be done; it travels to other processes."""

    @property
    def compiled(self) -> bool:
        """Whether all the time is spent in kernels."""

    @property
    def at_once(self) -> tuple[int, int]:
        """How many numbers a piece has, at least and at most."""

    @property
    def kernels(self) -> str:
        """What it needs compiled: two jobs that say the same need the same."""

    def prepare(self) -> None:
        """Have that compiled, and kept for other processes of this machine."""

    def open(self, given_up: Callable[[], bool]) -> Worker[Done]:
        """Somebody who does it in this process, and asks now and then whether to give up."""


class Executor(Protocol):
    """Has jobs done."""

    def run(self, job: Job[Result], total: int) -> Generator[Result, None, None]:
        """The results of all pieces, in their order.

        Whoever has seen enough closes the iterator: what is still being done is given up.
        """


def cut(job: Job[Result], total: int, workers: int, larger: int = 1) -> Iterator[range]:
    """The pieces of a job for so many workers; so many times larger where each costs something."""
    least, most = job.at_once
    size = min(larger * most, max(least, -(-total // (TURNS * workers))))
    return (range(first, min(total, first + size)) for first in range(0, total, size))


class Cores:
    """The cores of this machine, or so many workers on them."""

    def __init__(self, workers: int | None = None) -> None:
        self._workers = workers

    def run(self, job: Job[Result], total: int) -> Generator[Result, None, None]:
        """The results of all pieces, in their order."""
        cores = cores_here()
        workers = max(1, min(len(cores) if self._workers is None else self._workers, total))
        pieces = cut(job, total, workers)
        if workers == 1:
            return _here(job, pieces)
        if job.compiled:
            return _in_threads(job, pieces, workers)
        return _in_processes(job, pieces, workers, cores)


def never() -> bool:
    """Whether to give up."""
    return False


def cores_here() -> list[int]:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


def _here(job: Job[Result], pieces: Iterator[range]) -> Generator[Result, None, None]:
    with closing(job.open(never)) as worker:
        for piece in pieces:
            yield worker.work(piece)


def _in_threads(
    job: Job[Result], pieces: Iterator[range], workers: int
) -> Generator[Result, None, None]:
    with closing(job.open(never)) as worker, ThreadPoolExecutor(workers) as threads:
        yield from _in_order((threads.submit(worker.work, piece) for piece in pieces), workers)


def _in_order(work: Iterator["Future[Result]"], workers: int) -> Generator[Result, None, None]:
    """What is done, in order; more is begun only as results are taken."""
    waiting = deque(islice(work, 2 * workers))
    try:
        while waiting:
            yield waiting.popleft().result()
            waiting.extend(islice(work, 1))
    finally:
        for future in waiting:
            future.cancel()


# Processes --------------------------------------------------------------------------------


def _in_processes(
    job: Job[Result], pieces: Iterator[range], workers: int, cores: Sequence[int]
) -> Generator[Result, None, None]:
    # A process that is forked off could inherit a lock that some thread holds just now.
    spawning = multiprocessing.get_context("spawn")
    given_up, numbers = spawning.Event(), spawning.Value("i", 0)
    began = (job, given_up, numbers, _shared_out(cores, workers))
    with ProcessPoolExecutor(workers, spawning, _begin, began) as processes:
        try:
            work = cast("Callable[[range], Result]", _work)  # of this job's worker
            yield from _in_order((processes.submit(work, piece) for piece in pieces), workers)
        finally:
            given_up.set()


def _shared_out(cores: Sequence[int], workers: int) -> list[list[int]]:
    """Which cores each worker has: an equal part of them, at least one."""
    each = max(1, len(cores) // workers)
    return [[cores[(n * each + k) % len(cores)] for k in range(each)] for n in range(workers)]


_worker: Worker[object] | None = None  # of this process, if it is one of several


def _begin(
    job: Job[object], given_up: "Event", numbers: "Synchronized[int]", cores: list[list[int]]
) -> None:
    global _worker
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process hears it and ends us
    threading.Thread(target=_end_with_the_first, daemon=True).start()
    with numbers.get_lock():
        number = numbers.value
        numbers.value += 1
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, cores[number % len(cores)])
    _worker = job.open(given_up.is_set)
    multiprocessing.util.Finalize(None, _worker.close, exitpriority=1)


def _end_with_the_first() -> None:
    """Nobody would take what is done here any more, or tell us to end."""
    first = multiprocessing.parent_process()
    assert first is not None
    first.join()
    os._exit(1)


def _work(piece: range) -> object:
    assert _worker is not None
    return _worker.work(piece)
