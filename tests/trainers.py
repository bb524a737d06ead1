"""What trains nets and is too large for every installation: PyTorch, and what builds on it.

`python tests/trainers.py` says what nothing was trained with; nothing, where all is there.
"""

import importlib
import os
from importlib.util import find_spec
from types import ModuleType

import pytest

NEEDED = ("torch", "sb3_contrib")
BROUGHT_BY = ".venv/bin/pip install --constraint constraints.txt --editable '.[train]'"


def wanted(module: str) -> ModuleType:
    """The module; a test is left out where it is missing, and fails where nothing may be."""
    if module in lacking() and not os.environ.get("GALOPP_THOROUGH"):
        pytest.skip(f"{module} is not installed: {BROUGHT_BY}")
    return importlib.import_module(module)


def lacking() -> list[str]:
    """Those that are not here."""
    return [module for module in NEEDED if find_spec(module) is None]


def left_out() -> list[str]:
    """A line for each that nothing was trained with, and how that is changed."""
    return [f"NOTHING WAS TRAINED WITH {module.upper()}: {BROUGHT_BY}" for module in lacking()]


if __name__ == "__main__":
    for line in left_out():
        print(line)
