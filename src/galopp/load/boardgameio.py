"""boardgame.io's own server under the same load, where it is installed.

Server and load are in `benchmarks/boardgameio/` of the source tree; its README says what is
the same there and what is not. The load prints one line of JSON.
"""

import json
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from galopp.core.fault import Impossible
from galopp.load.figures import Figures, Quantiles, Wanted
from galopp.load.process import free_port, running, wait_until

FOLDER = Path("benchmarks", "boardgameio")
SOURCE_TREE = Path(__file__).parents[3]
STORAGES = ("memory", "flatfile")
SPARE_SECONDS = 600.0  # for opening and connecting


@dataclass(frozen=True)
class Peer:
    """boardgame.io with one kind of storage, and how it failed with more tables, if it did."""

    storage: str
    figures: Figures
    failures: dict[int, str]  # by number of tables


def find() -> Path:
    """The folder of the benchmark, ready to run; raises `Impossible`."""
    places = [Path.cwd() / FOLDER, SOURCE_TREE / FOLDER]
    found = [place for place in places if (place / "load.mjs").is_file()]
    if not found:
        raise Impossible("boardgameio_missing", folder=str(FOLDER))
    if shutil.which("node") is None:
        raise Impossible("boardgameio_needs_node")
    if not (found[0] / "node_modules" / "boardgame.io").is_dir():
        raise Impossible("boardgameio_not_installed", folder=str(found[0]))
    return found[0]


def measure(place: Path, folder: Path, wanted: Wanted, storage: str) -> Peer:
    """Measure with as many tables as it can do: half as many each time it fails."""
    failures: dict[int, str] = {}
    tables = wanted.tables
    while tables:
        try:
            said = _measure_once(place, folder / f"{storage}-{tables}", wanted, tables, storage)
            return Peer(storage, _read(said), failures)
        except Impossible as failure:
            failures[tables] = str(failure.arguments["reason"])
        tables //= 2
    raise Impossible("boardgameio_failed", reason=failures[wanted.tables])


def _measure_once(
    place: Path, folder: Path, wanted: Wanted, tables: int, storage: str
) -> dict[str, Any]:
    folder.mkdir()
    port, log = free_port(), folder / "server.log"
    command = ["node", str(place / "server.mjs"), "--port", str(port), "--storage", storage]
    command += [str(folder / "data")] if storage == "flatfile" else []
    with running(command, log) as server:
        wait_until(lambda: "ready" in log.read_text(), server, log)
        return _load(place, _arguments(wanted, tables, port, server.pid), wanted)


def _arguments(wanted: Wanted, tables: int, port: int, server: int) -> dict[str, float]:
    return {
        "port": port,
        "server-pid": server,
        "tables": tables,
        "seats": wanted.seats,
        "rate": wanted.rate,
        "in-flight": wanted.under_way,
        "seconds": wanted.seconds,
        "warmup": wanted.warmup,
    }


def _load(place: Path, arguments: dict[str, float], wanted: Wanted) -> dict[str, Any]:
    command = ["node", str(place / "load.mjs")]
    command += [f"--{name}={value}" for name, value in arguments.items()]
    patience = wanted.warmup + wanted.seconds + SPARE_SECONDS
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=patience, check=True)
        found: dict[str, Any] = json.loads(done.stdout)
    except subprocess.CalledProcessError as failed:
        raise Impossible("boardgameio_failed", reason=failed.stderr[-500:]) from None
    except (subprocess.TimeoutExpired, json.JSONDecodeError) as failed:
        raise Impossible("boardgameio_failed", reason=str(failed)[-500:]) from None
    return found


def _read(said: dict[str, Any]) -> Figures:
    return Figures(
        tables=said["tables"],
        sockets=said["sockets"],
        seconds=said["seconds"],
        moves=said["moves"],
        mover=_quantiles(said, ""),
        everybody=_quantiles(said, "all5_"),
        late=said["late_p99_ms"],
        server_cpu_seconds=said["server_cpu_seconds"],
        load_cpu_seconds=said["load_cpu_seconds"],
        memory=said["server_rss_mib"],
        most_memory=said["server_peak_rss_mib"],
        news_bytes=said["update_bytes"] or 0.0,
        connect_seconds=said["connect_seconds"],
        errors={"unanswered": said["errors"]} if said["errors"] else {},
    )


def _quantiles(said: dict[str, Any], which: str) -> Quantiles:
    p50, p99, p999 = (said[f"{which}{name}_ms"] for name in ("p50", "p99", "p999"))
    return Quantiles(p50, p99, p999, None)
