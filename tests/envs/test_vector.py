"""Many games at once play as one after the other does."""

import gymnasium
import numpy as np
import pytest
from env_tables import EVERY_TABLE, needed
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode

import galopp
from galopp.batch.cpu import FEW
from galopp.envs.gymnasium import env_id

every_table = pytest.mark.parametrize("name, players", EVERY_TABLE)
every_game = pytest.mark.parametrize("name", galopp.game_names())
GAMES = 6
# Schweinsgalopp begins before any card is dealt, unless luck lines the pigs up.
DEALT = {"schweinsgalopp": {"line_up": "random"}}


def make(name, players, mode=None, **arguments):
    chosen = {**needed(name, players), "seat": None, **arguments}
    return gymnasium.make_vec(env_id(name), GAMES, mode, players=players, **chosen)


def some_codes(infos, lots, wrong=0.0):
    """A code for each game, now and then one that is not allowed."""
    masks = infos["action_mask"]
    legal = np.where(lots.random(masks.shape[0]) < wrong, 0, 1)[:, None] * masks
    return (lots.random(masks.shape) * (legal + 1e-9)).argmax(axis=1)


@every_table
@pytest.mark.parametrize("autoreset", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize("illegal", ["lose", "random"])
def test_many_games_at_once_are_the_same_as_gymnasium_s_own(name, players, autoreset, illegal):
    ours = make(name, players, autoreset_mode=autoreset, illegal=illegal)
    theirs = make(
        name, players, "sync", illegal=illegal, vector_kwargs={"autoreset_mode": autoreset}
    )
    assert ours.single_observation_space == theirs.single_observation_space
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    lots, ended = np.random.default_rng(1), 0
    answers = ours.reset(seed=5), theirs.reset(seed=5)
    for _ in range(60):
        assert same(*answers)
        codes = some_codes(answers[0][-1], lots, wrong=0.02)
        answers = ours.step(codes), theirs.step(codes)
        ended += answers[0][2].sum()
    assert ended > 0


def same(ours, theirs):
    """Bit for bit, but for the order of the infos."""
    *ours, our_infos = ours
    *theirs, their_infos = theirs
    values = all(data_equivalence(a, b, exact=True) for a, b in zip(ours, theirs, strict=True))
    return values and data_equivalence(our_infos, their_infos, exact=True)


@every_game
def test_only_some_games_are_dealt_anew(name):
    envs = make(name, 2, autoreset_mode=AutoresetMode.DISABLED, **DEALT.get(name, {}))
    first, infos = envs.reset(seed=1)
    chosen = np.arange(GAMES) % 2 == 0
    again, infos = envs.reset(options={"reset_mask": chosen})
    assert infos["_action_mask"].tolist() == chosen.tolist()
    changed = (first != again).any(axis=1)
    assert changed[chosen].all() and not changed[~chosen].any()
    envs.step(some_codes(infos, np.random.default_rng(1), wrong=1.1))
    with pytest.raises(ValueError, match="reset them first"):
        envs.step(np.zeros(GAMES, np.int64))


@every_game
def test_what_is_returned_is_never_touched_again(name):
    envs, lots = make(name, 2), np.random.default_rng(1)
    observations, infos = envs.reset(seed=1)
    for _ in range(3):
        kept = observations.copy()
        answer = envs.step(some_codes(infos, lots))
        assert not share_memory((observations, *infos.values()), (answer[0], *answer[4].values()))
        assert np.array_equal(kept, observations)
        observations, infos = answer[0], answer[4]
        assert observations in envs.observation_space


def share_memory(some, others):
    return any(np.shares_memory(one, other) for one in some for other in others)


def test_threads_change_nothing():
    number = 3 * FEW
    alone, together = (
        gymnasium.make_vec(env_id("schweinsgalopp"), number, seat=None, races=1, threads=threads)
        for threads in (1, 3)
    )
    lots, answers = np.random.default_rng(1), (alone.reset(seed=1), together.reset(seed=1))
    ended = 0
    for _ in range(20):
        assert same(*answers)
        codes = some_codes(answers[0][-1], lots)
        answers = alone.step(codes), together.step(codes)
        ended += answers[0][2].sum()
    assert ended > number / 2  # the next games are the same too


@every_game
def test_each_game_has_luck_of_its_own(name):
    envs = make(name, 2, **DEALT.get(name, {}))
    observations, _ = envs.reset(seed=3)
    assert len(np.unique(observations, axis=0)) == GAMES
    again, _ = envs.reset(seed=[3, 4, 5, 6, 7, 8])
    assert np.array_equal(observations, again)
    with pytest.raises(ValueError, match="seeds are needed"):
        envs.reset(seed=[1, 2])


def test_what_cannot_be_played_at_once_is_refused():
    with pytest.raises(ValueError, match="vectorization_mode"):
        make("saumaumau", 2, bots="strong@5")
    with pytest.raises(ValueError, match="no seat 5"):
        make("saumaumau", 2, seat=5)
    envs = make("saumaumau", 2, illegal="raise")
    _, infos = envs.reset(seed=1)
    with pytest.raises(ValueError, match="not allowed now in games"):
        envs.step(some_codes(infos, np.random.default_rng(1), wrong=1.1))


@every_game
def test_every_table_can_be_drawn(name):
    envs = make(name, 2, render_mode="ansi")
    envs.reset(seed=1)
    drawn = envs.render()
    assert len(drawn) == GAMES and all(text.startswith(name) for text in drawn)
    masks = envs.action_masks()
    assert masks.dtype == np.bool_ and masks.any(axis=1).all()
