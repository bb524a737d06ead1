"""HTTP as uvicorn reads it, with an end to what a caller may send.

uvicorn waits for ever for the rest of a request's head, and keeps all that comes of it. Here
a head has its time and a request its size; whoever exceeds them is cut off.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

LARGEST = 512 * 1024  # bytes; far more than any request that is answered


class GuardedProtocol(HttpToolsProtocol):
    """One connection, with `patience` for the head of each request, in seconds."""

    patience = 20.0

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._size = 0  # bytes of this request so far
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Somebody calls."""
        super().connection_made(transport)
        self._wait_for_head()

    def data_received(self, data: bytes) -> None:
        """Read on, if that is not too much."""
        self._size += len(data)
        if self._size > LARGEST:
            self.transport.abort()
        else:
            super().data_received(data)

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        if self._deadline is None:
            self._wait_for_head()

    def on_headers_complete(self) -> None:
        """Its head has been read."""
        self._stop_waiting()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """All of it has been read."""
        super().on_message_complete()
        self._size = 0

    def handle_websocket_upgrade(self) -> None:
        """Another protocol goes on from here."""
        super().handle_websocket_upgrade()
        del self.parser  # it and this object hold each other, and nobody needs either

    def connection_lost(self, exc: Exception | None) -> None:
        """Whoever called is gone."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait_for_head(self) -> None:
        self._deadline = self.loop.call_later(self.patience, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


def guarded(patience: float) -> type[GuardedProtocol]:
    """The protocol, with so much patience."""
    return type("GuardedProtocol", (GuardedProtocol,), {"patience": patience})
