"""One HTTP operation: written down once, served and described from the same lines.

A handler takes what it needs and returns what is to be said; reading the body, saying no and
writing the answer are the same for all of them and are done here.
"""

import asyncio
import gzip
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from galopp.core.fault import Fault
from galopp.server.asking import Asker
from galopp.server.live.joining import NoKey, find_room, known
from galopp.server.ops.limits import TooMuch, Use
from galopp.server.ops.logs import report
from galopp.server.ops.negotiation import takes_gzip
from galopp.server.services import Services
from galopp.server.tables.room import Room
from galopp.table.refused import NotNow, Refused
from galopp.table.table import Sender
from galopp.wire import MOST_KEYS, encode
from galopp.wire.reading import reader
from galopp.wire.refusing import refusal, unreadable

LARGEST = 16 * 1024  # bytes of a request
JSON = "application/json"

# What is refused with something else than 409, "not as things stand".
STATUS = {
    "no_such_table": 404,
    "no_such_game": 404,
    "no_such_round": 404,
    "no_such_replay": 404,
    "no_such_seat": 404,
    "no_such_group": 404,
    "no_such_member": 404,
    "no_such_game_here": 404,
    "no_such_season": 404,
    "no_such_tournament": 404,
    "no_such_passkey": 404,
    "not_of_this_group": 404,
    "not_your_seat": 403,
    "host_only": 403,
    "founder_only": 403,
    "founder_or_adder_only": 403,
    "planner_only": 403,
    "passkey_not_right": 403,
    "one_time_key_is_used": 403,
    "invitation_is_old": 403,
    "foreign_page": 403,
    "players_only": 403,
    "not_watchable": 403,
    "key_opens_nothing": 401,
    "unreadable_message": 400,
    "no_host": 400,
    "too_large": 413,
    "too_slow": 408,
    "only_json": 415,
    "too_much": 429,
    "too_many_lines": 429,
    "table_is_busy": 503,
    "group_is_busy": 503,
    "game_not_ready": 503,
    "server_cannot_write": 503,
    "no_room_for_more": 503,
    "server_failed": 500,
}
CONFLICT = 409
ENDS_THE_CONNECTION = (408, 413)


@dataclass(frozen=True)
class Call:
    """One request, as a handler sees it."""

    request: Request
    asker: Asker

    @property
    def services(self) -> Services:
        """The parts of the server that is asked."""
        return self.asker.services

    async def room(self) -> Room:
        """The room of the table that the address names; raises `Refused`."""
        code = self.request.path_params["code"]
        return await find_room(self.asker, code)

    def keys(self) -> list[str]:
        """The keys shown: `Authorization: Bearer KEY`, or several with commas between."""
        scheme, _, written = self.request.headers.get("authorization", "").partition(" ")
        keys = [key.strip() for key in written.split(",")] if scheme.lower() == "bearer" else []
        if len(keys) > MOST_KEYS:  # each costs four hashes
            raise Refused("unreadable_message", reason="authorization")
        return keys

    def sender(self, room: Room) -> Sender:
        """What the keys open; raises `NoKey`."""
        return known(self.asker, room, self.keys())

    def number(self, name: str) -> int | None:
        """A number from the query; raises `Refused`."""
        written = self.request.query_params.get(name)
        if written is None:
            return None
        if not re.fullmatch(r"-?[0-9]{1,9}", written):
            raise Refused("unreadable_message", reason=name)
        return int(written)

    def numbers(self, name: str, most: int) -> list[int]:
        """Numbers from the query, with commas between; raises `Refused`."""
        written = self.request.query_params.get(name, "")
        if not re.fullmatch(r"([0-9]{1,3}(,[0-9]{1,3})*)?", written) or written.count(",") >= most:
            raise Refused("unreadable_message", reason=name)
        return [int(number) for number in written.split(",") if number]

    async def read(self, kind: Any, largest: int) -> Any:
        """What is sent, as a type; raises `Refused`."""
        body = await self.body(largest)
        try:
            return reader(kind)(body)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise unreadable(error) from None

    async def body(self, largest: int) -> bytes:
        """What is sent, as bytes of JSON; raises `Refused`."""
        if self.request.headers.get("content-type", "").split(";")[0].strip().lower() != JSON:
            raise Refused("only_json")
        try:
            async with asyncio.timeout(self.asker.serving.patience):
                return await _body(self.request, largest)
        except TimeoutError:
            raise Refused("too_slow") from None


Handler = Callable[..., Awaitable[Any]]


@dataclass(frozen=True)
class Operation:
    """One method of one address."""

    method: str
    path: str
    handler: Handler
    summary: str
    body: Any = None  # the type of what is sent
    answer: Any = None  # the type of what comes back; None for something that is not JSON
    status: int = 200
    media: str = JSON
    keyed: bool = False  # needs a key
    at_table: bool = False  # the address names a table
    query: dict[str, str] = field(default_factory=dict)  # name and what it is for
    refusals: tuple[int, ...] = ()  # besides those that anything may be answered with
    largest: int = LARGEST  # bytes of its body
    reads_itself: bool = False  # the handler reads the body when it is ready for it
    zipped: bool = False  # long, and the same for everybody: no secret's length shows through

    def route(self) -> Route:
        """The operation as Starlette serves it."""
        return Route(self.path, self.serve, methods=[self.method], name=self.handler.__name__)

    @property
    def changes(self) -> bool:
        """Whether something may be different afterwards."""
        return self.method != "GET"

    async def serve(self, request: Request) -> Response:
        """Answer one request."""
        asker = Asker.of(request, request.app.state.serving)
        call = Call(request, asker)
        try:
            if self.changes and not asker.same_origin(request.headers.get("origin")):
                raise Refused("foreign_page")
            asker.limits.use(asker.address, Use.REQUEST)
            if self.at_table and not self.keyed:  # else the key is what is guessed
                asker.limits.use(asker.address, Use.GUESS, 0)
            answer = await self._answer(call)
        except Fault as fault:
            asker.services.metrics.refused.labels(fault.key).inc()
            return refused(fault, asker)
        except ClientDisconnect:
            return Response(status_code=400)  # nobody is there to read it
        except Exception as error:
            report(error, request.path_params.get("code", ""))
            return refused(NotNow("server_failed"), asker)
        return answer if isinstance(answer, Response) else await self._written(answer, call)

    async def _answer(self, call: Call) -> Any:
        if self.body is None or self.reads_itself:
            return await self.handler(call)
        return await self.handler(call, await call.read(self.body, self.largest))

    async def _written(self, answer: Any, call: Call) -> Response:
        if answer is None:
            return Response(status_code=204)
        if not self.zipped:
            return Response(encode(answer), self.status, media_type=JSON)
        # What is long is written in a thread: others would wait for it.
        in_thread = call.services.threads.run
        if takes_gzip(call.request.headers.getlist("accept-encoding")):
            zipped = {"content-encoding": "gzip"}
            return Response(await in_thread(_zipped, answer), self.status, zipped, JSON)
        return Response(await in_thread(encode, answer), self.status, media_type=JSON)


def _zipped(answer: Any) -> bytes:
    return gzip.compress(encode(answer), 6, mtime=0)


async def _body(request: Request, largest: int) -> bytes:
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > largest:
            raise Refused("too_large", high=largest)
    return bytes(body)


def refused(fault: Fault, asker: Asker) -> Response:
    """No, and why."""
    status = STATUS.get(fault.key, CONFLICT if isinstance(fault, Refused) else 400)
    headers = {"retry-after": "1"} if isinstance(fault, TooMuch) or status == 503 else {}
    if status in ENDS_THE_CONNECTION:
        headers["connection"] = "close"  # the rest of the request is not read
    if isinstance(fault, NoKey):
        headers["www-authenticate"] = "Bearer"
    return Response(encode(refusal(fault, asker.language)), status, headers, JSON)
