"""A server in a test's own process, whose clock is set by hand, and whoever outside is notified."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from set_by_hand import SetByHand

from galopp.server.notices.sender import Allowed
from galopp.server.notices.ssrf_guard import Targets
from galopp.server.ops.metrics import Metrics
from galopp.server.ops.preparing import Preparing
from galopp.server.services import ServiceConfiguration, Services
from galopp.store import SubscriptionRow
from galopp.store.opening import place_of
from outside import Outside

ANYWHERE = Allowed(True, Targets.ANY, Targets.ANY)
BASE = "https://pigs.example/galopp"
READY = Preparing()  # the rules, loaded once for all tests
NOON = datetime(2026, 5, 11, 12, tzinfo=UTC).timestamp()


def hook(outside: Outside, path: str = "/hook", **way: str) -> dict[str, Any]:
    return {"kind": "webhook", "url": f"{outside.address}{path}", **way}


@asynccontextmanager
async def some_services(folder: Path, now: float, allowed: Allowed) -> AsyncIterator[Services]:
    services = Services(
        place_of(folder),
        SetByHand(now),
        Metrics(),
        ServiceConfiguration(public_list=False, allowed=allowed),
    )
    if not READY.done:
        READY.prepare_what_is_compiled()
        await READY.prepare()
    services.preparing._missing.clear()
    yield services
    await services.close()


@pytest.fixture
def in_server(tmp_path):
    """Run a test with services of its own, and give up on one that stands still."""

    def run(
        work: Callable[[Services], Awaitable[None]], now: float = NOON, allowed: Allowed = ANYWHERE
    ) -> None:
        async def in_it() -> None:
            async with some_services(tmp_path, now, allowed) as services:
                await work(services)

        asyncio.run(asyncio.wait_for(in_it(), 120))

    return run


@pytest.fixture
def outside() -> Iterator[Outside]:
    with Outside() as running:
        yield running


async def after(services: Services, seconds: float) -> None:
    """Let time pass, and whatever is due then be sent."""
    services.clock.set(services.clock.now() + seconds)
    await asyncio.gather(*(services.notices.send(bundle) for bundle in services.notices.ripe()))
    await asyncio.sleep(0)  # what is written down because of it is under way


async def kept(services: Services) -> list[dict[str, Any]]:
    """What is on disk."""
    await asyncio.sleep(0)
    nobody = SubscriptionRow("NOBODY", "", b"")  # goes behind all that was queued, and is not kept
    await services.store.writes.keep_subscription(nobody)
    return [json.loads(notice.body) for notice in await services.store.reads.subscriptions()]
