"""How a rule becomes machine code.

Everything compiled in this project goes through one of the three decorators of this
module, so that compilation is decided (and explained) in one place. The same functions run

* compiled, from Python and inside compiled loops over many games;
* interpreted, with `NUMBA_DISABLE_JIT=1`: slow, and steppable in a debugger;
* bounds-checked, with `GALOPP_CHECKED=1`: an index past the end of a track stops the
  run instead of corrupting a neighbour's pig.
"""

import atexit
import os
import shutil
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

from galopp.core.code_cache import keep_code, name_at_random
from galopp.core.sources import files, key_of

Rule = TypeVar("Rule", bound=Callable[..., Any])

CHECKED = os.environ.get("GALOPP_CHECKED") == "1"
# Set by `galopp.wasm` in a process of its own: compiled is for another processor than this one, so
# nothing may be taken from what is kept for it, nor be kept.
PORTABLE = os.environ.get("GALOPP_PORTABLE") == "1"
numba_config: Any = numba.config  # numba types no settings
njit: Any = numba.njit  # nor options that are passed on
# Kernels make no arrays: memory is handed to them by whoever calls, who also keeps it. So none has
# to count who refers to an array whenever one is handed on, which took up to half the time of a
# game. numba refuses to compile what makes an array all the same, or hands out a part of one.
HOW = {"nogil": True, "boundscheck": CHECKED, "_nrt": False}
KEPT_FOR = 30 * 24 * 3600  # seconds that compiled code is kept which nobody uses

if not PORTABLE:  # the same sources are to give the same bytes there
    name_at_random()


@cache
def _cache_home() -> Path:
    # Compiled code is executed when loaded, so it lives where only its owner writes.
    home = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "galopp"
    try:
        home.mkdir(parents=True, exist_ok=True)
        if os.access(home, os.W_OK):
            _clear_away_what_is_unused(home)
            return home
    except OSError:
        pass  # a read-only home: compile anew for this process
    home = Path(tempfile.mkdtemp(prefix="galopp-"))
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    return home


def _clear_away_what_is_unused(home: Path) -> None:
    for folder in home.glob("kernels-*"):
        with suppress(FileNotFoundError):  # another process was quicker
            if time.time() - folder.stat().st_mtime > KEPT_FOR:
                shutil.rmtree(folder, ignore_errors=True)


@cache
def folder_of(file: str) -> Path:
    """Where compiled code of a file is kept: a folder for each state of its sources and numba.

    Of a file without kernels, a folder for each state of all the kernels that it can reach.
    """
    source = Path(file)
    key = f"{key_of(source)}-{numba.__version__}{'-checked' if CHECKED else ''}"
    folder = _cache_home() / f"kernels-{source.parent.name}-{source.stem}-{key}"
    folder.mkdir(exist_ok=True)
    os.utime(folder)
    return folder


def compiled_before(module: str) -> bool:
    """Whether an earlier run has left compiled code of a module of this package."""
    return any(kept for file in files(module) for kept in folder_of(str(file)).glob("**/*.nbc"))


def _compiled(rule: Rule, **how: Any) -> Rule:
    declared = njit(**HOW, **how)(rule)
    if not (PORTABLE or numba_config.DISABLE_JIT):
        keep_code(declared, folder_of(rule.__code__.co_filename))
    return cast(Rule, declared)


def kernel(rule: Rule) -> Rule:
    """Compile `rule`; its annotations stay visible to the type checker.

    No kernel touches a Python object, so none holds the interpreter's lock: bots think
    and batches run in threads beside whatever else the process does. Of inlining nothing is
    said, not even that there is to be none: so a rule is compiled into its caller where that
    one is compiled into its own.
    """
    return _compiled(rule)


def hot_kernel(rule: Rule) -> Rule:
    """Compile `rule` into each of its callers.

    For the few functions that run at every decision: a call costs them more than they do
    (random play of whole games is a quarter faster). Elsewhere it only makes compiling slow.
    """
    return _compiled(rule, forceinline=True)


def loop_kernel(loop: Rule) -> Rule:
    """Compile a loop over the rules of whatever game it is made for, anew in each process.

    Such a loop is a closure over one game's verbs, which numba's cache cannot recognise.
    """
    return cast(Rule, njit(**HOW)(loop))
