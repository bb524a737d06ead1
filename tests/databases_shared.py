"""One PostgreSQL a run, whichever worker wants it first; the last who used it takes it down."""

import fcntl
import json
import os
import re
from contextlib import contextmanager

import pytest

from databases import SAFE, Cluster, carry_out, empty, wanted


@contextmanager
def _turn(path):
    """What the workers know of the cluster, for one of them at a time."""
    with path.open("a+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        known = json.loads(file.read() or '{"users": 0}')
        yield known
        file.seek(0)
        file.truncate()
        file.write(json.dumps(known))


@pytest.fixture(scope="session")
def cluster(tmp_path_factory):
    """A PostgreSQL that is quick because nobody would miss it: no syncs."""
    wanted()
    run = tmp_path_factory.getbasetemp()
    shared = run.parent if os.environ.get("PYTEST_XDIST_WORKER") else run
    with _turn(shared / "cluster") as known:
        if not known["users"]:
            began = Cluster()
            known.update(folder=str(began.folder), port=began.port)
        known["users"] += 1
        found = dict(known)
    cluster = Cluster.of(found["folder"], found["port"])
    yield cluster
    with _turn(shared / "cluster") as known:
        known["users"] -= 1
        if not known["users"]:
            cluster.remove()


@pytest.fixture(scope="module")
def safe_cluster():
    """A PostgreSQL of a module's own that really waits for its disk, and may be ended."""
    cluster = Cluster(SAFE)
    yield cluster
    cluster.remove()


@pytest.fixture
def safe_database(safe_cluster, request):
    """The address of an empty database in it."""
    return safe_cluster.make(re.sub(r"\W+", "_", request.node.name)[-60:])


@pytest.fixture(scope="session")
def worker_databases(cluster):
    """Two databases of this worker's own."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "alone")
    return [cluster.make(f"{worker}_{number}") for number in range(2)]


@pytest.fixture
def database(worker_databases):
    """The address of an empty database."""
    empty(worker_databases[0])
    return worker_databases[0]


__all__ = [
    "carry_out",
    "cluster",
    "database",
    "safe_cluster",
    "safe_database",
    "worker_databases",
]
