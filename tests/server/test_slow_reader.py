"""A device that reads nothing costs the others nothing, and the server little."""

import os
import re
import socket
import time
from contextlib import contextmanager, suppress

import pytest
from devices import CLIENT, OddServer, Table
from websockets.exceptions import ConnectionClosed

from serving import WITHIN

PLENTY = 3000  # greetings, each with the table and three views: more than any buffer holds


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with OddServer(tmp_path_factory.mktemp("slow") / "data", "--patience", str(WITHIN)) as running:
        yield running


@pytest.fixture(scope="module")
def impatient(tmp_path_factory):
    with OddServer(tmp_path_factory.mktemp("impatient") / "data", "--patience", "1") as running:
        yield running


@contextmanager
def deaf_line(table):
    """A line of all three seats whose device asks for a great deal and reads nothing of it."""
    with socket.socket() as small:
        small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        small.connect(("127.0.0.1", table.server.port))
        with table.silent_line(sock=small, max_queue=1, close_timeout=0.1) as line:
            with suppress(ConnectionClosed):  # a server without patience is done with it already
                for number in range(PLENTY):
                    line.send({"type": "hello", "keys": table.seats})
                    if number % 10 == 0:
                        table.ask("GET")  # so that the server comes to send what it owes
            yield line


def play_on(table, line, decisions):
    """Let everybody decide so many times, and hear of each on a line that is read."""
    for _ in range(decisions):
        table.decide(table.mover()).raise_for_status()
        table.say(table.seats[0], "say", seat=0, phrase="oink").raise_for_status()
    latest = table.ask("GET").json()["seq"]
    line.until(lambda said: said.get("seq") == latest)
    heard = [said["seq"] for said in line.heard if said.get("happened")]
    assert heard == list(range(heard[0], latest + 1)), "heard of all, in order, once"


def test_others_play_on_while_a_device_reads_nothing(server):
    table = Table.open(server, players=3).sit_down()
    watching = table.watch()
    with table.line(watching) as line, deaf_line(table):
        play_on(table, line, decisions=30)


def test_a_device_that_reads_again_hears_how_everything_stands_now(server):
    table = Table.open(server, players=3).sit_down()
    with table.line(table.watch()) as line, deaf_line(table) as deaf:
        play_on(table, line, decisions=5)
        present = table.ask("GET").json()["seq"]
        deaf.until(lambda said: said.get("seq") == present)
        assert deaf.say("take_back", seat=0)["key"] == "seat_is_yours"
        welcomes = [said for said in deaf.heard if said["type"] == "welcome"]
        assert len(welcomes) < PLENTY, "it kept up: this test tests nothing"
        for seat in range(3):
            told = [said for said in deaf.heard if said.get("viewer") == seat][-1]
            now = table.game(table.seats[seat])
            assert (told["decision"], told["view"]) == (now["decision"], now["view"])
        shown = [said["seq"] for said in deaf.heard if "seq" in said]
        assert shown == sorted(shown)


def test_a_device_that_never_reads_again_is_hung_up_on_and_leaves_nothing_behind(impatient):
    table = Table.open(impatient, players=3).sit_down()
    with table.line(table.watch()) as line:
        before, memory = handles(impatient), resident(impatient)
        with deaf_line(table):
            line.until(lambda said: said["type"] == "table" and said["seats"][2]["connected"])
            line.until(lambda said: said["type"] == "table" and not said["seats"][2]["connected"])
            play_on(table, line, decisions=3)
            # The system ends the connection a moment later.
            until(lambda: handles(impatient) <= before and sockets(impatient) == 1)
        assert resident(impatient) - memory < 16_000_000


def until(is_so):
    end = time.monotonic() + WITHIN
    while not is_so():
        assert time.monotonic() < end, "it never came to that"


def handles(server):
    return len(os.listdir(f"/proc/{server.process.pid}/fd"))


def resident(server):
    with open(f"/proc/{server.process.pid}/statm") as figures:
        return int(figures.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def sockets(server):
    figures = CLIENT.get(f"{server.address}/metrics").text
    return float(re.search(r"^galopp_sockets (\S+)", figures, re.MULTILINE)[1])
