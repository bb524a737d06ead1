"""Our server under load, and boardgame.io's beside it in the same run."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path

from galopp.load import boardgameio
from galopp.load.boardgameio import Peer
from galopp.load.database import Database, started_database
from galopp.load.figures import Figures, Wanted
from galopp.load.opening import allow_open_files
from galopp.load.process import filesystem_of, fresh_folder
from galopp.load.run import put_under_load
from galopp.load.servers import Servers, one_server, several_servers
from galopp.load.watching import check_can_watch
from galopp.play.game import game

Progress = Callable[[str], None]


@dataclass(frozen=True)
class ServerBench:
    """What was wanted, where it was written, and what came of it."""

    wanted: Wanted
    filesystem: str
    ours: Figures
    peers: list[Peer]
    arranged: dict[str, Figures] = field(default_factory=dict)  # with PostgreSQL, by column

    def times_one(self) -> dict[str, float]:
        """How many times the moves of one process several made, by column."""
        alone, *several = self.arranged.items() if self.arranged else [("", self.ours)]
        one = alone[1].moves_a_second
        return {column: more.moves_a_second / one for column, more in several if one}


def bench_server(
    wanted: Wanted, above: Path | None, beside: bool, progress: Progress
) -> ServerBench:
    """Measure; `above` is where the fresh data folder is made, `beside` adds boardgame.io."""
    _get_ready(wanted)
    place = boardgameio.find() if beside else None
    with fresh_folder(above) as folder:
        ours = _measure(wanted, folder, progress)
        peers = []
        for storage in boardgameio.STORAGES if place else ():
            progress(storage)
            peers.append(boardgameio.measure(place or folder, folder, wanted, storage))
        return ServerBench(wanted, filesystem_of(folder), ours, peers)


def _get_ready(wanted: Wanted) -> None:
    """Find out what could not be measured before anything is."""
    game(wanted.game).check_setting(wanted.seats, wanted.options)
    check_can_watch()
    allow_open_files(wanted.tables * wanted.seats)


def bench_database(
    wanted: Wanted, above: Path | None, processes: int, progress: Progress
) -> ServerBench:
    """The same load on a file, and on a database: with one process, and with several both ways."""
    _get_ready(wanted)
    with fresh_folder(above) as folder:
        ours = _measure(wanted, folder, progress)
        arranged = {}
        with started_database(folder, *(f"tables{number}" for number in range(3))) as database:
            for column, starting in _arrangements(folder, database, processes):
                progress("starting")
                with starting as servers:
                    arranged[column] = put_under_load(servers, wanted, progress)
        return ServerBench(wanted, filesystem_of(folder), ours, [], arranged)


def _arrangements(
    folder: Path, database: Database, processes: int
) -> Iterator[tuple[str, AbstractContextManager[Servers]]]:
    """Each with a database of its own, so that none finds what another left."""
    yield "1", one_server(folder, database, "tables0")
    if processes > 1:
        each = (database, "tables1", processes)
        yield f"{processes}", several_servers(folder / "relay", *each, by_table=False)
        each = (database, "tables2", processes)
        yield "hash", several_servers(folder / "hash", *each, by_table=True)


def _measure(wanted: Wanted, folder: Path, progress: Progress) -> Figures:
    progress("starting")
    with one_server(folder) as servers:
        return put_under_load(servers, wanted, progress)


def ratios(ours: Figures, theirs: Figures) -> dict[str, float]:
    """How many times better ours is: more moves, or less of everything else."""
    less = {
        "mover_p50": (ours.mover.p50, theirs.mover.p50),
        "mover_p99": (ours.mover.p99, theirs.mover.p99),
        "mover_p999": (ours.mover.p999, theirs.mover.p999),
        "everybody_p50": (ours.everybody.p50, theirs.everybody.p50),
        "everybody_p99": (ours.everybody.p99, theirs.everybody.p99),
        "everybody_p999": (ours.everybody.p999, theirs.everybody.p999),
        "cpu_a_move": (ours.cpu_a_move, theirs.cpu_a_move),
        "memory": (ours.memory, theirs.memory),
        "most_memory": (ours.most_memory, theirs.most_memory),
    }
    found = {name: round(other / one, 2) for name, (one, other) in less.items() if one and other}
    more = ours.moves_a_second / theirs.moves_a_second if theirs.moves else 0.0
    return {"moves_a_second": round(more, 2), **found}
