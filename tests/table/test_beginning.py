"""A round that begins in another game: played on from a position, or the same cards again."""

import random

import pytest
from at_table import CODE, GAMES, START, AtTable, play_out, table_of

import galopp
from galopp.core.fault import Fault
from galopp.play.luck import Luck
from galopp.table import feed, log, message
from galopp.table.beginning import beginning, options_of
from galopp.table.fold import new_table
from galopp.table.judge import open_table
from galopp.table.record import record_of
from galopp.table.settings import Change, Settings
from promised_games import play_at_table

SHORT = {"saumaumau": {"races": 1}, "schweinsgalopp": {"races": 1}, "ostfriesenlauf": {}}
every_game = pytest.mark.parametrize("name", GAMES)


def begun_in(record, decisions, same_luck=False, day=""):
    """A table that begins in a game after so many decisions."""
    begin = beginning(record, decisions, same_luck, "KQHTZM-1", day)
    options = options_of(begin, record.game, record.players)
    opening = open_table(CODE, record.game, record.players, options, Settings(), begin)
    kept = log.encode(opening.events[0])
    table = new_table(CODE, log.decode(kept), START)
    return AtTable(table, str(opening.gives["key"]), [(START, kept)])


def position_after(record, decisions):
    return record.until(decisions).final()


def of_seed(name, decisions=12):
    position = galopp.game(name).new(players=2, seed=3, **SHORT[name])
    for number in range(decisions):
        position.play(position.legal[number % len(position.legal)])
    return galopp.Record.of(position)


@every_game
def test_it_begins_where_the_other_game_stood(name):
    record, _ = play_at_table(name, 2, SHORT[name], taken_back={3})
    for decisions in (0, 1, 7, len(record.moves) - 1):
        at = begun_in(record, decisions).start()
        there = position_after(record, decisions)
        assert at.table.position.state.tobytes() == there.state.tobytes()
        assert at.table.number > max([move.number for move in record.moves[:decisions]], default=0)


@every_game
def test_it_is_played_to_its_end_and_its_record_tells_the_whole_game(name):
    record, _ = play_at_table(name, 2, SHORT[name])
    at = play_out(begun_in(record, 7).start(), random.Random(1))
    again = at.record()
    assert again.moves[:7] == record.moves[:7]
    assert again.final().state.tobytes() == at.table.position.state.tobytes()
    assert [origin.luck for origin in again.origins] == [record.luck]
    assert again.luck.table == f"{CODE}/1"
    assert again.luck.keeps(feed.table_news(at.table).promise)


@every_game
def test_a_game_of_a_seed_can_be_played_on_at_a_table(name):
    record = of_seed(name)
    at = play_out(begun_in(record, 7, same_luck=True).start(), random.Random(1))
    again = at.record()
    assert again.origins[0].luck == record.luck
    assert again.final().state.tobytes() == at.table.position.state.tobytes()


@every_game
def test_a_branch_of_a_branch_keeps_the_luck_of_each_part(name):
    first, _ = play_at_table(name, 2, SHORT[name])
    second = play_out(begun_in(first, 5).start(), random.Random(1)).record()
    for decisions in (0, 3, 5, 6, 9):
        third = play_out(begun_in(second, decisions).start(), random.Random(2)).record()
        assert third.moves[:decisions] == second.moves[:decisions]
        assert [o.decisions for o in third.origins] == ([5] if decisions > 5 else []) + [decisions]


@every_game
def test_the_same_deal_has_the_same_luck_to_its_end(name):
    record, final = play_at_table(name, 2, SHORT[name])
    at = begun_in(record, 0, same_luck=True).start()
    assert feed.table_news(at.table).promise == record.luck.promise
    assert at.table.position.state.tobytes() == record.begin().state.tobytes()
    for decision in record.moves:  # whoever decides as it was decided there gets the same game
        at.decide(decision.seat, decision.notation)
    assert at.table.position.state.tobytes() == final.state.tobytes()
    assert at.record().moves == record.moves
    assert at.record().luck == record.luck


def test_the_table_says_where_it_begins_and_nothing_of_the_luck():
    record, _ = play_at_table("schweinsgalopp", 2, SHORT["schweinsgalopp"])
    at = begun_in(record, 7)
    shown = feed.BeginShown(decisions=7, same_luck=False, replay="KQHTZM-1", day="")
    assert feed.table_news(at.table).begin == shown
    at.start()
    for sent in at.sent.values():
        assert not any(record.luck.secret.hex().encode() in news for news in sent)


def test_players_and_options_are_those_of_the_other_game():
    record, _ = play_at_table("schweinsgalopp", 3, SHORT["schweinsgalopp"])
    at = begun_in(record, 7)
    assert at.table.options == record.options
    assert at.refuses(message.Arrange, players=2) == "begins_in_another_game"
    assert at.refuses(message.Arrange, options={"races": 2}) == "begins_in_another_game"
    at.say(message.Arrange, settings=Change(pace=0))
    with pytest.raises(Fault, match="other_beginning"):
        options_of(at.table.begin, "schweinsgalopp", 2)


def test_the_next_round_has_a_deal_of_its_own():
    record, _ = play_at_table("schweinsgalopp", 2, SHORT["schweinsgalopp"])
    at = play_out(begun_in(record, 7).start(), random.Random(1))
    at.say(message.Rematch)
    assert feed.table_news(at.table).begin is None
    play_out(at.start(), random.Random(3))
    assert at.record(2).origins == ()
    assert at.record(1).origins != ()


def test_the_deal_of_a_day_is_played_without_hints_and_what_was_learnt_is_not_taken_back():
    record, _ = play_at_table("saumaumau", 2, SHORT["saumaumau"])
    at = begun_in(record, 0, same_luck=True, day="2026-11-15")
    assert not at.table.settings.hints
    assert at.refuses(message.Arrange, settings=Change(hints=True)) == "hints_are_off"
    at.start()
    first = at.table.asked[0]
    while not at.table.trail or at.table.trail[-1].seat == first:  # until the other has decided
        at.decide(at.table.asked[0], at.table.position.legal[-1].code)
    assert at.refuses(message.Undo, seat=first) == "no_undo_with_the_deal_of_the_day"


@pytest.mark.parametrize(("decisions", "why"), [(10**6, "no_such_decision"), (-1, "game_is_over")])
def test_it_must_begin_within_the_game(decisions, why):
    record, _ = play_at_table("schweinsgalopp", 2, SHORT["schweinsgalopp"])
    with pytest.raises(Fault, match=why):
        beginning(record, len(record.moves) if decisions < 0 else decisions, False)


@every_game
def test_a_restarted_server_finds_it_as_it_was(name):
    record, _ = play_at_table(name, 2, SHORT[name])
    at = begun_in(record, 7).start()
    at.decide(at.mover, at.legal(at.mover)[0])
    again = at.again()
    assert again.position.state.tobytes() == at.table.position.state.tobytes()
    assert (again.number, again.luck) == (at.table.number, at.table.luck)


def test_a_game_with_windows_can_be_played_on_from_a_window():
    at = table_of("saumaumau", 3, mau=True, mau_window=5, races=1).start()
    record = play_out(at, random.Random(4)).record()
    for decisions in range(0, len(record.moves), 9):
        branch = play_out(begun_in(record, decisions).start(), random.Random(decisions))
        assert isinstance(branch.record().luck, Luck)
        assert record_of(CODE, branch.entries, 1)
