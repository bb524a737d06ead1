"""What pyproject.toml says about dependencies holds together with what is installed by it."""

import tomllib
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
TRIED_WITH = dict(
    line.split("==")
    for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").lower().splitlines()
    if not line.startswith("#")
)
TRIED_WITH = {canonicalize_name(name): version for name, version in TRIED_WITH.items()}


def needs(*extras):
    written = [*PROJECT["dependencies"], *(need for extra in extras for need in EXTRAS[extra])]
    return [need for need in map(Requirement, written) if need.name != PROJECT["name"]]


def besides(extra):
    return [other for other in EXTRAS if other != extra]


@pytest.mark.parametrize("need", needs(*besides("dev")), ids=lambda need: need.name)
def test_what_users_install_has_a_lowest_version(need):
    """Else `scripts/lowest` would try the first that there ever was."""
    assert [bound for bound in need.specifier if bound.operator == ">="]


@pytest.mark.parametrize("need", needs(*besides("gpu")), ids=lambda need: need.name)
def test_the_versions_of_the_tests_are_within_what_users_may_install(need):
    assert need.specifier.contains(TRIED_WITH[canonicalize_name(need.name)])


def test_what_the_tests_need_brings_no_gigabytes_along():
    """PyPI's PyTorch for Linux brings CUDA; `train` is for those who want it."""
    found = set()
    for need in needs("dev", "bench", "envs", "lab"):
        follow(need, found)
    assert {"numba", "open-spiel", "hypothesis"} <= found
    assert not [name for name in found if name == "torch" or name.startswith("nvidia")]


def follow(need, found):
    """What is needed with it, and with that."""
    name, extras = canonicalize_name(need.name), need.extras or {""}
    if name in found:
        return
    found.add(name)
    try:
        further = map(Requirement, requires(name) or [])
    except PackageNotFoundError:
        return  # not for this machine
    for one in further:
        if one.marker is None or any(one.marker.evaluate({"extra": extra}) for extra in extras):
            follow(one, found)


def test_the_lowest_versions_are_tried_every_night():
    script = (ROOT / "scripts" / "lowest").read_text(encoding="utf-8")
    named = [word for word in script.split() if word.startswith("tests/")]
    assert len(named) > 5 and all((ROOT / path).exists() for path in named)
    assert "scripts/lowest" in (ROOT / "scripts" / "nightly").read_text(encoding="utf-8")
