"""A record in, a review out.

    found = review(Record.read(text))
    found.accounts[0].luck, found.mistakes(seat=0)

First come the trials of all decisions for the account, more and more of them until the sums of luck
and of play are sure enough; then each decision is judged by what its maker could know.
"""

import os
from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from galopp.play.game import game
from galopp.play.record import Record
from galopp.review.account import Found, put_together
from galopp.review.curve import Curve, curve_of
from galopp.review.effort import USUAL_EFFORT, Effort
from galopp.review.estimates import MOST, Estimates, Rounds, says_nothing
from galopp.review.judge import Judge, Judgement
from galopp.review.reference import number_of, usual_policy
from galopp.review.report import Review
from galopp.review.timeline import Timeline, timeline_of
from galopp.review.trial_runner import TrialRunner

SURE_ENOUGH = 0.025  # standard error of a seat's luck, and of its play

Progress: TypeAlias = Callable[[float], None]  # told which part of the work is done


def review(
    record: Record,
    policy: str | None = None,
    *,
    effort: Effort = USUAL_EFFORT,
    workers: int | None = None,
    progress: Progress = lambda part: None,
) -> Review:
    """Review a game, finished or left; raises `Fault` if there is no such policy.

    `policy` plays on in thought, by default the game's usual one. `workers` is by default the
    number of cores, and decides nothing but the time it takes.
    """
    named = usual_policy(record.game) if policy is None else policy
    workers = cores() if workers is None else workers
    runner = TrialRunner(game(record.game).rules, record.players, number_of(named), workers)
    timeline = timeline_of(record, runner)
    estimates, curve = estimate(timeline, runner, effort, progress)
    judgements = judge_all(timeline, runner, effort, progress)
    return put_together(record, named, Found(timeline, estimates, curve, judgements))


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def estimate(
    timeline: Timeline, runner: TrialRunner, effort: Effort, progress: Progress
) -> tuple[Estimates, Curve]:
    """Trials of all decisions, until the sums of luck and play are sure enough."""
    estimates = Estimates(timeline, runner, effort)
    steps = range(len(timeline.trials))
    telling = np.array([not says_nothing(timeline, runner, step) for step in steps], np.int64)
    estimates.grow(telling)
    curve = curve_of(estimates)
    for number in range(effort.passes):
        progress(0.1 * (number + 1) / effort.passes)
        if is_sure(timeline, curve):
            break
        estimates.grow(_more(estimates, int(telling.sum()) << number + 1))
        curve = curve_of(estimates)
    return estimates, curve


def is_sure(timeline: Timeline, curve: Curve) -> bool:
    """Whether each seat's luck and play are known well enough."""
    seats = range(timeline.players)
    play = [curve.play_error(timeline.makers, seat)[seat] for seat in seats]
    return bool(max([*curve.luck_error()[: timeline.players], *play]) <= SURE_ENOUGH)


def _more(estimates: Estimates, rounds: int) -> Rounds:
    """So many rounds in all, by how unsure each decision is: that makes the sum surest."""
    doubts = np.array([estimates.doubt(step) for step in range(len(estimates.sums))])
    if not doubts.any():
        return np.zeros(len(doubts), np.int64)
    wanted = np.ceil(rounds * doubts / doubts.sum()).astype(np.int64)
    return np.asarray(np.minimum(wanted, MOST))


def judge_all(
    timeline: Timeline, runner: TrialRunner, effort: Effort, progress: Progress
) -> list[Judgement]:
    """Each decision by what its maker could know, one on each core at a time."""
    alone = TrialRunner(runner.rules, runner.players, runner.policy)
    judged: dict[int, Judgement] = {}

    def task(step: int) -> Callable[[], None]:
        def work() -> None:
            judge = Judge(alone, timeline.views[step], timeline.trials[step].code)
            judged[step] = judge.judge(effort)
            progress(0.1 + 0.9 * len(judged) / len(timeline.trials))

        return work

    runner.run([task(step) for step in range(len(timeline.trials))])
    return [judged[step] for step in range(len(timeline.trials))]
