"""How compiled code is kept on disk, and found again: in three ways unlike numba's own cache.

* By what the sources say, wherever they lie. Numba files code under the path of its source, so that
  a second copy of Galopp (another environment, a new clone) would compile everything anew. The
  folders of `galopp.core.kernel` are named after the contents of all sources concerned, which is
  enough.
* By one process at a time. In numba's cache two processes that compile one function for two games
  may choose the same file for both, and whoever comes later plays one game by the other's rules.
* With names that no other process gives. Numba tells functions of one name apart by counting them
  from 1 on, in each process anew: what two processes have kept may bear the same names, and who
  links both together is given one of them twice (numba's issue 10486). All verbs of
  `galopp.bots.verbs` with as many arguments are such functions: one bot would play as another.
"""

import os
import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import numba
from numba.core import bytecode, caching

if sys.platform != "win32":  # nothing of ours compiles in several processes there
    import fcntl

numba_config: Any = numba.config  # numba types no settings
FunctionCache: Any = caching.FunctionCache  # nor its cache
FunctionIdentity: Any = bytecode.FunctionIdentity  # nor what names functions


def name_at_random() -> None:
    """Have functions told apart by numbers that no other process draws, forked or not."""
    FunctionIdentity._unique_ids = iter(lambda: secrets.randbits(63), None)


def keep_code(dispatcher: Any, folder: Path) -> None:
    """Have what is compiled of a function kept in a folder, and looked for there."""
    ours = {
        "CACHE_DIR": str(folder),
        "CACHE_LOCATOR_CLASSES": f"{__name__}.{ContentLocator.__name__}",
    }
    before = {name: getattr(numba_config, name, "") for name in ours}
    try:
        vars(numba_config).update(ours)  # read when a cache is made; those of others keep their own
        dispatcher._cache = LockedCache(dispatcher.py_func)
    finally:
        vars(numba_config).update(before)


class LockedCache(FunctionCache):  # type: ignore[misc]
    """Numba's cache of one function, to which one process writes at a time."""

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Keep what was compiled for one kind of arguments."""
        with locked(Path(self.cache_path) / "writing"):
            super().save_overload(signature, compiled)


class ContentLocator:
    """One function's place in the folder that `numba.config.CACHE_DIR` names.

    The methods are those that numba calls; it says nothing of their types.
    """

    def __init__(self, rule: Callable[..., Any], folder: str) -> None:
        self._line = rule.__code__.co_firstlineno
        self._folder = folder

    @classmethod
    def from_function(cls, rule: Callable[..., Any], _file: str) -> "ContentLocator":
        """The place of a function that is just being declared."""
        return cls(rule, cast(str, numba_config.CACHE_DIR))

    def ensure_cache_path(self) -> None:
        """Make the folder, should somebody have cleared it away meanwhile."""
        os.makedirs(self._folder, exist_ok=True)

    def get_cache_path(self) -> str:
        """The folder."""
        return self._folder

    def get_source_stamp(self) -> str:
        """What must be the same for code to be of use; all of it is in the folder's name."""
        return os.path.basename(self._folder)

    def get_disambiguator(self) -> str:
        """What tells functions of one name apart within a file."""
        return str(self._line)


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Be the only process that does something, as far as a file says."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("w") as lock:
        if sys.platform != "win32":
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
