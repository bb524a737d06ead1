"""Many games at once: what a batch shows, and that it plays the games the rules play."""

import multiprocessing
import os
from threading import Barrier

import numpy as np
import pytest
from numba import cuda

import galopp
from galopp import bots
from galopp.batch import Batch, cpu, loops, play
from galopp.batch.batch import make_plan
from galopp.batch.loops import number_of, open_stream
from galopp.core import option
from galopp.core.chance import chance
from galopp.core.record import blank
from galopp.core.words import NOBODY
from random_games import INTERPRETED, show

GAMES = galopp.game_names()
VARIANTS = {
    "saumaumau": ({}, {"mau": True}, {"exact_goal": True, "races": 2}),
    "ostfriesenlauf": ({}, {"reshuffle": "all_empty", "board": "wilder"}),
    "schweinsgalopp": ({}, {"track_food": "per_race", "hide_secured": True}),
}
SHOWN = ("mover", "legal", "mask", "observations", "rewards", "done", "refused")


def mixed(name, games, **about):
    """Games of two, three and four players with different options."""
    return Batch(name, games, (2, 3, 4), variants=VARIANTS[name], **about)


def all_bytes(batch):
    """Each state as bytes; numpy's own copies leave out the gaps of a record."""
    return [state.tobytes() for state in batch.states]


def begun(batch, row):
    """The state a row must begin with, and the luck it then has, by the rules alone."""
    rules = batch.plan.rules
    state, luck = blank(rules.STATE), chance(0)
    open_stream(luck, np.uint64(batch.plan.seed), number_of(row, 0))
    players, options = batch.setting_of(row)
    rules.set_up(state, players, option.choose(rules.OPTIONS, options), luck)
    return state, luck


@pytest.mark.parametrize("name", GAMES)
def test_a_batch_plays_the_games_that_the_rules_play_one_by_one(name):
    batch = mixed(name, 12, seed=5, auto_reset=False, observe=None)
    rules = batch.plan.rules
    single = [begun(batch, row) for row in range(12)]
    while not batch.done.all():
        codes = batch.sample().copy()
        running = ~batch.done
        batch.step(codes)
        for row in np.flatnonzero(running):
            rules.apply(single[row][0], int(codes[row]), single[row][1])
    for row, (state, _) in enumerate(single):
        assert state.tobytes() == batch.states[row].tobytes()


@pytest.mark.a_few(1)
@pytest.mark.parametrize("name", GAMES)
def test_bots_decide_in_a_batch_as_they_do_by_what_the_seat_on_turn_sees(name):
    batch = mixed(name, 20, seed=6, observe=None)
    lots = cpu.lots_of(20, np.uint64(6))
    policies = [bots.policy(name, level) for level in ("casual", "beginner")]
    for _ in range(10):
        movers = [int(seat) for seat in batch.mover]
        views = [show(batch.position(row), seat) for row, seat in enumerate(movers)]
        expected = [
            policies[seat % 2](seen, lots[row : row + 1])
            for row, (seat, seen) in enumerate(zip(movers, views, strict=True))
        ]
        codes = batch.sample(("casual", "beginner")).copy()
        assert [*codes] == expected
        batch.step(codes)


@pytest.mark.parametrize("name", GAMES)
def test_everything_shown_is_what_the_rules_say_of_the_states(name):
    batch = mixed(name, 20, seed=3, observe="all")
    rules = batch.plan.rules
    for _ in range(30):
        batch.step(batch.sample())
    for row, state in enumerate(batch.states):
        allowed = int(rules.legal(state))
        assert batch.mover[row] == rules.mover(state)
        assert int(batch.legal[row]) == allowed
        assert [bool(allowed >> code & 1) for code in range(batch.codes)] == [*batch.mask[row]]
        for seat in range(batch.seats):
            seen = blank(rules.SEEN)
            if seat < state.players:
                rules.show(state, seat, seen)
                row_of_seat = batch.layout.scaled(batch.layout.row(seen))
                assert np.array_equal(batch.observations[row, seat], row_of_seat)
            else:
                assert not batch.observations[row, seat].any()


@pytest.mark.parametrize("name", GAMES)
def test_the_mover_observes_what_it_sees_in_bytes_and_in_floats(name):
    floats = mixed(name, 9, seed=4)
    as_bytes = mixed(name, 9, seed=4, dtype="uint8")
    all_seats = mixed(name, 9, seed=4, observe="all")
    for _ in range(25):
        for row, seat in enumerate(floats.mover):
            assert np.array_equal(floats.observations[row], all_seats.observations[row, seat])
        assert np.array_equal(floats.observations, floats.layout.scaled(as_bytes.observations))
        codes = floats.sample().copy()
        for batch in (floats, as_bytes, all_seats):
            batch.step(codes)


@pytest.mark.parametrize("name", GAMES)
def test_the_same_games_are_played_in_any_batch_and_by_any_number_of_threads(name):
    large = mixed(name, 3_000, seed=8, threads=3)
    small = mixed(name, 700, seed=8, threads=1)
    for _ in range(60):
        large.step(large.sample())
        small.step(small.sample())
    for shown in SHOWN:
        assert np.array_equal(getattr(large, shown)[:700], getattr(small, shown)), shown
    assert large.states[:700].tobytes() == small.states.tobytes()


@pytest.mark.parametrize(
    "name", ["schweinsgalopp", pytest.param("saumaumau", marks=pytest.mark.thorough)]
)
def test_whole_games_come_out_the_same_however_they_are_cut_up(name):
    about = {"players": (2, 4), "seed": 6, "variants": VARIANTS[name]}
    for policies in ("random", ("casual", "random", "beginner")):
        many = play(name, 9_000 if policies == "random" else 40, policies=policies, **about)
        alone = play(name, 30, policies=policies, threads=1, **about)
        kept = Batch(name, 30, observe=None, auto_reset=False, **about)
        for whole, part, played in zip(many, alone, kept.play(policies), strict=True):
            assert np.array_equal(whole[:30], part)
            assert np.array_equal(part, played)
        assert (alone.decisions > 0).all() and kept.done.all()


@pytest.mark.parametrize("name", GAMES)
def test_a_game_played_on_from_the_middle_ends_as_its_state_says(name):
    batch = mixed(name, 16, seed=2, auto_reset=False, observe=None)
    rules = batch.plan.rules
    for _ in range(10):
        batch.step(batch.sample())
    played = batch.play()
    for row, state in enumerate(batch.states):
        assert rules.mover(state) == NOBODY == batch.mover[row]
        assert played.winners[row] == rules.winners(state)
        for seat in range(state.players):
            assert played.points[row, seat] == rules.points(state, seat)
        assert [*played.endings[row]] == [*state.ended]


@pytest.mark.parametrize("name", GAMES)
def test_rewards_come_with_the_end_and_sum_to_nothing_unless_all_lose(name):
    batch = mixed(name, 60, seed=1, auto_reset=False, observe=None)
    while not batch.done.all():
        before = batch.done.copy()
        batch.step(batch.sample())
        ended = batch.done & ~before
        assert not batch.rewards[~ended].any()
        for row in np.flatnonzero(ended):
            state, rewards = batch.states[row], batch.rewards[row]
            won = int(batch.plan.rules.winners(state))
            winners = [seat for seat in range(batch.seats) if won >> seat & 1]
            assert [rewards[seat] > 0 or len(winners) > 1 for seat in winners] == [True] * len(
                winners
            )
            assert not rewards[state.players :].any()
            if winners:
                assert rewards.sum() == pytest.approx(0, abs=1e-6)
                assert rewards.max() == pytest.approx(rewards[winners[0]])
            else:
                assert (rewards[: state.players] < 0).all()


def test_a_lone_winner_gets_one_and_the_others_lose_it_together():
    played = Batch("schweinsgalopp", 200, 3, 4, auto_reset=False, observe=None)
    while not played.done.all():
        played.step(played.sample())
        for rewards in played.rewards[played.rewards.max(axis=1) == 1]:
            assert sorted(rewards) == [-0.5, -0.5, 1]


@pytest.mark.parametrize("name", GAMES)
def test_a_row_whose_game_has_ended_holds_the_next_one_at_once(name):
    again = mixed(name, 40, seed=9, observe=None)
    once = mixed(name, 40, seed=9, observe=None, auto_reset=False)
    ended = np.zeros(40, bool)
    while not ended.all():
        codes = again.sample().copy()
        again.step(codes)
        once.step(np.where(ended, 0, codes))
        fresh = again.done & ~ended
        assert np.array_equal(again.done[~ended], once.done[~ended])
        assert np.array_equal(again.rewards[fresh], once.rewards[fresh])
        assert (again.mover != NOBODY).all() and again.legal.all()
        ended |= again.done
    assert once.done.all()


def test_the_second_game_of_a_row_is_another_one_and_a_seed_brings_the_first_back():
    batch = Batch("saumaumau", 5, 4, seed=3)
    first, lots = batch.states.tobytes(), batch.sample().copy()
    batch.reset()
    second = batch.states.tobytes()
    batch.reset(seed=3)
    assert batch.states.tobytes() == first != second
    assert np.array_equal(batch.sample(), lots)
    batch.reset(seed=4)
    assert batch.states.tobytes() not in (first, second)


def test_games_that_are_over_begin_anew_by_their_own_mark():
    batch = Batch("schweinsgalopp", 8, 2, auto_reset=False, observe=None)
    batch.play()
    assert batch.done.all() and not batch.legal.any()
    batch.reset(batch.done)
    assert not batch.done.any() and batch.legal.all()


def test_only_the_rows_that_are_marked_begin_anew():
    batch = Batch("schweinsgalopp", 6, 2, seed=3)
    for _ in range(8):
        batch.step(batch.sample())
    before = all_bytes(batch)
    batch.reset(np.array([True, False, False, True, False, False]))
    changed = [now != then for now, then in zip(all_bytes(batch), before, strict=True)]
    assert changed == [True, False, False, True, False, False]


@pytest.mark.parametrize("name", GAMES)
def test_a_code_that_is_not_legal_is_refused_and_changes_nothing(name):
    batch = Batch(name, 64, 2, seed=3)
    for code in (-1, -(2**40), 64, 2**40):
        before = batch.states.tobytes()
        batch.step(np.full(64, code))
        assert batch.refused.all() and batch.states.tobytes() == before
    for code in range(64):
        before, allowed = all_bytes(batch), batch.legal.copy()
        batch.step(np.full(64, code))
        legal = (allowed >> np.uint64(code) & np.uint64(1)).astype(bool)
        assert np.array_equal(batch.refused, ~legal)
        after = all_bytes(batch)
        assert [after[row] != before[row] for row in range(64)] == [*legal]


def test_a_game_that_is_over_refuses_everything():
    batch = Batch("ostfriesenlauf", 8, 2, seed=3, auto_reset=False)
    batch.play()
    for code in range(0, 64, 9):
        batch.step(np.full(8, code))
        assert batch.refused.all() and batch.done.all() and not batch.rewards.any()


@pytest.mark.parametrize(
    "codes", [np.zeros(7, int), np.zeros((8, 1), int), np.zeros(8), np.zeros(8, bool), [None] * 8]
)
def test_codes_of_another_shape_or_kind_are_not_taken_and_change_nothing(codes):
    batch = Batch("schweinsgalopp", 8, 2)
    before = [getattr(batch, shown).copy() for shown in SHOWN], all_bytes(batch)
    with pytest.raises(ValueError, match="8 games need as many whole numbers"):
        batch.step(codes)
    now = [getattr(batch, shown) for shown in SHOWN], all_bytes(batch)
    assert all(map(np.array_equal, before[0], now[0])) and before[1] == now[1]


@pytest.mark.parametrize("marks", [np.zeros(7, bool), np.zeros(8, int), [0, 1, 2]])
def test_marks_of_another_shape_or_kind_are_not_taken_and_change_nothing(marks):
    batch = Batch("schweinsgalopp", 8, 2)
    before = all_bytes(batch)
    with pytest.raises(ValueError, match="8 games need as many booleans"):
        batch.reset(marks, seed=9)
    assert all_bytes(batch) == before
    batch.reset(seed=0)  # the seed was not taken either, so these are the first games
    assert all_bytes(batch) == before


def test_why_a_code_was_refused_can_be_asked_of_its_position():
    batch = Batch("saumaumau", 8, 3, seed=2)
    batch.step(batch.mask.argmin(axis=1))
    assert batch.refused.all()
    for row, code in enumerate(batch.mask.argmin(axis=1)):
        position = batch.position(row)
        with pytest.raises(galopp.IllegalMove) as refused:
            position.play(position.game.moves[int(code)])
        assert refused.value.ruling in position.rules.RULING.values()


@pytest.mark.parametrize("name", GAMES)
def test_a_position_is_a_copy_that_plays_on_as_the_batch_does(name):
    batch = mixed(name, 5, seed=6, auto_reset=False)
    position = batch.position(3)
    while not batch.done[3]:
        assert position.mover == batch.mover[3]
        codes = batch.sample()
        before = all_bytes(batch)
        position.play(position.game.moves[int(codes[3])])
        assert all_bytes(batch) == before
        batch.step(codes)
        assert position.state.tobytes() == batch.states[3].tobytes()
    assert position.over


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int32, np.int64])
def test_codes_are_taken_in_any_kind_of_whole_number(kind):
    batch, other = (Batch("schweinsgalopp", 8, 2) for _ in range(2))
    codes = batch.sample()
    batch.step(codes)
    given = codes.astype(kind)
    given.flags.writeable = False
    other.step(given)
    assert batch.states.tobytes() == other.states.tobytes()


@pytest.mark.parametrize("name", GAMES)
def test_players_and_options_go_round_the_games(name):
    batch = mixed(name, 13)
    for row, state in enumerate(batch.states):
        players, options = batch.setting_of(row)
        assert state.players == players == (2, 3, 4)[row % 3]
        variant = VARIANTS[name][row % len(VARIANTS[name])]
        assert variant.items() <= options.items()
        assert [*state.options] == [*option.choose(batch.plan.rules.OPTIONS, options)]


@pytest.mark.parametrize("name", GAMES)
def test_every_number_of_players_can_be_played(name):
    game = galopp.game(name)
    for players in game.players:
        batch = Batch(name, 3, players, observe="all", **game.options_needed(players))
        batch.step(batch.sample())
        assert batch.observations.shape == (3, players, batch.layout.size)
        assert (batch.play().decisions > 0).all()


def test_what_does_not_go_together_is_refused():
    with pytest.raises(galopp.Impossible):
        Batch("schweinsgalopp", 4, (2, 5))
    with pytest.raises(galopp.Unreadable):
        Batch("schweinsgalopp", 4, races=99)
    with pytest.raises(galopp.Unreadable):
        Batch("chess", 4)
    with pytest.raises(galopp.Unreadable, match="strong"):
        play("schweinsgalopp", 4, policies="strong")
    with pytest.raises(ValueError, match="no policy"):
        play("schweinsgalopp", 4, policies=())
    for wrong in (
        {"device": "abacus"},
        {"observe": "nobody"},
        {"dtype": "int3"},
        {"games": 0},
        {"threads": 0},
        {"players": ()},
        {"variants": ()},
    ):
        with pytest.raises(ValueError, match=r"device|observe|games|thread|players"):
            Batch(**{"game": "schweinsgalopp", "games": 4, **wrong})
    for wrong in ({"games": 4.0}, {"seed": 0.5}, {"players": 2.0}):
        with pytest.raises(TypeError):
            Batch(**{"game": "schweinsgalopp", "games": 4, **wrong})


@pytest.mark.skipif(cuda.is_available(), reason="there is one")
def test_a_card_that_is_not_there_is_missed_in_a_sentence():
    for ask in (Batch, play):
        with pytest.raises(RuntimeError, match="needs an NVIDIA card"):
            ask("schweinsgalopp", 4, device="cuda")


def test_nobody_need_observe():
    batch = Batch("schweinsgalopp", 4, observe=None)
    batch.step(batch.sample())
    assert batch.observations is None


def test_casual_players_beat_random_ones():
    played = play("schweinsgalopp", 2_000, 2, 1, policies=("casual", "random"))
    assert (played.winners & 1).mean() > 0.6


def test_parts_are_even_and_leave_nobody_out():
    for games, size, threads in ((1, 256, 2), (1_000, 300, 2), (5_000, 625, 3), (7, 2, 1)):
        parts = []
        cpu.on_parts(parts.append, games, size, threads)
        rows = sorted(row for part in parts for row in range(games)[part])
        assert rows == [*range(games)]
    assert cpu.whole_games_at_once(make_plan("saumaumau", 5_000, 2, 0, ({},), {}, 2)) == 313


def test_threads_run_side_by_side_without_the_interpreters_lock():
    plan = make_plan("schweinsgalopp", 2_000, 2, 0, ({},), {}, 2)
    for loop in (loops.play_randomly, loops.pass_over, loops.observe_movers, loops.draw_codes):
        assert INTERPRETED or loop.targetoptions["nogil"]
    together = Barrier(2)  # nobody passes before both are there
    cpu.on_parts(lambda part: together.wait(60), plan.games, 1_000, 2)


def test_a_part_that_fails_is_heard_of():
    def work(part):
        raise ArithmeticError(part.start)

    with pytest.raises(ArithmeticError):
        cpu.on_parts(work, 40, 10, 2)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="nobody forks here")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_process_that_is_forked_off_has_threads_of_its_own():
    about = ("schweinsgalopp", 600, 2, 5)
    here = play(*about, threads=2).winners.tobytes()
    with multiprocessing.get_context("fork").Pool(1) as forked:
        assert forked.apply_async(_winners, about).get(60) == here


def _winners(*about):
    return play(*about, threads=2).winners.tobytes()


def test_arrays_are_lent_without_a_copy():
    batch = Batch("schweinsgalopp", 4, 2)
    for shown in SHOWN:
        array = getattr(batch, shown)
        assert np.shares_memory(np.from_dlpack(array), array), shown
        assert array.ctypes.data % 64 == 0, shown  # else JAX would copy
    seen = np.from_dlpack(batch.observations)
    batch.step(batch.sample())
    assert np.array_equal(seen, batch.observations)
