"""Taking back: at once what told one nothing, else only if everybody agrees."""

import random

import pytest
from at_table import GAMES, happened, play_out, saumaumau_with, table_of

from galopp.table import feed, log, message
from galopp.table.table import KEPT_TO_UNDO

HANDS = [
    ["pink-1", "brown-6", "black-2"],
    ["pink-6", "brown-2", "black-3"],
    ["pink-2", "brown-3", "black-4"],
]


def race(players=3, **options):
    at = table_of("saumaumau", players, **options)
    return saumaumau_with(at, HANDS[:players], "pink-4")


def state(at):
    return at.table.position.state.tobytes()


def test_a_misclick_that_told_nothing_is_undone_at_once():
    at = race()
    before = state(at)
    at.decide(0, "pink-1")
    at.say(message.Undo, seat=0)
    assert state(at) == before
    assert isinstance(at.last(), log.Undone)
    assert at.table.asked == [0]
    assert happened(at, 1)[-1] == {"key": "table.undone", "arguments": {"seat": 0, "to": 1}}
    at.decide(0, "draw")


def test_pigs_lined_up_in_one_message_are_taken_back_together():
    at = table_of("schweinsgalopp").start()
    seat, before = at.mover, state(at)
    at.decide(seat, "line-up red", "line-up white")
    at.decide(seat, "line-up green")
    at.say(message.Undo, seat=seat)
    at.say(message.Undo, seat=seat)
    assert state(at) == before
    assert at.refuses(message.Undo, seat=seat) == "nothing_to_undo"


def test_a_draw_is_taken_back_only_if_all_agree():
    at = race()
    before = state(at)
    at.decide(0, "draw")
    at.say(message.Undo, seat=0)
    assert isinstance(at.last(), log.UndoAsked)
    assert feed.table_news(at.table).undo == 0
    at.say(message.AnswerUndo, seat=1, agree=True)
    assert feed.table_news(at.table).undo_agreed == [1]
    assert state(at) != before
    at.say(message.AnswerUndo, seat=2, agree=True)
    assert state(at) == before
    assert feed.table_news(at.table).undo is None


def test_one_who_does_not_agree_is_enough():
    at = race()
    at.decide(0, "draw")
    at.say(message.Undo, seat=0)
    after = state(at)
    at.say(message.AnswerUndo, seat=2, agree=False)
    assert at.table.undo is None
    assert state(at) == after
    assert at.refuses(message.AnswerUndo, seat=1, agree=True) == "no_undo_asked"
    assert happened(at)[-1]["key"] == "table.undo_declined"


def test_once_somebody_has_decided_after_it_a_decision_is_no_misclick_any_more():
    at = race(2)
    before = state(at)
    at.decide(0, "pink-1")
    at.decide(1, "pink-6")
    at.say(message.Undo, seat=0)
    assert isinstance(at.last(), log.UndoAsked)
    at.say(message.AnswerUndo, seat=1, agree=True)
    assert state(at) == before  # the neighbour's decision is gone with it


def test_nobody_agrees_to_an_undo_of_their_own_or_to_none():
    at = race()
    assert at.refuses(message.AnswerUndo, seat=1, agree=True) == "no_undo_asked"
    at.decide(0, "draw")
    at.say(message.Undo, seat=0)
    assert at.refuses(message.AnswerUndo, seat=0, agree=True) == "no_undo_asked"
    by = [at.keys[2]]
    assert at.refuses(message.AnswerUndo, by=by, seat=1, agree=True) == "not_your_seat"


def test_one_undo_is_asked_for_at_a_time():
    at = race(2)
    at.decide(0, "pink-1")
    at.decide(1, "draw")
    at.say(message.Undo, seat=1)
    assert at.refuses(message.Undo, seat=0) == "undo_is_asked"
    assert at.refuses(message.Undo, seat=1) == "undo_is_asked"


def test_the_next_decision_ends_the_question():
    at = race(2)
    at.decide(0, "draw")
    at.say(message.Undo, seat=0)
    at.decide(0, "no-bet")
    assert at.table.undo is None
    assert at.refuses(message.AnswerUndo, seat=1, agree=True) == "no_undo_asked"


def test_against_bots_alone_everything_can_be_taken_back():
    at = table_of("saumaumau", 2)
    at.say(message.AddBot, seat=1, level="beginner")
    saumaumau_with(at, HANDS[:2], "pink-4")
    before = state(at)
    at.decide(0, "draw")
    at.decide(0, "no-bet")
    at.bot(1, "pink-6")
    at.say(message.Undo, seat=0)
    at.say(message.Undo, seat=0)
    assert state(at) == before


def test_who_left_the_seat_to_a_bot_has_no_say_in_an_undo():
    at = race(3)
    at.decide(0, "draw")
    at.say(message.Undo, seat=0)
    at.say(message.Leave, seat=2)
    assert at.refuses(message.AnswerUndo, seat=2, agree=False) == "bot_plays_for_you"
    at.say(message.AnswerUndo, seat=1, agree=True)
    assert isinstance(at.last(), log.Undone)
    at.decide(0, "pink-1")
    at.say(message.Leave, seat=0)
    assert at.refuses(message.Undo, seat=0) == "bot_plays_for_you"


def test_when_the_last_who_was_asked_leaves_the_undo_is_agreed_to():
    at = race(3)
    before = state(at)
    at.decide(0, "draw")
    at.say(message.Undo, seat=0)
    at.say(message.AnswerUndo, seat=1, agree=True)
    assert at.table.undo is not None
    at.say(message.Leave, seat=2)
    assert isinstance(at.last(), log.Undone)
    assert state(at) == before


def test_whoever_leaves_takes_the_wish_to_undo_along():
    at = race(3)
    at.decide(0, "draw")
    at.say(message.Undo, seat=0)
    at.say(message.Leave, seat=0)
    assert at.table.undo is None
    assert at.refuses(message.AnswerUndo, seat=1, agree=True) == "no_undo_asked"


def test_only_the_last_decisions_can_be_taken_back():
    at = table_of("saumaumau", 2)
    at.say(message.AddBot, seat=1, level="beginner")
    saumaumau_with(at, HANDS[:2], "pink-4")
    for _ in range(KEPT_TO_UNDO // 2):
        for move in ("draw", "no-bet"):
            at.decide(0, move)
        for move in ("draw", "no-bet"):
            at.bot(1, move)
    for _ in range(KEPT_TO_UNDO // 2):
        at.say(message.Undo, seat=0)
    assert at.refuses(message.Undo, seat=0) == "nothing_to_undo"
    assert feed.game_news(at.table, None).view["turns"] == KEPT_TO_UNDO // 2


def test_nothing_is_taken_back_before_the_game_or_after_its_end():
    at = table_of("schweinsgalopp", 2, races=1).fill()
    assert at.refuses(message.Undo, seat=0) == "nothing_to_undo"
    play_out(at.start(), random.Random(3))
    assert {at.refuses(message.Undo, seat=seat) for seat in (0, 1)} == {"nothing_to_undo"}


@pytest.mark.parametrize("name", GAMES)
def test_nobody_takes_back_the_decision_of_another(name):
    at = table_of(name, 2).start()
    seat = at.mover
    at.decide(seat, at.legal(seat)[0])
    assert at.refuses(message.Undo, seat=1 - seat) == "nothing_to_undo"
    assert at.refuses(message.Undo, by=[at.keys[1 - seat]], seat=seat) == "not_your_seat"


def drawn(at):
    before = {*feed.game_news(at.table, 0).view["hand"]}
    at.decide(0, "draw")
    (card,) = {*feed.game_news(at.table, 0).view["hand"]} - before
    return card


def test_after_an_undo_the_luck_is_another():
    at, cards = race(2), []
    for _ in range(8):
        cards.append(drawn(at))
        at.say(message.Undo, seat=0)
        at.say(message.AnswerUndo, seat=1, agree=True)
    assert len({*cards}) > 1
    numbers = [event.first for event in at.events() if isinstance(event, log.Decided)]
    assert numbers == sorted({*numbers})


def test_an_answer_to_the_picture_before_an_undo_is_too_late():
    at = table_of("schweinsgalopp", 2).start()
    seat = at.mover
    at.decide(seat, "line-up red")
    number = at.table.number
    at.say(message.Undo, seat=seat)
    assert at.cannot(seat, "line-up white", decision=number) == "too_late"
    at.decide(seat, "line-up white")


# --- Forgotten calls are not misclicks


def due(window):
    at = table_of("saumaumau", 3, mau=True, mau_window=window)
    saumaumau_with(at, [["pink-1", "black-6"], *HANDS[1:]], "pink-4")
    at.decide(0, "pink-1")
    return at


def test_nothing_is_taken_back_while_a_window_is_open():
    at = due(window=5)
    assert at.refuses(message.Undo, seat=0) == "no_undo_in_window"
    at.say(message.Leave, seat=1)
    at.say(message.Leave, seat=2)
    assert at.refuses(message.Undo, seat=0) == "no_undo_in_window"


@pytest.mark.parametrize("called", [True, False])
def test_what_came_of_a_window_is_taken_back_only_with_the_play_and_by_consent(called):
    at = due(window=5)
    if called:
        at.decide(0, "mau")
    at.wait(5)
    for seat in (1, 2):
        assert at.refuses(message.Undo, seat=seat) == "nothing_to_undo"
    at.say(message.Undo, seat=0)
    assert isinstance(at.last(), log.UndoAsked)
    for seat in (1, 2):
        at.say(message.AnswerUndo, seat=seat, agree=True)
    assert at.table.window is None
    assert "pink-1" in at.moves(0)


def test_a_silence_is_not_taken_back_before_it_is_noticed():
    at = due(window=0)
    at.decide(0, "silent")
    at.say(message.Undo, seat=0)
    assert isinstance(at.last(), log.UndoAsked)
    at.decide(2, "catch")
    assert at.table.undo is None


def test_whoever_let_go_by_mistake_may_still_catch_where_no_clock_runs():
    at = due(window=0)
    at.decide(0, "silent")
    at.decide(1, "let-go")
    at.say(message.Undo, seat=1)
    at.decide(1, "catch")
    assert feed.game_news(at.table, 0).view["laid"] is None


def test_in_any_order_those_who_may_catch_answer_for_the_decision_they_saw():
    at = due(window=0)
    at.decide(0, "silent")
    number = at.table.number
    at.decide(2, "let-go", decision=number)
    at.decide(1, "let-go", decision=number)
    assert at.table.asked == [1]
