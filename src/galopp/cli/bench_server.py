"""`galopp bench server`: the table server under load, as a table or as JSON, with the ratios."""

import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from textwrap import wrap
from typing import Any

from galopp.cli.screen import Screen
from galopp.core.fault import Unreadable
from galopp.load.bench import ServerBench, bench_database, bench_server, ratios
from galopp.load.figures import Figures, Quantiles, Wanted

PEER = "boardgame.io"
IN_MEMORY = ("tmpfs", "ramfs")
WIDTH, FIGURE, RATIO = 80, 9, 6  # columns: of a line, of a figure, of a ratio
LABEL = WIDTH - 3 * FIGURE - 2 * RATIO  # with two peers beside, a line is full
QUANTILES = {"p50": "p50", "p99": "p99", "p999": "p99.9", "most": "max"}
# What is being done, while it is done.
STEPS = {
    "starting": "bench_starting",
    "opening": "bench_opening",
    "connecting": "bench_connecting",
    "playing": "bench_playing",
    "killing": "bench_killing",
}
FILE, DATABASE = STORES = ("sqlite", "postgresql")


@dataclass(frozen=True)
class Comparison:
    """What is measured beside our server with its file."""

    boardgameio: bool = False
    store: str = FILE
    processes: int = 1

    def check(self, share: float) -> None:
        """Whether all of this can be measured in one run; raises `Unreadable`."""
        if self.store not in STORES:
            raise Unreadable("bench_unknown_store", written=self.store, names=", ".join(STORES))
        if self.store == FILE and self.processes > 1:
            raise Unreadable("bench_file_not_shared")
        if self.store != FILE and self.boardgameio:
            raise Unreadable("bench_one_at_a_time")
        if share < 1 and self.boardgameio:
            raise Unreadable("bench_share_of_ours")


def run(screen: Screen, wanted: Wanted, above: Path | None, beside: Comparison) -> ServerBench:
    """Measure, saying on standard error what is being done."""
    beside.check(wanted.share)
    # Whoever ends this process ends the servers it has started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    with screen.err.status("") as status:

        def progress(step: str) -> None:
            key = STEPS.get(step)
            what = f"{PEER}, {step}"
            status.update(screen.say(key) if key else screen.say("measuring", what=what))

        if beside.store == FILE:
            return bench_server(wanted, above, beside.boardgameio, progress)
        return bench_database(wanted, above, beside.processes, progress)


def as_plain(found: ServerBench) -> dict[str, Any]:
    """Every figure, JSON-able; times in milliseconds, memory in MiB."""
    return {
        "wanted": asdict(found.wanted),
        "filesystem": found.filesystem,
        "galopp": _plain(found.ours),
        "postgresql": {column: _plain(one) for column, one in found.arranged.items()},
        "times_one_process": {column: round(n, 3) for column, n in found.times_one().items()},
        "peers": [
            {
                "name": f"{PEER} {peer.storage}",
                **_plain(peer.figures),
                "failures": peer.failures,
                "times": ratios(found.ours, peer.figures),
            }
            for peer in found.peers
        ],
    }


def _plain(figures: Figures) -> dict[str, Any]:
    named = {"moves_a_second": figures.moves_a_second, "cpu_a_move": figures.cpu_a_move}
    named |= {"memory_a_table": figures.memory_a_table} if figures.memory_a_table else {}
    every = {**asdict(figures), **named}
    return {name: round(v, 3) if isinstance(v, float) else v for name, v in every.items()}


# A row of the table: its sentence, which quantile it tells, the figure, decimal places, ratio.
Figure = Callable[[Figures], float | None]
Row = tuple[str, str, Figure, int, str]


def _one(key: str, figure: Figure, places: int, ratio: str = "") -> Row:
    return key, "", figure, places, ratio


def _times(key: str, times: Callable[[Figures], Quantiles | None], ratio: str) -> list[Row]:
    def figure(name: str) -> Figure:
        return lambda found: getattr(times(found), name, None)

    return [(key, said, figure(name), 2, f"{ratio}_{name}") for name, said in QUANTILES.items()]


ROWS = (
    _one("bench_tables", lambda found: found.tables, 0),
    _one("bench_sockets", lambda found: found.sockets, 0),
    _one("bench_moves", lambda found: found.moves, 0),
    _one("bench_moves_a_second", lambda found: found.moves_a_second, 1, "moves_a_second"),
    *_times("bench_answered", lambda found: found.answered, "answered"),
    *_times("bench_mover", lambda found: found.mover, "mover"),
    *_times("bench_everybody", lambda found: found.everybody, "everybody"),
    _one("bench_late", lambda found: found.late, 2),
    _one("bench_server_cpu", lambda found: found.server_cpu_seconds, 2),
    _one("bench_cpu_a_move", lambda found: found.cpu_a_move, 2, "cpu_a_move"),
    _one("bench_database_cpu", lambda found: found.database_cpu_seconds, 2),
    _one("bench_load_cpu", lambda found: found.load_cpu_seconds, 2),
    _one("bench_other_cpu", lambda found: found.other_cpu_seconds, 2),
    _one("bench_memory", lambda found: found.memory, 0, "memory"),
    _one("bench_most_memory", lambda found: found.most_memory, 0, "most_memory"),
    _one("bench_memory_a_table", lambda found: found.memory_a_table, 0),
    _one("bench_commits", lambda found: found.commits, 0),
    _one("bench_writes_a_commit", lambda found: found.writes_a_commit, 2),
    _one("bench_commit_mean", lambda found: found.commit_mean, 2),
    _one("bench_commit_p99", lambda found: found.commit_p99, 1),
    _one("bench_loop_lag_p99", lambda found: found.loop_lag_p99, 1),
    _one("bench_collector_p99", lambda found: found.collector_p99, 1),
    _one("bench_thoughts", lambda found: found.thoughts, 0),
    _one("bench_thought_p99", lambda found: found.thought_p99, 1),
    _one("bench_news_bytes", lambda found: found.news_bytes, 0),
    _one("bench_connect_seconds", lambda found: found.connect_seconds, 1),
    _one("bench_recovered", lambda found: found.recovered, 2),
    _one("bench_errors", lambda found: sum(found.errors.values()), 0),
)


def table(screen: Screen, found: ServerBench) -> str:
    """The figures for people, a line each: ours, boardgame.io's, how many times better ours is."""
    lines = [screen.say("bench_server_title"), "", _line("", _headings(found))]
    for row in ROWS:
        if any(row[2](one) is not None for one in (found.ours, *found.arranged.values())):
            lines.append(_line(screen.say(row[0], which=row[1]), _cells(screen, found, row)))
    remarks = [line for said in _remarks(screen, found) for line in wrap(said, WIDTH)]
    return "\n".join([*lines, "", *remarks])


def _headings(found: ServerBench) -> Iterator[tuple[str, int]]:
    yield "SQLite" if found.arranged else "Galopp", FIGURE
    for column in found.arranged:
        yield f"PG {column}", FIGURE
    for peer in found.peers:
        yield peer.storage, FIGURE
        yield "×", RATIO


def _cells(screen: Screen, found: ServerBench, row: Row) -> Iterator[tuple[str, int]]:
    """What stands in a row, and how wide."""
    *_, figure, places, ratio = row
    for one in (found.ours, *found.arranged.values()):
        yield _number(screen, figure(one), places), FIGURE
    for peer in found.peers:
        yield _number(screen, figure(peer.figures), places), FIGURE
        yield _number(screen, ratios(found.ours, peer.figures).get(ratio), 1), RATIO


def _number(screen: Screen, figure: float | None, places: int) -> str:
    return "" if figure is None else screen.language.number(figure, places)


def _line(said: str, cells: Iterator[tuple[str, int]]) -> str:
    """What it is, over several lines if need be, and the figures at the end of the last."""
    figures = "".join(text.rjust(width) for text, width in cells)
    *above, last = wrap(said, LABEL - 1) or [""]
    return "\n".join([*above, (last.ljust(LABEL) + figures).rstrip()])


def _remarks(screen: Screen, found: ServerBench) -> Iterator[str]:
    if found.peers:
        storages = ", ".join(peer.storage for peer in found.peers)
        yield screen.say("bench_columns", storages=storages, peer=PEER)
    if found.arranged:
        yield screen.say("bench_arranged")
    if compared := found.times_one():
        more = [f"PG {column} × {_number(screen, n, 2)}" for column, n in compared.items()]
        yield screen.say("bench_times_one", figures=", ".join(more))
    if found.wanted.share < 1:
        yield screen.say("bench_held", share=screen.language.percent(found.wanted.share))
    yield screen.say("bench_counted")
    key = "bench_in_memory" if found.filesystem in IN_MEMORY else "bench_on_disk"
    yield screen.say(key, filesystem=found.filesystem)
    for one in (found.ours, *found.arranged.values()):
        for what, times in one.errors.items():
            yield screen.say("bench_error", what=what, number=times)
    for peer in found.peers:
        for tables, reason in peer.failures.items():
            yield screen.say("bench_peer_failed", peer=PEER, number=tables, reason=reason)
