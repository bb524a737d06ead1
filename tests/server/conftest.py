"""What the tests of the server share: a server of their own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from serving import ServerProcess, UnreviewedServer


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that runs, with an empty log and without limits."""
    with UnreviewedServer(tmp_path / "data", "--no-limits") as running:
        yield running
