"""Bots at the table: who thinks, what becomes of those that fail, and how long they take."""

import asyncio
import itertools
import signal
import sys
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from devices import Table
from structlog.testing import capture_logs

import galopp
from galopp import wire
from galopp.bots import LEVELS, Thought, outside_names
from galopp.core.history import no_history
from galopp.server.bots import at_table, runners
from galopp.server.bots.at_table import BotAtTable
from galopp.server.bots.fallback import ENOUGH, FIRST_LEGAL
from galopp.server.bots.runners import InThread
from galopp.server.bots.service import BotService
from galopp.server.ops.clock import Clock
from galopp.server.ops.metrics import Metrics
from galopp.server.services import ServiceConfiguration, Services
from galopp.store import Entry, Write
from galopp.store.opening import place_of
from galopp.store.sqlite import Log
from galopp.table import message
from galopp.table.levels import bot_names, simpler_ones
from galopp.table.seating import sit_down
from galopp.table.settings import Settings
from serving import ServerProcess

GAMES = galopp.game_names()
PROGRAM = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    answer = {"protocol": 1} if "protocol" in asked else {"move": asked["legal"][0]["move"]}
    print(json.dumps(answer), flush=True)
"""


# --- Who takes the place of whom


def test_the_next_simpler_bot_takes_over_down_to_the_beginner():
    assert simpler_ones("strongest") == ["strong", "casual", "beginner"]
    assert simpler_ones("strong@50") == ["casual", "beginner"]
    assert simpler_ones("strongest-2026a") == ["strong", "casual", "beginner"]
    assert simpler_ones("beginner") == []
    assert simpler_ones("rosa from another package") == ["casual", "beginner"]


class Faulty:
    """A bot that does whatever a test wants it to, and is waited for as long as it says."""

    def __init__(self, deed, patience=runners.FROM_OUTSIDE):
        self.deed = deed
        self.patience = patience
        self.asked = 0
        self.closed = threading.Event()

    def think(self, seen, told, luck):
        self.asked += 1
        return self.deed(seen)

    def close(self):
        self.closed.set()


@pytest.fixture
def in_server(tmp_path):
    """Run a test with services of its own, and give up on one that stands still."""

    def run(work):
        async def in_it():
            services = Services(
                place_of(tmp_path), Clock(), Metrics(), ServiceConfiguration(public_list=False)
            )
            services.preparing.prepare_what_is_compiled()
            await services.preparing.prepare()
            try:
                await work(services)
            finally:
                await services.close()

        asyncio.run(asyncio.wait_for(in_it(), 240))

    return run


@pytest.fixture
def faulty(monkeypatch):
    """Bots by name that are not what they seem."""
    known, runner = {}, BotService.runner

    def find(service, game, name):
        if name in known:
            return InThread(service.threads, known[name], known[name].patience)
        return runner(service, game, name)

    monkeypatch.setattr(BotService, "runner", find)
    return known


def failures(services, name):
    return services.metrics.bot_failures.labels(name)._value.get()


def position_of(name):
    position = galopp.game(name).new(players=2, seed=3)
    return position.seen(position.mover)


def fail(seen):
    raise RuntimeError("as it does")


def illegal(seen):
    return Thought(next(code for code in range(64) if not int(seen.legal) >> code & 1))


def say_nothing(seen):
    return None


@pytest.mark.parametrize("deed", [fail, illegal, say_nothing])
@pytest.mark.parametrize("game", GAMES)
def test_a_bot_that_errs_is_replaced_by_the_next_simpler_one(in_server, faulty, game, deed):
    faulty["strong"] = Faulty(deed)
    seen = position_of(game)

    async def think(services):
        bot = services.bots.fallback_bot("BCDFGH", game, "strong")
        with capture_logs() as logged:
            thought, name = await bot.think(seen, no_history(), 1)
        assert name == "casual"
        assert thought.code in [move.code for move in seen.legal]
        assert failures(services, "strong") == 1
        (told,) = logged
        assert (told["event"], told["table"], told["bot"]) == ("bot failed", "BCDFGH", "strong")
        assert told["given_up"] is False

    in_server(think)


def test_a_bot_that_fails_again_and_again_is_not_asked_any_more(in_server, faulty):
    faulty["strongest"], faulty["strong"] = Faulty(fail), Faulty(fail)

    async def think(services):
        bot = services.bots.fallback_bot("BCDFGH", "saumaumau", "strongest")
        with capture_logs() as logged:
            names = [
                (await bot.think(position_of("saumaumau"), no_history(), 1))[1] for _ in range(6)
            ]
        assert names == ["casual"] * 6
        assert faulty["strongest"].asked == faulty["strong"].asked == ENOUGH
        assert [told["bot"] for told in logged if told["given_up"]] == ["strongest", "strong"]
        again = services.bots.fallback_bot("BCDFGH", "saumaumau", "strongest")  # in the next game
        await again.think(position_of("saumaumau"), no_history(), 1)
        assert faulty["strongest"].asked == ENOUGH + 1

    in_server(think)


def test_where_every_bot_fails_the_first_legal_move_is_played(in_server, faulty):
    faulty |= {name: Faulty(fail) for name in LEVELS}

    async def think(services):
        seen = position_of("ostfriesenlauf")
        thought, name = await services.bots.fallback_bot(
            "BCDFGH", "ostfriesenlauf", "strongest"
        ).think(seen, no_history(), 1)
        assert (thought.code, name) == (seen.legal[0].code, FIRST_LEGAL)

    in_server(think)


def test_a_bot_that_hangs_is_given_up_and_a_simpler_one_decides(in_server, faulty):
    hung = threading.Event()
    faulty["rosa"] = Faulty(lambda seen: hung.wait(), patience=0.05)  # it alone: others may be slow

    async def think(services):
        bot = services.bots.fallback_bot("BCDFGH", "schweinsgalopp", "rosa")
        names = [
            (await bot.think(position_of("schweinsgalopp"), no_history(), 1))[1] for _ in range(5)
        ]
        assert names == ["casual"] * 5
        assert failures(services, "rosa") == ENOUGH
        assert await asyncio.to_thread(faulty["rosa"].closed.wait, 30)
        hung.set()

    in_server(think)


def test_where_the_process_that_thinks_is_stopped_nobody_waits_for_it_twice(in_server, monkeypatch):
    """A simpler one that thinks in the same process would wait as long in vain."""
    monkeypatch.setattr(runners, "GRACE", 0.2)

    async def think(services):
        seen = position_of("schweinsgalopp")
        await services.bots.searching.think(
            240, "schweinsgalopp", "strong@8", seen.record, no_history(), 1
        )
        stopped = services.bots.searching._process
        stopped.send_signal(signal.SIGSTOP)
        bot = services.bots.fallback_bot("BCDFGH", "schweinsgalopp", "strongest@0.1s")
        assert (await bot.think(seen, no_history(), 1))[1] == "casual"
        assert [failures(services, name) for name in ("strongest@0.1s", "strong")] == [1, 0]
        assert await stopped.wait() == -signal.SIGKILL, "it is replaced"

    in_server(think)


def test_a_bot_that_is_not_there_any_more_is_replaced(in_server):
    async def think(services):
        bot = services.bots.fallback_bot("BCDFGH", "saumaumau", "rosa-was-uninstalled")
        assert (await bot.think(position_of("saumaumau"), no_history(), 1))[1] == "casual"

    in_server(think)


# --- At a table


async def against(services, level, settings, game="schweinsgalopp"):
    """A table with a person and a bot, and the key of the person."""
    given = await services.opening.open(wire.OpenTable(game=game, players=2, settings=settings))
    room = await services.registry.room(given.code)
    verdict = await room.carry_out(lambda table, _: sit_down(table, "Ada", "rosy", 0))
    host = room.table.who([given.key, str(verdict.gives["key"])])
    await room.receive(message.AddBot(id="bot", seat=1, level=level), host)
    await room.receive(message.Start(id="start"), host)
    return room, host


async def play_on(room, sender):
    """Let the person decide until the game is over; bots decide by themselves."""
    for number in itertools.count():
        table = room.table
        if table.phase == "over":
            return
        if 0 in table.asked:
            code = table.position.seen(0).legal[0].code
            said = {"seat": 0, "decision": table.number, "moves": [code]}
            await room.receive(message.Decide(id=f"d{number}", **said), sender)
        else:
            await asyncio.sleep(0.005)


@pytest.mark.a_few(1)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_goes_on_to_its_end_with_a_bot_that_always_fails(in_server, faulty, game):
    faulty["strong"] = Faulty(fail)

    async def play(services):
        room, sender = await against(services, "strong", Settings(pace=0), game)
        await play_on(room, sender)
        assert faulty["strong"].asked == ENOUGH
        assert room.table.seats[1].level == "strong", "people need not be alarmed"

    in_server(play)


def test_a_game_goes_on_when_the_process_that_thinks_is_killed(in_server):
    async def play(services):
        room, sender = await against(services, "strong", Settings(pace=0))
        playing = asyncio.ensure_future(play_on(room, sender))
        for _ in range(3):
            while services.bots.searching._process is None:
                await asyncio.sleep(0.01)
            services.bots.searching._process.kill()
            await asyncio.sleep(0.2)
        await playing

    in_server(play)


class Slow:
    """A clock, and a bot that thinks for so many seconds of it."""

    def __init__(self, seconds: float = 70.0) -> None:
        self.now, self.seconds = 0.0, seconds
        self.slept: list[float] = []

    async def think(self, seen, told, luck):
        self.now += self.seconds
        return Thought(5), "beginner"

    # What a bot at a table wants of asyncio

    def get_running_loop(self):
        return SimpleNamespace(time=lambda: self.now)

    async def sleep(self, seconds):
        self.slept.append(seconds)


def test_what_a_bot_has_thought_is_part_of_the_time_it_takes(in_server, monkeypatch):
    async def think(services):
        room, _ = await against(services, "beginner", Settings(pace=1))
        await room.end()  # so that no bot sits there but this one
        slow, bot = Slow(), BotAtTable.__new__(BotAtTable)
        bot.room, bot.seat = room, 1
        bot.bots = SimpleNamespace(service=services.bots, bot_of=lambda seat: slow)
        monkeypatch.setattr(at_table, "asyncio", slow)
        for pace, share in ((100.0, 1.0), (50.0, 1.0), (300.0, 0.5)):
            monkeypatch.setattr(at_table, "PACE", (pace, pace))
            assert await bot._think_at_human_pace(share) == 5
        monkeypatch.undo()
        assert slow.slept == [30.0, 0.0, 80.0]

    in_server(think)


@pytest.mark.parametrize(
    ("level", "pace", "at_least"),
    [("strongest", 1, 1.0), ("strongest", 0, 0.0), ("strong", 1, 0.0), ("casual", 1, 0.0)],
)
def test_how_long_a_bot_takes_does_not_tell_whether_it_had_a_choice(
    in_server, monkeypatch, level, pace, at_least
):
    """One that may think for a second but finds nothing to think about takes its time, too."""

    async def think(services):
        room, _ = await against(services, "casual", Settings(pace=pace), "saumaumau")
        await room.end()  # so that no bot sits there but this one
        room.table.seats[1].level = level
        quick, bot = Slow(seconds=0.0), BotAtTable.__new__(BotAtTable)
        bot.room, bot.seat = room, 1
        bot.bots = SimpleNamespace(service=services.bots, bot_of=lambda seat: quick)
        monkeypatch.setattr(at_table, "asyncio", quick)
        for share in (1.0, at_table.AGAIN) * 20:
            await bot._think_at_human_pace(share)
        monkeypatch.undo()
        least, most = min(quick.slept), max(quick.slept)
        assert at_least <= least and most <= max(at_table.PACE[1], at_least + 0.5)
        if pace:
            assert most - least > 0.05, "nor does it take exactly as long each time"

    in_server(think)


# --- Through the wire


def play_to_the_end(table):
    """Let the first seat decide whenever it is asked; bots decide by themselves."""
    while table.ask("GET").json()["phase"] != "over":
        if table.game(table.seats[0])["legal"]:
            table.decide(0).raise_for_status()
        else:
            time.sleep(0.02)


def renamed(folder, to):
    """A data folder as the version wrote it that had two kinds of bots."""
    old = {b'"level":"beginner"': b'"level":"random"', b'"level":"casual"': b'"level":"greedy"'}
    with Log.read_only(folder) as source, Log.open(to) as target:
        for heading in source.headings():
            entries = []
            for entry in source.read(heading.table):
                body = entry.body
                for now, then in old.items():
                    body = body.replace(now, then)
                entries.append(Entry(entry.table, entry.seq, entry.at, body))
            assert b'"greedy"' in b"".join(entry.body for entry in entries)
            target.append_and_wait(Write(entries, heading))


@pytest.mark.a_few(1)
@pytest.mark.parametrize("game", GAMES)
def test_a_table_kept_by_an_earlier_version_opens_and_plays_on(tmp_path, game):
    with ServerProcess(tmp_path / "now", "--no-limits") as server:
        table = Table.open(server, game, 3)
        for seat, level in ((1, "beginner"), (2, "casual")):
            table.say(table.host, "add_bot", seat=seat, level=level).raise_for_status()
        given = table.ask("POST", "/seats", json={"name": "Ada", "seat": 0}).json()
        table.seats = [given["key"]]
        table.say(table.host, "start").raise_for_status()
    renamed(tmp_path / "now", tmp_path / "then")
    with ServerProcess(tmp_path / "then", "--no-limits") as server:
        table.server = server
        levels = [seat["level"] for seat in table.ask("GET").json()["seats"]]
        assert levels == ["", "beginner", "casual"]
        play_to_the_end(table)


def test_a_program_that_the_operator_names_takes_a_seat(tmp_path):
    program = Path(tmp_path / "rosa.py")
    program.write_text(PROGRAM, encoding="utf-8")
    command = f"rosa={sys.executable} {program}"
    with ServerProcess(tmp_path / "data", "--no-limits", "--bot", command) as server:
        table = Table.open(server, "schweinsgalopp", 2, options={"races": 1})
        given = table.ask("POST", "/seats", json={"name": "Ada", "seat": 0}).json()
        table.seats = [given["key"]]
        table.say(table.host, "add_bot", seat=1, level="rosa").raise_for_status()
        assert table.ask("GET").json()["seats"][1]["level"] == "rosa"
        table.say(table.host, "start").raise_for_status()
        play_to_the_end(table)
        assert "bot failed" not in server.log.read_text(encoding="utf-8")


def test_a_host_may_choose_levels_and_bots_from_outside_and_nothing_else():
    assert bot_names() == [*LEVELS, *outside_names()]
