"""OpenSpiel's own checks on our games, and that its algorithms run on them."""

import pickle
import random
import unittest
import warnings

import numpy as np
import pyspiel
import pytest
from hypothesis import given, settings
from open_spiel.integration_tests import api_test
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import (
    cfr,
    exploitability,
    external_sampling_mccfr,
    generate_playthrough,
    get_all_states,
    ismcts,
    mcts,
)
from spiel_games import (
    EVERY_TABLE,
    NOT_ALONE,
    decisions,
    draw_luck,
    load,
    load_setting,
    load_short,
)

import galopp
from galopp.envs.openspiel import short_name
from random_games import GAMES, any_setting

every_game = pytest.mark.parametrize("name", GAMES)
every_table = pytest.mark.parametrize(("name", "players"), EVERY_TABLE)
# Small enough to go through from end to end: the last cards of a race, three deals of many.
SMALL = {"chance_outcomes": 3, "chance_nodes": 1, "line_up": "random", "opening": 9}


def small_game(**parameters):
    return load_short("schweinsgalopp", 2, **{**SMALL, **parameters})


# Its suites --------------------------------------------------------------------------------


@pytest.mark.a_few(4)
@every_table
def test_random_games_pass_its_simulation_test(name, players):
    pyspiel.random_sim_test(load(name, players), 1, True, False)


@pytest.mark.a_few(4)
@every_table
def test_games_pass_its_api_test(name, players):
    game = load(name, players, chance_outcomes=3, chance_nodes=1)  # else states are mostly luck
    about = {"game": game, "game_name": short_name(name)}
    suite = type(f"Test_{name}_{players}", (api_test.EnforceAPIOnPartialTreeBase,), about)
    checked = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(suite).run(checked)
    assert checked.testsRun >= 5
    assert not checked.failures + checked.errors


def test_a_small_game_passes_its_api_test_on_the_full_tree():
    about = {"game": small_game(), "game_name": "small"}
    suite = type("TestSmall", (api_test.EnforceAPIOnFullTreeBase,), about)
    tests = unittest.defaultTestLoader.loadTestsFromTestCase(suite)
    # Those two compare with numbers of states that are listed for games of its own.
    listed = ("test_number_of_nodes", "test_game_is_perfect_recall")
    wanted = [test for test in tests if test._testMethodName not in listed]
    checked = unittest.TestResult()
    unittest.TestSuite(wanted).run(checked)
    assert checked.testsRun >= 6
    assert not checked.failures + checked.errors


def test_a_small_game_has_perfect_recall():
    assert len(api_test._assert_is_perfect_recall(small_game())) > 20


@every_game
def test_a_playthrough_can_be_generated_and_played_again(name):
    written = str(load_short(name, 2))
    first = generate_playthrough.playthrough(written, None, seed=5)
    actions = [int(line.split()[1]) for line in first.splitlines() if line[:7] == "action:"]
    assert len(actions) > 20
    assert generate_playthrough.playthrough(written, actions) == first


# Its algorithms -----------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), NOT_ALONE)
@pytest.mark.parametrize("mode", [{}, {"chance_outcomes": 1}], ids=["explicit", "sampled"])
def test_its_information_set_search_plays_whole_games(name, players, mode):
    game = load_short(name, players, **mode)
    lots = np.random.RandomState(5)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, lots), 1.0, 3, random_state=lots)
    state = game.new_initial_state()
    while not state.is_terminal():
        draw_luck(state, random.Random(state.move_number()))
        if not state.is_terminal():
            state.apply_action(int(bot.step(state)))
    assert max(state.returns()) <= 1


def test_regret_minimisation_makes_a_small_game_less_exploitable():
    game = small_game()
    solver = cfr.CFRSolver(game)
    before = exploitability.nash_conv(game, solver.average_policy())
    for _ in range(15):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, solver.average_policy()) < before / 2


def test_its_sampling_regret_minimisation_runs():
    solver = external_sampling_mccfr.ExternalSamplingSolver(small_game(opening=6))
    for _ in range(20):
        solver.iteration()
    assert solver.average_policy()


@every_game
def test_its_learning_environment_runs(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        environment = rl_environment.Environment(load_short(name, 2))
    lots, step = random.Random(3), environment.reset()
    while not step.last():
        player = step.observations["current_player"]
        size = environment.observation_spec()["info_state"][0]
        assert len(step.observations["info_state"][player]) == size
        step = environment.step([lots.choice(step.observations["legal_actions"][player])])
    assert len(step.rewards) == 2


# States ------------------------------------------------------------------------------------


@every_table
def test_a_state_survives_being_written_down_and_goes_on_alike(name, players):
    game = load_short(name, players)
    for number, state in enumerate(decisions(game, seed=4)):
        if number % 10:
            continue
        for twin in (pickle.loads(pickle.dumps(state)), game.deserialize_state(state.serialize())):
            assert str(twin) == str(state) and twin.history() == state.history()
            for seat in range(players):
                told = state.information_state_string(seat)
                assert twin.information_state_string(seat) == told
            assert goes_on(twin) == goes_on(state)


def goes_on(state):
    """Where a few more decisions lead, on a copy."""
    state, lots = state.clone(), random.Random(8)
    for _ in range(5):
        if not state.is_terminal():
            state.apply_action(lots.choice(state.legal_actions()))
            draw_luck(state, lots)
    return str(state)


@every_game
def test_a_history_played_again_leads_to_the_same_state(name):
    game = load_short(name, 2)
    *_, last = decisions(game, seed=4)
    again = game.new_initial_state()
    for action in last.history():
        again.apply_action(action)
    assert str(again) == str(last)
    assert again.returns() == last.returns()


@every_game
def test_a_clone_goes_its_own_way(name):
    for state in decisions(load_short(name, 2), seed=4, most=12):
        before, clone = str(state), state.clone()
        if not state.is_terminal():
            clone.apply_action(clone.legal_actions()[-1])
            assert str(state) == before != str(clone)


def test_a_very_long_past_can_be_written_down():
    sampled = {"chance_outcomes": 1, "rng_seed": 3}
    game = load("saumaumau", 5, races=8, goal_distances="60/60/60/60", **sampled)
    *_, last = decisions(game, seed=2)
    assert len(last.history()) > 1_500
    assert str(game.deserialize_state(last.serialize())) == str(last)


@settings(max_examples=20)
@given(any_setting())
def test_states_follow_the_rules_of_the_game(setting):
    game = load_setting(setting)
    for state in decisions(game, setting.seed, most=60):
        rules = state.table.rules
        assert state.moment.state.players == setting.players
        rules.check(state.moment.state)
        if not state.is_terminal():
            assert state.current_player() == rules.mover(state.moment.state)
            mask = int(rules.legal(state.moment.state))
            assert state.legal_actions() == [code for code in range(64) if mask >> code & 1]


@every_table
def test_moves_are_written_in_our_notation(name, players):
    for state in decisions(load_short(name, players), seed=1, most=20):
        for code in state.legal_actions():
            said = state.action_to_string(state.current_player(), code)
            assert galopp.game(name).read_move(said).code == code


# Chance ------------------------------------------------------------------------------------


@every_game
def test_the_luck_of_a_draw_decides_what_is_dealt(name):
    options = {"line_up": "random"} if name == "schweinsgalopp" else {}  # else it deals later

    def dealt(*outcomes):
        state = load(name, 2, **options).new_initial_state()
        for outcome in outcomes:
            assert state.is_chance_node()
            state.apply_action(outcome)
        assert not state.is_chance_node()
        return str(state)

    assert dealt(1, 2, 3, 4, 5) == dealt(1, 2, 3, 4, 5)
    deals = {dealt(*(random.Random(n).choices(range(64), k=5))) for n in range(50)}
    assert len(deals) > 45


def test_only_what_draws_is_followed_by_luck():
    game = load_short("schweinsgalopp", 2, line_up="random")
    *_, last = decisions(game, seed=1)
    players = [step.player for step in last.full_history()]
    assert players == [pyspiel.PlayerId.CHANCE] * 5 + [int(p) for p in players[5:]]
    assert pyspiel.PlayerId.CHANCE not in players[5:]  # one race, dealt once
    game = load_short("saumaumau", 2)
    *_, last = decisions(game, seed=1)
    draw = galopp.game("saumaumau").read_move("draw").code
    steps = [(step.player, step.action) for step in last.full_history()]
    for (player, action), following in zip(steps, steps[1:], strict=False):
        if player >= 0 and action == draw:
            assert following[0] == pyspiel.PlayerId.CHANCE


def test_a_seed_says_which_few_deals_there_are():
    def deals(seed):
        game = load_short("schweinsgalopp", 2, **{**SMALL, "rng_seed": seed})
        states = get_all_states.get_all_states(game, depth_limit=1).values()
        return {str(state) for state in states}

    assert deals(1) == deals(1)
    assert len(deals(1)) == 3
    assert not deals(1) & deals(2)


def test_sampled_luck_comes_from_the_game_and_its_seed():
    def dealt(game):
        state = game.new_initial_state()
        assert state.chance_outcomes() == [(0, 1.0)]
        state.apply_action(0)
        return str(state)

    game, same = (load("saumaumau", 2, chance_outcomes=1, rng_seed=3) for _ in range(2))
    deals = [dealt(game) for _ in range(5)]
    assert len(set(deals)) == 5
    assert deals == [dealt(same) for _ in range(5)]
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC


@pytest.mark.parametrize(
    "wrong",
    [{"chance_outcomes": 0}, {"chance_nodes": 0}, {"chance_outcomes": 64, "chance_nodes": 11}],
)
def test_luck_that_cannot_be_is_refused(wrong):
    with pytest.raises(ValueError, match="64 bits"):
        load("saumaumau", 2, **wrong)


# Settings and utilities --------------------------------------------------------------------


@settings(max_examples=40)
@given(any_setting())
def test_every_option_can_be_given_and_is_played(setting):
    game = load_setting(setting)
    options = galopp.game(setting.name).check_setting(setting.players, setting.options)
    state = next(decisions(game, setting.seed))
    assert state.moment.state.options.tolist() == options.tolist()
    assert pyspiel.load_game(str(game)).get_parameters() == game.get_parameters()


def test_players_and_options_that_do_not_go_together_are_refused():
    with pytest.raises(galopp.Impossible):
        pyspiel.load_game(short_name("schweinsgalopp"), {"players": 5})


@every_table
def test_utilities_are_shared_victories_and_zero_in_sum_unless_all_may_lose(name, players):
    game = load_short(name, players, chance_outcomes=1, rng_seed=5)
    zero_sum = game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    assert zero_sum != (name == "ostfriesenlauf" and players < 4)
    for seed in range(20):
        *_, last = decisions(game, seed)
        won = int(last.table.rules.winners(last.moment.state))
        returns = last.returns()
        assert {n for n in range(players) if returns[n] == max(returns) > game.min_utility()} == {
            n for n in range(players) if won >> n & 1
        }
        if won.bit_count() == 1:
            assert max(returns) == 1
        if won:
            assert sum(returns) == pytest.approx(0 if players > 1 else 1)
        else:
            assert not zero_sum and returns == [game.min_utility()] * players


def test_no_game_is_longer_than_it_says():
    for name, players in EVERY_TABLE:
        game = load_short(name, players, chance_outcomes=1, rng_seed=5)
        for seed in range(5):
            *_, last = decisions(game, seed)
            assert last.move_number() <= game.max_move_number()
            decided = [step for step in last.full_history() if step.player >= 0]
            assert len(decided) <= game.max_game_length()
