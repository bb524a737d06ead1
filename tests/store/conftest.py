"""The stores that the tests of this folder are run with: what one promises, all do."""

import os

import pytest

from databases import empty
from databases_shared import cluster, worker_databases
from galopp.store.opening import place_of

__all__ = ["cluster", "worker_databases"]
STORES = ["sqlite", "postgres"]


@pytest.fixture(params=STORES, scope="session")
def new_place(request, tmp_path_factory):
    """Makes places for a log where nobody has written yet; a database is one at a time."""
    if request.param == "sqlite":
        return lambda: place_of(tmp_path_factory.mktemp("place") / "data")
    (address, _) = request.getfixturevalue("worker_databases")

    def emptied():
        empty(address)
        return place_of(address)

    return emptied


@pytest.fixture
def place(new_place):
    """A place for a log where nobody has written yet."""
    return new_place()


@pytest.fixture
def other_place(request, place, tmp_path):
    """Another place of the same kind."""
    if "postgres" not in request.node.callspec.params.values():
        return place_of(tmp_path / "other")
    (_, address) = request.getfixturevalue("worker_databases")
    empty(address)
    return place_of(address)


@pytest.fixture(autouse=True)
def _by_nobodys_habits(monkeypatch):
    """Whoever runs the tests may have a database of their own."""
    for name in os.environ:
        if name.startswith("PG"):
            monkeypatch.delenv(name)
