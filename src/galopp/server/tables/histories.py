"""What people saw happen at a table: told once for each viewer, and kept while it is asked for.

To find the words for an event takes a millisecond, and what was seen never changes. So each
viewer's history goes on from where it was last told, and many who ask for the same wait for
one telling.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable

import msgspec

from galopp.server.ops.threads import Threads
from galopp.server.tables.store import Reads
from galopp.table import feed
from galopp.table.feed import OPENING, Viewer
from galopp.table.table import Table

MOST_TOLD = 2000  # events in one answer, the latest; far more than a game has
MOST_KEPT = 100_000  # events of all histories together

Told = list[msgspec.Raw]  # a `Past` each, as it is sent
InThread = Callable[..., Awaitable[Told]]


class Retelling:
    """One viewer's history of one table, as far as it was told."""

    def __init__(self, code: str, viewer: Viewer) -> None:
        self.code = code
        self.viewer = viewer
        self.seq = 0  # of the next event
        self.since = 0  # all after this one is kept
        self.told: Told = []
        self._table: Table | None = None

    def reaches(self, since: int) -> bool:
        """Whether what happened after an event is kept, as far back as anybody is told."""
        return not self.seq or max(since, OPENING, self.seq - 1 - MOST_TOLD) >= self.since

    def tell(self, entries: list[tuple[float, bytes]], since: int) -> Told:
        """Go on with the events that have come, and tell what was after one; in a thread."""
        if not self.seq:
            self.since = max(since, OPENING, len(entries) - 1 - MOST_TOLD)
        stands = self._table
        for table, past in feed.retell(self.code, entries, self.viewer, self.since, stands):
            stands = table
            if past is not None:
                self.told.append(msgspec.Raw(msgspec.json.encode(past)))
        self._table = stands
        self.seq += len(entries)
        self._forget_the_oldest()
        return self.told[max(0, since - self.since, len(self.told) - MOST_TOLD) :]

    def _forget_the_oldest(self) -> None:
        if len(self.told) > 2 * MOST_TOLD:
            gone = len(self.told) - MOST_TOLD
            del self.told[:gone]
            self.since += gone


class _Kept:
    def __init__(self) -> None:
        self.telling = asyncio.Lock()
        self.retelling: Retelling | None = None


class Histories:
    """The histories of one server that somebody asked for lately."""

    def __init__(self, reads: Reads, threads: Threads) -> None:
        self._reads = reads
        self._threads = threads
        self._kept: OrderedDict[tuple[str, Viewer], _Kept] = OrderedDict()

    async def read(self, code: str, viewer: Viewer, since: int) -> Told:
        """What a viewer saw happen after an event, for whoever has time to wait."""
        return await self._told(code, viewer, since, self._threads.run)

    async def missed(self, code: str, viewer: Viewer, since: int) -> Told:
        """The same for somebody who returns and waits for nobody but others who do."""
        kept = self._kept.get((code, viewer))
        if kept is not None and kept.telling.locked():
            return await self._tell(
                Retelling(code, viewer), since, self._threads.run_for_whoever_returns
            )
        return await self._told(code, viewer, since, self._threads.run_for_whoever_returns)

    async def _told(self, code: str, viewer: Viewer, since: int, in_thread: InThread) -> Told:
        kept = self._kept.setdefault((code, viewer), _Kept())
        self._kept.move_to_end((code, viewer))
        async with kept.telling:
            retelling, kept.retelling = kept.retelling, None  # nobody's, unless all goes well
            if retelling is None or not retelling.reaches(since):
                retelling = Retelling(code, viewer)
            told = await self._tell(retelling, since, in_thread)
            kept.retelling = retelling
        self._make_room()
        return told

    async def _tell(self, retelling: Retelling, since: int, in_thread: InThread) -> Told:
        entries = await self._reads.log_of(retelling.code, retelling.seq - 1)
        return await in_thread(retelling.tell, entries, since)

    def _make_room(self) -> None:
        kept = sum(_length(one) for one in self._kept.values())
        while kept > MOST_KEPT and len(self._kept) > 1:
            _, oldest = self._kept.popitem(last=False)
            kept -= _length(oldest)

    def forget(self, codes: Iterable[str]) -> None:
        """These tables are deleted or put away."""
        gone = {*codes}
        for key in [key for key in self._kept if key[0] in gone]:
            del self._kept[key]


def _length(kept: _Kept) -> int:
    return len(kept.retelling.told) if kept.retelling is not None else 0
