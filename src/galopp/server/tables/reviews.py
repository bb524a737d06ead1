"""Reviews of games that are over: made when somebody asks, one a person at a time, and kept.

A review is made in the process beside the server, after all searches: no table waits for it.
Whoever asks again is told how far it is and what is known so far, and in the end what came of it.
It is kept under the name of its game, and thrown away when nobody has looked at it for long.
"""

from dataclasses import dataclass

import msgspec

from galopp import wire
from galopp.play.record import Record
from galopp.review import VERSION, Review
from galopp.server.bots.searching import SearchProcess
from galopp.server.ops.clock import Clock
from galopp.server.ops.limits import TooMuch
from galopp.server.ops.tasks import Tasks
from galopp.server.ops.threads import Threads
from galopp.server.tables.replays import Replays
from galopp.server.tables.store import Store
from galopp.table.settings import DAY

SHELF = "review/"  # under such a name one is kept
KEPT = 60 * DAY  # untouched
MOST = 16  # that wait or are being made
WITHIN = 1_800.0  # seconds, with others before it


def shelf_of(name: str) -> str:
    """Where the review of a game is kept."""
    return f"{SHELF}{VERSION}/{name.upper()}"


_read = msgspec.json.Decoder(Review).decode


@dataclass
class Work:
    """A review that is being made, or waits for that."""

    who: str
    part: float = 0.0
    draft: bytes = b""  # what is known so far, as JSON


class Reviews:
    """The reviews of one server."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        threads: Threads,
        tasks: Tasks,
        replays: Replays,
        searching: SearchProcess,
    ) -> None:
        self._store, self._clock = store, clock
        self._threads, self._tasks = threads, tasks
        self._replays, self._searching = replays, searching
        self._work: dict[str, Work] = {}  # by where it will be kept

    async def ask(self, name: str, who: str) -> wire.ReviewShown:
        """The review of a game, or how far it is; raises `Refused`, also if it is too much."""
        record = (await self._replays.find(name)).record
        place = shelf_of(name)
        kept = await self._store.reads.kept(place)
        if kept is not None:
            await self._keep(place, kept)  # somebody has looked at it
            return wire.ReviewShown(1.0, await self._threads.run(_read, kept))
        if place not in self._work:
            self._begin(place, record, who)
        work = self._work[place]
        draft = await self._threads.run(_read, work.draft) if work.draft else None
        return wire.ReviewShown(round(work.part, 3), draft)

    @property
    def busy(self) -> bool:
        """Whether anybody has a review made."""
        return bool(self._work)

    async def make(self, name: str) -> Review:
        """The review of a game for whoever can wait; raises `Refused` and as searches do."""
        record, place = (await self._replays.find(name)).record, shelf_of(name)
        kept = await self._store.reads.kept(place)
        if kept is None:
            work = self._work[place] = Work("")
            await self._make(place, record, work)
            kept = await self._store.reads.kept(place)
        return await self._threads.run(_read, kept or b"")

    def _begin(self, place: str, record: Record, who: str) -> None:
        busy = any(work.who == who for work in self._work.values())
        if busy or len(self._work) >= MOST:
            raise TooMuch("too_much")
        self._work[place] = work = Work(who)
        self._tasks.start(self._make(place, record, work))

    async def _make(self, place: str, record: Record, work: Work) -> None:
        def progress(part: float, draft: bytes) -> None:
            work.part, work.draft = part, draft

        try:
            text = await self._threads.run(str, record)
            await self._keep(place, await self._searching.review(WITHIN, text, progress))
        finally:
            del self._work[place]

    async def _keep(self, place: str, review: bytes) -> None:
        await self._store.writes.keep(place, review, self._clock.now())
