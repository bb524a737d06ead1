"""How much luck each seat had in a game, measured while it is played.

    meter = LuckMeter(rules, players, options, seed)
    meter.deal(state)                             # once it is dealt
    meter.decide(before, seat, code, state)       # after each decision
    meter.luck                                    # a share of the victory for each seat

What is measured is not corrected by anything that comes later, and its own luck is made from a seed
that has nothing to do with the game's: so its mean is 0 whoever plays, and results less luck are as
fair as results.
"""

import numpy as np

from galopp.core.chance import chance
from galopp.core.contract import Rules
from galopp.core.option import Options
from galopp.core.record import Record, blank, copy_of
from galopp.core.words import numbers_in
from galopp.play.game import game
from galopp.review.outcomes import NO_CHANCE, outcomes_of, workspace_for
from galopp.review.playout import outlook_of, scratch_for
from galopp.review.reference import number_of, usual_policy
from galopp.review.tallies import TRIALS, Numbers
from galopp.review.trial_runner import TrialRunner
from galopp.review.trials import DEAL, LUCK, STATE, Trial, try_rows

ROWS = 8  # of trials for each stroke of chance
APART = 0x9E3779B97F4A7C15  # from seed to seed


class LuckMeter:
    """Measures the luck of one game."""

    def __init__(self, rules: Rules, players: int, options: Options, seed: int) -> None:
        self._runner = TrialRunner(rules, players, number_of(usual_policy(rules.NAME)))
        self._space, self._scratch = workspace_for(rules), scratch_for(rules, players)
        self._options, self._seed = options, seed
        self._outlook = outlook_of(rules, players, options)
        self.luck: Numbers = np.zeros(players)

    def deal(self, state: Record) -> None:
        """What the deal gave, compared with others."""
        dealt = self._mean(self._trial(STATE, before=copy_of(state)))
        self.luck += dealt - self._mean(self._trial(DEAL, options=self._options))

    def decide(self, before: Record, seat: int, code: int, after: Record) -> None:
        """What chance answered to a decision, compared with what it could have."""
        real = np.frombuffer(after.tobytes(), np.uint8)
        outcomes, came = outcomes_of(before, code, real, self._space)
        if outcomes == NO_CHANCE:
            return
        states = {"before": before, "after": copy_of(after)}
        about = {"seat": seat, "code": code, "outcomes": int(outcomes), "came": int(came)}
        self.luck += self._mean(self._trial(LUCK, **states, **about))

    def _trial(self, kind: int, **about: object) -> Trial:
        self._seed += APART
        return self._runner.trial(kind, self._seed, outlook=self._outlook, **about)

    def _mean(self, trial: Trial) -> Numbers:
        sums = np.zeros((ROWS, 1, len(self.luck) + 1))
        values = np.zeros(sums.shape[1:])
        try_rows(trial, 0, self._scratch, values, sums, np.zeros((ROWS, 0)))
        return np.asarray(sums[:, 0, :-1].sum(axis=0) / (ROWS * TRIALS))


def warm_up(name: str, players: int, options: Options) -> None:
    """Compile what measures luck, if that was not done before."""
    rules = game(name).rules
    meter, state, luck = LuckMeter(rules, players, options, 0), blank(rules.STATE), chance(0)
    rules.set_up(state, players, options, luck)
    before, seat = copy_of(state), int(rules.mover(state))
    code = numbers_in(int(rules.legal(state)))[0]
    rules.apply(state, code, luck)
    meter.deal(before)
    meter.decide(before, seat, code, state)
