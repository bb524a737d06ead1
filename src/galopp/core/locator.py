"""Where numba finds compiled code again: by what the sources say, wherever they lie.

Left to itself numba files compiled code under the path of its source, so that a second copy of
Galopp (another environment, a new clone) would compile everything anew. The folders of
`galopp.core.kernel` are named after the contents of all sources concerned, which is enough.
"""

import os
from collections.abc import Callable
from typing import Any

import numba

numba_config: Any = numba.config  # numba types no settings
NAME = f"{__name__}.ContentLocator"  # as numba is told of it


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
        return cls(rule, numba_config.CACHE_DIR)

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
