"""A link between two programs of ours, or to a database, that does what networks do.

    pass        whatever is sent arrives
    cut         lines break, and new ones are not taken
    stalled     nothing arrives, and nobody is told; later everything does
    slow        everything takes its time
    doubled     every request, and every message of a WebSocket, arrives twice

It runs in a thread of its own, so that whoever is tested finds it before any test begins.
"""

import asyncio
import contextlib
import random
import threading
from collections.abc import AsyncIterator
from typing import Self

from serving import free_port

LONGEST = 0.1  # seconds that a part takes over a slow link
LOOK_EVERY = 0.01  # seconds, whether a stalled link goes on
TEXT, BINARY = 1, 2  # kinds of frames that say something
Reader, Writer = asyncio.StreamReader, asyncio.StreamWriter


class Link:
    """`with Link(port) as link:` passes on to a port, or to a socket in a folder."""

    def __init__(self, behind: int | str, speaks_http: bool = True, seed: int = 0) -> None:
        self.port = free_port()
        self.does = "pass"
        self._behind, self._speaks_http = behind, speaks_http
        self._luck = random.Random(seed)
        self._open: set[Writer] = set()
        self._loop = asyncio.new_event_loop()
        self._begun = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        self._begun.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def behave(self, does: str) -> None:
        """From now on."""
        self.does = does
        if does == "cut":
            self._loop.call_soon_threadsafe(self._cut)

    def _cut(self) -> None:
        for line in self._open:
            line.transport.abort()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        serving = asyncio.start_server(self._serve, "127.0.0.1", self.port)
        listening = self._loop.run_until_complete(serving)
        self._begun.set()
        self._loop.run_forever()
        listening.close()
        self._loop.run_until_complete(self._close())
        self._loop.close()

    async def _close(self) -> None:
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        while self._open:
            self._end(self._open.pop())
        await asyncio.sleep(LOOK_EVERY)  # so that all of them are let go

    async def _connect(self) -> tuple[Reader, Writer]:
        if isinstance(self._behind, str):
            return await asyncio.open_unix_connection(self._behind)
        return await asyncio.open_connection("127.0.0.1", self._behind)

    async def _serve(self, reader: Reader, writer: Writer) -> None:
        if self.does == "cut":
            self._end(writer)
            return
        self._open.add(writer)
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            back, forth = await self._connect()
            self._open.add(forth)
            parts = _spoken(reader) if self._speaks_http else _bytes(reader)
            there = asyncio.ensure_future(self._pass_on(parts, forth))
            here = asyncio.ensure_future(self._pass_on(_bytes(back), writer))
            await asyncio.wait((there, here), return_when=asyncio.FIRST_COMPLETED)
            for task in (there, here):
                task.cancel()
            await asyncio.gather(there, here, return_exceptions=True)
            self._end(forth)
        self._end(writer)

    def _end(self, line: Writer) -> None:
        self._open.discard(line)
        line.transport.abort()
        line.close()

    async def _pass_on(self, parts: AsyncIterator[tuple[bytes, str]], to: Writer) -> None:
        async for part, kind in parts:
            while self.does == "stalled":
                await asyncio.sleep(LOOK_EVERY)
            if self.does == "slow":
                await asyncio.sleep(self._luck.uniform(0, LONGEST))
            if self.does == "doubled" and kind == "request":
                await self._ask_besides(part)
            times = 2 if self.does == "doubled" and kind == "message" else 1
            to.write(part * times)
            await to.drain()

    async def _ask_besides(self, request: bytes) -> None:
        """The same request over another line, whose answer nobody waits for."""
        _, besides = await self._connect()
        self._open.add(besides)
        besides.write(request)
        await besides.drain()
        self._loop.call_later(1.0, self._end, besides)


async def _bytes(source: Reader) -> AsyncIterator[tuple[bytes, str]]:
    while part := await source.read(65536):
        yield part, "bytes"


async def _spoken(source: Reader) -> AsyncIterator[tuple[bytes, str]]:
    """What a client of HTTP says: whole requests, and whole messages once it has upgraded."""
    while True:
        head = await source.readuntil(b"\r\n\r\n")
        said = dict(line.split(b": ", 1) for line in head.lower().split(b"\r\n")[1:-2])
        body = await source.readexactly(int(said.get(b"content-length", b"0")))
        upgrades = b"upgrade" in said
        yield head + body, "upgrade" if upgrades else "request"
        if upgrades:
            async for message in _messages(source):
                yield message


async def _messages(source: Reader) -> AsyncIterator[tuple[bytes, str]]:
    """Frames of a client, which are masked (RFC 6455, 5.2)."""
    while True:
        head = await source.readexactly(2)
        size, longer = head[1] & 127, b""
        if size > 125:
            longer = await source.readexactly(2 if size == 126 else 8)
            size = int.from_bytes(longer)
        rest = await source.readexactly(4 + size)
        yield head + longer + rest, "message" if head[0] & 15 in (TEXT, BINARY) else "control"
