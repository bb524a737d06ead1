"""Several processes and one database: any of them answers for any table, and any may fall.

Who plays knows nothing of that: each line and each request goes to any of the processes, as
through a proxy that remembers nobody. What they sent, what they were answered and shown is kept
and held against the log (`history_check.py`). `GALOPP_FAULTS` makes it longer: see
`scripts/nightly`; `GALOPP_HISTORIES` names a folder where histories stay.
"""

import asyncio
import os
import random
import re
import time
from collections import Counter, defaultdict
from pathlib import Path

import pytest
from faults import AWAY, FAULTS, Fleet, Scene, SharingProcess, possible

from databases import carry_out
from histories import History
from history_check import Verdict, check_against
from players import Load, Party, plans
from replicas import ReplicatedCluster

TABLES = int(os.environ.get("GALOPP_SHARED_TABLES", "6"))
NUMBER = int(os.environ.get("GALOPP_FAULTS", "20"))
SEED = int(os.environ.get("GALOPP_SEED", "1"))
AT_A_TIME = 10  # faults in one history
A_MINUTE = 60.0  # seconds that a database stays away in a campaign, once in so many times
MOVES = 30  # messages acknowledged before a fault, and after it
WITHIN = 120.0  # seconds for each fault, before a load counts as standing still


@pytest.fixture(scope="module")
def cluster():
    """A database with a standby."""
    cluster = ReplicatedCluster()
    yield cluster
    cluster.remove()


@pytest.fixture(scope="module")
def fleet(tmp_path_factory, cluster):
    carry_out(cluster.primary.address(), "CREATE DATABASE tables")
    folder = tmp_path_factory.mktemp("fleet")
    one, two = (SharingProcess(folder, name, cluster, "tables") for name in ("one", "two"))
    with one, two:
        yield Fleet([one, two], cluster.address("tables"))


async def until_all_answer(load: Load) -> None:
    """Ask every table in play for its picture, until it has come."""

    async def ask(number: int, party: Party) -> None:
        load.history.note("asked", party.code, number=number)
        shown = (await load.ask("GET", party.path)).raise_for_status().json()
        load.history.note("answered", party.code, number=number, seq=shown["seq"])

    number = time.monotonic_ns()
    parties = [party for party in load.parties if not party.over]
    await asyncio.gather(*(ask(number + i, party) for i, party in enumerate(parties)))


async def suffer(fleet: Fleet, cluster: ReplicatedCluster, names: list[str], history: History):
    """Play, let one thing after another happen, and play on."""
    within = WITHIN * (len(names) + 1)
    async with Load(fleet, history=history) as load, asyncio.timeout(within):
        scene = Scene(fleet, cluster, load, random.Random(f"{SEED} {names}"))
        parties = [Party(load, plan) for plan in plans(TABLES)]
        await asyncio.gather(*(party.open() for party in parties))
        games = [load.run(load.keep_playing(party)) for party in parties]
        for name in names:
            await load.accepted.more(MOVES)
            scene.away = A_MINUTE if NUMBER >= 100 and scene.luck.random() < 0.1 else AWAY
            history.note("fault", name=name, over=False)
            async with FAULTS[name](scene):
                history.note("fault", name=name, over=True)
                await until_all_answer(load)
            await load.accepted.more(MOVES)
        for game in games:
            game.cancel()
    for party in load.parties:
        assert party.troubles == [], (party, party.troubles)


def tried(fleet, cluster, names: list[str], folder: Path) -> Verdict:
    """What comes of faults, one after the other."""
    path = Path(os.environ.get("GALOPP_HISTORIES", folder)) / f"history-{time.time():.0f}.gz"
    with History(path) as history:
        asyncio.run(suffer(fleet, cluster, names, history))
    verdict = check_against(path, fleet.store)
    assert verdict.problems == [], path
    assert len(verdict.recoveries) == len(names)
    assert [one for server in fleet.servers for one in tracebacks(server)] == []
    if "GALOPP_HISTORIES" not in os.environ:
        path.unlink()
    return verdict


def tracebacks(server: SharingProcess) -> list[str]:
    """What went wrong in a process, as its log tells it."""
    return re.findall(r"Traceback[\s\S]{0,3000}", server.log.read_text())


def told(verdicts: list[Verdict]) -> str:
    """How many there were, and how long each kind held tables up."""
    took, waits = defaultdict(list), defaultdict(list)
    for recovery in (one for verdict in verdicts for one in verdict.recoveries):
        took[recovery.fault].append(recovery.seconds)
        waits[recovery.fault].append(recovery.longest_wait)
    sums = Counter()
    for verdict in verdicts:
        sums.update(acknowledged=verdict.acknowledged, pictures=verdict.pictures)
    lines = [
        f"{name:24}{len(found):5}{sorted(found)[len(found) // 2]:8.2f}{max(found):8.2f}"
        f"{sorted(waits[name])[len(found) // 2]:8.2f}{max(waits[name]):8.2f}"
        for name, found in sorted(took.items())
    ]
    number = sum(map(len, took.values()))
    return "\n".join(
        [
            f"\n{number} faults, {TABLES} tables, {sums['acknowledged']} messages acknowledged, "
            f"{sums['pictures']} pictures; seconds until all tables answer, median and most, "
            "and that a message waited for its answer at most while it lasted:",
            *lines,
        ]
    )


@pytest.mark.parametrize(
    "name", ["killed", "asleep", "database link stalled", "relays doubled", "rolling restart"]
)
def test_nothing_is_lost_doubled_or_shown_wrongly(fleet, cluster, tmp_path, name):
    print(told([tried(fleet, cluster, [name], tmp_path)]))


@pytest.mark.thorough
def test_whatever_happens_to_them_one_thing_after_another(fleet, cluster, tmp_path):
    luck, names = random.Random(SEED), []
    while len(names) < NUMBER:  # each as often as any other, in any order
        names += luck.sample(possible(cluster), len(possible(cluster)))
    verdicts = []
    for first in range(0, NUMBER, AT_A_TIME):
        some = names[first : min(first + AT_A_TIME, NUMBER)]
        verdicts.append(tried(fleet, cluster, some, tmp_path))
        print(told(verdicts), flush=True)


@pytest.mark.thorough
def test_whoever_is_asked_all_tables_are_played_and_both_have_some(fleet):
    async def play() -> list[float]:
        async with Load(fleet) as load, asyncio.timeout(WITHIN):
            parties = [Party(load, plan) for plan in plans(TABLES)]
            await asyncio.gather(*(party.open() for party in parties))
            games = [load.run(load.keep_playing(party)) for party in parties]
            await load.accepted.more(MOVES)
            had = [server.figure("galopp_tables") for server in fleet.servers]
            for game in games:
                game.cancel()
            return had

    assert all(asyncio.run(play()))
