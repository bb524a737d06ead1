"""Lines that are passed on: what comes goes out, no faster than it is taken, until one is lost."""

import asyncio

import pytest
from websockets.client import ClientProtocol
from websockets.server import ServerProtocol
from websockets.uri import parse_uri

from galopp.server.live.pipe import LARGEST_HEAD, Declined, Handshake, join

OWNER = parse_uri("ws://127.0.0.1:1/api/tables/ABCDEF/socket")


class Wire(asyncio.Transport):
    """A transport that sends nothing, and knows what it was told."""

    def __init__(self, protocol=None):
        super().__init__()
        self.protocol, self.written, self.reading, self.closing = protocol, b"", True, False

    def set_protocol(self, protocol):
        self.protocol = protocol

    def write(self, data):
        assert not self.closing
        self.written += data

    def pause_reading(self):
        assert not self.closing
        self.reading = False

    def resume_reading(self):
        assert not self.closing
        self.reading = True

    def is_closing(self):
        return self.closing

    def close(self):
        self.closing = True


def in_loop(test):
    async def run():
        await asyncio.wait_for(test(), 60)

    asyncio.run(run())


def asked():
    """A handshake that was sent, and its wire."""
    connection = ClientProtocol(OWNER)
    line = Handshake(connection, connection.connect())
    wire = Wire(line)
    line.connection_made(wire)
    return line, wire


def yes_to(wire):
    """What a server says to a handshake."""
    server = ServerProtocol()
    server.receive_data(wire.written)
    (request,) = server.events_received()
    server.send_response(server.accept(request))
    return b"".join(server.data_to_send())


async def joined(behind=b""):
    """A client and a line, passed on to each other, and what was said of their ends."""
    line, wire = asked()
    line.data_received(yes_to(wire) + behind)
    await line.answered
    client, lost, wire.written = Wire(), [], b""
    join(client, lambda _: lost.append("client"), line, lambda _: lost.append("line"))
    return client, wire, lost


def test_what_comes_over_one_line_goes_out_over_the_other():
    async def pass_on():
        client, line, lost = await joined(behind=b"new")
        line.protocol.data_received(b"s")
        client.protocol.data_received(b"you")
        assert (client.written, line.written, lost) == (b"news", b"you", [])

    in_loop(pass_on)


def test_an_answer_may_come_in_pieces_and_nothing_is_read_until_it_is_taken():
    async def answer():
        line, wire = asked()
        for byte in yes_to(wire):
            assert not line.answered.done()
            line.data_received(bytes([byte]))
        await line.answered
        assert not wire.reading
        join(Wire(), lambda _: None, line, lambda _: None)
        assert wire.reading

    in_loop(answer)


def test_while_one_end_takes_nothing_the_other_is_not_read():
    async def fill():
        client, line, _ = await joined()
        for one, other in ((client, line), (line, client)):
            one.protocol.pause_writing()
            assert (one.reading, other.reading) == (True, False)
            one.protocol.resume_writing()
            assert (one.reading, other.reading) == (True, True)

    in_loop(fill)


def test_whose_line_is_lost_is_told_and_nothing_more_is_sent_there():
    async def lose():
        client, line, lost = await joined()
        client.close()
        line.protocol.data_received(b"too late")
        line.protocol.pause_writing()
        line.protocol.resume_writing()
        client.protocol.connection_lost(None)
        line.protocol.connection_lost(OSError())
        assert (client.written, lost) == (b"", ["client", "line"])

    in_loop(lose)


@pytest.mark.parametrize(
    "said",
    [
        b"HTTP/1.1 403 Forbidden\r\ncontent-length: 9\r\n\r\n",  # and nine bytes more some time
        b"HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\n\r\n",
        b"no HTTP\r\n\r\n",
        bytes(LARGEST_HEAD + 1),
    ],
)
def test_whoever_does_not_say_yes_has_declined(said):
    async def decline():
        line, _ = asked()
        line.data_received(said)
        with pytest.raises(Declined):
            await line.answered

    in_loop(decline)


def test_a_line_that_is_lost_before_it_answers_has_not_declined():
    async def lose():
        line, _ = asked()
        line.connection_lost(None)
        with pytest.raises(ConnectionResetError):
            await line.answered
        assert not isinstance(line.answered.exception(), Declined)

    in_loop(lose)
