"""QR codes that lead to tables and pages."""

from starlette.responses import Response

from galopp import wire
from galopp.server.http.operation import Call, Operation
from galopp.server.ops.limits import Use

SVG = "image/svg+xml"


async def draw_table_qr(call: Call) -> Response:
    """A QR code that leads to the table."""
    room = await call.room()
    return await _drawn(call, f"/t/{room.table.code}", "")


async def draw_qr(call: Call, wanted: wire.Draw) -> Response:
    """A QR code that leads to a page of this server, with a key behind the # if need be."""
    fragment = f"#{wanted.fragment}" if wanted.fragment else ""
    return await _drawn(call, f"/{wanted.path.lstrip('/')}", fragment)


async def _drawn(call: Call, path: str, fragment: str) -> Response:
    address, codes = f"{call.asker.base}{path}{fragment}", call.services.qr_codes
    drawn = codes.find(address)
    if drawn is None:
        call.asker.limits.use(call.asker.address, Use.DRAW)
        drawn = await codes.draw(address, keep=not fragment)
    return Response(drawn, media_type=SVG)


OPERATIONS = (
    Operation(
        "GET",
        "/api/tables/{code}/qr.svg",
        draw_table_qr,
        "A QR code that leads to the table",
        media=SVG,
        at_table=True,
    ),
    Operation(
        "POST",
        "/api/qr",
        draw_qr,
        "A QR code that leads to a page of this server",
        body=wire.Draw,
        media=SVG,
    ),
)
