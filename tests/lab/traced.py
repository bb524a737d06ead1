"""A match whose deals say on which node of a cluster they were played, and jobs to be prepared."""

import os
import time
from dataclasses import dataclass
from pathlib import Path

from galopp.lab.matches import MatchJob


@dataclass(frozen=True)
class Traced(MatchJob):
    def open(self, given_up):
        return TracedTable(super().open(given_up))


class TracedTable:
    def __init__(self, table):
        self._table = table

    def work(self, piece):
        import ray

        return ray.get_runtime_context().get_node_id(), self._table.work(piece)

    def close(self):
        self._table.close()


@dataclass(frozen=True)
class Noted:
    """Takes a while to prepare, and notes that in a file."""

    file: Path
    kernels: str
    compiled = False
    at_once = (1, 1)

    def prepare(self):
        time.sleep(0.3)
        with self.file.open("a") as file:
            file.write(f"{os.getpid()}\n")

    def open(self, given_up):
        return self

    def work(self, piece):
        return sorted(os.sched_getaffinity(0))

    def close(self):
        pass
