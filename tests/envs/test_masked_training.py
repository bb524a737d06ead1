"""A masked trainer that people use learns on our games."""

import re
from pathlib import Path

import gymnasium
import numpy as np
import pytest

import galopp
import trainers
from galopp.envs.gymnasium import env_id


@pytest.fixture(scope="module")
def maskable_ppo():
    """Imported only now: PyTorch comes with it, and takes seconds."""
    trainers.wanted("torch").set_num_threads(1)  # other tests want the other cores
    return trainers.wanted("sb3_contrib").MaskablePPO


@pytest.mark.a_few(1)
@pytest.mark.parametrize("name", galopp.game_names())
def test_maskable_ppo_learns_and_plays_legally(maskable_ppo, name):
    env = gymnasium.make(env_id(name), bots="random", illegal="raise")
    model = maskable_ppo("MlpPolicy", env, n_steps=64, batch_size=32, seed=1)
    before = weights(model)
    model.learn(128)  # an illegal decision would raise
    assert not np.array_equal(before, weights(model))
    observation, info = env.reset(seed=2)
    ended, decided = False, 0
    while not ended:
        code, _ = model.predict(observation, action_masks=info["action_mask"])
        observation, reward, ended, _, info = env.step(int(code))
        decided += 1
    assert decided > 1 and reward in (1.0, 0.0, -1.0)


def weights(model):
    return model.policy.action_net.weight.detach().numpy().copy()


PAGE = Path(__file__).parents[2] / "docs" / "environments.md"
UNSEEN, GAMES = 10**6, 1024


@pytest.mark.thorough
@pytest.mark.timeout(3600)  # minutes where the machine is quiet
def test_the_setting_of_the_page_learns(maskable_ppo):
    """From 50 to 62 % with a standard error of 1.5 %, by less than half the steps of the page."""
    (program,) = re.findall(
        r"^```python\n([^`]*?sb3_contrib[^`]*?)^```", PAGE.read_text("utf-8"), re.MULTILINE
    )
    made, learns, _ = program.partition("model.learn(")
    assert learns
    known = {}
    exec(compile(made, "training of the page", "exec"), known)
    model = known["model"]
    before = share_won(model, "saumaumau")
    model.learn(80_000)
    assert share_won(model, "saumaumau") > before + 0.06


def share_won(model, name):
    """Of whole games against random play, deciding by its chances; a tie counts half."""
    envs = gymnasium.make_vec(env_id(name), num_envs=GAMES, bots="random")
    observations, infos = envs.reset(seed=UNSEEN)
    brought = np.full(GAMES, np.nan)
    while np.isnan(brought).any():
        masks = infos["action_mask"] == 1
        masks[~masks.any(axis=1)] = True  # the game is over, and what is decided is ignored
        codes, _ = model.predict(observations, action_masks=masks)
        observations, rewards, ended, _, infos = envs.step(codes)
        brought = np.where(ended & np.isnan(brought), rewards, brought)
    return ((brought > 0) + 0.5 * (brought == 0)).mean()
