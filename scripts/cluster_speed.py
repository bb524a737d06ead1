"""What a Ray cluster brings: pieces a second on one node and on two, and what a piece costs.

    .venv/bin/python scripts/cluster_speed.py --share 0.1     # a tenth of the work

Nodes are begun on this machine, with one core each, so that two of them have twice the cores of
one. The cores alone, without Ray, are measured beside them, with as many workers, in turns.
"""

import argparse
import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from galopp.lab.cluster import RayCluster
from galopp.lab.matches import Match, MatchJob
from galopp.lab.pieces import Cores, Executor, Job
from galopp.lab.simulation import Simulation
from galopp.play.game import game


@dataclass(frozen=True)
class Nothing:
    """Pieces that do nothing, so that only handing them out takes time."""

    compiled: bool = False
    at_once: tuple[int, int] = (1, 1)
    kernels: str = ""

    def prepare(self) -> None:
        """Needs nothing."""

    def open(self, given_up: Callable[[], bool]) -> "Nothing":
        """Anybody will do."""
        return self

    def work(self, piece: range) -> int:
        """Nothing."""
        return piece.start

    def close(self) -> None:
        """Holds nothing."""


def jobs(share: float) -> dict[str, tuple[Job[object], int]]:
    """What is measured, with how much of it."""
    played = game("schweinsgalopp")
    thinking = Match.between(played, 2, ["strong@400", "casual"])
    games = round(10_000_000 * share)
    return {
        "nothing": (Nothing(), round(2_000 * share)),
        "simulate": (Simulation(played.name, 2, games, 1, ("casual",), {}), games),
        "arena": (MatchJob(thinking), round(400 * share)),
    }


def measure(
    executor: Executor, share: float, only: list[str] | None
) -> dict[str, dict[str, float]]:
    """Seconds, pieces and milliseconds a piece, of each job."""
    found = {}
    for name, (job, total) in jobs(share).items():
        if only and name not in only:
            continue
        # Compiled and begun before the clock is.
        list(executor.run(job, min(total, 64)))
        start = time.perf_counter()
        pieces = sum(1 for _ in executor.run(job, total))
        took = time.perf_counter() - start
        found[name] = {
            "pieces": pieces,
            "pieces_a_second": round(pieces / took, 2),
            "a_second": round(total / took, 1),
            "milliseconds_a_piece": round(1_000 * took / pieces, 3),
        }
    return found


@contextmanager
def nodes(number: int) -> Iterator[RayCluster]:
    """A cluster of so many nodes with a core each."""
    ray: Any = import_module("ray")
    each = {"num_cpus": 1, "object_store_memory": 200 * 2**20}
    cluster = import_module("ray.cluster_utils").Cluster(True, head_node_args=each)
    for _ in range(number - 1):
        cluster.add_node(**each)
    try:
        yield RayCluster(cluster.address)
    finally:
        ray.shutdown()
        cluster.shutdown()


def main() -> None:
    """Measure one and two nodes, and the cores beside them."""
    asked = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    asked.add_argument("--share", type=float, default=1.0, help="of the work, so much")
    asked.add_argument("--only", choices=("nothing", "simulate", "arena"), action="append")
    asked.add_argument("--repeats", type=int, default=1)
    given = asked.parse_args()
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    os.environ.pop("RAY_ADDRESS", None)
    for _ in range(given.repeats):
        for number in (1, 2):
            with nodes(number) as cluster:
                for where, executor in (("ray", cluster), ("cores", Cores(number))):
                    row = {"where": where, "nodes": number, "load": round(os.getloadavg()[0], 1)}
                    print(
                        json.dumps({**row, **measure(executor, given.share, given.only)}),
                        flush=True,
                    )


if __name__ == "__main__":
    main()
