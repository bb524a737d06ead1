"""The three clocks, kept apart: lost connections, absent people, thinking time."""

import pytest
from at_table import GAMES, happened, saumaumau_with, table_of

from galopp.table import clocks, feed, log, message
from galopp.table.judge import Verdict
from galopp.table.settings import Change, Settings, Thinking
from galopp.table.table import LEAST_BANK

HANDS = [
    ["pink-1", "brown-6", "black-2"],
    ["pink-6", "brown-2", "black-3"],
    ["pink-2", "brown-3", "black-4"],
]
GRACE = 60


def race(players=2, thinking=None):
    settings = Settings(grace=GRACE, thinking=thinking or Thinking())
    return saumaumau_with(table_of("saumaumau", players, settings), HANDS[:players], "pink-4")


# --- Thinking time


@pytest.mark.parametrize("kind", ["off", "gentle"])
def test_nothing_happens_to_whoever_thinks_for_long_at_a_table_without_limits(kind):
    at = race(thinking=Thinking(kind, seconds=10))
    assert clocks.due(at.table) is None
    assert at.wait(10**6) == []
    assert feed.table_news(at.table).seats[0].bank is None
    assert feed.table_news(at.table).settings.thinking.seconds == 10
    assert feed.game_news(at.table, 1).asked_since == at.now - 10**6


def test_a_bank_is_spent_by_thinking_and_each_decision_adds_a_bonus():
    at = race(thinking=Thinking("bank", seconds=100, bonus=5))
    at.now += 30
    at.decide(0, "pink-1")
    assert [seat.bank for seat in at.table.seats] == [75, 100]
    assert [seat.bank for seat in feed.table_news(at.table).seats] == [75, 100]
    assert feed.game_news(at.table, None).banks == [75, 100]
    at.now += 99.5
    at.decide(1, "draw")
    assert at.table.seats[1].bank == 5.5


def test_when_the_bank_is_empty_a_bot_plays_on_until_the_person_is_back():
    at = race(thinking=Thinking("bank", seconds=100))
    assert clocks.due(at.table) == at.now + 100
    assert at.wait(99.9) == []
    (event,) = at.wait(0.1)
    assert (event.seat, event.why, event.by) == (0, "time", "clock")
    assert happened(at)[-1]["key"] == "table.took_over_time"
    assert clocks.due(at.table) is None
    at.bot(0, "pink-1")
    at.decide(1, "pink-6")
    at.say(message.TakeBack, seat=0)
    assert at.table.seats[0].bank == LEAST_BANK
    assert clocks.due(at.table) == at.now + LEAST_BANK


def test_the_time_a_bot_plays_on_is_not_the_persons():
    at = race(thinking=Thinking("bank", seconds=100))
    at.now += 10
    at.say(message.Leave, seat=0)
    at.now += 500
    at.bot(0, "draw")
    at.now += 500
    at.say(message.TakeBack, seat=0)
    assert at.table.seats[0].bank == 90
    at.now += 20
    at.decide(0, "no-bet")
    assert at.table.seats[0].bank == 70


def test_time_that_ran_out_is_gone_for_whoever_comes_right_back():
    at = race(thinking=Thinking("bank", seconds=100))
    at.wait(100)
    at.say(message.TakeBack, seat=0)
    assert at.table.seats[0].bank == LEAST_BANK
    assert clocks.due(at.table) == at.now + LEAST_BANK


def test_each_decision_must_come_within_its_days():
    day = 24 * 3600
    at = race(thinking=Thinking("days", seconds=2 * day))
    at.now += 2 * day - 1
    at.decide(0, "pink-1")
    assert clocks.due(at.table) == at.now + 2 * day
    (event,) = at.wait(2 * day)
    assert (event.seat, event.why) == (1, "time")


def test_only_whoever_is_asked_runs_out_of_time():
    at = race(3, thinking=Thinking("bank", seconds=10))
    assert [event.seat for event in at.wait(10**6)] == [0]
    assert at.wait(10**6) == []  # the bot is asked now, and bots have all the time


def test_a_table_goes_from_live_to_days_and_back_with_full_banks():
    at = race(thinking=Thinking("bank", seconds=100))
    at.now += 40
    at.decide(0, "pink-1")
    at.say(message.Arrange, settings=Change(thinking=Thinking("days", seconds=500)))
    assert clocks.due(at.table) == at.now + 500
    at.now += 400
    at.say(message.Arrange, settings=Change(thinking=Thinking("bank", seconds=50)))
    assert [seat.bank for seat in at.table.seats] == [50, 50]
    assert clocks.due(at.table) == at.now + 50


def test_to_change_something_else_leaves_the_clocks_alone():
    thinking = Thinking("bank", seconds=100)
    at = race(thinking=thinking)
    at.now += 40
    at.decide(0, "pink-1")
    at.now += 20
    at.say(message.Arrange, settings=Change(pace=0, thinking=thinking))
    assert [seat.bank for seat in at.table.seats] == [60, 100]
    assert clocks.due(at.table) == at.now + 80


def test_the_time_the_server_was_away_counts_against_nobody():
    at = race(thinking=Thinking("bank", seconds=100))
    at.now += 5000
    at.table = at.again()
    at.take(Verdict([log.Resumed(by="clock")]))
    assert clocks.due(at.table) == at.now + 100
    assert at.wait(0.0) == []
    at.decide(0, "pink-1")
    assert at.table.seats[0].bank == 100


@pytest.mark.parametrize("kind", ["off", "gentle", "bank", "days"])
def test_a_clock_that_jumps_back_hurts_nobody(kind):
    at = race(thinking=Thinking(kind, seconds=100))
    at.now -= 10**6
    assert at.wait(0.0) == []
    at.decide(0, "pink-1")
    assert [seat.bank for seat in at.table.seats] == [100, 100]
    assert at.wait(10) == []
    at.decide(1, "pink-6")
    assert at.table.seats[1].bank <= 100
    assert at.again() == at.table


def test_an_undo_gives_no_time_back_and_takes_none():
    at = race(thinking=Thinking("bank", seconds=100))
    at.now += 30
    at.decide(0, "pink-1")
    at.now += 10
    at.say(message.Undo, seat=0)
    assert [seat.bank for seat in at.table.seats] == [70, 100]
    assert clocks.due(at.table) == at.now + 70


@pytest.mark.parametrize("name", GAMES)
def test_every_game_can_be_played_against_the_clock(name):
    settings = Settings(thinking=Thinking("bank", seconds=10))
    at = table_of(name, settings=settings).start()
    seat = at.mover
    at.wait(10)
    assert at.table.seats[seat].level
    at.bot(seat, at.legal(seat)[0])


# --- Live or over days


def turned_to_days(at, seconds=500):
    at.say(message.Arrange, settings=Change(thinking=Thinking("days", seconds=seconds)))


def test_everybody_is_told_when_a_game_goes_over_to_days_and_back():
    at = race()
    turned_to_days(at)
    assert happened(at)[-1]["key"] == "table.turned_days"
    turned_to_days(at, 900)
    assert happened(at)[-1]["key"] == "table.arranged"
    at.say(message.Arrange, settings=Change(thinking=Thinking()))
    assert happened(at)[-1]["key"] == "table.turned_live"


def test_before_the_game_a_thinking_time_is_a_setting_like_any_other():
    at = table_of("saumaumau").fill()
    turned_to_days(at)
    assert happened(at)[-1]["key"] == "table.arranged"


def test_over_days_nobody_is_played_for_because_they_are_away():
    at = race(3)
    at.connect(0, 1, 2)
    at.connect(0, 1)
    turned_to_days(at, 10**6)
    at.now += 10 * GRACE
    for seat in (0, 1):
        assert at.refuses(message.TakeOver, seat=seat, absent=2) == "days_are_for_all"
    assert at.wait(10**5) == []


def test_a_vote_from_before_does_not_hold_over_days_nor_after_them():
    at = race(3)
    at.connect(0, 1, 2)
    at.connect(0, 1)
    at.say(message.TakeOver, seat=0, absent=2)
    turned_to_days(at, 10**6)
    assert at.wait(10 * GRACE) == []
    at.say(message.Arrange, settings=Change(thinking=Thinking()))
    assert at.wait(10 * GRACE) == []
    assert feed.table_news(at.table).seats[2].voters == []


def test_whoever_is_away_when_a_game_goes_live_again_has_the_whole_grace_time_to_come():
    at = race()
    at.connect(0, 1)
    at.connect(0)
    turned_to_days(at, 10**6)
    at.now += 10**5
    at.say(message.Arrange, settings=Change(thinking=Thinking()))
    assert feed.table_news(at.table).seats[1].away_since == at.now
    at.now += GRACE - 1
    at.say(message.TakeOver, seat=0, absent=1)
    assert isinstance(at.last(), log.VotedOver)
    assert [event.why for event in at.wait(1)] == ["away"]


def test_over_days_a_host_counts_as_gone_only_after_the_time_of_a_decision():
    at = race()
    at.table.count_host(1, at.now)
    at.table.count_host(0, at.now)
    turned_to_days(at, 10 * GRACE)
    at.now += 10 * GRACE - 1
    assert at.refuses(message.ClaimHost, seat=1) == "host_is_there"
    at.now += 1
    at.say(message.ClaimHost, seat=1)
    assert isinstance(at.last(), log.HostPassed)


# --- Being away


def test_a_lost_connection_is_only_shown():
    at = race()
    at.connect(0, 1)
    at.connect(0)
    shown = feed.table_news(at.table).seats
    assert (shown[1].connected, shown[1].away_since) == (False, at.now)
    assert shown[0].connected
    assert at.wait(10**6) == []
    at.connect(0, 1)
    assert feed.table_news(at.table).seats[1].away_since is None


def test_after_the_grace_time_anybody_may_let_a_bot_play_on():
    at = race()
    at.connect(0, 1)
    at.connect(0)
    at.now += GRACE - 1
    at.say(message.TakeOver, seat=0, absent=1)
    assert isinstance(at.last(), log.VotedOver)
    assert feed.table_news(at.table).seats[1].voters == [0]
    at.now += 1
    at.say(message.TakeOver, seat=0, absent=1)
    assert (at.last().why, at.last().seat) == ("away", 1)
    assert feed.table_news(at.table).seats[1].voters == []
    assert at.refuses(message.TakeOver, seat=0, absent=1) == "bot_plays_already"


def test_the_person_takes_the_seat_back_any_time():
    at = race()
    assert at.refuses(message.TakeBack, seat=1) == "seat_is_yours"
    at.say(message.Leave, seat=1)
    assert feed.table_news(at.table).seats[1].kind == "person"
    assert at.refuses(message.Leave, seat=1) == "bot_plays_already"
    assert at.refuses(message.TakeBack, by=[at.keys[0]], seat=1) == "not_your_seat"
    at.say(message.TakeBack, seat=1)
    assert happened(at)[-1] == {"key": "table.took_back", "arguments": {"seat": 1}}


def test_before_the_time_is_up_all_who_are_there_must_want_it():
    at = race(3)
    at.connect(0, 1, 2)
    at.connect(0, 1)
    at.say(message.TakeOver, seat=0, absent=2)
    assert at.table.seats[2].played_by_person
    at.say(message.TakeOver, seat=1, absent=2)
    assert at.last().why == "vote"


def test_one_alone_does_not_replace_an_opponent_who_is_there():
    at = race()
    at.connect(0, 1)
    at.decide(0, "pink-1")
    at.now += GRACE - 1
    at.say(message.TakeOver, seat=0, absent=1)
    assert at.table.seats[1].played_by_person
    at.now += 1
    at.say(message.TakeOver, seat=0, absent=1)
    assert at.last().why == "vote"


def test_a_decision_wipes_out_the_votes_against_its_seat():
    at = race(3)
    at.connect(0, 1, 2)
    at.say(message.TakeOver, seat=1, absent=0)
    at.decide(0, "pink-1")
    assert feed.table_news(at.table).seats[0].voters == []


def test_only_somebody_who_is_a_person_is_played_on_for_and_nobody_by_themselves():
    at = table_of("saumaumau", 3)
    at.say(message.AddBot, seat=2, level="beginner")
    at.fill()
    assert at.refuses(message.TakeOver, seat=0, absent=1) == "no_game_now"
    at.start()
    assert at.refuses(message.TakeOver, seat=0, absent=0) == "leave_instead"
    assert at.refuses(message.TakeOver, seat=0, absent=2) == "no_such_seat"
    assert at.refuses(message.TakeOver, seat=0, absent=4) == "no_such_seat"
    assert at.refuses(message.TakeOver, by=[at.host], seat=0, absent=1) == "not_your_seat"


def test_whoever_is_back_again_was_never_away():
    at = race()
    at.connect(0, 1)
    at.connect(0)
    at.now += GRACE
    at.connect(0, 1)
    assert at.refuses(message.TakeOver, seat=0, absent=1) == "seat_is_there"


def test_what_somebody_asked_for_happens_when_its_time_has_come():
    at = race()
    at.connect(0, 1)
    at.connect(0)
    at.now += 10
    at.say(message.TakeOver, seat=0, absent=1)
    assert clocks.due(at.table) == at.now + GRACE - 10
    assert at.wait(GRACE - 11) == []
    (event,) = at.wait(1)
    assert (event.seat, event.why) == (1, "away")


def test_whoever_keeps_the_table_waiting_is_replaced_when_all_want_it_and_not_at_once():
    at = race(3)
    at.connect(0, 1, 2)
    at.say(message.TakeOver, seat=1, absent=0)
    assert clocks.due(at.table) is None
    at.say(message.TakeOver, seat=2, absent=0)
    assert feed.table_news(at.table).seats[0].voters == [1, 2]
    (event,) = at.wait(GRACE)
    assert (event.seat, event.why) == (0, "vote")


def test_a_vote_counts_once_and_is_gone_when_the_person_is_back():
    at = race(3)
    at.connect(0, 1)
    at.say(message.TakeOver, seat=0, absent=2)
    events = len(at.entries)
    at.say(message.TakeOver, seat=0, absent=2)
    assert len(at.entries) == events
    at.connect(0, 1, 2)
    assert feed.table_news(at.table).seats[2].voters == []
    assert clocks.due(at.table) is None
