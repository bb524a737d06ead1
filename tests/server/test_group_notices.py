"""Whoever wants it in a group is told of a round that drew them and of their turns: once."""

import asyncio

import pytest
from msgspec import convert
from notified import ANYWHERE, BASE, NOON, after, hook, in_server, kept, outside, some_services

from galopp.core.fault import Fault
from galopp.group import message
from galopp.group.devices import add_key
from galopp.group.judge import join
from galopp.group.keys import kept_of
from galopp.locale import Language
from galopp.server.notices.scheduler import AGAIN_AFTER, MOST_FAILURES
from galopp.server.notices.sender import DAYS_WAIT, LIVE_WAIT, Allowed
from galopp.server.notices.ssrf_guard import Targets
from galopp.table.keys import new_key
from galopp.table.message import Start
from galopp.table.settings import DAY, Settings, Thinking
from galopp.wire.groups import DrawRound, OpenGroup, OpenGroupTable, TakeSeat
from galopp.wire.notices import GroupSubscription, Subscription

__all__ = ["in_server", "outside"]

DAYS = Settings(pace=0, thinking=Thinking("days", DAY))
QUIET = {"begins": "11:00", "ends": "13:00"}
say = Language("en").say


class Club:
    """A group of three, each with a key of theirs, and a tournament that all have entered."""

    def __init__(self, services, room, keys):
        self.services, self.room, self.keys = services, room, keys

    @classmethod
    async def founded(cls, services):
        keys = [new_key() for _ in range(3)]
        wanted = OpenGroup(name="Thursday", member="Anna", key=keys[0])
        given = await services.groups.found(wanted)
        room = await services.groups.registry.room(given.code)
        for name, key in zip(("Ben", "Carla"), keys[1:], strict=True):
            await room.carry_out(lambda group, _, name=name, key=key: join(group, name, "", key))
        return cls(services, room, keys)

    async def say(self, member, said, key=None):
        await self.services.groups.say(self.room, member, said, key or self.keys[member])

    async def draw(self, over_days=True):
        """A round for two of them; the table they were drawn to."""
        plan = {"name": "Cup", "games": ["saumaumau"], "size": 2, "rounds": 2}
        await self.say(0, message.PlanTournament(id="p", over_days=over_days, **plan))
        await self.say(1, message.EnterTournament(id="e", tournament=1))
        drawn = await self._draw_round()
        return await self.services.registry.room(drawn.tables[0].table)

    async def draw_for_three(self, over_days=True):
        """A round at tables of two; the member who sits out."""
        plan = {"name": "Cup", "games": ["saumaumau"], "size": 2, "rounds": 2}
        await self.say(0, message.PlanTournament(id="p", over_days=over_days, **plan))
        for member in (1, 2):
            await self.say(member, message.EnterTournament(id="e", tournament=1))
        (out,) = (await self._draw_round()).byes
        return out

    async def _draw_round(self):
        await self.services.groups.rounds.draw(self.room, 0, 1, DrawRound(id="d", round=1))
        await self.services.groups.rounds.tend(self.room)
        await self.looked()
        return self.room.group.tournaments[0].rounds[0].drawn

    async def looked(self):
        """What follows from what happened is done."""
        await self.services.groups._look(self.room)

    async def wants(self, member, way, **wanted):
        asked = convert({"way": way, **wanted}, GroupSubscription)
        notices = self.services.groups.notices
        return await notices.subscribe(self.room, kept_of(self.keys[member]), asked, BASE)

    async def sits(self, member, code):
        """Come to a seat; its key."""
        wanted = TakeSeat(table=code, key=new_key())
        return (await self.services.groups.tables.sit_down(self.room, member, wanted)).key


def told(outside):
    return [request.json() for request in outside.requests]


def drawn(name, table):
    return say("message.round", name=name, table=table.code)


def asked_and_not(table):
    """The member who is asked at a table, and the other."""
    seats = table.table.seats
    (asked,) = table.table.asked
    return seats[asked].member, seats[1 - asked].member


def test_over_days_a_round_is_told_to_whoever_it_drew_before_they_have_come(in_server, outside):
    async def play(services):
        club = await Club.founded(services)
        for member, language in enumerate(("de", "fr", "en")):
            await club.wants(member, hook(outside, f"/{member}"), language=language)
        table = await club.draw()
        asked, other = asked_and_not(table)
        await after(services, DAYS_WAIT - 1)
        assert outside.requests == []
        await after(services, 1)
        await after(services, DAY / 2)
        assert sorted(request.path for request in outside.requests) == ["/0", "/1"]
        by_member = {int(r.path[1:]): r.json() for r in outside.requests}
        words = {n: Language(code) for n, code in enumerate(("de", "fr"))}
        for member, name in enumerate(("Anna", "Ben")):
            sentence = words[member].say("message.round", name=name, table=table.code)
            assert by_member[member]["sentence"].startswith(sentence)
            assert by_member[member]["link"] == f"{BASE}/t/{table.code}"
        turn = words[asked].say("message.turn", name=("Anna", "Ben")[asked], table=table.code)
        assert turn in by_member[asked]["sentence"]
        assert by_member[asked]["kind"] == "turn"
        assert by_member[other]["kind"] == "round"
        assert turn not in by_member[other]["sentence"]
        assert club.room.code not in str(told(outside)), "whoever knows a group's code may join"

    in_server(play)


def test_at_a_live_round_whoever_does_not_come_is_told_soon(in_server, outside):
    async def play(services):
        club = await Club.founded(services)
        await club.wants(0, hook(outside))
        table = await club.draw(over_days=False)
        await after(services, LIVE_WAIT)
        (one,) = told(outside)
        assert (one["kind"], one["sentence"]) == ("round", drawn("Anna", table))
        await after(services, LIVE_WAIT)
        assert len(outside.requests) == 1

    in_server(play)


NAMES = ("Anna", "Ben", "Carla")


@pytest.mark.parametrize(("over_days", "wait"), [(True, DAYS_WAIT), (False, LIVE_WAIT)])
def test_whoever_sits_out_is_told_so_once_and_no_group_is_named(
    in_server, outside, over_days, wait
):
    async def play(services):
        club = await Club.founded(services)
        for member in range(3):
            await club.wants(member, hook(outside, f"/{member}"), language="de")
        out = await club.draw_for_three(over_days)
        await after(services, wait - 1)
        assert outside.requests == []
        await after(services, 1)
        await club.looked()
        await after(services, DAY / 4)
        (one,) = (r.json() for r in outside.requests if r.path == f"/{out}")
        assert one["kind"] == "bye"
        assert one["sentence"] == Language("de").say("message.bye", name=NAMES[out])
        assert one["title"] == "Sau Mau Mau"
        assert (one["link"], one["tables"]) == (f"{BASE}/", [])
        assert club.room.code not in str(one), "whoever knows a group's code may join"

    in_server(play)


def test_whoever_has_the_group_before_their_eyes_is_not_told_that_they_sit_out(in_server, outside):
    async def play(services):
        club = await Club.founded(services)
        for member in range(3):
            await club.wants(member, hook(outside, f"/{member}"))
        with club.room.waiting.place(0), club.room.waiting.place(1), club.room.waiting.place(2):
            out = await club.draw_for_three()
        await after(services, DAY / 4)
        assert f"/{out}" not in [request.path for request in outside.requests]

    in_server(play)


def test_whoever_comes_and_sees_that_they_sit_out_is_not_told_any_more(in_server, outside):
    async def play(services):
        club = await Club.founded(services)
        for member in range(3):
            await club.wants(member, hook(outside, f"/{member}"))
        out = await club.draw_for_three()
        with club.room.waiting.place(out):
            pass  # the page was opened, and left again
        await after(services, DAY / 4)
        assert f"/{out}" not in [request.path for request in outside.requests]

    in_server(play)


def test_of_a_round_that_is_over_nobody_is_told_that_they_sat_out(in_server, outside):
    async def play(services):
        club = await Club.founded(services)
        for member in range(3):
            await club.wants(member, hook(outside, f"/{member}"), quiet=QUIET)
        out = await club.draw_for_three()
        await club.say(0, message.EndTournament(id="x", tournament=1))
        await club.looked()
        await after(services, DAY / 4)
        assert f"/{out}" not in [request.path for request in outside.requests]

    in_server(play)


def test_after_a_restart_whoever_sits_out_is_told_once_all_the_same(tmp_path, outside):
    async def before():
        async with some_services(tmp_path, NOON, ANYWHERE) as services:
            club = await Club.founded(services)
            for member in range(3):
                await club.wants(member, hook(outside, f"/{member}"))
            out = await club.draw_for_three()
            await after(services, DAYS_WAIT / 2)
            assert outside.requests == []
            await kept(services)
            return club.room.code, out

    async def afterwards(code, out):
        for _ in range(2):
            async with some_services(tmp_path, NOON + DAYS_WAIT, ANYWHERE) as services:
                await services.notices._bring()
                room = await services.groups.registry.room(code)
                await services.groups._look(room)
                await after(services, DAYS_WAIT)
                await kept(services)
        assert [r.path for r in outside.requests].count(f"/{out}") == 1

    asyncio.run(afterwards(*asyncio.run(before())))


def test_two_groups_tell_of_their_byes_one_by_one(in_server, outside):
    async def play(services):
        clubs = [await Club.founded(services), await Club.founded(services)]
        for club in clubs:
            for member in range(3):
                await club.wants(member, hook(outside))
            await club.draw_for_three()
        await after(services, DAYS_WAIT)
        byes = [one for one in told(outside) if one["kind"] == "bye"]
        assert len(byes) == 2
        assert len({one["id"] for one in byes}) == 2

    in_server(play)


def test_whoever_asks_while_a_round_goes_on_is_told_of_it_too(in_server, outside):
    async def play(services):
        club = await Club.founded(services)
        table = await club.draw()
        await club.wants(1, hook(outside))
        await after(services, DAYS_WAIT)
        (one,) = told(outside)
        assert one["sentence"].startswith(drawn("Ben", table))

    in_server(play)


def test_whoever_has_come_and_looked_is_told_of_their_turns_alone(in_server, outside):
    async def play(services):
        club = await Club.founded(services)
        table = await club.draw()
        asked, other = asked_and_not(table)
        await club.wants(other, hook(outside))
        services.notices._timing.note_who_looks(table.table, {0, 1})
        services.notices.update(table)
        services.notices._timing.note_who_looks(table.table, set())
        await after(services, DAY / 2)
        assert outside.requests == []

    in_server(play)


def test_a_turn_at_a_table_over_days_is_told_once_though_the_seat_asked_for_it_itself(
    in_server, outside
):
    async def play(services):
        club = await Club.founded(services)
        for member in (0, 1):
            await club.wants(member, hook(outside))
        wanted = OpenGroupTable(game="saumaumau", players=2, settings=DAYS, expected=[0, 1])
        opened = await services.groups.tables.open(club.room, 0, wanted)
        keys = [await club.sits(member, opened.table) for member in (0, 1)]
        await club.looked()
        table = await services.registry.room(opened.table)
        await table.receive(Start(id="s"), table.table.who([opened.key]))
        asked, _ = asked_and_not(table)
        own = convert({"way": hook(outside), "quiet": QUIET}, Subscription)
        (seat,) = table.table.who([keys[asked]]).seats
        holder = table.table.seats[seat].key
        await services.subscriptions.subscribe(table, holder, own, BASE)
        await after(services, DAYS_WAIT)
        assert outside.requests == [], "whoever sits there does not want to be disturbed now"
        await after(services, DAY / 2)
        (one,) = told(outside)
        assert one["kind"] == "turn"
        assert [about["kind"] for about in one["tables"]] == ["turn"]

    in_server(play)


def test_whoever_wants_it_no_more_is_told_nothing_of_tables_that_go_on(in_server, outside):
    async def play(services):
        club = await Club.founded(services)
        listener = await club.wants(0, hook(outside))
        await club.draw()
        await services.groups.notices.forget(club.room, [listener])
        assert await kept(services) == []
        await club.looked()
        await after(services, DAY / 2)
        assert outside.requests == []

    in_server(play)


def test_whoever_wants_it_no_more_leaves_nothing_at_a_table_of_another_process(in_server, outside):
    async def play(services):
        club = await Club.founded(services)
        listener = await club.wants(0, hook(outside))
        table = await club.draw()
        (copy,) = services.notices._listeners.at(table.code)
        services.notices._listeners.take_out(copy)  # it is in the memory of the other
        assert len(await kept(services)) == 2
        await services.groups.notices.forget(club.room, [listener])
        assert await kept(services) == []

    in_server(play)


def test_what_is_not_wanted_in_the_group_any_more_holds_at_no_table(in_server, outside):
    """Another process has the table: it is told nothing, and finds out by itself."""

    async def play(services):
        club = await Club.founded(services)
        listener = await club.wants(0, hook(outside))
        await club.draw()
        services.notices._listeners.take_out(listener)
        await services.store.writes.drop_subscription(club.room.code, listener.id)
        await after(services, DAYS_WAIT)
        await kept(services)
        assert outside.requests == []
        assert await kept(services) == []

    in_server(play)


@pytest.mark.parametrize("leaves", [True, False], ids=["leaves", "drops other devices"])
def test_whoever_leaves_or_shuts_a_device_out_is_told_nothing_there(in_server, outside, leaves):
    async def play(services):
        club = await Club.founded(services)
        await club.wants(1, hook(outside))
        await club.draw()
        key = new_key()
        await club.room.carry_out(lambda group, _: add_key(group, 1, key))
        said = message.LeaveGroup(id="l") if leaves else message.DropKeys(id="l")
        await club.say(1, said, key)
        await club.looked()
        await after(services, DAY / 2)
        assert outside.requests == []
        assert await kept(services) == []

    in_server(play)


def test_a_deleted_group_leaves_nothing_of_what_was_asked_for(in_server, outside):
    async def play(services):
        club = await Club.founded(services)
        await club.wants(0, hook(outside))
        await club.draw()
        await club.say(0, message.CloseGroup(id="c"))
        assert await kept(services) == []
        await after(services, DAY / 2)
        assert outside.requests == []

    in_server(play)


def test_after_a_restart_it_is_told_once_all_the_same(tmp_path, outside):
    async def before():
        async with some_services(tmp_path, NOON, ANYWHERE) as services:
            club = await Club.founded(services)
            await club.wants(0, hook(outside, "/before"))
            await club.wants(1, hook(outside, "/after"))
            await club.draw()
            listeners = services.notices._listeners
            for one in listeners:
                one.not_before = NOON + DAY if one.address.endswith("/after") else 0.0
            await after(services, DAYS_WAIT)
            assert [request.path for request in outside.requests] == ["/before"]
            await kept(services)
            return club.room.code

    async def afterwards(code):
        async with some_services(tmp_path, NOON + DAYS_WAIT, ANYWHERE) as services:
            await services.notices._bring()
            room = await services.groups.registry.room(code)
            await services.groups._look(room)
            await after(services, 2 * DAYS_WAIT)
            assert [request.path for request in outside.requests] == ["/before", "/after"]

    asyncio.run(afterwards(asyncio.run(before())))


def test_where_nobody_is_reached_the_group_forgets_it_too(in_server, outside):
    async def play(services):
        club = await Club.founded(services)
        await club.wants(0, hook(outside))
        table = await club.draw()
        (copy,) = services.notices._listeners.at(table.code)
        copy.kept.failures = MOST_FAILURES - 1
        outside.answers.extend([(500, {})] * (len(AGAIN_AFTER) + 1))
        for seconds in (DAYS_WAIT, *AGAIN_AFTER):
            await after(services, seconds)
        assert len(outside.requests) == len(AGAIN_AFTER) + 1
        assert await kept(services) == []

    in_server(play)


def test_addresses_that_the_host_does_not_allow_are_refused_as_at_tables(in_server, outside):
    async def ask(services):
        club = await Club.founded(services)
        with pytest.raises(Fault) as refused:
            await club.wants(0, hook(outside))
        assert refused.value.key == "call_not_public"
        assert await kept(services) == []

    in_server(ask, allowed=Allowed(True, Targets.PUBLIC))


def test_a_try_says_what_it_is_for_and_names_no_group(in_server, outside):
    async def ask(services):
        club = await Club.founded(services)
        listener = await club.wants(0, hook(outside))
        await services.subscriptions.try_out(listener)
        (one,) = told(outside)
        assert one["sentence"] == say("message.test_of_group")
        assert one["link"] == f"{BASE}/"
        assert club.room.code not in str(one)

    in_server(ask)
