"""All trials of a game: first some of every decision, then more of those that are unsure."""

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from galopp.core.cards import count
from galopp.play.game import game
from galopp.review.effort import Effort
from galopp.review.outcomes import NO_CHANCE
from galopp.review.timeline import Timeline
from galopp.review.trial_runner import BATCHES, TrialRunner, longer
from galopp.review.trials import CAME, CHOICES, DEAL, DECIDED, PAIRS, STATE, TRIALS, USUAL, Numbers

Rounds = npt.NDArray[np.int64]

MOST = 64  # rounds of trials of one decision


class Estimates:
    """What the trials of one game have told so far."""

    def __init__(self, timeline: Timeline, runner: TrialRunner, effort: Effort) -> None:
        self.timeline, self.runner = timeline, runner
        self.seats = timeline.players + 1  # and nobody's
        self.sums = [np.zeros((0, 3, self.seats)) for _ in timeline.trials]
        self.products = [np.zeros((0, PAIRS)) for _ in timeline.trials]
        self.deals = _sums_of_deals(timeline, runner, effort.deals)
        self.end = np.zeros((0, self.seats))
        if not timeline.over:
            here = runner.trial(STATE, timeline.seed, before=timeline.last.state)
            self.end = runner.sums(here, effort.end, self.seats)

    def grow(self, rounds: Rounds) -> None:
        """So many rounds of trials more for each decision."""
        tasks = []
        for number, more in enumerate(rounds):
            first, rows = len(self.sums[number]), int(more) * BATCHES
            self.sums[number] = longer(self.sums[number], rows)
            self.products[number] = longer(self.products[number], rows)
            known = (self.sums[number], self.products[number])
            tasks += self.runner.tasks(self.timeline.trials[number], first, *known)
        self.runner.run(tasks)

    def trials(self, number: int) -> int:
        """How many there were of a decision."""
        return len(self.sums[number]) * TRIALS

    def covariance(self, number: int) -> Numbers:
        """Of the three values of a decision in one trial, summed over seats."""
        trials = self.trials(number)
        means = self.sums[number].sum(axis=0) / trials
        square = np.zeros((3, 3))
        square[np.triu_indices(3)] = self.products[number].sum(axis=0) / trials
        return np.asarray(square + np.triu(square, 1).T - means @ means.T)

    def doubt(self, number: int) -> float:
        """How far one trial is off from what the decision was worth and what its luck was."""
        if not self.trials(number):
            return 0.0
        known = self.covariance(number)
        decided = known[USUAL, USUAL] + known[DECIDED, DECIDED] - 2 * known[USUAL, DECIDED]
        came = known[DECIDED, DECIDED] + known[CAME, CAME] - 2 * known[DECIDED, CAME]
        return float(np.sqrt(max(0.0, decided + came)))


def _sums_of_deals(timeline: Timeline, runner: TrialRunner, rounds: int) -> Numbers:
    options = tuple(map(int, timeline.options))
    return _dealt(
        timeline.game.name, timeline.players, options, runner.policy, runner.workers, rounds
    )


@lru_cache(maxsize=64)
def _dealt(
    name: str, players: int, options: tuple[int, ...], policy: int, workers: int, rounds: int
) -> Numbers:
    """Whole games of this kind, dealt anew each time: sums of shares (rows, seats)."""
    runner = TrialRunner(game(name).rules, players, policy, workers)
    return runner.sums(
        runner.trial(DEAL, 0, options=np.array(options, np.int16)), rounds, players + 1
    )


def is_decided_as_usual(timeline: Timeline, runner: TrialRunner, number: int) -> bool:
    """Whether the reference policy always decides what was decided."""
    trial, seen = timeline.trials[number], timeline.views[number].seen
    if count(seen.legal) == 1:
        return True
    about = runner.trial(CHOICES, int(trial.seed), seen=seen, codes=np.array([trial.code]))
    return bool(runner.sums(about, 1, 1).min() == TRIALS)


def says_nothing(timeline: Timeline, runner: TrialRunner, number: int) -> bool:
    """Whether nothing can differ: no chance, and what the reference policy would decide."""
    certain = timeline.trials[number].outcomes == NO_CHANCE
    return certain and is_decided_as_usual(timeline, runner, number)
