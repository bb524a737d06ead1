"""What an operator can watch: `/metrics`, for Prometheus."""

import asyncio
import gc
import time

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.gc_collector import GCCollector
from prometheus_client.process_collector import ProcessCollector

SLOW = (0.001, 0.01, 0.05, 0.1, 0.2, 0.5, 1.0, 1.1, 1.2, 1.5, 2.0, 5.0, 10.0, 30.0)
FAST = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)
LOOK_EVERY = 0.1  # seconds between two looks at the event loop


class Metrics:
    """One server's figures."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        GCCollector(registry=registry)
        self.loop_lag = Histogram(
            "galopp_loop_lag_seconds",
            "How much later than asked for the event loop came round.",
            buckets=FAST,
            registry=registry,
        )
        self.collector_pause = Histogram(
            "galopp_collector_pause_seconds",
            "How long the garbage collector stopped everything.",
            buckets=FAST,
            registry=registry,
        )
        self.commit_seconds = Histogram(
            "galopp_commit_seconds",
            "How long a commit took, sync included.",
            buckets=FAST,
            registry=registry,
        )
        self.commit_writes = Histogram(
            "galopp_commit_writes",
            "How many writes went into one commit.",
            buckets=(1, 2, 5, 10, 20, 50, 100, 500),
            registry=registry,
        )
        self.written_ahead = Gauge(
            "galopp_written_ahead_bytes",
            "What stands beside the log's file and was not brought home yet.",
            registry=registry,
        )
        self.thought_seconds = Histogram(
            "galopp_thought_seconds",
            "How long a bot thought about a decision.",
            buckets=SLOW,
            registry=registry,
        )
        self.bot_failures = Counter(
            "galopp_bot_failures",
            "Decisions that a bot did not take, so that a simpler one did.",
            ["bot"],
            registry=registry,
        )
        self.notices = Counter(
            "galopp_notices",
            "Notices sent, by the way they went and by what came of it.",
            ["way", "outcome"],
            registry=registry,
        )
        self.notices_waiting = Gauge(
            "galopp_notices_waiting", "Notices owed and not sent yet.", registry=registry
        )
        self.listeners = Gauge("galopp_listeners", "Subscriptions to tables.", registry=registry)
        self.tables = Gauge("galopp_tables", "Tables in memory.", registry=registry)
        self.groups = Gauge("galopp_groups", "Groups in memory.", registry=registry)
        self.sockets = Gauge("galopp_sockets", "Open WebSockets.", registry=registry)
        self.streams = Gauge("galopp_streams", "Open NDJSON streams.", registry=registry)
        self.tasks = Gauge("galopp_tasks", "Tasks in the event loop.", registry=registry)
        self.events = Counter("galopp_events", "Events logged.", ["event"], registry=registry)
        self.refused = Counter("galopp_refused", "Messages refused.", ["key"], registry=registry)
        self.turned_away = Counter(
            "galopp_turned_away",
            "Connections not let in, for want of file descriptors or too many of one address.",
            ["why"],
            registry=registry,
        )
        self._collecting = 0.0

    def watch_the_collector(self) -> None:
        """Measure every pause of the garbage collector from now on."""
        gc.callbacks.append(self._collector_ran)

    def leave_the_collector(self) -> None:
        """Measure no more."""
        gc.callbacks.remove(self._collector_ran)

    def _collector_ran(self, phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            self._collecting = time.perf_counter()
        else:
            self.collector_pause.observe(time.perf_counter() - self._collecting)

    async def watch_the_loop(self) -> None:
        """Measure how late the event loop is, again and again."""
        while True:
            asked_for = time.perf_counter() + LOOK_EVERY
            await asyncio.sleep(LOOK_EVERY)
            self.loop_lag.observe(max(0.0, time.perf_counter() - asked_for))

    def committed(self, seconds: float, writes: int) -> None:
        """A commit took so long, and held so many writes; told by the writing thread."""
        self.commit_seconds.observe(seconds)
        self.commit_writes.observe(writes)

    def text(self) -> bytes:
        """The figures as Prometheus reads them."""
        return generate_latest(self.registry)
