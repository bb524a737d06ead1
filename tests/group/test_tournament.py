"""Tournaments: planned, drawn, played by clock or by end, and who is before whom in the end."""

import hashlib

import pytest
from in_group import START, group_of, in_order

import galopp
from galopp.group import drawing, feed, log, message
from galopp.group import tournament as tournaments
from galopp.group.group import BETWEEN, OVER, PLANNED, PLAYING
from galopp.group.log import Placed
from galopp.group.shown import TournamentRow
from galopp.play.luck import Luck

GAMES = galopp.game_names()


def planned(people: int = 4, **fields):
    """A group in which all take part in a tournament."""
    there = group_of(people)
    asked = {"name": "Cup", "games": ["saumaumau"], "size": 4, "rounds": 2, **fields}
    there.say(message.PlanTournament, **asked)
    for member in range(1, people):
        there.say(message.EnterTournament, by=member, tournament=1)
    return there


def play_round(there, best_first: bool = True) -> None:
    """Let all games of a round end, the lowest numbers first."""
    for table in there.group.tournaments[0].rounds[-1].drawn.tables:
        people = sorted(seat for seat in table.seats if seat is not None)
        bots = [None] * (len(table.seats) - len(people))
        order = people if best_first else people[::-1]
        there.played(table.table, *in_order(*order, *bots))


def rows(there) -> dict[int, TournamentRow]:
    shown = tournaments.shown(there.group, there.group.tournaments[0])
    return {row.member: row for row in shown.standings}


def test_whoever_plans_a_tournament_takes_part():
    there = planned(1)
    assert there.group.tournaments[0].entered == [0]
    assert there.group.tournaments[0].phase == PLANNED


def test_there_is_one_at_a_time():
    there = planned(2)
    again = {"name": "Another", "games": ["saumaumau"]}
    assert there.refuses(message.PlanTournament, **again) == "tournament_goes_on"
    there.say(message.EndTournament, tournament=1)
    there.say(message.PlanTournament, **again)


@pytest.mark.parametrize(
    ("fields", "key"),
    [
        ({"games": ["chess"]}, "unknown_game"),
        ({"games": ["saumaumau", "ostfriesenlauf"], "size": 5}, "wrong_number_of_players"),
        ({"filler": "nobody"}, "unknown_bot"),
        ({"name": "\u202e"}, "bad_title"),
    ],
)
def test_a_tournament_that_cannot_be_is_not_planned(fields, key):
    there = group_of()
    asked = {"name": "Cup", "games": ["saumaumau"], "size": 4, "rounds": 2, **fields}
    assert there.refuses(message.PlanTournament, **asked) == key


def test_only_the_founder_enters_and_withdraws_others():
    there = planned(3)
    assert there.refuses(message.WithdrawFromTournament, by=1, tournament=1, member=2) == (
        "founder_only"
    )
    there.say(message.WithdrawFromTournament, tournament=1, member=2)
    assert there.group.tournaments[0].entered == [0, 1]
    assert there.refuses(message.EnterTournament, by=1, tournament=1, member=2) == "founder_only"
    there.say(message.EnterTournament, tournament=1, member=2)
    assert there.say(message.EnterTournament, by=2, tournament=1).events == []  # once is enough


def test_forty_people_take_part_and_no_more():
    there = planned(40)
    there.join("One more")
    assert there.refuses(message.EnterTournament, by=40, tournament=1) == "tournament_is_full"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("people", [2, 3, 5, 12])
def test_a_drawn_round_opens_its_tables(game, people):
    there = planned(people, games=[game])
    there.draw(1)
    drawn = there.group.tournaments[0].rounds[0].drawn
    assert there.group.tournaments[0].phase == PLAYING
    seated = [seat for table in drawn.tables for seat in table.seats]
    assert sorted(seated) == list(range(people))
    for table in drawn.tables:
        opened = there.group.tables[table.table].opened
        assert (opened.tournament, opened.round, opened.game) == (1, 1, game)
        assert opened.expected == table.seats
        galopp.game(game).check_setting(opened.players, opened.options)


def test_bots_fill_tables_up():
    there = planned(5, filler="casual")
    there.draw(1)
    tables = there.group.tournaments[0].rounds[0].drawn.tables
    assert sorted(len(table.seats) for table in tables) == [4, 4]
    assert sum(seat is None for table in tables for seat in table.seats) == 3
    assert len(tables) <= drawing.most_tables(there.group.tournaments[0])


def test_two_presses_draw_one_round():
    there = planned()
    there.draw(1, answers="press")
    length = len(there.entries)
    assert there.draw(1, answers="press").events == [] and len(there.entries) == length
    assert there.refusal(lambda: there.draw(2)) == "round_goes_on"
    play_round(there)
    assert there.refusal(lambda: there.draw(1)) == "no_such_round_to_draw"


def test_if_there_are_more_people_than_codes_it_is_drawn_a_moment_later():
    there = planned(8)
    assert there.refusal(lambda: there.draw(1, codes=["BCDFGH"])) == "group_is_busy"
    there.draw(1)


def test_only_the_founder_or_whoever_planned_it_draws():
    there = group_of(3)
    there.say(message.PlanTournament, by=1, name="Cup", games=["saumaumau"])
    there.say(message.EnterTournament, by=2, tournament=1)
    assert there.refusal(lambda: there.draw(1, by=2)) == "planner_only"
    there.draw(1, by=1)


def test_a_round_needs_two():
    there = planned(1)
    assert there.refusal(lambda: there.draw(1)) == "too_few_people"


def test_the_games_are_played_one_after_the_other():
    there = planned(2, games=["saumaumau", "schweinsgalopp"], rounds=3, size=2)
    played = []
    for number in (1, 2, 3):
        there.draw(number)
        played.append(there.group.tournaments[0].rounds[-1].drawn.game)
        play_round(there)
    assert played == ["saumaumau", "schweinsgalopp", "saumaumau"]
    assert there.group.tournaments[0].phase == OVER


def test_a_round_ends_with_its_last_game_and_the_tournament_with_its_last_round():
    there = planned(8)
    there.draw(1)
    first, second = there.group.tournaments[0].rounds[0].drawn.tables
    there.played(first.table, *in_order(*first.seats))
    assert there.group.tournaments[0].phase == PLAYING
    there.played(second.table, *in_order(*second.seats))
    assert there.group.tournaments[0].phase == BETWEEN
    there.draw(2)
    play_round(there)
    assert isinstance(there.events()[-1], log.TournamentEnded)
    assert there.refusal(lambda: there.draw(3)) == "tournament_is_over"


def test_at_the_bell_a_round_is_over_whatever_is_missing():
    there = planned(8, minutes=10)
    there.draw(1)
    drawn = there.group.tournaments[0].rounds[0].drawn
    assert drawn.until == there.now + 600
    there.played(drawn.tables[0].table, *in_order(*drawn.tables[0].seats), cut_short=True)
    there.take(drawing.end_round(there.group, 1, 1))
    assert there.group.tournaments[0].phase == BETWEEN
    assert drawing.end_round(there.group, 1, 1).events == []
    idle = drawn.tables[1].seats[0]
    assert rows(there)[idle].points == 0 and rows(there)[idle].played == 0


def test_over_days_no_bell_rings():
    there = planned(4, minutes=10, over_days=True)
    there.draw(1)
    assert there.group.tournaments[0].rounds[0].drawn.until == 0


def test_only_the_first_game_of_a_drawn_table_is_the_tournaments():
    there = planned(4, rounds=3)
    there.draw(1)
    (table,) = there.group.tournaments[0].rounds[0].drawn.tables
    there.played(table.table, *in_order(0, 1, 2, 3))
    there.played(table.table, *in_order(3, 2, 1, 0), round=2)
    assert [game.tournament for game in there.group.games] == [1, 0]
    assert [rows(there)[member].points for member in range(4)] == [12, 8, 4, 0]


def test_what_ends_after_the_tournament_counts_for_the_group_alone():
    there = planned(4)
    there.draw(1)
    (table,) = there.group.tournaments[0].rounds[0].drawn.tables
    there.say(message.EndTournament, tournament=1)
    there.played(table.table, *in_order(0, 1, 2, 3))
    assert there.group.games[0].tournament == 0 and rows(there)[0].points == 0


def test_a_bye_is_half_the_points():
    there = planned(3, size=2)
    there.draw(1)
    (out,) = there.group.tournaments[0].rounds[0].drawn.byes
    assert (rows(there)[out].points, rows(there)[out].byes) == (6, 1)


def test_a_late_arrival_plays_from_the_next_round_on_and_who_leaves_plays_no_more():
    there = planned(4)
    late = there.join("Late")
    there.draw(1)
    there.say(message.EnterTournament, by=late, tournament=1)
    there.say(message.WithdrawFromTournament, by=1, tournament=1)
    there.say(message.LeaveGroup, by=2)
    play_round(there)
    assert rows(there)[1].points == 8 and not rows(there)[1].entered
    there.draw(2)
    seated = {
        seat for table in there.group.tournaments[0].rounds[1].drawn.tables for seat in table.seats
    }
    assert seated == {0, 3, late}


def test_a_struck_game_is_no_part_of_a_tournament():
    there = planned(4)
    there.draw(1)
    play_round(there)
    there.say(message.StrikeGame, number=1)
    assert {row.points for row in rows(there).values()} == {0}


def test_ties_share_points():
    there = planned(4)
    there.draw(1)
    (table,) = there.group.tournaments[0].rounds[0].drawn.tables
    first = [Placed(1, 5, 0.5, member) for member in table.seats[:2]]
    last = [Placed(3, 1, 0.0, member) for member in table.seats[2:]]
    there.played(table.table, *first, *last)
    points = [rows(there)[member].points for member in table.seats]
    assert points == [10, 10, 2, 2]


def test_what_tells_equals_apart_is_named():
    """Two tables of two, each won by one: the winners and the losers are equal but for the draw."""
    there = planned(4, size=2, rounds=1)
    there.draw(1)
    play_round(there)
    decided = sorted((row.points, row.decided_by) for row in rows(there).values())
    assert decided == [(0, "draw"), (0, "draw"), (12, "draw"), (12, "draw")]
    order = sorted(rows(there).values(), key=lambda row: row.place)
    lots = [tournaments.lot(there.group.tournaments[0], row.member) for row in order]
    assert [row.place for row in order] == [1, 2, 3, 4]
    assert lots[0] < lots[1] and lots[2] < lots[3]


def test_victories_tell_more_than_points_of_opponents():
    there = planned(3, size=3, rounds=3)
    # 0 wins once and is last once; 1 is second twice: as many points, more victories.
    results = ((0, 1, 2), (2, 1, 0))
    for number, order in enumerate(results, 1):
        there.draw(number)
        (table,) = there.group.tournaments[0].rounds[-1].drawn.tables
        there.played(table.table, *in_order(*order))
    found = rows(there)
    assert {found[member].points for member in range(3)} == {12}
    assert found[1].place == 3 and found[1].decided_by == "victories"
    assert found[0].decided_by == found[2].decided_by == "draw"


def test_whoever_met_the_stronger_is_before_whoever_met_the_weaker():
    there = planned(4, size=2, rounds=3)
    strong = {0: 3, 1: 2, 2: 1, 3: 0}
    for number in (1, 2):
        there.draw(number)
        for table in there.group.tournaments[0].rounds[-1].drawn.tables:
            order = sorted(table.seats, key=lambda seat: -strong[seat])
            there.played(table.table, *in_order(*order))
    found = sorted(rows(there).values(), key=lambda row: row.place)
    for one in found:
        met = [
            other
            for drawn in there.group.tournaments[0].rounds
            for table in drawn.drawn.tables
            if one.member in table.seats
            for other in table.seats
            if other != one.member
        ]
        assert one.opponents == sum(rows(there)[other].points for other in met)
    keys = [(-row.points, -row.victories, -row.opponents) for row in found]
    assert keys == sorted(keys)


def test_the_secret_is_promised_and_shown_at_the_end_and_anybody_can_draw_again():
    there = planned(9, size=3)
    for number in (1, 2):
        shown = feed.news(there.group, (), (), "", START).tournament
        assert shown is not None and shown.secret is None
        there.draw(number)
        play_round(there)
    over = feed.news(there.group, (), (), "", START).tournament
    assert over is not None and over.secret is not None
    assert hashlib.sha256(bytes.fromhex(over.secret)).hexdigest() == over.promise == shown.promise
    tournament = there.group.tournaments[0]
    assert tournament.luck == Luck("tournament/1", bytes.fromhex(over.secret))
    for number, drawn in enumerate(tournament.rounds, 1):
        again = drawing.drawn_round(tournament, over.entered, number)
        assert again == drawing.draw_of(drawn)


def test_a_tournament_goes_on_after_a_restart():
    there = planned(8)
    there.draw(1)
    again = there.again()
    assert again is not None
    assert tournaments.shown(again, again.tournaments[0]) == tournaments.shown(
        there.group, there.group.tournaments[0]
    )


def test_a_whole_tournament_of_twelve():
    there = planned(12, games=GAMES, rounds=3)
    for number in (1, 2, 3):
        there.draw(number)
        play_round(there, best_first=number != 2)
    found = rows(there)
    assert sorted(row.place for row in found.values()) == list(range(1, 13))
    assert sum(row.points for row in found.values()) == pytest.approx(3 * 12 * 6)
    assert sum(row.victories for row in found.values()) == pytest.approx(9)
    assert there.group.tournaments[0].phase == OVER
