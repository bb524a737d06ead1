"""Limits where several processes share their tables: who asks is counted, not who passes it on."""

import pytest
from devices import CLIENT, Table

from databases import empty
from databases_shared import cluster, worker_databases
from serving import ServerProcess

__all__ = ["cluster", "worker_databases"]
pytestmark = pytest.mark.thorough

GUESSES = 40  # that one address has at once


@pytest.fixture(scope="module")
def pair(tmp_path_factory, worker_databases):
    """Two processes with one database, each with its limits."""
    empty(worker_databases[1])
    folder = tmp_path_factory.mktemp("limited")

    def process(name):
        given = ServerProcess(folder / name, "--store", worker_databases[1])
        given.arguments += ("--shared-at", given.address)
        return given

    with process("one") as one, process("two") as two:
        yield one, two


def look(server, code, visitor):
    """As a proxy in front passes it on."""
    headers = {"x-forwarded-for": visitor}
    return CLIENT.get(f"{server.address}/api/tables/{code}", headers=headers).status_code


def test_whoever_guesses_is_held_up_over_a_relay_too_and_nobody_else_is(pair):
    table = Table.open(pair[0])
    for server in pair:  # one of them passes it on to the other
        answers = [look(server, f"QQQ{number:03}", "192.0.2.1") for number in range(4 * GUESSES)]
        assert answers.count(404) <= 3 * GUESSES  # each process counts by itself
        assert answers[-1] == 429
        assert look(server, table.code, "192.0.2.2") == 200
