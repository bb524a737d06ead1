"""Deciding: one message, one move or several, all of them or none."""

import pytest
from at_table import GAMES, encode, happened, saumaumau_with, sentences, table_of

import galopp
from galopp.table import feed, log, message
from galopp.table.table import KEPT_ANSWERS

HANDS = [["pink-1", "brown-6", "black-2"], ["pink-6", "brown-2", "black-3"]]


def race(**options):
    return saumaumau_with(table_of("saumaumau", **options), HANDS, "pink-4")


@pytest.mark.parametrize("name", GAMES)
def test_a_move_is_named_by_its_code_or_its_notation(name):
    by_code, by_notation = table_of(name).start(), table_of(name).start()
    seat = by_code.mover
    by_code.decide(seat, by_code.legal(seat)[0])
    by_notation.decide(seat, by_notation.moves(seat)[0])
    assert by_code.snapshot(None) == by_notation.snapshot(None)
    assert by_code.table.number == 2


def test_a_decision_is_logged_with_its_number_and_the_state_after_it():
    at = race()
    at.decide(0, "pink-1")
    decided = at.last()
    assert isinstance(decided, log.Decided)
    assert (decided.seat, decided.first, decided.by, decided.answers) == (0, 1, "seat 0", "m1")
    assert decided.after[-1] == at.table.position.state.tobytes()
    assert at.table.answered[at.table.seats[0].key, "m1"] == at.table.seq - 1


@pytest.mark.parametrize("name", GAMES)
def test_an_illegal_move_is_refused_with_the_reason_and_its_ruling(name):
    at = table_of(name).start()
    seat = at.mover
    for code, move in at.table.game.moves.items():
        if code not in at.legal(seat):
            reason = at.reason(message.Decide, seat=seat, decision=1, moves=[code])
            refusal, ruling = at.table.position.why_not(move)
            assert reason.key == "illegal_move"
            assert reason.arguments["refusal"] == refusal
            assert all(ruling in said and move.notation in said for said in sentences(reason))


def test_an_answer_to_a_question_that_is_over_is_too_late_though_the_seat_is_asked_again():
    hands = [["pink-1", "brown-6"], ["pink-6", "brown-2"], ["pink-2", "brown-3"]]
    at = saumaumau_with(table_of("saumaumau", 3, mau=True), hands, "pink-4")
    at.decide(0, "pink-1")
    at.decide(0, "silent")
    window = at.table.number
    at.decide(2, "catch")
    assert at.mover == 1  # whose turn it is now, and who was about to catch
    assert at.cannot(1, "catch", decision=window) == "too_late"


@pytest.mark.parametrize("written", ["", "pink-7", "🐷", "draw draw", 63, "mau;"])
def test_a_move_that_there_is_not_is_refused(written):
    assert race().cannot(0, written) == "unknown_move"


def test_only_whoever_is_asked_decides_and_learns_nothing_by_trying():
    at = race()
    tried = [code for code in at.table.game.moves]
    reasons = {at.cannot(1, code) for code in tried}
    assert reasons == {"not_your_turn_now"}


def test_the_seat_of_another_is_not_decided_for():
    at = race()
    draws = {"decision": 1, "moves": ["draw"]}
    assert at.refuses(message.Decide, by=[at.keys[1]], seat=0, **draws) == "not_your_seat"
    assert at.refuses(message.Decide, by=[at.host], seat=0, **draws) == "not_your_seat"
    assert at.refuses(message.Decide, by=[], seat=0, **draws) == "not_your_seat"
    assert at.refuses(message.Decide, seat=4, **draws) == "no_such_seat"


def test_one_device_may_hold_several_seats():
    at = race()
    device = [at.keys[0], at.keys[1]]
    assert at.table.who(device).seats == {0, 1}
    at.decide(0, "pink-1", by=device)
    at.decide(1, "pink-6", by=device)
    assert [event.by for event in at.events()[-2:]] == ["seat 0", "seat 1"]


def test_an_answer_to_an_old_decision_is_too_late_and_one_to_a_coming_one_too_early():
    at = race()
    at.decide(0, "draw")
    assert at.cannot(0, "no-bet", decision=1) == "too_late"
    assert at.cannot(0, "no-bet", decision=3) == "too_late"
    at.decide(0, "no-bet")
    assert at.cannot(0, "draw", decision=2) == "too_late"
    assert at.cannot(0, "draw", decision=3) == "not_your_turn_now"


def test_a_repeated_message_is_known_by_its_id_even_after_a_restart():
    at = race()
    at.decide(0, "draw", id="once")
    table = at.again()
    assert table.answered[table.seats[0].key, "once"] == table.seq - 1
    assert (table.seats[1].key, "once") not in table.answered


def test_the_latest_messages_are_known_and_the_oldest_forgotten():
    at = race()
    for number in range(KEPT_ANSWERS + 1):
        at.say(message.Say, seat=0, phrase="oink", id=f"oink{number}")
    key = at.table.seats[0].key
    assert [*at.table.answered] == [(key, f"oink{n}") for n in range(1, KEPT_ANSWERS + 1)]


def test_nothing_is_decided_when_no_game_is_on():
    at = table_of("saumaumau").fill()
    assert at.cannot(0, "draw") == "no_game_now"


# --- Several moves in one message


def test_a_list_of_moves_is_carried_out_as_one_message():
    at = saumaumau_with(
        table_of("saumaumau"),
        HANDS,
        "pink-plus2",
        turned_up=False,
        debt=2,
        turns=1,
        pigs={"pink": 3, "brown": 2, "black": 0, "beige": 0},
    )
    at.decide(0, "draw")
    written = len(at.entries)
    at.decide(0, "retreat pink", "retreat brown", "bet black")
    assert len(at.entries) == written + 1
    assert at.last().codes == [41, 42, 48]
    assert at.table.number == 5
    assert feed.game_news(at.table, 1).view["pigs"]["pink"] == 2
    told = [one["key"] for one in happened(at, 1)]
    assert told[-3:] == ["retreated", "retreated", "bet"]


def test_a_list_with_one_wrong_move_does_nothing_at_all():
    at = table_of("schweinsgalopp").start()
    seat = at.mover
    assert at.cannot(seat, "line-up red", "line-up white", "line-up red") == "illegal_move"
    at.decide(seat, "line-up red", "line-up white", "line-up green")
    assert at.table.number == 4


def test_a_list_does_not_decide_for_the_next_seat():
    at = race()
    assert at.cannot(0, "pink-1", "pink-6") == "not_your_turn_now"


def answers_to(at, first):
    """What comes of every list of two that begins so, to the last byte."""
    answers = set()
    for code in at.table.game.moves:
        moves = [first, code]
        reason = at.reason(message.Decide, seat=at.mover, decision=1, moves=moves)
        answers.add((reason.key, encode(reason.arguments)))
    return answers


def test_a_list_is_no_way_to_look_at_the_pile_without_drawing():
    """Whatever one tries to do with the card that would come, the answer is the same."""
    answers = [answers_to(race(secret=secret), "draw") for secret in range(4)]
    assert all(answer == {("decide_one_by_one", b"{}")} for answer in answers)


def test_a_list_is_no_way_to_look_at_what_ones_neighbours_have_laid():
    """In Ostfriesenlauf the last card laid opens them all, and the stack is drawn from."""
    at = table_of("ostfriesenlauf", 1).start()
    seat = at.mover
    firsts = at.legal(seat)
    for first in firsts:
        assert len(answers_to(at, first)) == 1


# --- Bots decide like anybody else


def test_a_bot_decides_for_its_own_seat_only_as_long_as_it_plays_there():
    at = table_of("saumaumau")
    at.say(message.AddBot, seat=0, level="beginner")
    saumaumau_with(at, HANDS, "pink-4")
    at.bot(0, "pink-1")
    assert at.last().by == "bot 0"
    with pytest.raises(galopp.Fault, match="seat_is_yours"):
        at.bot(1, "pink-6")


def test_a_person_decides_again_only_after_taking_the_seat_back():
    at = race()
    at.say(message.Leave, seat=0)
    assert at.cannot(0, "pink-1") == "bot_plays_for_you"
    at.say(message.TakeBack, seat=0)
    at.decide(0, "pink-1")


def test_a_game_of_other_rules_cannot_go_on_but_can_be_read_and_closed():
    at = table_of("saumaumau").fill()
    state = b"whatever it was"
    decided = log.Decided(seat=0, first=1, codes=[39], after=[state])
    old = [log.Began(rules=99, options={}, state=state), decided, log.Undone(seat=0, to=1)]
    for event in old:
        at.entries.append((at.now, log.encode(event)))
    at.table = at.again()
    assert at.cannot(0, "draw") == "rules_have_changed"
    assert at.refuses(message.Undo, seat=0) == "nothing_to_undo"
    past = feed.history(at.table.code, at.entries, 0, -1)
    assert [one.happened[0].key for one in past][-3:] == [
        "table.began",
        "table.decided",
        "table.undone",
    ]
    assert feed.game_news(at.table, 0) is None
    at.say(message.Close)


def laying_food(stack):
    """The others' totals are hidden, and so is whether there is food for more than one."""
    at = table_of(
        "schweinsgalopp", 3, track_food="per_race", races=9, hide_secured=True, start_player=0
    )
    plain = at.table.game.begin(3, 1, {**at.table.options}).to_dict()
    secured = {"secured": [4, 25, 55 - 29 - stack], "stack": stack}
    where = {"red": 0, "yellow": -4, "green": -3, "blue": -1, "white": -2}
    hands = [{"red": 1, "yellow": 1, "green": 1, "blue": 2, "white": 2}] * 2
    last = {"red": 2, "yellow": 1, "green": 2, "blue": 1, "white": 1}
    position = {**plain, **secured, "race": 4, "phase": "lay_food", "turn": 0, "starter": 0}
    position |= {"places": where, "hands": [*hands, last], "last_seat": 0}
    position |= {"last_code": "line-up green"}
    return at.begin_with(at.table.game.from_dict(position))


def test_a_list_is_no_way_to_find_out_what_is_rare():
    """Hardly any world that the seat can think of has one card left; the real one may."""
    rare, usual = laying_food(stack=1), laying_food(stack=12)
    assert rare.snapshot(0) == usual.snapshot(0)
    assert answers_to(rare, "food 5") == answers_to(usual, "food 5")


def test_what_told_something_rare_is_not_taken_back_for_free():
    rare, usual = laying_food(stack=1), laying_food(stack=12)
    for at in (rare, usual):
        at.decide(0, "food 5")
        at.say(message.Undo, seat=0)
    assert isinstance(usual.last(), log.Undone)
    assert isinstance(rare.last(), log.UndoAsked)
