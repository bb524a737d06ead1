"""What bots from outside are called, and what to start for each.

A package offers its bots by entry points, the name before the class:

    [project.entry-points."galopp.bots"]
    rosa = "rosa_the_pig:Rosa"

A program is registered by whoever runs it, or named by its whole command line.
"""

import os
import re
import shlex
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from importlib.metadata import entry_points

from galopp.bots.outside.bot import Limits, Outside
from galopp.bots.outside.program import Command

GROUP = "galopp.bots"
PROGRAM = "program:"  # before a command line
HOST = "galopp.bots.outside.host"  # runs what is a class

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,31}")
SECONDS = re.compile(r"[0-9]{1,3}(\.[0-9]{1,3})?s")

_reserved: set[str] = set()
_registered: dict[str, tuple[Command, Limits]] = {}


def reserve(*names: str) -> None:
    """Keep names for bots of our own: nothing from outside goes by them."""
    _reserved.update(names)


def register(name: str, command: str | Sequence[str], limits: Limits | None = None) -> None:
    """Give a program a name; raises `ValueError` if it cannot be had, or there is no command.

    Whoever may choose a bot may then choose this one, by its name and without its command.
    """
    if name in _reserved or not NAME.fullmatch(name):
        raise ValueError(f"no name for a bot: {name!r}")
    _registered[name] = Command(words_of(command)), limits or Limits()


def outside_names() -> tuple[str, ...]:
    """The bots from outside that go by a name: installed ones and registered ones."""
    return tuple(sorted({*_installed(tuple(sys.path)), *_registered}))


def find(game: str, written: str) -> Outside:
    """A bot from outside by what was written for it; raises `KeyError` if there is none.

    `program:COMMAND LINE` starts whatever stands there, so never hand on what came from
    another machine; `outside_names` are safe.
    """
    if written.startswith(PROGRAM):
        return _program(game, written)
    name, at, seconds = written.partition("@")
    command, limits = _command_of(name)
    if at:
        if not SECONDS.fullmatch(seconds):
            raise KeyError(written)
        limits = replace(limits, seconds=float(seconds[:-1]))
    return Outside(game, name, command, limits)


def _program(game: str, written: str) -> Outside:
    try:
        command = Command(words_of(written.removeprefix(PROGRAM)))
    except ValueError:
        raise KeyError(written) from None
    return Outside(game, written, command)


def _command_of(name: str) -> tuple[Command, Limits]:
    """What is started for a name; what was registered here goes before what is installed."""
    if name in _registered:
        return _registered[name]
    if name not in _installed(tuple(sys.path)):
        raise KeyError(name)
    # Its Python finds what this one finds, wherever that one would look by itself.
    return Command(
        (sys.executable, "-P", "-m", HOST), tuple(map(os.path.abspath, sys.path))
    ), Limits()


@lru_cache(maxsize=4)
def _installed(path: tuple[str, ...]) -> frozenset[str]:
    """The names that installed packages offer; none of them is loaded for this.

    `path` is where Python looks for packages: as long as it stays the same, so do they.
    """
    offered = {entry.name for entry in entry_points(group=GROUP)}
    return frozenset(name for name in offered - _reserved if NAME.fullmatch(name))


def words_of(command: str | Sequence[str]) -> tuple[str, ...]:
    """A command as a list of words; raises `ValueError` if there is none."""
    words = _split(command) if isinstance(command, str) else list(command)
    if not words or not words[0]:
        raise ValueError(f"no command: {command!r}")
    return tuple(words)


def _split(line: str) -> list[str]:
    if sys.platform == "win32":  # a backslash is part of a path there
        return [word.strip('"') for word in shlex.split(line, posix=False)]
    return shlex.split(line)
