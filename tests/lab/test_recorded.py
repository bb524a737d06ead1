"""The same seed gives the same games, to the bit, whoever hands them out and in whatever pieces.

The digests were recorded when threads and processes still cut the work up each in its own way.
`GOLDEN=write` records them anew, which only a new version of a game's rules, of the luck or of a
bot is a reason for.
"""

import hashlib
import json
import os
from pathlib import Path

import pytest

import galopp
from galopp.lab.matches import Deals, Match, play
from galopp.lab.simulation import simulate

RECORDED = Path(__file__).parent / "recorded.json"
GAMES = [(name, players) for name in galopp.game_names() for players in galopp.game(name).players]
LARGEST = [(name, galopp.game(name).players[-1]) for name in galopp.game_names()]
SEED = 24


def digest(*arrays):
    told = hashlib.sha256()
    for array in arrays:
        told.update(f"{array.dtype.str} {array.shape}".encode() + array.tobytes())
    return told.hexdigest()[:16]


def as_recorded(what, found):
    known = json.loads(RECORDED.read_text(encoding="utf-8")) if RECORDED.exists() else {}
    if os.environ.get("GOLDEN") == "write":
        known[what] = found
        RECORDED.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return known[what] == found


def match_of(name, players, *names):
    game = galopp.game(name)
    return Match.between(game, players, names, SEED, game.options_needed(players))


def deals_of(match, deals, **how):
    return Deals.joined(list(play(match, deals, **how)))


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_simulated_games_are_those_of_before(name, players):
    game = galopp.game(name)
    options = game.options_needed(players)
    played = simulate(game, players, 1_000, SEED, ("casual", "random"), options)
    assert as_recorded(f"simulate {name} {players}", digest(*played))


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_compiled_deals_are_those_of_before(name, players):
    deals = deals_of(match_of(name, players, "casual", "beginner"), 260)
    assert as_recorded(f"arena {name} {players}", digest(deals.points, deals.winners))


@pytest.mark.parametrize(("name", "players"), LARGEST)
def test_deals_of_bots_that_search_are_those_of_before(name, players):
    deals = deals_of(match_of(name, players, "strong@40", "casual"), 3, workers=2)
    columns = (deals.points, deals.winners, deals.choices, deals.tries)
    assert as_recorded(f"search {name} {players}", digest(*columns))
