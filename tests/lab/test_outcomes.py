"""What is made of the games: shares, ratings, verdicts, pictures."""

import json
import sys
from dataclasses import asdict
from pathlib import Path

import numpy as np
import odd_bots
import pytest

import galopp
from galopp.core.fault import Fault
from galopp.core.option import choose
from galopp.lab.arena import Contest, compete, first_scores, outcome, running_shares
from galopp.lab.matches import Deals, Match
from galopp.lab.plot import plot
from galopp.lab.ratings import rate
from galopp.lab.sequential import Bets
from galopp.locale import LANGUAGES, Language


def contest_of(name, players, names, winners, points=None, until_sure=False):
    """Deals written down by hand: the seats that won each game, as bits."""
    options = choose(galopp.game(name).rules.OPTIONS, {})
    match = Match(name, players, options, tuple(names), 1)
    deals = Deals.blank(match, len(winners))
    deals.winners[:] = winners
    if points is not None:
        deals.points[:] = points
    bets = Bets(0.5 if match.solo else 1 / players)
    bets.add(first_scores(match, deals))
    return Contest(match, deals, bets.evidence, until_sure)


def test_a_shared_victory_is_divided_among_those_who_share_it():
    found = outcome(contest_of("saumaumau", 2, ["a", "b"], [[0b11, 0b01], [0b11, 0b11]]))
    first, second = found.standings
    # In the second game the bots have changed seats: seat 0 is b's.
    assert (first.wins.share, second.wins.share) == (0.375, 0.625)
    assert (first.decided.share, second.decided.share) == (0.0, 1.0)
    assert found.shared == 0.75


def test_where_all_games_were_shared_none_is_decided():
    found = outcome(contest_of("saumaumau", 2, ["a", "b"], [[0b11, 0b11]]))
    assert found.standings[0].decided is None


def test_a_game_that_nobody_won_gives_nobody_a_share_and_speaks_for_nobody():
    winners = [[0b01, 0b00], [0b00, 0b00]]
    found = outcome(contest_of("ostfriesenlauf", 2, ["a", "b"], winners))
    assert [standing.wins.share for standing in found.standings] == [0.25, 0.0]
    assert (found.unowned, found.fair_share) == (0.75, 0.125)
    nothing = contest_of("ostfriesenlauf", 2, ["a", "b"], [[0, 0]] * 50)
    assert first_scores(nothing.match, nothing.deals) == pytest.approx(0.5)
    assert outcome(nothing).verdict == "undecided"


def test_often_winning_least_of_all_is_being_behind_even_if_nobody_wins_mostly():
    ahead = contest_of("ostfriesenlauf", 2, ["a", "b"], [[0b01, 0b00]] * 40)
    behind = contest_of("ostfriesenlauf", 2, ["a", "b"], [[0b00, 0b01]] * 40)
    assert (outcome(ahead).verdict, outcome(behind).verdict) == ("ahead", "behind")


def test_a_bot_on_several_seats_is_counted_by_the_seat():
    winners = [[0b0001, 0b0001, 0b0001, 0b0001]]
    found = outcome(contest_of("saumaumau", 4, ["a", "b"], winners))
    assert [standing.seats for standing in found.standings] == [1, 3]
    assert [standing.wins.share for standing in found.standings] == [0.25, 0.25]
    assert found.fair_share == 0.25


def test_alone_the_first_bot_is_compared_deal_by_deal():
    winners = [[1, 0], [1, 1], [0, 0], [1, 0]]
    found = outcome(contest_of("ostfriesenlauf", 1, ["a", "b"], winners))
    assert [standing.wins.share for standing in found.standings] == [0.75, 0.25]
    assert found.standings[0].difference is None
    difference = found.standings[1].difference
    assert difference.share == pytest.approx(0.5)
    assert -1 <= difference.low < 0.5 < difference.high <= 1
    assert found.standings[0].games == 4


@pytest.mark.parametrize(
    ("name", "players"),
    [(name, players) for name in galopp.game_names() for players in galopp.game(name).players],
)
def test_the_casual_level_is_ahead_of_random_play_everywhere(name, players):
    game = galopp.game(name)
    options = game.options_needed(players)
    names = ["casual", "random"]
    contest = compete(Match.between(game, players, names, options=options), 4_000, until_sure=True)
    found = outcome(contest)
    assert (found.verdict, found.stopped_early, found.anytime) == ("ahead", True, True)
    assert found.games < 4_000
    assert found.standings[0].wins.share > found.fair_share > found.standings[1].wins.share
    seats = 1 if players == 1 else found.standings[1].seats
    assert seats == max(1, players - 1)
    if players > 1:
        total = sum(standing.wins.share * standing.seats for standing in found.standings)
        assert total == pytest.approx(1 - found.unowned)
    json.dumps(asdict(found), allow_nan=False)


def test_stopping_early_keeps_the_first_deals_of_the_whole_run():
    game = galopp.game("schweinsgalopp")
    whole = compete(Match.between(game, 2, ["casual", "random"]), 2_000)
    early = compete(whole.match, 2_000, until_sure=True, workers=1)
    number = len(early.deals)
    assert 0 < number < 1_000
    assert (whole.deals.points[:number] == early.deals.points).all()


def test_the_progress_adds_up_to_all_games():
    told = []
    contest = compete(
        Match.between(galopp.game("saumaumau"), 3, ["casual", "random"]),
        2_000,
        progress=told.append,
    )
    assert sum(told) == contest.games == 2_001


def test_one_bot_against_itself_is_neither_ahead_nor_behind():
    found = outcome(compete(Match.between(galopp.game("schweinsgalopp"), 2, ["random"]), 100))
    assert (found.verdict, found.evidence) == (None, None)
    assert found.standings[0].wins.share == 0.5


@pytest.mark.parametrize(
    ("players", "names", "fault"),
    [
        (2, ["casual", "genius"], "unknown_bot"),
        (2, ["casual", "casual@5"], "unknown_bot"),
        (2, ["greedy", "random"], "unknown_bot"),
        (2, ["casual", "random", "random"], "too_many_bots"),
        (2, [], "no_bots"),
        (9, ["casual", "random"], "wrong_number_of_players"),
    ],
)
def test_what_cannot_be_played_is_refused_with_its_reason(players, names, fault):
    with pytest.raises(Fault) as refused:
        Match.between(galopp.game("saumaumau"), players, names)
    assert refused.value.key == fault


# Ratings ----------------------------------------------------------------------------------


def ratings_of(name, players, names, winners, points=None):
    contest = contest_of(name, players, names, winners, points)
    return [rating.strength for rating in rate(contest.match, contest.deals)]


def test_those_who_share_a_victory_are_rated_alike():
    assert ratings_of("saumaumau", 2, ["a", "b"], [[0b11, 0b11]]) == pytest.approx([25, 25])


def test_whoever_wins_is_rated_higher_wherever_it_sits():
    first, second = ratings_of("saumaumau", 2, ["a", "b"], [[0b01, 0b10]] * 10)
    assert first > 28 > 22 > second


def test_after_the_winner_points_decide():
    points = [[[9, 5, 1], [5, 1, 9], [1, 9, 5]]] * 5
    winners = [[0b001, 0b100, 0b010]] * 5
    first, second, third = ratings_of("saumaumau", 3, ["a", "b", "c"], winners, points)
    assert first > second > third


def test_a_bot_on_several_seats_has_one_rating_and_more_games_make_it_more_certain():
    def uncertainty(deals):
        contest = contest_of("saumaumau", 4, ["a", "b"], [[1, 8, 4, 2]] * deals)
        ratings = rate(contest.match, contest.deals)
        assert len(ratings) == 2
        assert ratings[0].strength > ratings[1].strength
        return ratings[0].uncertainty

    assert uncertainty(1) > uncertainty(10) > uncertainty(100)


def test_alone_bots_are_rated_by_the_deal():
    first, second = ratings_of("ostfriesenlauf", 1, ["a", "b"], [[1, 0], [1, 1], [0, 0]])
    assert first > second


# The picture ------------------------------------------------------------------------------


def test_the_shares_as_they_developed_end_with_the_whole():
    contest = compete(Match.between(galopp.game("schweinsgalopp"), 2, ["casual", "random"]), 500)
    looks = running_shares(contest)
    assert looks[-1][0] == contest.games
    assert looks[-1][1] == [standing.wins for standing in outcome(contest).standings]
    assert [after for after, _ in looks] == sorted({after for after, _ in looks})


@pytest.mark.a_few(3)
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("ending", ["svg", "png"])
def test_the_picture_is_drawn_in_every_language(lang, ending, tmp_path):
    game = galopp.game("ostfriesenlauf")
    for players in (1, 4):
        names = ["casual", "beginner", "random"]
        contest = compete(Match.between(game, players, names), 60, until_sure=True)
        file = tmp_path / f"arena-{players}.{ending}"
        plot(contest, file, Language(lang))
        start = file.read_bytes()[:8]
        assert start == (b"\x89PNG\r\n\x1a\n" if ending == "png" else b"<?xml ve")


def test_a_picture_of_another_kind_is_refused(tmp_path):
    contest = contest_of("saumaumau", 2, ["a", "b"], [[1, 2]])
    with pytest.raises(Fault) as refused:
        plot(contest, tmp_path / "arena.doc", Language("en"))
    assert refused.value.key == "plot_format"


def test_without_matplotlib_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    contest = contest_of("saumaumau", 2, ["a", "b"], [[1, 2]])
    with pytest.raises(Fault) as refused:
        plot(contest, Path("arena.svg"), Language("en"))
    assert refused.value.key == "no_matplotlib"


def test_time_and_tries_are_told_of_bots_that_think():
    game = galopp.game("schweinsgalopp")
    match = Match.between(game, 2, ["strong@20", "casual"])
    thinking, quick = outcome(compete(match, 4, workers=1)).standings
    assert 0 < thinking.tries <= 20  # fewer where the rest could change nothing
    assert thinking.seconds > quick.seconds > 0
    assert quick.tries == 0
    compiled = outcome(compete(Match.between(game, 2, ["casual", "random"]), 4)).standings[0]
    assert (compiled.seconds, compiled.tries) == (None, None)


def test_bots_can_come_from_elsewhere():
    game = galopp.game("saumaumau")
    contest = compete(Match.between(game, 2, ["this", "that"], maker=odd_bots.make), 8, workers=1)
    assert [standing.wins.share for standing in outcome(contest).standings] == [0.5, 0.5]
    assert np.asarray(contest.deals.winners).shape == (4, 2)
