"""Batches that remember: what each seat was told, the same as everywhere else."""

import os

import numpy as np
import pytest

import galopp
from galopp.batch import Batch
from galopp.core.record import copy_of
from galopp.play.history import told_of

ENTRIES = 9
every_game = pytest.mark.parametrize("name", galopp.game_names())


def latest(told):
    """The latest entries as a batch shows them."""
    rows = np.full((ENTRIES, 4), -1, np.int8)
    for row, entry in zip(rows, told[::-1], strict=False):
        row[:] = entry.item()
    return rows


def follow(batch, steps):
    """Step at random; the states of each game since it began."""
    pasts = [[copy_of(state)] for state in batch.states]
    for _ in range(steps):
        batch.step(batch.sample())
        for row, past in enumerate(pasts):
            if batch.done[row]:
                past.clear()
            past.append(copy_of(batch.states[row]))
        yield pasts


@every_game
def test_every_seat_is_told_what_it_would_be_told_in_a_game_alone(name):
    batch = Batch(name, games=5, players=(2, 3), seed=3, observe="all", history=ENTRIES)
    for pasts in follow(batch, 90 if os.environ.get("GALOPP_THOROUGH") else 40):
        for row, past in enumerate(pasts):
            for seat in range(batch.setting_of(row)[0]):
                told = told_of(batch.plan.rules, past, seat)
                assert np.array_equal(batch.history[row, seat], latest(told))


@every_game
def test_the_seat_on_turn_is_told_the_same(name):
    batch = Batch(name, games=300, players=2, seed=4, history=ENTRIES, threads=2)
    every = Batch(name, games=300, players=2, seed=4, history=ENTRIES, observe="all", threads=1)
    for _ in range(40):
        codes = batch.sample().copy()
        batch.step(codes)
        every.step(codes)
        assert np.array_equal(batch.history, every.history[np.arange(300), every.mover])


def test_what_is_refused_is_not_told_and_a_new_game_has_no_past():
    batch = Batch("schweinsgalopp", games=3, players=2, seed=5, history=ENTRIES, line_up="random")
    batch.step(batch.sample())
    before = batch.history.copy()
    batch.step(np.full(3, 63))
    assert batch.refused.all() and np.array_equal(batch.history, before)
    batch.look()
    assert np.array_equal(batch.history, before)
    batch.reset(np.array([True, False, False]))
    assert (batch.history[0] == -1).all() and np.array_equal(batch.history[1:], before[1:])
    batch.play()
    assert (batch.history == -1).all()


def test_without_it_nothing_is_kept():
    assert Batch("saumaumau", games=2).history is None
    with pytest.raises(ValueError, match="cpu"):
        Batch("saumaumau", games=2, history=4, device="cuda")
