"""Everybody who wants to be told of a table or a group: brought from disk, and kept there."""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress

import msgspec

from galopp.server.notices.listener_index import ListenerIndex
from galopp.server.notices.subscriptions import Kept, Listener, is_group
from galopp.server.ops.tasks import Tasks
from galopp.server.tables.store import Store
from galopp.store import SubscriptionRow
from galopp.table.refused import NotNow

MOST_EACH = 8  # ways for one seat; the oldest makes room


class Listeners(ListenerIndex):
    """All that one process has to tell, as they are on disk."""

    def __init__(
        self,
        store: Store,
        tasks: Tasks,
        is_open: Callable[[str], bool] = lambda code: False,
    ) -> None:
        super().__init__()
        self._is_open = is_open  # whether a table is in memory
        self._store = store
        self._tasks = tasks
        self._saving: dict[Listener, asyncio.Task[None]] = {}

    # --- Coming and going

    async def read(self, code: str, name: str) -> Kept | None:
        """What was asked for, as it is on disk."""
        row = await self._store.reads.subscription(code, name)
        with suppress(msgspec.MsgspecError):  # of another version
            return None if row is None else msgspec.json.decode(row.body, type=Kept)
        return None

    async def bring(self, base: str | None) -> list[str]:
        """Bring all from disk that are this process's to tell; the codes of tables with new ones.

        Where the server knows its own address, links lead there.
        """
        rows = await self._store.reads.subscriptions()
        found = self._bring_rows([r for r in rows if self._store.ownership.is_here(r.table)], base)
        return [code for code in found if not is_group(code)]

    async def bring_group(self, code: str, base: str | None) -> None:
        """Bring what was asked for in a group, which may have been another process's until now."""
        self._bring_rows(await self._store.reads.subscriptions_of(code), base)

    def _bring_rows(self, rows: Iterable[SubscriptionRow], base: str | None) -> set[str]:
        found = set()
        for row in rows:
            with suppress(msgspec.MsgspecError):  # of another version
                listener = Listener(row.table, msgspec.json.decode(row.body, type=Kept))
                listener.kept.base = base or listener.kept.base
                if self.known(listener.code, listener.id) is None:  # else asked for anew already
                    self.take_in(listener)
                    found.add(listener.code)
        return found

    def let_go(self) -> list[str]:
        """Take out those that another process has to tell now; they stay on disk."""
        # One who is being told at this moment stays until the next time.
        codes = [code for code in self.codes if not any(one.busy for one in self.at(code))]
        gone = [code for code in codes if not self._store.ownership.is_here(code)]
        for code in gone:
            for listener in self.at(code):
                self.take_out(listener)
        return gone

    async def have_leave(self, bundle: Iterable[Listener]) -> bool:
        """Whether this process may tell them now, where several share the tables.

        Who holds a table tells what is owed there, and knows what was told by whoever held it
        before. So nobody is told anything twice.
        """
        try:
            await self._take_out_withdrawn(bundle)
            if not self._store.ownership.shared:
                return True
            for listener in bundle:
                if not await self._store.writes.claim(listener.code):
                    return False
                if listener in self:
                    await self._read_again(listener)
        except NotNow:
            return False
        return True

    async def _take_out_withdrawn(self, bundle: Iterable[Listener]) -> None:
        """What was asked for in a group holds at its tables for as long as it holds there."""
        for listener in bundle:
            asked = listener.kept.of_member
            if asked is not None and await self.read(asked.group, listener.id) is None:
                self.forget(listener)

    async def _read_again(self, listener: Listener) -> None:
        kept = await self.read(listener.code, listener.id)
        if kept is None:
            self.take_out(listener)
            return
        listener.kept.told = sorted({*listener.kept.told, *kept.told})
        listener.owed = [one for one in listener.owed if one.mark not in listener.kept.told]

    async def release(self, bundle: Iterable[Listener]) -> None:
        """Let other processes have the tables that are not in memory here."""
        if self._store.ownership.shared:
            with suppress(NotNow):
                for code in {listener.code for listener in bundle}:
                    if not self._is_open(code):
                        await self._store.writes.release(code)

    def make_room(self, code: str, holder: str) -> None:
        """Let the oldest ways of somebody go, so that there is room for one more."""
        mine = self.of(code, {holder})
        for oldest in mine[: max(0, len(mine) - MOST_EACH + 1)]:
            self.forget(oldest)

    # --- On disk

    async def write_down(self, listener: Listener) -> None:
        """Keep it; returns when it is on disk, raises `Refused` if it is not."""
        await self._store.writes.keep_subscription(self._row(listener))

    async def cross_out(self, listener: Listener) -> None:
        """Take it out; returns when nothing of it is on disk."""
        self.take_out(listener)
        await self.drop(listener.code, listener.id)

    async def drop(self, code: str, name: str) -> None:
        """Leave nothing on disk of one that this process need not have."""
        await self._store.writes.drop_subscription(code, name)

    def save(self, listener: Listener) -> None:
        """Keep what became of it, when there is time."""
        self._saving[listener] = self._tasks.start(self.write_down(listener))

    async def saved(self) -> None:
        """Returns when what was to be kept is on disk, or cannot be."""
        saving = [*self._saving.values()]
        self._saving.clear()
        if self._store.ownership.shared:
            await asyncio.gather(*saving, return_exceptions=True)

    def forget(self, listener: Listener) -> None:
        """Take it out, and let nothing of it stay on disk."""
        self.take_out(listener)
        self._tasks.start(self._store.writes.drop_subscription(listener.code, listener.id))

    def give_up(self, listener: Listener) -> None:
        """Nobody is reached there: neither at this table nor, if it asked, at others of a group."""
        self.forget(listener)
        if (asked := listener.kept.of_member) is not None:
            if (source := self.known(asked.group, listener.id)) is not None:
                self.take_out(source)
            self._tasks.start(self._store.writes.drop_subscription(asked.group, listener.id))

    def _row(self, listener: Listener) -> SubscriptionRow:
        return SubscriptionRow(listener.code, listener.id, msgspec.json.encode(listener.kept))
