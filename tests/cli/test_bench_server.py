"""`galopp bench server`: real processes and few tables, so that it can be trusted with many."""

import json
import os
import re
import subprocess
import sys
import time
from dataclasses import replace

import pytest

from calling import call
from databases import wanted
from galopp.cli.bench_server import ROWS, table
from galopp.cli.screen import Screen
from galopp.core.fault import Impossible
from galopp.load import boardgameio, quota, watching
from galopp.load.bench import ServerBench, ratios
from galopp.load.boardgameio import STORAGES, Peer
from galopp.load.figures import Figures, Quantiles, Wanted
from galopp.load.opening import allow_open_files
from galopp.load.process import ServerAddress, filesystem_of
from galopp.load.quota import GROUPS, held_to
from galopp.load.run import put_under_load
from galopp.load.servers import Servers
from galopp.load.watching import Counts, processor_seconds
from galopp.locale import LANGUAGES, Language
from serving import WITHIN, ServerProcess

FEW = ("--tables", 4, "--rate", 40, "--seconds", 1, "--warmup", 0.2)


def bench(*arguments, lang="en", **environment):
    return call("bench", "server", *arguments, lang=lang, **environment)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bench") / "data"
    with ServerProcess(folder, "--no-limits") as process:
        yield Servers((ServerAddress(process.port, process.process.pid),))


# The command -----------------------------------------------------------------------------


def test_every_figure_is_said_as_json_and_nothing_is_left_behind(tmp_path):
    said = bench(*FEW, "--json", "--folder", tmp_path)
    assert said.returncode == 0, said.stderr
    found = json.loads(said.stdout)
    ours = found["galopp"]
    assert (found["wanted"]["game"], found["wanted"]["tables"]) == ("saumaumau", 4)
    assert found["filesystem"] == filesystem_of(tmp_path)
    assert (ours["tables"], ours["sockets"], ours["errors"]) == (4, 20, {})
    assert ours["moves"] > 0
    assert 0 < ours["mover"]["p50"] <= ours["mover"]["p99"] <= ours["mover"]["most"]
    assert ours["mover"]["p50"] <= ours["everybody"]["p50"]
    assert 0 < ours["commits"] <= ours["commits"] * ours["writes_a_commit"]
    assert 0 < ours["memory"] <= ours["most_memory"]
    assert found["peers"] == []
    assert list(tmp_path.iterdir()) == []


@pytest.mark.a_few(1)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_figure_is_said_as_a_table(lang):
    said = bench("--tables", 1, "--rate", 40, "--seconds", 0.5, "--warmup", 0, lang=lang)
    assert said.returncode == 0, said.stderr
    assert "bench_" not in said.stdout and "│" not in said.stdout
    assert all(len(line) <= 80 for line in said.stdout.splitlines())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_with_both_peers_beside_it_every_figure_has_a_line_of_80_columns(lang):
    peers = [Peer(storage, found_by(5.0), {}) for storage in STORAGES]
    found = ServerBench(Wanted(), "ext4", found_by(2.0), peers)
    title, _, headings, *lines = table(Screen.open(lang), found).splitlines()
    assert headings.split() == ["Galopp", "memory", "×", "flatfile", "×"]
    assert all(len(line) <= 80 for line in (title, headings, *lines))
    known = [row for row in ROWS if row[2](found.ours) is not None]
    assert len(lines) >= len(known) > 15
    mover = next(line for line in lines if "p99 (ms)" in line)
    assert re.split(r"\s{2,}", mover)[-5:] == [in_language(lang, n) for n in (2, 5, 2.5, 5, 2.5)]


def in_language(lang, figure):
    return Language(lang).number(figure, 1 if figure == 2.5 else 2)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_with_databases_beside_it_every_figure_has_a_line_of_80_columns(lang):
    times = {column: replace(found_by(3.0), recovered=2.1) for column in ("1", "2", "hash")}
    found = ServerBench(Wanted(), "ext4", found_by(2.0), [], times)
    title, _, headings, *lines = table(Screen.open(lang), found).splitlines()
    assert headings.split() == ["SQLite", "PG", "1", "PG", "2", "PG", "hash"]
    assert all(len(line) <= 80 for line in (title, headings, *lines))
    killed = next(line for line in lines if in_language(lang, 2.1) in line)
    assert killed.split()[-3:] == [in_language(lang, 2.1)] * 3
    compared = f"PG 2 × {in_language(lang, 1)}, PG hash × {in_language(lang, 1)}"
    assert compared in " ".join(lines)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_where_servers_had_a_share_of_a_core_that_is_said(lang):
    said = [table(Screen.open(lang), bench_of(share)).splitlines() for share in (1.0, 0.2)]
    assert len(said[0]) < len(said[1])
    assert Language(lang).percent(0.2) in " ".join(said[1])
    assert all(len(line) <= 80 for line in said[1])


def bench_of(share):
    return ServerBench(Wanted(share=share), "ext4", found_by(2.0), [])


@pytest.mark.thorough
def test_two_processes_share_a_database_and_one_is_killed_in_the_end():
    wanted()
    said = bench(*FEW, "--store", "postgresql", "--processes", 2, "--json")
    assert said.returncode == 0, said.stderr
    found = json.loads(said.stdout)["postgresql"]
    assert list(found) == ["1", "2", "hash"]
    assert all(one["errors"] == {} and one["moves"] > 0 for one in found.values())
    assert all(one["database_cpu_seconds"] > 0 for one in found.values())
    assert [one["recovered"] is None for one in found.values()] == [True, False, False]
    assert [*json.loads(said.stdout)["times_one_process"]] == ["2", "hash"]


@pytest.mark.parametrize(
    "given",
    [
        ("--store", "paper"),
        ("--processes", 2),
        ("--store", "postgresql", "--boardgameio"),
        ("--share", 0.2, "--boardgameio"),
    ],
)
def test_what_cannot_be_measured_together_is_refused(given):
    said = bench(*FEW, *given)
    assert (said.returncode, said.stdout) == (2, "")
    assert "Traceback" not in said.stderr


def found_by(p99):
    """Figures that somebody might find."""
    times = Quantiles(1.0, p99, 9.0, 1234.5)
    return Figures(
        **{"tables": 1000, "sockets": 5000, "seconds": 20.0, "moves": 8000, "mover": times},
        **{"everybody": times, "late": 0.5, "server_cpu_seconds": 3.0, "load_cpu_seconds": 9.0},
        **{"memory": 275.0, "most_memory": 275.0, "news_bytes": 100.0, "connect_seconds": 12.0},
    )


def test_what_cannot_be_played_is_refused_before_a_server_is_started():
    said = bench("--game", "ostfriesenlauf", "--seats", 5)
    assert (said.returncode, said.stdout) == (2, "")
    assert "5" in said.stderr


@pytest.mark.thorough
def test_an_operators_own_settings_do_not_reach_the_server_that_is_measured(tmp_path):
    own = {"GALOPP_ROOT_PATH": "/games", "GALOPP_DATA": str(tmp_path / "own")}
    assert bench(*FEW, "--json", **own).returncode == 0
    assert not (tmp_path / "own").exists()


# The load --------------------------------------------------------------------------------


def test_moves_fall_due_at_the_rate_asked_for_and_all_are_made(server):
    found = put_under_load(server, Wanted(tables=3, rate=100.0, seconds=1.0, warmup=0.0))
    assert not found.errors
    # Chance brings it below a half or above the double once in ten million runs.
    assert 50 < found.moves_a_second < 200


def test_without_a_rate_a_move_follows_the_last(server):
    found = put_under_load(
        server, Wanted(tables=2, seats=3, rate=0.0, under_way=2, seconds=0.5, warmup=0.0)
    )
    assert not found.errors
    assert found.moves > 0


@pytest.mark.thorough
def test_when_a_game_is_over_the_next_begins(server):
    """One race of two is over after 18 moves, and moves go on falling due."""
    found = put_under_load(
        server,
        Wanted("schweinsgalopp", {"races": 1}, tables=1, seats=2, rate=60.0, seconds=2.0),
    )
    assert not found.errors
    assert found.moves > 3 * 18


@pytest.mark.a_few(1)
@pytest.mark.parametrize("game", ["saumaumau", "schweinsgalopp"])
def test_bots_think_at_tables_of_their_own_meanwhile(server, game):
    load = Wanted(game, tables=1, seats=2, rate=20.0, seconds=2.0, bots=3, level="casual")
    found = put_under_load(server, load)
    assert not found.errors
    assert found.moves > 0
    assert found.thoughts is not None and found.thoughts > 30  # they wait for nobody
    assert found.thought_p99 is not None


def test_a_table_that_cannot_be_opened_is_said_with_the_servers_answer(server):
    with pytest.raises(Impossible) as refused:
        put_under_load(server, Wanted("no-such-game", tables=1))
    assert refused.value.key == "bench_refused"
    assert "no-such-game" in refused.value.arguments["answer"]


def test_more_sockets_than_files_may_be_open_are_refused():
    with pytest.raises(Impossible) as refused:
        allow_open_files(10**9)
    assert refused.value.key == "bench_open_files"


# A share of a core ------------------------------------------------------------------------


@pytest.fixture
def busy():
    """A process that would take a whole core."""
    process = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    yield process.pid
    process.kill()
    process.wait()


def test_a_process_has_no_more_than_its_share(busy):
    try:
        with held_to(0.2, [busy]):
            began, spent = time.monotonic(), processor_seconds(busy)
            while (took := processor_seconds(busy) - spent) < 0.3:
                assert time.monotonic() - began < WITHIN
                time.sleep(0.02)
            assert took / (time.monotonic() - began) < 0.3
    except Impossible as fault:
        pytest.skip(f"control groups: {fault.arguments}")
    assert not [*GROUPS.glob(f"*/galopp-bench-{busy}")]


@pytest.mark.parametrize("given", [None, "cpu", "cpu,cpuacct", "."])
def test_where_there_are_no_control_groups_or_no_rights_that_is_said(
    given, tmp_path, monkeypatch, busy
):
    monkeypatch.setattr(quota, "GROUPS", tmp_path)
    if given is not None:
        (tmp_path / given).mkdir(exist_ok=True)
        (tmp_path / given / "cgroup.procs").touch()
        (tmp_path / given / f"galopp-bench-{busy}").touch()  # in the way, as rights may be
    with pytest.raises(Impossible) as refused, held_to(0.2, [busy]):
        pytest.fail("there is nothing that could hold it")
    assert refused.value.key == "bench_no_quota"


def test_either_version_of_control_groups_is_told_the_share(tmp_path):
    quota.limit(tmp_path, 0.2)
    assert (tmp_path / "cpu.max").read_text() == "1400 7000"
    (tmp_path / "cpu.cfs_quota_us").write_text("-1")
    quota.limit(tmp_path, 0.5)
    told = [(tmp_path / f"cpu.cfs_{name}_us").read_text() for name in ("quota", "period")]
    assert told == ["3500", "7000"]


# Figures ---------------------------------------------------------------------------------


def test_quantiles_are_times_that_were_measured():
    times = Quantiles.of([number / 1000 for number in range(1000)])
    assert (times.p50, times.p99, times.p999, times.most) == (500, 990, 999, 999)
    assert Quantiles.of([]).p50 is None


def test_what_a_server_counts_is_counted_from_a_moment_on():
    earlier, later = (Counts.read(text.encode()) for text in (EARLIER, LATER))
    since = later.since(earlier)
    assert since.plain["commit_writes_count"] == 100
    assert since.p99("commit_seconds") == 5.0
    assert since.p99("loop_lag_seconds") is None


EARLIER = """\
galopp_commit_writes_count 7.0
galopp_commit_seconds_bucket{le="0.001"} 5.0
galopp_commit_seconds_bucket{le="0.005"} 5.0
galopp_commit_seconds_bucket{le="+Inf"} 7.0
"""
LATER = """\
# HELP galopp_commit_writes How many writes went into one commit.
galopp_commit_writes_count 107.0
galopp_commit_seconds_bucket{le="0.001"} 100.0
galopp_commit_seconds_bucket{le="0.005"} 104.0
galopp_commit_seconds_bucket{le="+Inf"} 107.0
"""


def test_a_process_is_seen_from_outside():
    assert watching.memory(os.getpid(), "VmRSS") <= watching.memory(os.getpid(), "VmHWM")
    spent = watching.processor_seconds(os.getpid())
    assert 0 < spent <= watching.busy_seconds()


def figures(time, memory, moves):
    times = Quantiles(time, 2 * time, 3 * time, None)
    return Figures(1, 5, 10.0, moves, times, times, 0.0, 5.0, 1.0, memory, memory, 100.0, 1.0)


def test_a_ratio_above_one_is_in_our_favour():
    times = ratios(figures(2.0, 300.0, 4000), figures(5.0, 150.0, 1000))
    assert times["mover_p50"] == times["everybody_p999"] == 2.5
    assert times["memory"] == 0.5
    assert times["moves_a_second"] == 4
    assert times["cpu_a_move"] == 4


# boardgame.io ----------------------------------------------------------------------------


def test_without_the_source_tree_there_is_no_comparison(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(boardgameio, "SOURCE_TREE", tmp_path)
    assert why_not() == "boardgameio_missing"


def test_without_node_or_packages_it_is_said_what_to_do(tmp_path, monkeypatch):
    folder = tmp_path / boardgameio.FOLDER
    folder.mkdir(parents=True)
    (folder / "load.mjs").touch()
    programs = tmp_path / "programs"
    programs.mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(programs))
    assert why_not() == "boardgameio_needs_node"
    make_program(programs / "node", "exit 0")
    assert why_not() == "boardgameio_not_installed"
    (folder / "node_modules" / "boardgame.io").mkdir(parents=True)
    assert boardgameio.find() == folder


def why_not():
    with pytest.raises(Impossible) as refused:
        boardgameio.find()
    return refused.value.key


def make_program(path, script):
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)


SAID = {
    "sockets": 10,
    "seconds": 1,
    "moves": 30,
    **{f"{which}{name}_ms": 1.5 for which in ("", "all5_") for name in ("p50", "p99", "p999")},
    **{"late_p99_ms": 0.1, "server_cpu_seconds": 0.2, "load_cpu_seconds": 0.1},
    **{"server_rss_mib": 80, "server_peak_rss_mib": 90, "connect_seconds": 1},
    **{"update_bytes": None, "errors": 0},
}
# A stand-in for node: its server is ready at once, its load is up to two tables at most.
NODE = """
case "$*" in
  *server.mjs*) echo ready; exec sleep 60;;
  *--tables=[12]\\ *) echo '{found}';;
  *) echo 'too many tables' >&2; exit 1;;
esac
"""


def test_a_peer_that_fails_is_measured_with_half_as_many_tables(tmp_path, monkeypatch):
    make_program(tmp_path / "node", NODE.replace("{found}", json.dumps({**SAID, "tables": 2})))
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    peer = boardgameio.measure(tmp_path, tmp_path, Wanted(tables=8), "memory")
    assert peer.failures == {8: "too many tables\n", 4: "too many tables\n"}
    assert (peer.figures.tables, peer.figures.moves, peer.figures.mover.p99) == (2, 30, 1.5)
    assert not peer.figures.errors
