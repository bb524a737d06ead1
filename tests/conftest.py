"""Shared by every test: the first call of a rule compiles it, so no deadlines."""

import os

import pytest
from hypothesis import HealthCheck, settings

os.environ["GALOPP_LANG"] = "en"  # whatever the machine speaks
SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]
# At home every run tries other games; in CI a run must not fail for what the change did not do.
COMMON = {
    "deadline": None,
    "suppress_health_check": SLOW,
    "derandomize": os.environ.get("CI") == "true",
}
settings.register_profile("house", max_examples=60, **COMMON)
settings.register_profile("brief", max_examples=4, **COMMON)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "house"))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is the same once more, unless there is time."""
    if os.environ.get("GALOPP_THOROUGH"):
        return
    left_out = [item for item in items if item.get_closest_marker("thorough")]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]
