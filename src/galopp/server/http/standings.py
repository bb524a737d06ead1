"""How a few tables stand, for somebody who has a place there: one question for all of them."""

import re

import msgspec

from galopp import wire
from galopp.core.fault import Fault
from galopp.locale import Language
from galopp.play.position import Position
from galopp.play.telling import Teller
from galopp.server.http.operation import Call, Operation
from galopp.server.live.joining import find_room
from galopp.server.ops.peers import RELAYED
from galopp.server.tables.room import Room
from galopp.table.refused import Refused
from galopp.table.table import LOBBY, OVER, PLAYING
from galopp.wire.standings import GONE

# Codes with commas between; not more than somebody may show keys for.
TABLES = r"[A-Za-z0-9]{3,12}(,[A-Za-z0-9]{3,12}){0,7}"


async def look_at_standings(call: Call) -> list[wire.TableStands]:
    """How some tables stand; what cannot be looked at just now is left out."""
    written = call.request.query_params.get("tables")
    if written is None:
        return []
    if not re.fullmatch(TABLES, written):
        raise Refused("unreadable_message", reason="tables")
    found = [await _stands(call, code.upper()) for code in written.split(",")]
    return [stands for stands in found if stands is not None]


async def _elsewhere(call: Call, code: str, owner: str) -> wire.TableStands | None:
    """How a table stands that another process has."""
    passed_on = ("authorization", "accept-language", "host")
    headers = {name: call.request.headers.get(name, "") for name in passed_on}
    headers["x-forwarded-for"] = call.asker.address
    path = f"{call.asker.serving.root_path}/api/standings?tables={code}"
    answer = await call.services.peers.ask(owner, path, headers)
    if answer is None:
        return None
    found = msgspec.json.decode(answer, type=list[wire.TableStands])
    return found[0] if found else None


async def _stands(call: Call, code: str) -> wire.TableStands | None:
    owner = call.services.ownership.elsewhere(code)
    if owner is not None and RELAYED not in call.request.headers:
        return await _elsewhere(call, code, owner)
    try:
        room = await find_room(call.asker, code)
    except Refused as refused:
        return wire.TableStands(code, GONE) if refused.key == "no_such_table" else None
    except Fault:
        return None
    return _described(call, room)


def _described(call: Call, room: Room) -> wire.TableStands:
    table = room.table
    sender = table.who(call.keys())
    if not (sender.anybody or table.settings.watchable):
        return wire.TableStands(table.code, table.phase, table.round)
    over = table.position if table.phase == OVER else None
    names = [seat.name for seat in table.seats]
    told = "" if over is None or over.winners else _told(call.asker.language, over, names)
    return wire.TableStands(
        table.code,
        table.phase,
        table.round,
        free=sum(seat.free for seat in table.seats) if table.phase == LOBBY else 0,
        names=names,
        yours=sorted(sender.seats),
        asked=table.asked if table.phase == PLAYING else [],
        winners=over.winners if over else [],
        unowned=told,
    )


def _told(language: Language, over: Position, names: list[str]) -> str:
    return Teller(language, over.game, names).outcome(over)


OPERATIONS = (
    Operation(
        "GET",
        "/api/standings",
        look_at_standings,
        "How a few tables stand",
        answer=list[wire.TableStands],
        query={"tables": "up to eight codes, with commas between"},
        refusals=(400,),
    ),
)
