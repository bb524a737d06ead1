"""How a rule becomes machine code.

Everything compiled in this project goes through one of the three decorators of this
module, so that compilation is decided (and explained) in one place. The same functions run

* compiled, from Python and inside compiled loops over many games;
* interpreted, with `NUMBA_DISABLE_JIT=1`: slow, and steppable in a debugger;
* bounds-checked, with `GALOPP_CHECKED=1`: an index past the end of a track stops the
  run instead of corrupting a neighbour's pig.
"""

import atexit
import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

Rule = TypeVar("Rule", bound=Callable[..., Any])

CHECKED = os.environ.get("GALOPP_CHECKED") == "1"
KEPT_FOR = 30 * 24 * 3600  # seconds that compiled rules of other sources are kept


def _sources() -> list[Path]:
    package = Path(__file__).parents[1]
    folders = ("core", "games", "bots", "batch", "lab")
    return sorted(source for folder in folders for source in (package / folder).rglob("*.py"))


def _fingerprint() -> str:
    # numba's cache does not notice a change in a file that a rule imports from, so a cache
    # is only ever reused by exactly the sources that filled it.
    digest = hashlib.sha256(b"checked" if CHECKED else b"")
    for source in _sources():
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _cache_home() -> Path:
    # Compiled code is executed when loaded, so it lives where only its owner writes.
    home = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "galopp"
    try:
        home.mkdir(parents=True, exist_ok=True)
        if os.access(home, os.W_OK):
            return home
    except OSError:
        pass  # a read-only home: compile anew for this process
    home = Path(tempfile.mkdtemp(prefix="galopp-"))
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    return home


def _cache() -> Path:
    # One folder for each state of the sources; those long unused are cleared away.
    home = _cache_home()
    mine = home / f"kernels-{_fingerprint()}"
    mine.mkdir(exist_ok=True)
    os.utime(mine)
    for folder in home.glob("kernels-*"):
        if time.time() - folder.stat().st_mtime > KEPT_FOR:
            shutil.rmtree(folder, ignore_errors=True)
    return mine


def compiled_before(module: str) -> bool:
    """Whether an earlier run has left the compiled rules of this module (by its file's name)."""
    return any(CACHE.glob(f"**/{module}.*.nbc"))


CACHE = _cache()  # where compiled rules of these sources are kept
setattr(numba.config, "CACHE_DIR", str(CACHE))  # noqa: B010 - numba types no settings


def kernel(rule: Rule) -> Rule:
    """Compile `rule`; its annotations stay visible to the type checker.

    No kernel touches a Python object, so none holds the interpreter's lock: bots think
    and batches run in threads beside whatever else the process does.
    """
    return cast(Rule, numba.njit(cache=True, nogil=True, boundscheck=CHECKED)(rule))


def hot_kernel(rule: Rule) -> Rule:
    """Compile `rule` into each of its callers.

    For the few functions that run at every decision: a call costs them more than they do
    (random play of whole games is a quarter faster). Elsewhere it only makes compiling slow.
    """
    compiled = numba.njit(cache=True, nogil=True, boundscheck=CHECKED, forceinline=True)(rule)
    return cast(Rule, compiled)


def loop_kernel(loop: Rule) -> Rule:
    """Compile a loop over the rules of whatever game it is made for, anew in each process.

    Such a loop is a closure over one game's verbs, which numba's cache cannot recognise.
    """
    return cast(Rule, numba.njit(nogil=True, boundscheck=CHECKED)(loop))
