"""What bots at a table are told of a race: it comes from the log, whatever became of the table."""

import random

import pytest
from at_table import GAMES, play_out, table_of
from test_beginning import begun_in

from galopp.core.history import What
from galopp.core.words import NOBODY
from galopp.table import message
from promised_games import play_at_table

every_game = pytest.mark.parametrize("name", GAMES)


def told(table):
    """All that every seat and a bystander were told."""
    return [table.told(seat).tobytes() for seat in (*range(table.players), NOBODY)]


def decide_some(at, decisions, seed=1):
    picks = random.Random(seed)
    for _ in range(decisions):
        seat = picks.choice([seat for seat in at.table.asked if at.legal(seat)])
        at.decide(seat, picks.choice(at.legal(seat)))
    return at


def test_before_the_deal_there_is_nothing_to_tell():
    assert len(table_of("saumaumau").table.told(0)) == 0


@every_game
def test_a_restarted_server_tells_the_same(name):
    at = decide_some(table_of(name, 3).start(), 20)
    assert len(at.table.told(0)) > 5
    assert told(at.again()) == told(at.table)


@every_game
def test_what_was_taken_back_was_never_told(name):
    at = decide_some(table_of(name, 2).start(), 9)
    before, seat = told(at.table), at.mover
    at.decide(seat, at.legal(seat)[0])
    assert told(at.table) != before
    at.say(message.Undo, seat=seat)
    if at.table.undo is not None:
        at.say(message.AnswerUndo, seat=1 - seat, agree=True)
    assert told(at.table) == before
    decide_some(at, 5)
    assert told(at.again()) == told(at.table)
    assert [one[: len(was)] for one, was in zip(told(at.table), before, strict=True)] == before


@every_game
def test_a_bot_that_takes_over_knows_what_its_seat_was_told(name):
    at = decide_some(table_of(name, 2).start(), 9)
    before, seat = told(at.table), at.mover
    at.say(message.Leave, seat=seat)
    assert at.table.seats[seat].level
    assert told(at.table) == before


@every_game
def test_a_branch_goes_on_with_what_was_told_before_it(name):
    record, _ = play_at_table(name, 2, {}, taken_back={3})
    for decisions in (1, 7, 15):
        there = record.until(decisions).final()
        at = begun_in(record, decisions).start()
        assert told(at.table) == [there.told(seat).records.tobytes() for seat in (0, 1, None)]
        assert told(at.again()) == told(at.table)


def test_the_next_race_is_told_from_its_own_beginning():
    at = table_of("schweinsgalopp", 2, races=2).start()
    lengths = []
    while at.table.phase == "playing":
        decide_some(at, 1)
        lengths.append(len(at.table.told(0)))
    assert lengths.count(0) == 1
    assert max(lengths) == lengths[-1] == 4 + 2 * 7


def test_a_rematch_begins_with_nothing_told():
    at = play_out(table_of("schweinsgalopp", 2, races=1).start(), random.Random(1))
    at.say(message.Rematch)
    assert len(at.table.told(0)) == 0
    at.say(message.Start)
    assert len(at.table.told(0)) == 0


def test_a_bet_is_told_as_a_secret_to_all_but_its_owner():
    at, picks = table_of("saumaumau", 3, mau=False).start(), random.Random(2)
    while not any("bet" in move for seat in at.table.asked for move in at.moves(seat)):
        decide_some(at, 1, picks.randrange(10**6))
    seat = at.mover
    at.decide(seat, next(move for move in at.moves(seat) if move.startswith("bet")))
    codes = [int(at.table.told(viewer)[-1].code) for viewer in range(3)]
    assert codes[seat] >= 0
    assert {code for viewer, code in enumerate(codes) if viewer != seat} == {-2}
    assert all(at.table.told(viewer)[-1].what == What.DECIDED for viewer in range(3))
