"""A record in, a review out.

    found = review(Record.read(text))
    found.accounts[0].luck, found.mistakes(seat=0)

First come the trials of all decisions for the account, more until its sums are sure enough; then a
first look at the options of each decision; then each decision is judged by what its maker could
know, first those that seem to have cost most; and last, where a seat's play is not sure enough yet,
more trials of its decisions.
"""

import os
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import numpy as np

from galopp.play.game import game
from galopp.play.record import Record
from galopp.review.account import Found, play_error, put_together
from galopp.review.curve import AFTER_IT, BEFORE
from galopp.review.draft import Draft, Progress, tell_nobody
from galopp.review.effort import USUAL_EFFORT, Effort
from galopp.review.estimates import Curve, Estimates, says_nothing
from galopp.review.judge import Judge, Judgement
from galopp.review.reference import number_of, usual_policy
from galopp.review.report import Review
from galopp.review.timeline import Timeline, timeline_of
from galopp.review.trial_runner import TrialRunner

SURE_ENOUGH = 0.029  # standard error of a seat's luck, and of what its decisions were worth
FIRST_PART = 0.1  # of the work: the trials for the account
JUDGED_PART = 0.9  # when all decisions are judged; the rest is seldom needed


def review(
    record: Record,
    policy: str | None = None,
    *,
    effort: Effort = USUAL_EFFORT,
    workers: int | None = None,
    progress: Progress = tell_nobody,
) -> Review:
    """Review a game, finished or left; raises `Fault` if there is no such policy.

    `policy` plays on in thought, by default the game's usual one. `workers` is by default the
    number of cores, and decides nothing but the time it takes.
    """
    named = usual_policy(record.game) if policy is None else policy
    workers = cores() if workers is None else workers
    runner = TrialRunner(game(record.game).rules, record.players, number_of(named), workers)
    timeline = timeline_of(record, runner)
    draft = None
    for part, curve in estimate(timeline, runner, effort):
        found = Found(timeline, curve, [None] * len(timeline.trials))
        draft = Draft(FIRST_PART * part, record, named, found)
        progress(draft)
    assert draft is not None
    return put_together(record, named, judge_all(draft, runner, effort, progress))


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def estimate(
    timeline: Timeline, runner: TrialRunner, effort: Effort
) -> Iterator[tuple[float, Curve]]:
    """Trials of all decisions, until the sums of luck and play are sure enough.

    What is known after each pass, and which part of the passes is done; the last is all there is.
    """
    estimates = Estimates(timeline, runner, effort)
    steps = range(len(timeline.trials))
    telling = np.array([not says_nothing(timeline, runner, step) for step in steps], np.int64)
    estimates.grow(telling)
    curve, slack = estimates.curve(), effort.slack(len(steps))
    for number in range(effort.passes):
        if curve.error <= SURE_ENOUGH * slack:
            break
        yield (number + 1) / (effort.passes + 1), curve
        estimates.grow_by(curve.error / slack)
        curve = estimates.curve()
    yield 1.0, curve


def judge_all(draft: Draft, runner: TrialRunner, effort: Effort, progress: Progress) -> Found:
    """Each decision by what its maker could know, one on each core at a time."""
    alone, timeline = TrialRunner(runner.rules, runner.players, runner.policy), draft.found.timeline
    judges = [
        Judge(alone, view, trial.code)
        for view, trial in zip(timeline.views, timeline.trials, strict=True)
    ]
    runner.run([partial(judge.look, effort.look) for judge in judges])
    slack = effort.slack(len(judges))
    doubts = [doubt / slack**2 for doubt in doubts_of_seats(judges, timeline)]
    judged: list[Judgement | None] = [None] * len(judges)

    def task(step: int) -> None:
        judged[step] = judges[step].judge(doubts[timeline.makers[step]], effort.afresh)
        known = list(judged)
        part = (len(known) - known.count(None)) / len(known)
        found = replace(draft.found, judgements=known)
        whole = FIRST_PART + (JUDGED_PART - FIRST_PART) * part
        progress(replace(draft, part=whole, found=found))

    runner.run([partial(task, step) for step in by_suspicion(draft.found)])
    found = replace(draft.found, judgements=judged)
    for number in range(effort.passes):
        unsure = [play_error(found, seat) / slack for seat in range(timeline.players)]
        if max(unsure) <= SURE_ENOUGH:
            break
        part = JUDGED_PART + (1 - JUDGED_PART) * number / effort.passes
        progress(replace(draft, part=part, found=found))
        found = judge_surer(judges, found, unsure, runner)
    progress(replace(draft, part=1.0, found=found))
    return found


def judge_surer(
    judges: list[Judge], found: Found, unsure: list[float], runner: TrialRunner
) -> Found:
    """More trials of the decisions of those seats whose play is so unsure, for such a game."""
    judged = list(found.judgements)

    def task(step: int, error: float) -> None:
        judged[step] = judges[step].judge_surer(error)

    runner.run(
        [
            partial(task, step, unsure[maker])
            for step, maker in enumerate(found.timeline.makers)
            if unsure[maker] > SURE_ENOUGH and (one := judged[step]) and one.play_error > 0
        ]
    )
    return replace(found, judgements=judged)


def doubts_of_seats(judges: list[Judge], timeline: Timeline) -> list[float]:
    """How unsure single trials of all decisions of a seat are, together."""
    doubts = [0.0] * timeline.players
    for judge, maker in zip(judges, timeline.makers, strict=True):
        doubts[maker] += judge.doubt
    return doubts


def by_suspicion(found: Found) -> list[int]:
    """Decisions, first those that seem to have cost their maker most."""
    values = found.curve.values
    worth = [
        values[place[AFTER_IT], maker] - values[place[BEFORE], maker]
        for place, maker in zip(found.curve.places, found.timeline.makers, strict=True)
    ]
    return sorted(range(len(worth)), key=worth.__getitem__)
