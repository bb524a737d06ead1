"""Games that count for a group: of its own tables, and told by a member."""

from dataclasses import replace

import pytest
from in_group import group_of, in_order, told

import galopp
from galopp.group import counting, message
from galopp.group.checks import read_places
from galopp.group.group import MOST_OPEN_TABLES
from galopp.group.log import GamePlayed, TableOpened
from galopp.play.luck import Luck
from galopp.table.refused import Refused
from promised_games import play_at_table

GAMES = galopp.game_names()


def recorded(game: str, seed: int = 3, players: int = 2) -> galopp.Record:
    position = galopp.game(game).new(players=players, seed=seed)
    while not position.over:
        position.play(position.legal[0])
    return galopp.Record.of(position)


def test_a_game_of_a_table_counts_once():
    there = group_of(2)
    table = there.table(0, 1)
    assert there.played(table, *in_order(0, 1)).gives == {"number": 1}
    assert there.played(table, *in_order(1, 0)).events == []
    assert there.played(table, *in_order(1, 0), round=2).gives == {"number": 2}
    assert len(there.group.games) == 2


def test_a_game_of_somebody_elses_table_does_not_count():
    there = group_of(2)
    assert there.refusal(lambda: there.played("BBBBBB", *in_order(0, 1))) == "no_such_table"


def test_a_game_with_a_member_who_never_was_does_not_count():
    there = group_of(2)
    table = there.table(0, 1)
    assert there.refusal(lambda: there.played(table, *in_order(0, 7))) == "no_such_member"


@pytest.mark.parametrize(
    ("fields", "key"),
    [
        ({"game": "chess"}, "unknown_game"),
        ({"players": 9}, "wrong_number_of_players"),
        ({"expected": [5]}, "no_such_member"),
        ({"expected": [0, 0]}, "member_sits_twice"),
        ({"expected": [0, 1, 2], "players": 2}, "other_number_of_seats"),
        ({"open_now": MOST_OPEN_TABLES}, "too_many_open_tables"),
    ],
)
def test_a_table_that_cannot_be_is_not_opened(fields, key):
    there = group_of(3)
    asked = {"table": "BBBBBB", "game": "saumaumau", "players": 3, "options": {}, **fields}
    open_now = asked.pop("open_now", 0)
    opened = TableOpened(**asked)
    refused = there.refusal(lambda: counting.open_table(there.group, 0, opened, open_now))
    assert refused == key


@pytest.mark.parametrize("game", GAMES)
def test_a_game_played_elsewhere_is_told_by_its_record(game):
    there, record = group_of(2), recorded(game)
    gives = there.add(told(1), told(name="Guest"), record=str(record), by=1).gives
    played = there.group.games[0].played
    final = record.final()
    assert gives == {"number": 1} and played.game == game and played.has_record
    assert [seat.points for seat in played.seats] == final.scores
    assert [n for n, seat in enumerate(played.seats) if seat.share] == final.winners
    assert played.seats[1].name == "Guest" and there.group.games[0].added_by == 1


def test_the_same_record_counts_once_unless_it_was_struck():
    there, record = group_of(2), str(recorded("saumaumau"))
    there.add(told(0), told(1), record=record)
    again = lambda: there.add(told(1), told(0), record=record)  # noqa: E731
    assert there.refusal(again) == "game_is_known"
    there.say(message.StrikeGame, number=1)
    assert again().gives == {"number": 2}


def test_a_game_said_twice_with_one_id_is_one():
    there = group_of(2)
    for _ in range(2):
        assert there.add(told(0, place=1), told(1, place=2), answers="x").gives == {"number": 1}
    assert len(there.group.games) == 1


def test_bots_in_a_record_keep_their_level():
    there = group_of(2)
    named = replace(recorded("saumaumau"), names={0: "Ada", 1: "Trudi (strong)"})
    there.add(told(0), told(), record=str(named))
    bot = there.group.games[0].played.seats[1]
    assert (bot.name, bot.level) == ("Trudi", "strong")


def test_a_record_that_is_none_or_not_at_its_end_is_refused():
    there, record = group_of(2), recorded("saumaumau")
    assert there.refusal(lambda: there.add(told(0), told(1), record="nonsense"))
    cut = str(record.until(len(record.moves) - 1))
    assert there.refusal(lambda: there.add(told(0), told(1), record=cut)) == "game_is_not_over"
    few = there.refusal(lambda: there.add(told(0), record=str(record)))
    assert few == "other_number_of_seats"


def test_a_game_is_told_by_its_result_alone():
    there = group_of(3)
    there.add(told(2, place=1, points=9), told(0, place=2), told(name="Opa", place=2), played=5.0)
    played = there.group.games[0].played
    assert [(seat.member, seat.place, seat.share) for seat in played.seats] == [
        (2, 1, 1.0),
        (0, 2, 0.0),
        (None, 2, 0.0),
    ]
    assert played.played == 5.0 and not played.has_record


def test_a_game_is_never_from_the_future():
    there = group_of(2)
    there.add(told(0, place=1), told(1, place=2), played=there.now + 999)
    assert there.group.games[0].played.played == there.now


@pytest.mark.parametrize(
    ("seats", "key"),
    [
        ([told(0, place=1)], "other_number_of_seats"),
        ([told(0, place=1), told(1)], "places_do_not_fit"),
        ([told(0, place=1), told(1, place=3)], "places_do_not_fit"),
        ([told(0, place=1), told(0, place=2)], "member_sits_twice"),
        ([told(0, place=1), told(7, place=2)], "no_such_member"),
        ([told(name="A", place=1), told(name="B", place=2)], "no_member_played"),
        ([told(0, place=1), told(name="\u202e", place=2)], "bad_seat_name"),
    ],
)
def test_a_result_that_cannot_be_is_refused(seats, key):
    there = group_of(2)
    assert there.refusal(lambda: there.add(*seats)) == key


@pytest.mark.parametrize(
    ("written", "places"),
    [
        ([1, 2, 3], [1, 2, 3]),
        ([1, 1, 2], [1, 1, 3]),
        ([1, 1, 3], [1, 1, 3]),
        ([2, 1, 2, 3], [2, 1, 2, 4]),
        ([1, 1], [1, 1]),
        ([2, 3], None),
        ([1, 3], None),
        ([1, 2, 2, 2, 4], None),
    ],
)
def test_places_are_counted_with_ties_in_either_way(written, places):
    if places is None:
        with pytest.raises(Refused):
            read_places(written)
    else:
        assert read_places(written) == places


def test_the_founder_strikes_a_game_and_so_does_whoever_added_it():
    there = group_of(3)
    for _ in range(2):
        there.add(told(0, place=1), told(1, place=2), by=1)
    assert there.refuses(message.StrikeGame, by=2, number=1) == "founder_or_adder_only"
    there.say(message.StrikeGame, by=1, number=1)
    there.say(message.StrikeGame, by=0, number=2)
    assert there.refuses(message.StrikeGame, by=0, number=2) == "no_such_game_here"
    assert there.refuses(message.StrikeGame, by=0, number=3) == "no_such_game_here"
    assert not list(there.group.counting())


def test_a_review_is_told_once_and_for_every_seat():
    there = group_of(2)
    there.add(told(0, place=1), told(1, place=2))
    short = there.refusal(lambda: counting.review_game(there.group, 1, [0.1], [0.1]))
    assert short == "other_number_of_seats"
    there.take(counting.review_game(there.group, 1, [0.1, -0.1], [0.01, 0.01]))
    assert counting.review_game(there.group, 1, [0.1, -0.1], [0.01, 0.01]).events == []


def test_a_record_of_one_of_our_own_tables_counts_once():
    there = group_of(2)
    table = there.table(0, 1)
    there.played(table, *in_order(0, 1))
    record, _ = play_at_table("saumaumau", luck=Luck(f"{table}/1", bytes(32)))
    known = there.refusal(lambda: there.add(told(0), told(1), record=str(record)))
    assert known == "game_is_known"


def test_a_game_counts_though_a_member_has_left_meanwhile():
    there = group_of(3)
    table = there.table(0, 1)
    there.say(message.LeaveGroup, by=1)
    there.played(table, *in_order(0, 1))
    assert isinstance(there.group.games[0].played, GamePlayed)
