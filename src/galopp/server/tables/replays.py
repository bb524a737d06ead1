"""Games that are over, to be watched again: those of this server's tables, and files people bring.

A file is a game like any other once it has been played through. It is kept under the hash of
its text, so that it has an address that can be passed on, and thrown away like a table when
nobody has looked at it for long.
"""

import hashlib
import re
from dataclasses import replace

from galopp.core.fault import Unreadable
from galopp.group.fold import folded
from galopp.group.group import Group
from galopp.group.keys import GROUP_CODE
from galopp.group.log import Placed
from galopp.play.record import Record
from galopp.server.ops.clock import Clock
from galopp.server.ops.threads import Threads
from galopp.server.tables.days import Days
from galopp.server.tables.store import Store
from galopp.table.beginning import beginning
from galopp.table.keys import CODE
from galopp.table.log import Beginning
from galopp.table.record import Round, round_of
from galopp.table.refused import Refused
from galopp.table.seat import PIGS, Seat
from galopp.table.settings import DAY

OF_TABLE = re.compile(rf"({CODE.pattern})-([1-9][0-9]{{0,5}})")
OF_FILE = re.compile(r"[0-9a-f]{24}")
OF_GROUP = re.compile(rf"({GROUP_CODE.pattern})-([1-9][0-9]{{0,5}})")
SHELF = "record/"  # under such a name a file is kept
GAMES = "game/"  # under such a name a game of a group is, for as long as the group
KEPT = 60 * DAY  # untouched
GUEST = "-"  # in place of the hash of a key: a person sat there


def game_name(group: str, number: int | None = None) -> str:
    """The name under which a game of a group is kept, or how the names of all of them begin."""
    return f"{GAMES}{group}/" + ("" if number is None else f"{number:06}")


class Replays:
    """The games of one server that can be watched again."""

    def __init__(self, store: Store, clock: Clock, threads: Threads, days: Days) -> None:
        self._store = store
        self._clock = clock
        self._threads = threads
        self._days = days

    async def find(self, name: str) -> Round:
        """A game by its name, "KQHTZM-2" in any case or a file's hash; raises `Refused`."""
        if found := OF_TABLE.fullmatch(name.upper()):
            return await self._of_table(found[1], int(found[2]))
        if found := OF_GROUP.fullmatch(name.upper()):
            return await self._of_group(found[1], int(found[2]))
        if OF_FILE.fullmatch(name):
            return await self._of_file(name)
        raise Refused("no_such_replay")

    async def _of_table(self, code: str, number: int) -> Round:
        entries = await self._store.reads.log_of(code)
        if not entries:
            raise Refused("no_such_replay")
        self._days.check_open(entries, number)
        return await self._threads.run(round_of, code, entries, number)

    async def _of_group(self, code: str, number: int) -> Round:
        text = await self._store.reads.kept(game_name(code, number))
        entries = await self._store.reads.log_of(code)
        if text is None or not entries:
            raise Refused("no_such_replay")
        return await self._threads.run(_game_of, code, entries, number, text.decode())

    async def _of_file(self, name: str) -> Round:
        text = await self._store.reads.kept(SHELF + name)
        if text is None:
            raise Refused("no_such_replay")
        record = await self._threads.run(Record.read, text.decode())
        await self._keep(name, text)  # somebody has looked at it
        return Round(record, [], None)

    async def bring(self, text: str) -> str:
        """Keep a file, if it is a legal game; its name. Raises `BadRecord` saying what is not."""
        record = await self._threads.run(Record.read, text)
        if not record.moves:
            raise Unreadable("record_without_decisions")
        written = str(record).encode()
        name = hashlib.sha256(written).hexdigest()[:24]
        await self._keep(name, written)
        return name

    async def beginning(self, name: str, decisions: int, same_luck: bool) -> Beginning:
        """A position of a game, for a table to begin with; raises `Refused`."""
        record = (await self.find(name)).record
        return await self._threads.run(beginning, record, decisions, same_luck, name)

    async def _keep(self, name: str, text: bytes) -> None:
        await self._store.writes.keep(SHELF + name, text, self._clock.now())


def _game_of(code: str, entries: list[tuple[float, bytes]], number: int, text: str) -> Round:
    """A game of a group, with the names that its members go by now."""
    group = folded(code, entries)
    game = None if group is None else group.game(number)
    if group is None or game is None:
        raise Refused("no_such_replay")
    seats = [_seat_of(group, n, placed) for n, placed in enumerate(game.played.seats)]
    names = {n: seat.name for n, seat in enumerate(seats) if seat.name}
    return Round(replace(Record.read(text), names=names), seats, game.played.played)


def _seat_of(group: Group, number: int, placed: Placed) -> Seat:
    if placed.member is None:
        return Seat(placed.name, PIGS[number], "" if placed.level else GUEST, placed.level)
    member = group.members[placed.member]
    return Seat(member.name, member.pig or PIGS[number], GUEST)
