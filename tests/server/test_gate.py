"""Who may be connected: so many of one address, and never with the last file descriptors."""

import re
import socket
import sys
from contextlib import ExitStack

import httpx
import pytest
from devices import WITHIN, Table

from galopp.server.http.gate import EACH, SPARE, Gate, most_descriptors
from serving import ServerProcess


def test_an_address_has_so_many_connections_and_others_theirs():
    gate = Gate(enforced=True, proxies="127.0.0.1")
    for _ in range(EACH):
        assert gate.why_not("192.0.2.1", 10) == ""
        gate.enter("192.0.2.1")
    assert gate.why_not("192.0.2.1", 10) == "address"
    assert gate.why_not("192.0.2.2", 10) == ""
    gate.leave("192.0.2.1")
    assert gate.why_not("192.0.2.1", 10) == ""


@pytest.mark.parametrize(
    ("proxies", "host"), [("10.0.0.0/8,::1", "10.1.2.3"), ("10.0.0.0/8,::1", "::1"), ("*", "x")]
)
def test_a_proxy_comes_for_many(proxies, host):
    gate = Gate(enforced=True, proxies=proxies)
    for _ in range(EACH + 1):
        gate.enter(host)
    assert gate.why_not(host, 10) == ""


def test_nobody_is_let_in_with_the_last_descriptors():
    gate = Gate(enforced=False, proxies="")
    most = most_descriptors()
    assert gate.why_not("192.0.2.1", most - SPARE - 1) == ""
    assert gate.why_not("192.0.2.1", most - SPARE) == "descriptors"


class Poor(ServerProcess):
    """A server with few file descriptors."""

    program = (
        "-c",
        "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (128, 128));"
        "from galopp.cli import app; app()",
    )


@pytest.mark.skipif(sys.platform != "linux", reason="numbers of descriptors are Linux'")
def test_when_descriptors_run_out_the_operator_hears_of_it_and_tables_are_played_on(tmp_path):
    with Poor(tmp_path / "data", "--no-limits") as server, httpx.Client(timeout=WITHIN) as known:
        table = Table.open(server).sit_down()
        known.get(f"{server.address}/healthz")
        with table.line(table.seats[0]) as line, ExitStack() as idle:
            there = ("127.0.0.1", server.port)
            for _ in range(150):
                idle.enter_context(opened := socket.create_connection(there, WITHIN))
            assert opened.recv(1000).startswith(b"HTTP/1.1 503 ")
            assert line.say("say", seat=0, phrase="oink")["type"] == "accepted"
            figures = known.get(f"{server.address}/metrics").text
            assert float(re.search(r'turned_away_total\{why="descriptors"\} (\S+)', figures)[1]) > 0
        assert server.log.read_text(encoding="utf-8").count("file descriptors run out") == 1
        assert Table.open(server)
