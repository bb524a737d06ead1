"""A recorded game as trials: each decision with the states around it and the ways chance had."""

import hashlib
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from galopp.core import record as records
from galopp.core.contract import Known, Outlook
from galopp.core.history import conclusions
from galopp.core.record import Record as StateRecord
from galopp.play.game import Game, game
from galopp.play.position import Position
from galopp.play.record import Record, Step
from galopp.review.outcomes import outcomes_of, workspace_for
from galopp.review.playout import outlook_of
from galopp.review.trial_runner import TrialRunner
from galopp.review.trials import MOMENT, Trial

APART = 0x9E3779B97F4A7C15  # from seed to seed of a game's decisions


class View(NamedTuple):
    """What a seat could know when it decided."""

    seen: StateRecord
    known: Known  # what follows from what it was told of the race


def view_of(position: Position, seat: int) -> View:
    """What a seat sees, and what follows from what it was told."""
    seen = position.seen(seat).record
    return View(seen, conclusions(position.rules, seen, position.told(seat).records))


@dataclass(frozen=True)
class Timeline:
    """A recorded game, ready to be tried out."""

    game: Game
    players: int
    seed: int
    options: Any  # as the states hold them
    outlook: Outlook  # what races to come may bring
    steps: list[Step]
    trials: list[Trial]  # of each decision
    views: list[View]  # what the seat that decides could know
    last: Position  # where the record ends

    @property
    def over(self) -> bool:
        """Whether the game was played to its end."""
        return self.last.over

    @property
    def makers(self) -> list[int]:
        """Who made each decision."""
        return [step.seat for step in self.steps]


def timeline_of(record: Record, runner: TrialRunner) -> Timeline:
    """Play a record through, and look at each of its decisions."""
    played, seed, steps = game(record.game), _seed_of(record), list(record.steps())
    last = steps[-1].after if steps else record.begin()
    states = [*(_asked(played, step) for step in steps), last.state]
    outlook = outlook_of(played.rules, record.players, last.state.options)
    trials = [
        _trial(runner, step, before, after, seed + number * APART)._replace(outlook=outlook)
        for number, (step, (before, after)) in enumerate(zip(steps, pairwise(states), strict=True))
    ]
    views = [view_of(step.before, step.seat) for step in steps]
    options = last.state.options
    return Timeline(played, record.players, seed, options, outlook, steps, trials, views, last)


def _seed_of(record: Record) -> int:
    """The luck of a review is made from what was played, and from nothing else."""
    dealt = record.begin().state.tobytes().hex()
    text = "\n".join(
        [record.game, dealt, *(f"{move.seat} {move.notation}" for move in record.moves)]
    )
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])


def _asked(played: Game, step: Step) -> StateRecord:
    """The state before a decision; where several may decide, whoever did is asked."""
    before = records.copy_of(step.before.state)
    if played.many_decide is not None and int(played.rules.mover(before)) != step.seat:
        played.many_decide.ask(before, step.seat)
    return before


def _trial(
    runner: TrialRunner, step: Step, before: StateRecord, after: StateRecord, seed: int
) -> Trial:
    space, real = workspace_for(runner.rules), np.frombuffer(after.tobytes(), np.uint8)
    code = step.move.code
    outcomes, came = outcomes_of(before, code, real, space)
    about = {"before": before, "after": after, "seat": step.seat, "code": code}
    return runner.trial(MOMENT, seed, **about, outcomes=int(outcomes), came=int(came))
