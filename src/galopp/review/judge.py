"""What each decision open to a seat was worth to it, by what it could know.

Every option is tried in the same worlds that the seat cannot tell apart, with the same luck
afterwards, to the end of the race; races after it are drawn by lot, as a search does it: they would
say next to nothing about the decision and take most of the time. The luck is made from what the
seat sees: cards that it cannot know have no part in what comes out, not even by chance. There are
few trials at first, and more where it is not clear yet whether the decision cost anything.
"""

import hashlib
from dataclasses import dataclass

import numpy as np

from galopp.bots.outlook import outlook_for
from galopp.core.words import numbers_in
from galopp.review.effort import USUAL_EFFORT, Effort
from galopp.review.timeline import View
from galopp.review.trial_runner import BATCHES, TrialRunner, batch_means, longer, spread
from galopp.review.trials import CHOICES, OPTIONS, TRIALS, Numbers

SLIGHT = 0.01  # of a victory: what costs less is no mistake
SURE = 2.0  # standard errors; nothing below that is called a loss
LIKELY = 1.0  # standard errors: what is that unlikely to be a mistake is not tried any further
HOPELESS = 3.0  # standard errors behind the best: not tried any further
EXACTLY = 4.0  # a loss that is known to a quarter is known well enough
DRAWS = 4  # rounds: how often the reference policy is asked what it would decide


@dataclass(frozen=True)
class Judgement:
    """What the options of one decision were worth to the seat that had them."""

    codes: list[int]
    values: Numbers
    errors: Numbers
    usual: float  # the mean over what the reference policy would have decided
    best: int  # a code: of greatest value, and the one played where none is surely better
    loss: float  # of the one played against it
    error: float  # of that difference
    trials: int

    @property
    def is_mistake(self) -> bool:
        """Whether the loss is beyond doubt and worth talking about."""
        return self.loss >= SLIGHT

    def value(self, code: int) -> float:
        """What an option was worth."""
        return float(self.values[self.codes.index(code)])


class Judge:
    """Weighs the options of one decision."""

    def __init__(self, runner: TrialRunner, view: View, played: int) -> None:
        self.runner, self.view, seen = runner, view, view.seen
        self.codes = numbers_in(int(seen.legal))
        self.played = self.codes.index(played)
        self.seed = int.from_bytes(
            hashlib.sha256(seen.tobytes() + view.known.tobytes()).digest()[:8]
        )
        self.outlook = outlook_for(runner.rules.NAME, runner.players, seen.options)
        self.sums = [np.zeros((0, 1, 1)) for _ in self.codes]
        self.left = list(range(len(self.codes)))  # options still tried

    def judge(self, effort: Effort = USUAL_EFFORT) -> Judgement:
        """Try the options, until it is clear enough what the decision cost."""
        for rounds in effort.stages:
            self._try(rounds)
            if len(self.codes) == 1 or self._is_clear():
                break
            self._drop_hopeless()
        return self._judgement()

    def _try(self, rounds: int) -> None:
        codes = np.array([self.codes[option] for option in self.left])
        first = len(self.sums[self.played])
        sums = np.zeros((rounds * BATCHES, 1, len(codes)))
        about = self.runner.trial(
            OPTIONS, self.seed, **self.view._asdict(), codes=codes, outlook=self.outlook
        )
        self.runner.run(self.runner.tasks(about, first, sums, np.zeros((len(sums), 0))))
        for column, option in enumerate(self.left):
            known = longer(self.sums[option], len(sums) - first)
            known[first:] = sums[first:, :, column : column + 1]
            self.sums[option] = known

    def _ahead(self, option: int) -> tuple[float, float]:
        """How much better an option is than the one played, and the standard error of that."""
        own, other = batch_means(self.sums[self.played]), batch_means(self.sums[option])
        difference = (other - own)[:, 0, 0]
        return float(difference.mean()), float(spread(difference))

    def _is_clear(self) -> bool:
        ahead = [self._ahead(option) for option in self.left if option != self.played]
        if all(better + LIKELY * error < SLIGHT for better, error in ahead):
            return True  # none can be much better
        better, error = max(ahead)
        return better > SLIGHT + SURE * error and better > EXACTLY * error

    def _drop_hopeless(self) -> None:
        best = max(self.left, key=lambda option: self.sums[option].sum())
        most = batch_means(self.sums[best])

        def has_hope(option: int) -> bool:
            behind = (most - batch_means(self.sums[option]))[:, 0, 0]
            return bool(behind.mean() <= HOPELESS * spread(behind))

        self.left = [o for o in self.left if o in (best, self.played) or has_hope(o)]

    def _judgement(self) -> Judgement:
        means = [batch_means(sums)[:, 0, 0] for sums in self.sums]
        values = np.array([mean.mean() for mean in means])
        best = max(self.left, key=lambda option: (values[option], option == self.played))
        loss, error = self._ahead(best)
        if loss <= SURE * error:
            best, loss = self.played, 0.0
        return Judgement(
            codes=self.codes,
            values=values,
            errors=np.array([spread(mean) for mean in means]),
            usual=self._usual(values),
            best=self.codes[best],
            loss=loss,
            error=error,
            trials=sum(len(sums) for sums in self.sums) * TRIALS,
        )

    def _usual(self, values: Numbers) -> float:
        about = self.runner.trial(
            CHOICES, self.seed, seen=self.view.seen, codes=np.array(self.codes)
        )
        chosen = self.runner.sums(about, DRAWS, len(self.codes)).sum(axis=0)
        return float(values @ (chosen / chosen.sum()))
