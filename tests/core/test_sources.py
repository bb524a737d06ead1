"""Compiled code is kept by all the sources that end up in it, and by no others."""

import ast
import importlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numba.core.errors import NumbaError

import galopp
from galopp.core import sources
from galopp.core.kernel import folder_of, kernel
from random_games import INTERPRETED

PACKAGE = sources.PACKAGE
FILES = sorted(PACKAGE.rglob("*.py"))
KERNELS = [file for file in FILES if sources.has_kernels(file)]


def name_of(file, package=PACKAGE):
    return str(file.relative_to(package).with_suffix(""))


def heuristics(game):
    """The files with the rules of thumb by which a game is played: one, or a folder of them."""
    found = {file for file in KERNELS if name_of(file).startswith(f"bots/{game}")}
    assert found
    return found


class Copy:
    """A copy of the package that can be edited, and the keys of its files."""

    def __init__(self, folder: Path) -> None:
        self.package = folder / "galopp"
        for file in FILES:
            to = self.package / file.relative_to(PACKAGE)
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, to)

    def keys(self) -> dict[str, str]:
        """Of every file with kernels, as a process finds them that begins now."""
        file = self.package / "core" / "sources.py"
        spec = importlib.util.spec_from_file_location("sources_of_a_copy", file)
        found = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(found)
        files = [file for file in self.package.rglob("*.py") if found.has_kernels(file)]
        return {name_of(file, self.package): found.key_of(file) for file in files}

    def changed_by_an_edit_in(self, name: str) -> set[str]:
        before = self.keys()
        file = self.package / f"{name}.py"
        text = file.read_text(encoding="utf-8")
        file.write_text(f"{text}\nEDITED = True\n", encoding="utf-8")
        after = self.keys()
        file.write_text(text, encoding="utf-8")
        return {kernels for kernels in before if before[kernels] != after[kernels]}


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    return Copy(tmp_path_factory.mktemp("package"))


@pytest.mark.parametrize(
    "name",
    ["cli/app", "cli/tables/saumaumau", "server/app", "locale/__init__", "lab/simulation"]
    + [f"games/{game}/check" for game in galopp.game_names()],
)
def test_an_edit_where_no_kernel_imports_from_compiles_nothing_anew(copy, name):
    assert copy.changed_by_an_edit_in(name) == set()


def test_an_edit_in_the_lab_leaves_everything_outside_of_it_as_it_is(copy):
    for file in (PACKAGE / "lab").glob("*.py"):
        changed = copy.changed_by_an_edit_in(name_of(file))
        assert all(kernels.startswith("lab/") for kernels in changed), file.name


def test_an_edit_in_the_cards_compiles_everything_anew_that_has_cards(copy):
    changed = copy.changed_by_an_edit_in("core/cards")
    assert {"core/cards", "bots/tree", "batch/loops"} <= changed
    assert {f"games/{game}/rules" for game in galopp.game_names()} <= changed
    assert not changed & {"core/chance", "core/select"}


@pytest.mark.parametrize("game", galopp.game_names())
def test_an_edit_in_a_game_compiles_it_and_what_plays_any_game_and_no_other_game(copy, game):
    changed = copy.changed_by_an_edit_in(f"games/{game}/rules")
    own = {f"games/{game}/rules", f"games/{game}/sight", *map(name_of, heuristics(game))}
    assert own | {"bots/tree", "bots/outlook", "batch/loops"} <= changed
    for other in {*galopp.game_names()} - {game}:
        assert not any(other in kernels for kernels in changed)
    assert not any(kernels.startswith("core/") for kernels in changed)


def test_code_is_kept_apart_for_each_state_of_the_sources(copy, monkeypatch):
    file = PACKAGE / "bots" / "tree.py"
    kept = folder_of.__wrapped__(str(file))
    assert kept == folder_of.__wrapped__(str(file))
    monkeypatch.setattr("galopp.core.kernel.key_of", lambda file: "another")
    assert kept != folder_of.__wrapped__(str(file))


COUNT_CARDS = """
import galopp, sys
from galopp.core.cards import count
assert galopp.__file__.startswith(sys.argv[1]) and count(7) == 3
print(count.stats.cache_hits.total(), count.stats.cache_misses.total())
"""


@pytest.mark.thorough
@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_a_second_copy_of_the_package_uses_what_the_first_has_compiled(tmp_path):
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")}
    told = []
    for place in (tmp_path / "here", tmp_path / "there"):
        shutil.copytree(PACKAGE, place / "galopp", ignore=shutil.ignore_patterns("web"))
        done = subprocess.run(
            [sys.executable, "-c", COUNT_CARDS, str(place)],
            env={**environment, "PYTHONPATH": str(place)},
            check=True,
            capture_output=True,
            text=True,
        )
        told.append(done.stdout.split())
    assert told == [["0", "1"], ["1", "0"]]


TWICE = """
import sys, time
from numba.core.caching import IndexDataCacheFile
from galopp.core.kernel import kernel

@kernel
def twice(number):
    return number + number

def after_a_while(seconds, act):
    def late(*arguments):
        time.sleep(seconds)
        return act(*arguments)
    return late

number, choosing, writing = map(eval, sys.argv[1:])
choose, write = IndexDataCacheFile._save_index, IndexDataCacheFile._save_data
IndexDataCacheFile._save_index = after_a_while(choosing, choose)
IndexDataCacheFile._save_data = after_a_while(writing, write)
print(twice(number))
"""


# Two rules behind closures of one name, as verbs are, and too long to be compiled into those who
# ask them: so nothing tells the closures apart but a number of numba's making.
RULE = """
def {name}(number): ...

@hot_kernel
def reckon_{name}(number):
    total = {begin}
    for i in range(number):
        {steps}
    return total

overload({name}, strict=False)(chosen(reckon_{name}))

@kernel
def ask_{name}(number):
    return {name}(number) + {name}(number + 1)
"""
STEP = "total = (total * {} + i) % 1_000_003 ^ (number if total % 7 == 5 else 0)"
STEPS = "\n        ".join(STEP.format(factor) for factor in range(3, 99, 2))
ASK_BOTH = """
@kernel
def ask_both(number):
    return ask_one(number), ask_two(number)

print(eval(sys.argv[1]))
"""
VERBS = (
    """
import sys
from numba.extending import overload
from galopp.core.kernel import hot_kernel, kernel

def chosen(rule):
    return lambda number: lambda number: rule(number)
"""
    + RULE.format(name="one", begin=1, steps=STEPS)
    + RULE.format(name="two", begin=2, steps=STEPS)
    + ASK_BOTH
)


@pytest.mark.thorough
@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_what_two_processes_have_compiled_can_be_linked_by_a_third(tmp_path):
    """Each counts its functions from 1 on: two closures of one name got one number."""
    script = tmp_path / "verbs.py"
    script.write_text(VERBS, encoding="utf-8")
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")}

    def told(asked):
        command = [sys.executable, str(script), asked]
        return subprocess.check_output(command, env=environment, text=True).strip()

    alone = f"({told('ask_one(9)')}, {told('ask_two(9)')})"
    assert told("ask_both(9)") == alone


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_two_processes_that_compile_one_kernel_for_different_numbers_keep_both(tmp_path):
    """Each would choose the same file, and fractions then be doubled as whole numbers are."""
    script = tmp_path / "twice.py"
    script.write_text(TWICE, encoding="utf-8")
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")}

    def begin(*arguments):
        command = [sys.executable, str(script), *arguments]
        return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)

    for delays in ([("0.5", "2"), ("1", "0")], [("0", "0"), ("0", "0")]):
        begun = [begin(number, *late) for number, late in zip(("3", "3.5"), delays, strict=True)]
        assert [process.communicate()[0].strip() for process in begun] == ["6", "7.0"]


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
@pytest.mark.parametrize("gives", ["np.zeros(3)", "row[1:]"])
def test_a_kernel_that_makes_an_array_or_hands_out_a_part_of_one_is_refused(gives):
    """Nobody counts who refers to it, so nobody would know when to free it."""
    made = eval(f"lambda row: {gives}", {"np": np})
    with pytest.raises(NumbaError, match="NRT required|Only accept returning"):
        kernel(made)(np.zeros(3))


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_what_a_hot_rule_calls_may_be_compiled_into_it():
    """A kernel that forbade it would make whole games a tenth slower."""
    assert "forceinline" not in galopp.game("saumaumau").rules.set_up.targetoptions
    assert galopp.game("saumaumau").rules.apply.targetoptions["forceinline"]


# Nothing is overlooked --------------------------------------------------------------------


def modules_in(file):
    """What a file imports of this package, as Python itself reads it."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: an import that is not spelt out"
            yield from (f"{node.module} {alias.name}" for alias in node.names)


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_imports_are_found_in_the_text_as_python_finds_them(file):
    told = {
        f"{module} {name}" if name else module
        for module, names in sources._imports(file)
        for name in names.values() or [""]
    }
    assert {module for module in modules_in(file) if module.startswith("galopp")} <= told


def test_no_kernel_imports_by_a_name_that_cannot_be_read():
    for file in set().union(*map(sources.made_of, KERNELS)):
        text = sources._text(file)
        assert text.count("import_module(") == len(sources.MADE_UP.findall(text)), file
        assert "__import__" not in text


@pytest.mark.parametrize("file", KERNELS, ids=name_of)
def test_whatever_a_kernel_calls_is_among_its_sources(file):
    """Held against what is really there: every kernel that a module can name, or is a verb of."""
    made_of = sources.made_of(file)
    try:
        module = importlib.import_module("galopp." + name_of(file).replace("/", "."))
    except ModuleNotFoundError as missing:
        if (missing.name or "galopp").startswith("galopp"):
            raise  # what is ours is there, or broken
        pytest.skip(f"it needs {missing.name}")
    for known in vars(module).values():
        rule = getattr(known, "py_func", None)
        if rule is not None and rule.__module__.startswith("galopp"):
            assert Path(rule.__code__.co_filename) in made_of, rule.__name__
    if PACKAGE / "bots" / "verbs.py" in made_of:
        for game in galopp.game_names():
            assert heuristics(game) <= made_of
            assert PACKAGE / "games" / game / "sight.py" in made_of


@pytest.mark.parametrize("game", galopp.game_names())
def test_a_name_that_a_game_passes_on_is_where_it_is_looked_for(game):
    package = galopp.game(game).rules
    for name in package.__all__:
        [origin] = sources._origin(package.__name__, name)
        module = importlib.import_module("galopp." + name_of(origin).replace("/", "."))
        assert origin.name != "__init__.py"
        assert getattr(module, name) is getattr(package, name)


def test_a_package_whose_docstring_imports_from_it_is_read_all_the_same():
    """Its example is no way to where the name is."""
    [origin] = sources._origin("galopp.review", "review")
    assert name_of(origin) == "review/pipeline"
