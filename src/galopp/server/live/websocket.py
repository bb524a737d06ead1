"""One WebSocket as ASGI hands it over, and no more.

A server may hold thousands of them, nearly all of them silent, so what each keeps in memory
counts: they are led past the framework that serves the pages, and what came with the
handshake is let go as soon as it has been read. Most of what they do is to be told something,
which goes straight to the transport while that takes more.
"""

from collections.abc import Callable, Sequence
from typing import Any, cast

from starlette.types import Message, Receive, Send
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.frames import Frame

from galopp.server.live.pipe import Handshake, join
from galopp.server.ops.limits import Bucket
from galopp.server.ops.queues import OneReaderQueue, SmallEvent
from galopp.server.tables.outbox import Packet

WHOLE_TEXT, WHOLE_BINARY = 0x81, 0x82  # the first byte of such a message
# Where `Protocol` leaves its way of writing, and itself, among ASGI's extensions.
WRITE, LINE = "galopp.write", "galopp.line"
Write = Callable[[Sequence[Packet]], bool]
AT_A_TIME = 1024  # bytes read between two looks at how many frames came
READ_FIRST = 1.0  # seconds
FLOODED, TRY_AGAIN = 1008, 1013  # codes that say so


class Protocol(WebSocketsSansIOProtocol):
    """uvicorn's own, with a short way to write and a limit for everything that is read.

    Whatever is sent counts, pings and empty frames too: each costs time that others wait for.
    It also lets go of the handshake when that is over: three kilobytes each.
    """

    MOST, A_SECOND = 240, 60.0  # frames at once, and a second in the long run
    enforced = True

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._heard = OneReaderQueue[Any]()
        # Which is all that is used of either.
        self.queue = cast(Any, self._heard)
        self.writable = cast(Any, SmallEvent(is_set=True))
        self._frames = Bucket(self.MOST)
        self._pong = b""  # owed to one that does not read

    def data_received(self, data: bytes) -> None:
        """Read on, a little at a time, until it is too much."""
        for start in range(0, len(data), AT_A_TIME):
            if self.transport.is_closing():
                return
            self._read(data[start : start + AT_A_TIME])

    def _read(self, data: bytes) -> None:
        self.conn.receive_data(data)
        if self.conn.parser_exc is not None:
            self.handle_parser_exception()
        elif self._is_too_much(len(self.conn.events)):
            self.conn.fail(FLOODED)
            self.handle_parser_exception()
        else:
            self.handle_events()

    def _is_too_much(self, frames: int) -> bool:
        if not self.enforced or not frames:
            return False
        return not self._frames.take(self.MOST, self.A_SECOND, frames)

    def handle_text(self, event: Frame) -> None:
        """Hand over what is waited for; else it is queued, and nothing more is read meanwhile."""
        if not (event.fin and self._heard.awaited) or self.close_sent:
            super().handle_text(event)
            return
        try:
            self.queue.put_nowait({"type": "websocket.receive", "text": str(event.data, "utf-8")})
        except UnicodeDecodeError:
            super().handle_text(event)  # hangs up

    def handle_ping(self) -> None:
        """Answer; one that does not read is owed the last answer and no more."""
        pongs = self.conn.data_to_send()
        if self.writable.is_set():
            self.transport.write(b"".join(pongs))
        elif pongs:
            self._pong = pongs[-1]

    def keepalive_timeout(self) -> None:
        """No pong came in time; unless it lies there unread, because this end stood still."""
        self.pong_timer = self.loop.call_later(READ_FIRST, super().keepalive_timeout)

    def resume_writing(self) -> None:
        """It reads again."""
        super().resume_writing()
        if self._pong and not self.close_sent and not self.transport.is_closing():
            self.transport.write(self._pong)
        self._pong = b""

    def handle_connect(self, event: Any) -> None:
        """A client wants to be connected."""
        super().handle_connect(event)
        if not self.handshake_complete:  # else it was refused
            cast(dict[str, Any], self.scope["extensions"]).update({WRITE: self.write, LINE: self})

    def write(self, packets: Sequence[Packet]) -> bool:
        """Send messages at once; False if that is not possible, and nothing was sent."""
        if not self.writable.is_set() or self.close_sent or self.transport.is_closing():
            return False
        write = self.transport.write
        write(as_message(packets[0]) if len(packets) == 1 else b"".join(map(as_message, packets)))
        return True

    def pass_on_to(self, line: Handshake) -> None:
        """Let somebody else serve the client from now on, over a line whose handshake is over.

        Whoever that is sees whether the client is alive and counts what it sends.
        """
        self.stop_keepalive()
        join(self.transport, self.connection_lost, line, lambda _: self.hang_up(TRY_AGAIN))

    def hang_up(self, code: int) -> None:
        """Say goodbye and wait for no answer."""
        if not self.transport.is_closing():
            self.conn.send_close(code)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    def shutdown(self) -> None:
        """The server stops: hang up, also if one of both ends is just doing that."""
        try:
            super().shutdown()
        except InvalidState:
            self.transport.close()

    async def send(self, message: Any) -> None:
        """Pass a message of ASGI on to the client."""
        await super().send(message)
        if message["type"] == "websocket.accept":
            self.__dict__.pop("request", None)
            self.__dict__.pop("response", None)


def counting(enforced: bool) -> type[Protocol]:
    """The protocol, with its limits or without."""
    return type("Protocol", (Protocol,), {"enforced": enforced})


def as_message(packet: Packet) -> bytes:
    """A whole message as a server sends it, without extensions (RFC 6455, 5.2)."""
    if isinstance(packet, str):
        kind, body = WHOLE_TEXT, packet.encode()
    else:
        kind, body = WHOLE_BINARY, packet
    length = len(body)
    if length < 126:
        return bytes((kind, length)) + body
    if length < 1 << 16:
        return bytes((kind, 126)) + length.to_bytes(2, "big") + body
    return bytes((kind, 127)) + length.to_bytes(8, "big") + body


class Socket:
    """One WebSocket."""

    __slots__ = ("_open", "_receive", "_send", "_write")

    def __init__(self, receive: Receive, send: Send, write: Write) -> None:
        self._receive = receive
        self._send = send
        self._write = write
        self._open = False

    async def accept(self, subprotocol: str | None) -> None:
        """Say yes to the handshake, and to one of the subprotocols that were offered."""
        await self._receive()
        self._open = True
        await self._send({"type": "websocket.accept", "subprotocol": subprotocol})

    async def refuse(self) -> None:
        """Say no to the handshake."""
        await self._receive()
        await self._send({"type": "websocket.close"})

    async def receive(self) -> Message:
        """The next message; raises `ConnectionError` when there will be none."""
        heard = await self._receive()
        if heard["type"] == "websocket.disconnect":
            raise ConnectionResetError
        return heard

    def send_now(self, packets: Sequence[Packet]) -> bool:
        """Send messages if the other end takes them at once; else nothing is sent."""
        return self._open and self._write(packets)

    async def send(self, packet: Packet) -> None:
        """Send a message; returns when it has left, raises `ConnectionError` if it cannot."""
        if not self._open:
            raise ConnectionResetError
        kind = "text" if isinstance(packet, str) else "bytes"
        await self._send({"type": "websocket.send", kind: packet})

    async def close(self, code: int) -> None:
        """Hang up."""
        if self._open:
            self._open = False
            await self._send({"type": "websocket.close", "code": code})
