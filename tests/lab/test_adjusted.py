"""Results less luck: the same mean, a shorter interval."""

from dataclasses import replace

import numpy as np
import pytest

import galopp
from galopp.lab.adjusted import less_luck
from galopp.lab.arena import compete, outcome
from galopp.lab.matches import Match


def test_luck_is_taken_off_and_the_mean_stays():
    """Half of each result is skill that hangs on nothing, the rest is known luck."""
    draws = np.random.default_rng(3)
    luck = draws.normal(0, 0.3, 4_000)
    won = 0.6 + luck + draws.normal(0, 0.1, 4_000)
    found = less_luck(won, luck)
    assert found.share.low < 0.6 < found.share.high
    assert found.share.high - found.share.low < 0.01
    assert found.fewer == pytest.approx(10, rel=0.1)


def test_luck_that_says_nothing_is_left_alone():
    draws = np.random.default_rng(4)
    found = less_luck(draws.normal(0.5, 0.3, 400), draws.normal(0, 0.3, 400))
    assert found is None or found.fewer < 1.05
    assert less_luck(np.ones(50), draws.normal(0, 0.3, 50)) is None
    assert less_luck(draws.normal(0.5, 0.3, 4), draws.normal(0, 0.3, 4)) is None


def check_means_agree(name, games, least):
    """As far as both can tell; and how many times fewer games are needed is told."""
    game = galopp.game(name)
    match = replace(Match.between(game, 2, ["casual", "beginner"]), measures_luck=True)
    found = outcome(compete(match, games, workers=1))
    best = found.standings[0]
    assert best.adjusted is not None
    off = best.adjusted.share.share - best.wins.share
    reach = best.wins.high - best.wins.low
    assert abs(off) < reach, name
    assert best.adjusted.fewer > least


def test_means_agree_with_plain_results():
    check_means_agree("schweinsgalopp", 60, least=1.2)


@pytest.mark.thorough
@pytest.mark.parametrize("name", galopp.game_names())
def test_means_agree_with_plain_results_in_the_long_run(name):
    check_means_agree(name, 2_000, least=1.5)


def test_luck_is_measured_where_it_is_asked_for_and_decides_nothing_else():
    game = galopp.game("schweinsgalopp")
    plain = Match.between(game, 2, ["casual", "beginner"], seed=3)
    measured = compete(replace(plain, measures_luck=True), 8, workers=1).deals
    played = compete(plain, 8, workers=1).deals
    assert (measured.winners == played.winners).all()
    assert (measured.points == played.points).all()
    assert not played.luck.any()
    assert measured.luck.any()
    assert np.abs(measured.luck.sum(axis=2)).max() < 1e-9
