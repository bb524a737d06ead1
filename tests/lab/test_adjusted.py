"""Results less luck: the same mean, a shorter interval."""

from dataclasses import replace

import numpy as np
import pytest

import galopp
from galopp.lab.adjusted import less_luck
from galopp.lab.arena import compete, outcome, shares_of_seats
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


def played(name, other, games):
    """Games of a casual player against another one, with their luck."""
    match = Match.between(galopp.game(name), 2, ["casual", other])
    return compete(replace(match, measures_luck=True), games, workers=1)


def test_means_agree_with_plain_results_and_fewer_games_are_needed():
    """Of each game by itself, as if deals were not mirrored; who begins has the first seat."""
    deals = played("schweinsgalopp", "casual", 60).deals
    won, luck = shares_of_seats(deals)[:, :, 0].ravel(), deals.luck[:, :, 0].ravel()
    found = less_luck(won, luck)
    assert abs(found.share.share - won.mean()) < 3 * won.std() / np.sqrt(len(won))
    assert found.fewer > 1.3


@pytest.mark.thorough
@pytest.mark.parametrize("other", ["casual", "beginner"])
@pytest.mark.parametrize("name", galopp.game_names())
def test_means_agree_in_the_long_run(name, other):
    best = outcome(played(name, other, 2_000)).standings[0]
    if best.adjusted is not None:
        off = best.adjusted.share.share - best.wins.share
        assert abs(off) < best.wins.high - best.wins.low
        assert best.adjusted.fewer > 1


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
