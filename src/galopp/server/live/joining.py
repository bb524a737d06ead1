"""How a device comes to a table, by WebSocket or by a stream of lines.

Both are the same but for the envelope: a line is laid, keys are shown, and from then on the
device is told everything its keys let it see.
"""

from typing import cast

from galopp.server.ops.limits import Limits, Use
from galopp.server.tables.house import House
from galopp.server.tables.room import Guest, Room
from galopp.table.feed import Past
from galopp.table.refused import Refused
from galopp.table.table import Sender
from galopp.wire import Missed, encode

MOST_MISSED = 500  # events; whoever was away for longer reads the history


class NoKey(Refused):
    """None of the keys opens anything here."""


def known(room: Room, keys: list[str], limits: Limits, address: str) -> Sender:
    """What the holder of these keys may do; raises `NoKey`, and counts as a guess."""
    sender = room.table.who(keys)
    if not sender.anybody:
        limits.use(address, Use.GUESS)
        raise NoKey("key_opens_nothing")
    room.table.has_come(sender)
    return sender


async def find_room(house: House, code: str, limits: Limits, address: str) -> Room:
    """The room of a table, its code in any case; one that is nobody's counts as a guess."""
    try:
        return await house.room(code.upper())
    except Refused as refused:
        if refused.key == "no_such_table":
            limits.use(address, Use.GUESS)
        raise


async def sit_in(room: Room, guest: Guest, since: int | None) -> None:
    """Let a device join, and first tell it what it missed."""
    missed = await _missed(room, guest, since)
    guest.line.catch_up = lambda: [encode(news).decode() for news in room.snapshot(guest)]
    room.join(guest, missed)


async def _missed(room: Room, guest: Guest, since: int | None) -> list[Missed]:
    latest = room.table.seq - 1
    if since is None or not latest - MOST_MISSED <= since < latest:
        return []
    # Not here: it takes ten milliseconds, and after a restart everybody comes at once.
    code, histories = room.table.code, room.house.histories
    return [
        Missed(viewer, cast(list[Past], await histories.missed(code, viewer, since)))
        for viewer in guest.viewers
    ]
