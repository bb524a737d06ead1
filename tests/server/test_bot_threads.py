"""Threads to think in: many at a time, and none lost for good."""

import asyncio
import threading
from collections.abc import Awaitable, Callable

import pytest

from galopp.server.bots.threads import Thinkers

AT_ONCE = 8
SOON = 30.0  # seconds; for what comes at once, unless it never comes


def with_thinkers(work: Callable[[Thinkers], Awaitable[None]], most: int = AT_ONCE) -> None:
    async def in_loop() -> None:
        thinkers = Thinkers(most)
        await work(thinkers)
        await thinkers.close()

    asyncio.run(asyncio.wait_for(in_loop(), 2 * SOON))


def test_eight_think_at_the_same_time_on_however_few_cores():
    together = threading.Barrier(AT_ONCE)

    async def all_meet(thinkers):
        thoughts = [thinkers.think(SOON, together.wait, SOON) for _ in range(AT_ONCE)]
        assert sorted(await asyncio.gather(*thoughts)) == list(range(AT_ONCE))

    with_thinkers(all_meet)


def test_whoever_comes_when_all_think_waits_for_its_turn():
    running, most = threading.Semaphore(2), []

    def think() -> None:
        most.append(running.acquire(blocking=False))
        running.release()

    async def crowd(thinkers):
        await asyncio.gather(*(thinkers.think(SOON, think) for _ in range(40)))
        assert most == [True] * 40

    with_thinkers(crowd, most=2)


def test_a_thought_without_end_is_given_up_and_others_go_on():
    never = threading.Event()

    async def hang(thinkers):
        for _ in range(5):  # more than there are threads
            with pytest.raises(TimeoutError):
                await thinkers.think(0.01, never.wait)
        assert await thinkers.think(SOON, lambda: "still here") == "still here"
        never.set()

    with_thinkers(hang, most=2)


def test_what_goes_wrong_in_a_thread_is_told_to_whoever_waits():
    async def fail(thinkers):
        with pytest.raises(ZeroDivisionError):
            await thinkers.think(SOON, lambda: 1 // 0)
        thinkers.begin(lambda: 1 // 0)  # nobody waits, nobody is told
        assert await thinkers.think(SOON, lambda: 7) == 7

    with_thinkers(fail)


def test_threads_are_used_again_and_end_with_the_server():
    async def think(thinkers):
        names = {await thinkers.think(SOON, threading.get_ident) for _ in range(20)}
        assert len(names) == 1

    with_thinkers(think)
    assert not [one for one in threading.enumerate() if one.name == "galopp-thinker"]
