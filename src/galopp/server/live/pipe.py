"""A line to another process, and two lines joined: what comes over one goes out over the other.

Nothing of it is looked at, and no more is kept than a transport takes: while one end takes nothing,
the other is not read.
"""

import asyncio
from collections.abc import Callable
from typing import cast

from websockets.client import ClientProtocol
from websockets.http11 import Request, Response
from websockets.typing import Subprotocol

END_OF_HEAD = b"\r\n\r\n"
LARGEST_HEAD = 1 << 16  # bytes

Lost = Callable[[Exception | None], None]


class Declined(ConnectionError):
    """The other end did not take the handshake."""


class Handshake(asyncio.Protocol):
    """A line that asks for a WebSocket, and is not read on when that was answered."""

    def __init__(self, connection: ClientProtocol, request: Request) -> None:
        self.answered: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.behind = b""  # what came with the answer and is no part of it
        self.transport: asyncio.Transport | None = None
        self._connection, self._request = connection, request

    @property
    def subprotocol(self) -> Subprotocol | None:
        """What both speak."""
        return self._connection.subprotocol

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask."""
        # Another event loop's transport need not be a subclass.
        self.transport = line = cast(asyncio.Transport, transport)
        self._connection.send_request(self._request)
        line.write(b"".join(self._connection.data_to_send()))

    def data_received(self, data: bytes) -> None:
        """Take the answer when it is whole."""
        self.behind += data
        head, end, behind = self.behind.partition(END_OF_HEAD)
        if end and self.transport is not None:
            self.behind = behind
            self.transport.pause_reading()
            self._connection.receive_data(head + end)
            self._answer(None if self._is_open() else Declined())
        elif len(self.behind) > LARGEST_HEAD:
            self._answer(Declined())

    def _is_open(self) -> bool:
        """Whether it said yes; the reasons of a no may still be on their way."""
        said = [one for one in self._connection.events_received() if isinstance(one, Response)]
        return bool(said) and self._connection.handshake_exc is None

    def connection_lost(self, error: Exception | None) -> None:
        """Nobody will answer."""
        self._answer(ConnectionResetError())

    def close(self) -> None:
        """Hang up, when all that was passed on has left."""
        if self.transport is not None:
            self.transport.close()

    def _answer(self, failed: Exception | None) -> None:
        if self.answered.done():
            return
        if failed is None:
            self.answered.set_result(None)
        else:
            self.answered.set_exception(failed)


class _End(asyncio.Protocol):
    """One of two lines that are joined."""

    def __init__(self, other: asyncio.Transport, lost: Lost) -> None:
        self._other, self._lost = other, lost

    def data_received(self, data: bytes) -> None:
        if not self._other.is_closing():
            self._other.write(data)

    def pause_writing(self) -> None:
        if not self._other.is_closing():
            self._other.pause_reading()

    def resume_writing(self) -> None:
        if not self._other.is_closing():
            self._other.resume_reading()

    def connection_lost(self, error: Exception | None) -> None:
        self._lost(error)


def join(client: asyncio.Transport, lost: Lost, answered: Handshake, broken: Lost) -> None:
    """Pass on between a client and a line whose handshake is over, until either is lost."""
    line = answered.transport
    assert line is not None
    client.set_protocol(_End(line, lost))
    line.set_protocol(_End(client, broken))
    if answered.behind:
        client.write(answered.behind)
    if not line.is_closing():
        line.resume_reading()
