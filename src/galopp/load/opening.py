"""Opening tables over HTTP, some at a time, and sitting down at them."""

import resource
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from galopp.core.fault import Impossible
from galopp.load.figures import Wanted
from galopp.load.process import HOST, ServerAddress, post
from galopp.load.servers import Servers

AT_ONCE = 8  # tables
SPARE_FILES = 200  # open files besides sockets


class Opened(NamedTuple):
    """A table where everybody has sat down."""

    path: str
    sockets: list[str]  # the address of each seat's
    keys: list[str]  # of its seats


def allow_open_files(sockets: int) -> None:
    """Let this process, and those it starts, have so many sockets."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = sockets + SPARE_FILES
    if hard != resource.RLIM_INFINITY and hard < needed:
        raise Impossible("bench_open_files", number=needed, limit=hard)
    if soft < needed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))


def open_tables(servers: Servers, wanted: Wanted) -> list[Opened]:
    """Open as many tables as are wanted; raises `Impossible` with the server's reason."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(lambda n: _open_table(servers, n, wanted), range(wanted.tables)))


def _open_table(servers: Servers, number: int, wanted: Wanted) -> Opened:
    path, keys = _sit_down(servers.home(number), wanted)
    ports = [servers.port(number, seat) for seat in range(wanted.seats)]
    return Opened(path, [f"ws://{HOST}:{port}{path}/socket" for port in ports], keys)


def _sit_down(server: ServerAddress, wanted: Wanted) -> tuple[str, list[str]]:
    """A table's path, and the keys of its seats."""
    connection = server.connect()
    opening = {"game": wanted.game, "players": wanted.seats, "options": wanted.options}
    try:
        code = post(connection, "/api/tables", opening)["code"]
        path = f"/api/tables/{code}"
        people = [{"name": f"Seat {number}"} for number in range(wanted.seats)]
        return path, [post(connection, f"{path}/seats", one)["key"] for one in people]
    finally:
        connection.close()
