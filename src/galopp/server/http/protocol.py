"""HTTP as uvicorn reads it, with an end to what a caller may send and to how long it takes.

uvicorn waits for ever for the rest of a request, and keeps all that comes of it. Here a request
has its time and its size, and an address so many connections; whoever exceeds them is cut off.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from galopp.server.http.gate import Gate

LARGEST = 512 * 1024  # bytes; far more than any request that is answered, but for one
LARGEST_GROUP = 8 * 1024 * 1024  # bytes of a whole group with the records of its games
BRINGS_A_GROUP = b"/api/groups/import"
TURNED_AWAY = (
    b"HTTP/1.1 503 Service Unavailable\r\n"
    b"content-length: 0\r\nretry-after: 5\r\nconnection: close\r\n\r\n"
)


class GuardedProtocol(HttpToolsProtocol):
    """One connection, with `patience` for the head of each request, in seconds."""

    patience = 20.0
    gate = Gate(enforced=False, proxies="")

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._size = 0  # bytes of this request so far
        self._deadline: asyncio.TimerHandle | None = None
        self._host = ""  # of whoever was let in

    def connection_made(self, transport: Any) -> None:
        """Somebody calls."""
        super().connection_made(transport)
        host, line = self.client[0] if self.client else "", transport.get_extra_info("socket")
        why = self.gate.why_not(host, line.fileno() if line is not None else 0)
        if why:
            self.gate.count(why)
            transport.write(TURNED_AWAY)
            transport.close()
            return
        self._host = host
        self.gate.enter(host)
        self._wait(self.patience)

    def data_received(self, data: bytes) -> None:
        """Read on, if that is not too much."""
        self._size += len(data)
        if self._size > (LARGEST_GROUP if self._brings_a_group else LARGEST):
            self.transport.abort()
        elif not self.transport.is_closing():
            super().data_received(data)
            self._wait_for_what_has_not_begun()

    @property
    def _brings_a_group(self) -> bool:
        return getattr(self, "url", b"").endswith(BRINGS_A_GROUP)

    def _wait_for_what_has_not_begun(self) -> None:
        """What came after an answer and is no request, as an empty line, has its time too."""
        answered: RequestResponseCycle | None = self.cycle
        if answered is not None and answered.response_complete and self._is_idle:
            self._wait(self.patience)

    @property
    def _is_idle(self) -> bool:
        return self._deadline is None and bool(self._host)

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._wait(self.patience)

    def on_headers_complete(self) -> None:
        """Its head has been read; its body has its time, after which who reads it has said no."""
        self._wait(2 * self.patience)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """All of it has been read."""
        self._stop_waiting()
        super().on_message_complete()
        self._size = 0

    def handle_websocket_upgrade(self) -> None:
        """Another protocol goes on from here."""
        self._let_go()
        super().handle_websocket_upgrade()
        del self.parser  # it and this object hold each other, and nobody needs either

    def connection_lost(self, exc: Exception | None) -> None:
        """Whoever called is gone."""
        self._let_go()
        super().connection_lost(exc)

    def _let_go(self) -> None:
        self._stop_waiting()
        if self._host:
            self.gate.leave(self._host)
            self._host = ""

    def _wait(self, seconds: float) -> None:
        self._stop_waiting()
        self._deadline = self.loop.call_later(seconds, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


def guarded(patience: float, gate: Gate) -> type[GuardedProtocol]:
    """The protocol, with so much patience and behind such a gate."""
    return type("GuardedProtocol", (GuardedProtocol,), {"patience": patience, "gate": gate})
