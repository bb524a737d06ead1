"""Players to measure others by."""

import time

import pytest

import galopp
from galopp import bots
from galopp.bots.search import clock_for
from galopp.bots.verbs import heuristics_of
from galopp.core.history import no_history
from galopp.lab.arena import compete, outcome
from galopp.lab.matches import Match
from galopp.lab.opponents import AT_MOST, Reweighted, opponent
from galopp.play.game import game, game_names

GAMES = game_names()


@pytest.mark.parametrize("name", GAMES)
def test_other_weights_are_near_those_of_the_list_and_the_same_each_time(name):
    usual = [reason.casual for reason in heuristics_of(name).REASONS]
    first, again, other = Reweighted(name, 1), Reweighted(name, 1), Reweighted(name, 2)
    assert first.weights == again.weights != other.weights
    for weight, was in zip(first.weights, usual, strict=True):
        assert was / AT_MOST <= weight <= was * AT_MOST


@pytest.mark.parametrize("name", GAMES)
def test_whoever_weighs_otherwise_plays_whole_games_better_than_anything_legal(name):
    match = Match.between(game(name), 2, ["reweighted-1", "random"], maker=opponent)
    found = outcome(compete(match, 60, workers=1))
    assert found.standings[0].wins.share > found.standings[1].wins.share


@pytest.mark.parametrize("name", GAMES)
def test_levels_that_think_do_so_on_one_core_and_decide_the_same(name):
    position = galopp.game(name).new(players=2, seed=3)
    seen = position.seen(position.mover).record
    for level in ("strong", "strongest@64", "strong-2026a", "strongest-2026a@64"):
        usual, here = bots.bot(name, level), opponent(name, level)
        assert here.think(seen, no_history(), 7) == usual.think(seen, no_history(), 7)
    tried = opponent(name, "net-search@64")
    assert isinstance(tried, bots.NetSearch) and tried.one_core
    assert opponent(name, "strongest@64").one_core and opponent(name, "strong-2026a").one_core


def test_what_others_do_takes_no_time_off_whoever_thinks_on_one_core():
    assert clock_for(one_core=True) is time.thread_time
    assert clock_for(one_core=False) is time.monotonic


def test_names_that_nobody_has_are_refused():
    for written in ("reweighted-", "reweighted-x", "strong@"):
        with pytest.raises(bots.UnknownBot):
            opponent("saumaumau", written)
