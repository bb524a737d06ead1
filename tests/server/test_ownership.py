"""Whose a table is: the same wherever it is asked, evenly, and as a proxy in front finds it."""

import asyncio
from collections import Counter
from dataclasses import dataclass, replace
from functools import partial
from types import SimpleNamespace

import pytest

from galopp.server.ops.clock import Clock
from galopp.server.tables.ownership import Ownership
from galopp.server.tables.registry import Registry
from galopp.store.contract import Member, Slot
from galopp.store.fault import StoreFault
from galopp.table.fold import new_table
from galopp.table.judge import open_table
from galopp.table.keys import new_code
from galopp.table.refused import NotNow
from galopp.table.settings import Settings

CODES = [new_code() for _ in range(2000)]


@dataclass
class Log:
    """As much of a log as says who is there."""

    there: list[Member]
    me: int = 0
    leased: bool = True

    def members(self):
        return self.there

    def number(self):
        return self.me

    def certain(self):
        return self.leased


def fleet(number, slots=False, away=()):
    places = [place for place in range(1, number + 1) if place not in away]
    return [
        Member(place, f"http://{place}:8080", Slot(place, number) if slots else None)
        for place in places
    ]


def owners(members):
    return {code: Ownership(Log(members)).elsewhere(code) for code in CODES}


@pytest.mark.parametrize("slots", [False, True])
@pytest.mark.parametrize("number", [2, 3, 8])
def test_tables_are_spread_evenly_and_few_move_when_one_goes(number, slots):
    before, after = owners(fleet(number, slots)), owners(fleet(number, slots, away=(2,)))
    share = len(CODES) / number
    assert all(0.7 * share < had < 1.3 * share for had in Counter(before.values()).values())
    assert all(before[code] in (after[code], "http://2:8080") for code in CODES)


def test_who_lacks_a_place_or_has_anothers_is_found_without_places():
    mixed = [*fleet(2, slots=True)[:1], *fleet(2)[1:]]
    twice = [Member(1, "http://1:8080", Slot(1, 2)), Member(2, "http://2:8080", Slot(1, 2))]
    other = [Member(1, "http://1:8080", Slot(1, 2)), Member(2, "http://2:8080", Slot(2, 3))]
    assert owners(mixed) == owners(twice) == owners(other) == owners(fleet(2))


def test_places_are_those_that_nginx_counts():
    """What nginx 1.22 chose by `hash` among three that answered with their place."""
    seen = {"ABCDEF": 1, "BCDFGH": 3, "QRSTVW": 1, "ZZTOPP": 2, "MNPQRS": 2, "HHJKLM": 1}
    ownership = Ownership(Log(fleet(3, slots=True)))
    assert {code: ownership.elsewhere(code) for code in seen} == {
        code: f"http://{place}:8080" for code, place in seen.items()
    }


def test_who_is_about_to_go_gets_no_table_and_can_still_be_reached():
    one, two = fleet(2)
    for me in (1, 2):
        ownership = Ownership(Log([one, replace(two, away=True)], me))
        assert {ownership.elsewhere(code) for code in CODES} == {None if me == 1 else one.address}
        assert ownership.addresses == {one.address, two.address}
        assert ownership.gets_tables == ownership.is_here("ABCDEF") == (me == 1)
        assert ownership.others_stay == (me == 2)


def test_who_is_about_to_go_opens_no_table():
    """No code would be its own; it looked for one for ever, and answered nobody any more."""
    log = Log([replace(member, away=True) for member in fleet(1)] + fleet(2)[1:], me=1)
    registry = Registry(
        None, None, SimpleNamespace(clock=Clock(), writes=None), None, Ownership(log)
    )
    with pytest.raises(NotNow):
        asyncio.run(registry.unused_code())


def test_a_table_that_took_longer_to_read_than_a_lease_is_not_shown():
    """Another process may have played on there; who asked was shown what had been before."""
    log = Log(fleet(2), me=1)
    code = next(code for code in CODES if Ownership(log).is_here(code))
    (opened,), _ = open_table(code, "saumaumau", 2, {}, Settings())

    async def claim(code):
        return True

    async def read(code):
        log.leased = False
        return new_table(code, opened, at=0.0)

    context = SimpleNamespace(clock=Clock(), writes=SimpleNamespace(claim=claim))
    preparing = SimpleNamespace(is_being_prepared=lambda _: False)
    registry = Registry(SimpleNamespace(table=read), preparing, context, None, Ownership(log))
    registry.add = lambda table: SimpleNamespace(table=table, owner=log.number())
    with pytest.raises(NotNow):
        asyncio.run(registry.room(code))


def test_a_table_that_is_being_let_go_of_is_not_claimed_again_before_that_is_done():
    """It would be let go of all the same, and two processes would have it."""
    log = Log(fleet(2), me=1)
    code = next(code for code in CODES if Ownership(log).is_here(code))
    said = []

    async def note(what, code):
        said.append(what)
        return what != "claim"  # by then it is another's

    async def come_back_meanwhile():
        writes = SimpleNamespace(claim=partial(note, "claim"), release=partial(note, "release"))
        context = SimpleNamespace(clock=Clock(), writes=writes)
        registry = Registry(None, None, context, said.append, Ownership(log))
        asking = []

        async def end():
            asking.append(asyncio.ensure_future(registry.room(code)))
            await asyncio.sleep(0)  # it asks now

        registry.rooms[code] = SimpleNamespace(code=code, end=end, owner=1)
        await registry.put_away(registry.rooms[code])
        with pytest.raises(NotNow):
            await asking[0]

    asyncio.run(come_back_meanwhile())
    assert said == [code, "release", "claim"]


class Claims:
    """As much of what is written as says whose a table is; now and then it cannot be written."""

    def __init__(self, log, meanwhile=lambda: None):
        self.log, self.meanwhile = log, meanwhile
        self.owners, self.full, self.slowly = {}, False, False

    async def claim(self, code):
        self.meanwhile()
        self.owners[code] = self.log.number()
        return True

    async def release(self, code):
        if self.full:
            raise NotNow("server_cannot_write")
        if self.slowly:
            await asyncio.sleep(0.01)
        if self.owners[code] == self.log.number():
            del self.owners[code]


def registry_of(log, writes):
    """Its tables all stand as they were opened."""

    async def read(code):
        (opened,), _ = open_table(code, "saumaumau", 2, {}, Settings())
        return new_table(code, opened, at=0.0)

    context = SimpleNamespace(clock=Clock(), writes=writes)
    preparing = SimpleNamespace(is_being_prepared=lambda _: False)
    reads = SimpleNamespace(table=read)
    return Registry(reads, preparing, context, [].append, Ownership(log))


def somebody_came(log):
    log.there = fleet(3)


def thought_dead(log):
    log.there = [replace(member, number=9) for member in fleet(2)[:1]] + fleet(2)[1:]
    log.me = 9


@pytest.mark.parametrize("happens", [somebody_came, thought_dead])
def test_a_table_that_became_anothers_while_it_was_claimed_is_let_go_of(happens):
    """It had an owner that did not know, and nobody could come to it as long as both lived."""
    log = Log(fleet(2), me=1)
    after = Log(log.there, me=1)
    happens(after)
    code = next(
        code
        for code in CODES
        if Ownership(log).is_here(code) and not Ownership(after).is_here(code)
    )
    claims = Claims(log, meanwhile=lambda: happens(log))
    with pytest.raises(NotNow):
        asyncio.run(registry_of(log, claims).room(code))
    assert claims.owners == {}


def test_what_could_not_be_let_go_of_is_let_go_of_later():
    log = Log(fleet(2), me=1)
    code = next(code for code in CODES if Ownership(log).is_here(code))
    claims = Claims(log)

    async def put_away_and_try_again():
        registry = registry_of(log, claims)

        async def end():
            pass

        await claims.claim(code)
        registry.rooms[code] = SimpleNamespace(code=code, end=end, owner=1)
        claims.full = True
        await registry.put_away(registry.rooms[code])
        await registry.hand_over(lambda _: False)
        assert claims.owners == {code: 1}
        claims.full = False
        await registry.hand_over(lambda _: False)

    asyncio.run(put_away_and_try_again())
    assert claims.owners == {}


def test_what_is_to_be_let_go_of_is_let_go_of_by_one_of_several_rounds():
    """The other found nothing to take out, and whoever waited for that table waited for ever."""
    log = Log(fleet(2), me=1)
    codes = [code for code in CODES if Ownership(log).is_here(code)][:3]
    claims = Claims(log)

    async def end():
        await asyncio.sleep(0)

    async def let_go_twice():
        registry = registry_of(log, claims)
        for code in codes:
            await claims.claim(code)
            registry.rooms[code] = SimpleNamespace(code=code, end=end, owner=1)
        claims.full = True
        for code in codes:
            await registry.put_away(registry.rooms[code])
        claims.full, claims.slowly = False, True
        await asyncio.gather(*(registry.hand_over(lambda _: False) for _ in range(2)))
        assert claims.owners == {}

    asyncio.run(let_go_twice())


@pytest.mark.parametrize("written", ["", "1", "0/2", "3/2", "a/b", "1/2/3", "-1/2"])
def test_what_is_no_place_in_a_list_is_refused(written):
    with pytest.raises(StoreFault, match="store_not_a_slot"):
        Slot.read(written)
