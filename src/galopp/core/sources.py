"""Which sources end up in the compiled code of a file.

numba's own cache notices an edit in the file of a kernel, and none in the files that it imports
from, whose functions are compiled into it and whose constants are written into it. So compiled
code is kept by a key made of all of them, and of no other: an edit in a file that no kernel
imports from compiles nothing anew, nor one in a game whatever belongs to another game.

What a file imports is read from its text, not from what happens to be loaded. Two things besides
`import` count: a package's `__init__` that passes a name on stands for the file it has it from,
and a module loaded by a name made up on the way (`galopp.bots.` and whatever game it is) for every
file with kernels that it might be.
"""

import hashlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1]

IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+(?P<source>galopp[\w.]*)[ \t]+import[ \t]+(?P<names>\([^)]*\)|[^\n]*)"
    r"|import[ \t]+(?P<module>galopp[\w.]*))",
    re.MULTILINE,
)
COMMENT = re.compile(r"#[^\n]*")
NAME = re.compile(r"(\w+)(?:\s+as\s+(\w+))?")
MADE_UP = re.compile(r"import_module\(\s*f\"(\{__name__\}|[\w.]+?)\.\{")
COMPILE = {"kernel", "hot_kernel", "loop_kernel", "copier"}  # what makes kernels, all in core


def key_of(file: Path) -> str:
    """A name for the present state of all sources that end up in kernels of a file.

    Of a file that has none itself, of all the kernels it can reach.
    """
    digest = hashlib.sha256()
    for source in sorted(made_of(file)):
        digest.update(str(source.relative_to(PACKAGE) if _ours(source) else source).encode())
        digest.update(_hash(source))
    return digest.hexdigest()[:16]


@cache
def _hash(file: Path) -> bytes:
    return hashlib.sha256(file.read_bytes()).digest()


def made_of(file: Path) -> set[Path]:
    """The files whose contents can end up in kernels of a file, or in those it can reach."""
    reached = _reached(file)
    if has_kernels(file):
        return reached
    return set().union(*(_reached(other) for other in reached if has_kernels(other)))


@cache
def has_kernels(file: Path) -> bool:
    """Whether something in it is compiled: it has imported what it takes."""
    return any(
        module.startswith("galopp.core") and (not names or COMPILE & {*names.values()})
        for module, names in _imports(file)
    )


def _reached(file: Path) -> set[Path]:
    """A file, what it imports from, and so on."""
    reached, waiting = {file}, [file]
    while waiting:
        for source in imported(waiting.pop()) - reached:
            reached.add(source)
            waiting.append(source)
    return reached


@cache
def imported(file: Path) -> frozenset[Path]:
    """The files of this package that a file imports from."""
    found: set[Path] = set()
    for source, names in _imports(file):
        found.update(*(_origin(source, name) for name in names.values()))
        found.update(() if names else files(source))
    for prefix in MADE_UP.findall(_text(file)):
        folder = file.parent if prefix == "{__name__}" else _place(prefix)
        found.update(other for other in folder.rglob("*.py") if has_kernels(other))
    return frozenset(found - {file})


def _imports(file: Path) -> Iterator[tuple[str, dict[str, str]]]:
    """Modules of this package, and what is taken from each: names here, and what they are there."""
    for statement in IMPORT.finditer(_text(file)):
        names = NAME.findall(statement["names"] or "")
        module = statement["source"] or statement["module"]
        yield module, {here or name: name for name, here in names}


def _origin(source: str, name: str) -> set[Path]:
    """Where a name that is imported from a module really is."""
    if inner := files(f"{source}.{name}"):
        return inner
    for file in files(source):
        for passed_on, names in _imports(file) if file.name == "__init__.py" else ():
            if name in names and passed_on != source:  # an example in its docstring imports it too
                return _origin(passed_on, names[name])
    return files(source)


@cache
def files(module: str) -> set[Path]:
    """The file of a module of this package; none if there is no such module."""
    place = _place(module)
    return {file for file in (place.with_suffix(".py"), place / "__init__.py") if file.exists()}


def _place(module: str) -> Path:
    return PACKAGE.parent / module.replace(".", "/")


def _ours(file: Path) -> bool:
    return file.is_relative_to(PACKAGE)


@cache
def _text(file: Path) -> str:
    # What is typed at a prompt has no file, and imports nothing that could be known.
    return COMMENT.sub("", file.read_text(encoding="utf-8")) if file.exists() else ""
