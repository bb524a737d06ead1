"""What is judged in one turn of the loop is one commit, and nothing overtakes it."""

import asyncio
import sys
import time

import pytest

from galopp.server.ops.metrics import Metrics
from galopp.server.tables.store import Store
from galopp.store import Entry, Heading, Write
from galopp.store.opening import place_of

TABLES = [f"KQHTZ{letter}" for letter in "BCDFGHJKLM"]


@pytest.fixture
def undisturbed():
    """No other thread is let in before this one lets it."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(60.0)
    yield
    sys.setswitchinterval(before)


def opening(code: str) -> Write:
    return Write([Entry(code, 0, 1.0, b"{}")], Heading(code, "lobby", False, 1.0, None))


async def judge_and_write(store: Store, code: str) -> None:
    time.sleep(0.02)  # lets other threads in, as a kernel does that judges a move
    await store.writes.append(opening(code))


def counted(metrics: Metrics, what: str) -> float | None:
    return metrics.registry.get_sample_value(f"galopp_commit_writes_{what}")


def test_writes_of_one_turn_are_one_commit(tmp_path, undisturbed):
    async def write():
        metrics = Metrics()
        store = Store(place_of(tmp_path), metrics)
        await asyncio.gather(*(judge_and_write(store, code) for code in TABLES))
        for code in TABLES:
            assert len(await store.reads.entries(code)) == 1
        await store.close()
        return counted(metrics, "count"), counted(metrics, "sum")

    assert asyncio.run(write()) == (1, len(TABLES))


def test_a_store_that_closes_in_the_same_turn_has_written_all(tmp_path):
    async def write():
        store = Store(place_of(tmp_path), Metrics())
        writing = asyncio.gather(*(store.writes.append(opening(code)) for code in TABLES))
        await asyncio.gather(store.close(), writing)
        again = Store(place_of(tmp_path), Metrics())
        found = [len(await again.reads.entries(code)) for code in TABLES]
        await again.close()
        return found

    assert asyncio.run(write()) == [1] * len(TABLES)
