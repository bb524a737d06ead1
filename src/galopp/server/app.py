"""The server as an ASGI application, and as a process."""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match, Route
from starlette.types import ASGIApp

from galopp.core.fault import Fault
from galopp.server.asking import Asker, Serving
from galopp.server.bots.service import HINT_BOT
from galopp.server.http.api import OPERATIONS
from galopp.server.http.gate import Gate
from galopp.server.http.openapi import openapi_text, socket_schema_text
from galopp.server.http.operation import JSON, refused
from galopp.server.http.protocol import guarded
from galopp.server.live.relay import Relay
from galopp.server.live.session import SocketRouter
from galopp.server.live.websocket import counting
from galopp.server.notices.sender import AS_USUAL, Allowed
from galopp.server.ops import memory
from galopp.server.ops.clock import Clock
from galopp.server.ops.limits import Limits, Use
from galopp.server.ops.logs import write_logs
from galopp.server.ops.metrics import Metrics
from galopp.server.services import ServiceConfiguration, Services
from galopp.server.site import pages
from galopp.server.tables.caretaker import KEPT_IDLE
from galopp.server.tables.outbox import PATIENCE
from galopp.server.tables.ownership import SharedAt
from galopp.store.opening import Place, place_of
from galopp.table.refused import Refused

LARGEST_MESSAGE = 16 * 1024  # bytes over a WebSocket
PING_EVERY = 30.0  # seconds; proxies hang up on lines that are silent for a minute
LATE_EVERY = 0.1  # seconds between two looks at who came while the server stops
GOODBYE_WITHIN = 5  # seconds that lines have to close when the server stops


@dataclass(frozen=True)
class Configuration:
    """How a server is run."""

    data: Path
    host: str = "127.0.0.1"
    port: int = 8080
    root_path: str = ""  # "/galopp" to serve below that
    address: str | None = None  # as the world knows it, for links and QR codes
    public_list: bool = False
    limits: bool = True
    origins: tuple[str, ...] = ()
    proxies: str = "127.0.0.1"  # those that may say for whom they ask
    clock: Clock = field(default_factory=Clock)
    kept_idle: float = KEPT_IDLE  # seconds a table stays in memory after the last person has gone
    patience: float = PATIENCE  # seconds for a hello, for a request, for reading what is sent
    hint_bot: str = HINT_BOT  # who gives hints, with a budget behind the name if need be
    notices: Allowed = AS_USUAL  # what may be sent to people who look elsewhere
    least_logged: int = logging.INFO
    store: str | None = None  # a database, as postgresql://…; else a file in the data folder
    shared_at: SharedAt | None = None  # where other processes reach this one; alone without it
    devices_think: bool = False  # whether pages work out hints and reviews by themselves

    @property
    def place(self) -> Place:
        """Where the tables are kept; raises `StoreFault`."""
        return place_of(self.store or self.data)


def application(configuration: Configuration, gate: Gate | None = None) -> Starlette:
    """The whole server as one ASGI application, behind a gate if it is a process of its own."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        metrics = Metrics()
        if gate is not None:
            gate.count = lambda why: metrics.turned_away.labels(why).inc()
        notices = replace(
            configuration.notices, limits=configuration.limits, base=configuration.address
        )
        chosen = ServiceConfiguration(
            configuration.public_list,
            configuration.kept_idle,
            configuration.hint_bot,
            notices,
            configuration.shared_at,
        )
        services = Services(configuration.place, configuration.clock, metrics, chosen)
        app.state.serving = Serving(
            services,
            Limits(configuration.limits),
            configuration.origins,
            configuration.root_path,
            configuration.address,
            configuration.patience,
        )
        services.preparing.prepare_what_is_compiled()
        await services.start()
        memory.freeze()
        metrics.watch_the_collector()
        yield
        await services.close()
        metrics.leave_the_collector()

    site = pages.PageRoutes(configuration.root_path, configuration.devices_think)
    app = Starlette(
        routes=[
            *(operation.route() for operation in OPERATIONS),
            Route("/api/openapi.json", describe_http),
            Route("/api/socket.schema.json", describe_socket),
            *site.routes(),
        ],
        middleware=[
            Middleware(pages.SubPath, configuration.root_path),
            Middleware(pages.Headers),
            Middleware(
                CORSMiddleware,
                allow_origins=configuration.origins,
                allow_methods=("GET", "POST", "DELETE"),
                allow_headers=("authorization", "content-type", "accept-language"),
            ),
        ],
        exception_handlers={HTTPException: _not_served},
        lifespan=lifespan,
    )
    app.state.pages = site
    # A redirect would repeat whatever the request called this server.
    app.router.redirect_slashes = False
    return app


async def describe_http(request: Request) -> Response:
    """OpenAPI 3.1."""
    return _described(request, lambda asker: openapi_text(asker.base))


async def describe_socket(request: Request) -> Response:
    """JSON Schema of what goes over the WebSocket."""
    return _described(request, lambda _: socket_schema_text())


def _described(request: Request, describe: Callable[[Asker], bytes]) -> Response:
    asker = Asker.of(request, request.app.state.serving)
    try:
        asker.limits.use(asker.address, Use.REQUEST)
        return Response(describe(asker), media_type=JSON)
    except Fault as fault:
        return refused(fault, asker)


async def _not_served(request: Request, error: Exception) -> Response:
    """An address or a method that is not served; people get the page, which leads home."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    if status == 404 and pages.is_for_people(request):
        page: Response = await request.app.state.pages.page(request)
        page.status_code = status
        return page
    key = "no_such_method" if status == 405 else "no_such_page"
    answer = refused(Refused(key), Asker.of(request, request.app.state.serving))
    answer.status_code = status
    if status == 405:
        answer.headers["allow"] = ", ".join(methods_of(request))
    return answer


def methods_of(request: Request) -> list[str]:
    """Every method that something at this address answers to: each has a route of its own."""
    methods: set[str] = set()
    for route in request.app.routes:
        if isinstance(route, Route) and route.matches(request.scope)[0] is not Match.NONE:
            methods |= route.methods or set()
    return sorted(methods)


class Process(uvicorn.Server):
    """uvicorn, with a goodbye to everybody before it hangs up."""

    def __init__(self, app: Starlette, config: uvicorn.Config, patience: float) -> None:
        super().__init__(config)
        self.app = app
        self.patience = patience

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        for listening in sockets or ():
            cut_off_the_deaf(listening, 1.5 * self.patience)
        await super().startup(sockets)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Say so, flush, close."""
        serving: Serving | None = getattr(self.app.state, "serving", None)
        if serving is not None:
            await serving.services.say_goodbye()
        # Those whom uvicorn tells to go; looked at here, for others may come before a task begins.
        told = set(self.server_state.connections)
        late = asyncio.get_running_loop().create_task(self._send_late_ones_away(told))
        try:
            await super().shutdown(sockets)
        finally:
            late.cancel()

    async def _send_late_ones_away(self, told: set[Any]) -> None:
        """Hang up on whoever was let in just when the doors closed: they would wait for nothing."""
        while True:
            await asyncio.sleep(LATE_EVERY)
            for connection in self.server_state.connections - told:
                connection.shutdown()
                told.add(connection)


def cut_off_the_deaf(listening: socket.socket, after: float) -> None:
    """Let the system end connections whose other end takes nothing for so many seconds.

    To close such a connection is not enough: what was written for it would wait for ever.
    """
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux; elsewhere the system's own patience holds
        milliseconds = int(1000 * after)
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, milliseconds)


def _routed(app: Starlette, configuration: Configuration) -> ASGIApp:
    """The application behind its WebSockets, and where tables are shared behind a relay."""
    router = SocketRouter(app, configuration.root_path)
    return Relay(router, app, configuration.root_path) if configuration.shared_at else router


def process(configuration: Configuration) -> Process:
    """A server ready to run, in a loop and which its caller opens and closes."""
    write_logs(configuration.least_logged)
    gate = Gate(configuration.limits, configuration.proxies)
    app = application(configuration, gate)
    return Process(
        app,
        uvicorn.Config(
            _routed(app, configuration),
            host=configuration.host,
            port=configuration.port,
            loop="auto",
            http=guarded(configuration.patience, gate),
            ws=counting(configuration.limits),
            ws_max_size=LARGEST_MESSAGE,
            ws_per_message_deflate=False,
            ws_ping_interval=PING_EVERY,
            ws_ping_timeout=PING_EVERY,
            access_log=False,
            log_config=None,
            proxy_headers=True,
            forwarded_allow_ips=configuration.proxies,
            server_header=False,
            timeout_graceful_shutdown=GOODBYE_WITHIN,
            backlog=4096,
        ),
        configuration.patience,
    )
