"""One WebSocket a client: news out, messages in.

The first message is a `hello` with the client's keys (never in the address, which ends up in
logs). Whatever cannot be understood is answered with a reason and changes nothing.
"""

import asyncio
import contextlib
import re

import msgspec
from starlette.applications import Starlette
from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from galopp import wire
from galopp.core.fault import Fault
from galopp.server.asking import Asker
from galopp.server.live.joining import NoKey, find_room, known, sit_in
from galopp.server.live.websocket import WRITE, Socket
from galopp.server.ops.limits import Pace, TooMuch, Use
from galopp.server.tables.guest import Guest
from galopp.server.tables.outbox import Outbox
from galopp.server.tables.repeats import Answer
from galopp.server.tables.room import Room
from galopp.table.message import AnyMessage, ClaimHost, Id, Reissue
from galopp.table.refused import NotNow, Refused
from galopp.wire.layout import PLAIN, framed_games
from galopp.wire.reading import reader
from galopp.wire.refusing import refusal, unreadable

CLOSE_WITHIN = 1.0  # seconds; whoever reads nothing does not take a goodbye either
SLOWED_DOWN = 0.5  # seconds, for one that speaks too fast
TRY_AGAIN, POLICY, DONE = 1013, 1008, 1000

_decode = reader(wire.FromClient)


class _WithId(msgspec.Struct):
    id: Id = ""


def _id_in(text: str) -> str:
    """The id of a message that cannot be understood otherwise, if it has one."""
    try:
        return msgspec.json.decode(text, type=_WithId).id
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return ""


class SocketRouter:
    """Serves the WebSockets itself and leaves everything else to the application behind it."""

    def __init__(self, app: Starlette, root_path: str) -> None:
        self.app = app
        self.address = re.compile(f"(?:{re.escape(root_path)})?/api/tables/([^/]+)/socket")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one client, or one request."""
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
            return
        wanted = self.address.fullmatch(scope["path"])
        socket = Socket(receive, send, scope["extensions"][WRITE])
        connection = HTTPConnection(scope)
        asker = Asker.of(connection, self.app.state.serving)
        if wanted is None or not asker.same_origin(connection.headers.get("origin")):
            await socket.refuse()
            return
        spoken = _subprotocol(scope["subprotocols"])
        await socket.accept(spoken)
        scope["headers"].clear()  # read, and a kilobyte each
        if await _is_let_in(socket, asker, wanted[1]):
            await serve_session(socket, asker, wanted[1], framed_games().get(spoken or "", ""))


def _subprotocol(offered: list[str]) -> str | None:
    """The first that is known of those that a client offers."""
    return next((name for name in offered if name == PLAIN or name in framed_games()), None)


async def _is_let_in(socket: Socket, asker: Asker, code: str) -> bool:
    """Whether there is such a table; who asks for another is told so and hung up on.

    By a message, because no browser shows a page why it was refused a line. Whoever has no
    guess left is not looked at here: only their key tells whether they may come in.
    """
    try:
        asker.limits.use(asker.address, Use.REQUEST)
        if asker.limits.has(asker.address, Use.GUESS):
            await find_room(asker, code)
    except Fault as fault:
        asker.services.metrics.refused.labels(fault.key).inc()
        with contextlib.suppress(TimeoutError, OSError):
            async with asyncio.timeout(CLOSE_WITHIN):
                await socket.send(wire.encode(refusal(fault, asker.language)).decode())
                await socket.close(TRY_AGAIN if isinstance(fault, NotNow) else DONE)
        return False
    return True


async def serve_session(socket: Socket, asker: Asker, code: str, framed: str) -> None:
    """Serve one client until it goes; of one game, it may read frames."""
    try:
        asker.limits.connect(asker.address)
    except TooMuch:
        await socket.close(TRY_AGAIN)
        return
    asker.services.metrics.sockets.inc()
    try:
        await Session(socket, asker, code, framed).serve()
    except OSError:
        pass  # gone
    finally:
        asker.services.metrics.sockets.dec()
        asker.services.garbage.add()
        asker.limits.disconnect(asker.address)


class Session:
    """One client, from its hello to its end."""

    __slots__ = (
        "asker",
        "code",
        "framed",
        "guest",
        "language",
        "outbox",
        "pace",
        "patience",
        "room",
        "socket",
    )

    def __init__(self, socket: Socket, asker: Asker, code: str, framed: str = "") -> None:
        self.socket = socket
        self.asker = asker
        self.code = code
        self.framed = framed
        self.language = asker.language
        self.outbox = Outbox(socket.send, self._hang_up, asker.serving.patience, socket.send_now)
        self.patience = asyncio.timeout(asker.serving.patience)
        self.pace = Pace(asker.limits.enforced)
        self.room: Room | None = None
        self.guest: Guest | None = None

    async def serve(self) -> None:
        """Listen until the client goes, or does not say who it is, or reads nothing."""
        try:
            async with self.patience:
                while True:
                    await self._listen()
        except TimeoutError:
            await self._close(POLICY)
        finally:
            self.outbox.end()
            if self.room is not None and self.guest is not None:
                self.room.part(self.guest)

    async def _hang_up(self) -> None:
        await self._close(DONE)
        self.patience.reschedule(asyncio.get_running_loop().time())

    async def _close(self, code: int) -> None:
        with contextlib.suppress(TimeoutError, OSError):
            async with asyncio.timeout(CLOSE_WITHIN):
                await self.socket.close(code)

    async def _listen(self) -> None:
        """Take one message and answer it."""
        heard = await self.socket.receive()
        said: wire.FromClient | None = None
        try:
            self.pace.check()
            said = _decode(heard.get("text") or b"")
            await self._take(said)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            self._refuse(unreadable(error), _id_in(heard.get("text") or ""))
        except Fault as fault:
            self._refuse(fault, getattr(said, "id", ""))
            if isinstance(fault, NoKey):
                self.outbox.hang_up_soon()
            elif isinstance(fault, TooMuch):
                await asyncio.sleep(SLOWED_DOWN)  # nothing more is read from it meanwhile

    def _refuse(self, fault: Fault, message: str) -> None:
        self.asker.services.metrics.refused.labels(fault.key).inc()
        self._answer(refusal(fault, self.language, message))

    def _answer(self, message: wire.ToClient) -> None:
        self.outbox.answer(wire.encode(message).decode())

    async def _take(self, said: wire.FromClient) -> None:
        if isinstance(said, wire.Hello):
            await self._greet(said)
        elif self.room is None or self.guest is None:
            raise Refused("say_hello_first")
        elif isinstance(said, wire.Heard):
            self.room.heard(self.guest, said.seq)
        elif isinstance(said, wire.Looking):
            self.room.looks(self.guest, said.here)
        else:
            await self._pass_on(self.room, self.guest, said)

    async def _pass_on(self, room: Room, guest: Guest, said: AnyMessage) -> None:
        seats = guest.sender.seats
        answer = await self._answered(room, guest, said)
        if isinstance(answer, Fault):
            raise answer
        own_seat = isinstance(said, Reissue) and said.seat in seats
        if own_seat or isinstance(said, ClaimHost):
            room.give(guest, str(answer.gives["key"]))

    async def _answered(self, room: Room, guest: Guest, said: AnyMessage) -> Answer:
        """What came of a message; its news and its answer go out in one piece."""
        self.outbox.hold()
        try:
            answer = await room.receive(said, guest.sender)
            if not isinstance(answer, Fault):
                self._answer(answer)
            return answer
        finally:
            self.outbox.release()

    async def _greet(self, hello: wire.Hello) -> None:
        """A client says who it is; again, if it has got another key meanwhile."""
        asker, code = self.asker, self.code
        self.language = asker.in_language(hello.language)
        if hello.protocol != wire.PROTOCOL:
            raise Refused("other_protocol", written=hello.protocol, version=wire.PROTOCOL)
        room = await find_room(asker, code)
        sender = known(asker, room, hello.keys)
        if self.room is not None and self.guest is not None:
            self.room.part(self.guest)
        self.room = room
        self.guest = Guest(
            self.outbox, hello.keys, sender, looking=hello.looking, framed=self.framed
        )
        self.patience.reschedule(None)
        await sit_in(asker.services.histories, room, self.guest, hello.since)
