"""The end of a round, its record and its promise; once more; and the end of the table."""

import random

import pytest
from at_table import GAMES, play_out, table_of

import galopp
from galopp.core.fault import Fault
from galopp.play.luck import Luck
from galopp.table import feed, log, message
from galopp.table.keys import new_key
from galopp.table.record import record_of

SHORT = {"saumaumau": {"races": 1}, "schweinsgalopp": {"races": 1}, "ostfriesenlauf": {}}
SEATS = [(name, players) for name in GAMES for players in galopp.game(name).players]


def over(name, players=2, seed=5, **options):
    at = table_of(name, players, **SHORT[name], **options)
    return play_out(at.start(), random.Random(seed))


@pytest.mark.parametrize(("name", "players"), SEATS)
def test_at_the_end_the_secret_is_shown_and_the_promise_was_kept(name, players):
    at = table_of(name, players, **SHORT[name]).start()
    promise = feed.table_news(at.table).promise
    play_out(at, random.Random(players))
    news = feed.table_news(at.table)
    assert news.phase == "over"
    assert Luck(f"{at.table.code}/1", bytes.fromhex(news.secret)).promise == promise
    assert news.promise == promise
    assert news.next_promise != promise  # the next round's luck is promised already
    assert feed.game_news(at.table, None).winners == at.table.position.winners
    record = at.record()
    assert record.luck.keeps(promise)
    assert record.final().state.tobytes() == at.table.position.state.tobytes()
    assert record.names == {n: seat.name for n, seat in enumerate(at.table.seats)}


def test_a_game_with_windows_and_things_taken_back_can_be_checked_like_any_other():
    at = table_of("saumaumau", 3, mau=True, mau_window=5, races=2).start()
    picks = random.Random(8)
    while at.table.phase == "playing":
        asked = [seat for seat in at.table.asked if at.legal(seat)]
        if picks.random() < 0.2 or not asked:
            at.wait(2.0)
            continue
        seat = picks.choice(asked)
        likes = 0 if picks.random() < 0.7 else -1  # cards come first: soon a call is due
        at.decide(seat, at.legal(seat)[likes])
        if at.table.window is None and at.table.phase == "playing" and picks.random() < 0.2:
            take_back(at)
    assert {log.Undone, log.Called, log.LetGo} <= {type(event) for event in at.events()}
    assert at.record().final().state.tobytes() == at.table.position.state.tobytes()


def take_back(at):
    if not at.table.trail:
        return
    asker = at.table.trail[-1].seat
    at.say(message.Undo, seat=asker)
    for seat in range(at.table.players):
        if at.table.undo is not None and seat != asker:
            at.say(message.AnswerUndo, seat=seat, agree=True)


def test_there_is_no_record_of_a_round_that_is_not_over():
    at = table_of("saumaumau").start()
    with pytest.raises(Fault, match="no_such_round"):
        record_of(at.table.code, at.entries, None)


def test_a_round_that_is_over_is_over():
    at = over("schweinsgalopp")
    assert at.table.asked == []
    assert {at.cannot(seat, 0) for seat in (0, 1)} == {"no_game_now"}
    assert at.refuses(message.Start) == "game_is_over"
    assert at.wait(10**6) == []
    assert feed.game_news(at.table, 0).legal == []


# --- Once more


@pytest.mark.parametrize(("name", "players"), SEATS)
def test_once_more_with_the_same_people_another_seat_starts(name, players):
    at = over(name, players)
    people = [(seat.name, seat.pig, seat.key) for seat in at.table.seats]
    promise, starter = feed.table_news(at.table).next_promise, at.table.starter
    at.say(message.Rematch, by=[at.keys[0]])
    assert at.table.phase == "lobby"
    assert feed.game_news(at.table, 0) is None
    at.say(message.Start)
    assert at.table.round == 2
    assert [(seat.name, seat.pig, seat.key) for seat in at.table.seats] == people
    assert at.table.starter == (starter + 1) % players
    assert feed.table_news(at.table).promise == promise
    assert feed.table_news(at.table).secret is None
    assert at.table.number == 1


def test_the_second_round_has_luck_and_a_record_of_its_own():
    at = over("schweinsgalopp")
    promise = feed.table_news(at.table).next_promise
    at.say(message.Rematch)
    play_out(at.start(), random.Random(2))
    first, second = at.record(1), at.record(2)
    assert str(at.record()) == str(second)
    assert second.luck.keeps(promise)
    assert first.luck.secret != second.luck.secret
    assert second.luck.table == f"{at.table.code}/2"
    assert second.options["start_player"] == at.table.starter


def test_between_two_rounds_people_come_and_go_and_options_change():
    at = over("schweinsgalopp", 3)
    at.say(message.Leave, seat=1)
    at.say(message.Rematch, by=[at.keys[0]])
    assert at.reason(message.Start).arguments["count"] == 1
    at.sit("Emil")
    at.say(message.Arrange, options={"races": 2})
    at.say(message.Start)
    assert at.table.phase == "playing"


def test_with_fewer_people_a_start_player_who_is_gone_is_nobody_again():
    at = over("schweinsgalopp", 3)
    at.table.starter = 1
    at.say(message.Rematch)
    assert at.table.options["start_player"] == 2
    at.say(message.Leave, seat=2)
    at.say(message.Arrange, players=2)
    assert at.table.options["start_player"] is None
    at.say(message.Start)
    assert at.table.phase == "playing"


def test_there_is_no_rematch_before_the_end_nor_for_strangers():
    at = table_of("saumaumau").fill()
    assert at.refuses(message.Rematch) == "game_is_not_over"
    at.start()
    assert at.refuses(message.Rematch, by=[at.keys[1]]) == "game_is_not_over"
    assert over("schweinsgalopp").refuses(message.Rematch, by=[new_key()]) == "players_only"


def test_a_bot_that_played_on_stays_until_the_person_is_back():
    at = table_of("schweinsgalopp", **SHORT["schweinsgalopp"]).start()
    at.connect(0, 1)
    at.connect(0)
    at.now += at.table.settings.grace
    at.say(message.TakeOver, seat=0, absent=1)
    play_on(at)
    at.say(message.Rematch)
    at.say(message.Start)
    assert at.table.seats[1].level
    at.say(message.TakeBack, seat=1)
    assert at.table.seats[1].played_by_person


@pytest.mark.parametrize("sent_away", [False, True])
def test_whoever_left_in_the_middle_leaves_a_free_seat_for_the_next_round(sent_away):
    at = table_of("schweinsgalopp", **SHORT["schweinsgalopp"]).start()
    if sent_away:
        at.say(message.SendAway, by=[at.host], seat=1)
    else:
        at.say(message.Leave, seat=1)
    play_on(at)
    at.say(message.Rematch)
    assert at.table.seats[1].free
    assert at.reason(message.Start).arguments["count"] == 1


def play_on(at):
    """To the end, with bots where they play."""
    while at.table.phase == "playing":
        seat = at.mover
        (at.bot if at.table.seats[seat].level else at.decide)(seat, at.legal(seat)[0])


# --- The end of the table


@pytest.mark.parametrize("phase", ["lobby", "playing", "over"])
def test_the_host_closes_the_table_and_then_nothing_happens_any_more(phase):
    at = table_of("schweinsgalopp", **SHORT["schweinsgalopp"]).fill()
    if phase != "lobby":
        at.start()
    if phase == "over":
        play_out(at, random.Random(1))
    assert at.refuses(message.Close, by=[at.keys[0]]) == "host_only"
    at.say(message.Close)
    assert feed.table_news(at.table).phase == "closed"
    for said in (message.Start, message.Rematch, message.Close):
        assert at.refuses(said) == "table_is_closed"
    assert at.cannot(0, 0) == "table_is_closed"
    for come in (lambda: at.sit("Emil"), at.watch):
        with pytest.raises(Fault, match="table_is_closed"):
            come()
    assert at.wait(10**6) == []
