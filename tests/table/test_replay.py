"""A game that is over, watched again through any eyes."""

import random

import msgspec
import pytest
from at_table import GAMES, play_out, table_of

import galopp
from galopp.core.fault import Fault
from galopp.table import feed
from galopp.table.record import round_of
from galopp.table.replay import describe, frames
from promised_games import play_at_table

SHORT = {"saumaumau": {"races": 1}, "schweinsgalopp": {"races": 1}, "ostfriesenlauf": {}}
every_game = pytest.mark.parametrize("name", GAMES)


@every_game
def test_each_viewer_sees_what_it_saw_at_the_table(name):
    at = play_out(table_of(name, 2, **SHORT[name]).start(), random.Random(5))
    record = round_of(at.table.code, at.entries, 1).record
    for viewer in (None, 0, 1):
        sent = [msgspec.json.decode(news) for news in at.sent[viewer]]
        of_the_game = [news for news in sent if news["type"] == "game"]
        again = msgspec.to_builtins(frames(record, viewer).frames)
        seen = [(news["view"], news["happened"]) for news in of_the_game]
        # The game begins and ends with pictures in which nothing happens.
        told = [pair for pair in seen if pair[1]]
        assert [(frame["view"], frame["happened"]) for frame in again[1:]] == told
        assert again[0]["view"] == seen[0][0]
    assert [frame.seat for frame in frames(record, None).frames[1:]] == [
        move.seat for move in record.moves
    ]


@every_game
def test_a_move_is_named_only_to_whoever_may_know_it(name):
    record, _ = play_at_table(name, 2, SHORT[name])
    moves = galopp.game(name).moves
    for seat in (None, 0, 1):
        for frame, made in zip(frames(record, seat).frames[1:], record.moves, strict=True):
            if frame.move is None:
                assert frame.seat != seat
            elif frame.seat == seat:
                assert moves[frame.move].notation == made.notation


def test_what_is_to_be_known_before_it_is_watched():
    at = play_out(table_of("schweinsgalopp", 3, races=1).start(), random.Random(5))
    news = feed.table_news(at.table)
    found = describe("BCDFGH-1", *round_of(at.table.code, at.entries, 1))
    assert (found.id, found.game, found.players, found.over) == (
        "BCDFGH-1",
        "schweinsgalopp",
        3,
        True,
    )
    assert [seat.name for seat in found.seats] == [seat.name for seat in news.seats]
    assert (found.promise, found.secret) == (news.promise, news.secret)
    assert found.winners == at.table.position.winners
    assert found.scores == at.table.position.scores
    assert found.options == news.options
    assert found.seed is None and found.origin is None


def test_a_game_of_a_seed_that_was_not_finished():
    position = galopp.game("ostfriesenlauf").new(players=1, seed=2**64 - 1)
    position.play(position.legal[0])
    found = describe("f" * 24, galopp.Record.of(position, {0: "Ada"}))
    assert (found.seed, found.over, found.promise) == (str(2**64 - 1), False, None)
    assert [(seat.name, seat.kind) for seat in found.seats] == [("Ada", "person")]


def test_a_game_played_by_other_rules_is_not_played_again_by_these(monkeypatch):
    at = play_out(table_of("saumaumau", races=1).start(), random.Random(1))
    monkeypatch.setattr(at.table.game.rules, "VERSION", at.table.rules + 1)
    with pytest.raises(Fault, match="other_rules"):
        round_of(at.table.code, at.entries, 1)


def test_there_must_be_such_a_seat():
    record, _ = play_at_table("schweinsgalopp", 2, SHORT["schweinsgalopp"])
    with pytest.raises(Fault, match="no_such_seat"):
        frames(record, 2)
