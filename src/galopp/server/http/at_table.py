"""At a table: messages, news, hints, what happened; for bots, and where no WebSocket goes."""

from typing import Any

from starlette.responses import PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

from galopp import wire
from galopp.core.fault import Fault
from galopp.server.bots.foresight import foresight
from galopp.server.http.operation import JSON, Call, Operation
from galopp.server.live.stream import LINES, Arrival, stream_lines
from galopp.server.ops.limits import Use
from galopp.server.tables.room import Room
from galopp.table import feed
from galopp.table.message import AnyMessage
from galopp.table.record import record_of
from galopp.table.refused import Refused

MOST_STEPS = 16  # of one choice
OF_SEAT = {"seat": "one of one's own seats"}  # in the query


async def send_message(call: Call, said: AnyMessage) -> wire.Accepted:
    """Say something to the table: decide, undo, leave, arrange…"""
    room = await call.room()
    answer = await room.receive(said, call.sender(room))
    if isinstance(answer, Fault):
        raise answer
    return answer


async def look_at_game(call: Call) -> feed.GameNews:
    """The game as it stands, as one's own seat sees it; ?seat= chooses among several."""
    room = await call.room()
    news = feed.game_news(room.table, _viewer(call, room))
    if news is None:
        raise Refused("no_game_now")
    return news


def _viewer(call: Call, room: Room) -> int | None:
    """Whose eyes a request sees with: one of its own seats, or everybody's."""
    seats, wanted = sorted(call.sender(room).seats), call.number("seat")
    if wanted is None:
        return seats[0] if seats else None
    if wanted not in seats:
        raise Refused("not_your_seat", seat=wanted)
    return wanted


async def give_hint(call: Call) -> wire.Hint:
    """What the server's strongest bot would do now, by what one's own seat sees, and why."""
    room = await call.room()
    return await room.bots.hints.give(_own_seat(call, room))


async def show_sight(call: Call) -> wire.Sight:
    """What one's own seat sees now and was told, for whoever thinks by themselves."""
    room = await call.room()
    return room.bots.hints.sight(_own_seat(call, room))


def _own_seat(call: Call, room: Room) -> int:
    seat = _viewer(call, room)
    if seat is None:
        raise Refused("players_only")
    return seat


async def tell_ahead(call: Call) -> wire.Foresight:
    """What is certain of each move of one's own seat; ?after= names moves decided before it."""
    room = await call.room()
    seat = _viewer(call, room)
    if seat is None:
        raise Refused("players_only")
    return await foresight(
        room.table, call.services.threads, seat, call.numbers("after", MOST_STEPS)
    )


async def read_told(call: Call) -> wire.Told:
    """Who did what in this race so far, as one's own seat was told of it."""
    room = await call.room()
    return wire.told_to(room.table, _viewer(call, room))


async def read_history(call: Call) -> Response:
    """What one's own seat saw happen, the latest 2000 events; ?since= leaves out what is known."""
    call.asker.limits.use(call.asker.address, Use.HISTORY)
    room = await call.room()
    viewer, since = _viewer(call, room), call.number("since")
    since = -1 if since is None else since
    told = await call.services.histories.read(room.table.code, viewer, since)
    return Response(b"[" + b",".join(map(bytes, told)) + b"]", media_type=JSON)


async def read_news(call: Call) -> Response:
    """All news from now on, one JSON object a line; an empty line says "still here"."""
    room = await call.room()
    sender, since, limits = call.sender(room), call.number("since"), call.asker.limits
    if call.request.method == "HEAD":
        return Response(media_type=LINES)
    limits.connect(call.asker.address)  # here, where it can still be refused

    async def told(scope: Scope, receive: Receive, send: Send) -> None:
        metrics = call.services.metrics
        metrics.streams.inc()
        try:
            arrival = Arrival(call.keys(), sender, since)
            await stream_lines(call.asker, room, arrival, receive, send)
        finally:
            metrics.streams.dec()
            limits.disconnect(call.asker.address)

    return _Streamed(told)


class _Streamed(Response):
    """A response that is written by whoever made it."""

    def __init__(self, told: Any) -> None:
        super().__init__()
        self._told = told

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._told(scope, receive, send)


async def read_record(call: Call) -> Response:
    """A game that is over, to keep, to replay and to check with `galopp verify`."""
    call.asker.limits.use(call.asker.address, Use.REPLAY)
    room, wanted = await call.room(), call.number("round")
    entries = await call.services.store.reads.log_of(room.table.code)
    call.services.days.check_open(entries, wanted)
    written = await call.services.threads.run(record_of, room.table.code, entries, wanted)
    name = f"{room.table.game.name}-{room.table.code}.txt"
    return PlainTextResponse(
        written, headers={"content-disposition": f'attachment; filename="{name}"'}
    )


OPERATIONS = (
    Operation(
        "POST",
        "/api/tables/{code}/messages",
        send_message,
        "Say something to the table",
        body=AnyMessage,
        answer=wire.Accepted,
        keyed=True,
        at_table=True,
        refusals=(403, 409),
    ),
    Operation(
        "GET",
        "/api/tables/{code}/game",
        look_at_game,
        "The game as one's own seat sees it",
        answer=feed.GameNews,
        keyed=True,
        at_table=True,
        query=OF_SEAT,
        refusals=(400, 403, 409),
    ),
    Operation(
        "GET",
        "/api/tables/{code}/hint",
        give_hint,
        "What a bot would do now in one's own place, with its chances",
        answer=wire.Hint,
        keyed=True,
        at_table=True,
        query=OF_SEAT,
        refusals=(400, 403, 409),
    ),
    Operation(
        "GET",
        "/api/tables/{code}/sight",
        show_sight,
        "What one's own seat sees now and was told of the race, for thinking by oneself",
        answer=wire.Sight,
        keyed=True,
        at_table=True,
        query=OF_SEAT,
        refusals=(400, 403, 409),
    ),
    Operation(
        "GET",
        "/api/tables/{code}/foresight",
        tell_ahead,
        "What is certain to happen with each move of one's own seat",
        answer=wire.Foresight,
        keyed=True,
        at_table=True,
        query={**OF_SEAT, "after": "codes that would be decided before, with commas between"},
        refusals=(400, 403, 409),
    ),
    Operation(
        "GET",
        "/api/tables/{code}/told",
        read_told,
        "Who did what in this race, as bots are told of it",
        answer=wire.Told,
        keyed=True,
        at_table=True,
        query=OF_SEAT,
        refusals=(400, 403, 409),
    ),
    Operation(
        "GET",
        "/api/tables/{code}/history",
        read_history,
        "What one's own seat saw happen so far",
        answer=list[feed.Past],
        keyed=True,
        at_table=True,
        query={**OF_SEAT, "since": "leave out events up to this number"},
        refusals=(400, 403),
    ),
    Operation(
        "GET",
        "/api/tables/{code}/news",
        read_news,
        "All news from now on, one JSON object a line",
        media=LINES,
        keyed=True,
        at_table=True,
        query={"since": "the last event heard of"},
        refusals=(400,),
    ),
    Operation(
        "GET",
        "/api/tables/{code}/record",
        read_record,
        "A game that is over, for `galopp replay` and `galopp verify`",
        media="text/plain",
        at_table=True,
        query={"round": "which game of the table; the last one that is over, if left out"},
        refusals=(400, 409),
    ),
)
