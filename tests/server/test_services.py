"""Tables and their caretaker: what is brought, put away and thrown away, and what is not."""

import asyncio
import json
import sqlite3
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import pytest
from set_by_hand import SetByHand
from structlog.testing import capture_logs

from galopp import wire
from galopp.server.bots.at_table import LEAST_ALONE, pace_of
from galopp.server.live.joining import sit_in
from galopp.server.ops.metrics import Metrics
from galopp.server.services import ServiceConfiguration, Services
from galopp.server.tables.disk import LEAST_FREE
from galopp.server.tables.expiry import KEPT
from galopp.server.tables.guest import Guest
from galopp.server.tables.outbox import Outbox
from galopp.server.tables.room import CROWD, INBOX, Room
from galopp.store import Entry
from galopp.store.opening import place_of
from galopp.store.seal import seal
from galopp.table import clocks, feed, log, message
from galopp.table.judge import Verdict
from galopp.table.refused import NotNow, Refused
from galopp.table.seating import sit_down
from galopp.table.settings import DAY, Settings, Thinking
from galopp.table.table import LOBBY, OVER, PLAYING
from galopp.table.table import Table as TableInPlay

DAYS = Settings(pace=0, thinking=Thinking("days", DAY))
FROM_THE_FUTURE = b'{"event":"from_the_future"}'


@dataclass
class Opened:
    """A table with a person in every seat."""

    room: Room
    host: str
    keys: list[str]

    @property
    def code(self) -> str:
        return self.room.table.code

    async def say(self, said: message.AnyMessage) -> wire.Accepted:
        answer = await self.room.receive(said, self.room.table.who([self.host, *self.keys]))
        assert isinstance(answer, wire.Accepted), answer
        return answer


class Device:
    """A device at a table, and what it hears."""

    def __init__(self, room: Room, *keys: str) -> None:
        self.heard: list[str] = []
        self.hung_up = asyncio.Event()
        self.guest = Guest(Outbox(self._take, self._hang_up), [*keys], room.table.who([*keys]))

    async def _take(self, text: str) -> None:
        self.heard.append(text)

    async def _hang_up(self) -> None:
        self.hung_up.set()


@asynccontextmanager
async def some_services(folder: Path) -> AsyncIterator[Services]:
    services = Services(
        place_of(folder), SetByHand(), Metrics(), ServiceConfiguration(public_list=True)
    )
    services.preparing.prepare_what_is_compiled()
    await services.preparing.prepare()
    yield services
    await services.close()


async def opened(services: Services, settings: Settings) -> Opened:
    given = await services.opening.open(
        wire.OpenTable(game="saumaumau", players=2, settings=settings)
    )
    table = Opened(await services.registry.room(given.code), given.key, [])
    for name in ("Ada", "Bo"):
        verdict = await table.room.carry_out(lambda of, _, name=name: sit_down(of, name, "rosy"))
        assert isinstance(verdict, Verdict)
        table.keys.append(str(verdict.gives["key"]))
    return table


async def playing(services: Services, settings: Settings) -> Opened:
    table = await opened(services, settings)
    await table.say(message.Start(id="start"))
    return table


def wait(services: Services, seconds: float) -> None:
    assert isinstance(services.clock, SetByHand)
    services.clock.set(services.clock.now() + seconds)


def falsify(folder: Path, code: str, body: bytes, sealed: bool) -> None:
    """Write something else over a table's second event."""
    with sqlite3.connect(folder / "galopp.sqlite") as connection:
        (at,) = connection.execute(
            "SELECT at FROM event WHERE code = ? AND seq = 1", (code,)
        ).fetchone()
        number = seal(code, 1, at, body) if sealed else 0
        connection.execute(
            "UPDATE event SET body = ?, seal = ? WHERE code = ? AND seq = 1", (body, number, code)
        )
    connection.close()


@pytest.fixture
def in_server(tmp_path):
    """Run a test with services of its own, and give up on one that stands still."""

    def run(work: Callable[[Services], Awaitable[None]]) -> None:
        async def in_it() -> None:
            async with some_services(tmp_path) as services:
                await work(services)

        asyncio.run(asyncio.wait_for(in_it(), 120))

    return run


@pytest.mark.parametrize("sealed", [False, True], ids=["damaged", "from another version"])
def test_a_table_that_cannot_be_read_does_not_keep_the_caretaker_from_the_others(
    in_server, tmp_path, sealed
):
    async def look_after(services):
        broken, other = await playing(services, DAYS), await playing(services, DAYS)
        idle = await opened(services, Settings())
        for table in (broken, other):
            await services.registry.put_away(table.room)
        falsify(tmp_path, broken.code, FROM_THE_FUTURE, sealed)
        wait(services, DAY)
        await services.caretaker.do_round()
        assert other.code in services.registry.rooms
        assert idle.code not in services.registry.rooms

    in_server(look_after)


def test_a_table_that_cannot_be_read_does_not_empty_the_public_list(in_server, tmp_path):
    async def list_them(services):
        broken, other = [await opened(services, Settings(listed=True)) for _ in range(2)]
        await services.registry.put_away(broken.room)
        falsify(tmp_path, broken.code, FROM_THE_FUTURE, sealed=False)
        assert [table.code for table in await services.public_list.read()] == [other.code]

    in_server(list_them)


@pytest.mark.parametrize("phase", [LOBBY, PLAYING])
def test_a_table_at_which_somebody_waits_is_not_thrown_away(in_server, phase):
    async def wait_long(services):
        table = await (opened if phase == LOBBY else playing)(services, Settings())
        table.room.join(Device(table.room, table.keys[0]).guest)
        wait(services, KEPT[phase] + 1)
        await services.caretaker.do_round()
        await table.say(message.Say(id="still-here", seat=0, phrase="hello"))

    in_server(wait_long)


def test_a_table_that_nobody_waits_at_is_thrown_away(in_server):
    async def wait_long(services):
        table = await opened(services, Settings())
        await services.store.writes.keep("record/a", b"a game", services.clock.now())
        wait(services, KEPT[OVER] + 1)
        other = await opened(services, Settings())
        await services.caretaker.do_round()  # put away
        await services.caretaker.do_round()
        assert await services.store.reads.entries(table.code) == []
        assert await services.store.reads.kept("record/a") is None
        assert await services.store.reads.entries(other.code) != []

    in_server(wait_long)


def test_a_table_that_is_just_thrown_away_is_not_opened(in_server, monkeypatch):
    async def come_late(services):
        table = await opened(services, Settings())
        await services.registry.put_away(table.room)
        wait(services, KEPT[LOBBY] + 1)
        await opened(services, Settings())  # so that something has happened lately
        log, begun, go_on = services.store.writes._log, threading.Event(), threading.Event()
        expire = log.expire

        def expire_slowly(*given):
            begun.set()
            assert go_on.wait(60)
            return expire(*given)

        monkeypatch.setattr(log, "expire", expire_slowly)
        a_round = asyncio.ensure_future(services.caretaker.do_round())
        await asyncio.to_thread(begun.wait, 60)
        coming = asyncio.ensure_future(services.registry.room(table.code))
        await asyncio.wait([coming], timeout=0.2)  # as long as reading it takes, and more
        go_on.set()
        with pytest.raises(Refused, match="no_such_table"):
            await coming
        await a_round

    in_server(come_late)


def test_a_clock_that_is_years_ahead_throws_nothing_away(in_server):
    async def wake_up_late(services):
        table = await opened(services, Settings())
        await services.store.writes.keep("record/a", b"a game", services.clock.now())
        wait(services, 3000 * DAY)
        await services.caretaker.do_round()
        await services.caretaker.do_round()
        assert await services.store.reads.entries(table.code) != []
        assert await services.store.reads.kept("record/a") == b"a game"

    in_server(wake_up_late)


def test_a_server_that_starts_with_its_clock_ahead_throws_nothing_away_for_a_day(tmp_path):
    kept = []

    async def leave():
        async with some_services(tmp_path) as services:
            kept.append((await opened(services, Settings())).code)
            await services.store.writes.keep("record/a", b"a game", services.clock.now())
            return services.clock.now()

    async def begin(now, hours, set_right):
        async with some_services(tmp_path) as services:
            wait(services, now + 90 * DAY - services.clock.now())
            services.expiry.began = services.clock.now()
            await opened(services, Settings())  # so that something has happened lately
            wait(services, hours * 3600)
            object.__setattr__(services.clock, "slept", -90.0 * DAY if set_right else 0.0)
            await services.caretaker.do_round()
            reads = services.store.reads
            return await reads.entries(kept[0]) != [] and await reads.kept("record/a") is not None

    now = asyncio.run(leave())
    assert asyncio.run(begin(now, hours=23, set_right=False))
    assert asyncio.run(begin(now, hours=25, set_right=True))  # somebody has seen that it is wrong
    assert not asyncio.run(begin(now, hours=25, set_right=False))


def test_a_closed_table_goes_at_once(in_server):
    async def close(services):
        table = await opened(services, Settings())
        await table.say(message.Close(id="close"))
        wait(services, 1)
        await services.caretaker.do_round()
        await services.caretaker.do_round()
        assert await services.store.reads.entries(table.code) == []

    in_server(close)


def test_whoever_speaks_while_the_table_is_deleted_hears_that_it_is_closed(in_server):
    async def speak(services):
        table = await opened(services, Settings())
        room, host = table.room, table.room.table.who([table.host])
        say = [message.Say(id=f"s{n}", seat=0, phrase="oink") for n in range(20)]
        sender = room.table.who([table.keys[0]])
        await room.receive(message.Close(id="close"), host)
        talking = [asyncio.ensure_future(room.receive(one, sender)) for one in say]
        await asyncio.sleep(0)
        await services.delete(room)
        answers = await asyncio.gather(*talking, room.receive(say[0], sender))
        assert {answer.key for answer in answers} <= {"table_is_closed"}

    in_server(speak)


def test_a_room_that_is_put_away_twice_does_not_take_its_successor_along(in_server):
    async def put_away(services):
        table = await opened(services, Settings())
        await services.registry.put_away(table.room)
        successor = await services.registry.room(table.code)
        await services.registry.put_away(table.room)
        assert services.registry.rooms == {table.code: successor}

    in_server(put_away)


def test_whoever_comes_as_a_table_is_put_away_is_told_to_come_again(in_server):
    """Nobody would ever tell it anything in a room that has ended."""

    async def come(services):
        table = await opened(services, Settings())
        await services.registry.put_away(table.room)
        device = Device(table.room, table.host)
        table.room.join(device.guest)
        await device.hung_up.wait()
        assert [json.loads(said)["type"] for said in device.heard] == ["goodbye"]
        assert not table.room.guests

    in_server(come)


def test_whoever_speaks_while_a_table_is_put_away_may_speak_again(in_server):
    async def speak(services):
        table = await opened(services, Settings())
        say, sender = message.Say(id="s", seat=0, phrase="oink"), table.room.table.who(table.keys)
        talking = asyncio.ensure_future(table.room.receive(say, sender))
        await asyncio.sleep(0)
        await services.registry.put_away(table.room)
        answer = await talking
        assert isinstance(answer, NotNow | wire.Accepted)
        room = await services.registry.room(table.code)
        assert isinstance(await room.receive(say, sender), wire.Accepted)
        said = [
            entry
            for entry in await services.store.reads.entries(table.code)
            if b'"oink"' in entry.body
        ]
        assert len(said) == 1

    in_server(speak)


def test_a_table_that_lost_step_with_its_log_is_brought_from_it_anew(in_server, monkeypatch):
    """What is on disk has happened, even where memory ran out before it was told."""

    def out_of_memory(*_):
        monkeypatch.undo()
        raise MemoryError

    async def lose_step(services):
        table = await playing(services, Settings())
        device, sender = Device(table.room, *table.keys), table.room.table.who(table.keys)
        table.room.join(device.guest)
        say = message.Say(id="s", seat=0, phrase="oink")
        monkeypatch.setattr("galopp.server.tables.room.fold", out_of_memory)
        assert isinstance(await table.room.receive(say, sender), NotNow)
        await device.hung_up.wait()
        assert '"restart"' in device.heard[-1]
        room = await services.registry.room(table.code)
        assert room is not table.room
        answer = await room.receive(say, sender)
        assert isinstance(answer, wire.Accepted) and answer.seq == room.table.seq - 1
        entries = await services.store.reads.entries(table.code)
        assert len([entry for entry in entries if b'"oink"' in entry.body]) == 1
        more = message.Say(id="more", seat=1, phrase="hello")
        assert isinstance(await room.receive(more, sender), wire.Accepted)

    in_server(lose_step)


def test_a_table_whose_next_event_somebody_else_wrote_is_brought_anew(in_server):
    async def lose_step(services):
        table, rooms = await playing(services, Settings()), services.registry.rooms
        stale, sender = table.room, table.room.table.who(table.keys)
        rooms.pop(table.code)  # as if another server had it
        fresh = await services.registry.room(table.code)
        say = [message.Say(id=f"s{n}", seat=n, phrase="oink") for n in range(2)]
        assert isinstance(await fresh.receive(say[0], sender), wire.Accepted)
        await fresh.end()
        rooms[table.code] = stale
        assert isinstance(await stale.receive(say[1], sender), NotNow)
        while rooms.get(table.code) is stale:
            await asyncio.sleep(0)
        room = await services.registry.room(table.code)
        assert isinstance(await room.receive(say[1], sender), wire.Accepted)

    in_server(lose_step)


def test_on_a_disk_that_is_nearly_full_nothing_new_begins_and_what_is_played_goes_on(
    in_server, monkeypatch
):
    async def play(services):
        table = await playing(services, Settings())
        free = SimpleNamespace(free=LEAST_FREE - 1)
        monkeypatch.setattr("galopp.server.tables.disk.shutil.disk_usage", lambda _: free)
        with pytest.raises(NotNow, match="no_room_for_more"):
            await opened(services, Settings())
        await table.say(message.Say(id="still-here", seat=0, phrase="hello"))
        free.free += 1
        await opened(services, Settings())

    in_server(play)


def test_the_operator_hears_of_a_log_that_is_not_brought_home(in_server, monkeypatch):
    """As where the file itself cannot be written, but what stands beside it can."""

    async def write(services):
        await opened(services, Settings())
        with capture_logs() as logged:
            await services.caretaker.do_round()
            assert services.metrics.written_ahead._value.get() > 0
            assert not logged
            monkeypatch.setattr("galopp.server.tables.store.MOST_AHEAD", 1)
            await services.caretaker.do_round()
        assert [told["event"] for told in logged] == ["log cannot be brought home"]

    in_server(write)


def test_bots_among_themselves_are_in_no_hurry(in_server):
    async def play(services):
        table = await playing(services, Settings(pace=0))
        of = table.room.table
        assert pace_of(of, limited=True) == 0
        for seat in range(2):
            await table.say(message.Leave(id=f"leave{seat}", seat=seat))
        assert pace_of(of, limited=True) == LEAST_ALONE
        assert pace_of(of, limited=False) == 0

    in_server(play)


def test_in_a_crowd_not_everybody_is_counted_for_everybody_who_comes_or_goes(
    in_server, monkeypatch
):
    counted, count = [], TableInPlay.count_host

    def note(table, *given):
        counted.append(table)
        count(table, *given)

    async def come_and_go(services):
        table = await playing(services, Settings())
        monkeypatch.setattr(TableInPlay, "count_host", note)
        watching = Device(table.room, table.keys[0])
        table.room.join(watching.guest)
        crowd = [Device(table.room, table.host).guest for _ in range(10 * CROWD)]
        for guest in crowd:
            table.room.join(guest)
        await told(watching, f'"watching":{len(crowd)},')
        for guest in crowd:
            table.room.part(guest)
        await told(watching, '"watching":0,')
        assert len(counted) < 3 * CROWD

    async def told(device, what):
        while not any(what in text for text in device.heard[-1:]):
            await asyncio.sleep(0.01)

    in_server(come_and_go)


def test_talk_does_not_put_off_the_end_of_a_day(in_server):
    async def talk(services):
        table = await playing(services, DAYS)
        asked = table.room.table.asked[0]
        wait(services, DAY - 600)
        await table.say(message.Say(id="talk", seat=1 - asked, phrase="your_turn"))
        await services.registry.put_away(table.room)
        wait(services, 600)
        await services.caretaker.do_round()
        assert table.code in services.registry.rooms
        await came_about(services, table, log.TookOver)

    in_server(talk)


async def came_about(services: Services, table: Opened, kind: type[log.AnyLogged]) -> None:
    """Wait until something stands in the log, however long; the fixture gives up."""
    reads = services.store.reads
    while not any(isinstance(_event(entry), kind) for entry in await reads.entries(table.code)):
        await asyncio.sleep(0)


def _event(entry: Entry) -> log.AnyLogged:
    return log.decode(entry.body)


def test_a_table_where_nobodys_time_runs_is_not_brought_again_and_again(in_server):
    async def leave(services):
        table = await playing(services, DAYS)
        for seat in (0, 1):
            await table.say(message.Leave(id=f"leave-{seat}", seat=seat))
        assert clocks.due(table.room.table) is None
        for _ in range(3):
            await services.registry.put_away(services.registry.rooms[table.code])
            wait(services, 2 * DAY)
            await services.caretaker.do_round()
            if table.code not in services.registry.rooms:
                return
        raise AssertionError("brought three times for nothing")

    in_server(leave)


def test_a_key_that_is_taken_away_while_a_device_comes_in_opens_nothing(in_server):
    async def come_in(services):
        table = await playing(services, Settings())
        device = Device(table.room, table.keys[0])
        read, reissued = services.store.reads.entries, asyncio.Event()

        async def read_slowly(code, after):
            await reissued.wait()
            return await read(code, after)

        services.store.reads.entries = read_slowly
        coming = asyncio.ensure_future(sit_in(services.histories, table.room, device.guest, 0))
        await asyncio.sleep(0)
        await table.say(message.Reissue(id="reissue", seat=0))
        reissued.set()
        await coming
        await device.hung_up.wait()
        assert not device.guest.sender.anybody
        assert device.guest not in table.room.guests
        assert "key_changed" in device.heard[-1]
        assert not any('"type":"game"' in text for text in device.heard)

    in_server(come_in)


def test_time_that_is_up_while_the_inbox_is_full_is_not_forgotten(in_server):
    async def crowd(services):
        table = await playing(services, DAYS)
        crowd = [
            asyncio.ensure_future(table.room.carry_out(lambda *_: Verdict([])))
            for _ in range(INBOX)
        ]
        await asyncio.sleep(0)
        wait(services, DAY)
        spent = table.room.timer._handle
        table.room.timer._ring()
        assert table.room.timer._handle is not spent
        await asyncio.gather(*crowd)
        await came_about(services, table, log.TookOver)

    in_server(crowd)


def test_a_hint_for_a_decision_that_was_taken_meanwhile_comes_too_late(in_server):
    async def think_slowly(services):
        table = await playing(services, Settings())
        seat, decided = table.room.table.asked[0], asyncio.Event()
        think = services.bots.searching.think

        async def think_later(*work):
            await decided.wait()
            return await think(*work)

        services.bots.searching.think = think_later
        hint = asyncio.ensure_future(table.room.bots.hints.give(seat))
        await asyncio.sleep(0)
        legal = table.room.table.position.seen(seat).legal
        said = {"seat": seat, "decision": 1, "moves": [legal[0].code]}
        await table.say(message.Decide(id="decides", **said))
        decided.set()
        with pytest.raises(Refused, match="too_late"):
            await hint

    in_server(think_slowly)


def test_whoever_waits_for_a_hint_at_a_table_that_is_put_away_is_told_so(in_server):
    async def put_away(services):
        table = await playing(services, Settings())
        seat, never = table.room.table.asked[0], asyncio.Event()

        async def think_for_ever(*work):
            await never.wait()

        services.bots.searching.think = think_for_ever
        hint = asyncio.ensure_future(table.room.bots.hints.give(seat))
        await asyncio.sleep(0)
        await table.room.end()
        with pytest.raises(Refused, match="too_late"):
            await hint

    in_server(put_away)


def test_somebody_who_goes_while_a_hint_is_thought_out_finds_it_later(in_server):
    async def come_back(services):
        table = await playing(services, Settings())
        seat, think, asked = table.room.table.asked[0], services.bots.searching.think, []

        async def note(*work):
            asked.append(work)
            await asyncio.sleep(0.01)
            return await think(*work)

        services.bots.searching.think = note
        first = asyncio.ensure_future(table.room.bots.hints.give(seat))
        await asyncio.sleep(0)
        first.cancel()
        hint = await table.room.bots.hints.give(seat)
        assert hint == await table.room.bots.hints.give(seat)
        assert len(asked) == 1

    in_server(come_back)


def test_what_is_on_disk_has_happened_even_if_telling_it_fails(in_server):
    async def tell_badly(services):
        table = await playing(services, Settings())
        tell, failed = table.room.announcer.tell_table, []

        def fail_once(happened):
            if not failed:
                failed.append(happened)
                raise ValueError("a mistake in the program")
            tell(happened)

        table.room.announcer.tell_table = fail_once
        await table.say(message.SendAway(id="two-events", seat=0))
        assert failed
        assert table.room.table.seq == len(await services.store.reads.entries(table.code))
        await table.say(message.Say(id="goes-on", seat=1, phrase="hello"))

    in_server(tell_badly)


def test_a_table_that_is_gone_from_disk_does_not_make_the_server_unready(in_server):
    async def lose_one(services):
        lost, other = [await opened(services, Settings()) for _ in range(2)]
        await services.store.writes.delete(lost.code)
        said = message.Say(id="to-nobody", seat=0, phrase="hello")
        answer = await lost.room.receive(said, lost.room.table.who(lost.keys))
        assert isinstance(answer, NotNow)
        assert services.store.writes.work
        await other.say(said)

    in_server(lose_one)


def test_whoever_reads_does_not_wait_for_what_is_deleted(in_server, monkeypatch):
    async def delete_slowly(services):
        table, other = [await opened(services, Settings()) for _ in range(2)]
        delete, read = services.store.writes._log.delete, threading.Event()

        def wait(code):
            assert read.wait(60)
            return delete(code)

        monkeypatch.setattr(services.store.writes._log, "delete", wait)
        deleting = asyncio.ensure_future(services.store.writes.delete(table.code))
        await asyncio.sleep(0)
        assert await services.store.reads.entries(other.code) != []
        read.set()
        await deleting
        assert await services.store.reads.entries(table.code) == []

    in_server(delete_slowly)


@pytest.mark.parametrize("thinking", [Thinking("off"), Thinking("bank"), Thinking("days")])
def test_a_window_that_was_open_when_the_server_stopped_is_open_again(in_server, thinking):
    async def stop_in_a_window(services):
        table = await opened(services, Settings(thinking=thinking))
        options = {"mau": True, "mau_window": 5}
        await table.say(message.Arrange(id="mau", options=options))
        await table.say(message.Start(id="start"))
        while table.room.table.window is None:
            await decide(table)
        await services.registry.put_away(table.room)
        wait(services, 3600)
        room = await services.registry.room(table.code)
        assert room.table.window is not None
        assert room.table.window.closes == services.clock.now() + 5

    in_server(stop_in_a_window)


async def decide(table: Opened) -> None:
    """Whoever is asked plays whatever card it can; so somebody soon holds only one."""
    of = table.room.table
    assert of.position is not None
    seat, number = of.asked[0], of.number
    moves = [min(feed.legal(of, of.position.seen(seat), seat))]
    await table.say(message.Decide(id=f"d{number}", seat=seat, decision=number, moves=moves))
