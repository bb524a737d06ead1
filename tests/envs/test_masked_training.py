"""A masked trainer that people use learns on our games."""

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
