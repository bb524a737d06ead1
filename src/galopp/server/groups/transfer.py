"""A group as one file, and back: what `galopp.group.transfer` makes of it, with its records."""

import asyncio

import msgspec

from galopp.core.fault import Unreadable
from galopp.group import log
from galopp.group.devices import add_key
from galopp.group.transfer import GroupFile, Told, exported, imported
from galopp.play.record import Record
from galopp.server.groups.records import Records, without_members
from galopp.server.groups.registry import GroupRegistry
from galopp.server.groups.room import GROUP, GroupRoom
from galopp.server.ops.clock import Clock
from galopp.server.ops.threads import Threads
from galopp.server.tables.disk import DiskFloor
from galopp.server.tables.store import Store
from galopp.store import Entry, Heading, Write
from galopp.wire.groups import MemberGiven

_read = msgspec.json.Decoder(GroupFile).decode


class Transfer:
    """Takes groups along, and brings them."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        threads: Threads,
        disk: DiskFloor,
        registry: GroupRegistry,
        records: Records,
    ) -> None:
        self._store, self._clock, self._threads, self._disk = store, clock, threads, disk
        self._registry, self._records = registry, records
        self.one_at_a_time = asyncio.Lock()  # a file is large

    async def export(self, room: GroupRoom, member: int, with_records: bool) -> bytes:
        """A group as a file, for one of its members."""
        code, records = room.group.code, {}
        for game in room.group.games if with_records else ():
            if game.played.has_record:
                records[str(game.number)] = await self._records.read(code, game.number)
        entries = await self._store.reads.log_of(code)
        return await room.while_nothing_happens(_written, room, entries, member, records)

    async def bring(self, written: bytes) -> MemberGiven:
        """A group from a file, as a new one; raises `Fault`."""
        await self._disk.check()
        code, now = await self._registry.unused_code(), self._clock.now()
        file, told = await self._threads.run(_opened, code, written, now)
        try:
            for number, text in await self._threads.run(_records_of, file, told):
                await self._records.keep(code, number, text)
            entries = [Entry(code, n, at, log.encode(one)) for n, (at, one) in enumerate(told)]
            await self._store.writes.append(Write(entries, Heading(code, GROUP, False, now, None)))
        except BaseException:
            await self._records.forget(code)
            raise
        room = await self._registry.room(code)
        verdict = await room.carry_out(lambda group, _: add_key(group, file.you))
        return MemberGiven(code, file.you, str(verdict.gives["key"]))


def _written(
    room: GroupRoom, entries: list[tuple[float, bytes]], member: int, records: dict[str, str]
) -> bytes:
    told = (Told(at, log.decode(body)) for at, body in entries)
    return msgspec.json.encode(exported(room.group, told, member, records))


def _opened(code: str, written: bytes, now: float) -> tuple[GroupFile, list[Told]]:
    try:
        file = _read(written)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise Unreadable("bad_group_file", reason="JSON") from None
    return file, imported(code, file, now)


def _records_of(file: GroupFile, told: list[Told]) -> list[tuple[int, str]]:
    """The records of games that have one, by their numbers."""
    played = [event for _, event in told if isinstance(event, log.GamePlayed)]
    return [
        (number, without_members(Record.read(file.records[str(number)]), event.seats))
        for number, event in enumerate(played, 1)
        if event.has_record
    ]
