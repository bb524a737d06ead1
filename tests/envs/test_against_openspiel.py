"""Our bots and OpenSpiel's at one table."""

import json
from dataclasses import asdict

import numpy as np
import pytest
from spiel_games import NOT_ALONE, load_short
from typer.testing import CliRunner

import galopp
from calling import call
from galopp.cli import app
from galopp.core.history import no_history
from galopp.lab.against_openspiel import CompiledRollouts, contestant, pairing
from galopp.lab.arena import compete, outcome
from random_games import GAMES, show

every_game = pytest.mark.parametrize("name", GAMES)
peers = pytest.mark.parametrize("peer", ["openspiel@0.01s", "openspiel-compiled@0.01s"])


@peers
@pytest.mark.parametrize(("name", "players"), NOT_ALONE)
def test_openspiel_decides_on_what_is_allowed_and_says_how_it_came_to_that(name, players, peer):
    options = galopp.game(name).options_needed(players)
    position, bot = galopp.game(name).new(players, seed=5, **options), contestant(name, peer)
    for luck in range(12):
        if position.over:  # how well it plays hangs on the time it has
            break
        thought = bot.think(show(position, position.mover), no_history(), luck)
        move = next(move for move in position.legal if move.code == thought.code)
        if len(position.legal) > 1:
            assert thought.visits[thought.code] == max(thought.visits.values())
            assert thought.tries == sum(thought.visits.values()) + 1  # the first opens the tree
            assert all(0 <= worth <= 1 for worth in thought.chances.values())
        position.play(move)


@peers
def test_it_is_told_what_its_seat_sees_and_thinks_about_nothing_else(peer):
    position = galopp.game("saumaumau").new(2, seed=5)
    seen = show(position, position.mover)
    before = seen.tobytes()
    contestant("saumaumau", peer).think(seen, no_history(), 3)
    assert seen.tobytes() == before


@every_game
def test_compiled_random_games_bring_what_its_own_do(name):
    from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

    game = load_short(name, 2, chance_outcomes=1, rng_seed=3)
    state = game.new_initial_state()
    state.apply_action(0)
    own = RandomRolloutEvaluator(300, np.random.RandomState(1)).evaluate(state)
    compiled = CompiledRollouts(1)
    mean = np.mean([compiled.evaluate(state) for _ in range(4_000)], axis=0)
    assert mean == pytest.approx(own, abs=0.25)  # four standard deviations of 300 games


def test_names_that_nobody_has_are_refused():
    for wrong in ("openspiel", "openspiel@", "openspiel@5", "openspiel@xs", "nobody"):
        with pytest.raises(KeyError):
            contestant("saumaumau", wrong)


def test_a_match_is_played_on_mirrored_deals_with_both_bots_on_every_seat():
    found = outcome(compete(pairing("schweinsgalopp", 2, 0.01), 4, until_sure=True, workers=1))
    assert found.games == 4 and found.deals == 2
    assert [standing.bot for standing in found.standings] == ["strongest@0.01s", "openspiel@0.01s"]
    assert sum(standing.wins.share for standing in found.standings) == pytest.approx(1)
    assert all(standing.tries > 1 for standing in found.standings)
    assert json.loads(json.dumps(asdict(found)))["verdict"] == "undecided"


@pytest.mark.a_few(1)
@pytest.mark.parametrize("lang", ["de", "en", "fr"])
def test_the_command_shows_a_row_for_each_match(lang):
    arguments = "bench bots --game schweinsgalopp --seconds 0.01 --games 2 --compiled --lang"
    shown = CliRunner().invoke(app, [*arguments.split(), lang], env={"COLUMNS": "200"})
    assert shown.exit_code == 0
    rows = [line for line in shown.stdout.splitlines() if "openspiel" in line]
    assert ["openspiel@0.01s" in rows[0], "openspiel-compiled@0.01s" in rows[1]] == [True, True]
    assert "bench_bots" not in shown.stdout


def test_the_command_gives_every_figure_as_json():
    arguments = "bench bots --game schweinsgalopp --seconds 0.01 --games 2 --json"
    shown = CliRunner().invoke(app, arguments.split())
    (found,) = json.loads(shown.stdout)
    assert found["game"] == "schweinsgalopp" and found["games"] == 2
    assert len(found["standings"]) == 2


def test_a_game_that_there_is_not_is_refused_in_one_sentence():
    shown = call("bench", "bots", "--game", "chess")
    assert shown.returncode == 2
    assert "chess" in shown.stderr and shown.stdout == ""
