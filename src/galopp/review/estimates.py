"""All trials of a game: first some of every decision, then more of those that are unsure."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from galopp.core.cards import count
from galopp.play.game import game
from galopp.review.chain import chain_for
from galopp.review.curve import (
    DEALS,
    END,
    Places,
    Rounds,
    greatest_error,
    lay_curve,
    luck_error,
    most_nodes,
    plan_more,
)
from galopp.review.effort import Effort
from galopp.review.outcomes import NO_CHANCE
from galopp.review.playout import outlook_of, share_victory
from galopp.review.tallies import (
    BATCHES,
    MOMENT_TALLY,
    PAIRS,
    POSITION_TALLY,
    TRIALS,
    VALUES,
    Numbers,
    add_to_moment,
    add_to_position,
)
from galopp.review.timeline import Timeline
from galopp.review.trial_runner import TrialRunner
from galopp.review.trials import CHOICES, DEAL, STATE


@dataclass(frozen=True)
class Curve:
    """Each seat's chance to win along a game; the last of the seats is nobody."""

    places: Places  # (decisions, 3): nodes
    values: Numbers  # (nodes, seats)
    luck_errors: list[float]  # standard errors of a seat's luck
    error: float  # the greatest of these, and of what a seat's own decisions were worth
    trials: int


class Estimates:
    """What the trials of one game have told so far."""

    def __init__(self, timeline: Timeline, runner: TrialRunner, effort: Effort) -> None:
        self.timeline, self.runner = timeline, runner
        self.seats = timeline.players + 1  # and nobody's
        self.moments = np.zeros(len(timeline.trials), MOMENT_TALLY)
        self.moments["outcomes"] = [trial.outcomes for trial in timeline.trials]
        self.moments["maker"] = timeline.makers
        self.positions = np.zeros(2, POSITION_TALLY)
        add_to_position(_sums_of_deals(timeline, runner, effort.deals), self.positions[DEALS])
        if not timeline.over:
            about = {"before": timeline.last.state, "outlook": timeline.outlook}
            here = runner.trial(STATE, timeline.seed, **about)
            add_to_position(runner.sums(here, effort.end, self.seats), self.positions[END])

    def grow(self, rounds: Rounds) -> None:
        """So many rounds of trials more for each decision."""
        tasks, found = [], []
        for number, more in enumerate(rounds):
            rows, first = int(more) * BATCHES, int(self.moments[number].rounds) * BATCHES
            told = (np.zeros((rows, VALUES, self.seats)), np.zeros((rows, PAIRS)))
            tasks += self.runner.tasks(self.timeline.trials[number], first, *told)
            found.append(told)
        self.runner.run(tasks)
        for number, told in enumerate(found):
            add_to_moment(*told, self.moments[number])

    def grow_by(self, error: float) -> None:
        """As many more as are missing while the sums are so unsure."""
        rounds = np.zeros(len(self.moments), np.int64)
        plan_more(self.moments, self.seats, error, rounds)
        self.grow(rounds)

    def curve(self) -> Curve:
        """The most likely curve through all of them."""
        moments, seats = self.moments, self.seats
        places = np.zeros((len(moments), 3), np.int64)
        chain = chain_for(most_nodes(len(moments)), seats)
        over, result = self.timeline.over, shares_of(self.timeline)
        nodes = lay_curve(moments, self.positions, result, over, places, chain)
        rounds = int(moments["rounds"].sum() + self.positions["rounds"].sum())
        return Curve(
            places,
            chain.right[:nodes, :seats],
            [float(luck_error(places, chain, seats, seat)) for seat in range(seats)],
            float(greatest_error(moments, places, chain, seats)),
            rounds * BATCHES * TRIALS,
        )


def shares_of(timeline: Timeline) -> Numbers:
    """What each seat has of the victory of a game that is over, and what nobody has."""
    shares = np.zeros(timeline.players + 1)
    share_victory(timeline.last.state, shares)
    return shares


def _sums_of_deals(timeline: Timeline, runner: TrialRunner, rounds: int) -> Numbers:
    options = tuple(map(int, timeline.options))
    return _dealt(
        timeline.game.name, timeline.players, options, runner.policy, runner.workers, rounds
    )


@lru_cache(maxsize=64)
def _dealt(
    name: str, players: int, options: tuple[int, ...], policy: int, workers: int, rounds: int
) -> Numbers:
    """Games of this kind, dealt anew each time: sums of shares (rows, 1, seats)."""
    runner = TrialRunner(game(name).rules, players, policy, workers)
    chosen = np.array(options, np.int16)
    outlook = outlook_of(runner.rules, players, chosen)
    about = runner.trial(DEAL, 0, options=chosen, outlook=outlook)
    return runner.sums(about, rounds, players + 1)


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
