"""A queue for one reader, of which a server has thousands."""

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
