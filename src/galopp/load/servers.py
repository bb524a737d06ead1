"""The servers that a load is put on: one, or several that share their tables."""

import os
import signal
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path

from galopp.core.fault import Impossible
from galopp.load.database import Database
from galopp.load.process import ServerAddress, started_server
from galopp.load.watching import Counts, children_of, memory, processor_seconds

KNOWN_AFTER = 1.0  # seconds, until all of them know the last one, and who has which table
ASKED_AT_ONCE = 8  # tables
AGAIN_AFTER = 0.02  # seconds
ANSWER_WITHIN = 60.0  # seconds


@dataclass(frozen=True)
class Servers:
    """Processes with the same tables, and how whoever plays is brought to them."""

    addresses: tuple[ServerAddress, ...]
    by_table: bool = False  # to where the table is, as by a proxy that knows; else in turn
    database: Database | None = None

    def home(self, number: int) -> ServerAddress:
        """Where a table is opened, and played from then on."""
        return self.addresses[number % len(self.addresses)]

    def port(self, table: int, seat: int) -> int:
        """Whom a seat of a table calls."""
        return (self.home(table) if self.by_table else self.home(table + seat)).port

    def processor_seconds(self) -> float:
        """Processor time of all of them so far."""
        return sum(processor_seconds(one.process) for one in self.addresses)

    def database_seconds(self) -> float | None:
        """Processor time of the database's processes that run now; None without one."""
        if self.database is None:
            return None
        processes = [self.database.process, *children_of(self.database.process)]
        return sum(processor_seconds(process) for process in processes)

    def memory(self, field: str) -> float:
        """Memory of all of them, in MiB."""
        return sum(memory(one.process, field) for one in self.addresses)

    def counts(self) -> Counts:
        """What all of them have counted together."""
        return Counts.sum(Counts.read(one.metrics()) for one in self.addresses)

    def seconds_without_the_last(self, paths: Sequence[str]) -> float:
        """Kill one of several; how long until each of its tables answers elsewhere."""
        *others, last = self.addresses
        os.kill(last.process, signal.SIGKILL)
        began = time.perf_counter()
        with ThreadPoolExecutor(ASKED_AT_ONCE) as pool:
            list(pool.map(lambda path: _until_answered(others[0], path, began), paths))
        return time.perf_counter() - began


def _until_answered(server: ServerAddress, path: str, began: float) -> None:
    while not _answers(server, path):
        if time.perf_counter() - began > ANSWER_WITHIN:
            raise Impossible("bench_server_died", reason=path)
        time.sleep(AGAIN_AFTER)


def _answers(server: ServerAddress, path: str) -> bool:
    connection = server.connect()
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        answer.read()
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()
    return answer.status == 200


@contextmanager
def one_server(folder: Path, database: Database | None = None, name: str = "") -> Iterator[Servers]:
    """One server, with its tables in a folder or in a database."""
    stored = ["--store", database.address(name)] if database else []
    with started_server(folder, *stored) as address:
        yield Servers((address,), database=database)


@contextmanager
def several_servers(
    folder: Path, database: Database, name: str, number: int, by_table: bool
) -> Iterator[Servers]:
    """Several that share their tables in a database."""
    with ExitStack() as running:
        addresses = []
        for place in range(1, number + 1):
            below = folder / str(place)
            below.mkdir(parents=True)
            stored = ("--store", database.address(name), "--slot", f"{place}/{number}")
            server = started_server(below, *stored, shared=True)
            addresses.append(running.enter_context(server))
        time.sleep(KNOWN_AFTER)
        yield Servers(tuple(addresses), by_table, database)
