"""News as lines of JSON, for bots and for browsers whose WebSockets do not get through."""

import asyncio
import contextlib
from collections.abc import Awaitable

from starlette.types import Receive, Send

from galopp.server.live.joining import sit_in
from galopp.server.tables.outbox import Line
from galopp.server.tables.room import Guest, Room
from galopp.table.table import Sender

LINES = "application/x-ndjson"
STILL_HERE = 8.0  # seconds between two empty lines
END_WITHIN = 1.0  # seconds


async def stream_lines(
    room: Room,
    keys: list[str],
    sender: Sender,
    since: int | None,
    patience: float,
    receive: Receive,
    send: Send,
) -> None:
    """Tell a device everything, until it goes or is sent away."""
    headers = [(b"content-type", LINES.encode()), (b"cache-control", b"no-store")]
    headers.append((b"x-accel-buffering", b"no"))  # nginx would keep lines back
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    over = asyncio.Event()

    async def write(text: str) -> None:
        body = text.encode() + b"\n"
        await send({"type": "http.response.body", "body": body, "more_body": True})

    async def hang_up() -> None:
        over.set()

    guest = Guest(Line(write, hang_up, patience), keys, sender)
    gone = asyncio.ensure_future(_until_gone(receive, over))
    try:
        await sit_in(room, guest, since)
        while not await _within(STILL_HERE, over.wait()):
            guest.line.put("")
    finally:
        room.part(guest)
        guest.line.end()
        gone.cancel()
    # Whoever reads nothing does not take the end either.
    end = send({"type": "http.response.body", "body": b"", "more_body": False})
    await _within(END_WITHIN, end)


async def _within(seconds: float, work: Awaitable[object]) -> bool:
    """Whether something was done in time; it is not done any further if not."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await work
            return True
    return False


async def _until_gone(receive: Receive, over: asyncio.Event) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    over.set()
