"""The house and its caretaker: what is brought, put away and thrown away, and what is not."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import pytest
from set_by_hand import SetByHand

from galopp import wire
from galopp.server.bots.at_table import LEAST_ALONE, pace_of
from galopp.server.live.joining import sit_in
from galopp.server.ops.metrics import Metrics
from galopp.server.tables.house import KEPT, LEAST_FREE, House
from galopp.server.tables.outbox import Line
from galopp.server.tables.room import INBOX, Guest, Room
from galopp.store import Entry
from galopp.store.schema import seal
from galopp.table import clocks, feed, log, message
from galopp.table.judge import Verdict, sit_down
from galopp.table.refused import NotNow, Refused
from galopp.table.settings import DAY, Settings, Thinking
from galopp.table.table import LOBBY, OVER, PLAYING

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
        self.guest = Guest(Line(self._take, self._hang_up), [*keys], room.table.who([*keys]))

    async def _take(self, text: str) -> None:
        self.heard.append(text)

    async def _hang_up(self) -> None:
        self.hung_up.set()


@asynccontextmanager
async def a_house(folder: Path) -> AsyncIterator[House]:
    house = House(folder, SetByHand(), Metrics(), public_list=True)
    house.preparing.prepare_what_is_compiled()
    await house.preparing.prepare()
    yield house
    await house.close()


async def opened(house: House, settings: Settings) -> Opened:
    given = await house.open(wire.OpenTable(game="saumaumau", players=2, settings=settings))
    table = Opened(await house.room(given.code), given.key, [])
    for name in ("Ada", "Bo"):
        verdict = await table.room.settle(lambda of, _, name=name: sit_down(of, name, "rosy"))
        assert isinstance(verdict, Verdict)
        table.keys.append(str(verdict.gives["key"]))
    return table


async def playing(house: House, settings: Settings) -> Opened:
    table = await opened(house, settings)
    await table.say(message.Start(id="start"))
    return table


def wait(house: House, seconds: float) -> None:
    assert isinstance(house.clock, SetByHand)
    house.clock.set(house.clock.now() + seconds)


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
def in_house(tmp_path):
    """Run a test in a house of its own, and give up on one that stands still."""

    def run(work: Callable[[House], Awaitable[None]]) -> None:
        async def in_it() -> None:
            async with a_house(tmp_path) as house:
                await work(house)

        asyncio.run(asyncio.wait_for(in_it(), 120))

    return run


@pytest.mark.parametrize("sealed", [False, True], ids=["damaged", "from another version"])
def test_a_table_that_cannot_be_read_does_not_keep_the_caretaker_from_the_others(
    in_house, tmp_path, sealed
):
    async def look_after(house):
        broken, other = await playing(house, DAYS), await playing(house, DAYS)
        idle = await opened(house, Settings())
        for table in (broken, other):
            await house._put_away(table.room)
        falsify(tmp_path, broken.code, FROM_THE_FUTURE, sealed)
        wait(house, DAY)
        await house.look_around()
        assert other.code in house.rooms
        assert idle.code not in house.rooms

    in_house(look_after)


def test_a_table_that_cannot_be_read_does_not_empty_the_public_list(in_house, tmp_path):
    async def list_them(house):
        broken, other = [await opened(house, Settings(listed=True)) for _ in range(2)]
        await house._put_away(broken.room)
        falsify(tmp_path, broken.code, FROM_THE_FUTURE, sealed=False)
        assert [table.code for table in await house.listed()] == [other.code]

    in_house(list_them)


@pytest.mark.parametrize("phase", [LOBBY, PLAYING])
def test_a_table_at_which_somebody_waits_is_not_thrown_away(in_house, phase):
    async def wait_long(house):
        table = await (opened if phase == LOBBY else playing)(house, Settings())
        table.room.join(Device(table.room, table.keys[0]).guest)
        wait(house, KEPT[phase] + 1)
        await house.look_around()
        await table.say(message.Say(id="still-here", seat=0, phrase="hello"))

    in_house(wait_long)


def test_a_table_that_nobody_waits_at_is_thrown_away(in_house):
    async def wait_long(house):
        table = await opened(house, Settings())
        await house.keep("record/a", b"a game")
        wait(house, KEPT[OVER] + 1)
        other = await opened(house, Settings())
        await house.look_around()  # put away
        await house.look_around()
        assert await house.entries(table.code) == []
        assert await house.kept("record/a") is None
        assert await house.entries(other.code) != []

    in_house(wait_long)


def test_a_clock_that_is_years_ahead_throws_nothing_away(in_house):
    async def wake_up_late(house):
        table = await opened(house, Settings())
        await house.keep("record/a", b"a game")
        wait(house, 3000 * DAY)
        await house.look_around()
        await house.look_around()
        assert await house.entries(table.code) != []
        assert await house.kept("record/a") == b"a game"

    in_house(wake_up_late)


def test_a_server_that_starts_with_its_clock_ahead_throws_nothing_away_for_a_day(tmp_path):
    kept = []

    async def leave():
        async with a_house(tmp_path) as house:
            kept.append((await opened(house, Settings())).code)
            await house.keep("record/a", b"a game")
            return house.clock.now()

    async def begin(now, hours, set_right):
        async with a_house(tmp_path) as house:
            wait(house, now + 90 * DAY - house.clock.now())
            house._began = house.clock.now()
            await opened(house, Settings())  # so that something has happened lately
            wait(house, hours * 3600)
            object.__setattr__(house.clock, "slept", -90.0 * DAY if set_right else 0.0)
            await house.look_around()
            return await house.entries(kept[0]) != [] and await house.kept("record/a") is not None

    now = asyncio.run(leave())
    assert asyncio.run(begin(now, hours=23, set_right=False))
    assert asyncio.run(begin(now, hours=25, set_right=True))  # somebody has seen that it is wrong
    assert not asyncio.run(begin(now, hours=25, set_right=False))


def test_a_closed_table_goes_at_once(in_house):
    async def close(house):
        table = await opened(house, Settings())
        await table.say(message.Close(id="close"))
        wait(house, 1)
        await house.look_around()
        await house.look_around()
        assert await house.entries(table.code) == []

    in_house(close)


def test_whoever_speaks_while_the_table_is_deleted_hears_that_it_is_closed(in_house):
    async def speak(house):
        table = await opened(house, Settings())
        room, host = table.room, table.room.table.who([table.host])
        say = [message.Say(id=f"s{n}", seat=0, phrase="oink") for n in range(20)]
        sender = room.table.who([table.keys[0]])
        await room.receive(message.Close(id="close"), host)
        talking = [asyncio.ensure_future(room.receive(one, sender)) for one in say]
        await asyncio.sleep(0)
        await house.delete(room)
        answers = await asyncio.gather(*talking, room.receive(say[0], sender))
        assert {answer.key for answer in answers} <= {"table_is_closed"}

    in_house(speak)


def test_whoever_speaks_while_a_table_is_put_away_may_speak_again(in_house):
    async def speak(house):
        table = await opened(house, Settings())
        say, sender = message.Say(id="s", seat=0, phrase="oink"), table.room.table.who(table.keys)
        talking = asyncio.ensure_future(table.room.receive(say, sender))
        await asyncio.sleep(0)
        await house._put_away(table.room)
        answer = await talking
        assert isinstance(answer, NotNow | wire.Accepted)
        room = await house.room(table.code)
        assert isinstance(await room.receive(say, sender), wire.Accepted)
        said = [entry for entry in await house.entries(table.code) if b'"oink"' in entry.body]
        assert len(said) == 1

    in_house(speak)


def test_on_a_disk_that_is_nearly_full_nothing_new_begins_and_what_is_played_goes_on(
    in_house, monkeypatch
):
    async def play(house):
        table = await playing(house, Settings())
        free = SimpleNamespace(free=LEAST_FREE - 1)
        monkeypatch.setattr("galopp.server.tables.house.shutil.disk_usage", lambda _: free)
        with pytest.raises(NotNow, match="no_room_for_more"):
            await opened(house, Settings())
        await table.say(message.Say(id="still-here", seat=0, phrase="hello"))
        free.free += 1
        await opened(house, Settings())

    in_house(play)


def test_bots_among_themselves_are_in_no_hurry(in_house):
    async def play(house):
        table = await playing(house, Settings(pace=0))
        of = table.room.table
        assert pace_of(of, limited=True) == 0
        for seat in range(2):
            await table.say(message.Leave(id=f"leave{seat}", seat=seat))
        assert pace_of(of, limited=True) == LEAST_ALONE
        assert pace_of(of, limited=False) == 0

    in_house(play)


def test_talk_does_not_put_off_the_end_of_a_day(in_house):
    async def talk(house):
        table = await playing(house, DAYS)
        asked = table.room.table.asked[0]
        wait(house, DAY - 600)
        await table.say(message.Say(id="talk", seat=1 - asked, phrase="your_turn"))
        await house._put_away(table.room)
        wait(house, 600)
        await house.look_around()
        assert table.code in house.rooms
        await came_about(house, table, log.TookOver)

    in_house(talk)


async def came_about(house: House, table: Opened, kind: type[log.AnyLogged]) -> None:
    """Wait until something stands in the log, however long; the fixture gives up."""
    while not any(isinstance(_event(entry), kind) for entry in await house.entries(table.code)):
        await asyncio.sleep(0)


def _event(entry: Entry) -> log.AnyLogged:
    return log.decode(entry.body)


def test_a_table_where_nobodys_time_runs_is_not_brought_again_and_again(in_house):
    async def leave(house):
        table = await playing(house, DAYS)
        for seat in (0, 1):
            await table.say(message.Leave(id=f"leave-{seat}", seat=seat))
        assert clocks.due(table.room.table) is None
        for _ in range(3):
            await house._put_away(house.rooms[table.code])
            wait(house, 2 * DAY)
            await house.look_around()
            if table.code not in house.rooms:
                return
        raise AssertionError("brought three times for nothing")

    in_house(leave)


def test_a_key_that_is_taken_away_while_a_device_comes_in_opens_nothing(in_house):
    async def come_in(house):
        table = await playing(house, Settings())
        device = Device(table.room, table.keys[0])
        read, reissued = house.entries, asyncio.Event()

        async def read_slowly(code, after):
            await reissued.wait()
            return await read(code, after)

        house.entries = read_slowly
        coming = asyncio.ensure_future(sit_in(table.room, device.guest, 0))
        await asyncio.sleep(0)
        await table.say(message.Reissue(id="reissue", seat=0))
        reissued.set()
        await coming
        await device.hung_up.wait()
        assert not device.guest.sender.anybody
        assert device.guest not in table.room.guests
        assert "key_changed" in device.heard[-1]
        assert not any('"type":"game"' in text for text in device.heard)

    in_house(come_in)


def test_time_that_is_up_while_the_inbox_is_full_is_not_forgotten(in_house):
    async def crowd(house):
        table = await playing(house, DAYS)
        crowd = [
            asyncio.ensure_future(table.room.settle(lambda *_: Verdict([]))) for _ in range(INBOX)
        ]
        await asyncio.sleep(0)
        wait(house, DAY)
        spent = table.room._timer
        table.room._time_is_up()
        assert table.room._timer is not spent
        await asyncio.gather(*crowd)
        await came_about(house, table, log.TookOver)

    in_house(crowd)


def test_a_hint_for_a_decision_that_was_taken_meanwhile_comes_too_late(in_house):
    async def think_slowly(house):
        table = await playing(house, Settings())
        seat, think, decided = table.room.table.asked[0], house.searching.think, asyncio.Event()

        async def think_later(*work):
            await decided.wait()
            return await think(*work)

        house.searching.think = think_later
        hint = asyncio.ensure_future(table.room.hints.give(seat))
        await asyncio.sleep(0)
        legal = table.room.table.position.seen(seat).legal
        said = {"seat": seat, "decision": 1, "moves": [legal[0].code]}
        await table.say(message.Decide(id="decides", **said))
        decided.set()
        with pytest.raises(Refused, match="too_late"):
            await hint

    in_house(think_slowly)


def test_whoever_waits_for_a_hint_at_a_table_that_is_put_away_is_told_so(in_house):
    async def put_away(house):
        table = await playing(house, Settings())
        seat, never = table.room.table.asked[0], asyncio.Event()

        async def think_for_ever(*work):
            await never.wait()

        house.searching.think = think_for_ever
        hint = asyncio.ensure_future(table.room.hints.give(seat))
        await asyncio.sleep(0)
        await table.room.end()
        with pytest.raises(Refused, match="too_late"):
            await hint

    in_house(put_away)


def test_somebody_who_goes_while_a_hint_is_thought_out_finds_it_later(in_house):
    async def come_back(house):
        table = await playing(house, Settings())
        seat, think, asked = table.room.table.asked[0], house.searching.think, []

        async def note(*work):
            asked.append(work)
            await asyncio.sleep(0.01)
            return await think(*work)

        house.searching.think = note
        first = asyncio.ensure_future(table.room.hints.give(seat))
        await asyncio.sleep(0)
        first.cancel()
        hint = await table.room.hints.give(seat)
        assert hint == await table.room.hints.give(seat)
        assert len(asked) == 1

    in_house(come_back)


def test_what_is_on_disk_has_happened_even_if_telling_it_fails(in_house):
    async def tell_badly(house):
        table = await playing(house, Settings())
        tell, failed = table.room._tell_table, []

        def fail_once(happened):
            if not failed:
                failed.append(happened)
                raise ValueError("a mistake in the program")
            tell(happened)

        table.room._tell_table = fail_once
        await table.say(message.SendAway(id="two-events", seat=0))
        assert failed
        assert table.room.table.seq == len(await house.entries(table.code))
        await table.say(message.Say(id="goes-on", seat=1, phrase="hello"))

    in_house(tell_badly)


def test_a_table_that_is_gone_from_disk_does_not_make_the_server_unready(in_house):
    async def lose_one(house):
        lost, other = [await opened(house, Settings()) for _ in range(2)]
        await house._read(house._log.delete, lost.code)
        said = message.Say(id="to-nobody", seat=0, phrase="hello")
        answer = await lost.room.receive(said, lost.room.table.who(lost.keys))
        assert isinstance(answer, NotNow)
        assert house.writes
        await other.say(said)

    in_house(lose_one)


@pytest.mark.parametrize("thinking", [Thinking("off"), Thinking("bank"), Thinking("days")])
def test_a_window_that_was_open_when_the_server_stopped_is_open_again(in_house, thinking):
    async def stop_in_a_window(house):
        table = await opened(house, Settings(thinking=thinking))
        options = {"mau": True, "mau_window": 5}
        await table.say(message.Arrange(id="mau", options=options))
        await table.say(message.Start(id="start"))
        while table.room.table.window is None:
            await decide(table)
        await house._put_away(table.room)
        wait(house, 3600)
        room = await house.room(table.code)
        assert room.table.window is not None
        assert room.table.window.closes == house.clock.now() + 5

    in_house(stop_in_a_window)


async def decide(table: Opened) -> None:
    """Whoever is asked plays whatever card it can; so somebody soon holds only one."""
    of = table.room.table
    assert of.position is not None
    seat, number = of.asked[0], of.number
    moves = [min(feed.legal(of, of.position.seen(seat), seat))]
    await table.say(message.Decide(id=f"d{number}", seat=seat, decision=number, moves=moves))
