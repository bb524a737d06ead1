"""What runs by itself: every task has an owner that ends it."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from galopp.server.ops.logs import report


class Tasks:
    """The tasks of one server; whatever fails in one is told to the operator."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Let something run until it is done or the server closes."""
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, Exception):
            report(error)

    async def end(self) -> None:
        """End them all, and wait until they have."""
        tasks = [*self._running]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
