"""A queue for one reader and an event, of which a server has thousands each."""

import asyncio
from typing import Generic, TypeVar

Item = TypeVar("Item")


class OneReaderQueue(Generic[Item]):
    """What is put here comes out in the same order, to the one task that reads.

    `asyncio.Queue` serves any number of readers and writers that wait: three kilobytes each, where
    a connection has little else, and twice the time.
    """

    __slots__ = ("_items", "_reader")

    def __init__(self) -> None:
        self._items: list[Item] = []  # mostly empty
        self._reader: asyncio.Future[None] | None = None

    def __len__(self) -> int:
        return len(self._items)

    def empty(self) -> bool:
        """Whether nothing waits here."""
        return not self._items

    @property
    def awaited(self) -> bool:
        """Whether what is put here now is taken out at once."""
        return self._reader is not None and not self._reader.done()

    def put_nowait(self, item: Item) -> None:
        """Add something; how much may wait is for the caller to know."""
        self._items.append(item)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    def get_nowait(self) -> Item:
        """Take out what has waited longest; there must be something."""
        return self._items.pop(0)

    async def get(self) -> Item:
        """Take out what has waited longest, when there is something."""
        if not self._items:
            self._reader = asyncio.get_running_loop().create_future()
            try:
                await self._reader
            finally:
                self._reader = None
        return self._items.pop(0)


class SmallEvent:
    """`asyncio.Event` as far as a connection uses it, in a tenth of the memory."""

    __slots__ = ("_is_set", "_waiting")

    def __init__(self, *, is_set: bool) -> None:
        self._is_set = is_set
        self._waiting: list[asyncio.Future[None]] = []

    def is_set(self) -> bool:
        """Whether nobody would have to wait."""
        return self._is_set

    def set(self) -> None:
        """Let go on whoever waits, and whoever would."""
        self._is_set = True
        for waiting in self._waiting:
            if not waiting.done():
                waiting.set_result(None)

    def clear(self) -> None:
        """Let them wait from now on."""
        self._is_set = False

    async def wait(self) -> None:
        """Returns when it is set, or was meanwhile."""
        if not self._is_set:
            waiting = asyncio.get_running_loop().create_future()
            self._waiting.append(waiting)
            try:
                await waiting
            finally:
                self._waiting.remove(waiting)
