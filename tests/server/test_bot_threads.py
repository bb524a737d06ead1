"""Threads to think in: many at a time, and none lost for good."""

import asyncio
import threading
from collections.abc import Awaitable, Callable

import pytest

from galopp.server.bots.threads import BotThreads

AT_ONCE = 8
SOON = 30.0  # seconds; for what comes at once, unless it never comes


def with_threads(work: Callable[[BotThreads], Awaitable[None]], most: int = AT_ONCE) -> None:
    async def in_loop() -> None:
        threads = BotThreads(most)
        await work(threads)
        await threads.close()

    asyncio.run(asyncio.wait_for(in_loop(), 2 * SOON))


def test_eight_think_at_the_same_time_on_however_few_cores():
    together = threading.Barrier(AT_ONCE)

    async def all_meet(threads):
        thoughts = [threads.think(SOON, together.wait, SOON) for _ in range(AT_ONCE)]
        assert sorted(await asyncio.gather(*thoughts)) == list(range(AT_ONCE))

    with_threads(all_meet)


def test_whoever_comes_when_all_think_waits_for_its_turn():
    running, most = threading.Semaphore(2), []

    def think() -> None:
        most.append(running.acquire(blocking=False))
        running.release()

    async def crowd(threads):
        await asyncio.gather(*(threads.think(SOON, think) for _ in range(40)))
        assert most == [True] * 40

    with_threads(crowd, most=2)


def test_a_thought_without_end_is_given_up_and_others_go_on():
    never = threading.Event()

    async def hang(threads):
        for _ in range(5):  # more than there are threads
            with pytest.raises(TimeoutError):
                await threads.think(0.01, never.wait)
        assert await threads.think(SOON, lambda: "still here") == "still here"
        never.set()

    with_threads(hang, most=2)


def test_what_goes_wrong_in_a_thread_is_told_to_whoever_waits():
    async def fail(threads):
        with pytest.raises(ZeroDivisionError):
            await threads.think(SOON, lambda: 1 // 0)
        threads.begin(lambda: 1 // 0)  # nobody waits, nobody is told
        assert await threads.think(SOON, lambda: 7) == 7

    with_threads(fail)


def test_threads_are_used_again_and_end_with_the_server():
    async def think(threads):
        names = {await threads.think(SOON, threading.get_ident) for _ in range(20)}
        assert len(names) == 1

    with_threads(think)
    for thread in threading.enumerate():
        if thread.name == "galopp-bot":  # those of earlier tests as well
            thread.join(SOON)
            assert not thread.is_alive()
