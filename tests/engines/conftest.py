"""What the tests in Firefox and WebKit share: the engines, a server, and visitors."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from coming import DRIVERS, Coming
from installed import ENGINES, lacking, left_out, must_be_there

from serving import ServerProcess

FAILED = pytest.StashKey[bool]()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say loudly what was not tried."""
    for line in left_out():
        terminalreporter.write_line(line, red=True, bold=True)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Any:
    """Remember which test failed, so that what it saw last can be kept."""
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


@pytest.fixture(scope="session", params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    """Each engine in turn; all tests of the one before those of the other."""
    name = str(request.param)
    if packages := lacking(name):
        told = f"{name} needs {' '.join(packages)}"
        pytest.fail(told) if must_be_there() else pytest.skip(told)
    return name


@pytest.fixture(scope="session")
def server(shared_server: ServerProcess) -> ServerProcess:
    """The one that all tests of this process share."""
    return shared_server


@pytest.fixture
def visit(
    engine: str, server: ServerProcess, tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[Coming]:
    """Calls somebody to a browser; afterwards nothing may have gone wrong on any page."""
    coming = Coming(DRIVERS[engine], server, tmp_path)
    try:
        yield coming
        if request.node.stash.get(FAILED, False):
            coming.keep_pictures()
        assert coming.troubles() == []
    finally:
        coming.go()
