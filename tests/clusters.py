"""A Ray cluster of two nodes on this machine; Ray is too large for every installation.

`python tests/clusters.py` says that nothing was done by a cluster; nothing, where Ray is there.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from serving import free_port

BROUGHT_BY = ".venv/bin/pip install --constraint constraints.txt --editable '.[ray]'"
HERE = Path(__file__).parent


def wanted() -> Any:
    """Ray; a test is left out where it is missing, and fails where nothing may be."""
    if find_spec("ray") is None and not os.environ.get("GALOPP_THOROUGH"):
        pytest.skip(f"Ray is not installed: {BROUGHT_BY}")
    return import_module("ray")


class TwoNodes:
    """A head and another node, a worker each; processes of their own, as on two machines."""

    def __init__(self, ray: Any, caches: Path | None) -> None:
        self.ray = ray
        cluster_utils = import_module("ray.cluster_utils")
        self._caches = caches
        self._port = free_port()  # of Ray's client, for machines that are no nodes
        self._cluster = cluster_utils.Cluster(
            initialize_head=True,
            head_node_args={**self._node("head"), "ray_client_server_port": self._port},
        )
        self.address: str = self._cluster.address
        self.from_outside = f"ray://127.0.0.1:{self._port}"
        self._others: list[Any] = []
        self.add()

    def _node(self, name: str) -> dict[str, Any]:
        known = os.pathsep.join([str(HERE / "lab"), os.environ.get("PYTHONPATH", "")])
        there = {"PYTHONPATH": known}  # they know the bots of these tests
        if self._caches:
            there["XDG_CACHE_HOME"] = str(self._caches / name)
        return {"num_cpus": 1, "object_store_memory": 100 * 2**20, "env_vars": there}

    def add(self) -> None:
        self._others.append(self._cluster.add_node(**self._node("other")))

    def kill(self) -> str:
        """End the other node without a word; its name."""
        node = self._others.pop()
        self._cluster.remove_node(node, allow_graceful=False)
        return str(node.node_id)

    def close(self) -> None:
        self.ray.shutdown()
        self._cluster.shutdown()


@contextmanager
def two_nodes(caches: Path | None = None) -> Iterator[TwoNodes]:
    """A cluster; with caches of its own for "head" and "other" in a folder, as machines have."""
    ray = wanted()
    with patch.dict(os.environ, {"RAY_USAGE_STATS_ENABLED": "0"}):
        os.environ.pop("RAY_ADDRESS", None)
        nodes = TwoNodes(ray, caches)
        try:
            yield nodes
        finally:
            nodes.close()


if __name__ == "__main__" and find_spec("ray") is None:
    print(f"NOTHING WAS DONE BY A RAY CLUSTER: {BROUGHT_BY}")
