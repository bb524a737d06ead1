"""Trials run on all cores, row by row."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from galopp.core.contract import Rules
from galopp.core.record import blank
from galopp.review.outcomes import BY_LOT
from galopp.review.playout import scratch_for
from galopp.review.tallies import BATCHES, VALUES, Numbers
from galopp.review.trials import OPTIONS, Trial, try_rows

A_TASK = 2 * BATCHES  # rows, for one core at a time

Task: TypeAlias = Callable[[], None]


@dataclass(frozen=True)
class TrialRunner:
    """Runs trials of one game, for so many players, by one reference policy."""

    rules: Rules
    players: int
    policy: int
    workers: int = 1

    def trial(self, kind: int, seed: int, **about: Any) -> Trial:
        """What is to be tried, with something in every place."""
        rules = self.rules
        nothing = Trial(
            kind=kind,
            seed=np.uint64(seed % 2**64),
            policy=self.policy,
            before=blank(rules.STATE),
            after=blank(rules.STATE),
            seat=0,
            code=0,
            outcomes=0,
            came=BY_LOT,
            seen=blank(rules.SEEN),
            known=np.zeros(rules.KNOWN, np.int64),
            codes=np.zeros(0, np.int64),
            world=np.zeros(1, rules.STATE),
            outlook=np.zeros((1, 1, 1), np.int16),
            players=self.players,
            options=np.zeros(rules.STATE["options"].shape, np.int16),
        )
        return nothing._replace(**about)

    def tasks(self, trial: Trial, first: int, sums: Numbers, products: Numbers) -> list[Task]:
        """Rows from this one on, a few for each task."""
        return [
            self._task(
                trial, first + begin, sums[begin : begin + A_TASK], products[begin : begin + A_TASK]
            )
            for begin in range(0, len(sums), A_TASK)
        ]

    def _task(self, trial: Trial, first: int, sums: Numbers, products: Numbers) -> Task:
        def work() -> None:
            own = trial._replace(world=np.zeros(1, self.rules.STATE))
            scratch, values = scratch_for(self.rules, self.players), np.zeros(sums.shape[1:])
            try_rows(own, first, scratch, values, sums, products)

        return work

    def sums(self, trial: Trial, rounds: int, columns: int, first: int = 0) -> Numbers:
        """Sums of trials (rows, values, columns): one value for each column, but of options more.

        So many rounds, of which `first` is the first.
        """
        sums = np.zeros((rounds * BATCHES, VALUES if trial.kind == OPTIONS else 1, columns))
        self.run(self.tasks(trial, first * BATCHES, sums, np.zeros((len(sums), 0))))
        return sums

    def run(self, tasks: Iterable[Task]) -> None:
        """Do all of it, in whatever order: kernels hold no lock of the interpreter."""
        if self.workers == 1:
            for task in tasks:
                task()
            return
        with ThreadPoolExecutor(self.workers, thread_name_prefix="galopp-review") as threads:
            for done in [threads.submit(task) for task in tasks]:
                done.result()
