"""How a device comes to a table, by WebSocket or by a stream of lines.

Both are the same but for the envelope: a line is laid, keys are shown, and from then on the
device is told everything its keys let it see.
"""

from typing import cast

from galopp.server.asking import Asker
from galopp.server.ops.limits import Use
from galopp.server.tables.guest import Guest
from galopp.server.tables.histories import Histories
from galopp.server.tables.room import Room
from galopp.table.feed import Past
from galopp.table.refused import Refused
from galopp.table.table import Sender
from galopp.wire import Missed

MOST_MISSED = 500  # events; whoever was away for longer reads the history
MOST_LOOKS = 20  # at what was missed, at a table at which bots decide without a pause


class NoKey(Refused):
    """None of the keys opens anything here."""


def known(asker: Asker, room: Room, keys: list[str]) -> Sender:
    """What the holder of these keys may do; raises `NoKey`, and counts as a guess."""
    sender = room.table.who(keys)
    if not sender.anybody:
        asker.limits.use(asker.address, Use.GUESS)
        raise NoKey("key_opens_nothing")
    room.table.has_come(sender)
    return sender


async def find_room(asker: Asker, code: str) -> Room:
    """The room of a table, its code in any case; one that is nobody's counts as a guess."""
    try:
        return await asker.services.registry.room(code.upper())
    except Refused as refused:
        if refused.key == "no_such_table":
            asker.limits.use(asker.address, Use.GUESS)
        raise


async def sit_in(histories: Histories, room: Room, guest: Guest, since: int | None) -> None:
    """Let a device join, and first tell it what it missed."""
    missed = await _missed(histories, room, guest, since)
    guest.outbox.catch_up = lambda: room.announcer.snapshot(guest)
    room.join(guest, missed)


async def _missed(
    histories: Histories, room: Room, guest: Guest, since: int | None
) -> list[Missed]:
    missed: list[Missed] = []
    for _ in range(MOST_LOOKS):
        latest = room.table.seq - 1
        if since is None or not latest - MOST_MISSED <= since < latest:
            return []
        # Not here: it takes ten milliseconds, and after a restart everybody comes at once.
        code = room.table.code
        missed = [
            Missed(viewer, cast(list[Past], await histories.missed(code, viewer, since)))
            for viewer in guest.viewers
        ]
        if room.table.seq - 1 == latest:
            break  # else something has happened meanwhile, of which nobody would tell
    return missed
