"""Threads for what takes a while: the event loop, and with it every table, goes on meanwhile."""

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar, TypeVarTuple

Given = TypeVarTuple("Given")
Found = TypeVar("Found")


class Threads:
    """The threads of one server: as many as cores, and one for players who come back."""

    def __init__(self) -> None:
        self._tellers = ThreadPoolExecutor(os.cpu_count() or 1, "galopp-teller")
        self._returners = ThreadPoolExecutor(1, "galopp-returner")

    async def run(self, work: Callable[[*Given], Found], *given: *Given) -> Found:
        """Let a thread do something that takes a while and that a person waits for."""
        return await _run(self._tellers, work, *given)

    async def run_for_whoever_returns(
        self, work: Callable[[*Given], Found], *given: *Given
    ) -> Found:
        """The same for a player who comes back: nobody else's questions are in the way there."""
        return await _run(self._returners, work, *given)

    def close(self) -> None:
        """Begin nothing more."""
        self._tellers.shutdown(wait=False, cancel_futures=True)
        self._returners.shutdown(wait=False, cancel_futures=True)


async def _run(pool: ThreadPoolExecutor, work: Callable[[*Given], Found], *given: *Given) -> Found:
    return await asyncio.get_running_loop().run_in_executor(pool, partial(work, *given))
