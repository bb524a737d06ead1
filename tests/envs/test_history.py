"""Environments that remember: the latest entries of the history, behind what is seen."""

import random

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

import galopp
import galopp.envs.gymnasium
import galopp.envs.openspiel
from galopp.batch.history import HistoryLayout, history_layout_of
from galopp.core.history import What, no_history
from galopp.core.record import copy_of
from galopp.envs import pettingzoo
from galopp.play.history import told_of

ENTRIES = 7
every_game = pytest.mark.parametrize("name", galopp.game_names())


def read_rows(layout, rows):
    """What, seat and move of each entry that is there, by the labels."""
    found = []
    for row in rows.reshape(layout.entries, layout.width):
        said = [layout.labels[at] for at in np.flatnonzero(row[:-1])]
        found += [dict(label.split("=", 1) for label in said)] if said else []
    return found


@every_game
def test_rows_tell_the_latest_entries_the_last_one_first(name):
    position = galopp.game(name).new(3, 5)
    lots = random.Random(1)
    for _ in range(20):
        position.play(lots.choice(position.legal))
    told, layout = position.told(1), HistoryLayout(name, 3, ENTRIES)
    rows = layout.floats(told.records)
    assert rows.shape == (ENTRIES, layout.width) and rows.min() >= 0 and rows.max() <= 1
    for row, entry in zip(read_rows(layout, rows), reversed(told.to_list()), strict=False):
        assert row["what"] == entry["what"]
        assert row.get("seat") == (None if entry["seat"] is None else str(entry["seat"]))
        assert row.get("move") == entry["move"]
    assert [bool(row[-1]) for row in rows] == [
        bool(e.taken) for e in list(told)[: -ENTRIES - 1 : -1]
    ]
    assert not layout.floats(no_history()).any()


@every_game
def test_agents_that_take_turns_are_told_what_was_public(name):
    plain = pettingzoo.raw_env(name, players=3)
    env = pettingzoo.raw_env(name, players=3, history=ENTRIES)
    layout, lots = history_layout_of(name, 3, ENTRIES), random.Random(2)
    plain.reset(seed=4)
    env.reset(seed=4)
    states = [copy_of(env._now)]
    while env.agents and not any(env.terminations.values()):
        for seat, agent in enumerate(env.agents):
            row, seen = env.observe(agent)["observation"], plain.observe(agent)["observation"]
            told = told_of(env.setting.rules, states, seat)
            assert np.array_equal(row[: len(seen)], seen)
            assert np.array_equal(row[len(seen) :], layout.floats(told).reshape(-1))
        mask = env.observe(env.agent_selection)["action_mask"]
        code = lots.choice(np.flatnonzero(mask).tolist())
        plain.step(code)
        env.step(code)
        states.append(copy_of(env._now))


@every_game
@pytest.mark.filterwarnings("ignore:Observation")
@pytest.mark.filterwarnings("ignore:Action mask")
def test_such_environments_pass_the_suites_of_others(name):
    api_test(pettingzoo.env(name, players=2, history=ENTRIES), num_cycles=60)
    env = gymnasium.make(galopp.envs.gymnasium.env_id(name), history=ENTRIES, illegal="random")
    check_env(env.unwrapped, skip_render_check=True)


@every_game
@pytest.mark.parametrize("bots", ["casual", "random"])
def test_an_agent_among_bots_plays_the_same_game_and_is_told_of_it(name, bots):
    make, key = gymnasium.make, galopp.envs.gymnasium.env_id(name)
    plain, env = make(key, bots=bots), make(key, bots=bots, history=ENTRIES)
    layout = history_layout_of(name, 2, ENTRIES)
    seen, info = plain.reset(seed=3)
    row, _ = env.reset(seed=3)
    ended, heard = False, set()
    while not ended:
        assert np.array_equal(row[: len(seen)], seen)
        heard |= {entry.get("seat") for entry in read_rows(layout, row[len(seen) :])}
        code = int(np.flatnonzero(info["action_mask"])[-1])
        seen, _, ended, _, info = plain.step(code)
        row, *_ = env.step(code)
    assert {"0", "1"} <= heard


@every_game
def test_an_information_state_has_the_history_and_worlds_dealt_anew_have_the_same(name):
    game = pyspiel.load_game(
        f"python_galopp_{name}(chance_outcomes=1,rng_seed=3,history={ENTRIES})"
    )
    state, lots = game.new_initial_state(), random.Random(3)
    kind = pyspiel.IIGObservationType(perfect_recall=True)
    observer = game.make_py_observer(kind)
    layout = history_layout_of(name, 2, ENTRIES)
    for _ in range(60):
        if state.is_terminal():
            break
        if state.is_chance_node():
            state.apply_action(0)
            continue
        for seat in range(2):
            observer.set_from(state, seat)
            here = observer.tensor.copy()
            told = state.table.viewing.told(state.moment, seat)
            assert np.array_equal(observer.dict["history"], layout.floats(told))
            observer.set_from(state.resample_from_infostate(seat, lots.random), seat)
            assert np.array_equal(observer.tensor, here)
        state.apply_action(lots.choice(state.legal_actions()))


def test_the_past_of_a_moment_is_told_as_everywhere_else():
    game = pyspiel.load_game("python_galopp_ostfriesenlauf(chance_outcomes=1,rng_seed=5)")
    state, lots, states = game.new_initial_state(), random.Random(5), []
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(0)
            continue
        states.append(state.moment.state)
        for seat in (0, 1):
            told = state.table.viewing.told(state.moment, seat)
            assert told.tobytes() == told_of(state.table.rules, states, seat).tobytes()
        state.apply_action(lots.choice(state.legal_actions()))
    assert What.TURNED_UP in told["what"]
