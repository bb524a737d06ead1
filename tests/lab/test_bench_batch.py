"""What `galopp bench batch` makes of its figures, and that no peer can spoil a run."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import galopp
from galopp.batch import Batch, play
from galopp.cli.bench_batch import show
from galopp.cli.screen import Screen
from galopp.lab import batch_peers
from galopp.lab.agreement import OPTIONS, digest_of
from galopp.lab.batch_checks import differences, players_of
from galopp.lab.batch_peers import Absent, Peer
from galopp.lab.batch_speed import GAMES, OURS, STEPS, Contest
from galopp.lab.bench_batch import (
    INTERRUPTED,
    NO_CARD,
    NO_TIME,
    BatchBench,
    Wanted,
    as_plain,
    bench_batch,
    keep_in,
)
from galopp.locale import LANGUAGES

ROOT = Path(__file__).resolve().parents[2]
NAMES = ("ostfriesenlauf", "saumaumau", "schweinsgalopp")
PEERS = sorted(source.stem for source in (ROOT / "benchmarks" / "peers").glob("[a-z]*.py"))
TINY = Wanted(
    devices=("cpu",), threads=(1, 2), seconds=0.001, repeats=2, games=40, rows=20, peers=()
)


def contest(who=OURS, game="saumaumau", kind=GAMES, threads=1, players=2, observed_as=None):
    return Contest(who, game, players, kind, "cpu", threads, 1, "a way", observed_as)


# Ratios -----------------------------------------------------------------------------------


def test_a_figure_is_the_median_of_what_was_measured():
    found = BatchBench(TINY, {contest(): [1.0, 100.0, 3.0]})
    assert as_plain(found)["figures"][0]["decisions_a_second"] == 3


def test_a_peer_is_held_against_the_same_kind_on_as_many_threads():
    peer = contest("pgx", "backgammon")
    figures = {
        contest(): [20.0],
        contest(threads=2): [40.0],
        contest(kind=STEPS, observed_as="float32"): [5.0],
        peer: [2.0],
    }
    assert BatchBench(TINY, figures).times(peer) == {"saumaumau": 10.0}


def test_of_several_numbers_of_players_the_slowest_counts():
    peer = contest("pgx", "backgammon")
    figures = {contest(): [20.0], contest(players=5): [8.0], contest(players=3): [9.0], peer: [2.0]}
    assert BatchBench(TINY, figures).times(peer) == {"saumaumau": 4.0}


def test_steps_with_bytes_are_held_against_nobody():
    peer = contest("pgx", "backgammon", STEPS)
    figures = {
        contest(kind=STEPS, observed_as="uint8"): [90.0],
        contest(kind=STEPS, observed_as="float32"): [30.0],
        peer: [3.0],
    }
    assert BatchBench(TINY, figures).times(peer) == {"saumaumau": 10.0}


# A run ------------------------------------------------------------------------------------


def test_a_run_measures_every_game_shown_and_not_shown_in_every_round(tmp_path):
    file = tmp_path / "speed.json"
    found = bench_batch(TINY, keep=keep_in(file))
    kinds = [(GAMES, None), (STEPS, "uint8"), (STEPS, "float32")]
    wanted = {
        (name, threads, *kind) for name in NAMES for threads in TINY.threads for kind in kinds
    }
    assert {(c.game, c.threads, c.kind, c.observed_as) for c in found.figures} == wanted
    assert all(len(rates) == 2 and min(rates) > 0 for rates in found.figures.values())
    assert found.left_out == {}
    assert json.loads(file.read_text(encoding="utf-8")) == json.loads(json.dumps(as_plain(found)))
    assert os.listdir(tmp_path) == [file.name]


def test_what_would_begin_after_the_budget_is_left_out_and_named():
    found = bench_batch(Wanted(devices=("cpu",), peers=("openspiel",), budget=-1.0))
    assert found.figures == {}
    assert set(found.left_out.values()) == {NO_TIME}
    for name in (*NAMES, "openspiel"):
        assert any(name in what for what in found.left_out)


def test_a_device_that_is_not_there_is_left_out_with_a_word(monkeypatch):
    monkeypatch.setattr("galopp.lab.bench_batch.has_card", lambda: False)
    found = bench_batch(Wanted(devices=("cuda",), peers=()))
    assert found.left_out == {"cuda": NO_CARD}
    assert found.sound


@pytest.mark.parametrize(("same", "sound"), [(True, True), (False, False), (None, False)])
def test_games_that_differ_or_could_not_be_compared_are_not_sound(same, sound):
    assert BatchBench(TINY, checks=[{"same": True}, {"installed": False}]).sound
    assert BatchBench(TINY, checks=[{"same": True}, {"same": same}]).sound is sound


def test_a_run_that_is_interrupted_keeps_what_it_found():
    def interrupt(said):
        if said.startswith("2/2"):
            raise KeyboardInterrupt

    found = bench_batch(TINY, tell=interrupt)
    assert all(len(rates) == 1 for rates in found.figures.values())
    assert len(found.figures) == 18
    assert list(found.left_out.values()) == [INTERRUPTED]


WITHOUT = "typer rich babel openskill matplotlib starlette msgspec uvicorn httpx segno structlog"


def test_numpy_and_numba_are_all_it_needs():
    script = f"import sys; sys.modules |= dict.fromkeys({WITHOUT.split()!r})\n"
    script += "from galopp.lab.bench_batch import main; sys.exit(main())"
    asked = "--device cpu --threads 1 --seconds 0.001 --repeats 1 --games 9 --rows 9 --json --peer"
    done = subprocess.run(
        [sys.executable, "-c", script, *asked.split()], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert {figure["game"] for figure in found["figures"]} == set(NAMES)
    assert found["wanted"]["rows"] == 9


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_is_said_in_the_language_asked_for(lang, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    peer = contest("pgx", "backgammon")
    figures = {contest(): [2e7], contest(kind=STEPS, observed_as="uint8"): [3e6], peer: [4e4]}
    left_out = {"cuda": NO_CARD, "a": NO_TIME, "b": INTERRUPTED, "c": "ImportError: no envpool"}
    for same in (True, False):
        show(Screen.open(lang), BatchBench(TINY, figures, [{"same": same}], [], left_out))
    said = capsys.readouterr().out
    assert "bench_" not in said
    point = "." if lang == "en" else ","
    for figure in ("20_0", "3_000", "0_040"):
        assert figure.replace("_", point) in said
    for told in ("× 500", "Sau Mau Mau", "ImportError: no envpool"):
        assert told in said


# The same games ---------------------------------------------------------------------------


def test_two_batches_differ_in_all_that_is_not_alike_and_in_nothing_else():
    ours, same, other = (Batch("schweinsgalopp", 40, (2, 3), seed) for seed in (7, 7, 8))
    assert differences(ours, same) == set()
    same.step(same.sample())
    assert {"states", "observations"} <= differences(ours, same)
    assert {"states", "observations"} <= differences(ours, other)


def test_a_digest_tells_results_apart():
    digests = [digest_of([play("saumaumau", 50, 3, seed)]) for seed in (1, 1, 2)]
    assert digests[0] == digests[1] != digests[2]


@pytest.mark.parametrize("name", NAMES)
def test_the_games_that_are_compared_have_every_number_of_players_and_real_options(name):
    game = galopp.game(name)
    assert set(players_of(game)) == set(game.players) - {5 if name == "schweinsgalopp" else 0}
    for options in OPTIONS[name]:
        for players in players_of(game):
            game.check_setting(players, options)


# Peers ------------------------------------------------------------------------------------


@pytest.fixture
def peers(tmp_path, monkeypatch):
    """A folder of peers, with the real ones' process around them; call it to add one."""
    package = tmp_path / "benchmarks" / "peers"
    package.mkdir(parents=True)
    for name in ("__init__.py", "__main__.py"):
        source = ROOT / "benchmarks" / "peers" / name
        (package / name).write_bytes(source.read_bytes())
    monkeypatch.chdir(tmp_path)

    def add(name, measure, before=""):
        text = f"from peers import GAMES, Contest\ndef contests(device, threads):\n    {before}\n"
        text += f'    yield Contest("dice", 2, GAMES, 1, "roll", lambda seconds: {measure})\n'
        (package / f"{name}.py").write_text(text, encoding="utf-8")

    return add


def run_beside(*names):
    wanted = Wanted(("cpu",), (2,), (1,), 0.001, 2, 9, 9, names)
    return bench_batch(wanted)


def test_peers_are_found_by_their_files(peers):
    peers("sober", "1.0")
    peers("absent", "1.0", "import no_such_library")
    assert batch_peers.names_of_peers() == ["absent", "sober"]


def test_a_peer_that_is_not_installed_is_left_out_with_a_word(peers):
    peers("absent", "1.0", "import no_such_library")
    found = run_beside("absent")
    assert "No module named 'no_such_library'" in found.left_out["absent, cpu × 1"]
    assert len(found.figures) == 9


def test_a_peer_that_greets_on_standard_output_is_understood(peers):
    peers("polite", "250.0", "print('Hello from the library'); import os; os.write(1, b'Hi')")
    found = run_beside("polite")
    (peer,) = found.peers
    assert found.figures[peer] == [250.0, 250.0]
    assert set(found.times(peer)) == set(NAMES)


def test_a_peer_that_dies_is_left_out_and_the_run_goes_on(peers):
    peers("mortal", "__import__('os').abort()")
    found = run_beside("mortal")
    assert found.peers == []
    assert [what for what in found.left_out if "mortal dice" in what]
    assert all(len(rates) == 2 for rates in found.figures.values())


def test_a_peer_that_says_nothing_is_not_waited_for(peers, monkeypatch):
    peers("silent", "1.0", "__import__('time').sleep(600)")
    monkeypatch.setattr(batch_peers, "TO_PREPARE", 0.1)
    peer = Peer("silent", "cpu", 1)
    with pytest.raises(Absent, match="no answer"):
        peer.contests()
    peer.end()


def test_openspiel_is_measured_in_all_its_ways():
    wanted = Wanted(("cpu",), (2,), (1,), 0.001, 1, 9, 9, ("openspiel",))
    found = bench_batch(wanted)
    assert found.left_out == {}
    assert [peer.kind for peer in found.peers] == [GAMES, GAMES, GAMES, STEPS]
    for peer in found.peers:
        assert set(found.times(peer)) == set(NAMES)


@pytest.mark.parametrize("peer", PEERS)
def test_every_peer_says_why_it_is_comparable_and_is_pinned(peer):
    source = (ROOT / "benchmarks" / "peers" / f"{peer}.py").read_text(encoding="utf-8")
    assert "\nWHY = (" in source
    folder = ROOT / "benchmarks"
    assert f"(peers/{peer}.py)" in (folder / "README.md").read_text(encoding="utf-8")
    pinned = (folder / "requirements.txt").read_text(encoding="utf-8").replace("-", "")
    assert any(line.startswith(peer) and "==" in line for line in pinned.splitlines())
