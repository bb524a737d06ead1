"""A bot that is a Python class of an installed package."""

import logging
import sys

import pytest
from outsiders import SEEN, failure, is_there, package, play

import galopp
from galopp import bots
from galopp.bots.outside import Limits, find
from galopp.core.history import no_history

SOURCE = """
import os, random, sys, time
import numpy as np

class First:
    def __init__(self, game):
        self.game = game
    def decide(self, seen):
        assert seen.game.name == self.game
        assert seen.to_dict()["legal"] == [str(move) for move in seen.legal]
        return seen.legal[0]

class Lucky(First):
    def decide(self, seen):
        return str(random.choice(seen.legal))

class Coded(First):
    def decide(self, seen):
        return np.int64(seen.legal[np.random.randint(len(seen.legal))].code)

class Careless(First):
    def decide(self, seen):
        print("oink")
        os.write(1, b"oink\\n")
        assert sys.stdin.read() == ""
        return seen.legal[0].code

class Leaves(First):
    def decide(self, seen):
        sys.exit("had enough")

class Errs(First):
    def decide(self, seen):
        raise RuntimeError("no idea")

class Odd(First):
    def decide(self, seen):
        return None

class Hangs(First):
    def decide(self, seen):
        self.daydream()
    def daydream(self):
        time.sleep(1000)

class Unborn(First):
    def __init__(self, game):
        raise RuntimeError("not today")

class Closes(First):
    def close(self):
        print("good night")

class Attentive(First):
    def decide(self, seen, told):
        assert [str(entry.move) for entry in told] == [entry["move"] for entry in told.to_list()]
        others = [entry.move for entry in told if entry.seat != seen.record.viewer]
        return ([move for move in seen.legal if move in others] or seen.legal)[-1]

def made(game):
    return First(game)
"""
OFFERED = {
    "first": "First",
    "lucky": "Lucky",
    "coded": "Coded",
    "careless": "Careless",
    "leaves": "Leaves",
    "errs": "Errs",
    "odd": "Odd",
    "hangs": "Hangs",
    "unborn": "Unborn",
    "closes": "Closes",
    "attentive": "Attentive",
    "made": "made",
    "missing": "Missing",
    "strong": "First",
    "bad name": "First",
}


@pytest.fixture(autouse=True)
def installed(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(package(tmp_path, SOURCE, **OFFERED))


def test_installed_bots_are_found_by_name_but_none_takes_the_name_of_a_level():
    assert set(bots.outside_names()) == set(OFFERED) - {"strong", "bad name"}
    assert all(map(bots.is_known, bots.outside_names()))
    assert isinstance(bots.bot("saumaumau", "strong"), bots.NetBot)


def test_no_class_is_loaded_where_it_would_do_harm():
    bots.outside_names()
    asks = bots.bot("schweinsgalopp", "first")
    asks.think(SEEN, no_history(), 1)
    asks.close()
    assert "some_bots" not in sys.modules


@pytest.mark.a_few(3)
@pytest.mark.parametrize("game", galopp.game_names())
@pytest.mark.parametrize("name", ["first", "made", "lucky"])
def test_a_class_plays_whole_games_of_each_kind(game, name):
    asks = bots.bot(game, name)
    assert play(game, 2, asks).over
    pid = asks._program.pid
    asks.close()
    assert not is_there(pid)


@pytest.mark.parametrize("name", ["lucky", "coded"])
def test_the_same_luck_decides_the_same(name):
    asks = bots.bot("schweinsgalopp", name)
    codes = [asks.think(SEEN, no_history(), luck).code for luck in range(12)]
    assert codes == [asks.think(SEEN, no_history(), luck).code for luck in range(12)]
    assert len(set(codes)) > 1
    asks.close()


def test_a_class_that_asks_for_it_is_told_what_was_decided_before():
    position = galopp.game("schweinsgalopp").new(2, 3, line_up="random", start_player=0)
    first = position.legal[0]
    position.play(first)
    asks, seen = bots.bot("schweinsgalopp", "attentive"), position.seen(1)
    assert first in seen.legal[:-1]
    assert asks.think(seen.record, position.told(1).records, 1).code == first.code
    assert asks.think(seen.record, no_history(), 1).code == seen.legal[-1].code
    asks.close()


def test_a_class_may_print_and_read_as_it_likes(caplog):
    asks = bots.bot("schweinsgalopp", "careless")
    with caplog.at_level(logging.WARNING, "galopp.bots"):
        asks.think(SEEN, no_history(), 1)
        asks.think(SEEN, no_history(), 1)
        asks.close()
    assert caplog.messages.count("careless: oink") == 4


def test_a_class_is_told_when_it_is_over(caplog):
    asks = bots.bot("schweinsgalopp", "closes")
    with caplog.at_level(logging.WARNING, "galopp.bots"):
        asks.think(SEEN, no_history(), 1)
        assert caplog.messages == []
        asks.close()
    assert caplog.messages == ["closes: good night"]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("leaves", "had enough"),
        ("errs", "RuntimeError: no idea"),
        ("unborn", "RuntimeError: not today"),
        ("odd", "TypeError: 'NoneType' object cannot be interpreted as an integer"),
        ("missing", "AttributeError: module 'some_bots' has no attribute 'Missing'"),
    ],
)
def test_a_class_that_errs_is_quoted(name, said):
    failed = failure(bots.bot("schweinsgalopp", name))
    assert (failed.key, failed.name, failed.arguments["said"]) == ("bot_ended_saying", name, said)


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot be asked there")
def test_a_class_that_hangs_is_ended_and_the_log_says_where_it_was(caplog):
    asks = find("schweinsgalopp", "hangs@0.5s")
    assert asks.limits == Limits(seconds=0.5)
    with caplog.at_level(logging.WARNING, "galopp.bots"):
        assert failure(asks).key == "bot_is_too_slow"
    assert any("in daydream" in message for message in caplog.messages)
