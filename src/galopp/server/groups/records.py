"""The games of groups as text, so that they can be watched for as long as their group is there.

A table forgets its games after weeks. A group's are kept under its code and their numbers, without
the names of members: those are read from the group whenever a game is shown, so that somebody who
has left is nobody there, too.
"""

import math
from collections.abc import Sequence
from dataclasses import replace

from galopp.group.log import Placed
from galopp.play.record import Record
from galopp.server.ops.clock import Clock
from galopp.server.tables.replays import game_name
from galopp.server.tables.reviews import shelf_of
from galopp.server.tables.store import Store


class Records:
    """The games of all groups."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock

    async def keep(self, group: str, number: int, text: str) -> None:
        """Keep a game that is about to be counted under this number."""
        name, body = game_name(group, number), text.encode()
        kept = await self._store.reads.kept(name)
        if kept is not None and kept != body:  # of one that was not counted after all
            await self._store.writes.throw_away(name, math.inf)
        await self._store.writes.keep(name, body, self._clock.now())

    async def read(self, group: str, number: int) -> str:
        """A game as it was kept; "" if it was not."""
        kept = await self._store.reads.kept(game_name(group, number))
        return "" if kept is None else kept.decode()

    async def forget(self, group: str) -> None:
        """Delete all games of a group, and what was found out about them."""
        for beginning in names_of(group):
            await self._store.writes.throw_away(beginning, math.inf)


def names_of(group: str) -> tuple[str, str]:
    """How the names begin under which something of a group is kept besides its log."""
    return game_name(group), shelf_of(f"{group}-")


def without_members(record: Record, seats: Sequence[Placed]) -> str:
    """The text of a game that names no member: they are named as long as they are members."""
    guests = {n: name for n, name in record.names.items() if seats[n].member is None}
    return str(replace(record, names=guests))
