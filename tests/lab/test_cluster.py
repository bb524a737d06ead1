"""The same pieces on a Ray cluster: what comes of them, and what is said where it cannot be."""

import json
import multiprocessing
import os
import pickle
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from socket import socket

import numpy as np
import odd_bots
import pytest
import traced
from test_recorded import GAMES, RECORDED, SEED, deals_of, digest, match_of

import clusters
import galopp
from calling import call
from galopp.bots import BotFailed
from galopp.core.fault import Impossible, Unreadable
from galopp.lab import cluster
from galopp.lab.matches import Deals, Match, MatchJob, play
from galopp.lab.pieces import Cores
from galopp.lab.simulation import Simulation, simulate

# Ray warns of much in its own code.
pytestmark = pytest.mark.filterwarnings("ignore")

AFTER_THE_KILL = 10  # deals: more than are under way at any time
SOME = [(name, galopp.game(name).players[-1]) for name in galopp.game_names()]


@pytest.fixture(scope="module")
def nodes():
    with clusters.two_nodes() as found:
        yield found


def same(one, other):
    columns = ("points", "winners", "choices", "tries")
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in columns)


# On a cluster -----------------------------------------------------------------------------


@pytest.mark.a_few(1)
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_two_nodes_simulate_the_games_that_threads_do(nodes, name, players):
    game = galopp.game(name)
    options = game.options_needed(players)
    played = simulate(game, players, 1_000, SEED, ("casual", "random"), options, on=nodes.address)
    known = json.loads(RECORDED.read_text(encoding="utf-8"))
    assert digest(*played) == known[f"simulate {name} {players}"]


@pytest.mark.thorough
def test_a_machine_that_is_no_node_asks_through_rays_client(nodes):
    asked = ("simulate", "schweinsgalopp", "--players", "3", "--games", "2000", "--seed", "5")
    here, there = call(*asked, "--json"), call(*asked, "--json", "--on", nodes.from_outside)
    assert there.returncode == 0, there.stderr
    assert untimed(here) == untimed(there)


def untimed(said):
    """What was found, but for how fast that was."""
    found = json.loads(said.stdout)
    return {name: value for name, value in found.items() if "second" not in name}


@pytest.mark.a_few(1)
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_two_nodes_deal_as_threads_do(nodes, name, players):
    deals = deals_of(match_of(name, players, "casual", "beginner"), 260, on="ray")
    known = json.loads(RECORDED.read_text(encoding="utf-8"))
    assert digest(deals.points, deals.winners) == known[f"arena {name} {players}"]


@pytest.mark.a_few(1)
@pytest.mark.parametrize(("name", "players"), SOME)
def test_a_node_that_dies_in_the_middle_changes_nothing(nodes, name, players):
    match = match_of(name, players, "strong@40", "casual")
    dead, played_on, deals, more = None, [], [], AFTER_THE_KILL
    with closing(cluster.RayCluster(nodes.address).run(traced.Traced(match), 10_000)) as parts:
        while more:
            node, part = next(parts)
            played_on.append(node)
            deals.append(part)
            # Killed as soon as both have played, while both have more to do.
            if dead is None and len(set(played_on)) == 2:
                dead = nodes.kill()
            more -= dead is not None
    nodes.add()
    assert dead in played_on
    assert same(Deals.joined(deals), deals_of(match, len(deals), workers=1))


def test_whoever_has_seen_enough_leaves_no_work_behind(nodes):
    match = match_of("schweinsgalopp", 2, "strong@2000", "casual")
    with closing(play(match, 10_000, on="ray")) as parts:
        assert len(next(parts)) == 1
    quick = match_of("schweinsgalopp", 2, "casual", "random")
    assert len(deals_of(quick, 40, on="ray")) == 40


def test_a_bot_that_fails_on_a_node_is_named_with_its_reason(nodes):
    match = Match.between(
        galopp.game("schweinsgalopp"), 2, ["lowest", "failing"], maker=odd_bots.make
    )
    with pytest.raises(BotFailed) as failed:
        deals_of(match, 2, on="ray")
    assert (failed.value.key, failed.value.name) == ("bot_erred", "failing")


def test_what_a_node_lacks_is_named(nodes, tmp_path, monkeypatch):
    text = "def make(game, name):\n    from odd_bots import Lowest\n    return Lowest()\n"
    (tmp_path / "bots_of_mine.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    import bots_of_mine

    match = Match.between(galopp.game("schweinsgalopp"), 2, ["one"], maker=bots_of_mine.make)
    with pytest.raises(Impossible) as failed:
        deals_of(match, 2, on="ray")
    assert failed.value.arguments == {"module": "bots_of_mine"}


def test_the_command_line_gives_the_same_on_a_cluster(nodes):
    asked = ("arena", "schweinsgalopp", "casual", "random", "--games", 400, "--json")
    here, there = call(*asked), call(*asked, "--on", nodes.address)
    assert there.returncode == 0, there.stderr
    assert here.stdout == there.stdout


@pytest.mark.thorough
def test_each_node_has_its_kernels_compiled(tmp_path):
    match, seen = match_of("schweinsgalopp", 2, "casual", "random"), set()
    with clusters.two_nodes(tmp_path) as nodes:
        work = cluster.RayCluster(nodes.address).run(traced.Traced(match), 10_000_000)
        with closing(work) as parts:
            while len(seen) < 2:
                seen.add(next(parts)[0])
    for name in ("head", "other"):
        prepared = [*(tmp_path / name).rglob("prepared-*")]
        assert len(prepared) == 1
        assert [*(tmp_path / name).rglob("*.nbc")]


# Without one ------------------------------------------------------------------------------


def test_a_process_of_a_node_does_what_it_is_told_and_stays_ready():
    job = MatchJob(match_of("schweinsgalopp", 2, "strong@20", "casual"))
    packed, sources = pickle.dumps(job), cluster.sources_of(job)
    done = [cluster.do(packed, sources, range(n, n + 1)) for n in range(3)]
    assert same(Deals.joined(done), deals_of(job.match, 3, workers=1))
    other = Simulation("schweinsgalopp", 2, 50, 1, ("random",), {})
    played = cluster.do(pickle.dumps(other), cluster.sources_of(other), range(10, 50))
    assert (played.points == simulate(galopp.game("schweinsgalopp"), 2, 50, 1).points[10:]).all()


def test_another_galopp_on_a_node_is_refused():
    job = Simulation("schweinsgalopp", 2, 50, 1, ("random",), {})
    with pytest.raises(Impossible) as refused:
        cluster.do(pickle.dumps(job), "0.0.1-other", range(1))
    assert refused.value.key == "ray_other_galopp"


@pytest.fixture
def noted(tmp_path):
    """A job that nobody has prepared before, and the file it notes that in."""
    file = tmp_path / "prepared"
    yield traced.Noted(file, str(file))
    for left in cluster.folder_of(traced.__file__).glob("prepared-*"):
        left.unlink()


def test_several_processes_of_a_node_prepare_once(noted):
    spawning = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(3, spawning) as processes:
        list(processes.map(cluster.prepare_once, [noted] * 3))
    assert len(noted.file.read_text().split()) == 1
    cluster.prepare_once(traced.Noted(noted.file, "others"))
    assert len(noted.file.read_text().split()) == 2


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="cores cannot be had here")
def test_a_piece_that_is_not_compiled_has_a_core_to_itself(noted):
    before = os.sched_getaffinity(0)
    done = cluster.do(pickle.dumps(noted), cluster.sources_of(noted), range(1))
    assert len(done) == 1
    assert os.sched_getaffinity(0) == before


def test_an_executor_of_ones_own_is_taken_as_it_is():
    mine = Cores(1)
    assert cluster.executor_for(mine) is mine
    assert isinstance(cluster.executor_for(None), Cores)


@pytest.mark.parametrize("on", ["rays", "http://lab/", "lab", "ray://lab", "a b:1", ""])
def test_what_is_no_cluster_is_refused(on):
    with pytest.raises(Unreadable) as refused:
        cluster.executor_for(on)
    assert refused.value.key == "unknown_executor"


@pytest.mark.parametrize("address", ["127.0.0.1:{port}", "ray://127.0.0.1:{port}"])
def test_a_cluster_that_is_not_there_is_named_at_once(address):
    with socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and does not listen
        where = address.format(port=taken.getsockname()[1])
        with pytest.raises(Impossible) as refused:
            cluster.try_to_reach(where)
    assert refused.value.key == "ray_unreachable"
    assert refused.value.arguments["address"] == where


@pytest.mark.parametrize(
    ("lang", "says"),
    [("de", "fehlt Ray"), ("en", "needs Ray"), ("fr", "a besoin de Ray")],
)
def test_whoever_has_no_ray_is_told_how_to_get_it(lang, says, tmp_path):
    missing = tmp_path / "ray.py"
    missing.write_text("raise ImportError('no such thing')\n", encoding="utf-8")
    paths = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    asked = ("simulate", "schweinsgalopp", "--games", 10, "--on", "ray")
    done = call(*asked, lang=lang, PYTHONPATH=paths)
    assert done.returncode == 2
    assert says in done.stderr
    assert "galopp[ray]" in done.stderr
    assert "Traceback" not in done.stderr
