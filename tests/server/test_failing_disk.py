"""A disk that fails and a machine without memory, under a server that people play at.

What was acknowledged is there after a restart, whatever failed; what could not be written down was
shown to nobody; and players are told to try again.
"""

import asyncio
import errno
import mmap
import resource
import shutil
import struct
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from players import Ledger, Load, Party, plans
from serving import ServerProcess

WITHIN = 360.0  # seconds, for a load that stands still
TABLES = 8
SOURCE = Path(__file__).with_name("failing_disk.c")
COMPILER = shutil.which("cc")
WRITE, SYNC, READ = 1, 2, 4
LOG, AHEAD = 1, 2
FOR_EVER = -1


@dataclass(frozen=True)
class Fault:
    """Which calls fail, on which files; whether players notice, and whether it passes."""

    calls: int
    files: int
    error: int = errno.EIO
    after: int = 0
    times: int = 1
    noticed: bool = True
    passes: bool = True


FAULTS = {
    "a write fails": Fault(WRITE, AHEAD, after=2),
    "writes fail for a while": Fault(WRITE, AHEAD, times=30),
    "no room for a while": Fault(WRITE, AHEAD, errno.ENOSPC, times=30),
    "a sync fails": Fault(SYNC, AHEAD, after=3, passes=False),
    "the file itself is never written": Fault(WRITE, LOG, times=FOR_EVER, noticed=False),
    "the file itself is never synced": Fault(SYNC, LOG, times=FOR_EVER, noticed=False),
    "reads fail for a while": Fault(READ, LOG | AHEAD, times=30, noticed=False),
}


class FailingDisk:
    """What a test and the server's calls share."""

    def __init__(self, folder: Path) -> None:
        self.library, path = folder / "failing_disk.so", folder / "fault"
        built = [str(COMPILER), "-shared", "-fPIC", "-o", str(self.library), str(SOURCE), "-ldl"]
        subprocess.run(built, check=True)
        path.write_bytes(bytes(mmap.PAGESIZE))
        with path.open("r+b") as file:
            self._shared = mmap.mmap(file.fileno(), mmap.PAGESIZE)
        self.environment = {"LD_PRELOAD": str(self.library), "FAILING_DISK": str(path)}

    def fail(self, fault: Fault) -> None:
        rest = struct.pack("5i", fault.error, fault.after, fault.times, fault.files, 0)
        self._shared[4:24] = rest
        self._shared[:4] = struct.pack("i", fault.calls)  # last: from here on it holds

    def work(self) -> None:
        self._shared[:4] = struct.pack("i", 0)

    @property
    def failed(self) -> int:
        return int(struct.unpack("i", self._shared[20:24])[0])


@pytest.fixture
def disk(tmp_path, monkeypatch):
    if COMPILER is None:
        pytest.skip("no C compiler here")
    failing = FailingDisk(tmp_path)
    for name, value in failing.environment.items():
        monkeypatch.setenv(name, value)
    return failing


@pytest.mark.thorough
@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_whatever_the_disk_does_nothing_acknowledged_is_lost(disk, tmp_path, fault):
    with ServerProcess(tmp_path / "data", "--no-limits") as server:
        asyncio.run(play_on_a_failing_disk(server, disk, fault))


async def play_on_a_failing_disk(server, disk, fault):
    ledger = Ledger(server.place)
    async with Load(server) as load, asyncio.timeout(WITHIN):
        games = await begin(load)
        disk.fail(fault)
        while not disk.failed:
            await asyncio.sleep(0.05)
        if fault.noticed:
            await load.not_now.more(1)
        disk.work()
        if fault.passes:
            await load.accepted.more(200)
        else:
            await load.not_now.more(50)
            assert not await asyncio.to_thread(server.ready)
        await load.kill()
        await go_on(load, ledger, games)


async def begin(load):
    parties = [Party(load, plan) for plan in plans(TABLES)]
    await asyncio.gather(*(party.open() for party in parties))
    games = [load.run(load.keep_playing(party)) for party in parties]
    await load.accepted.more(100)
    return games


async def go_on(load, ledger, games):
    """Start again, and play the games to their end."""
    await load.start()
    check(ledger, load)
    load.up.set()
    load.goes_on = False
    await asyncio.gather(*games)
    check(ledger, load)


def check(ledger, load):
    for party in load.parties:
        # Whoever came back while nothing could be read was asked to come again.
        party.troubles = [one for one in party.troubles if not is_an_answer_to_hello(one)]
    ledger.check(load.parties)


def is_an_answer_to_hello(trouble):
    told = trouble[1] if isinstance(trouble, tuple) else trouble
    return told["type"] == "refused" and told["id"] == ""


@pytest.mark.thorough
@pytest.mark.parametrize("room", [0, 4, 16], ids="{} MiB left".format)
def test_a_server_without_memory_may_end_but_loses_nothing(tmp_path, room):
    with ServerProcess(tmp_path / "data", "--no-limits") as server:
        asyncio.run(play_without_memory(server, room << 20))


async def play_without_memory(server, room):
    ledger, process = Ledger(server.place), server.process
    async with Load(server) as load, asyncio.timeout(WITHIN):
        games = await begin(load)
        most, hard = size_of(process.pid) + room, resource.RLIM_INFINITY
        resource.prlimit(process.pid, resource.RLIMIT_AS, (most, hard))
        drawings = [
            asyncio.create_task(load.http.get(f"{server.address}{party.path}/qr.svg"))
            for party in load.parties
        ]
        await asyncio.wait([*drawings, asyncio.create_task(load.accepted.more(300))], timeout=5.0)
        load.up.clear()
        server.kill()
        await asyncio.gather(*drawings, return_exceptions=True)
        await load.lines.until(lambda open_now: open_now == 0)
        await go_on(load, ledger, games)


def size_of(process):
    lines = Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith("VmSize"))
