"""What a seat observes is what it may know: no more, and nothing forgotten."""

import json

import numpy as np
import pyspiel
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from spiel_games import EVERY_TABLE, NOT_ALONE, decisions, load_setting, load_short

from galopp.core.words import NOBODY
from random_games import any_setting

every_table = pytest.mark.parametrize(("name", "players"), EVERY_TABLE)
OBSERVATIONS = (
    "observation_string",
    "observation_tensor",
    "information_state_string",
    "information_state_tensor",
)


def observed(state, seat):
    return [getattr(state, way)(seat) for way in OBSERVATIONS]


@settings(max_examples=30)
@given(any_setting(), st.integers(0, 2**31 - 1))
def test_worlds_that_look_alike_to_a_seat_are_observed_alike(setting, seed):
    """Non-interference: what a seat may not know has no way into what it observes."""
    sampler = pyspiel.UniformProbabilitySampler(seed, 0.0, 1.0)
    for number, state in enumerate(decisions(load_setting(setting), setting.seed, most=40)):
        for seat in range(setting.players) if number % 4 == 0 else ():
            twin = state.resample_from_infostate(seat, sampler)
            assert observed(twin, seat) == observed(state, seat)
            assert twin.current_player() == state.current_player()
            assert twin.history() == []  # which would tell what others decided in secret


@pytest.mark.parametrize(("name", "players"), NOT_ALONE)
def test_worlds_dealt_for_a_seat_differ_in_what_others_hold(name, players):
    sampler = pyspiel.UniformProbabilitySampler(5, 0.0, 1.0)
    *_, state = decisions(load_short(name, players), seed=3, most=5)
    worlds = [state.resample_from_infostate(0, sampler) for _ in range(20)]
    assert len({str(world) for world in worlds}) > 10
    assert len({world.information_state_string(1) for world in worlds}) > 10


@settings(max_examples=20)
@given(any_setting(), st.integers(0, 2**31 - 1))
def test_a_dealt_world_tells_others_only_what_was_public_before(setting, seed):
    assume(setting.players > 1)
    sampler = pyspiel.UniformProbabilitySampler(seed, 0.0, 1.0)
    *_, state = decisions(load_setting(setting), setting.seed, most=9)
    world = state.resample_from_infostate(0, sampler)
    public = state.table.viewing.story(state.moment, NOBODY).splitlines()
    other = world.information_state_string(1).splitlines()
    assert other[:-1] == public[:-1]
    # Dealt once more, for that other seat, it is still the world that was dealt.
    again = world.resample_from_infostate(1, sampler)
    assert again.information_state_string(1) == world.information_state_string(1)
    told = again.information_state_string(0).splitlines()
    assert told[:-1] == public[:-1]


@settings(max_examples=30)
@given(any_setting())
def test_an_information_state_can_be_read_back_into_everything_the_seat_has_seen(setting):
    """Perfect recall: nothing that was seen, its own decisions included, is lost."""
    seen = {seat: [] for seat in range(setting.players)}
    for state in decisions(load_setting(setting), setting.seed, most=40):
        viewing = state.table.viewing
        for seat, views in seen.items():
            views.append(viewing.layout.numbers(viewing.view(state.moment, seat)))
            told = state.information_state_string(seat)
            assert read_back(told, viewing.layout.number_labels) == views


def read_back(story, labels):
    numbers, views = dict.fromkeys(labels, 0), []
    for line in story.split("\n"):
        changed = (news.split("=") for news in line.split())
        numbers |= {label: int(number) for label, number in changed}
        views.append(tuple(numbers.values()))
    return views


@settings(max_examples=20)
@given(any_setting())
def test_observations_are_the_view_of_the_seat(setting):
    for state in decisions(load_setting(setting), setting.seed, most=20):
        viewing = state.table.viewing
        for seat in range(setting.players):
            seen = viewing.view(state.moment, seat)
            row = viewing.layout.floats(seen)
            assert np.array_equal(state.observation_tensor(seat), row)
            assert json.loads(state.observation_string(seat))["viewer"] == seat
            assert np.array_equal(state.information_state_tensor(seat)[: len(row)], row)


def test_the_tensor_of_an_information_state_remembers_the_latest_decisions_as_told():
    game = load_short("saumaumau", 2, memory=3)
    codes, secrets = game.num_distinct_actions(), 0
    for state in decisions(game, seed=6):
        made = [(step.player, step.action) for step in state.full_history() if step.player >= 0]
        rows = np.array(state.information_state_tensor(0)[game.observation_tensor_size() :])
        for row, (seat, code) in zip(rows.reshape(3, -1), made[:-4:-1], strict=False):
            secret = seat == 1 and 46 <= code < 50  # a bet of the other seat
            secrets += secret
            assert set(np.flatnonzero(row)) == {seat, 2 + (codes if secret else code)}
    assert secrets > 0


@every_table
def test_public_and_private_observations_are_the_two_parts_of_what_is_seen(name, players):
    game = load_short(name, players)
    kinds = pyspiel.PrivateInfoType
    kind = pyspiel.IIGObservationType
    public = game.make_py_observer(kind(True, False, kinds.NONE))
    private = game.make_py_observer(kind(False, False, kinds.SINGLE_PLAYER))
    for state in decisions(game, seed=2, most=15):
        for seat in range(players):
            whole = json.loads(state.observation_string(seat))
            parts = json.loads(public.string_from(state, seat)) | json.loads(
                private.string_from(state, seat)
            )
            assert parts == whole
            assert public.string_from(state, seat) == public.string_from(state, 0)


def test_what_all_seats_know_together_is_shown_to_nobody():
    game = load_short("saumaumau", 2)
    everything = pyspiel.IIGObservationType(True, False, pyspiel.PrivateInfoType.ALL_PLAYERS)
    with pytest.raises(ValueError, match="not shown to anybody"):
        game.make_py_observer(everything)


def test_luck_that_is_being_drawn_cannot_be_dealt_anew():
    state = load_short("saumaumau", 2).new_initial_state()
    with pytest.raises(ValueError, match="luck is being drawn"):
        state.resample_from_infostate(0, pyspiel.UniformProbabilitySampler(1, 0.0, 1.0))
