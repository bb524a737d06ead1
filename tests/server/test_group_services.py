"""Groups inside a server whose clock is set by hand: put away, brought when due, thrown away."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec import structs
from set_by_hand import SetByHand

from databases import empty
from databases_shared import cluster, worker_databases
from galopp import wire
from galopp.group import message
from galopp.group.judge import join
from galopp.server.groups import passkeys
from galopp.server.groups.caretaker import KEPT, KEPT_IDLE, ROUND
from galopp.server.groups.rounds import COME_WITHIN
from galopp.server.ops.metrics import Metrics
from galopp.server.services import ServiceConfiguration, Services
from galopp.store.moving import move
from galopp.store.opening import place_of
from galopp.table.keys import new_key
from galopp.table.refused import Refused
from galopp.table.seating import seat_member
from galopp.table.settings import DAY
from galopp.wire.groups import DrawRound, OpenGroup, OpenGroupTable, ProvePasskey
from serving import WITHIN

__all__ = ["cluster", "worker_databases"]


@asynccontextmanager
async def some_services(place: Path | str) -> AsyncIterator[Services]:
    services = Services(
        place_of(place), SetByHand(), Metrics(), ServiceConfiguration(public_list=True)
    )
    services.preparing.prepare_what_is_compiled()
    await services.preparing.prepare()
    yield services
    await services.close()


@pytest.fixture
def in_server(tmp_path) -> Callable:
    def run(test: Callable) -> None:
        async def within() -> None:
            async with some_services(tmp_path) as services:
                await test(services)

        asyncio.run(within())

    return run


def wait(services, seconds):
    services.clock.set(services.clock.now() + seconds)


async def founded(services):
    given = await services.groups.found(OpenGroup(name="Thursday", member="Anna"))
    return await services.groups.registry.room(given.code)


async def with_a_round(services, minutes=0):
    """A group of two, for whom a round was drawn."""
    room = await founded(services)
    await room.carry_out(lambda group, _: join(group, "Ben", ""))
    plan = message.PlanTournament(id="p", name="Cup", games=["saumaumau"], size=2, rounds=1)
    enter = message.EnterTournament(id="e", tournament=1)
    for member, said in ((0, plan), (1, enter)):
        await services.groups.say(room, member, said, "")
    await services.groups.rounds.draw(room, 0, 1, DrawRound(id="d", round=1, minutes=minutes))
    (table,) = room.group.tournaments[0].rounds[0].drawn.tables
    return room, table.table


def test_a_group_that_nobody_looks_at_is_put_away_and_brought_again(in_server):
    async def leave(services):
        code = (await founded(services)).group.code
        wait(services, KEPT_IDLE + 1)
        await services.group_caretaker.do_round()
        assert code not in services.groups.registry.rooms
        assert (await services.groups.registry.room(code)).group.name == "Thursday"

    in_server(leave)


def test_a_group_that_somebody_looks_at_stays(in_server):
    async def look(services):
        room = await founded(services)
        with room.waiting.place(0):
            wait(services, 10 * KEPT_IDLE)
            await services.group_caretaker.do_round()
            assert room.group.code in services.groups.registry.rooms

    in_server(look)


def test_what_a_group_was_not_told_of_its_tables_it_finds_all_the_same(in_server):
    """Whoever waited for news of a game waited for ever if the process that had it told nobody."""

    async def miss(services):
        room = await founded(services)
        wanted = OpenGroupTable(game="schweinsgalopp", players=2)
        opened = await services.groups.tables.open(room, 0, wanted)
        services.groups.happened = lambda *_: None  # the group's process was not to be reached
        table = await services.registry.room(opened.table)
        with room.waiting.place(0):
            await table.carry_out(lambda at, _: seat_member(at, 0, "Anna", "", new_key(), 0))
            wait(services, ROUND + 1)
            await services.group_caretaker.do_round()
            async with asyncio.timeout(WITHIN):
                while 0 not in room.tables[opened.table].seated:
                    await room.waiting.for_news()

    in_server(miss)


def test_a_group_is_thrown_away_after_two_years_and_not_before(in_server):
    async def forget(services):
        room = await founded(services)
        code = room.group.code
        await services.groups.records.keep(code, 1, "a game")
        for passed, is_there in ((KEPT - DAY, True), (2 * DAY, False)):
            wait(services, passed)
            await founded(services)  # so that something has happened lately
            for _ in range(2):
                await services.caretaker.do_round()
                await services.group_caretaker.do_round()
            assert (await services.store.reads.heading(code) is not None) is is_there
            assert bool(await services.groups.records.read(code, 1)) is is_there

    in_server(forget)


def test_a_game_begins_without_those_who_have_not_come_in_time(in_server):
    async def wait_for_nobody(services):
        room, table = await with_a_round(services)
        await services.group_caretaker.do_round()
        assert (await services.registry.room(table)).table.phase == "lobby"
        wait(services, COME_WITHIN + 1)
        await services.group_caretaker.do_round()
        assert (await services.registry.room(table)).table.phase == "playing"

    in_server(wait_for_nobody)


def test_the_bell_rings_for_a_group_that_was_put_away(in_server):
    async def ring(services):
        room, table = await with_a_round(services, minutes=30)
        wait(services, COME_WITHIN + 1)
        await services.group_caretaker.do_round()
        wait(services, KEPT_IDLE + 1)
        await services.group_caretaker.do_round()
        assert room.group.code not in services.groups.registry.rooms
        wait(services, 30 * 60)
        await services.group_caretaker.do_round()
        again = await services.groups.registry.room(room.group.code)
        assert again.group.tournaments[0].over
        assert again.group.games[0].played.cut_short
        assert await services.store.reads.due("group", services.clock.now() + DAY) == []

    in_server(ring)


def test_a_record_that_was_kept_for_a_game_that_was_not_counted_is_replaced(in_server):
    async def keep(services):
        code = (await founded(services)).group.code
        for text in ("of a process that ended", "of the game that counts"):
            await services.groups.records.keep(code, 1, text)
        await services.groups.records.keep(code, 10, "another")
        assert await services.groups.records.read(code, 1) == "of the game that counts"
        assert await services.groups.records.read(code, 10) == "another"

    in_server(keep)


def test_a_table_that_was_opened_for_a_round_has_everybody_in_their_seats(in_server):
    async def sit(services):
        room, code = await with_a_round(services)
        table = (await services.registry.room(code)).table
        drawn = room.group.tables[code].opened.expected
        assert [seat.member for seat in table.seats] == drawn
        assert all(seat.counts for seat in table.seats)
        assert table.group == room.group.code

    in_server(sit)


def test_what_many_say_at_once_is_written_down_one_after_the_other(in_server):
    async def say(services):
        room = await founded(services)
        renamed = [
            message.RenameMember(id=f"m{n}", name=f"Anna {n}", pig="rosy") for n in range(100)
        ]
        said = partial(services.groups.say, room, 0)
        answers = await asyncio.gather(*(said(one, "") for one in renamed))
        assert all(isinstance(answer, wire.Accepted) for answer in answers)
        assert sorted(answer.seq for answer in answers) == list(range(2, 102))

    in_server(say)


def test_a_server_without_webauthn_says_so(in_server, monkeypatch):
    async def ask(services):
        monkeypatch.setattr(passkeys, "AVAILABLE", False)
        place = passkeys.Place.of("https://example.org/galopp")
        assert place == ("example.org", "https://example.org")
        with pytest.raises(Refused, match="no_passkeys_here"):
            await services.groups.passkeys.to_prove(place, "BCDFGHKL")

    in_server(ask)


def test_a_challenge_is_too_late_after_five_minutes(in_server):
    async def dawdle(services):
        asked = await services.groups.passkeys.to_prove(
            passkeys.Place("localhost", "http://localhost"), "BCDFGHKL"
        )
        late = ProvePasskey(token=asked.token, credential={})
        known = passkeys.Passkey("", "", 0)
        wait(services, passkeys.WITHIN + 1)
        with pytest.raises(Refused, match="passkey_too_late"):
            await services.groups.passkeys.proved(
                passkeys.Place("localhost", "http://localhost"), "BCDFGHKL", known, late
            )

    in_server(dawdle)


def test_a_group_that_is_moved_to_a_database_and_back_is_the_same_and_goes_on(
    tmp_path, worker_databases
):
    empty(worker_databases[1])
    places = [tmp_path / "here", worker_databases[1], tmp_path / "back"]

    async def begin(place):
        async with some_services(place) as services:
            room, table = await with_a_round(services, minutes=30)
            await services.groups.records.keep(room.group.code, 1, "a game")
            return room.group.code, table, shown(await services.groups.news(room, 0))

    async def go_on(place, code, table):
        async with some_services(place) as services:
            room = await services.groups.registry.room(code)
            news = shown(await services.groups.news(room, 0))
            assert await services.groups.records.read(code, 1) == "a game"
            assert (await services.registry.room(table)).table.group == code
            await room.carry_out(lambda group, _: join(group, "Carla", ""))
            return news

    def shown(news):
        return structs.replace(news, stamp="", at=0.0, tables=[])

    code, table, before = asyncio.run(begin(places[0]))
    for source, target in pairwise(places):
        with place_of(source).open() as one, place_of(target).open() as other:
            move(one, other, str(target))
    assert asyncio.run(go_on(places[-1], code, table)) == before
