"""A season of 1,000 games is worked out, and comes to the same on every page that shows it."""

import pytest
from seasons import BEGAN, WEEK, long_season, read

from galopp.group import feed
from galopp.group.feed import MOST_EVENINGS

NUMBER = 1000


@pytest.fixture(scope="module")
def group():
    return read(long_season(NUMBER))


def test_every_game_of_the_season_is_in_its_standings(group):
    shown = feed.statistics(group, 1, BEGAN + 50 * WEEK)
    played = [game.played for game in group.counting()]
    assert len(played) == NUMBER
    assert sum(row.games for row in shown.standings) == sum(len(one.seats) for one in played)
    assert sum(row.victories for row in shown.standings) == pytest.approx(NUMBER)
    assert all(row.reviewed == row.games and row.rating for row in shown.standings)
    pairs = sum(len(one.seats) * (len(one.seats) - 1) // 2 for one in played)
    assert sum(pair.games for pair in shown.head_to_head) == pairs


def test_its_evenings_and_pages_of_games_leave_none_out(group):
    shown = feed.statistics(group, 1, BEGAN + 50 * WEEK)
    assert len(shown.evenings) == MOST_EVENINGS
    assert sum(len(evening.games) for evening in shown.evenings) == NUMBER
    numbers, before = [], None
    while page := feed.games_before(group, before):
        numbers += [game.number for game in page]
        before = page[-1].number
    assert numbers == list(range(NUMBER, 0, -1))


def test_a_season_that_is_half_as_long_has_half_the_games(group):
    half = read(long_season(NUMBER // 2))
    ahead = feed.statistics(half, 1, BEGAN)
    assert sum(len(evening.games) for evening in ahead.evenings) == NUMBER // 2
    assert feed.statistics(group, 1, BEGAN).standings != ahead.standings
