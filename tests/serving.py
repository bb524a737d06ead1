"""A real server process for tests, on loopback and on a port of its own."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx

from galopp.store.opening import Place, place_of
from warm_start import Streams, WarmProcess, can_be_warm

JSON = {"content-type": "application/json"}
WITHIN = 120.0  # seconds until what must come is missed; no machine is as busy as that
CLIENT = httpx.Client(timeout=WITHIN, limits=httpx.Limits(max_keepalive_connections=0))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class ServerProcess:
    """One server process; `with ServerProcess(folder) as server:` starts and stops it."""

    program: tuple[str, ...] = ("-m", "galopp")
    headers: dict[str, str] = {}  # that whoever plays sends along

    def __init__(self, data: Path, *arguments: str, port: int | None = None) -> None:
        self.data = data
        self.port = port or free_port()
        self.arguments = arguments
        self.log = data.parent / f"{data.name}.log"

    def __enter__(self) -> "ServerProcess":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.stop()

    @property
    def place(self) -> Place:
        """Where it keeps its tables."""
        stored = dict(zip(self.arguments, self.arguments[1:], strict=False)).get("--store")
        return place_of(stored or self.data)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def socket_address(self, code: str) -> str:
        return f"ws://127.0.0.1:{self.port}/api/tables/{code}/socket"

    def start(self, within: float = 300.0) -> None:
        """Start, and wait until tables can be played (the rules may have to be compiled)."""
        self.process = self._begun()
        end = time.monotonic() + within
        while not self.ready():
            if self.process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(self.log.read_text(encoding="utf-8"))
            time.sleep(0.05)

    def _begun(self) -> "subprocess.Popen[bytes] | WarmProcess":
        served = ("serve", "--port", str(self.port), "--data", str(self.data), *self.arguments)
        program = (*self.program, *served)
        environment = {**os.environ, "GALOPP_LANG": "en"}
        self.log.touch()
        if can_be_warm(program, environment):
            return WarmProcess(program, environment, Streams(said=self.log, errors=self.log))
        with self.log.open("ab") as log:
            command = [sys.executable, *program]
            return subprocess.Popen(command, stderr=log, stdout=log, env=environment)

    def ready(self) -> bool:
        try:
            return CLIENT.get(f"{self.address}/readyz", timeout=2.0).status_code == 200
        except httpx.HTTPError:
            return False

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """Ask it to stop, and wait until it has."""
        self.process.terminate()
        return self.process.wait(WITHIN)


class UnreviewedServer(ServerProcess):
    """A server that reviews games only for those who ask."""

    program = (str(Path(__file__).with_name("unreviewed_server.py")),)
