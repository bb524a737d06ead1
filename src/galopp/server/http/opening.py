"""Opening tables, sitting down, being let in to watch; and closing for good."""

from typing import Any

from galopp import wire
from galopp.core.fault import Fault
from galopp.server.http.operation import Call, Operation
from galopp.server.ops.limits import EVERYBODY, Use
from galopp.server.tables.room import Room
from galopp.table import feed
from galopp.table.judge import Verdict
from galopp.table.keys import Kind
from galopp.table.message import Close
from galopp.table.seating import admit, sit_down


async def open_table(call: Call, wanted: wire.OpenTable) -> wire.TableOpened:
    """Open a table."""
    call.asker.limits.use(call.asker.address, Use.OPEN)
    if wanted.begin is not None and wanted.begin.replay:
        call.asker.limits.use(EVERYBODY, Use.BRANCH_ALL)
    return await call.services.opening.open(wanted)


async def list_tables(call: Call) -> list[wire.TableListed]:
    """The public list; empty where the server keeps none."""
    return await call.services.public_list.read()


async def look_at_table(call: Call) -> feed.TableNews:
    """A table as everybody sees it who has its code."""
    return feed.table_news((await call.room()).table)


async def take_seat(call: Call, wanted: wire.SitDown) -> wire.SeatGiven:
    """Take a free seat and get its key."""
    room = await call.room()
    gives = await _carried_out(
        room,
        lambda table, _: sit_down(table, wanted.name, wanted.pig, wanted.seat, wanted.key),
    )
    return wire.SeatGiven(int(gives["seat"]), str(gives["key"]))


async def watch_table(call: Call, wanted: wire.Watch) -> wire.KeyGiven:
    """Be let in to watch and get a key for that."""
    call.asker.limits.use(call.asker.address, Use.WATCH)
    gives = await _carried_out(await call.room(), lambda table, _: admit(table, Kind(wanted.kind)))
    return wire.KeyGiven(str(gives["key"]))


async def _carried_out(room: Room, judging: Any) -> dict[str, str | int]:
    verdict: Verdict | Fault = await room.carry_out(judging)
    if isinstance(verdict, Fault):
        raise verdict
    return verdict.gives


async def delete_table(call: Call) -> None:
    """Close a table and delete everything about it. Host only."""
    room = await call.room()
    sender = call.sender(room)
    if room.table.phase != "closed":
        answer = await room.receive(Close(id="delete"), sender)
        if isinstance(answer, Fault):
            raise answer
    await call.services.delete(room)


OPERATIONS = (
    Operation(
        "POST",
        "/api/tables",
        open_table,
        "Open a table",
        body=wire.OpenTable,
        answer=wire.TableOpened,
        status=201,
        refusals=(404, 409, 503),
    ),
    Operation("GET", "/api/tables", list_tables, "The public list", answer=list[wire.TableListed]),
    Operation(
        "GET",
        "/api/tables/{code}",
        look_at_table,
        "A table as everybody sees it",
        answer=feed.TableNews,
        at_table=True,
    ),
    Operation(
        "POST",
        "/api/tables/{code}/seats",
        take_seat,
        "Take a free seat",
        body=wire.SitDown,
        answer=wire.SeatGiven,
        status=201,
        at_table=True,
        refusals=(409,),
    ),
    Operation(
        "POST",
        "/api/tables/{code}/watchers",
        watch_table,
        "Be let in to watch",
        body=wire.Watch,
        answer=wire.KeyGiven,
        status=201,
        at_table=True,
        refusals=(403, 409),
    ),
    Operation(
        "DELETE",
        "/api/tables/{code}",
        delete_table,
        "Close a table and delete everything about it",
        status=204,
        keyed=True,
        at_table=True,
        refusals=(403,),
    ),
)
