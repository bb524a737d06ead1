"""A proxy for WebSockets that does to messages what networks and phones do to people.

Each message may be lost, come twice, come late or after those that were sent later; and the
line may be cut at any of them. What happens is drawn from a seed, and counted.
"""

import asyncio
import random
from collections import Counter
from contextlib import AsyncExitStack
from typing import Self

from websockets.asyncio.client import connect
from websockets.asyncio.connection import Connection
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from serving import ServerProcess

# What happens to a message, out of a hundred; the others pass as they are.
FATES = {"lost": 3, "twice": 5, "late": 15, "cut": 1}
LATEST = 0.03  # seconds


class Cut(Exception):
    """The line is cut here."""


class ChaosProxy:
    """`async with ChaosProxy(server, seed) as proxy:`"""

    def __init__(self, server: ServerProcess, seed: int) -> None:
        self.server = server
        self.luck = random.Random(seed)
        self.happened: Counter[str] = Counter()
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Self:
        listening: Server = await self._stack.enter_async_context(
            serve(self._pass_on, "127.0.0.1", 0, compression=None, ping_interval=None)
        )
        self.port = next(iter(listening.sockets)).getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    def socket_address(self, code: str) -> str:
        return f"ws://127.0.0.1:{self.port}/api/tables/{code}/socket"

    async def _pass_on(self, client: ServerConnection) -> None:
        assert client.request is not None
        address = f"ws://127.0.0.1:{self.server.port}{client.request.path}"
        async with connect(address, compression=None, proxy=None, ping_interval=None) as server:
            try:
                async with asyncio.TaskGroup() as tasks:
                    tasks.create_task(self._pump(client, server, tasks))
                    tasks.create_task(self._pump(server, client, tasks))
            except* (Cut, ConnectionClosed):
                for line in (client, server):
                    line.transport.abort()

    async def _pump(self, source: Connection, to: Connection, tasks: asyncio.TaskGroup) -> None:
        async for message in source:
            fate = self._fate()
            self.happened[fate] += 1
            match fate:
                case "lost":
                    continue
                case "cut":
                    raise Cut
                case "late":
                    tasks.create_task(self._send_late(to, message))
                    continue
                case "twice":
                    tasks.create_task(self._send_late(to, message))
            await to.send(message)
        raise Cut  # the other end is gone, so this one goes too

    def _fate(self) -> str:
        drawn = self.luck.randrange(100)
        for fate, often in FATES.items():
            if drawn < often:
                return fate
            drawn -= often
        return "passed"

    async def _send_late(self, to: Connection, message: str | bytes) -> None:
        await asyncio.sleep(self.luck.uniform(0, LATEST))
        await to.send(message)
