"""The same message gets the same answer, and only whoever sent it does."""

import asyncio

import pytest
from test_services import Device, opened, some_services

from galopp import wire
from galopp.table import message
from galopp.table.judge import Verdict
from galopp.table.keys import Kind, hashed
from galopp.table.refused import Refused
from galopp.table.seating import sit_down
from galopp.table.settings import Settings
from serving import WITHIN


@pytest.fixture
def at_table(tmp_path):
    """Run a test at a table with two people who have not begun."""

    def run(work):
        async def there():
            async with some_services(tmp_path) as services:
                await work(services, await opened(services, Settings()))

        asyncio.run(asyncio.wait_for(there(), WITHIN))

    return run


async def said_by(table, said, *keys):
    return await table.room.receive(said, table.room.table.who([*keys]))


async def sit(table, name):
    """Somebody sits down in the first free seat; the key."""
    verdict = await table.room.carry_out(lambda of, _: sit_down(of, name, "rosy"))
    assert isinstance(verdict, Verdict), verdict
    return str(verdict.gives["key"])


def test_whoever_sits_there_next_is_not_given_the_key_of_whoever_sat_there(at_table):
    async def work(services, table):
        given = await said_by(table, message.Reissue(id="m1", seat=1), table.keys[1])
        former = str(given.gives["key"])
        await table.say(message.SendAway(id="away", seat=1))
        cem = await sit(table, "Cem")
        answer = await said_by(table, message.Reissue(id="m1", seat=1), cem)
        assert isinstance(answer, wire.Accepted)
        assert answer.gives["key"] != former
        assert table.room.table.who([str(answer.gives["key"])]).seats == {1}

    at_table(work)


def test_whoever_sits_there_next_may_use_the_same_ids_also_after_a_restart(at_table):
    async def work(services, table):
        first = await said_by(table, message.Say(id="m1", seat=1, phrase="hello"), table.keys[1])
        await table.say(message.SendAway(id="away", seat=1))
        cem = await sit(table, "Cem")
        await services.registry.put_away(table.room)
        table.room = await services.registry.room(table.code)
        answer = await said_by(table, message.Say(id="m1", seat=1, phrase="oink"), cem)
        assert answer.seq > first.seq

    at_table(work)


def test_the_next_host_is_not_given_what_the_former_host_was_given(at_table):
    async def work(services, table):
        reissue = message.Reissue(id="m1", seat=1)
        former = await said_by(table, reissue, table.host)
        services.clock.set(services.clock.now() + 10_000)
        passed = await said_by(table, message.ClaimHost(id="m2", seat=0), table.keys[0])
        answer = await said_by(table, reissue, str(passed.gives["key"]))
        assert answer.gives["key"] != former.gives["key"]

    at_table(work)


def test_one_who_watches_is_not_told_what_another_was_refused(at_table):
    async def work(services, table):
        room = table.room
        keys = [await admitted(room) for _ in range(2)]
        one = await said_by(table, message.Say(id="m1", seat=1, phrase="hello"), keys[0])
        other = await said_by(table, message.Start(id="m1"), keys[1])
        assert isinstance(one, Refused) and isinstance(other, Refused)
        assert (one.key, other.key) == ("not_your_seat", "players_only")

    at_table(work)


async def admitted(room):
    from galopp.table.seating import admit

    verdict = await room.carry_out(lambda table, _: admit(table, Kind.SPECTATOR))
    return str(verdict.gives["key"])


def test_a_message_that_waited_while_its_seat_changed_hands_does_nothing_there(at_table):
    async def work(services, table):
        room, late = table.room, table.room.table.who([table.keys[1]])
        own, cem = "c" * 22, "d" * 22
        sends = message.SendAway(id="away", seat=1)
        answers = await asyncio.gather(
            room.receive(sends, room.table.who([table.host])),
            room.carry_out(lambda of, _: sit_down(of, "Cem", "rosy", 1, cem)),
            room.receive(message.Reissue(id="m1", seat=1, key=own), late),
        )
        assert isinstance(answers[2], Refused)
        assert room.table.seats[1].key == hashed(cem, Kind.SEAT)

    at_table(work)


@pytest.mark.parametrize("own", [None, "c" * 22])
def test_a_seat_that_gave_itself_a_new_key_is_answered_the_same_when_it_asks_again(at_table, own):
    async def work(services, table):
        device = Device(table.room, table.keys[1])
        table.room.join(device.guest)
        reissue = message.Reissue(id="m1", seat=1, key=own)
        first = await table.room.receive(reissue, device.guest.sender)
        table.room.give(device.guest, str(first.gives["key"]))
        again = await table.room.receive(reissue, device.guest.sender)
        assert again == first

    at_table(work)


def test_a_key_that_was_given_and_taken_away_is_not_given_out_again(at_table):
    async def work(services, table):
        reissue = message.Reissue(id="m1", seat=1)
        first = await said_by(table, reissue, table.host)
        await said_by(table, message.Reissue(id="m2", seat=1), str(first.gives["key"]))
        again = await said_by(table, reissue, table.host)
        assert again == wire.Accepted("m1", first.seq)

    at_table(work)
