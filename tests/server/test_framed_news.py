"""News as frames over a real WebSocket, for whoever asks for them by the layout that they read."""

import random

import pytest
from devices import CLIENT, Table

import galopp
from galopp.wire.layout import PLAIN, subprotocol

GAMES = galopp.game_names()
ODD = "galopp.frames.00000000000000000000"


@pytest.fixture(scope="module")
def server(shared_server):
    return shared_server


def news_of_the_game(line):
    """All of it, to the end."""
    line.until(lambda message: message["type"] == "game" and message["winners"] is not None)
    return [message for message in line.heard if message["type"] == "game"]


@pytest.mark.parametrize("game", GAMES)
def test_frames_say_what_json_says_for_a_whole_game(server, game):
    table = Table.open(server, game, 3).sit_down()
    asked_for, luck = subprotocol(game), random.Random(3)
    with (
        table.line(table.seats[0], subprotocols=[asked_for]) as framed,
        table.line(table.seats[0]) as plain,
    ):
        assert framed.socket.subprotocol == asked_for and plain.socket.subprotocol is None
        while (stands := table.game(table.seats[0]))["asked"]:
            table.decide(luck.choice(stands["asked"]), luck.choice).raise_for_status()
        assert news_of_the_game(framed) == news_of_the_game(plain)
        assert framed.frames is not None and plain.frames is None


@pytest.mark.parametrize("asked_for", [ODD, subprotocol("schweinsgalopp"), "chat"])
def test_who_reads_another_layout_is_sent_json(server, asked_for):
    table = Table.open(server, "saumaumau").sit_down()
    with table.line(table.seats[0], subprotocols=[asked_for]) as line:
        table.decide(table.mover()).raise_for_status()
        assert line.until_type("game")["view"]
        assert line.frames is None


def test_of_several_layouts_the_first_that_is_known_is_taken(server):
    table = Table.open(server, "ostfriesenlauf").sit_down()
    wanted = [ODD, subprotocol("ostfriesenlauf")]
    with table.line(table.seats[0], subprotocols=wanted) as line:
        assert line.socket.subprotocol == wanted[1]
        line.until_type("game")
        assert line.frames is not None


def test_a_page_with_another_layout_has_a_line_and_is_sent_json(server):
    """A browser takes no line that knows none of the subprotocols it asked for."""
    table = Table.open(server, "saumaumau").sit_down()
    with table.line(table.seats[0], subprotocols=[ODD, PLAIN]) as line:
        assert line.socket.subprotocol == PLAIN
        assert line.until_type("game")["view"]
        assert line.frames is None


@pytest.mark.parametrize("game", GAMES)
def test_the_layout_that_a_page_is_served_is_the_one_in_use(server, game):
    served = CLIENT.get(f"{server.address}/web/now/layouts/{game}.json").json()
    assert served["subprotocol"] == subprotocol(game)


def test_two_seats_on_one_device_are_told_apart(server):
    table = Table.open(server, "saumaumau").sit_down()
    with table.line(*table.seats, subprotocols=[subprotocol("saumaumau")]) as line:
        for _ in range(6):
            table.decide(table.mover()).raise_for_status()
        seq = table.game(table.seats[0])["seq"]
        line.until(lambda m: m["type"] == "game" and m["viewer"] == 1 and m["seq"] == seq)
        for seat in (0, 1):
            last = [m for m in line.heard if m["type"] == "game" and m["viewer"] == seat][-1]
            assert last["view"] == table.game(table.seats[seat])["view"]
