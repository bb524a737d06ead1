"""How the server is: alive, ready, and its figures."""

import asyncio

from starlette.responses import Response

from galopp import __version__, wire
from galopp.server.http.operation import Call, Operation
from galopp.table.refused import NotNow


async def health(call: Call) -> wire.Health:
    """The process is alive."""
    return wire.Health("ok", __version__, wire.PROTOCOL, call.services.clock.of_day())


async def readiness(call: Call) -> Response | wire.Health:
    """Tables can be opened and played: the rules are loaded, the log can be written."""
    services = call.services
    if not services.preparing.done:
        raise NotNow("game_not_ready", game=", ".join(services.preparing.missing))
    if not services.staying or not services.store.writes.work:
        raise NotNow("server_cannot_write")
    return await health(call)


async def metrics(call: Call) -> Response:
    """Figures for Prometheus."""
    figures, notices = call.services.metrics, call.services.notices
    figures.tables.set(len(call.services.registry.rooms))
    figures.groups.set(len(call.services.groups.registry.rooms))
    figures.tasks.set(len(asyncio.all_tasks()))
    figures.listeners.set(notices.listening)
    figures.notices_waiting.set(notices.waiting)
    return Response(figures.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


OPERATIONS = (
    Operation("GET", "/healthz", health, "Is the process alive?", answer=wire.Health),
    Operation(
        "GET", "/readyz", readiness, "Can tables be played?", answer=wire.Health, refusals=(503,)
    ),
    Operation("GET", "/metrics", metrics, "Figures for Prometheus", media="text/plain"),
)
