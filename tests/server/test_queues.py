"""The queue of one reader, and the event: nothing is lost, whoever waits is woken."""

import asyncio

import pytest

from galopp.server.ops.queues import OneReaderQueue, SmallEvent


def test_what_is_put_in_comes_out_in_the_same_order():
    async def talk():
        queue = OneReaderQueue[int]()
        for number in range(3):
            queue.put_nowait(number)
        assert len(queue) == 3
        assert [await queue.get(), await queue.get(), queue.get_nowait()] == [0, 1, 2]
        assert queue.empty()

    asyncio.run(talk())


def test_a_reader_that_waits_is_woken_and_is_awaited_until_then():
    async def talk():
        queue = OneReaderQueue[int]()
        assert not queue.awaited
        reading = asyncio.create_task(queue.get())
        await asyncio.sleep(0)
        assert queue.awaited
        queue.put_nowait(1)
        assert not queue.awaited  # the next would have to wait
        queue.put_nowait(2)
        assert await reading == 1
        assert await queue.get() == 2

    asyncio.run(talk())


def test_what_comes_as_a_reader_gives_up_is_not_lost():
    async def talk():
        queue = OneReaderQueue[int]()
        reading = asyncio.create_task(queue.get())
        await asyncio.sleep(0)
        queue.put_nowait(1)
        reading.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reading
        assert not queue.awaited
        assert await queue.get() == 1

    asyncio.run(talk())


def test_all_who_wait_for_an_event_go_on_when_it_is_set_and_one_who_gave_up_harms_nobody():
    async def talk():
        event = SmallEvent(is_set=True)
        await event.wait()
        event.clear()
        assert not event.is_set()
        waiting = [asyncio.create_task(event.wait()) for _ in range(3)]
        await asyncio.sleep(0)
        waiting[0].cancel()
        event.set()
        event.clear()  # it was set meanwhile
        ended = await asyncio.gather(*waiting, return_exceptions=True)
        assert isinstance(ended[0], asyncio.CancelledError)
        assert ended[1:] == [None, None]

    asyncio.run(talk())
