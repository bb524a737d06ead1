"""A table of a group: members sit down there, guests are asked, and all must agree."""

import random

import pytest
from at_table import CODE, GAMES, AtTable, folded, play_out, table_of

import galopp
from galopp.games.ostfriesenlauf.box import RUNNERS, Phase
from galopp.group.results import all_agreed, game_cut_short, game_played, standing_of
from galopp.table import feed, log, message
from galopp.table.judge import open_table
from galopp.table.keys import Kind, hashed, new_key
from galopp.table.record import round_of
from galopp.table.refused import Refused
from galopp.table.settings import Change, Settings

GROUP = "BCDFGHKL"


def table_of_group(game: str = "saumaumau", players: int = 2) -> AtTable:
    return table_of(game, players, group=GROUP)


def test_a_member_who_sits_down_agrees_and_a_guest_is_asked():
    at = table_of_group()
    at.sit_as_member(7, "Ada")
    at.sit("Bo")
    shown = feed.table_news(at.table)
    assert shown.group == GROUP
    assert [(seat.member, seat.counts) for seat in shown.seats] == [(7, True), (None, False)]
    assert not all_agreed(at.table.seats)
    at.say(message.Count, seat=1, agree=True)
    assert all_agreed(at.table.seats)


def test_a_member_comes_back_to_their_seat_with_another_key():
    at = table_of_group()
    seat = at.sit_as_member(7, "Ada")
    lost, fresh = at.keys[seat], new_key()
    assert at.sit_as_member(7, "whatever", fresh) == seat
    assert at.table.who([fresh]).seats == {seat}
    assert not at.table.who([lost]).seats
    assert at.table.seats[seat].name == "Ada"
    told = [happened.key for happened in feed.told(at.events()[-1])]
    assert told == ["table.member_came"]  # of keys only whoever gives one anew speaks


def test_a_member_who_asks_twice_with_one_key_sits_once():
    at, key = table_of_group(), new_key()
    at.sit_as_member(7, "Ada", key)
    length = len(at.entries)
    at.sit_as_member(7, "Ada", key)
    assert len(at.entries) == length


def test_a_member_can_come_back_in_the_middle_of_the_game():
    at = table_of_group()
    at.sit_as_member(7, "Ada")
    at.start()
    assert at.sit_as_member(7, "Ada") == 0
    with pytest.raises(Refused, match="begun"):
        at.sit_as_member(8, "Zoe")


def test_at_a_table_of_no_group_nobody_is_asked_and_no_member_sits_down():
    at = table_of("saumaumau")
    at.sit("Bo")
    assert at.refuses(message.Count, seat=0, agree=True) == "not_a_table_of_a_group"
    with pytest.raises(Refused):
        at.sit_as_member(7, "Ada")


def test_nobody_agrees_for_somebody_else():
    at = table_of_group()
    at.sit("Bo")
    assert at.refuses(message.Count, by=[at.host], seat=0, agree=True) == "not_your_seat"


def test_who_has_agreed_can_think_better_of_it_before_the_game_only():
    at = table_of_group()
    at.sit_as_member(7, "Ada")
    at.sit("Bo")
    at.say(message.Count, seat=1, agree=True)
    at.say(message.Count, seat=1, agree=False)
    at.say(message.Start)
    at.say(message.Count, seat=1, agree=True)  # asked for late, but before the end
    assert at.refuses(message.Count, seat=1, agree=False) == "game_has_begun"
    assert at.refuses(message.Count, seat=0, agree=False) == "game_has_begun"


def test_once_it_is_over_nobody_can_agree_any_more():
    at = table_of_group()
    at.sit_as_member(7, "Ada")
    at.sit("Bo")
    play_out(at.start(), random.Random(3))
    assert at.refuses(message.Count, seat=1, agree=True) == "game_is_over"


def test_whoever_sits_down_next_has_agreed_to_nothing():
    at = table_of_group()
    at.sit_as_member(7, "Ada")
    at.say(message.Leave, seat=0)
    assert at.table.seats[0].member is None and not at.table.seats[0].counts
    at.sit("Bo", wanted=0)
    assert not at.table.seats[0].counts


def test_a_member_keeps_their_number_when_seats_are_swapped():
    at = table_of_group()
    at.sit_as_member(7, "Ada")
    at.say(message.Swap, by=[at.host], seat=0, other=1)
    assert at.table.seat_of(7) == 1


def test_a_table_of_a_group_is_on_no_public_list():
    opened = open_table(CODE, "saumaumau", 2, {}, Settings(listed=True), group=GROUP).events[0]
    assert isinstance(opened, log.Opened) and not opened.settings.listed
    at = table_of_group()
    at.say(message.Arrange, by=[at.host], settings=Change(listed=True))
    assert not at.table.settings.listed


def test_a_log_from_before_there_were_groups_reads_as_it_did():
    sat = b'{"event":"sat","seat":0,"name":"Ada","pig":"muddy","key":"x"}'
    assert log.encode(log.decode(sat)) == sat
    at = table_of("saumaumau")
    assert b"group" not in at.entries[0][1]


def test_no_key_of_a_member_opens_a_seat():
    at, key = table_of_group(), new_key()
    at.sit_as_member(7, "Ada", key)
    assert hashed(key, Kind.MEMBER) != at.table.seats[0].key


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("agrees", [True, False])
def test_a_game_counts_if_every_person_agreed_and_not_otherwise(game, agrees):
    at = table_of_group(game, 3)
    at.sit_as_member(7, "Ada")
    at.sit("Bo")
    at.say(message.AddBot, by=[at.host], seat=2, level="casual")
    at.say(message.Count, seat=1, agree=agrees)
    at.say(message.Start)
    play_with_bot(at, random.Random(5))
    played = game_played(CODE, 1, round_of(CODE, at.entries, 1))
    assert (played is not None) is agrees
    if played is None:
        return
    position = at.table.position
    assert position is not None
    assert played.game == game and played.table == CODE and played.round == 1
    assert [seat.member for seat in played.seats] == [7, None, None]
    assert [seat.level for seat in played.seats] == ["", "", "casual"]
    assert [seat.points for seat in played.seats] == position.scores
    assert [n for n, seat in enumerate(played.seats) if seat.share] == position.winners
    assert sum(seat.share for seat in played.seats) == pytest.approx(float(bool(position.winners)))
    assert folded(at.entries).seat_of(7) == 0


def play_with_bot(at: AtTable, picks: random.Random) -> None:
    while at.table.phase == "playing":
        seat = picks.choice([seat for seat in at.table.asked if at.legal(seat)])
        decide = at.bot if at.table.seats[seat].level else at.decide
        decide(seat, picks.choice(at.legal(seat)))


@pytest.mark.parametrize("game", GAMES)
def test_at_the_bell_a_game_counts_as_it_stands(game):
    at = table_of_group(game, 2)
    at.sit_as_member(7, "Ada")
    at.sit_as_member(3, "Bo")
    assert game_cut_short(at.table, 9.0) is None  # nothing has begun
    at.say(message.Start)
    for _ in range(6):
        seat = at.mover
        at.decide(seat, at.legal(seat)[0])
    cut = game_cut_short(at.table, 9.0)
    assert cut is not None and cut.cut_short and cut.played == 9.0
    far = at.table.position.progress
    assert [seat.place for seat in cut.seats] == [1 + sum(p > own for p in far) for own in far]
    assert sum(seat.share for seat in cut.seats) == pytest.approx(1)


SIGN = 28  # the line is the edge where that space is entered


def race(*places, won=()):
    """Three players and white, who belongs to nobody; still running if nobody has won."""
    position = galopp.game("ostfriesenlauf").new(players=3, seed=1)
    position.state.places[:], position.state.sign = places, SIGN
    if won:
        position.state.won = sum(1 << RUNNERS.index(runner) for runner in won)
        position.state.phase = Phase.OVER
    return position


@pytest.mark.ruling("O24")
@pytest.mark.parametrize("won", [(), ("red",)])
def test_in_ostfriesenlauf_who_came_further_is_on_the_better_place(won):
    position = race(29, 23, 25, 8, won=won)
    assert position.over is bool(won)
    assert position.progress == [2, -4, -2]
    assert [(seat.place, seat.share) for seat in standing_of(position)] == [(1, 1), (3, 0), (2, 0)]


@pytest.mark.ruling("O30")
def test_where_a_runner_without_a_player_has_won_nobody_has_a_share_and_places_are_told():
    stood = standing_of(race(24, 23, 25, 29, won=["white"]))
    assert [(seat.place, seat.share) for seat in stood] == [(2, 0), (3, 0), (1, 0)]
