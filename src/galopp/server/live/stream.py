"""News as lines of JSON, for bots and for browsers whose WebSockets do not get through."""

import asyncio
import contextlib
from collections.abc import Awaitable
from typing import NamedTuple, cast

from starlette.types import Receive, Send

from galopp.server.asking import Asker
from galopp.server.live.joining import sit_in
from galopp.server.tables.guest import Guest
from galopp.server.tables.outbox import Outbox, Packet
from galopp.server.tables.room import Room
from galopp.table.table import Sender

LINES = "application/x-ndjson"
STILL_HERE = 8.0  # seconds between two empty lines
END_WITHIN = 1.0  # seconds


class Arrival(NamedTuple):
    """Who comes, with which keys, and what was heard before."""

    keys: list[str]
    sender: Sender
    since: int | None


async def stream_lines(
    asker: Asker, room: Room, arrival: Arrival, receive: Receive, send: Send
) -> None:
    """Tell a device everything, until it goes or is sent away."""
    headers = [(b"content-type", LINES.encode()), (b"cache-control", b"no-store")]
    headers.append((b"x-accel-buffering", b"no"))  # nginx would keep lines back
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    over = asyncio.Event()

    async def write(packet: Packet) -> None:
        line = cast(str, packet)  # frames are for those who asked for them
        body = line.encode() + b"\n"
        await send({"type": "http.response.body", "body": body, "more_body": True})

    async def hang_up() -> None:
        over.set()

    outbox = Outbox(write, hang_up, asker.serving.patience)
    guest = Guest(outbox, arrival.keys, arrival.sender)
    gone = asyncio.ensure_future(_until_gone(receive, over))
    try:
        await sit_in(asker.services.histories, room, guest, arrival.since)
        while not await _within(STILL_HERE, over.wait()):
            outbox.put("")
    finally:
        room.part(guest)
        outbox.end()
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
