"""Pieces of work done by a Ray cluster: `on="ray"`, or the address of one.

    simulate(game("saumaumau"), 3, 10_000_000, seed=1, on="ray")
    compete(match, 20_000, on="lab.example:6379")

"ray" is the cluster that RAY_ADDRESS names, else one that runs on this machine, else one that is
begun on it and ends with this process. Every node needs the same Galopp as here, and is asked for
it. What a piece brings follows from its number, so that the result is the same to the bit as on
the cores of this machine, whichever node did what; pieces of a node that died are done again.

On each node the first worker has the kernels compiled while the others wait, who load them from the
node's cache (`prepare_once`). Bots that are not compiled loops get a core of their own, as they do
without Ray, so that a time budget means the same to all.
"""

import hashlib
import logging
import os
import pickle
import re
import socket
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from galopp import __version__
from galopp.core.code_cache import locked
from galopp.core.fault import Fault, Impossible, Unreadable
from galopp.core.kernel import folder_of
from galopp.core.sources import key_of
from galopp.lab.pieces import Cores, Executor, Job, Result, Worker, cores_here, cut, never

ADDRESS = re.compile(r"(?:ray://)?\[?(?P<host>[^/\s\]]+?)\]?:(?P<port>[0-9]{1,5})")
REACHED_WITHIN = 5.0  # seconds; Ray itself would try for minutes
LARGER = 16  # times: a piece costs Ray about a millisecond
AHEAD = 3  # pieces begun for each worker, so that nobody waits for the next one
TRIED_AGAIN = 20  # times, if a node or a worker is lost meanwhile


def executor_for(on: str | Executor | None = None, workers: int | None = None) -> Executor:
    """Who does the work: this machine if nobody is named; raises `Fault` if it cannot be had.

    `workers` is how many pieces are done at once; as many as there are cores if left out.
    """
    if on is None:
        return Cores(workers)
    if not isinstance(on, str):
        return on
    if on != "ray" and not ADDRESS.fullmatch(on):
        raise Unreadable("unknown_executor", on=on)
    return RayCluster(None if on == "ray" else on, workers)


class RayCluster:
    """A Ray cluster; it stays connected until this process ends, or `ray.shutdown()`."""

    def __init__(self, address: str | None = None, workers: int | None = None) -> None:
        self._ray = _connected(address)
        self._workers = workers

    def run(self, job: Job[Result], total: int) -> Generator[Result, None, None]:
        """The results of all pieces, in their order."""
        ray, workers = self._ray, self._workers or self._cores()
        packed, sources = ray.cloudpickle.dumps(job), sources_of(job)
        task = ray.remote(num_cpus=1, max_retries=TRIED_AGAIN)(_task())
        pieces = cut(job, total, workers, LARGER if job.compiled else 1)
        work = (task.remote(packed, sources, piece) for piece in pieces)
        ahead = self._workers or AHEAD * workers
        waiting = deque(islice(work, ahead))
        try:
            while waiting:
                yield cast(Result, self._result(waiting.popleft()))
                waiting.extend(islice(work, ahead - len(waiting)))
        finally:
            for reference in waiting:
                with suppress(Exception):  # the cluster may be gone
                    ray.cancel(reference)

    def _cores(self) -> int:
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def _result(self, reference: object) -> object:
        failures = self._ray.exceptions
        try:
            return self._ray.get(reference)
        except failures.RayTaskError as failed:
            if isinstance(failed.cause, Fault):
                raise failed.cause from None
            if isinstance(failed.cause, ModuleNotFoundError):
                module = str(failed.cause.name)
                raise Impossible("ray_lacks_module", module=module) from None
            raise
        except failures.RayError as lost:
            raise Impossible("ray_lost", reason=type(lost).__name__) from lost


# Reaching a cluster -----------------------------------------------------------------------


def _connected(address: str | None) -> Any:  # Ray's types are not to be had where it is not
    try:
        import ray
    except ImportError:
        raise Impossible("no_ray") from None
    if ray.is_initialized():
        return ray
    address = address or os.environ.get("RAY_ADDRESS")
    try_to_reach(address or "")
    # Ray would report to its makers what is run on a cluster that is begun here.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # else it warns of the future
    try:
        ray.init(address, logging_level=logging.ERROR, log_to_driver=False)
    except (ConnectionError, RuntimeError, ValueError) as failed:
        reason = str(failed).partition("\n")[0]
        where = address or socket.gethostname()
        raise Impossible("ray_unreachable", address=where, reason=reason) from None
    return ray


def try_to_reach(address: str) -> None:
    """Raises `Impossible` if nobody listens there: a word, or nothing, is for Ray to find out."""
    if not (where := ADDRESS.fullmatch(address)):
        return
    try:
        socket.create_connection((where["host"], int(where["port"])), REACHED_WITHIN).close()
    except (OSError, OverflowError) as failed:
        reason = getattr(failed, "strerror", None) or str(failed)
        raise Impossible("ray_unreachable", address=address, reason=reason) from None


# On a node --------------------------------------------------------------------------------


def _task() -> Callable[[bytes, str, range], object]:
    # A function in a function travels whole: a node without Galopp can then say what it lacks.
    def do_piece(job: bytes, sources: str, piece: range) -> object:
        from galopp.lab.cluster import do

        return do(job, sources, piece)

    return do_piece


_Asked = tuple[bytes, str]  # a job, and the sources of whoever asks for it
_opened: tuple[_Asked, Job[object], Worker[object]] | None = None  # what this process does


def do(packed: bytes, sources: str, piece: range) -> object:
    """Do a piece in this process, which stays ready for others of the same job."""
    if _opened is None or _opened[0] != (packed, sources):
        _open(packed, sources)
    assert _opened is not None
    _, job, worker = _opened
    try:
        if job.compiled:
            return worker.work(piece)
        with _own_core(_file_of(job)):
            return worker.work(piece)
    except BaseException:  # also if nobody wants it any more
        _close()
        raise


def _open(packed: bytes, sources: str) -> None:
    global _opened
    _close()
    job: Job[object] = pickle.loads(packed)
    if sources_of(job) != sources:
        raise Impossible("ray_other_galopp", node=socket.gethostname())
    prepare_once(job)
    _opened = (packed, sources), job, job.open(never)


def _close() -> None:
    global _opened
    if _opened is not None:
        _opened[2].close()
    _opened = None


def sources_of(job: Job[Result]) -> str:
    """A name for the present state of all sources that decide what comes of a job."""
    return f"{__version__}-{key_of(_file_of(job))}"


def _file_of(job: Job[Result]) -> Path:
    module: ModuleType = sys.modules[type(job).__module__]
    # A job of somebody's script travels whole, and is another file's there.
    return Path(__file__ if module.__name__ == "__main__" else str(module.__file__))


def prepare_once(job: Job[Result]) -> None:
    """Have compiled what a job needs, by one process of this node; others wait, and load it."""
    folder = folder_of(str(_file_of(job)))
    prepared = folder / f"prepared-{hashlib.sha256(job.kernels.encode()).hexdigest()[:16]}"
    if prepared.exists():
        return
    with locked(folder / "preparing"):
        if not prepared.exists():
            job.prepare()
            prepared.touch()


@contextmanager
def _own_core(file: Path) -> Iterator[None]:
    """Stay on one core that no other worker of this node is on, if there is one left."""
    import fcntl  # not on Windows, where Ray has no clusters either

    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    cores = cores_here()
    for core in cores:
        with (folder_of(str(file)) / f"core-{core}").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                continue
            os.sched_setaffinity(0, {core})
            try:
                yield
            finally:
                os.sched_setaffinity(0, cores)
            return
    yield
