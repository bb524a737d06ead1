"""Training of nets: it learns, it can be stopped and taken up, and what it exports is itself."""

import json

import numpy as np
import pytest

import galopp
import trainers
from galopp.bots.nets.file import net_of, read_net
from galopp.bots.nets.net import evaluate
from galopp.lab.training.features import inputs_of
from galopp.lab.training.settings import tables_for

GAMES = galopp.game_names()


@pytest.mark.parametrize("name", GAMES)
def test_the_nets_that_are_shipped_read_what_training_reads(name):
    inputs, features = inputs_of(name)
    assert np.array_equal(net_of(name).net.inputs, inputs)
    assert len(net_of(name).net.first.weights) == features


@pytest.mark.parametrize("name", GAMES)
def test_it_learns_at_tables_of_every_size_and_with_every_switch(name):
    tables = tables_for(name)
    assert set(tables.players) == set(galopp.game(name).players)
    assert sum(not variant for variant in tables.variants) >= len(tables.variants) / 3
    for players, variant in zip(tables.players, tables.variants, strict=True):
        galopp.game(name).check_setting(players, variant)


@pytest.fixture(scope="module")
def training(tmp_path_factory):
    """A little training, taken up twice."""
    trainers.wanted("torch")
    from galopp.lab.training.run import Training
    from galopp.lab.training.settings import Hyperparameters

    folder, said = tmp_path_factory.mktemp("training"), []
    recipe = Hyperparameters(games=64, league=16, steps=8, portions=2, examined=8)
    for _ in range(2):
        one = Training("schweinsgalopp", folder, "cpu", recipe, seconds=1_000)
        one.go_on(0.5, said.append)
    return one, folder, said


def test_it_goes_on_from_where_it_was(training):
    one, folder, said = training
    assert one.progress.sittings == 2
    lessons = [line["lessons"] for line in said]
    assert lessons == sorted(lessons) and lessons[-1] == one.progress.lessons > 2
    curve = [json.loads(line) for line in (folder / "curve.jsonl").read_text().splitlines()]
    assert curve == said
    assert {"casual_2", "casual_5", "random_2"} <= set(curve[-1])


def test_a_best_response_begins_as_the_shipped_net_and_leaves_it_as_it_is(tmp_path):
    trainers.wanted("torch")
    from galopp.lab.training.export import in_whole_numbers
    from galopp.lab.training.run import Training
    from galopp.lab.training.settings import Beginning, Hyperparameters

    shipped, said = net_of("schweinsgalopp").net, []
    recipe = Hyperparameters(games=64, league=16, steps=8, portions=2, examined=8)
    against = Beginning.AGAINST_SHIPPED
    one = Training("schweinsgalopp", tmp_path, "cpu", recipe, 1_000, against)
    for net in (one.learner.net, one.shipped):
        assert same(in_whole_numbers(net, one.inputs[0]), shipped)
    one.go_on(0.5, said.append)
    assert {f"shipped_{players}" for players in range(2, 6)} <= set(said[-1])
    learned, frozen = (in_whole_numbers(n, one.inputs[0]) for n in (one.learner.net, one.shipped))
    assert not np.array_equal(learned.last.bias, shipped.last.bias)
    assert np.array_equal(frozen.last.bias, shipped.last.bias)
    assert one.lesson.ours.float().mean() < 0.9  # the others' seats are the shipped net's

    again = Training("schweinsgalopp", tmp_path, "cpu", recipe, 1_000)
    assert again.shipped is not None  # what was begun goes on as it was begun


def test_the_shipped_net_learns_on_against_itself_and_all_others(tmp_path):
    trainers.wanted("torch")
    from galopp.lab.training.export import in_whole_numbers
    from galopp.lab.training.run import Training
    from galopp.lab.training.settings import Beginning, Hyperparameters

    recipe, said = Hyperparameters(games=64, league=16, steps=8, portions=2, examined=8), []
    one = Training("schweinsgalopp", tmp_path, "cpu", recipe, 1_000, Beginning.SHIPPED)
    assert same(in_whole_numbers(one.learner.net, one.inputs[0]), net_of("schweinsgalopp").net)
    assert len(one.hall.rooms) == 3  # itself, the levels, older nets
    one.go_on(0.5, said.append)
    assert {"shipped_2", "shipped_5", "casual_2", "random_2"} <= set(said[-1])
    learned, frozen = (in_whole_numbers(n, one.inputs[0]) for n in (one.learner.net, one.shipped))
    assert not same(learned, frozen)
    assert same(frozen, net_of("schweinsgalopp").net)


def same(net, other):
    """Whether two nets are the same but for what they read."""
    return all(
        np.array_equal(layer.weights, beside.weights) and np.array_equal(layer.bias, beside.bias)
        for layer, beside in zip(net[1:], other[1:], strict=True)
    )


def test_what_it_exports_finds_what_it_finds_itself_in_whole_numbers(training):
    import torch

    from galopp.bots.nets.file import workspace

    one, folder, _ = training
    net, features = read_net(folder / "net.npz", "schweinsgalopp").net, one.inputs[1]
    room = one.hall.rooms[0]
    room.look()
    trained = one.learner.net
    trained.exact = True
    with torch.no_grad():
        found = torch.cat(trained(room.seen.float(), torch.ones_like(room.mask)), 1)
    whole = (found * 4096).round().long().numpy()
    assert room.seen.shape[1] == features
    for row in range(room.batch.games):
        position = room.batch.position(row)
        seen = position.seen(int(room.batch.mover[row])).record
        words = np.frombuffer(seen.tobytes(), np.uint64)
        space = workspace()
        evaluate(words, int(seen.viewer), int(seen.players), net, space)
        sums = space.there
        assert np.array_equal(sums[: whole.shape[1]], whole[row])


def test_a_decision_is_judged_by_what_came_of_it(training):
    import torch

    one, *_ = training
    lesson = one.lesson
    lesson.value.zero_()
    lesson.last_value.zero_()
    judged = lesson.judged(one.hall, trace=1.0)
    # Nobody hoped for anything: each decision is as good as the share that its seat got, and one
    # in a game that is not over yet is worth nothing.
    steps, games = lesson.code.shape
    came = torch.zeros(steps, games)
    for game in range(games):
        share = torch.zeros(lesson.share.shape[2])
        for step in reversed(range(steps)):
            if lesson.done[step, game]:
                share = lesson.share[step, game]
            came[step, game] = share[lesson.mover[step, game].long()]
    assert torch.allclose(judged.advantage.view(steps, games), came)


def test_without_torch_the_command_says_what_is_missing(monkeypatch, capsys):
    from typer.testing import CliRunner

    from galopp.cli import app, train

    monkeypatch.setattr(train, "find_spec", lambda name: None)
    told = CliRunner().invoke(app, ["train", "saumaumau", "--out", "nowhere", "--lang", "en"])
    assert told.exit_code != 0
    assert "galopp[train]" in told.output
