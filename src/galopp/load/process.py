"""A server in a process of its own, in a fresh folder and on a free port."""

import http.client
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from galopp.core.fault import Impossible

HOST = "127.0.0.1"
READY_WITHIN = 300.0  # seconds; the rules may have to be compiled first
STOP_WITHIN = 30.0  # seconds
LOOK_EVERY = 0.05  # seconds
ON_DISK = Path("/var/tmp")  # what is kept there is kept on disk, other than in /tmp
MOUNTS = Path("/proc/self/mounts")


@dataclass(frozen=True)
class ServerAddress:
    """Where a server listens, and in which process."""

    port: int
    process: int

    def connect(self) -> http.client.HTTPConnection:
        """A connection for requests, one after the other."""
        return http.client.HTTPConnection(HOST, self.port, timeout=60.0)

    def metrics(self) -> bytes:
        """What the server counts."""
        connection = self.connect()
        try:
            return _ask(connection, "GET", "/metrics", None)
        finally:
            connection.close()


def post(connection: http.client.HTTPConnection, path: str, message: dict[str, Any]) -> Any:
    """Send something and read the answer; raises `Impossible`."""
    return json.loads(_ask(connection, "POST", path, json.dumps(message)))


def _ask(connection: http.client.HTTPConnection, method: str, path: str, body: str | None) -> bytes:
    headers = {"content-type": "application/json"} if body else {}
    connection.request(method, path, body, headers)
    response = connection.getresponse()
    answer = response.read()
    if response.status >= 400:
        raise Impossible("bench_refused", path=path, answer=answer.decode(errors="replace")[:300])
    return answer


def free_port() -> int:
    """A port nobody listens on now."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


@contextmanager
def fresh_folder(wanted: Path | None) -> Iterator[Path]:
    """An empty folder, on disk if there is a choice, that is gone afterwards."""
    above = wanted or (ON_DISK if os.access(ON_DISK, os.W_OK) else None)
    with tempfile.TemporaryDirectory(prefix="galopp-bench-", dir=above) as name:
        yield Path(name)


def filesystem_of(folder: Path) -> str:
    """The kind of file system a folder is on, "tmpfs" if that is memory; "" if unknown."""
    best, kind = -1, ""
    for line in MOUNTS.read_text().splitlines() if MOUNTS.exists() else ():
        place, found = line.split()[1:3]
        if folder.resolve().is_relative_to(place) and len(place) >= best:
            best, kind = len(place), found
    return kind


@contextmanager
def started_server(folder: Path, *options: str, shared: bool = False) -> Iterator[ServerAddress]:
    """A `galopp serve` that keeps its tables in a folder; it is stopped in the end.

    With other options, elsewhere; and `shared` with other processes.
    """
    port = free_port()
    command = [sys.executable, "-m", "galopp", "serve", "--host", HOST, "--port", str(port)]
    command += ["--root-path", "", "--data", str(folder / "data"), "--no-limits", *options]
    command += ["--shared-at", f"http://{HOST}:{port}"] if shared else []
    with running(command, folder / "server.log") as process:
        address = ServerAddress(port, process.pid)
        wait_until(lambda: _is_ready(address), process, folder / "server.log")
        yield address


@contextmanager
def running(command: list[str], log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process that is asked to stop in the end, and made to if it does not."""
    with log.open("wb") as said:
        process = subprocess.Popen(command, stdout=said, stderr=subprocess.STDOUT)
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(STOP_WITHIN)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def wait_until(ready: Callable[[], bool], process: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until a process is ready; raises `Impossible` if it will never be."""
    end = time.monotonic() + READY_WITHIN
    while not ready():
        if process.poll() is not None or time.monotonic() > end:
            said = log.read_text(errors="replace").strip()
            raise Impossible("bench_server_died", reason=said[-500:])
        time.sleep(LOOK_EVERY)


def _is_ready(address: ServerAddress) -> bool:
    connection = address.connect()
    try:
        _ask(connection, "GET", "/readyz", None)
    except (OSError, http.client.HTTPException, Impossible):
        return False
    finally:
        connection.close()
    return True
