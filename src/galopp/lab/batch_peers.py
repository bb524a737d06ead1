"""The peers that batches are measured beside, each in a process of its own.

What they are is in `benchmarks/peers/` of the source tree: the package needs none of them, and
whatever is not installed is left out with a word. A process of its own, because libraries bring
threads, settings and greetings along that others should not meet.
"""

import json
import os
import queue
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import TypedDict, cast

from galopp.lab.batch_speed import Contest

FOLDER = Path("benchmarks")
PACKAGE = "peers"
SOURCE_TREE = Path(__file__).parents[3]
TO_PREPARE = 240.0  # seconds: JAX compiles for long
TO_MEASURE = 60.0  # beyond what was asked for


class PeerContest(TypedDict):
    """Something that a peer can be measured at, as it says it."""

    game: str
    players: int
    kind: str
    side_by_side: int
    way: str


class Answer(TypedDict, total=False):
    """What a peer says: one of these."""

    absent: str  # why it cannot be measured
    contests: list[PeerContest]
    decisions_a_second: float


class Absent(Exception):
    """Why a peer is not measured."""


def folder_of_peers() -> Path | None:
    """Where the peers are, in a source tree."""
    places = [Path.cwd() / FOLDER, SOURCE_TREE / FOLDER]
    return next((place for place in places if (place / PACKAGE).is_dir()), None)


def names_of_peers() -> list[str]:
    """Every peer there is; none beside a package that was installed without its source tree."""
    folder = folder_of_peers()
    sources = sorted((folder / PACKAGE).glob("[a-z]*.py")) if folder else []
    return [source.stem for source in sources]


class Peer:
    """A peer at work on a device with so many threads."""

    def __init__(self, name: str, device: str, threads: int | None) -> None:
        self.name, self.device, self.threads = name, device, threads
        self._log = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")
        self._process = subprocess.Popen(
            [sys.executable, "-m", PACKAGE, name, device, str(threads or 1)],
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(folder_of_peers()), *sys.path])},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
        )
        self._heard: queue.Queue[str] = queue.Queue()
        Thread(target=self._listen, daemon=True).start()

    def contests(self) -> list[Contest]:
        """What it can be measured at; raises `Absent`."""
        said = self._answer(TO_PREPARE)
        if "absent" in said:
            raise Absent(said["absent"])
        return [
            Contest(who=self.name, device=self.device, threads=self.threads, **contest)
            for contest in said["contests"]
        ]

    def measure(self, contest: int, seconds: float) -> float:
        """Decisions a second; raises `Absent` if it has gone."""
        assert self._process.stdin is not None
        try:
            print(json.dumps({"contest": contest, "seconds": seconds}), file=self._process.stdin)
            self._process.stdin.flush()
        except OSError as fault:
            raise Absent(str(fault)) from None
        return float(self._answer(seconds + TO_MEASURE)["decisions_a_second"])

    def end(self) -> None:
        """Let it go."""
        self._process.kill()
        self._process.communicate()
        self._log.close()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._heard.put(line)
        self._heard.put("")

    def _answer(self, patience: float) -> Answer:
        try:
            line = self._heard.get(timeout=patience)
        except queue.Empty:
            raise Absent(f"no answer in {patience:.0f} seconds") from None
        if not line:
            raise Absent(self._last_words())
        return cast(Answer, json.loads(line))

    def _last_words(self) -> str:
        self._log.seek(0)
        lines = [line.strip() for line in self._log if line.strip()]
        return lines[-1] if lines else f"it ended with {self._process.wait()}"


@contextmanager
def peers_at_work() -> Iterator[list[Peer]]:
    """A list of peers that are let go at the end."""
    peers: list[Peer] = []
    try:
        yield peers
    finally:
        for peer in peers:
            peer.end()
