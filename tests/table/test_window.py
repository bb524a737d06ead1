"""The window after a play that needs a call (V3), in all the ways it can go."""

import pytest
from at_table import encode, happened, saumaumau_with, table_of

from galopp.table import clocks, feed, log, message
from galopp.table.judge import Verdict
from galopp.table.settings import Settings, Thinking

LENGTH = 5
HANDS = [
    ["pink-1", "black-6"],
    ["pink-6", "brown-2", "black-3"],
    ["pink-2", "brown-3", "black-4"],
]


def due(players=3, thinking=None, **options):
    """Seat 0 has just played its last card but one: a call is due."""
    settings = Settings(thinking=thinking or Thinking())
    options = {"mau": True, "mau_window": LENGTH, **options}
    at = table_of("saumaumau", players, settings, **options)
    saumaumau_with(at, HANDS[:players], "pink-4")
    at.decide(0, "pink-1")
    return at


def view(at, seat=None):
    return feed.game_news(at.table, seat).view


def test_after_a_play_that_needs_a_call_every_seat_is_asked():
    at = due()
    assert at.table.asked == [0, 1, 2]
    assert at.moves(0) == ["mau"]
    assert at.moves(1) == at.moves(2) == ["catch", "let-go"]
    shown = feed.game_news(at.table, None).window
    assert (shown.seat, shown.closes, shown.called) == (0, at.now + LENGTH, False)
    assert feed.legal(at.table, at.table.position.seen(None), None) == []


def test_without_a_length_there_is_no_window_and_the_rules_wait():
    at = due(mau_window=0)
    assert at.table.window is None
    assert at.moves(0) == ["mau", "silent"]
    assert at.wait(1000) == []


def test_called_in_time_the_card_counts_when_the_window_closes():
    at = due()
    at.decide(0, "mau")
    assert feed.game_news(at.table, 1).window.called
    assert at.table.asked == [1, 2]
    assert view(at)["laid"] == "pink-1"
    assert at.wait(LENGTH - 0.1) == []
    assert [event.codes for event in at.wait(0.1)] == [[59]]
    assert at.last().by == "clock"
    assert view(at)["pigs"]["pink"] == 1
    assert at.table.asked == [1]


def test_a_call_can_be_made_once_and_a_silent_player_says_nothing():
    at = due()
    written = len(at.entries)
    at.decide(0, "silent")
    assert len(at.entries) == written
    at.decide(0, "mau")
    assert at.cannot(0, "mau") == "not_your_turn_now"


def test_called_and_let_go_by_all_the_window_closes_early():
    at = due()
    at.decide(0, "mau")
    at.decide(1, "let-go")
    assert feed.game_news(at.table, 2).window.let_go == [1]
    at.decide(2, "let-go")
    assert at.table.window is None
    assert view(at)["pigs"]["pink"] == 1


def test_a_catch_after_the_call_is_noise():
    at = due()
    at.decide(0, "mau")
    assert at.moves(1) == ["let-go"]
    assert at.cannot(1, "catch") == "nothing_to_catch"
    at.decide(1, "let-go")
    assert at.cannot(1, "catch") == "not_your_turn_now"


def test_silent_and_caught_everything_is_as_it_was():
    at = due()
    before = view(at, 0)
    at.decide(2, "catch")
    assert [event.codes for event in at.events()[-2:]] == [[60], [61]]
    assert [event.by for event in at.events()[-2:]] == ["seat 2"] * 2
    assert at.table.window is None
    after = view(at, 0)
    assert after["laid"] is None
    assert sorted(after["hand"]) == sorted(["pink-1", "black-6"])
    assert (after["top"], after["pigs"]) == (before["top"], before["pigs"])
    assert at.table.asked == [1]
    told = [one["key"] for one in happened(at, 1)]
    assert {"stayed_silent", "caught", "took_back"} <= {*told}


def test_silent_and_let_go_by_all_the_card_counts():
    at = due()
    at.decide(1, "let-go")
    assert at.cannot(1, "let-go") == "not_your_turn_now"
    at.decide(2, "let-go")
    assert [event.codes for event in at.events()[-3:]] == [[60], [62], [62]]
    assert view(at)["pigs"]["pink"] == 1


def test_silent_and_nobody_speaks_the_window_runs_out():
    at = due()
    assert clocks.due(at.table) == at.now + LENGTH
    assert [event.codes for event in at.wait(LENGTH)] == [[60], [62], [62]]
    assert view(at)["pigs"]["pink"] == 1
    assert at.cannot(1, "catch", decision=2) == "too_late"


def test_the_others_do_not_answer_with_anything_else():
    at = due()
    for code in at.table.game.moves:
        if code not in (61, 62):
            assert at.cannot(1, code) == "not_your_turn_now"
        if code not in (59, 60):
            assert at.cannot(0, code) == "others_answer_now"


def test_an_answer_in_the_window_is_one_move_and_no_list():
    at = due()
    assert at.cannot(1, "let-go", "pink-6") == "decide_one_by_one"
    assert at.cannot(0, "mau", "mau") == "decide_one_by_one"


def test_a_list_of_moves_does_not_run_through_a_window():
    at = table_of("saumaumau", 3, mau=True, mau_window=LENGTH)
    saumaumau_with(at, HANDS, "pink-4")
    assert at.cannot(0, "pink-1", "mau") == "decide_one_by_one"
    assert at.cannot(0, "pink-1", "silent") == "decide_one_by_one"


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("lag", "late", "in_time"),
    [(0.0, 0.0, True), (0.0, 0.1, False), (0.4, 0.4, True), (0.4, 0.5, False)],
)
def test_a_slow_line_is_granted_its_lag_to_the_border(seat, lag, late, in_time):
    at = due()
    at.table.seats[seat].lag = lag
    at.table.seats[2].lag = 0.9  # the window stays open for this one
    at.now += LENGTH + late
    move = "mau" if seat == 0 else "catch"
    if in_time:
        at.decide(seat, move)
    else:
        assert at.cannot(seat, move) == "window_closed"


def test_no_line_is_granted_more_than_a_second():
    at = due()
    at.table.seats[1].lag = 30.0
    assert clocks.due(at.table) == at.now + LENGTH + 1
    assert at.wait(LENGTH + 0.9) == []
    at.now += 0.2
    assert at.cannot(1, "catch") == "window_closed"
    assert at.wait(0.0)


def test_a_call_that_comes_too_late_does_not_save_from_a_catch_that_was_in_time():
    at = due()
    at.table.seats[1].lag = 0.8
    at.now += LENGTH + 0.5
    assert at.cannot(0, "mau") == "window_closed"
    at.decide(1, "catch")
    assert view(at)["laid"] is None


@pytest.mark.parametrize("ending", ["mau", "catch"])
def test_until_somebody_speaks_nobody_can_tell_whether_the_call_will_come(ending):
    """The others are sent the same bytes, for as long as the window is silent."""
    forgotten, remembered = due(), due()
    forgotten.decide(0, "silent")
    for at in (forgotten, remembered):
        at.now += 2
        at.decide(2, "let-go")
    remembered.decide(0, "mau")
    forgotten.decide(*(0, "mau") if ending == "mau" else (1, "catch"))
    for viewer in (None, 1, 2):
        for kind in ("sent", "frames"):
            one, other = (getattr(at, kind)[viewer] for at in (forgotten, remembered))
            until_then = len(other) - 1
            assert one[:until_then] == other[:until_then] and until_then > 0


@pytest.mark.parametrize("called", [True, False])
def test_a_server_that_comes_back_within_a_window_opens_it_anew(called):
    at = due()
    at.decide(2, "let-go")
    if called:
        at.decide(0, "mau")
    at.now += 3600
    at.table = at.again()
    at.take(Verdict([log.Resumed(by="clock")]))
    assert at.table.window.called == called
    assert at.table.window.let_go == {2}
    assert clocks.due(at.table) == at.now + LENGTH
    if called:
        assert at.cannot(1, "catch") == "nothing_to_catch"
        at.decide(1, "let-go")
    else:
        at.decide(1, "catch")
    assert at.table.window is None
    assert at.again() == at.table


def test_a_window_is_nobodys_thinking_time():
    at = due(thinking=Thinking("bank", seconds=100, bonus=7))
    assert at.table.seats[0].bank == 107
    at.decide(0, "mau")
    at.wait(LENGTH)
    assert [seat.bank for seat in at.table.seats] == [107, 100, 100]
    at.now += 10
    at.decide(1, "draw")
    assert at.table.seats[1].bank == 97


def test_nobody_runs_out_of_time_in_a_window():
    at = due(thinking=Thinking("days", seconds=2))
    assert clocks.due(at.table) == at.now + LENGTH
    assert at.wait(3) == []
    at.wait(2)
    assert at.table.window is None
    assert [event.seat for event in at.wait(2)] == [1]


def test_a_bot_may_call_and_catch_like_anybody():
    at = table_of("saumaumau", 2, mau=True, mau_window=LENGTH)
    at.say(message.AddBot, seat=1, level="casual")
    saumaumau_with(at, HANDS[:2], "pink-4")
    at.decide(0, "pink-1")
    at.bot(1, "catch")
    assert view(at, 0)["laid"] is None


def test_the_last_card_of_all_needs_a_call_too_and_can_end_the_game():
    at = table_of("saumaumau", 2, mau=True, mau_window=LENGTH, races=1)
    saumaumau_with(at, [["pink-1"], HANDS[1]], "pink-4")
    at.decide(0, "pink-1")
    assert at.table.phase == "playing"
    assert isinstance(at.wait(LENGTH)[-1], log.Ended)
    assert at.table.phase == "over"
    assert feed.game_news(at.table, 0).window is None


def test_what_the_table_says_for_the_seats_has_numbers_of_its_own():
    at = due()
    at.decide(1, "catch")
    numbers = [event.first for event in at.events() if isinstance(event, log.Decided)]
    assert numbers == [1, 2, 3]
    assert at.table.number == 4


def test_news_of_a_window_is_the_same_for_all_who_watch():
    at = due()
    at.decide(1, "let-go")
    windows = {encode(feed.game_news(at.table, viewer).window) for viewer in at.viewers()}
    assert len(windows) == 1
