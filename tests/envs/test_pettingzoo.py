"""Our games in PettingZoo: its own suites, and what they do not ask."""

import random
from types import SimpleNamespace

import numpy as np
import pytest
from env_tables import EVERY_TABLE, needed
from hypothesis import given, settings
from pettingzoo.test import (
    api_test,
    bombardment_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
    state_test,
    test_save_obs,
)
from pettingzoo.utils import BaseWrapper, parallel_to_aec

import galopp
from galopp.core.chance import chance
from galopp.core.record import blank
from galopp.core.words import NOBODY
from galopp.envs import pettingzoo
from random_games import any_setting

test_save_obs.__test__ = False  # PettingZoo's, to be called and not to be collected

every_table = pytest.mark.parametrize("name, players", EVERY_TABLE)
every_game = pytest.mark.parametrize("name", galopp.game_names())

pytestmark = [
    # Observations with a mask are dictionaries, as PettingZoo's manual says; its test knows its
    # own such games by name, and warns of all others.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    # When a game is over there is nothing to decide.
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


def make(name, players, **arguments):
    return pettingzoo.env(name, players=players, **needed(name, players), **arguments)


def make_parallel(name, players, **arguments):
    return pettingzoo.parallel_env(name, players=players, **needed(name, players), **arguments)


# PettingZoo's suites --------------------------------------------------------------------


@every_table
@pytest.mark.parametrize("mask", ["observation", "info"])
def test_api(name, players, mask):
    api_test(make(name, players, action_mask=mask), num_cycles=300)


@every_table
def test_seeds(name, players):
    seed_test(lambda: make(name, players), num_cycles=100)


@every_table
def test_rendering(name, players, capsys):
    render_test(lambda render_mode: make(name, players, render_mode=render_mode))
    assert name in capsys.readouterr().out  # for people it is printed


@every_table
def test_max_cycles(name, players):
    """It counts rounds in which everybody acts, as if in parallel, and acts blindly."""

    def parallel(max_cycles):
        return make_parallel(name, players, max_cycles=max_cycles, illegal="random")

    def in_turns(max_cycles):
        return parallel_to_aec(parallel(max_cycles))

    max_cycles_test(SimpleNamespace(parallel_env=parallel, env=in_turns))


@every_table
def test_saving_observations(name, players, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    test_save_obs(make(name, players))
    assert "did not save" in capsys.readouterr().out  # ours are no pictures, and it says so


@every_table
def test_states(name, players):
    state_test(make(name, players), make_parallel(name, players), num_cycles=50)


class Answering(BaseWrapper):
    """The bombardment test expects `step` to answer with what the next agent observes."""

    def step(self, action):
        super().step(action)
        return self.last()[0]


@every_table
def test_bombardment(name, players):
    """It knows no masks beside observations, and acts blindly: the usual wrappers catch that."""
    bombardment_test(Answering(make(name, players, action_mask="info")), cycles=100)


@every_table
def test_parallel_api(name, players):
    parallel_api_test(make_parallel(name, players), num_cycles=200)


@every_table
def test_parallel_seeds(name, players):
    parallel_seed_test(lambda: make_parallel(name, players, illegal="random"), num_cycles=50)


# What they do not ask -------------------------------------------------------------------


def play(env, seed):
    """A game at random; yields before each decision, and at the end."""
    lots = random.Random(seed)
    env.reset(seed=seed)
    while not any([*env.terminations.values(), *env.truncations.values()]):
        yield env
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(lots.choice(np.flatnonzero(mask).tolist()))
    yield env


@settings(max_examples=15)
@given(any_setting())
def test_rewards_go_to_those_who_win_and_masks_are_what_is_legal(setting):
    env = pettingzoo.raw_env(setting.name, setting.players, **setting.options)
    for _ in play(env, setting.seed % 2**32):
        position = galopp.Position(env.setting.game, env._now, env._luck)
        for seat, agent in enumerate(env.possible_agents):
            legal = [move.code for move in position.legal] if seat == position.mover else []
            assert np.flatnonzero(env.observe(agent)["action_mask"]).tolist() == legal
        assert position.over or set(env.rewards.values()) == {0.0}
    won = {f"seat_{seat}" for seat in position.winners}
    best = max(env.rewards.values())
    assert won == {agent for agent, reward in env.rewards.items() if reward == best and won}
    assert not won or env.num_agents == 1 or sum(env.rewards.values()) == pytest.approx(0, abs=1e-6)


@settings(max_examples=15)
@given(any_setting())
def test_worlds_that_look_alike_to_an_agent_give_it_the_same_numbers(setting):
    env, differed = pettingzoo.raw_env(setting.name, setting.players, **setting.options), False
    for made, _ in zip(play(env, setting.seed % 2**32), range(30), strict=False):
        real, agent = env._now, env.agent_selection
        before, infos = made.observe(agent), made.infos
        other = blank(env.setting.rules.STATE)
        seen = env.setting.view(real, env._seat(agent))
        env.setting.rules.redeal(seen, chance(setting.seed), other)
        differed |= other.tobytes() != real.tobytes()
        env._now = other
        after = made.observe(agent)
        env._now = real
        assert before["observation"].tobytes() == after["observation"].tobytes()
        assert before["action_mask"].tobytes() == after["action_mask"].tobytes()
        assert set(map(str, infos.values())) <= {"{}"}
    assert differed  # something was hidden, and stayed so


@every_table
def test_points_are_a_reward_too(name, players):
    env = pettingzoo.raw_env(name, players, reward="points", **needed(name, players))
    *_, _ = play(env, 5)
    position = galopp.Position(env.setting.game, env._now, env._luck)
    assert [*env.rewards.values()] == position.scores


@every_table
def test_in_turns_and_in_parallel_it_is_the_same_game(name, players):
    env, parallel, lots = make(name, players), make_parallel(name, players), random.Random(9)
    env.reset(seed=9)
    observations, _ = parallel.reset(seed=9)
    while parallel.agents:
        agent = env.agent_selection
        seen = env.observe(agent)
        assert np.array_equal(seen["observation"], observations[agent]["observation"])
        assert [*seen["action_mask"], 0] == observations[agent]["action_mask"].tolist()
        assert np.array_equal(env.state(), parallel.state())
        code = lots.choice(np.flatnonzero(seen["action_mask"]).tolist())
        env.step(code)
        waiting = dict.fromkeys(parallel.agents, parallel.codes - 1)
        observations, rewards, ended, *_ = parallel.step({**waiting, agent: code})
    assert rewards == env.rewards and ended == env.terminations
    assert parallel.step({}) == ({}, {}, {}, {}, {})  # nobody is left


@every_game
def test_who_is_not_asked_can_only_wait(name):
    env = pettingzoo.parallel_env(name, players=2)
    observations, _ = env.reset(seed=1)
    asked = [agent for agent in env.agents if not observations[agent]["action_mask"][-1]]
    assert len(asked) == 1
    (other,) = set(env.agents) - {*asked}
    assert np.flatnonzero(observations[other]["action_mask"]).tolist() == [env.codes - 1]


@every_game
def test_what_the_rules_do_not_allow_is_refused_and_changes_nothing(name):
    env = pettingzoo.raw_env(name, players=2)
    env.reset(seed=1)
    mask = env.observe(env.agent_selection)["action_mask"]
    before = env.state()
    with pytest.raises(galopp.IllegalMove):
        env.step(int(np.flatnonzero(mask == 0)[0]))
    with pytest.raises(ValueError):
        env.step(None)
    assert np.array_equal(env.state(), before)


@every_game
def test_what_the_rules_do_not_allow_costs_a_point_and_ends_the_game(name):
    env = pettingzoo.env(name, players=2)
    env.reset(seed=1)
    agent = env.agent_selection
    mask = env.observe(agent)["action_mask"]
    wrong = int(np.flatnonzero(mask == 0)[0])
    env.step(wrong)
    assert all(env.terminations.values())
    assert env.rewards == {a: -1.0 if a == agent else 0.0 for a in env.possible_agents}
    parallel = pettingzoo.parallel_env(name, players=2)
    parallel.reset(seed=1)
    _, rewards, ended, _, _ = parallel.step(dict.fromkeys(parallel.agents, wrong))
    assert rewards == env.rewards and all(ended.values()) and parallel.agents == []
    strict = pettingzoo.parallel_env(name, players=2, illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(galopp.IllegalMove):
        strict.step(dict.fromkeys(strict.agents, wrong))


@every_game
def test_a_game_is_cut_off_after_so_many_decisions(name):
    env = pettingzoo.raw_env(name, players=2, max_cycles=3)
    assert len([*play(env, 2)]) == 4
    assert all(env.truncations.values()) and not any(env.terminations.values())


@every_game
def test_luck_belongs_to_the_environment(name):
    before = np.random.get_state()[1].tobytes(), random.getstate()
    one, other = pettingzoo.env(name, players=2), pettingzoo.env(name, players=2)
    one.reset(seed=4)
    other.reset(seed=4)
    one.reset()
    assert not np.array_equal(one.state(), other.state())
    other.reset()
    assert np.array_equal(one.state(), other.state())
    assert (np.random.get_state()[1].tobytes(), random.getstate()) == before


@every_game
def test_only_what_anybody_may_see_is_drawn(name):
    env = pettingzoo.env(name, players=2, render_mode="rgb_array")
    env.reset(seed=4)
    public = env.unwrapped.setting.view(env.unwrapped._now, NOBODY)
    hidden = blank(env.unwrapped.setting.rules.STATE)
    env.unwrapped.setting.rules.redeal(public, chance(8), hidden)
    before, env.unwrapped._now = env.render(), hidden
    assert np.array_equal(before, env.render())


def test_arguments_that_nobody_knows_are_refused():
    with pytest.raises(galopp.Unreadable):
        pettingzoo.env("saumaumau", horses=4)
    with pytest.raises(galopp.Unreadable):
        pettingzoo.env("chess")
    for wrong in ({"reward": "fame"}, {"render_mode": "film"}, {"action_mask": "nowhere"}):
        with pytest.raises(ValueError):
            pettingzoo.env("saumaumau", **wrong)
    with pytest.raises(galopp.Impossible):
        pettingzoo.env("saumaumau", players=9)


@every_game
def test_each_game_has_its_usual_name(name):
    usual = getattr(pettingzoo, f"{name}_v0")
    assert usual.parallel_env().metadata["name"] == f"galopp_{name}_v0"
    assert usual.env(players=3).possible_agents == ["seat_0", "seat_1", "seat_2"]
    assert usual.raw_env(players=3).setting.game.name == name


def test_an_option_is_an_argument():
    env = pettingzoo.saumaumau_v0.env(players=3, mau=True)
    assert env.metadata["name"] == "galopp_saumaumau_v0"
    env.reset(seed=1)
    position = galopp.Position(env.unwrapped.setting.game, env.unwrapped._now, chance(1))
    assert position.view(None)["options"]["mau"] is True
