"""Several processes and one database: any of them answers for any table, and any may fall.

Who plays knows nothing of that: each line and each request goes to any of the processes, as
through a proxy that remembers nobody. `GALOPP_FAULTS` makes it longer: see `scripts/nightly`.
"""

import asyncio
import os
import random
import re
import signal
import time
from pathlib import Path

import httpx
import pytest

from databases import SAFE, Cluster
from players import Ledger, Load, Party, plans
from serving import ServerProcess

TABLES = int(os.environ.get("GALOPP_SHARED_TABLES", "8"))
FAULTS = int(os.environ.get("GALOPP_FAULTS", "1"))
WITHIN = 200.0 + 60.0 * FAULTS  # seconds, for a load that stands still
ASLEEP = 3.5  # seconds, longer than a lease


class SharingProcess(ServerProcess):
    """One process of several."""

    def __init__(self, folder: Path, name: str, store: str) -> None:
        super().__init__(folder / name, "--no-limits", "--store", store)
        self.arguments += ("--shared-at", self.address)

    def figure(self, name: str) -> float:
        text = httpx.get(f"{self.address}/metrics", timeout=30.0).text
        return float(re.search(rf"^{name} (\S+)$", text, re.MULTILINE)[1])


class Fleet:
    """Processes that share a database, as whoever plays meets them: any that is not known dead."""

    def __init__(self, *servers: SharingProcess) -> None:
        self.servers = list(servers)
        self.luck = random.Random(7)
        self.place = servers[0].place

    @property
    def any(self) -> SharingProcess:
        alive = [one for one in self.servers if one.process.poll() is None]
        return self.luck.choice(alive)

    @property
    def address(self) -> str:
        return self.any.address

    def socket_address(self, code: str) -> str:
        return self.any.socket_address(code)


@pytest.fixture(scope="module")
def safe_cluster():
    """A database that really waits for its disk."""
    cluster = Cluster(SAFE)
    yield cluster
    cluster.remove()


@pytest.fixture
def fleet(tmp_path, safe_cluster, request):
    store = safe_cluster.make(re.sub(r"\W+", "_", request.node.name)[-60:])
    with (
        SharingProcess(tmp_path, "one", store) as one,
        SharingProcess(tmp_path, "two", store) as two,
    ):
        yield Fleet(one, two)


async def under_load(fleet, fault):
    """Play, let something happen, play on, and hold what was told against the log."""
    ledger = Ledger(fleet.place)
    async with Load(fleet) as load, asyncio.timeout(WITHIN):
        parties = [Party(load, plan) for plan in plans(TABLES)]
        await asyncio.gather(*(party.open() for party in parties))
        games = [load.run(load.keep_playing(party)) for party in parties]
        for number in range(FAULTS):
            await load.accepted.more(40)
            await fault(load, fleet.servers[number % 2])
            await load.accepted.more(40)
            ledger.check(load.parties)
        load.goes_on = False
        await asyncio.gather(*games)
        ledger.check(load.parties)
        figures = f"{load.accepted.now} messages acknowledged, {load.not_now.now} asked again"
    print(f"\n{FAULTS} faults, {figures}")
    for server in fleet.servers:
        assert "Traceback" not in server.log.read_text()


async def until_all_answer(load):
    """How many seconds pass until every table in play answers, wherever it is."""
    began = time.monotonic()
    paths = [party.path for party in load.parties if not party.over]
    await asyncio.gather(*(load.ask("GET", path) for path in paths))
    return time.monotonic() - began


@pytest.mark.thorough
def test_whoever_is_asked_all_tables_are_played_and_both_have_some(fleet):
    had = []

    async def nothing(load, server):
        await asyncio.sleep(0)
        had.extend(one.figure("galopp_tables") for one in fleet.servers)

    asyncio.run(under_load(fleet, nothing))
    assert all(had)


def test_one_that_is_killed_loses_nothing_and_the_other_goes_on_with_its_tables(fleet):
    async def kill(load, server):
        server.kill()
        print(f"all answer {await until_all_answer(load):.2f} s after a kill")
        await asyncio.to_thread(server.start)

    asyncio.run(under_load(fleet, kill))


def test_one_that_slept_longer_than_its_lease_appends_nothing_and_comes_back(fleet):
    async def sleep(load, server):
        server.process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(ASLEEP)
        server.process.send_signal(signal.SIGCONT)

    asyncio.run(under_load(fleet, sleep))
    assert any("thought dead" in server.log.read_text() for server in fleet.servers)


@pytest.mark.thorough
def test_one_after_the_other_is_started_anew_while_people_play(fleet):
    async def restart(load, server):
        assert await asyncio.to_thread(server.stop) == 0
        await asyncio.to_thread(server.start)

    asyncio.run(under_load(fleet, restart))


@pytest.mark.thorough
def test_the_database_falls_under_both(fleet, safe_cluster):
    async def fall(load, server):
        await asyncio.to_thread(safe_cluster.stop, "immediate")
        await asyncio.to_thread(safe_cluster.start)

    asyncio.run(under_load(fleet, fall))
