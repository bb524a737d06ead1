"""One WebSocket as ASGI hands it over, and no more.

A server may hold thousands of them, nearly all of them silent, so what each keeps in memory
counts: they are led past the framework that serves the pages, and what came with the
handshake is let go as soon as it has been read.
"""

from typing import Any

from starlette.types import Message, Receive, Send
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class Protocol(WebSocketsSansIOProtocol):
    """uvicorn's own, which lets go of the handshake when it is over: three kilobytes each."""

    async def send(self, message: Any) -> None:
        """Pass a message of ASGI on to the client."""
        await super().send(message)
        if message["type"] == "websocket.accept":
            self.__dict__.pop("request", None)
            self.__dict__.pop("response", None)


class Socket:
    """One WebSocket."""

    __slots__ = ("_open", "_receive", "_send")

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send
        self._open = False

    async def accept(self) -> None:
        """Say yes to the handshake."""
        await self._receive()
        self._open = True
        await self._send({"type": "websocket.accept"})

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

    async def send(self, text: str) -> None:
        """Send a message; returns when it has left, raises `ConnectionError` if it cannot."""
        if not self._open:
            raise ConnectionResetError
        await self._send({"type": "websocket.send", "text": text})

    async def close(self, code: int) -> None:
        """Hang up."""
        if self._open:
            self._open = False
            await self._send({"type": "websocket.close", "code": code})
