"""One device's outbox: what it is owed, and whether it keeps up.

Whatever is told to a device is queued here and never waits for it. A device that does not
read soon has a full queue; then the queue is thrown away, and once the device reads again it
gets one picture of how everything stands now. A device that reads nothing for too long is
hung up on. So nobody's slow phone costs the others anything.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterable, Sequence

QUEUE = 64  # messages a device may be behind
PATIENCE = 20.0  # seconds in which one message must have gone out
Packet = str | bytes  # JSON, or a frame
FLUSHED_WITHIN = 3.0  # seconds that a server waits for slow devices when it stops


class Outbox:
    """A queue in front of a connection.

    What the connection takes at once never sees the queue, nor a task; for the rest there is
    a task that lives while something is queued.
    """

    __slots__ = (
        "_behind",
        "_hang_up",
        "_held",
        "_over",
        "_patience",
        "_queue",
        "_send",
        "_send_now",
        "_task",
        "catch_up",
    )

    def __init__(
        self,
        send: Callable[[Packet], Awaitable[None]],
        hang_up: Callable[[], Awaitable[None]],
        patience: float = PATIENCE,
        send_now: Callable[[Sequence[Packet]], bool] = lambda _: False,
    ) -> None:
        self._send = send
        self._send_now = send_now
        self._hang_up = hang_up
        self._patience = patience
        self._queue: list[Packet] = []  # short, and mostly empty: a deque costs ten times as much
        self._held = False  # what is put here goes out in one piece with what follows
        self._behind = False  # something was thrown away
        self._over = False  # nothing more is queued
        self._task: asyncio.Task[None] | None = None
        self.catch_up: Callable[[], Iterable[Packet]] = tuple  # what to say to one who is behind

    def put(self, packet: Packet) -> None:
        """Let the device know, when it can."""
        if not self._over:
            self.answer(packet)

    def answer(self, packet: Packet) -> None:
        """Answer what the device said itself, even if it is hung up on for just that."""
        if self._behind:
            return
        if self._task is None and not self._held and self._send_now((packet,)):
            return
        if len(self._queue) >= QUEUE:
            self._queue.clear()
            self._behind = True
        else:
            self._queue.append(packet)
        if not self._held:
            self._start()

    def hold(self) -> None:
        """Keep what comes until `release`: news and the answer to what caused it are one write."""
        self._held = True

    def release(self) -> None:
        """Let go of what was held, at once if the connection takes it."""
        self._held = False
        if self._task is None and self._queue and not self._behind and self._send_now(self._queue):
            self._queue.clear()
        elif self._queue or self._behind:
            self._start()

    def hang_up_soon(self) -> None:
        """Take no more news; hang up when what is queued has gone out."""
        self._over = True
        self._start()

    def _start(self) -> None:
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._drain())

    async def _drain(self) -> None:
        try:
            await self._send_all()
            if self._over:
                await asyncio.sleep(0)  # whoever waits for an answer may put it here now
                await self._send_all()
                await self._hang_up()
        except (TimeoutError, OSError, RuntimeError):
            self.end()  # gone, or not reading: there is nobody to tell
            with contextlib.suppress(OSError, RuntimeError):
                await self._hang_up()
        finally:
            self._task = None

    async def _send_all(self) -> None:
        while self._queue or self._behind:
            if self._behind:
                self._behind = False
                self._queue.extend(self.catch_up())
            if self._queue:
                async with asyncio.timeout(self._patience):
                    await self._send(self._queue.pop(0))

    async def flush(self) -> None:
        """Wait until everything has gone out, but not long."""
        if self._task is not None:
            await asyncio.wait([self._task], timeout=FLUSHED_WITHIN)

    def end(self) -> None:
        """Send nothing more."""
        self._over = True
        self._behind = False
        self._queue.clear()
