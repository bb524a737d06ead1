"""What luck leaves to be won, measured by a search that is shown all cards."""

import pytest

import galopp
from galopp.lab.clairvoyant import Trial, compare


@pytest.mark.thorough
def test_whoever_sees_all_cards_wins_more():
    game = galopp.game("schweinsgalopp")
    honest = Trial(game, 2, tries=60, sees_all=False).share(80)
    seeing = Trial(game, 2, tries=60, sees_all=True).share(80)
    assert seeing.low > honest.high


@pytest.mark.a_few(1)
@pytest.mark.parametrize("name", galopp.game_names())
def test_the_same_seed_gives_the_same_share(name):
    game = galopp.game(name)
    shares = [Trial(game, 2, tries=10, sees_all=True, seed=4).share(6) for _ in range(2)]
    assert shares[0] == shares[1]
    assert 0 <= shares[0].low <= shares[0].share <= shares[0].high <= 1


@pytest.mark.thorough
def test_every_game_is_compared():
    rows = list(compare(games=4, tries=4))
    assert [row["game"] for row in rows] == galopp.game_names()
    assert {"honest", "clairvoyant"} <= set(rows[0])
