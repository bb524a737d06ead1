"""What is asked of a load, and what it finds. Times are in milliseconds, memory in MiB."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self

from galopp.core.words import Plain


@dataclass(frozen=True)
class Wanted:
    """What is to be measured."""

    game: str = "saumaumau"
    options: dict[str, Plain] = field(default_factory=dict)
    tables: int = 1000
    seats: int = 5
    rate: float = 400.0  # moves a second over all tables; 0: so many are always under way
    under_way: int = 32
    seconds: float = 20.0
    warmup: float = 3.0  # seconds played before it counts
    bots: int = 0  # tables besides, where bots of the server play against each other
    level: str = "strongest"  # of these
    share: float = 1.0  # of a core, that each server has while it is measured
    in_json: bool = False  # what bots and people with `curl` are sent, instead of frames as a page


@dataclass(frozen=True)
class Quantiles:
    """How long something took."""

    p50: float | None
    p99: float | None
    p999: float | None
    most: float | None

    @classmethod
    def of(cls, seconds: Sequence[float]) -> Self:
        """From times in seconds."""
        times = sorted(seconds)
        if not times:
            return cls(None, None, None, None)
        places = [min(len(times) - 1, int(len(times) * share)) for share in (0.5, 0.99, 0.999)]
        p50, p99, p999, most = (round(times[place] * 1000, 3) for place in (*places, -1))
        return cls(p50, p99, p999, most)


@dataclass(frozen=True)
class Figures:
    """One server under one load."""

    tables: int
    sockets: int
    seconds: float
    moves: int
    mover: Quantiles  # until the mover's own news
    everybody: Quantiles  # until the news was on every socket of the table
    late: float | None  # p99: how long after it fell due a move was sent
    server_cpu_seconds: float
    load_cpu_seconds: float  # all of the load; a whole core of it limits what can be measured
    memory: float  # at the end
    most_memory: float
    news_bytes: float  # mean size
    connect_seconds: float  # opening, sitting down, connecting, dealing; not measured
    errors: dict[str, int] = field(default_factory=dict)
    answered: Quantiles | None = None  # until the answer to the message
    other_cpu_seconds: float | None = None  # of everything else on the machine
    commits: int | None = None
    writes_a_commit: float | None = None
    commit_mean: float | None = None
    # As the server counts them, up to the bound of the bucket that the 99th percentile is in
    commit_p99: float | None = None
    loop_lag_p99: float | None = None
    collector_p99: float | None = None
    thoughts: int | None = None  # decisions that bots took
    thought_p99: float | None = None
    memory_before: float | None = None  # any table was opened
    database_cpu_seconds: float | None = None
    recovered: float | None = None  # seconds until the tables of one that was killed answered

    @property
    def memory_a_table(self) -> float | None:
        """KiB that a table takes, with its connections."""
        if self.memory_before is None:
            return None
        return 1024 * (self.memory - self.memory_before) / self.tables

    @property
    def moves_a_second(self) -> float:
        """Moves that reached everybody, a second."""
        return self.moves / self.seconds

    @property
    def cpu_a_move(self) -> float:
        """Milliseconds of the server's processor time a move."""
        return 1000 * self.server_cpu_seconds / max(1, self.moves)
