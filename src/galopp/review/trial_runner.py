"""Trials run on all cores, row by row, in batches that never mix.

Whatever is computed from all trials is computed from each batch too, and how far these differ is
its standard error, however the values hang together.
"""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from galopp.core.contract import Rules
from galopp.core.record import blank
from galopp.review.outcomes import BY_LOT
from galopp.review.playout import scratch_for
from galopp.review.trials import TRIALS, Numbers, Trial, try_rows

BATCHES = 16
A_ROUND = BATCHES * TRIALS  # trials: one row for each batch
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
        """Rows from `first` to the last one, a few for each task."""
        return [
            self._task(trial, begin, sums[begin : begin + A_TASK], products[begin : begin + A_TASK])
            for begin in range(first, len(sums), A_TASK)
        ]

    def _task(self, trial: Trial, first: int, sums: Numbers, products: Numbers) -> Task:
        def work() -> None:
            own = trial._replace(world=np.zeros(1, self.rules.STATE))
            try_rows(own, first, scratch_for(self.rules, self.players), sums, products)

        return work

    def sums(self, trial: Trial, rounds: int, columns: int) -> Numbers:
        """Sums of trials that have one value for each column: (rows, columns)."""
        sums = np.zeros((rounds * BATCHES, 1, columns))
        self.run(self.tasks(trial, 0, sums, np.zeros((len(sums), 0))))
        return sums[:, 0]

    def run(self, tasks: Iterable[Task]) -> None:
        """Do all of it, in whatever order: kernels hold no lock of the interpreter."""
        if self.workers == 1:
            for task in tasks:
                task()
            return
        with ThreadPoolExecutor(self.workers, thread_name_prefix="galopp-review") as threads:
            for done in [threads.submit(task) for task in tasks]:
                done.result()


def longer(rows: Numbers, more: int) -> Numbers:
    """Room for more rows at the end."""
    return np.concatenate([rows, np.zeros((more, *rows.shape[1:]))])


def batch_means(sums: Numbers) -> Numbers:
    """The mean of a trial in each batch: (batches, …); row by row, batches take turns."""
    by_batch = sums.reshape(-1, BATCHES, *sums.shape[1:])
    return np.asarray(by_batch.sum(axis=0) / (len(by_batch) * TRIALS))


def spread(by_batch: Numbers) -> Numbers:
    """The standard error of the mean over batches: the first axis."""
    return np.asarray(by_batch.std(axis=0, ddof=1) / np.sqrt(BATCHES))
