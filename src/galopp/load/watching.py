"""A server seen from outside: its processor time, its memory, its own figures."""

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from galopp.core.fault import Impossible

PROCESSES = Path("/proc")
BUCKET = re.compile(rb'^galopp_(\w+)_bucket\{le="([^"]+)"\} (\S+)$', re.MULTILINE)
PLAIN = re.compile(rb"^galopp_(\w+) (\S+)$", re.MULTILINE)


def check_can_watch() -> None:
    """What a process uses is read from where Linux tells it."""
    if not (PROCESSES / "self" / "stat").exists():
        raise Impossible("bench_needs_linux")


def processor_seconds(process: int) -> float:
    """Processor time of all threads of a process so far."""
    # The name of the program comes second, in brackets, and may hold spaces.
    fields = (PROCESSES / str(process) / "stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def busy_seconds() -> float:
    """Processor time of everything on the machine so far."""
    user, nice, system, _idle, _waiting, interrupts, soft, *_ = (
        int(ticks) for ticks in (PROCESSES / "stat").read_text().split("\n", 1)[0].split()[1:]
    )
    return (user + nice + system + interrupts + soft) / os.sysconf("SC_CLK_TCK")


def memory(process: int, field: str) -> float:
    """Memory of a process in MiB: `VmRSS` is what it has now, `VmHWM` the most it had."""
    status = (PROCESSES / str(process) / "status").read_text()
    for line in status.splitlines():
        if line.startswith(f"{field}:"):
            return int(line.split()[1]) / 1024
    raise Impossible("bench_server_died", reason=f"no {field}")


def children_of(process: int) -> Iterator[int]:
    """The processes that a process has started, and that still run."""
    for entry in PROCESSES.iterdir():
        if entry.name.isdecimal() and _parent(entry) == process:
            yield int(entry.name)


def _parent(entry: Path) -> int | None:
    try:
        return int((entry / "stat").read_text().rpartition(") ")[2].split()[1])
    except (OSError, IndexError):
        return None  # it has just ended


@dataclass(frozen=True)
class Counts:
    """What a server's `/metrics` had counted at one moment."""

    plain: dict[str, float]
    buckets: dict[str, dict[float, float]]  # by upper bound: how many were at most that

    @classmethod
    def read(cls, text: bytes) -> "Counts":
        """From what a server says of itself."""
        plain = {name.decode(): float(value) for name, value in PLAIN.findall(text)}
        buckets: dict[str, dict[float, float]] = {}
        for name, bound, value in BUCKET.findall(text):
            buckets.setdefault(name.decode(), {})[float(bound)] = float(value)
        return cls(plain, buckets)

    @classmethod
    def sum(cls, several: Iterable["Counts"]) -> "Counts":
        """What several servers have counted together."""
        plain: Counter[str] = Counter()
        buckets: dict[str, Counter[float]] = {}
        for one in several:
            plain.update(one.plain)
            for name, bounds in one.buckets.items():
                buckets.setdefault(name, Counter()).update(bounds)
        return cls(dict(plain), {name: dict(bounds) for name, bounds in buckets.items()})

    def since(self, earlier: "Counts") -> "Counts":
        """What was counted since an earlier moment."""
        plain = {name: value - earlier.plain.get(name, 0) for name, value in self.plain.items()}
        buckets = {
            name: dict(_less(bounds, earlier.buckets.get(name, {})))
            for name, bounds in self.buckets.items()
        }
        return Counts(plain, buckets)

    def p99(self, name: str) -> float | None:
        """In milliseconds, what 99 of 100 were under; None if there were none, or no bound."""
        bounds = sorted(self.buckets.get(name, {}).items())
        if not bounds or bounds[-1][1] == 0:
            return None
        wanted = 0.99 * bounds[-1][1]
        bound = next(bound for bound, count in bounds if count >= wanted)
        return None if bound == float("inf") else bound * 1000


def _less(bounds: dict[float, float], earlier: dict[float, float]) -> Iterator[tuple[float, float]]:
    for bound, count in bounds.items():
        yield bound, count - earlier.get(bound, 0)
