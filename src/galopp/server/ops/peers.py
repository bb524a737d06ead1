"""Lines to the other processes that share the tables."""

import asyncio
from collections.abc import Iterable, Mapping
from weakref import WeakSet

import httpx

PATIENCE = httpx.Timeout(30.0, connect=2.0)  # seconds; a stream says something every eight
LINES = httpx.Limits(max_connections=None, max_keepalive_connections=64)
RELAYED = "galopp-relayed"  # the header of a request that another process passes on


class Peers:
    """The other processes, and what is under way to them."""

    def __init__(self) -> None:
        self.client = httpx.AsyncClient(timeout=PATIENCE, limits=LINES, trust_env=False)
        self._under_way: dict[str, set[asyncio.Task[None]]] = {}
        self._cut: WeakSet[asyncio.Task[None]] = WeakSet()

    def begin(self, address: str) -> None:
        """The task that calls this speaks with a process from now on."""
        task = asyncio.current_task()
        assert task is not None
        self._under_way.setdefault(address, set()).add(task)

    def end(self, address: str) -> None:
        """It does no longer."""
        task = asyncio.current_task()
        assert task is not None
        self._under_way.get(address, set()).discard(task)

    def cut(self, alive: Iterable[str]) -> None:
        """Wait no longer for processes that are not alive: they may sleep, and answer nobody."""
        for address in {*self._under_way} - {*alive}:
            for task in self._under_way.pop(address):
                self._cut.add(task)
                task.cancel()

    def was_cut(self) -> bool:
        """Whether the task that calls this was cancelled for that reason, and may go on."""
        task = asyncio.current_task()
        if task is None or task not in self._cut:
            return False
        self._cut.discard(task)
        task.uncancel()
        return True

    async def ask(self, address: str, path: str, headers: Mapping[str, str]) -> bytes | None:
        """What another process answers to a question; None where it does not."""
        try:
            answer = await self.client.get(f"{address}{path}", headers={**headers, RELAYED: "1"})
        except httpx.HTTPError:
            return None
        return answer.content if answer.status_code == httpx.codes.OK else None

    async def post(self, address: str, body: dict[str, str]) -> httpx.Response | None:
        """What another process answers to something it is told; None where it does not."""
        try:
            return await self.client.post(address, json=body, headers={RELAYED: "1"})
        except httpx.HTTPError:
            return None

    async def close(self) -> None:
        """Hang up."""
        self.cut(())
        await self.client.aclose()
