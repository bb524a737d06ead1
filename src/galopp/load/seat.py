"""One seat of the load: its WebSocket, and the little it must know to make a move.

Thousands of these share one process with the clock that times the server, so of every
message only a few fields are read.
"""

import asyncio
from collections.abc import Callable
from time import perf_counter
from typing import Protocol, cast

import msgspec
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.typing import Subprotocol
from websockets.uri import parse_uri

from galopp.wire.frames import head_of


class Heard(msgspec.Struct, frozen=True):
    """As much of any message from the server as a load needs."""

    type: str
    id: str = ""  # of the message answered
    key: str = ""  # of a refusal
    decision: int = 0  # of the game
    legal: list[int] = []
    phase: str = ""  # of the table


class Listener(Protocol):
    """Whoever wants to know what a seat hears, and when it did."""

    def hear(self, seat: "Seat", heard: Heard, size: int, now: float) -> None:
        """A message has arrived."""

    def lose(self, seat: "Seat") -> None:
        """The connection is gone."""


_decode = msgspec.json.Decoder(Heard).decode
_encode = msgspec.json.Encoder().encode


class Seat(asyncio.Protocol):
    """A seat at a table, on a socket of its own."""

    __slots__ = ("_connection", "_transport", "decision", "key", "legal", "listener", "number")

    def __init__(
        self, address: str, number: int, key: str, listener: Listener, asks_for: str = ""
    ) -> None:
        self.number = number
        self.key = key
        self.listener = listener
        self.decision = 0
        self.legal: list[int] = []  # what it may decide now
        wanted = [Subprotocol(asks_for)] if asks_for else None
        self._connection = ClientProtocol(parse_uri(address), subprotocols=wanted, max_size=None)
        self._transport: asyncio.WriteTransport | None = None

    @property
    def port(self) -> int:
        """Where it calls."""
        return self._connection.uri.port

    # --- The socket

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the WebSocket."""
        # Another event loop's transport need not be a subclass.
        self._transport = cast(asyncio.WriteTransport, transport)
        self._connection.send_request(self._connection.connect())
        self._flush()

    def data_received(self, data: bytes) -> None:
        """Take whatever messages are whole now."""
        now = perf_counter()
        self._connection.receive_data(data)
        for event in self._connection.events_received():
            if isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                self._take(_decode(event.data), len(event.data), now)
            elif isinstance(event, Frame) and event.opcode is Opcode.BINARY:
                head = head_of(bytes(event.data))
                game = Heard("game", decision=head["decision"], legal=head["legal"])
                self._take(game, len(event.data), now)
            elif isinstance(event, Response):
                self._begin(event, now)
        self._flush()  # pings are answered

    def _begin(self, response: Response, now: float) -> None:
        if self._connection.handshake_exc is None:
            self.say(type="hello", keys=[self.key])
        else:
            refusal = Heard(type="refused", key=f"HTTP {response.status_code}")
            self.listener.hear(self, refusal, 0, now)

    def connection_lost(self, error: Exception | None) -> None:
        """Say so."""
        self._transport = None
        self.listener.lose(self)

    def say(self, **message: object) -> None:
        """Send a message."""
        self._connection.send_text(_encode(message))
        self._flush()

    def hang_up(self) -> None:
        """Go without a word."""
        if self._transport is not None:
            self._transport.abort()

    def _flush(self) -> None:
        for data in self._connection.data_to_send():
            if data and self._transport is not None:
                self._transport.write(data)

    # --- The game

    def _take(self, heard: Heard, size: int, now: float) -> None:
        if heard.type == "game":
            self.decision, self.legal = heard.decision, heard.legal
        self.listener.hear(self, heard, size, now)

    def decide(self, message: str, choose: Callable[[list[int]], int]) -> None:
        """Answer what the seat is asked."""
        moves, self.legal = [choose(self.legal)], []
        seat, decision = self.number, self.decision
        self.say(type="decide", id=message, seat=seat, decision=decision, moves=moves)
