"""Histories: told once for each viewer, in bounds, and never in the way of whoever returns."""

import asyncio
import json
import threading

import msgspec
import pytest
from test_services import DAYS, Device, playing, some_services

from galopp.server.live.joining import sit_in
from galopp.server.tables import histories
from galopp.table import feed, message
from serving import WITHIN


@pytest.fixture
def at_table(tmp_path):
    def run(work):
        async def there():
            async with some_services(tmp_path) as services:
                await work(services, await playing(services, DAYS))

        asyncio.run(asyncio.wait_for(there(), WITHIN))

    return run


async def talk(table, number, times):
    for n in range(times):
        await table.say(message.Say(id=f"talk-{number}-{n}", seat=0, phrase="oink"))


def plain(told):
    return [msgspec.json.decode(one, type=feed.Past) for one in told]


def counted(monkeypatch):
    """The numbers of the events for which words were found."""
    found = []
    happened_at = feed.happened_at

    def count(event, before, after, viewer):
        found.append(event)
        return happened_at(event, before, after, viewer)

    monkeypatch.setattr(feed, "happened_at", count)
    return found


def test_a_history_is_what_the_log_tells_from_wherever_one_begins(at_table):
    async def work(services, table):
        for number in range(3):
            await talk(table, number, 4)
            entries = await services.store.reads.log_of(table.code)
            for viewer in (None, 0, 1):
                for since in (-1, 0, 3, 7, len(entries) - 1, len(entries) + 5):
                    told = plain(await services.histories.read(table.code, viewer, since))
                    assert told == feed.history(table.code, entries, viewer, since)

    at_table(work)


def test_each_event_is_told_once_however_many_ask(at_table, monkeypatch):
    async def work(services, table):
        await talk(table, 0, 10)
        found = counted(monkeypatch)
        read = services.histories.read
        answers = await asyncio.gather(*(read(table.code, 0, -1) for _ in range(40)))
        assert all(answer == answers[0] for answer in answers)
        assert len(found) == len(answers[0])
        await talk(table, 1, 3)
        await read(table.code, 0, -1)
        assert len(found) == len(answers[0]) + 3

    at_table(work)


def test_nobody_is_told_more_than_the_latest(at_table, monkeypatch):
    monkeypatch.setattr(histories, "MOST_TOLD", 5)

    async def work(services, table):
        for number in range(4):
            await talk(table, number, 6)
            entries = await services.store.reads.log_of(table.code)
            told = plain(await services.histories.read(table.code, 0, -1))
            assert told == feed.history(table.code, entries, 0, -1)[-5:]
            told = plain(await services.histories.read(table.code, 0, len(entries) - 3))
            assert told == feed.history(table.code, entries, 0, -1)[-2:]

    at_table(work)


def test_what_is_kept_has_an_end_and_goes_with_the_table(at_table, monkeypatch):
    monkeypatch.setattr(histories, "MOST_KEPT", 20)

    async def work(services, table):
        await talk(table, 0, 10)
        for viewer in (None, 0, 1):
            await services.histories.read(table.code, viewer, -1)
        assert len(services.histories._kept) == 1
        await services.delete(table.room)
        assert not services.histories._kept

    at_table(work)


def test_whoever_returns_does_not_wait_for_those_who_read(at_table):
    async def work(services, table):
        await talk(table, 0, 10)
        over = threading.Event()
        busy = [asyncio.ensure_future(services.threads.run(over.wait)) for _ in range(100)]
        slow = asyncio.ensure_future(services.histories.read(table.code, 0, -1))
        await asyncio.sleep(0)
        device = Device(table.room, table.keys[0])
        await sit_in(services.histories, table.room, device.guest, 3)
        await device.guest.outbox.flush()
        assert any('"missed"' in heard for heard in device.heard)
        assert not slow.done()
        over.set()
        await asyncio.gather(*busy, slow)

    at_table(work)


def test_whoever_returns_is_told_what_happens_while_it_is_looked_up(at_table, monkeypatch):
    """It came after what was missed, and before how everything stands: nobody told of it."""

    async def work(services, table):
        await talk(table, 0, 10)
        look_up, looks = services.histories.missed, 0

        async def look_up_while_they_talk(*about):
            nonlocal looks
            told, looks = await look_up(*about), looks + 1
            if looks <= 3:
                await talk(table, looks, 1)
            return told

        monkeypatch.setattr(services.histories, "missed", look_up_while_they_talk)
        device = Device(table.room, table.keys[0])
        await sit_in(services.histories, table.room, device.guest, 3)
        await device.guest.outbox.flush()
        [missed] = [heard for heard in map(json.loads, device.heard) if heard["type"] == "missed"]
        assert [past["seq"] for past in missed["news"]] == [*range(4, table.room.table.seq)]

    at_table(work)


def test_a_telling_that_is_given_up_spoils_nothing(at_table):
    async def work(services, table):
        await talk(table, 0, 10)
        for _ in range(3):
            reading = asyncio.ensure_future(services.histories.read(table.code, 0, -1))
            await asyncio.sleep(0.001)
            reading.cancel()
        entries = await services.store.reads.log_of(table.code)
        told = plain(await services.histories.read(table.code, 0, -1))
        assert told == feed.history(table.code, entries, 0, -1)

    at_table(work)
