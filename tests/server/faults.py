"""What is done to processes that share a database, to what is between them, and to the database.

Each is a context: it is entered when nothing hinders anybody any more but what has happened, and
left when everything is as it was. `FAULTS` has them by name.
"""

import asyncio
import contextlib
import random
import re
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

import httpx
import psycopg

from databases import USER
from galopp.server.ops.peers import RELAYED
from galopp.store.opening import Place, place_of
from links import Link
from players import Load
from replicas import ReplicatedCluster
from serving import ServerProcess

ASLEEP = 3.5  # seconds, longer than a lease
SHORT = 1.0  # seconds, shorter than one
AWAY = 7.0  # seconds, longer than a write waits for a database; a minute in a campaign
SPARE = 1 << 20  # bytes that are tried to be taken at a time of a disk that is to be full


class SharingProcess(ServerProcess):
    """One process of several, with its links: from the others to it, and to each database."""

    def __init__(self, folder: Path, name: str, cluster: ReplicatedCluster, database: str) -> None:
        super().__init__(folder / name, "--no-limits")
        self.relays = Link(self.port)
        self.databases = [Link(one.socket, speaks_http=False) for one in cluster.both]
        hosts = ",".join(f"127.0.0.1:{link.port}" for link in self.databases)
        store = f"postgresql://{USER}@{hosts}/{database}?target_session_attrs=read-write"
        shared_at = f"http://127.0.0.1:{self.relays.port}"
        self.arguments += ("--store", store, "--shared-at", shared_at)
        self._links = ExitStack()

    def __enter__(self) -> Self:
        for link in (self.relays, *self.databases):
            self._links.enter_context(link)
        super().__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        super().__exit__(*error)
        self._links.close()

    def figure(self, name: str) -> float:
        text = httpx.get(f"{self.address}/metrics", timeout=30.0).text
        found = re.search(rf"^{name} (\S+)$", text, re.MULTILINE)
        assert found is not None
        return float(found[1])


class Fleet:
    """Processes that share a database, as whoever plays meets them: any that is not known dead."""

    def __init__(self, servers: list[SharingProcess], store: str) -> None:
        self.servers = servers
        self.store = store
        self.headers: dict[str, str] = {}
        self.luck = random.Random(7)

    @property
    def place(self) -> Place:
        return place_of(self.store)

    @property
    def any(self) -> SharingProcess:
        return self.luck.choice([one for one in self.servers if one.process.poll() is None])

    @property
    def address(self) -> str:
        return self.any.address

    def socket_address(self, code: str) -> str:
        return self.any.socket_address(code)


@dataclass
class Scene:
    """Everything that something can be done to."""

    fleet: Fleet
    cluster: ReplicatedCluster
    load: Load
    luck: random.Random = field(default_factory=random.Random)
    away: float = AWAY

    @property
    def somebody(self) -> SharingProcess:
        return self.luck.choice(self.fleet.servers)


Fault = Callable[[Scene], AbstractAsyncContextManager[None]]
FAULTS: dict[str, Fault] = {}


def fault(does: Callable[[Scene], AsyncIterator[None]]) -> Fault:
    """One more, by its name."""
    made = contextlib.asynccontextmanager(does)
    FAULTS[does.__name__.replace("_", " ")] = made
    return made


# --- Processes


@fault
async def killed(scene: Scene) -> AsyncIterator[None]:
    server = scene.somebody
    server.kill()
    yield
    await asyncio.to_thread(server.start)


@fault
async def asleep(scene: Scene) -> AsyncIterator[None]:
    """Longer than its lease: it wakes with questions that came while others had its tables."""
    server = scene.somebody
    server.process.send_signal(signal.SIGSTOP)
    await asyncio.sleep(ASLEEP)
    server.process.send_signal(signal.SIGCONT)
    yield


@fault
async def both_believe(scene: Scene) -> AsyncIterator[None]:
    """Whatever reaches a process says that it is the owner, for every table."""
    scene.fleet.headers = {RELAYED: "1"}
    scene.load.hang_up()
    await asyncio.sleep(2 * SHORT)
    scene.fleet.headers = {}
    scene.load.hang_up()
    yield


@fault
async def rolling_restart(scene: Scene) -> AsyncIterator[None]:
    for server in scene.fleet.servers:
        assert await asyncio.to_thread(server.stop) == 0
        await asyncio.to_thread(server.start)
    yield


# --- What is between them


# What each does to all lines between the processes, and for how many seconds.
OVER_RELAYS = {"cut": SHORT, "slow": 2 * SHORT, "stalled": SHORT, "doubled": 2 * SHORT}


def over_all_relays(does: str) -> Fault:
    @contextlib.asynccontextmanager
    async def done(scene: Scene) -> AsyncIterator[None]:
        for server in scene.fleet.servers:
            server.relays.behave(does)
        scene.load.hang_up()  # so that all lines are made anew, half of them over a relay
        await asyncio.sleep(OVER_RELAYS[does])
        for server in scene.fleet.servers:
            server.relays.behave("pass")
        yield

    return done


FAULTS |= {f"relays {does}": over_all_relays(does) for does in OVER_RELAYS}


async def over_links(links: list[Link], does: str, seconds: float) -> None:
    for link in links:
        link.behave(does)
    await asyncio.sleep(seconds)
    for link in links:
        link.behave("pass")


@fault
async def database_link_stalled(scene: Scene) -> AsyncIterator[None]:
    """What one of them sent arrives when others have had its tables for long."""
    await over_links(scene.somebody.databases, "stalled", ASLEEP)
    yield


@fault
async def database_links_cut(scene: Scene) -> AsyncIterator[None]:
    links = [link for server in scene.fleet.servers for link in server.databases]
    await over_links(links, "cut", scene.luck.uniform(0, 2 * SHORT))
    yield


# --- The database


@fault
async def database_killed(scene: Scene) -> AsyncIterator[None]:
    await asyncio.to_thread(scene.cluster.primary.stop, "immediate")
    await asyncio.to_thread(scene.cluster.primary.start)
    yield


@fault
async def database_away(scene: Scene) -> AsyncIterator[None]:
    await asyncio.to_thread(scene.cluster.primary.stop, "fast")
    await asyncio.sleep(scene.away)
    await asyncio.to_thread(scene.cluster.primary.start)
    yield


@fault
async def no_connection_left(scene: Scene) -> AsyncIterator[None]:
    """Others have them all; what the processes had is cut besides."""
    taken: list[psycopg.Connection] = []
    await asyncio.to_thread(take_all_connections, scene.cluster.primary.address(), taken)
    await asyncio.sleep(ASLEEP)
    for connection in taken:
        connection.close()
    yield


def take_all_connections(address: str, taken: list[psycopg.Connection]) -> None:
    cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'galopp'"
    taken.append(psycopg.connect(address, autocommit=True))
    left = 3  # times that somebody may be quicker
    while left:
        try:
            taken.append(psycopg.connect(address))
        except psycopg.OperationalError:
            left -= 1
            taken[0].execute(cut)


@fault
async def disk_full(scene: Scene) -> AsyncIterator[None]:
    """Not one byte is left for the database, which may even fall for it."""
    ballast = scene.cluster.primary.folder / "ballast"
    await asyncio.to_thread(fill, ballast)
    await asyncio.sleep(2 * SHORT)
    ballast.unlink()
    if not scene.cluster.primary.runs:
        await asyncio.to_thread(scene.cluster.primary.start)
    yield


def fill(path: Path) -> None:
    size = SPARE
    with path.open("wb", buffering=0) as file:
        while size:
            try:
                file.write(bytes(size))
            except OSError:
                size //= 2


@fault
async def failed_over(scene: Scene) -> AsyncIterator[None]:
    await asyncio.to_thread(scene.cluster.fail_over)
    yield
    await asyncio.to_thread(scene.cluster.rebuild)


def possible(cluster: ReplicatedCluster) -> list[str]:
    """Those that can be done here."""
    return [name for name in FAULTS if name != "disk full" or cluster.primary.has_disk]
