"""Shares and their intervals, from games of their own and from deals."""

import numpy as np
import pytest

from galopp.lab.shares import Share, share_of_deals, student


@pytest.mark.parametrize(("freedom", "quantile"), [(4, 2.776), (10, 2.228), (30, 2.042)])
def test_students_distribution_is_near_its_tables(freedom, quantile):
    assert student(freedom) == pytest.approx(quantile, rel=0.01)


@pytest.mark.parametrize("deals", [10, 30, 200])
@pytest.mark.parametrize(
    ("scores", "weights"),
    [
        ([0.0, 1.0], [0.3, 0.7]),
        ([0.0, 0.25, 0.5, 0.75, 1.0], [0.05, 0.05, 0.5, 0.1, 0.3]),
        ([0.0, 0.25, 0.5], [0.6, 0.3, 0.1]),
    ],
)
def test_intervals_from_deals_cover_the_truth(deals, scores, weights):
    lots = np.random.default_rng(1)
    truth, covered = float(np.dot(scores, weights)), 0
    for _ in range(1_000):
        found = share_of_deals(lots.choice(scores, p=weights, size=deals), np.ones(deals), False)
        covered += found.low <= truth <= found.high
    assert covered / 1_000 >= 0.93  # 95 %, but for lots of scores that are few and coarse


def test_dependent_games_make_a_longer_interval_than_games_of_their_own():
    won = np.array([0.0, 1.0] * 50)  # four games a deal, all won or all lost
    found, careless = share_of_deals(won, np.ones(100), False), Share.of(200, 400)
    assert found.high - found.low > 1.5 * (careless.high - careless.low)


@pytest.mark.parametrize("anytime", [False, True])
def test_a_few_deals_alike_are_not_taken_for_certain(anytime):
    found = share_of_deals(np.ones(5), np.ones(5), anytime)
    assert found.share == found.high == 1.0
    assert found.low < 0.8


def test_what_may_be_looked_at_any_time_is_longer():
    won = np.random.default_rng(2).choice([0.0, 0.5, 1.0], size=200)
    fixed, anytime = (share_of_deals(won, np.ones(200), kind) for kind in (False, True))
    assert anytime.low < fixed.low < fixed.share < fixed.high < anytime.high
    assert fixed.share == anytime.share


def test_decided_games_are_a_share_of_those_decided():
    won, decided = np.array([1.0, 0.5, 0.0]), np.array([1.0, 0.5, 0.5])
    assert share_of_deals(won, decided, False).share == pytest.approx(0.75)


def test_intervals_of_decided_games_cover_the_truth():
    lots = np.random.default_rng(3)
    covered = 0
    for _ in range(1_000):
        there = lots.integers(0, 3, 100)
        found = share_of_deals(lots.binomial(there, 0.8) / 2, there / 2, False)
        covered += found.low <= 0.8 <= found.high
    assert covered / 1_000 >= 0.93
