"""Nets that count in whole numbers: the same bits everywhere, and only what a seat may see."""

import json
import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import numpy as np
import pytest

import galopp
from galopp import bots
from galopp.bots.nets import file as net_files
from galopp.bots.nets.candidates import (
    MOST_TRIED,
    best_tried,
    candidates,
    drop_worse,
    list_likely,
)
from galopp.bots.nets.file import WrongNet, net_of, read_net, workspace, write_net
from galopp.bots.nets.inputs import MOST_ON, find_features
from galopp.bots.nets.net import MOST_PASSED, SHARE, evaluate
from galopp.bots.nets.taught import is_taught
from galopp.core.chance import chance
from galopp.core.record import blank

GAMES = galopp.game_names()
NETS = Path(net_files.__file__).parent
MOST_BYTES = 400_000


def positions(name, seed=3, every=7):
    """Moments of random games at all numbers of players, and who decides there."""
    game = galopp.game(name)
    for players in game.players:
        luck = np.random.default_rng(seed)
        position = game.begin(players, seed, game.options_needed(players))
        number = 0
        while not position.over and number < 120:
            seat = position.asked[0]
            if number % every == 0:
                yield position, seat
            legal = position.seen(seat).legal
            position.play(legal[luck.integers(len(legal))], seat)
            number += 1


def words_of(seen):
    return np.frombuffer(seen.tobytes(), np.uint64)


def found_in(name, seen):
    net = net_of(name).net
    space = workspace()
    evaluate(words_of(seen), int(seen.viewer), int(seen.players), net, space)
    found = space.there
    return found[: len(net.last.bias)].copy()


def told_by(name, every):
    """What the net finds at some moments, for comparing with another process."""
    return [found_in(name, p.seen(seat).record).tolist() for p, seat in positions(name, 5, every)]


def plainly(name, seen):
    """The same in matrices of 64-bit numbers."""
    net, on = net_of(name).net, np.zeros(MOST_ON, np.int16)
    number = find_features(words_of(seen), int(seen.viewer), int(seen.players), net.inputs, on)
    passed = net.first.bias + net.first.weights[on[:number]].sum(axis=0, dtype=np.int64)
    passed = passed.clip(0, MOST_PASSED)
    for layer in (net.second, net.third):
        sums = layer.bias + passed @ layer.weights.astype(np.int64)
        passed = ((sums + 32) // 64).clip(0, MOST_PASSED)
    return net.last.bias + passed @ net.last.weights.astype(np.int64)


@pytest.mark.parametrize("name", GAMES)
def test_a_net_finds_what_plain_matrices_find(name):
    for position, seat in positions(name):
        seen = position.seen(seat).record
        assert np.array_equal(found_in(name, seen), plainly(name, seen))


def test_interpreted_it_finds_the_same():
    told = subprocess.run(
        [sys.executable, __file__],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    assert json.loads(told.stdout) == {name: told_by(name, 40) for name in GAMES}


@pytest.mark.parametrize("name", GAMES)
def test_what_a_seat_may_not_know_decides_nothing(name):
    rules, luck, bot = galopp.game(name).rules, chance(4), bots.bot(name, "net")
    for position, seat in positions(name):
        seen, world, view = position.seen(seat).record, blank(rules.STATE), blank(rules.SEEN)
        rules.redeal(seen, luck, world)
        rules.show(world, seat, view)
        assert view.tobytes() == seen.tobytes()
        told = position.told(seat).records
        assert bot.think(seen, told, 1) == bot.think(view, told, 2)


@pytest.mark.parametrize("name", GAMES)
def test_no_sum_can_pass_32_bits_and_the_file_stays_small(name):
    net = net_of(name).net
    for layer in (net.first, net.second, net.third, net.last):
        assert layer.weights.dtype == np.int8 and layer.bias.dtype == np.int32
        most = np.abs(layer.weights.astype(np.int64)).sum(axis=0) * MOST_PASSED
        assert (most + np.abs(layer.bias.astype(np.int64))).max() < 2**31
    assert sum(layer.weights.nbytes for layer in net[1:]) < MOST_BYTES
    assert (NETS / f"{name}.npz").stat().st_size < MOST_BYTES


@pytest.mark.parametrize("name", GAMES)
def test_what_made_a_net_is_told_beside_it(name):
    told = json.loads((NETS / f"{name}.json").read_text())
    assert told["game"] == name and told["made_by"] and told["curve"]
    assert told["decisions"] == told["curve"][-1]["decisions"]


def tried(found, allowed):
    codes = np.zeros(MOST_TRIED, np.int64)
    numbers = np.zeros(64, np.int32)
    numbers[: len(found)] = found
    return codes[: list_likely(numbers, np.uint64(allowed), codes)].tolist()


def test_what_a_net_would_hardly_ever_decide_is_not_tried():
    assert tried([0, 9 * SHARE, 8 * SHARE, 7 * SHARE, SHARE], 0b11111) == [1, 2, 3]
    assert tried([0, 9 * SHARE, 8 * SHARE, 7 * SHARE, SHARE], 0b11101) == [2, 3]
    assert tried([5] * 9, 0b101111111) == [0, 1, 2, 3, 4, 5]  # so many at most, the first of equals


def test_with_a_choice_there_is_something_to_compare():
    assert tried([0, 900 * SHARE], 0b11) == [1, 0]  # however unlikely, and without a warning
    assert tried([3, 4], 0b01) == [0]


def test_what_is_surely_worse_is_dropped_and_what_is_surely_better_taken():
    found = candidates(np.array([7, 3, 5], np.int64))
    found.worlds[:] = 400
    found.ahead[:] = [0.0, -200.0, 40.0]
    found.squares[:] = [0.0, 120.0, 30.0]
    assert best_tried(found) == 2
    assert not drop_worse(found)
    assert found.dropped.tolist() == [False, True, False]
    found.ahead[2], found.worlds[2] = 0.5, 1  # one world tells nothing
    assert best_tried(found) == 0


@pytest.mark.parametrize("name", GAMES)
def test_a_table_like_no_other_is_no_table_a_net_has_learned(name):
    taught = net_of(name).taught
    for position, seat in positions(name, every=100):
        seen = position.seen(seat).record.copy()
        assert is_taught(taught, seen)
        seen.options[0] = 99
        assert not is_taught(taught, seen)
        seen.options[0] = -2  # below all values there are
        assert not is_taught(taught, seen)


def test_a_net_for_other_fields_is_refused(tmp_path, monkeypatch):
    with pytest.raises(WrongNet, match="no net for saumaumau"):
        read_net(NETS / "schweinsgalopp.npz", "saumaumau")
    columns = net_files._columns

    def moved(game):
        """A field that a net reads has become wider."""
        found = columns(game)
        found["places"] = (np.dtype((np.int64, 5)), *found["places"][1:])
        return found

    monkeypatch.setattr(net_files, "_columns", moved)
    with pytest.raises(WrongNet, match="no field places"):
        read_net(NETS / "schweinsgalopp.npz", "schweinsgalopp")


@pytest.mark.parametrize("name", GAMES)
def test_a_net_is_read_as_it_was_written(name, tmp_path):
    net, taught = net_of(name)
    write_net(tmp_path / "net.npz", name, net, taught)
    again, knows = read_net(tmp_path / "net.npz", name)
    assert np.array_equal(again.inputs, net.inputs)
    for one, other in zip(again[1:], net[1:], strict=True):
        assert np.array_equal(one.weights, other.weights) and np.array_equal(one.bias, other.bias)
    assert np.array_equal(knows.options, taught.options)


class Elsewhere:
    """Is asked, and says so."""

    def think(self, seen, told, luck):
        return bots.Thought(-7)


@pytest.mark.parametrize(
    ("name", "options", "taught"),
    [
        ("ostfriesenlauf", {}, True),
        ("ostfriesenlauf", {"board": "wilder"}, True),
        ("ostfriesenlauf", {"board": [99, 20, 40, 60, 80, 90]}, False),
        ("saumaumau", {"races": 2, "mau": True, "mau_window": 20}, True),
        ("saumaumau", {"goal_distances": [50, 50, 50, 50]}, False),
        ("schweinsgalopp", {"gentle": True}, True),
        ("schweinsgalopp", {"races": 9}, False),
    ],
)
def test_where_a_net_was_not_taught_another_decides(name, options, taught):
    position = galopp.game(name).new(players=2, seed=1, **options)
    seat = position.asked[0]
    seen, told = position.seen(seat).record, position.told(seat).records
    for bot in (
        bots.NetBot(name, Elsewhere()),
        bots.NetSearch(name, bots.Budget(tries=20), Elsewhere()),
    ):
        assert (bot.think(seen, told, 1).code != -7) == taught


@pytest.mark.parametrize("name", GAMES)
def test_trying_out_is_the_same_again_on_any_number_of_cores(name):
    thought = 0
    for position, seat in positions(name, every=17):
        seen, told = position.seen(seat).record, position.told(seat).records
        budget = bots.Budget(tries=60)
        search = partial(bots.NetSearch, name, budget, Elsewhere(), everywhere=True)
        first = search().think(seen, told, 5)
        alone = search(one_core=True).think(seen, told, 5)
        assert first == alone
        assert int(seen.legal) >> first.code & 1
        assert all(0 <= chance <= 1 for chance in first.chances.values())
        thought += bool(first.chances)
    assert thought > 3


def test_something_is_tried_however_short_the_time():
    position = galopp.game("saumaumau").new(players=4, seed=2)
    seat = position.asked[0]
    seen, told = position.seen(seat).record, position.told(seat).records
    hurried = bots.NetSearch("saumaumau", bots.Budget(seconds=1e-9), Elsewhere())
    assert hurried.think(seen, told, 1).tries > 0


if __name__ == "__main__":
    print(json.dumps({name: told_by(name, 40) for name in GAMES}))
