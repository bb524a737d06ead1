"""Shared by every test: no deadlines, for the first call of a rule compiles it; and a server."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from serving import ServerProcess, UnreviewedServer

os.environ["GALOPP_LANG"] = "en"  # whatever the machine speaks
SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]
# At home every run tries other games; in CI a run must not fail for what the change did not do.
COMMON = {
    "deadline": None,
    "suppress_health_check": SLOW,
    "derandomize": os.environ.get("CI") == "true",
}
THOROUGH = bool(os.environ.get("GALOPP_THOROUGH"))
settings.register_profile("house", max_examples=60 if THOROUGH else 30, **COMMON)
settings.register_profile("brief", max_examples=4, **COMMON)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "house"))


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One server for all tests of this process that neither end it nor set it up otherwise."""
    data = tmp_path_factory.mktemp("shared") / "data"
    with UnreviewedServer(data, "--no-limits") as running:
        yield running


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is the same once more, unless there is time."""
    if THOROUGH:
        return
    every_day = [item for item in items if not item.get_closest_marker("thorough")]
    for alike in _by_test(every_day):
        if marker := alike[0].get_closest_marker("a_few"):
            left_out = set(alike) - set(_spread(alike, marker.args[0]))
            every_day = [item for item in every_day if item not in left_out]
    config.hook.pytest_deselected(items=list(set(items) - set(every_day)))
    items[:] = every_day


def _by_test(items: list[pytest.Item]) -> list[list[pytest.Item]]:
    """What differs only in its parameters, together."""
    tests: dict[str, list[pytest.Item]] = {}
    for item in items:
        tests.setdefault(item.nodeid.partition("[")[0], []).append(item)
    return list(tests.values())


def _spread(alike: list[pytest.Item], number: int) -> list[pytest.Item]:
    """So many of them, far from each other: of all pairs of game and language, a diagonal."""
    between = (len(alike) - 1) / max(number - 1, 1)
    return [alike[round(between * i)] for i in range(number)] if number < len(alike) else alike
