"""Standings, ratings, evenings and who was before whom, beside simpler ways to count them."""

from fractions import Fraction
from itertools import pairwise
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st
from in_group import START, group_of, in_order, told
from openskill.models import PlackettLuce

from galopp.group import counting, feed, message
from galopp.group.log import GamePlayed, Placed
from galopp.group.ratings import UNKNOWN
from galopp.group.standings import PAUSE, points_of

PEOPLE = 5
LEVELS = ("casual", "strong")


@st.composite
def any_seats(draw) -> list[Placed]:
    """A result: members, guests and bots on places with ties."""
    n = draw(st.integers(2, 5))
    raw = draw(st.lists(st.integers(0, 3), min_size=n, max_size=n))
    places = [1 + sum(other < own for other in raw) for own in raw]
    members = draw(st.permutations(range(PEOPLE)))[:n]
    others = st.sampled_from(["member", "guest", *LEVELS])
    kinds = ["member", *draw(st.lists(others, min_size=n - 1, max_size=n - 1))]
    first = places.count(1)
    return [
        Placed(
            place,
            -place,
            1 / first if place == 1 else 0.0,
            member if kind == "member" else None,
            "" if kind == "member" else "N.",
            kind if kind in LEVELS else "",
        )
        for place, member, kind in zip(places, members, kinds, strict=True)
    ]


GAMES = st.lists(st.tuples(any_seats(), st.floats(0, 9 * 3600), st.booleans()), max_size=12)


def played(games):
    """A group that has played these games; those that are marked were struck."""
    there = group_of(PEOPLE)
    table = there.table(0, players=5)
    for number, (seats, pause, struck) in enumerate(games, 1):
        there.now += pause
        there.played(table, *seats, round=number)
        if struck:
            there.say(message.StrikeGame, number=number)
    return there


def counted(games):
    return [seats for seats, _, struck in games if not struck]


@given(GAMES)
def test_standings_are_what_a_naive_count_says(games):
    there = played(games)
    shown = {one.member: one for one in feed.news(there.group, (), (), "", there.now).standings}
    for member in range(PEOPLE):
        own = [(seats, seat) for seats in counted(games) for seat in seats if seat.member == member]
        if not own:
            assert member not in shown
            continue
        assert shown[member].games == len(own)
        assert shown[member].victories == pytest.approx(sum(seat.share for _, seat in own))
        assert shown[member].expected == pytest.approx(sum(1 / len(seats) for seats, _ in own))
        assert shown[member].points == pytest.approx(float(sum(naive_points(*one) for one in own)))


@pytest.mark.parametrize(
    ("options", "players", "each"),
    [({}, 3, 1 / 4), ({"ownerless_can_win": False}, 3, 1 / 3), ({}, 1, 1 / 4), ({}, 4, 1 / 4)],
)
def test_pure_luck_lets_a_runner_without_a_player_win_too(options, players, each):
    """As on the page "Your games"; three of four who ran were told that a third was theirs."""
    there = group_of(4)
    table = there.table(0, game="ostfriesenlauf", players=players)
    there.played(table, *in_order(*range(players)), game="ostfriesenlauf", options=options)
    [shown, *_] = feed.news(there.group, (), (), "", there.now).standings
    assert shown.expected == pytest.approx(each)


def naive_points(seats, own) -> Fraction:
    """Twelve points less a step for each who was before, and half of one for each who is level."""
    step = Fraction(12, len(seats) - 1)
    before = sum(seat.place < own.place for seat in seats)
    level = sum(seat.place == own.place for seat in seats) - 1
    return 12 - step * before - step * level / 2


@given(any_seats())
def test_the_points_of_a_game_add_up_to_half_of_all(seats):
    assert sum(points_of(seats)) == pytest.approx(6 * len(seats))


@pytest.mark.parametrize(("share", "points"), [(1.0, 12.0), (0.0, 0.0)])
def test_whoever_plays_alone_wins_or_does_not(share, points):
    assert points_of([Placed(1, 1, share, 0)]) == [points]


@given(GAMES)
def test_places_are_by_victories_and_then_by_points(games):
    shown = feed.news(played(games).group, (), (), "", START).standings
    for one in shown:
        better = [
            other
            for other in shown
            if (round(other.victories, 9), round(other.points, 9))
            > (round(one.victories, 9), round(one.points, 9))
        ]
        assert one.place == 1 + len(better)


@given(GAMES)
def test_ratings_are_openskills_game_by_game(games):
    model, known = PlackettLuce(), {}
    for seats in counted(games):
        # Each seat has a rating of its own, also two bots of one level.
        begun = [known.get(who(seat), (model.mu, model.sigma)) for seat in seats]
        teams = [[model.rating(mu=mu, sigma=sigma)] for mu, sigma in begun]
        rated = model.rate(teams, ranks=[seat.place for seat in seats])
        found = {}
        for seat, (rating,) in zip(seats, rated, strict=True):
            found.setdefault(who(seat), []).append((rating.mu, rating.sigma))
        for one, several in found.items():
            known[one] = tuple(map(fmean, zip(*several, strict=True)))
        known.pop(None, None)  # a guest is new each time
    there = played(games)
    assert there.group.ratings.known.keys() == known.keys()
    for one, expected in known.items():
        rating = there.group.ratings.known[one]
        assert (rating.strength, rating.uncertainty) == pytest.approx(expected)


def who(seat: Placed):
    return seat.member if seat.member is not None else seat.level or None


def test_everybody_begins_at_25_and_whoever_plays_alone_stays_unknown():
    there = group_of(1)
    table = there.table(0, game="ostfriesenlauf", players=1)
    there.played(table, Placed(1, 1, 1.0, 0), game="ostfriesenlauf")
    assert UNKNOWN.strength == 25
    (standing,) = feed.news(there.group, (), (), "", START).standings
    assert standing.rating is None and standing.victories == 1


@given(GAMES)
def test_head_to_head_is_what_a_naive_count_says(games):
    there = played(games)
    found = feed.statistics(there.group, None, START).head_to_head
    seen = {(one.member, one.other): (one.games, one.ahead, one.level) for one in found}
    naive = {}
    for member in range(PEOPLE):
        for other in range(member + 1, PEOPLE):
            places = [
                (mine.place, its.place)
                for seats in counted(games)
                for mine in seats
                for its in seats
                if (mine.member, its.member) == (member, other)
            ]
            if places:
                ahead = sum(mine < its for mine, its in places)
                naive[member, other] = (len(places), ahead, sum(m == i for m, i in places))
    assert seen == naive


@given(GAMES)
def test_an_evening_is_games_without_a_long_pause(games):
    there = played(games)
    shown = feed.statistics(there.group, None, START).evenings
    numbers = [number for evening in reversed(shown) for number in evening.games]
    assert numbers == [game.number for game in there.group.counting()]
    for later, earlier in pairwise(shown):
        assert later.start - earlier.end > PAUSE
    for evening in shown:
        times = [there.group.games[number - 1].played.played for number in evening.games]
        assert all(b - a <= PAUSE for a, b in pairwise(times))
        assert (evening.start, evening.end) == (times[0], times[-1])


def test_a_game_told_later_belongs_to_the_evening_on_which_it_was_played():
    there = group_of(2)
    there.add(told(0, place=1), told(1, place=2))
    there.now += 2 * PAUSE
    there.add(told(0, place=1), told(1, place=2))
    there.add(told(0, place=1), told(1, place=2), played=START + 60)
    assert [one.games for one in feed.statistics(there.group, None, START).evenings] == [
        [2],
        [1, 3],
    ]


def test_a_season_has_the_games_from_its_start_until_before_its_end():
    there = group_of(2)
    there.say(message.SetSeason, name="Spring", start=START, end=START + 10)
    for at in (START - 1, START, START + 9, START + 10):
        there.now = START + 100
        there.add(told(0, place=1), told(1, place=2), played=at)
    spring = feed.statistics(there.group, 1, START)
    assert spring.games == 2 and spring.standings[0].games == 2
    assert feed.statistics(there.group, None, START) == spring
    assert feed.statistics(there.group, 0, START).games == 4
    assert feed.statistics(there.group, None, START + 50).season is None
    news = feed.news(there.group, (), (), "", START + 5)
    assert news.season == 1 and news.standings == spring.standings
    there.say(message.SetSeason, name="Spring", start=START, end=START + 11, number=1)
    assert feed.statistics(there.group, 1, START).games == 3
    assert there.refusal(lambda: feed.statistics(there.group, 9, START)) == "no_such_season"


def test_luck_is_known_of_reviewed_games_alone():
    there = group_of(2)
    for _ in range(3):
        there.add(told(0, place=1), told(1, place=2))
    assert feed.news(there.group, (), (), "", START).standings[0].luck is None
    there.take(counting.review_game(there.group, 1, [0.25, -0.25], [0.03, 0.03]))
    there.take(counting.review_game(there.group, 2, [0.5, -0.5], [0.04, 0.04]))
    first, second = feed.news(there.group, (), (), "", START).standings
    assert (first.reviewed, first.luck, first.adjusted) == (2, 0.75, 2 - 0.75)
    assert first.luck_error == pytest.approx(0.05)
    assert (second.luck, second.adjusted) == (-0.75, 0.75)
    there.say(message.StrikeGame, number=2)
    assert feed.news(there.group, (), (), "", START).standings[0].luck == 0.25


def test_nobody_has_won_where_an_unowned_runner_did():
    there = group_of(2)
    table = there.table(0, 1, game="ostfriesenlauf", players=2)
    there.played(table, Placed(1, 0, 0.0, 0), Placed(1, 0, 0.0, 1), game="ostfriesenlauf")
    shown = feed.news(there.group, (), (), "", START).standings
    assert [(one.victories, one.points, one.place) for one in shown] == [(0, 6, 1), (0, 6, 1)]


def test_the_history_comes_in_pages_the_newest_first():
    there = group_of(2)
    table = there.table(0, 1)
    for number in range(1, 8):
        there.played(table, *in_order(0, 1), round=number, has_record=number == 3)
    assert [one.number for one in feed.games_before(there.group, None, 3)] == [7, 6, 5]
    assert [one.number for one in feed.games_before(there.group, 5, 3)] == [4, 3, 2]
    assert [one.number for one in feed.games_before(there.group, 2, 3)] == [1]
    assert feed.games_before(there.group, 1) == []
    replays = [one.replay for one in feed.games_before(there.group, 4, 2)]
    assert replays == [f"{there.group.code}-3", ""]


def test_a_game_that_was_struck_is_in_the_history_and_counts_nowhere():
    there = group_of(2)
    there.add(told(0, place=1), told(1, place=2))
    there.say(message.StrikeGame, number=1)
    assert [one.struck for one in feed.games_before(there.group, None)] == [True]
    news = feed.news(there.group, (), (), "", START)
    assert news.standings == [] and news.evening is None and not there.group.ratings.known


def test_who_is_here_and_whose_passkeys_are_told_to_whom():
    there = group_of(3)
    there.passkey(1)
    there.say(message.LeaveGroup, by=2)
    shown = feed.news(there.group, {1, 2}, (), "x", START)
    assert [one.here for one in shown.members] == [False, True, False]
    assert [one.name for one in shown.members] == ["Ada", "Bo", ""]
    assert shown.stamp == "x"
    assert feed.for_member(shown, there.group, 1).members[1].passkeys == ["abc"]
    assert feed.for_member(shown, there.group, 0).members[1].passkeys == []
    assert feed.face(there.group).members == 2


def test_a_game_keeps_the_names_of_guests_and_bots():
    there = group_of(1)
    guest, bot = Placed(2, 1, 0.0, None, "Opa"), Placed(3, 0, 0.0, None, "T", "casual")
    seats = [Placed(1, 3, 1.0, 0), guest, bot]
    table = there.table(0, players=3)
    there.take(
        counting.count_game(
            there.group,
            GamePlayed(game="saumaumau", played=START, seats=seats, table=table, round=1),
        )
    )
    (game,) = feed.games_before(there.group, None)
    assert [(seat.member, seat.name, seat.level) for seat in game.seats] == [
        (0, "", ""),
        (None, "Opa", ""),
        (None, "T", "casual"),
    ]
