"""Requests and WebSockets for tables of other processes, passed on to those that have them.

One hop: what was passed on once is answered where it arrives. Nothing is kept back: a line is
read as fast as its other end takes what was read. Who asks is told on as proxies do, so that
limits hold for them and not for this process.
"""

import asyncio
import contextlib
import re
from collections.abc import Iterable
from typing import Any

import httpx
import structlog
from starlette.applications import Starlette
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send
from websockets.client import ClientProtocol
from websockets.http11 import Request
from websockets.typing import Origin, Subprotocol
from websockets.uri import WebSocketURI, parse_uri

from galopp.server.asking import Asker
from galopp.server.live.pipe import Declined, Handshake
from galopp.server.live.websocket import LINE, TRY_AGAIN, Protocol
from galopp.server.ops.peers import RELAYED, Peers
from galopp.server.services import Services
from galopp.table.refused import NotNow
from galopp.wire import encode
from galopp.wire.refusing import refusal

OPEN_WITHIN = 2.0  # seconds
REFUSED = 1008
# What belongs to one line and not to what is said over it (RFC 9110, 7.6.1).
OF_THE_LINE = {
    b"connection",
    b"keep-alive",
    b"proxy-connection",
    b"te",
    b"trailer",
    b"transfer-encoding",
    b"upgrade",
}
OF_THE_CALLER = {b"x-forwarded-for", b"x-forwarded-proto", RELAYED.encode()}
OF_THE_HANDSHAKE = b"sec-websocket-"
Headers = list[tuple[bytes, bytes]]

logger = structlog.get_logger("galopp")


class Relay:
    """Passes on what is for another process, and leaves the rest to the application behind it."""

    def __init__(self, behind: ASGIApp, app: Starlette, root_path: str) -> None:
        self._behind = behind
        self._app = app
        self._named = re.compile(
            f"(?:{re.escape(root_path)})?/api/(?:tables|groups)/([^/]+)(?:/.*)?"
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one client, or one request."""
        owner = self._owner(scope) if scope["type"] in ("http", "websocket") else None
        if owner is None:
            await self._behind(scope, receive, send)
        elif scope["type"] == "http":
            await self._pass_on(_Request(scope, receive, send, owner, self._services.peers))
        else:
            await _Line(scope, receive, send, owner, self._services.peers).serve()

    @property
    def _services(self) -> Services:
        services: Services = self._app.state.serving.services
        return services

    def _owner(self, scope: Scope) -> str | None:
        """The address of the process that a request is for; None if it is this one."""
        found = self._named.fullmatch(scope["path"])
        if found is None or not self._services.ownership.shared:
            return None
        code = found[1].upper()
        if self._services.is_in_memory(code) or _was_relayed(scope["headers"]):
            return None
        return self._services.ownership.elsewhere(code)

    async def _pass_on(self, request: "_Request") -> None:
        try:
            await request.serve()
        except (httpx.HTTPError, asyncio.CancelledError) as error:
            if request.is_left:
                return  # nobody is there to read it
            if isinstance(error, asyncio.CancelledError) and not self._services.peers.was_cut():
                raise
            logger.warning("relay", fault=type(error).__name__, begun=request.begun)
            if not request.begun:
                await self._refuse(request)
            # Half an answer is none: who returns without its end is hung up on.

    async def _refuse(self, request: "_Request") -> None:
        asker = Asker.of(HTTPConnection(request.scope), self._app.state.serving)
        body = encode(refusal(NotNow("table_is_busy"), asker.language))
        headers = [(b"content-type", b"application/json"), (b"retry-after", b"1")]
        headers.append((b"content-length", str(len(body)).encode()))
        await request.send({"type": "http.response.start", "status": 503, "headers": headers})
        await request.send({"type": "http.response.body", "body": body})


class _Request:
    """One request on its way to another process."""

    def __init__(
        self, scope: Scope, receive: Receive, send: Send, owner: str, peers: Peers
    ) -> None:
        self.scope, self.send = scope, send
        self.begun = False  # something of the answer has been sent
        self.is_left = False  # whoever asked is gone
        self._receive, self._owner, self._peers = receive, owner, peers

    async def serve(self) -> None:
        """Pass the question on, and the answer back."""
        body = await self._body()
        if body is None:
            return  # nobody is there any more
        self._peers.begin(self._owner)
        try:
            await self._ask(body)
        finally:
            self._peers.end(self._owner)

    async def _body(self) -> bytes | None:
        """What is sent; the protocol in front has bounded it."""
        body, more = bytearray(), True
        while more:
            heard = await self._receive()
            if heard["type"] == "http.disconnect":
                return None
            body += heard.get("body", b"")
            more = heard.get("more_body", False)
        return bytes(body)

    async def _ask(self, body: bytes) -> None:
        client = self._peers.client
        question = client.build_request(
            self.scope["method"],
            _address(self._owner, self.scope),
            content=body,
            headers=httpx.Headers(_passed_on(self.scope)),
        )
        answer = await client.send(question, stream=True)
        gone = asyncio.ensure_future(self._until_gone(asyncio.current_task()))
        try:
            await self._answer(answer)
        finally:
            gone.cancel()
            await answer.aclose()

    async def _answer(self, answer: httpx.Response) -> None:
        headers = [(name.lower(), value) for name, value in answer.headers.raw]
        headers = [(name, value) for name, value in headers if name not in OF_THE_LINE]
        start = {"type": "http.response.start", "status": answer.status_code, "headers": headers}
        self.begun = True
        await self.send(start)
        async for part in answer.aiter_raw():
            await self.send({"type": "http.response.body", "body": part, "more_body": True})
        await self.send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _until_gone(self, task: "asyncio.Task[None] | None") -> None:
        """A stream ends when nobody listens any more."""
        while (await self._receive())["type"] != "http.disconnect":
            pass
        self.is_left = True
        if task is not None:
            task.cancel()


class _Line:
    """One WebSocket on its way to another process."""

    def __init__(
        self, scope: Scope, receive: Receive, send: Send, owner: str, peers: Peers
    ) -> None:
        self._scope, self._receive, self._send = scope, receive, send
        self._owner, self._peers = owner, peers
        self._client: Protocol = scope["extensions"][LINE]
        self._passed_on = False

    async def serve(self) -> None:
        """Open a line to the process that has the table, and let both ends talk."""
        await self._receive()  # the handshake
        self._peers.begin(self._owner)
        try:
            await self._serve()
        except Declined:
            await self._close(REFUSED)
        except (OSError, TimeoutError, asyncio.CancelledError) as error:
            if isinstance(error, asyncio.CancelledError) and not self._peers.was_cut():
                raise
            await self._close(TRY_AGAIN)
        finally:
            self._peers.end(self._owner)

    async def _serve(self) -> None:
        where = parse_uri(self._owner.replace("http", "ws", 1))
        line = self._handshake(where)
        self._scope["headers"].clear()  # read, and a kilobyte each
        try:
            async with asyncio.timeout(OPEN_WITHIN):
                loop = asyncio.get_running_loop()
                await loop.create_connection(lambda: line, where.host, where.port)
                await line.answered
            await self._send({"type": "websocket.accept", "subprotocol": line.subprotocol})
            self._client.pass_on_to(line)
            self._passed_on = True
            while (await self._receive())["type"] != "websocket.disconnect":
                pass
        finally:
            line.close()

    def _handshake(self, where: WebSocketURI) -> Handshake:
        """Asks as the client did, in its words and for it."""
        headers = HTTPConnection(self._scope).headers
        origin = headers.get("origin")
        connection = ClientProtocol(
            where,
            origin=Origin(origin) if origin else None,
            subprotocols=[Subprotocol(name) for name in self._scope["subprotocols"]] or None,
        )
        asked = connection.connect().headers
        for name, value in _passed_on(self._scope):
            if name != b"origin" and not name.startswith(OF_THE_HANDSHAKE):
                if name == b"host":
                    del asked["host"]  # the owner's
                asked[name.decode("latin-1")] = value.decode("latin-1")
        return Handshake(connection, Request(_address("", self._scope), asked))

    async def _close(self, code: int) -> None:
        if self._passed_on:
            self._client.hang_up(code)
            return
        with contextlib.suppress(OSError, RuntimeError):  # it may have hung up already
            await self._send({"type": "websocket.close", "code": code})


def _address(base: str, scope: Scope) -> str:
    """Where the same is asked of another process."""
    path: bytes = scope.get("raw_path") or scope["path"].encode()
    query: bytes = b"?" + scope["query_string"] if scope["query_string"] else b""
    return base + (path + query).decode("latin-1")


def _was_relayed(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    return any(name == RELAYED.encode() for name, _ in headers)


def _passed_on(scope: Scope) -> Headers:
    """The headers of a question, and for whom it is asked."""
    kept = [
        (name, value)
        for name, value in scope["headers"]
        if name not in OF_THE_LINE and name not in OF_THE_CALLER and name != b"content-length"
    ]
    client: Any = scope.get("client")
    scheme = "https" if scope["scheme"] in ("https", "wss") else "http"
    kept.append((b"x-forwarded-for", (client[0] if client else "").encode()))
    kept.append((b"x-forwarded-proto", scheme.encode()))
    kept.append((RELAYED.encode(), b"1"))
    return kept
