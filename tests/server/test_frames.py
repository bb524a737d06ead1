"""What a WebSocket may send: every frame counts, and who does not read is owed little."""

import asyncio

import pytest
import uvicorn
from uvicorn.server import ServerState

from galopp.server.live.websocket import AT_A_TIME, FLOODED, TRY_AGAIN, Protocol, counting

HANDSHAKE = (
    b"GET /api/tables/KQHTZM/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
MASK = b"\0\0\0\0"
SMALLEST = 6  # bytes of a frame


def masked(opcode, payload=b""):
    return bytes((0x80 | opcode, 0x80 | len(payload))) + MASK + payload


FRAMES = {"ping": masked(9), "pong": masked(10), "empty text": masked(1)}


class Peer(asyncio.Transport):
    """The other end of a line: what was written to it, and whether it was hung up on."""

    def __init__(self):
        super().__init__()
        self.written = bytearray()
        self.closed = False

    def get_extra_info(self, name, default=None):
        return {"peername": ("127.0.0.2", 1), "sockname": ("127.0.0.1", 2)}.get(name, default)

    def write(self, data):
        self.written += data

    def is_closing(self):
        return self.closed

    def close(self):
        self.closed = True

    def pause_reading(self):
        pass

    def resume_reading(self):
        pass


@pytest.fixture
def lines():
    """Make lines that are accepted and then neither speak nor listen."""

    async def silent(scope, receive, send):
        await receive()
        await send({"type": "websocket.accept"})
        await asyncio.Event().wait()

    async def made(enforced):
        config = uvicorn.Config(silent, ws_per_message_deflate=False, ws_max_size=16_384)
        config.load()
        protocol, peer = counting(enforced)(config, ServerState(), {}), Peer()
        protocol.connection_made(peer)
        protocol.data_received(HANDSHAKE)
        while not protocol.handshake_complete:
            await asyncio.sleep(0)
        peer.written.clear()
        return protocol, peer

    return made


@pytest.mark.parametrize("frame", FRAMES.values(), ids=FRAMES)
def test_whatever_floods_a_line_is_hung_up_on(lines, frame):
    async def flood():
        protocol, peer = await lines(enforced=True)
        before = protocol.conn.events_received()
        assert not before
        protocol.data_received(frame * 40_000)
        assert peer.closed
        assert peer.written.endswith(FLOODED.to_bytes(2, "big"))
        # Neither were they all read first: that alone keeps others waiting.
        assert len(protocol.queue) + peer.written.count(b"\x8a\x00") <= (
            Protocol.MOST + 2 * (AT_A_TIME // SMALLEST + 1)
        )

    asyncio.run(flood())


def test_a_device_that_pings_now_and_then_is_answered(lines):
    async def ping():
        protocol, peer = await lines(enforced=True)
        protocol.data_received(masked(9, b"here"))
        assert bytes(peer.written) == b"\x8a\x04here"
        assert not peer.closed

    asyncio.run(ping())


def test_one_that_pings_and_reads_nothing_is_owed_one_answer(lines):
    async def ping():
        protocol, peer = await lines(enforced=False)
        protocol.pause_writing()
        for number in range(10_000):
            protocol.data_received(masked(9, number.to_bytes(4, "big")))
        assert not peer.written
        protocol.resume_writing()
        assert bytes(peer.written) == b"\x8a\x04" + (9_999).to_bytes(4, "big")

    asyncio.run(ping())


def test_a_line_that_is_being_hung_up_on_does_not_keep_a_server_from_stopping(lines):
    """The error ended the round in which all others were told to go."""

    async def stop():
        protocol, peer = await lines(enforced=False)
        protocol.hang_up(TRY_AGAIN)
        protocol.shutdown()
        assert peer.closed
        protocol, peer = await lines(enforced=False)
        protocol.shutdown()
        assert peer.closed

    asyncio.run(stop())
