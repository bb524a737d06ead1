"""A test that one may look at after every deal, and intervals that hold whenever one looks."""

import numpy as np
import pytest

from galopp.lab.sequential import SURE, Bets, confidence_sequence

RUNS = 400


def coins(lots, share, number):
    return (lots.random(number) < share).astype(np.float64)


def false_alarms(fair, scores):
    """How often bets on fair scores become certain at any of the looks."""
    alarms = 0
    for _ in range(RUNS):
        bets = Bets(fair, until_sure=True)
        bets.add(scores())
        alarms += bets.over
    return alarms / RUNS


def test_fair_coins_are_called_unfair_in_at_most_one_of_twenty_runs():
    lots = np.random.default_rng(1)
    assert 0 < false_alarms(0.5, lambda: coins(lots, 0.5, 600)) <= 0.05


def test_fair_deals_of_four_are_called_unfair_in_at_most_one_of_twenty_runs():
    lots = np.random.default_rng(2)
    assert 0 < false_alarms(0.25, lambda: lots.binomial(4, 0.25, 600) / 4) <= 0.05


@pytest.mark.parametrize(("share", "verdict"), [(0.62, "ahead"), (0.38, "behind")])
def test_a_difference_is_found_in_its_direction(share, verdict):
    lots = np.random.default_rng(3)
    found = []
    for _ in range(100):
        bets = Bets(0.5, until_sure=True)
        bets.add(coins(lots, share, 1_000))
        found.append(bets.evidence.verdict)
    assert found.count(verdict) >= 98


def test_it_stops_at_the_first_deal_that_makes_it_certain():
    bets = Bets(0.5, until_sure=True)
    made = bets.add(np.ones(100))
    before = Bets(0.5)
    before.add(np.ones(made - 1))
    assert before.evidence.most < SURE <= bets.evidence.most
    assert bets.over
    assert bets.evidence.verdict == "ahead"


def test_without_stopping_everything_is_bet_on_and_the_most_evidence_is_kept():
    bets = Bets(0.5)
    assert bets.add(np.concatenate([np.ones(20), np.zeros(20)])) == 40
    assert not bets.over
    first = Bets(0.5)
    first.add(np.ones(20))
    assert bets.evidence.above == first.evidence.above


def test_in_how_many_parts_the_deals_come_does_not_matter():
    scores = coins(np.random.default_rng(4), 0.6, 500)
    whole, parts = Bets(0.5), Bets(0.5)
    whole.add(scores)
    for start in range(0, 500, 7):
        parts.add(scores[start : start + 7])
    assert whole.evidence == parts.evidence


def test_nothing_that_happened_is_no_evidence():
    bets = Bets(1 / 3)
    bets.add(np.full(1_000, 1 / 3))
    assert bets.evidence.most == pytest.approx(0.5)
    assert bets.evidence.verdict == "undecided"


def test_the_confidence_sequence_covers_the_truth_at_all_looks_together():
    lots = np.random.default_rng(5)
    covered = 0
    for _ in range(100):
        scores = lots.choice([0.0, 0.5, 1.0], p=[0.1, 0.5, 0.4], size=200)
        looks = [confidence_sequence(scores[:n], np.ones(n)) for n in range(10, 201, 10)]
        covered += all(low <= 0.65 <= high for low, high in looks)
    assert covered >= 95


def test_the_confidence_sequence_leaves_out_what_is_fair_when_the_test_is_certain():
    scores = coins(np.random.default_rng(6), 0.7, 400)
    certain = Bets(0.5, until_sure=True).add(scores)
    assert 10 < certain < 400
    for n in (certain - 1, certain):
        low, high = confidence_sequence(scores[:n], np.ones(n))
        assert (low > 0.5) == (n == certain)
        assert high > 0.5


def test_a_share_of_some_games_only_is_covered_too():
    """Decided games: each deal has none, one or two of them."""
    lots = np.random.default_rng(7)
    covered = 0
    for _ in range(200):
        there = lots.integers(0, 3, 200)
        won = lots.binomial(there, 0.8)
        low, high = confidence_sequence(won / 2, there / 2)
        covered += low <= 0.8 <= high
    assert covered / 200 >= 0.95


@pytest.mark.parametrize(("won", "sides"), [(0.0, (0.0, 0.2)), (1.0, (0.8, 1.0))])
def test_where_all_deals_went_the_same_way_the_interval_keeps_its_doubt(won, sides):
    low, high = confidence_sequence(np.full(50, won), np.ones(50))
    assert sides[0] <= low < high <= sides[1]
