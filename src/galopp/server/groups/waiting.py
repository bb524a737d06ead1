"""Whoever waits for news of a group; who waits has the group's page before their eyes.

Between two questions of the same page there is nobody for a moment, which nobody is told of.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from galopp.server.ops.limits import TooMuch

LONGEST = 15.0  # seconds that a question waits for something new
MOST = 200  # that wait for one group at a time
GONE_AFTER = 8.0  # seconds after which somebody who asks no more is not there any more


class Waiting:
    """Who waits for one group."""

    def __init__(self, came_or_went: Callable[[], None]) -> None:
        self.ended = False
        self._came_or_went = came_or_went
        self._waits: Counter[int] = Counter()  # by member
        self._screens = 0  # that wait, and are nobody
        self._leaving: dict[int, asyncio.TimerHandle] = {}
        self._changed = asyncio.Event()

    @property
    def here(self) -> frozenset[int]:
        """The members who are there."""
        return frozenset(self._waits) | frozenset(self._leaving)

    @property
    def count(self) -> int:
        """How many questions wait."""
        return self._waits.total() + self._screens

    def wake(self) -> None:
        """Something is to be told."""
        self._changed.set()
        self._changed = asyncio.Event()

    def end(self) -> None:
        """Let nobody wait any more."""
        self.ended = True
        for leaving in self._leaving.values():
            leaving.cancel()
        self._leaving.clear()
        self.wake()

    @contextmanager
    def place(self, member: int | None) -> Iterator[None]:
        """A member waits as long as this lasts, or without one a screen; raises `TooMuch`."""
        if self.count >= MOST:
            raise TooMuch("too_many_lines")
        with self._for_screen() if member is None else self._for_member(member):
            yield

    @contextmanager
    def _for_screen(self) -> Iterator[None]:
        self._screens += 1
        try:
            yield
        finally:
            self._screens -= 1

    @contextmanager
    def _for_member(self, member: int) -> Iterator[None]:
        self._come(member)
        try:
            yield
        finally:
            self._go(member)

    async def for_news(self) -> None:
        """Until something is to be told."""
        if not self.ended:
            await self._changed.wait()

    def _come(self, member: int) -> None:
        is_new = member not in self.here
        if (leaving := self._leaving.pop(member, None)) is not None:
            leaving.cancel()
        self._waits[member] += 1
        if is_new:
            self._came_or_went()

    def _go(self, member: int) -> None:
        self._waits[member] -= 1
        if self._waits[member] > 0:
            return
        del self._waits[member]
        if not self.ended:
            loop = asyncio.get_running_loop()
            self._leaving[member] = loop.call_later(GONE_AFTER, self._is_gone, member)

    def _is_gone(self, member: int) -> None:
        self._leaving.pop(member, None)
        self._came_or_went()
