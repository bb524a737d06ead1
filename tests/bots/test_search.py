"""Thinking ahead: by what the seat sees, within a budget, the same for the same luck."""

import os
import subprocess
import sys

import numpy as np
import pytest

import galopp
from galopp.bots import bot
from galopp.bots.outlook import outlook_for
from galopp.bots.search import Budget, GrowingTree, Search
from galopp.bots.tree import ROOT
from galopp.bots.verbs import heuristics_of
from galopp.core.chance import chance
from galopp.core.history import conclusions, no_history
from galopp.core.record import blank
from galopp.games.ostfriesenlauf.box import DRAW, IN_A_STACK
from galopp.games.saumaumau.box import BET
from random_games import GAMES, INTERPRETED

SETTINGS = {
    "saumaumau": [{}, {"mau": True, "races": 2}, {"exact_goal": True, "green_parries_plus2": True}],
    "ostfriesenlauf": [{}, {"show_hand_backs": False}, {"ownerless_can_win": False}],
    "schweinsgalopp": [
        {},
        {"track_food": "per_race", "hide_secured": True},
        {"show_played": False, "races": 1, "rotate_start": False},
    ],
}


def begun(name, players=2, seed=3, **options):
    """A game in which there is something to think about."""
    game = galopp.game(name)
    position = game.new(players, seed, **{**game.options_needed(players), **options})
    while not heuristics_of(name).worth_thinking(position.seen(position.mover).record):
        position.play(position.legal[0])
    return position


def seen_in(position):
    return position.seen(position.mover).record


def a_tree(position, tries, seed=1):
    """A tree grown for the seat on turn."""
    search = Search(position.game.name, Budget(tries=tries, trees=1))
    seen = seen_in(position)
    known = conclusions(position.rules, seen, no_history())
    growing = GrowingTree(search, seen, known, seed)
    growing.grow(tries)
    return growing


def decisions_in(growing):
    """Of all decisions in the tree: the seat, the code, how often tried, victories, parent."""
    for node in growing.tree[1 : growing.size]:
        yield int(node.seat), int(node.code), int(node.visits), float(node.worth), int(node.parent)


@pytest.mark.parametrize("name", GAMES)
def test_the_same_luck_and_tries_give_the_same_thought(name):
    seen = seen_in(begun(name))
    thoughts = [Search(name, Budget(tries=60)).think(seen, no_history(), luck=5) for _ in range(2)]
    assert thoughts[0] == thoughts[1]
    assert Search(name, Budget(tries=60)).think(seen, no_history(), luck=6) != thoughts[0]


@pytest.mark.parametrize("name", GAMES)
def test_it_does_not_matter_on_how_many_cores(name):
    seen = seen_in(begun(name))
    on_one = Search(name, Budget(tries=90, trees=3), one_core=True).think(
        seen, no_history(), luck=5
    )
    assert Search(name, Budget(tries=90, trees=3)).think(seen, no_history(), luck=5) == on_one


@pytest.mark.parametrize("name", GAMES)
def test_thinking_changes_nothing_that_the_seat_sees(name):
    seen = seen_in(begun(name))
    before = seen.tobytes()
    Search(name, Budget(tries=40)).think(seen, no_history(), luck=5)
    assert seen.tobytes() == before


@pytest.mark.parametrize("name", GAMES)
def test_worlds_that_look_the_same_are_thought_about_the_same(name):
    position = begun(name, seed=11)
    seen = seen_in(position)
    twin = blank(position.rules.STATE)
    position.rules.redeal(seen, chance(99), twin)
    assert twin.tobytes() != position.state.tobytes()
    looks = blank(position.rules.SEEN)
    position.rules.show(twin, position.mover, looks)
    search = Search(name, Budget(tries=50))
    assert search.think(looks, no_history(), luck=2) == search.think(seen, no_history(), luck=2)


@pytest.mark.parametrize("name", GAMES)
def test_the_tree_counts_what_it_tried(name):
    growing = a_tree(begun(name), tries=150)
    found = growing.decisions()
    assert sum(often for _, often, _ in found) == 150
    assert all(0 <= won <= often for _, often, won in found)
    visits = {number + 1: often for number, (_, _, often, _, _) in enumerate(decisions_in(growing))}
    below = dict.fromkeys(visits, 0)
    for number, (_, _, _, _, parent) in enumerate(decisions_in(growing)):
        if parent != ROOT:
            below[parent] += visits[number + 1]
    assert all(below[node] <= visits[node] for node in visits)


@pytest.mark.parametrize("name", GAMES)
def test_only_what_the_seat_may_decide_is_decided_for_it(name):
    position = begun(name)
    seat, legal = position.mover, {move.code for move in position.legal}
    growing = a_tree(position, tries=200)
    assert {code for code, _, _ in growing.decisions()} <= legal
    roots = [s for s, _, _, _, parent in decisions_in(growing) if parent == ROOT]
    assert set(roots) == {seat}


def test_bets_of_others_do_not_divide_the_tree():
    growing = a_tree(begun("saumaumau", 3), tries=2_000 if not INTERPRETED else 200)
    others = {code for seat, code, *_ in decisions_in(growing) if seat != 0}
    bets = {BET + pig for pig in range(4)}
    own = {code for seat, code, *_ in decisions_in(growing) if seat == 0}
    assert others & bets <= {BET}
    assert INTERPRETED or (BET in others and bets <= own)


def test_of_cards_laid_by_others_only_the_back_divides_the_tree():
    position = begun("ostfriesenlauf", 4)
    growing = a_tree(position, tries=2_000 if not INTERPRETED else 200)
    laid = {
        code for seat, code, *_ in decisions_in(growing) if seat != position.mover and code < DRAW
    }
    assert laid <= {IN_A_STACK * stack for stack in range(4)}
    assert INTERPRETED or laid


@pytest.mark.parametrize("name", GAMES)
def test_a_full_tree_goes_on_without_remembering(name, monkeypatch):
    monkeypatch.setattr("galopp.bots.search.ROOM", 12)
    growing = a_tree(begun(name), tries=100)
    assert growing.size == 13 and len(growing.tree) == 13
    assert sum(often for _, often, _ in growing.decisions()) == 100


@pytest.mark.parametrize("name", GAMES)
def test_where_there_is_no_choice_it_does_not_think(name):
    position = begun(name)
    while len(position.legal) > 1 and not position.over:
        position.play(position.legal[-1])
    if not position.over:
        thought = Search(name, Budget(tries=10**9)).think(seen_in(position), no_history(), luck=1)
        assert (thought.code, thought.tries) == (position.legal[0].code, 0)


@pytest.mark.parametrize("name", GAMES)
def test_it_stops_when_more_tries_could_not_change_the_decision(name):
    growing = a_tree(begun(name), tries=1)
    growing.grow_by(400)
    rest = 400 - growing.tries
    assert rest == 0 or growing.lead() > rest


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("written", ["strong@30", "strongest@0.002s"])
def test_it_plays_whole_games_at_every_table(name, written):
    game = galopp.game(name)
    for players in game.players:
        for options in SETTINGS[name]:
            setting = {**game.options_needed(players), **options}
            try:
                position = game.new(players, players, **setting)
            except galopp.Impossible:
                continue
            thinker = bot(name, written)
            for luck in range(60 if not INTERPRETED else 3):
                if position.over:
                    break
                seat = position.asked[0]
                thought = thinker.think(position.seen(seat).record, no_history(), luck)
                assert all(0 <= chance_ <= 1 for chance_ in thought.chances.values())
                position.play(game.moves[thought.code], seat)


def test_every_game_is_tried():
    assert sorted(SETTINGS) == GAMES


# Decisions that are plain to see -----------------------------------------------------------


def the_best(position, tries=400):
    thought = Search(position.game.name, Budget(tries=tries)).think(
        seen_in(position), no_history(), luck=3
    )
    return position.game.moves[thought.code].notation, thought.chances[thought.code]


def test_it_keeps_the_card_that_brings_the_food_home():
    from rules.schweinsgalopp.schweinsgalopp_positions import racing

    # White can jump the whole row at the last turn, whoever plays before; it is not for now.
    position = racing(
        left=2,
        races=1,
        places={"red": 6, "yellow": 5, "green": 4, "blue": 3, "white": 0},
        hands=["red white", "yellow green"],
        open_food=[3, 0],
    )
    move, chance_to_win = the_best(position)
    assert (move, chance_to_win > 0.5) == ("white", True)


def test_a_card_that_wins_the_game_is_worth_a_victory():
    from rules.saumaumau.saumaumau_positions import racing

    position = racing(
        2,
        hands=["pink-6 beige-1", "black-1 black-2 black-3"],
        top="pink-1",
        pigs={"pink": 12},
        bets=[(0, "pink")],
        options={"races": 1},
    )
    assert the_best(position) == ("pink-6", 1.0)


# Compiled and otherwise ---------------------------------------------------------------------


def digest(name):
    """A thought at every seat count, as text."""
    told = []
    for players in galopp.game(name).players:
        thought = Search(name, Budget(tries=24)).think(
            seen_in(begun(name, players)), no_history(), luck=4
        )
        told.append(f"{thought.code} {sorted(thought.visits.items())} {thought.chances}")
    return "\n".join(told)


@pytest.mark.a_few(1)
@pytest.mark.skipif(INTERPRETED, reason="compares with the interpreted run")
@pytest.mark.parametrize("name", GAMES)
def test_compiled_and_interpreted_think_the_same(name, monkeypatch):
    code = (
        "import galopp.bots.outlook as o; o.RACES_PLAYED = 32;"
        f"import test_search; print(test_search.digest({name!r}))"
    )
    path = os.pathsep.join(["src", "tests", "tests/bots"])
    told = {
        way: subprocess.run(
            [sys.executable, "-W", "ignore", "-c", code],
            env={**os.environ, "NUMBA_DISABLE_JIT": way, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for way in "01"
    }
    assert told["0"] == told["1"] != ""


# What later races bring ---------------------------------------------------------------------


@pytest.mark.parametrize("name", ["saumaumau", "schweinsgalopp"])
@pytest.mark.parametrize("players", [2, 4])
def test_points_of_races_to_come_are_added_up(name, players):
    game = galopp.game(name)
    outlook = outlook_for(name, players, game.check_setting(players, {"races": 4}))
    assert outlook.shape[0] == 4 and outlook.shape[2] == players
    assert not outlook[0].any()
    means = outlook.mean(axis=(1, 2))
    assert means[1] > 0
    assert np.allclose(means / means[1], [0, 1, 2, 3], atol=0.2)


def test_the_start_passes_on_between_races_to_come():
    # The sums of a seat over as many races as there are seats are alike, since each begins once.
    row = galopp.game("saumaumau").check_setting(2, {"races": 3})
    one_race, two_races = outlook_for("saumaumau", 2, row)[1:].mean(axis=1)
    assert abs(two_races[0] - two_races[1]) < 0.5 < abs(one_race).sum()
    assert np.allclose(two_races, one_race.sum(), atol=0.5)


def test_a_game_of_one_race_has_nothing_to_come():
    row = galopp.game("ostfriesenlauf").check_setting(3, {})
    assert not outlook_for("ostfriesenlauf", 3, row).any()
