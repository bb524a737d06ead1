"""What a process owns in memory: brought from the log once, shown while it is owned, let go of.

Tables and groups are kept in one log and owned by one lease, so both have their rooms here; how
one of them is read, and what its room is, is for its registry to know. Where several processes
share the log, a code is claimed before it is read and released when its room has ended.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Generic, Protocol, TypeVar

import structlog

from galopp.core.fault import Fault
from galopp.server.ops.clock import Clock
from galopp.server.ops.logs import report
from galopp.server.tables.ownership import Ownership
from galopp.server.tables.store import Writes
from galopp.table.refused import NotNow

logger = structlog.get_logger("galopp")


class Owned(Protocol):
    """A room, as far as it matters who owns what is in it."""

    owner: int  # the number under which this process has it
    used: float  # when anybody last wanted something

    @property
    def code(self) -> str:
        """What it is known by in the log."""

    async def end(self) -> None:
        """Let nothing more happen there."""


R = TypeVar("R", bound=Owned)


class OwnedRooms(Generic[R]):
    """The rooms of one kind that a process has, by their codes."""

    def __init__(
        self,
        kind: str,
        ownership: Ownership,
        writes: Writes,
        clock: Clock,
        bring: Callable[[str], Awaitable[R]],
    ) -> None:
        self.by_code: dict[str, R] = {}
        self._kind = kind  # "table" or "group"
        self._ownership, self._writes, self._clock = ownership, writes, clock
        self._bring = bring  # makes a room from the log; raises `Refused`
        self._bringing: dict[str, asyncio.Task[R]] = {}
        # Until these are done: what is claimed again before would be let go of all the same.
        self._releasing: dict[str, asyncio.Future[None]] = {}
        self._unreleased: set[str] = set()  # what is still this process's in the log

    def __iter__(self) -> Iterator[R]:
        return iter([*self.by_code.values()])

    def __contains__(self, room: R) -> bool:
        return self.by_code.get(room.code) is room  # else it was brought anew meanwhile

    @property
    def in_use(self) -> set[str]:
        """The codes of rooms that are there, or will be in a moment."""
        return {*self.by_code, *self._bringing}

    def may_get(self, code: str) -> bool:
        """Whether something new under a code would be this process's own; raises `NotNow`."""
        if not self._ownership.gets_tables:
            raise self._busy()  # no code would be
        return code not in self.by_code and self._ownership.is_here(code)

    async def room(self, code: str) -> R:
        """The room of a code, brought from the log if need be; raises `Refused`."""
        room = self.by_code.get(code) or await self._brought_once(code)
        if not self._ownership.still_has(room.owner):
            raise self._busy()  # it may be another's, and be further there
        room.used = self._clock.now()  # so that it is not put away under their feet
        return room

    async def room_or_none(self, code: str) -> R | None:
        """The room of a code, for somebody to whom no single one matters."""
        try:
            return await self.room(code)
        except Fault as fault:
            logger.warning("left out", fault=fault.key, **{self._kind: code})
        except Exception as error:
            report(error, code)
        return None

    async def _brought_once(self, code: str) -> R:
        """What is in the log, however many ask for it at once."""
        while code in self._releasing:
            await asyncio.shield(self._releasing[code])
        if code not in self._bringing:
            task = asyncio.ensure_future(self._bring(code))
            self._bringing[code] = task
            task.add_done_callback(lambda _: self._bringing.pop(code, None))
        return await asyncio.shield(self._bringing[code])

    @asynccontextmanager
    async def claimed(self, code: str) -> AsyncIterator[None]:
        """For as long as it takes to read a code: it is this process's; raises `NotNow`."""
        if not self._ownership.shared:
            yield
            return
        owner = self._ownership.number
        self._check_is_ours(code, owner)
        if not await self._claim(code):
            raise self._busy()  # the process that had it lets go in a moment
        try:
            yield
            self._check_is_ours(code, owner)
        except BaseException:
            await self._release(code)  # there is no room that would be let go of later
            raise

    async def _claim(self, code: str) -> bool:
        try:
            return await self._writes.claim(code)
        except Exception:  # perhaps it was written down all the same
            self._unreleased.add(code)
            raise

    def _check_is_ours(self, code: str, owner: int) -> None:
        """Whether a code is this process's, under the number that it had; raises `NotNow`."""
        if owner != self._ownership.number or not self._ownership.is_here(code):
            raise self._busy()  # thought dead, or others came or went: another is asked for it

    def _busy(self) -> NotNow:
        return NotNow(f"{self._kind}_is_busy")

    async def put_away(self, room: R) -> None:
        """Let a room go from memory; what is in it is on disk."""
        ours = room in self
        if ours:
            del self.by_code[room.code]
        if ours and self._ownership.shared:
            await self._let_go(room)
        else:
            await room.end()

    async def _let_go(self, room: R) -> None:
        """End a room, and let another process have what is in it."""
        with self._being_released(room.code):
            await room.end()
            await self._release(room.code)

    @contextmanager
    def _being_released(self, code: str) -> Iterator[None]:
        """Meanwhile nobody brings it again."""
        done = self._releasing[code] = asyncio.get_running_loop().create_future()
        try:
            yield
        finally:
            del self._releasing[code]
            done.set_result(None)

    async def _release(self, code: str) -> None:
        """Let another process have what is under a code, or note that this is still to be done."""
        self._unreleased.discard(code)
        try:
            await self._writes.release(code)
        except NotNow:  # a process that dies lets go of all it had, but this one may live on
            self._unreleased.add(code)

    async def release_the_rest(self) -> None:
        """Let go of what could not be let go of when that could not be written down."""
        for code in [*self._unreleased]:
            # Others may have let go of it by now, or want it.
            if code in self._unreleased - self.in_use - self._releasing.keys():
                with self._being_released(code):
                    await self._release(code)

    async def close(self) -> None:
        """Bring no more."""
        bringing = [*self._bringing.values()]
        for task in bringing:
            task.cancel()
        await asyncio.gather(*bringing, return_exceptions=True)
