"""Modules are made when kernels change, from what is here, and are small."""

import gzip
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from galopp.wasm import building
from galopp.wasm.building import MADE_FROM, NotBuilt, build, is_built
from galopp.wasm.linking import NoLinker, linked, linker
from random_games import GAMES
from wasm.modules import ROOT, built

WHAT_IT_HAS = """
const module = new WebAssembly.Module(require("fs").readFileSync(process.argv[1]));
const { imports, exports } = WebAssembly.Module;
console.log(JSON.stringify([imports(module), exports(module)]));
"""
LIGHT = "hatch_build.light_modules()"  # so that galopp is not loaded with its rules
MOST = 60_000  # bytes, zipped, all games together


def test_all_games_are_small_enough_for_a_phone() -> None:
    folder = built()
    zipped = {name: len(gzip.compress((folder / f"{name}.wasm").read_bytes(), 9)) for name in GAMES}
    assert sum(zipped.values()) <= MOST, zipped


@pytest.mark.parametrize("name", GAMES)
def test_the_layout_tells_what_the_module_has(name: str) -> None:
    folder = built()
    layout = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    command = ["node", "-e", WHAT_IT_HAS, str(folder / f"{name}.wasm")]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    imports, exports = json.loads(told)
    assert imports == []  # it needs nothing from the page, nor from a C library
    functions = [export["name"] for export in exports if export["kind"] == "function"]
    assert sorted(functions) == layout["entries"]


def test_what_is_there_is_not_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    built()
    monkeypatch.setattr(building, "_compile", lambda *_: pytest.fail("made again"))
    build()


def test_an_edit_of_a_kernel_makes_them_stale(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / MADE_FROM).write_text(building.sources_key(), encoding="utf-8")
    assert is_built(tmp_path)
    monkeypatch.setattr(building, "key_of", lambda _: "another key")
    assert not is_built(tmp_path)


def key_in(source: Path) -> str:
    """The key of a copy of the package; nothing of it is loaded that takes time."""
    ask = "from galopp.wasm.building import sources_key; print(sources_key())"
    script = f"import sys; sys.modules['numba'] = None; import hatch_build; {LIGHT}; {ask}"
    command = [sys.executable, "-c", script]
    return subprocess.run(
        command, cwd=source, capture_output=True, text=True, check=True
    ).stdout.strip()


@pytest.mark.parametrize(
    ("file", "fact"),
    [
        ("review/report.py", "VERSION = "),
        ("review/effort.py", "afresh: int = "),
        ("review/pipeline.py", "SURE_ENOUGH = "),
        ("bots/search.py", "LOOKS = "),
    ],
)
def test_an_edit_of_what_a_layout_tells_makes_them_stale(
    tmp_path: Path, file: str, fact: str
) -> None:
    """A page would else review by the effort of yesterday, and under its version."""
    copy = tmp_path / "src" / "galopp"
    shutil.copytree(ROOT / "src" / "galopp", copy, ignore=shutil.ignore_patterns("web", "locale"))
    shutil.copy(ROOT / "hatch_build.py", tmp_path)
    before = key_in(tmp_path)
    text = (copy / file).read_text(encoding="utf-8")
    assert fact in text
    (copy / file).write_text(text.replace(fact, f"{fact}1"), encoding="utf-8")
    assert key_in(tmp_path) != before


def test_a_machine_without_a_linker_is_told_so_and_keeps_what_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GALOPP_WASM_LD", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoLinker, match="all\nelse works"):
        build(tmp_path / "wasm")
    assert not (tmp_path / "wasm").exists()


def test_the_newest_linker_with_a_version_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("wasm-ld-9", "wasm-ld-14", "wasm-ld-old"):
        (tmp_path / name).touch(mode=0o755)
    monkeypatch.delenv("GALOPP_WASM_LD", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert linker() == [str(tmp_path / "wasm-ld-14")]


def test_a_linker_that_fails_leaves_no_module(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GALOPP_WASM_LD", "false")
    with pytest.raises(subprocess.CalledProcessError, match="false"):
        linked(b"no object file", ["set_up"])


@pytest.mark.thorough
def test_a_linker_that_fails_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GALOPP_WASM_LD", "false")
    monkeypatch.setattr(building, "_games", lambda: ["schweinsgalopp"])
    with pytest.raises(NotBuilt, match="schweinsgalopp"):
        build(tmp_path / "wasm")


def test_building_the_package_knows_without_numba_whether_they_are_there() -> None:
    """pip asks what is needed before anything of it is installed."""
    told = said_by_the_hook("print(hatch_build.light_modules()[0].is_built())")
    assert told == str(is_built())


def test_building_compiles_with_the_versions_that_are_tested() -> None:
    told = said_by_the_hook("print(*hatch_build.compilers())").split()
    assert [one.partition("==")[0] for one in told] == ["numba", "llvmlite", "numpy"]
    pinned = (ROOT / "constraints.txt").read_text(encoding="utf-8").split()
    assert set(told) <= set(pinned)


def said_by_the_hook(ask: str) -> str:
    """What hatch_build.py says where there is no numba yet."""
    script = f"import sys; sys.modules['numba'] = None; import hatch_build; {ask}"
    command = [sys.executable, "-c", script]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return told.stdout.strip()


def test_compilers_are_found_where_pip_has_put_them(tmp_path: Path) -> None:
    """pip builds in an environment of its own, and names it in PYTHONPATH alone."""
    venv.create(tmp_path / "bare")
    script = "from pathlib import Path; from galopp.wasm.building import _compile; "
    script += "_compile('no_such_game', Path())"
    paths = [str(ROOT / "src"), sysconfig.get_path("purelib")]
    told = subprocess.run(
        [str(tmp_path / "bare" / "bin" / "python"), "-c", script],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "No module named 'numba'" not in told.stderr
    assert "NotBuilt: no_such_game" in told.stderr


def test_the_wheel_has_what_pages_play_by(tmp_path: Path) -> None:
    folder = built()
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        for name in GAMES:
            for kind in (".wasm", ".json", ".net", "-review.wasm", "-review.json"):
                file = f"{name}{kind}"
                assert packed.read(f"galopp/web/wasm/{file}") == (folder / file).read_bytes()


def test_no_wheel_is_made_without_them_by_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GALOPP_WASM_LD", "false")
    ask = "building, _ = hatch_build.light_modules(); building.is_built = lambda *_: False; "
    ask += "building._games = lambda: ['no_such_game']; hatch_build.build_modules(needed=True)"
    script = f"import hatch_build; {ask}"
    command = [sys.executable, "-c", script]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert told.returncode == 1
    assert "no WebAssembly could be made of the games" in told.stderr


@pytest.mark.thorough
def test_the_same_sources_give_the_same_bytes(tmp_path: Path) -> None:
    folder = built()
    build(tmp_path / "wasm")
    for file in sorted(folder.glob("*.*")):
        assert (tmp_path / "wasm" / file.name).read_bytes() == file.read_bytes(), file.name
