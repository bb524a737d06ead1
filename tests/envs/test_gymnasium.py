"""Our games in Gymnasium: one agent among bots."""

import subprocess
import sys

import gymnasium
import numpy as np
import pytest
from env_tables import EVERY_TABLE, needed
from gymnasium.envs.registration import EnvSpec
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

import galopp
from galopp.batch import layout_of
from galopp.bots import UnknownBot
from galopp.core.chance import chance
from galopp.core.record import blank
from galopp.envs.gymnasium import GaloppEnv, env_id

every_table = pytest.mark.parametrize("name, players", EVERY_TABLE)
every_game = pytest.mark.parametrize("name", galopp.game_names())


def make(name, players, **arguments):
    chosen = {**needed(name, players), **arguments}
    return gymnasium.make(env_id(name), players=players, **chosen)


def play(env, seed):
    """A game at random; yields what each step answers with."""
    lots = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed)
    ended = False
    while not ended:
        code = lots.choice(np.flatnonzero(info["action_mask"]))
        observation, reward, ended, cut, info = env.step(code)
        yield observation, reward, ended, cut, info


@every_table
@pytest.mark.parametrize("render_mode", [None, "ansi", "rgb_array", "human"])
def test_gymnasium_finds_nothing_to_complain_about(name, players, render_mode):
    check_env(make(name, players, render_mode=render_mode).unwrapped)


@every_table
@pytest.mark.parametrize("bots", ["random", "beginner", "casual"])
def test_whole_games_against_bots_on_any_seat(name, players, bots):
    env, seats = make(name, players, bots=bots, seat=None), set()
    for seed in range(12):
        *before, (observation, reward, ended, _, info) = play(env, seed)
        inner = env.unwrapped
        position = galopp.Position(inner.setting.game, inner._now, inner._luck)
        assert position.over and ended and not info["action_mask"].any()
        assert all(step[1] == 0 and not step[2] for step in before)
        assert (reward > -1 / max(1, players - 1)) == (inner.seat in position.winners)
        assert observation in env.observation_space
        seats.add(inner.seat)
    assert len(seats) > 1 or players == 1


@every_game
def test_bots_that_think_in_python_play_too(name):
    env = make(name, 3, bots=["strong@4", "casual"])
    first = [step[1:3] for step in play(env, 3)]
    env.close()
    assert first == [step[1:3] for step in play(env, 3)]  # closed or not, the same luck
    env.close()


def test_one_bot_for_each_other_seat():
    with pytest.raises(ValueError, match="3 bots are needed"):
        GaloppEnv("saumaumau", 4, bots=["casual", "random"])
    with pytest.raises(UnknownBot, match="The bots: random, beginner, casual"):
        GaloppEnv("saumaumau", 2, bots="nobody-knows-it")
    with pytest.raises(ValueError, match="no seat 2"):
        GaloppEnv("saumaumau", 2, seat=2)


@every_game
def test_better_bots_are_harder_to_beat(name):
    """Against random play it is even, so that a level that is not asked would be noticed."""
    won = {
        bots: sum([*play(make(name, 2, bots=bots, seat=None), seed)][-1][1] for seed in range(60))
        for bots in ("random", "casual")
    }
    assert won["casual"] < won["random"] - 10


@every_game
def test_masks_are_where_trainers_look_for_them(name):
    env = make(name, 2)
    _, info = env.reset(seed=1)
    masks = env.get_wrapper_attr("action_masks")()
    assert masks.dtype == np.bool_ and np.array_equal(masks, info["action_mask"] == 1)
    assert env.action_space.n == len(masks)


@every_game
def test_what_the_rules_do_not_allow_is_dealt_with_as_asked(name):
    def illegal(env):
        _, info = env.reset(seed=1)
        return env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))

    _, reward, ended, _, info = illegal(make(name, 2))
    assert (reward, ended, info["illegal"]) == (-1, True, True)
    _, reward, ended, _, info = illegal(make(name, 2, illegal="random"))
    assert (reward, ended) == (0, False) and "illegal" not in info
    with pytest.raises(ValueError, match="not allowed"):
        illegal(make(name, 2, illegal="raise"))


@every_table
def test_an_agent_sees_the_same_in_worlds_that_look_alike_to_it(name, players):
    env, differed = make(name, players, seat=players - 1).unwrapped, 0
    for observation, _, _, _, info in play(env, 5):
        other = blank(env.setting.rules.STATE)
        env.setting.rules.redeal(env._seen, chance(2), other)
        differed += other.tobytes() != env._now.tobytes()
        seen = env.setting.observe(other, env.seat)
        assert seen.tobytes() == observation.tobytes()
        assert np.array_equal(env.setting.mask(other, env.seat), info["action_mask"])
    assert differed > 3  # something was hidden, and stayed so


@every_game
def test_a_game_that_is_over_wants_to_be_reset(name):
    for arguments in ({}, {"illegal": "random"}):
        env = make(name, 2, **arguments).unwrapped
        with pytest.raises(ResetNeeded):
            env.step(0)
        assert [*play(env, 1)][-1][2]
        with pytest.raises(ResetNeeded):
            env.step(0)
    _, info = env.reset()
    assert info["action_mask"].any()


def test_the_id_alone_is_enough_where_nothing_was_imported():
    ids = [env_id(name) for name in galopp.game_names()]
    made = "gymnasium.make('galopp.envs.gymnasium:' + id, players=3)"
    program = f"import gymnasium\nfor id in {ids}: print({made}.reset(seed=1)[0].shape, id)"
    said = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    sizes = [layout_of(name, 3).size for name in galopp.game_names()]
    expected = [f"({size},) {id}" for size, id in zip(sizes, ids, strict=True)]
    assert said.stdout.splitlines() == expected


@every_game
def test_an_environment_can_be_made_again_from_what_it_says_of_itself(name):
    env = make(name, 2, bots="random", reward="points")
    again = gymnasium.make(EnvSpec.from_json(env.spec.to_json()))
    assert np.array_equal(env.reset(seed=4)[0], again.reset(seed=4)[0])
    assert again.unwrapped.setting.reward == "points"


@every_game
def test_a_seed_makes_the_game_and_luck_goes_on_from_there(name):
    env, other = make(name, 2), make(name, 2)
    assert np.array_equal(env.reset(seed=3)[0], other.reset(seed=3)[0])
    again = env.reset()[0]
    assert not np.array_equal(again, env.reset(seed=3)[0])
    assert np.array_equal(again, other.reset()[0])


def test_a_game_that_ends_before_the_agent_is_asked_is_dealt_again():
    options = {"goal_distances": [10, 10, 10, 10], "races": 1, "start_player": 0}
    env = make("saumaumau", 5, seat=4, bots="casual", **options)
    for seed in range(300):
        _, info = env.reset(seed=seed)
        assert info["action_mask"].any()


@every_game
def test_what_is_drawn_is_what_the_agent_sees(name):
    env = make(name, 2, render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert text.startswith(name) and "hand:" in text and "*" in text
