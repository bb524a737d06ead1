"""Groups, put together: what is asked of them, and what happens to them by itself."""

from dataclasses import dataclass

import msgspec
import structlog

from galopp import wire
from galopp.core.fault import Fault
from galopp.group import counting, feed, judge, log
from galopp.group.fold import fold, new_group
from galopp.group.group import Group
from galopp.group.log import AnyGroupLogged
from galopp.group.message import AnyGroupMessage
from galopp.group.shown import GroupNews, Statistics
from galopp.group.verdict import Verdict
from galopp.play.record import Record
from galopp.server.groups.looking import Looking
from galopp.server.groups.luck import Luck
from galopp.server.groups.member_notices import MemberNotices, Update
from galopp.server.groups.passkeys import Passkeys
from galopp.server.groups.records import Records, without_members
from galopp.server.groups.registry import GroupRegistry
from galopp.server.groups.room import GROUP, GroupContext, GroupRoom
from galopp.server.groups.rounds import Rounds
from galopp.server.groups.tables import GroupTables
from galopp.server.groups.tickets import Tickets
from galopp.server.groups.transfer import Transfer
from galopp.server.notices.subscribing import Subscribing
from galopp.server.ops.clock import Clock
from galopp.server.ops.logs import report
from galopp.server.ops.peers import Peers
from galopp.server.ops.preparing import Preparing
from galopp.server.ops.tasks import Tasks
from galopp.server.ops.threads import Threads
from galopp.server.tables.disk import DiskFloor
from galopp.server.tables.opening import Opening
from galopp.server.tables.registry import Registry
from galopp.server.tables.reviews import Reviews
from galopp.server.tables.store import Store
from galopp.store import Entry, Heading, Write
from galopp.table import log as table_log
from galopp.table.log import AnyLogged
from galopp.table.table import Table
from galopp.wire.groups import AddGame, GameAdded, MemberGiven, OpenGroup

# What a group shows of its tables, or counts.
SHOWN = (
    table_log.Sat,
    table_log.BotSat,
    table_log.Stood,
    table_log.Swapped,
    table_log.Counted,
    table_log.Arranged,
    table_log.Began,
    table_log.Ended,
    table_log.Reopened,
    table_log.Closed,
)

# After these there are other tables to look at, or other people to tell of them.
LOOKED_AFTER = (log.TableOpened, log.Left, log.KeysDropped, log.KeyAdded)

logger = structlog.get_logger("galopp")


@dataclass(frozen=True)
class Infrastructure:
    """What groups run on: the store, and what a process has besides."""

    store: Store
    clock: Clock
    threads: Threads
    tasks: Tasks
    peers: Peers
    preparing: Preparing
    disk: DiskFloor


@dataclass(frozen=True)
class AtTables:
    """The parts that see to tables, their games and those who are told of them."""

    registry: Registry
    opening: Opening
    reviews: Reviews
    subscriptions: Subscribing


class Groups:
    """The groups of one server."""

    def __init__(self, on: Infrastructure, at: AtTables, update: Update) -> None:
        store, clock, threads = on.store, on.clock, on.threads
        self._store, self._clock, self._threads = store, clock, threads
        self._tasks, self._peers, self._disk = on.tasks, on.peers, on.disk
        self.records = Records(store, clock)
        self.passkeys = Passkeys(store, clock, threads)
        self.tickets = Tickets(store, clock, at.registry, on.peers, at.subscriptions)
        self.notices = MemberNotices(at.subscriptions, self.tickets, update)
        self.looking = Looking(store, clock, threads, at.registry, self.records)
        self.tables = GroupTables(at.registry, at.opening, self.tickets)
        self.rounds = Rounds(at.registry, at.opening, self.tickets, self.looking)
        context = GroupContext(
            clock,
            store.writes,
            threads,
            self.rounds.due,
            self._changed,
            self.notices.update,
            self._bring_anew,
        )
        self.registry = GroupRegistry(store.reads, context, store.ownership, self._brought)
        self.transfer = Transfer(store, clock, threads, on.disk, self.registry, self.records)
        self.luck = Luck(self.registry, at.reviews, on.preparing)

    # --- What is asked

    async def found(self, wanted: OpenGroup) -> MemberGiven:
        """Open a group; raises `Fault`."""
        await self._disk.check()
        code, now = await self.registry.unused_code(), self._clock.now()
        verdict = judge.found(
            wanted.name, wanted.pig, wanted.colour, wanted.member, wanted.member_pig, wanted.key
        )
        await self.add(code, verdict.events, now)
        return MemberGiven(code, int(verdict.gives["member"]), str(verdict.gives["key"]))

    async def add(self, code: str, events: list[AnyGroupLogged], now: float) -> GroupRoom:
        """A new group with these first events."""
        entries = [Entry(code, n, now, log.encode(event)) for n, event in enumerate(events)]
        await self._store.writes.append(Write(entries, Heading(code, GROUP, False, now, None)))
        founded, *others = events
        assert isinstance(founded, log.Founded)
        group = new_group(code, founded, now)
        for event in others:
            fold(group, event, now)
        logger.info("group founded", group=code)
        return self.registry.add(group)

    async def news(self, room: GroupRoom, member: int | None) -> GroupNews:
        """The group as a member sees it now, or as a screen in the room shows it."""
        shown = room.shown
        if shown is None or shown.stamp != room.stamp:
            stamp, here, now = room.stamp, room.waiting.here, room.now()
            shown = room.shown = await room.while_nothing_happens(
                feed.news, room.group, here, [*room.tables.values()], stamp, now
            )
        shown = msgspec.structs.replace(shown, at=room.now())  # clocks are set by it
        return shown if member is None else feed.for_member(shown, room.group, member)

    async def say(
        self, room: GroupRoom, member: int, said: AnyGroupMessage, key: str
    ) -> wire.Accepted:
        """Take a message; the same message gets the same answer. Raises `Fault`."""
        await room.carry_out(lambda group, now: judge.judge(group, said, member, key, now))
        if room.group.closed:
            await self.delete(room)
        return room.accepted(member, said.id)

    async def add_game(self, room: GroupRoom, member: int, wanted: AddGame) -> GameAdded:
        """Count a game that was played elsewhere; raises `Fault`."""

        def judge_it(group: Group, now: float) -> Verdict:
            return counting.add_game(group, member, wanted.id, wanted, now)

        async def keep(verdict: Verdict) -> None:
            played = verdict.events[0]
            if wanted.record and isinstance(played, log.GamePlayed):
                text = await self._threads.run(_without_members, wanted.record, played)
                await self.records.keep(room.group.code, int(verdict.gives["number"]), text)

        await self._disk.check()
        verdict = await room.carry_out(judge_it, keep, in_thread=True)
        return GameAdded(int(verdict.gives["number"]))

    async def statistics(self, room: GroupRoom, season: int | None) -> Statistics:
        """Standings of a season, or of everything; raises `Refused`."""
        now = room.now()
        return await room.while_nothing_happens(feed.statistics, room.group, season, now)

    async def delete(self, room: GroupRoom) -> None:
        """Delete a group that is closed, from memory and from disk."""
        code = room.group.code
        await self.notices.forget(room, self.notices.subscriptions.at(code))
        await self.registry.put_away(room)
        await self.delete_from_disk(code)

    async def delete_from_disk(self, code: str) -> None:
        """Delete a group, its log last: what is left halfway is found again."""
        await self.notices.subscriptions.forget_group(code)
        await self.records.forget(code)
        await self._store.writes.delete(code)
        logger.info("group deleted", group=code)

    # --- What happens

    def happened(self, table: Table, event: AnyLogged) -> None:
        """Something has happened at a table that a group may want to know."""
        if table.group and isinstance(event, SHOWN):
            self._tasks.start(self._tell(table.group))

    async def look_before_it_is_gone(self, table: Table) -> None:
        """A table is about to be deleted: count what was played there, if its group is here."""
        room = self.registry.rooms.get(table.group)
        if room is not None:
            await self._look(room)

    async def _tell(self, code: str) -> None:
        """Let a group look at its tables, wherever it is."""
        owner = self._store.ownership.elsewhere(code)
        if owner is not None and code not in self.registry.rooms:
            if await self._peers.ask(owner, f"/api/groups/{code}/face", {}) is None:
                logger.warning("not told", group=code)  # it looks by itself before long
            return
        room = await self.registry.room_or_none(code)
        if room is not None:
            self.look_soon(room)

    def look_soon(self, room: GroupRoom) -> None:
        """Look at a group's tables, after whoever looks now."""
        if not room.look_again:
            room.look_again = True
            self._tasks.start(self._look(room))

    async def _look(self, room: GroupRoom) -> None:
        try:
            async with room.looking:
                room.look_again = False
                await self.looking.look(room)
                await self.notices.follow(room)
        except Fault as fault:
            logger.warning("not looked at", group=room.group.code, fault=fault.key)
        except Exception as error:
            report(error, room.group.code)

    async def _brought(self, room: GroupRoom) -> None:
        await self.notices.subscriptions.bring_group(room.code)
        await self._look(room)
        self.luck.want(room.group)

    def _changed(self, room: GroupRoom, events: list[AnyGroupLogged]) -> None:
        if any(isinstance(event, log.GamePlayed) for event in events):
            self.luck.want(room.group)
        if any(isinstance(event, LOOKED_AFTER) for event in events):
            self.look_soon(room)

    def _bring_anew(self, room: GroupRoom) -> None:
        logger.error("out of step", group=room.group.code)
        self._tasks.start(self.registry.put_away(room))

    # --- The end

    def say_goodbye(self) -> None:
        """Let nobody wait any more: the server goes down."""
        for room in self.registry:
            room.waiting.end()

    async def close(self) -> None:
        """Put everything away."""
        await self.registry.close()


def _without_members(text: str, played: log.GamePlayed) -> str:
    return without_members(Record.read(text), played.seats)
