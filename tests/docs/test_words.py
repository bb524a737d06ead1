"""Classes and modules are called by words that an engineer knows, or that the glossary explains."""

import ast
import re
from pathlib import Path

import pytest

import galopp

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "galopp"
OTHERS = PACKAGE / "web" / "vendor"
MODULES = (path for path in (PACKAGE / "web").rglob("*.js") if OTHERS not in path.parents)
SOURCES = sorted([*PACKAGE.rglob("*.py"), *MODULES])
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
COMMON = set((Path(__file__).parent / "common_words.txt").read_text(encoding="utf-8").split())
CLASS = re.compile(r"^(?:export )?class (\w+)", re.MULTILINE)  # in JavaScript
PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")  # of a name in either case


def words_of(name):
    return [part.lower() for part in PART.findall(name)]


def explained():
    """The words of the glossary's first column."""
    rows = re.findall(r"^\| ([^|]+) \|", GLOSSARY, re.MULTILINE)
    return {word for row in rows for word in re.findall(r"[a-z]+", row.lower())}


def names_in(path):
    text = path.read_text(encoding="utf-8")
    yield path.parent.name if path.stem == "__init__" else path.stem
    if path.suffix == ".js":
        yield from CLASS.findall(text)
    else:
        nodes = ast.walk(ast.parse(text))
        yield from (node.name for node in nodes if isinstance(node, ast.ClassDef))


def strange(path, known):
    return {name: word for name in names_in(path) for word in words_of(name) if word not in known}


def test_every_class_and_module_is_called_by_a_word_that_is_known():
    """A new word is either common, and goes into common_words.txt, or ours, into the glossary."""
    known = COMMON | explained() | set(galopp.game_names())
    assert {path.name: found for path in SOURCES if (found := strange(path, known))} == {}


def test_a_word_that_nobody_knows_is_noticed(tmp_path):
    path = tmp_path / "batch.py"
    path.write_text("class CrewOfBatch: ...", encoding="utf-8")
    assert strange(path, COMMON | explained()) == {"CrewOfBatch": "crew"}
    path = tmp_path / "batch.js"
    path.write_text("export class Desk extends Batch {}", encoding="utf-8")
    assert strange(path, COMMON | explained()) == {"Desk": "desk"}


HOMELY = ("desk", "manner", "crew", "letter", "keeper", "carrier", "mind", "thinker", "wishes")


@pytest.mark.parametrize("homely", HOMELY)
def test_words_that_were_given_up_are_not_taken_up_again(homely):
    assert homely not in COMMON | explained()
