"""The games, found rather than listed: every folder in this one is one."""

import importlib
import pkgutil
from typing import cast

from galopp.core.contract import Rules


def names() -> list[str]:
    """The names of all games, as their folders are called."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__))


def rules(name: str) -> Rules:
    """The rules of a game by its name; raises `KeyError` if there is none."""
    if name not in names():
        raise KeyError(name)
    return cast(Rules, importlib.import_module(f"{__name__}.{name}"))
