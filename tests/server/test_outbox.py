"""A device's outbox: what is owed to it is bounded, and nobody waits for it."""

import asyncio

import pytest

from galopp.server.tables.outbox import QUEUE, Outbox
from serving import WITHIN


class Device:
    """The other end of a outbox, that reads when it is told to."""

    def __init__(self, patience: float = 60.0) -> None:
        self.heard: list[str] = []
        self.reads = asyncio.Event()
        self.hung_up = asyncio.Event()
        self.outbox = Outbox(self._take, self._hang_up, patience)
        self.outbox.catch_up = lambda: ["now"]

    async def _take(self, text: str) -> None:
        await self.reads.wait()
        self.heard.append(text)

    async def _hang_up(self) -> None:
        self.hung_up.set()


@pytest.fixture
def in_loop():
    """Run a test inside an event loop, and give up on one that stands still."""
    return lambda work: asyncio.run(asyncio.wait_for(work, WITHIN))


def test_what_is_put_on_a_line_arrives_in_order(in_loop):
    async def talk():
        device = Device()
        device.reads.set()
        for number in range(QUEUE):
            device.outbox.put(str(number))
        await device.outbox.flush()
        assert device.heard == [str(number) for number in range(QUEUE)]

    in_loop(talk())


def test_a_device_that_falls_behind_gets_one_picture_of_how_things_stand(in_loop):
    async def talk():
        device = Device()
        device.outbox.put("first")
        await asyncio.sleep(0)  # it is being sent
        for number in range(100 * QUEUE):
            device.outbox.put(str(number))
            assert len(device.outbox._queue) <= QUEUE
        device.reads.set()
        await device.outbox.flush()
        assert device.heard == ["first", "now"]
        device.outbox.put("then")
        await device.outbox.flush()
        assert device.heard[-1] == "then"

    in_loop(talk())


def test_a_device_that_reads_nothing_is_hung_up_on(in_loop):
    async def talk():
        device = Device(patience=0.05)
        device.outbox.put("first")
        await device.hung_up.wait()
        device.outbox.put("too late")
        device.reads.set()
        await device.outbox.flush()
        assert device.heard == []

    in_loop(talk())


def test_a_goodbye_is_heard_before_the_line_is_cut(in_loop):
    async def talk():
        device = Device()
        device.outbox.put("news")
        device.outbox.put("goodbye")
        device.outbox.hang_up_soon()
        device.outbox.put("not any more")
        assert not device.hung_up.is_set()
        device.reads.set()
        await device.hung_up.wait()
        assert device.heard == ["news", "goodbye"]

    in_loop(talk())


def test_who_is_hung_up_on_because_of_its_own_message_still_gets_the_answer(in_loop):
    async def talk():
        device = Device()
        device.reads.set()
        device.outbox.put("goodbye")
        device.outbox.hang_up_soon()
        asyncio.get_running_loop().call_soon(device.outbox.answer, "a new key")
        await device.hung_up.wait()
        assert device.heard == ["goodbye", "a new key"]

    in_loop(talk())


def test_nothing_is_sent_after_the_end(in_loop):
    async def talk():
        device = Device()
        device.reads.set()
        device.outbox.put("news")
        device.outbox.end()
        await device.outbox.flush()
        device.outbox.put("more")
        assert device.heard == []

    in_loop(talk())


def test_what_is_held_goes_out_in_one_piece_and_in_order(in_loop):
    async def talk():
        pieces = []
        device = Device()
        outbox = Outbox(
            device._take, device._hang_up, send_now=lambda all_: not pieces.append([*all_])
        )
        outbox.put("before")
        outbox.hold()
        outbox.put("news")
        outbox.answer("accepted")
        assert pieces == [["before"]]
        outbox.release()
        outbox.put("after")
        assert pieces == [["before"], ["news", "accepted"], ["after"]]

    in_loop(talk())


def test_what_is_held_too_long_is_bounded_too(in_loop):
    async def talk():
        device = Device()
        device.reads.set()
        device.outbox.hold()
        for number in range(3 * QUEUE):
            device.outbox.put(str(number))
            assert len(device.outbox._queue) <= QUEUE
        device.outbox.release()
        await device.outbox.flush()
        assert device.heard == ["now"]

    in_loop(talk())


def test_a_goodbye_is_said_though_something_is_held(in_loop):
    async def talk():
        device = Device()
        device.reads.set()
        device.outbox.hold()
        device.outbox.put("goodbye")
        device.outbox.hang_up_soon()
        device.outbox.answer("accepted")
        device.outbox.release()
        await device.hung_up.wait()
        assert device.heard == ["goodbye", "accepted"]

    in_loop(talk())
