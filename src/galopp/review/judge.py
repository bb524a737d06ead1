"""What each decision open to a seat was worth to it, by what it could know.

Every option is tried in the same worlds that the seat cannot tell apart, with the same luck
afterwards, to the end of the race; races after it are drawn by lot, as a search does it: they would
say next to nothing about the decision and take most of the time. The luck is made from what the
seat sees: cards that it cannot know have no part in what comes out, not even by chance.

    judge = Judge(runner, view, played)
    judge.look(effort.look)                  # how sure is it, and which options matter?
    judge.judge(doubts, effort.afresh)       # those tried afresh
    judge.judge_surer(error)                 # more of that, while its maker's play is so unsure
"""

import hashlib
from dataclasses import dataclass

import numpy as np

from galopp.core.contract import Rules
from galopp.core.record import blank
from galopp.core.words import numbers_in
from galopp.review.playout import outlook_of
from galopp.review.tallies import BATCHES, TRIALS, Numbers
from galopp.review.timeline import View
from galopp.review.trial_runner import TrialRunner
from galopp.review.trials import CHOICES, OPTIONS
from galopp.review.weighing import (
    NOTHING,
    OPTIONS_TALLY,
    SLIGHT,
    add_to_options,
    drop_hopeless,
    is_clear,
    judge_options,
    judge_rivals,
    plan_afresh,
    rounds_for_play,
    rounds_to_be_sure,
)

FRESH = 1 << 20  # the first round of those that no first look has seen
DRAWS = 4  # rounds: how often the reference policy is asked what it would decide


@dataclass(frozen=True)
class LeadsTo:
    """What the best option is better by: so many with it, so many otherwise."""

    better_by: int
    with_it: int
    otherwise: int


@dataclass(frozen=True)
class Judgement:
    """What the options of one decision were worth to the seat that had them."""

    codes: list[int]
    values: Numbers
    errors: Numbers
    usual: float  # the mean over what the reference policy would have decided
    play_error: float  # of the one played less that
    best: int  # a code: of greatest value, and the one played where none is surely better
    loss: float  # of the one played against it
    error: float  # of that difference
    leads_to: LeadsTo | None
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
        self.seed = int.from_bytes(
            hashlib.sha256(seen.tobytes() + view.known.tobytes()).digest()[:8]
        )
        self.outlook = outlook_of(runner.rules, runner.players, seen.options)
        self.tally = blank(OPTIONS_TALLY)
        self.tally.options, self.tally.played = len(self.codes), self.codes.index(played)
        self.tally.counts = brings_points(runner.rules)

    @property
    def doubt(self) -> float:
        """How far one trial is off from what the decision was worth, after a first look."""
        return float(self.tally.doubt)

    def look(self, stages: tuple[int, ...]) -> None:
        """A first look at the options: more rounds, in all, while it is not clear what it cost."""
        first = 0
        for rounds in stages:
            self._try(first, rounds)
            first = rounds
            if is_clear(self.tally):
                break
            drop_hopeless(self.tally)
        self._ask_policy()
        plan_afresh(self.tally)

    def judge(self, doubts: float, most: int) -> Judgement:
        """Try afresh what matters, with luck that the first look has not seen.

        So many rounds at the most; `doubts` is the sum over all decisions of the seat.
        """
        tally = self.tally
        if not tally.dropped[tally.played]:
            first = min(most, max(1, int(tally.wanted)))
            self._try(FRESH, FRESH + first)
            judge_rivals(tally)
            self._try(FRESH + first, FRESH + min(most, rounds_for_play(tally, doubts)))
        judge_options(tally)
        return self._judgement()

    def judge_surer(self, error: float) -> Judgement:
        """Try more of what its maker's play hangs on; what the decision cost is known by now.

        `error` is that of the seat's play, all its decisions together.
        """
        had = int(self.tally.rounds[self.tally.played])
        self._try(FRESH + had, FRESH + rounds_to_be_sure(self.tally, error))
        judge_options(self.tally)
        return self._judgement()

    def _try(self, first: int, end: int) -> None:
        """Trials of the options that are left, from one round to before another."""
        if end <= first:
            return
        dropped = self.tally.dropped
        codes = np.array([code for n, code in enumerate(self.codes) if not dropped[n]])
        about = self.runner.trial(
            OPTIONS, self.seed, **self.view._asdict(), codes=codes, outlook=self.outlook
        )
        add_to_options(self.runner.sums(about, end - first, len(codes), first), self.tally)

    def _ask_policy(self) -> None:
        options = len(self.codes)
        about = self.runner.trial(
            CHOICES, self.seed, seen=self.view.seen, codes=np.array(self.codes)
        )
        self.tally.chosen[:options] = self.runner.sums(about, DRAWS, options).sum(axis=(0, 1))

    def _judgement(self) -> Judgement:
        tally, options = self.tally, len(self.codes)
        return Judgement(
            codes=self.codes,
            values=tally.values[:options].copy(),
            errors=tally.errors[:options].copy(),
            usual=float(tally.usual),
            play_error=float(tally.play_error),
            best=self.codes[tally.best],
            loss=float(tally.loss),
            error=float(tally.error),
            leads_to=self._leads_to(),
            trials=int(tally.tried) * BATCHES * TRIALS,
        )

    def _leads_to(self) -> LeadsTo | None:
        tally = self.tally
        if tally.better_by == NOTHING:
            return None
        return LeadsTo(int(tally.better_by), int(tally.with_it), int(tally.otherwise))


def brings_points(rules: Rules) -> bool:
    """Whether a race brings points; else it is all there is to win."""
    return "race" in (rules.SEEN.names or ())
