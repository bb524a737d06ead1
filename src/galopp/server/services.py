"""The parts of one server, put together: each is handed what it uses, and nothing else."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass

import structlog
from prometheus_client import Counter

from galopp import wire
from galopp.bots import thinks_ahead
from galopp.core.fault import Fault
from galopp.server.bots.service import HINT_BOT, BotService
from galopp.server.groups.caretaker import GroupCaretaker
from galopp.server.groups.service import AtTables, Groups, Infrastructure
from galopp.server.notices.listeners import Listeners
from galopp.server.notices.scheduler import Scheduler
from galopp.server.notices.sender import AS_USUAL, Allowed, Sender
from galopp.server.notices.subscribing import Subscribing
from galopp.server.ops.clock import Clock
from galopp.server.ops.memory import Garbage, collect_the_youngest
from galopp.server.ops.metrics import Metrics
from galopp.server.ops.peers import Peers
from galopp.server.ops.preparing import Preparing
from galopp.server.ops.tasks import Tasks
from galopp.server.ops.threads import Threads
from galopp.server.site.qr import QrCodes
from galopp.server.tables import days, replays, reviews
from galopp.server.tables.caretaker import KEPT_IDLE, Caretaker
from galopp.server.tables.disk import DiskFloor
from galopp.server.tables.expiry import Expiry
from galopp.server.tables.histories import Histories
from galopp.server.tables.opening import Opening, PublicList
from galopp.server.tables.ownership import SharedAt
from galopp.server.tables.registry import Registry
from galopp.server.tables.room import Room, RoomContext
from galopp.server.tables.store import Store
from galopp.store.opening import FolderPlace, Place
from galopp.table import log
from galopp.table.log import AnyLogged
from galopp.table.table import Table

KNOWN_AFTER = 0.5  # seconds, until processes that share the tables know that one goes
TOLD_TO_THE_OPERATOR = (log.Opened, log.Began, log.Ended, log.Closed)
KEPT_BESIDES = {
    replays.SHELF: replays.KEPT,
    reviews.SHELF: reviews.KEPT,
    days.TABLES: days.KEPT,
}

logger = structlog.get_logger("galopp")


@dataclass(frozen=True)
class ServiceConfiguration:
    """What the operator has chosen for the parts of a server."""

    public_list: bool
    kept_idle: float = KEPT_IDLE
    hint_bot: str = HINT_BOT
    allowed: Allowed = AS_USUAL
    shared_at: SharedAt | None = None


class Services:
    """The parts of one server."""

    def __init__(
        self, place: Place, clock: Clock, metrics: Metrics, chosen: ServiceConfiguration
    ) -> None:
        allowed, kept_idle = chosen.allowed, chosen.kept_idle
        self.clock, self.metrics = clock, metrics
        self._counters: dict[type[AnyLogged], Counter] = {}  # of events, found by their tag once
        self.staying = chosen.shared_at is None  # it has, or may get, tables of its own
        self.tasks, self.threads, self.garbage = Tasks(), Threads(), Garbage()
        self.store = Store(place, metrics, chosen.shared_at, self._members_changed)
        self.ownership, self.peers = self.store.ownership, Peers()
        self._number = self.ownership.number
        self.disk = DiskFloor(place.folder if isinstance(place, FolderPlace) else None)
        self.preparing = Preparing()
        self.bots = BotService(metrics, chosen.hint_bot, allowed.limits)
        self.qr_codes = QrCodes(self.threads)
        self.histories = Histories(self.store.reads, self.threads)
        self.days = days.Days(self.store, clock, self.threads)
        self.replays = replays.Replays(self.store, clock, self.threads, self.days)
        self.reviews = reviews.Reviews(
            self.store, clock, self.threads, self.tasks, self.replays, self.bots.searching
        )
        context = RoomContext(
            clock, self.store.writes, self.bots, self._happened, self._watch, self._bring_anew
        )
        self.registry = Registry(
            self.store.reads, self.preparing, context, self._put_away, self.ownership
        )
        self.opening = Opening(
            self.registry, context, self.threads, self.disk, self.days, self.replays
        )
        self.public_list = PublicList(self.registry, self.store.reads, chosen.public_list)
        sender = Sender(allowed, self.store, clock, metrics)
        listeners = Listeners(self.store, self.tasks, self._is_open)
        self.notices = Scheduler(
            sender, listeners, clock, self.tasks, self.preparing, self.registry
        )
        self.subscriptions = Subscribing(sender, listeners, clock, self.notices.update)
        self.groups = Groups(
            Infrastructure(
                self.store,
                clock,
                self.threads,
                self.tasks,
                self.peers,
                self.preparing,
                self.disk,
            ),
            AtTables(self.registry, self.opening, self.reviews, self.subscriptions),
            self.notices.update_group,
        )
        self.expiry = Expiry(self.store, clock, KEPT_BESIDES, self._deleted)
        chores = (self._clear_garbage, self.bots.searching.rest, self.days.forget_many)
        self.caretaker = Caretaker(self.registry, self.store, clock, self.expiry, chores, kept_idle)
        self.group_caretaker = GroupCaretaker(
            self.groups, self.store, clock, self.expiry, kept_idle
        )

    async def start(self) -> None:
        """Look after what was going on when the server stopped, and begin to serve."""
        for work in (
            self._get_ready(),
            self.caretaker.serve(),
            self.caretaker.watch_the_clock(),
            self.metrics.watch_the_loop(),
            collect_the_youngest(),
            self.notices.serve(),
            self.group_caretaker.serve(),
            self.groups.luck.serve(),
        ):
            self.tasks.start(work)

    async def _get_ready(self) -> None:
        """Get tables of its own when games can be played: others go on with them until then."""
        await self.preparing.prepare()
        while not self.staying:
            try:
                await self.store.writes.arrive()
                self.staying = True
            except Fault as fault:
                logger.warning("not there yet", fault=fault.key)
                await asyncio.sleep(KNOWN_AFTER)
        await self.preparing.prepare_reviews()  # nobody waits for a table because of a review

    # --- What one part tells others

    def _happened(self, table: Table, event: AnyLogged) -> None:
        """Count what happened, and tell the operator of what is worth telling."""
        self._count(type(event))
        if isinstance(event, log.Decided):
            return  # nearly always
        if isinstance(event, log.BotSat | log.TookOver) and thinks_ahead(event.level):
            self.tasks.start(self.bots.searching.start())
        if isinstance(event, log.Began | log.Ended):
            self.days.forget(table.code)
        self.groups.happened(table, event)
        if isinstance(event, TOLD_TO_THE_OPERATOR):
            logger.info(
                log.tag(type(event).__name__),
                table=table.code,
                game=table.game.name,
                players=table.players,
            )

    def _count(self, kind: type[AnyLogged]) -> None:
        if kind not in self._counters:
            self._counters[kind] = self.metrics.events.labels(log.tag(kind.__name__))
        self._counters[kind].inc()

    def is_in_memory(self, code: str) -> bool:
        """Whether a table, or a group, is here whoever is said to have it."""
        return code in self.registry.rooms or code in self.groups.registry.rooms

    def _watch(self, room: Room) -> None:
        """Something has happened at a table, or somebody came, went or looked away."""
        self.notices.update(room)

    def _bring_anew(self, room: Room) -> None:
        """A table in memory has lost step with its log."""
        self.tasks.start(self.registry.bring_anew(room))

    def _members_changed(self) -> None:
        """Processes that share the tables came or went, or this one was thought dead."""
        self.peers.cut(self.ownership.addresses)
        self.tasks.start(self._share_anew())

    async def _share_anew(self) -> None:
        """Let go of what is another's now; of everything, if this process was thought dead."""
        before, self._number = self._number, self.ownership.number
        lost = before != self._number
        if not self.staying and not lost:
            return  # who leaves hands over when the others know
        logger.info("members", members=len(self.ownership.addresses), lost=lost)
        await self.registry.hand_over(lambda code: lost or not self.ownership.is_here(code))
        await self.groups.registry.put_away_all(
            lambda room: lost or not self.ownership.is_here(room.group.code)
        )
        await self.notices.members_changed()

    def _is_open(self, code: str) -> bool:
        """Whether a table, or a group, is in memory."""
        return code in self.registry.rooms or code in self.groups.registry.rooms

    def _put_away(self, code: str) -> None:
        """A table is not in memory any more."""
        self.histories.forget([code])
        self.garbage.add()

    def _deleted(self, code: str) -> None:
        """A table is not on disk any more."""
        self.notices.forget_table(code)

    def _clear_garbage(self) -> None:
        self.garbage.clear_away(self.registry.guests)

    async def delete(self, room: Room) -> None:
        """Delete a table that is closed, from memory and from disk."""
        code = room.table.code
        await self.groups.look_before_it_is_gone(room.table)
        await self.registry.put_away(room)
        await self.store.writes.delete(code)
        self._deleted(code)
        self.days.forget(code)

    # --- Closing

    async def say_goodbye(self) -> None:
        """Tell every device that the server goes down, and when to come back."""
        self.staying = False
        if self.ownership.shared:
            await self._leave()
        self.groups.say_goodbye()
        outboxes = [guest.outbox for room in self.registry for guest in room.guests]
        if self.ownership.others_stay:
            await self.registry.hand_over(lambda code: True)
            await self.groups.registry.put_away_all(lambda room: True)
        for room in self.registry:
            room.say_goodbye(wire.Goodbye("restart", 1.0))
        await asyncio.gather(*(outbox.flush() for outbox in outboxes))

    async def _leave(self) -> None:
        """Tell the other processes, and play on until they know: then nobody waits for them."""
        with suppress(Fault):  # it ends by itself as well
            await self.store.writes.leave()
            if self.ownership.others_stay:
                await asyncio.sleep(KNOWN_AFTER)

    async def close(self) -> None:
        """Stop everything, and write down what is left."""
        await self.groups.close()
        await self.registry.close()
        await self.tasks.end()
        await self.notices.close()
        await self.store.close()
        await self.peers.close()
        await self.bots.close()
        self.threads.close()
