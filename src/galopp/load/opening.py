"""Opening tables over HTTP, some at a time, and sitting down at them."""

import resource
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from galopp.core.fault import Impossible
from galopp.load.figures import Wanted
from galopp.load.process import HOST, ServerAddress, post

AT_ONCE = 8  # tables
SPARE_FILES = 200  # open files besides sockets


class Opened(NamedTuple):
    """A table where everybody has sat down."""

    address: str  # of its sockets
    keys: list[str]  # of its seats


def allow_open_files(sockets: int) -> None:
    """Let this process, and those it starts, have so many sockets."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = sockets + SPARE_FILES
    if hard != resource.RLIM_INFINITY and hard < needed:
        raise Impossible("bench_open_files", number=needed, limit=hard)
    if soft < needed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))


def open_tables(server: ServerAddress, wanted: Wanted) -> list[Opened]:
    """Open as many tables as are wanted; raises `Impossible` with the server's reason."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(lambda _: _open_table(server, wanted), range(wanted.tables)))


def _open_table(server: ServerAddress, wanted: Wanted) -> Opened:
    connection = server.connect()
    opening = {"game": wanted.game, "players": wanted.seats, "options": wanted.options}
    try:
        code = post(connection, "/api/tables", opening)["code"]
        seats = f"/api/tables/{code}/seats"
        people = [{"name": f"Seat {number}"} for number in range(wanted.seats)]
        keys = [post(connection, seats, person)["key"] for person in people]
    finally:
        connection.close()
    return Opened(f"ws://{HOST}:{server.port}/api/tables/{code}/socket", keys)
