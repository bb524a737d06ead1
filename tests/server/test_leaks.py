"""Tables that are opened, played and left leave nothing behind in the server.

`GALOPP_PARTIES` makes it longer: see `scripts/nightly`.
"""

import asyncio
import os
import time
from collections.abc import Iterable
from dataclasses import dataclass

import pytest
from devices import OddServer

from players import PLANS, Load, Party, Plan
from serving import CLIENT

PARTIES = int(os.environ.get("GALOPP_PARTIES", "140"))
AT_ONCE = 24
WARM_UP = 80
WITHIN = 120.0 + PARTIES  # seconds, for a load that stands still
MEBIBYTE = 1 << 20
ALLOWED = 8 * MEBIBYTE  # fragments, and pages the log keeps; a table that stayed takes 40 KiB
# Short ones of every game: what matters here is how many.
SHORT = (
    *(plan for plan in PLANS if plan.game != "saumaumau"),
    Plan("saumaumau", 2, 2, {"races": 1}),
    Plan("saumaumau", 3, 1, {"races": 1, "mau": True, "mau_window": 1}),
)


@dataclass(frozen=True)
class Figures:
    """What a server holds."""

    tables: int
    sockets: int
    tasks: int
    handles: int
    memory: int

    @classmethod
    def of(cls, server: OddServer) -> "Figures":
        text = CLIENT.get(f"{server.address}/metrics").raise_for_status().text
        said = dict(line.rsplit(" ", 1) for line in text.splitlines() if line[0] != "#")
        names = ("galopp_tables", "galopp_sockets", "galopp_tasks")
        of_process = ("process_open_fds", "process_resident_memory_bytes")
        return cls(*(int(float(said[name])) for name in names + of_process))

    @property
    def quiet(self) -> bool:
        return self.tables == 0 and self.sockets == 0


@pytest.mark.thorough
def test_after_many_tables_memory_tasks_and_handles_are_back_where_they_were(tmp_path):
    with OddServer(tmp_path / "data", "--kept-idle", "1") as server:
        asyncio.run(play(server, WARM_UP))
        before = when_quiet(server)
        asyncio.run(play(server, PARTIES))
        after = when_quiet(server)
    print(f"\n{PARTIES} tables, before: {before}\nafter: {after}")
    assert after.tasks <= before.tasks
    assert after.handles <= before.handles
    assert after.memory <= before.memory + ALLOWED


async def play(server: OddServer, number: int) -> None:
    async with Load(server) as load, asyncio.timeout(WITHIN):
        waiting = iter(range(number))
        tables = [load.run(play_one_after_the_other(load, waiting)) for _ in range(AT_ONCE)]
        await asyncio.gather(*tables)
        assert [party.troubles for party in load.parties if party.troubles] == []
        assert sum(party.over for party in load.parties) == number


async def play_one_after_the_other(load: Load, waiting: Iterable[int]) -> None:
    """Every other table is closed by its host; the others are only left."""
    for number in waiting:
        party = Party(load, SHORT[number % len(SHORT)])
        await party.play()
        if number % 2:
            await party.say({"type": "close"})


def when_quiet(server: OddServer) -> Figures:
    """The figures, once nobody is there any more and no table is kept."""
    end = time.monotonic() + WITHIN
    while not (figures := Figures.of(server)).quiet:
        assert time.monotonic() < end, figures
        time.sleep(0.2)
    return figures
