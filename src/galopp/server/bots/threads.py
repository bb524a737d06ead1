"""Threads for bots that take a moment, or wait for a program to answer.

There are more threads than cores, since most of them wait. A thought that does not come to an
end is given up: nobody waits for it any more, and another thread takes its place.
"""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from typing import Any, TypeVar, TypeVarTuple

MOST = 64  # thoughts at a time; whoever comes then waits for one of them to end
END_WITHIN = 2.0  # seconds that thoughts under way have when the server stops
MOMENT = 0.01  # seconds between two looks at whether they have ended

Given = TypeVarTuple("Given")
Found = TypeVar("Found")
_Work = tuple[Callable[[], Any], asyncio.Future[Any]]


class BotThreads:
    """Threads that think, started when there is more to think about than before."""

    def __init__(self, most: int = MOST) -> None:
        self._loop = asyncio.get_running_loop()
        self._room = asyncio.Semaphore(most)
        self._work: SimpleQueue[_Work | None] = SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._free = 0  # threads that wait for work

    async def think(self, within: float, work: Callable[[*Given], Found], *given: *Given) -> Found:
        """Let a thread do something; raises `TimeoutError` after so many seconds."""
        async with self._room, asyncio.timeout(within):
            found: Found = await self._begin(partial(work, *given))
        return found

    def begin(self, work: Callable[[], None]) -> None:
        """Let a thread do something that nobody waits for."""
        self._begin(work).add_done_callback(_look_at_error)

    def _begin(self, work: Callable[[], Any]) -> asyncio.Future[Any]:
        done = self._loop.create_future()
        if self._free:
            self._free -= 1
        else:
            self._start_thread()
        self._work.put((work, done))
        return done

    def _start_thread(self) -> None:
        thread = threading.Thread(target=self._serve, name="galopp-bot", daemon=True)
        self._threads.append(thread)
        thread.start()

    def _serve(self) -> None:
        """Do one thing after the other; runs in a thread."""
        while (taken := self._work.get()) is not None:
            work, done = taken
            tell = partial(self._ended, done, *_outcome(work))
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody listens
                self._loop.call_soon_threadsafe(tell)
            del taken, work, done, tell  # a thread that waits holds on to nothing

    def _ended(self, done: asyncio.Future[Any], found: Any, error: Exception | None) -> None:
        self._free += 1
        if done.done():
            return  # given up meanwhile
        if error is None:
            done.set_result(found)
        else:
            done.set_exception(error)

    async def close(self) -> None:
        """Let all threads end; those that do not in a while are left to end with the process."""
        for _ in self._threads:
            self._work.put(None)
        end = self._loop.time() + END_WITHIN
        while any(thread.is_alive() for thread in self._threads) and self._loop.time() < end:
            await asyncio.sleep(MOMENT)


def _outcome(work: Callable[[], Any]) -> tuple[Any, Exception | None]:
    try:
        return work(), None
    except Exception as error:
        return None, error


def _look_at_error(done: asyncio.Future[Any]) -> None:
    if not done.cancelled():
        done.exception()  # whoever began it did not want to know
