"""What options were worth, from trials whose truth is known because they are coins."""

import numpy as np
import pytest

from galopp.core.record import blank
from galopp.review.tallies import BATCHES, GAINED, LEFT, SHARE, TRIALS, VALUES
from galopp.review.weighing import (
    BRINGS_MORE,
    LEAVES_LESS,
    NOTHING,
    OPTIONS_TALLY,
    SLIGHT,
    WINS_MORE,
    add_to_options,
    drop_hopeless,
    is_clear,
    judge_options,
    judge_rivals,
    plan_afresh,
    rounds_for_play,
    rounds_to_be_sure,
)

PLAYED, OTHER = 0, 1


def toss(tally, coins, rounds, luck, points):
    """Trials of the options that are left: each wins as often as its coin says, and has points."""
    kept = [option for option in range(len(coins)) if not tally.dropped[option]]
    rows = np.zeros((rounds * BATCHES, VALUES, len(kept)))
    rows[:, SHARE] = luck.binomial(TRIALS, [coins[n] for n in kept], (len(rows), len(kept)))
    for value, mean in points.items():
        rows[:, value] = luck.poisson([TRIALS * mean[n] for n in kept], (len(rows), len(kept)))
    add_to_options(rows, tally)


def weighed(coins, chosen, seed, doubts=0.5, points=None):
    """A decision between coins, the first of which was played."""
    tally, luck, points = blank(OPTIONS_TALLY), np.random.default_rng(seed), points or {}
    tally.options, tally.played, tally.counts = len(coins), PLAYED, bool(points)
    for more in (1, 3):
        toss(tally, coins, more, luck, points)
        if is_clear(tally):
            break
        drop_hopeless(tally)
    tally.chosen[: len(coins)] = chosen
    plan_afresh(tally)
    if not tally.dropped[PLAYED]:
        first = max(1, int(tally.wanted))
        toss(tally, coins, first, luck, points)
        judge_rivals(tally)
        toss(tally, coins, max(0, rounds_for_play(tally, doubts) - first), luck, points)
    judge_options(tally)
    return tally


@pytest.mark.parametrize("coins", [(0.5, 0.5), (0.5, 0.52), (0.5, 0.46), (0.3, 0.32, 0.34)])
def test_a_decision_is_not_flattered_by_when_the_trials_end(coins):
    """Trials that end as soon as the one played looks good, and count, would favour it."""
    chosen = [0] * (len(coins) - 1) + [64]
    found = np.array(
        [
            tally.values[PLAYED] - tally.usual
            for tally in (weighed(coins, chosen, s) for s in range(3_000))
        ]
    )
    truth, error = coins[PLAYED] - coins[-1], found.std() / np.sqrt(len(found))
    assert abs(found.mean() - truth) < 4 * error


def test_a_loss_is_not_flattered_by_which_of_several_options_looked_best():
    """Of four that are as good, one always looks better than it is."""
    coins = (0.5, 0.56, 0.56, 0.56, 0.56)
    tallies = [weighed(coins, [64, 0, 0, 0, 0], seed) for seed in range(400)]
    losses = [tally.loss for tally in tallies]
    assert abs(np.mean(losses) - 0.06) < 4 * np.std(losses) / np.sqrt(len(losses))
    for tally in tallies:
        if tally.loss:
            assert tally.best == np.argmax(tally.values[: len(coins)])
            ahead = tally.values[tally.best] - tally.values[PLAYED]
            assert ahead == pytest.approx(tally.loss)
            assert tally.with_it - tally.otherwise == pytest.approx(100 * tally.loss, abs=1)


def test_errors_that_are_told_are_those_that_are_made():
    tallies = [weighed((0.5, 0.5, 0.5), [1, 1, 2], seed) for seed in range(1_000)]
    made = np.std([tally.values[PLAYED] - tally.usual for tally in tallies])
    told = np.sqrt(np.mean([tally.play_error**2 for tally in tallies]))
    assert made == pytest.approx(told, rel=0.1)


def test_a_decision_as_the_policy_makes_it_is_worth_exactly_nothing_besides():
    tally = weighed((0.5, 0.5), [64, 0], seed=1)
    assert tally.usual == tally.values[PLAYED]
    assert tally.play_error == tally.doubt == 0


def test_what_is_far_from_better_is_not_tried_afresh():
    tally = weighed((0.7, 0.2), [64, 0], seed=2)
    assert tally.dropped[PLAYED] and tally.dropped[OTHER]
    assert (tally.best, tally.loss) == (PLAYED, 0)
    assert tally.values[OTHER] == pytest.approx(0.2, abs=0.1)


def test_a_mistake_is_found_and_its_cost_told():
    tally = weighed((0.4, 0.6), [0, 64], seed=3)
    assert tally.best == OTHER
    assert tally.loss == pytest.approx(0.2, abs=5 * tally.error)
    assert tally.loss > SLIGHT
    assert tally.values[OTHER] - tally.values[PLAYED] == pytest.approx(tally.loss)


def test_the_more_unsure_decision_gets_more_of_the_trials():
    calm, wild = weighed((0.01, 0.01), [0, 64], seed=4), weighed((0.5, 0.5), [0, 64], seed=4)
    doubts = calm.doubt + wild.doubt
    assert 0 < calm.doubt < wild.doubt
    assert rounds_for_play(calm, doubts) < rounds_for_play(wild, doubts)


def test_a_seat_that_is_not_sure_enough_is_tried_as_often_as_is_missing():
    tally = weighed((0.4, 0.6), [0, 64], seed=3)
    rounds = int(tally.rounds[PLAYED])
    assert rounds_to_be_sure(tally, 0.028 * 1.3) == int(rounds * 1.3**2) + 1
    assert rounds_to_be_sure(tally, 0.5) == 2 * rounds


def test_more_trials_make_a_judgement_surer_and_change_nothing_of_what_it_cost():
    coins, chosen = (0.4, 0.6, 0.55), [0, 0, 64]
    tally = weighed(coins, chosen, seed=3)
    before = tally.copy()
    judge_options(tally)  # of the same trials it says the same again
    assert tally.tobytes() == before.tobytes()
    more = rounds_to_be_sure(tally, 0.5) - int(tally.rounds[PLAYED])
    toss(tally, coins, more, np.random.default_rng(4), {})
    judge_options(tally)
    assert (tally.best, tally.loss, tally.error) == (before.best, before.loss, before.error)
    assert tally.play_error < before.play_error


@pytest.mark.parametrize(
    ("gained", "left", "better_by"),
    [
        ((2, 3), (2, 2), BRINGS_MORE),
        ((2, 2), (3, 2), LEAVES_LESS),
        ((2, 3), (4, 2), LEAVES_LESS),
        ((2, 4), (3, 2), BRINGS_MORE),
        ((3, 2), (2, 3), WINS_MORE),
        ((2, 2), (2, 2), WINS_MORE),
    ],
)
def test_what_the_better_one_leads_to_is_what_it_is_better_by(gained, left, better_by):
    """Points, own ones or those of the others, whichever is more; else victories."""
    found = weighed((0.2, 0.8), [64, 0], seed=5, points={GAINED: gained, LEFT: left})
    assert (found.best, found.better_by) == (OTHER, better_by)
    told = {BRINGS_MORE: (gained, 10), LEAVES_LESS: (left, 10), WINS_MORE: ((0.2, 0.8), 100)}
    means, often = told[better_by]
    assert found.with_it == pytest.approx(often * means[OTHER], abs=4)
    assert found.otherwise == pytest.approx(often * means[PLAYED], abs=4)


def test_a_decision_that_is_no_worse_leads_to_nothing_else():
    points = {GAINED: (2, 3), LEFT: (2, 2)}
    found = weighed((0.5, 0.5), [64, 0], seed=6, points=points)
    assert (found.best, found.better_by) == (PLAYED, NOTHING)


def test_where_a_race_is_all_there_is_to_win_victories_are_told():
    assert weighed((0.4, 0.6), [64, 0], seed=7).better_by == WINS_MORE


def test_no_option_is_worth_more_than_the_victory_or_less_than_nothing():
    """A rival is as far ahead as by its own trials of an option that was tried more often."""
    for seed in range(60):
        tally = weighed((0.9, 0.995, 0.01), [0, 64, 0], seed, doubts=2.0)
        assert 0.0 <= min(tally.values[:3])
        assert max(tally.values[:3]) <= 1.0
