"""Told to stop while people play: everybody hears of it, nothing is lost, everybody comes back."""

import asyncio
import json
import os

import pytest
import uvicorn
from devices import CLIENT, Table
from starlette.applications import Starlette
from uvicorn.lifespan.off import LifespanOff

from galopp.play.record import Record
from galopp.server.app import Process
from players import PLANS, Ledger, Load, Party

RESTARTS = 2 if os.environ.get("GALOPP_THOROUGH") else 1
TABLES = [plan for plan in PLANS if plan.people > 1]
GOODBYE = {"type": "goodbye", "reason": "restart", "back_in": 1.0}
WITHIN = 360.0  # seconds, for a load that stands still


def test_restarted_while_people_play_everybody_hears_goodbye_and_comes_back(server):
    asyncio.run(restart_again_and_again(server))


async def restart_again_and_again(server):
    ledger = Ledger(server.place)
    async with Load(server) as load, asyncio.timeout(WITHIN):
        games = [load.run(Party(load, plan, rounds=2).play()) for plan in TABLES]
        for number in range(1, RESTARTS + 1):
            await load.opened.until(lambda opened: opened == len(TABLES))
            players = [player for party in load.parties for player in party.players]
            await asyncio.gather(*(player.welcomes.until(number.__le__) for player in players))
            await load.accepted.more(50)
            assert await load.stop() == 0
            ledger.check(load.parties)
            for player in players:
                # Whoever has played both rounds may have gone before the server did.
                assert player.goodbyes == [GOODBYE] * number or player.done
            assert "Traceback" not in server.log.read_text()
            await load.start()
            load.up.set()
        await asyncio.gather(*games)
        ledger.check(load.parties)
        for party in load.parties:
            for number in (1, 2):
                Record.read(await party.record(number))


def test_a_server_that_stops_leaves_nothing_beside_its_file(server):
    Table.open(server).sit_down()
    assert server.stop() == 0
    assert sorted(path.name for path in server.data.iterdir()) == ["galopp.lock", "galopp.sqlite"]


def test_a_stream_of_lines_ends_with_goodbye_as_well(server):
    table = Table.open(server).sit_down()
    keys = {"authorization": f"Bearer {table.seats[0]}"}
    with CLIENT.stream("GET", f"{server.address}{table.path}/news", headers=keys) as news:
        lines = news.iter_lines()
        assert json.loads(next(lines))["type"] == "welcome"
        server.process.terminate()
        told = [json.loads(line) for line in lines if line]
    assert told[-1] == GOODBYE
    assert server.process.wait(timeout=WITHIN) == 0


@pytest.mark.parametrize("later", [0.0, 0.05])
def test_whoever_is_let_in_just_when_the_doors_close_is_sent_away(later):
    """They waited for five seconds, and were then cut off with an error in the log."""

    async def stop():
        config = uvicorn.Config(Starlette(), lifespan="off", timeout_graceful_shutdown=5)
        config.load()
        server = Process(Starlette(), config, patience=1.0)
        server.servers, server.lifespan = [], LifespanOff(config)
        serving = asyncio.Event()

        class Late:
            def shutdown(self):
                server.server_state.connections.discard(self)
                serving.set()

        task = asyncio.ensure_future(serving.wait())
        task.add_done_callback(server.server_state.tasks.discard)
        server.server_state.tasks.add(task)
        loop, let_in = asyncio.get_running_loop(), server.server_state.connections.add
        if later:
            loop.call_later(later, let_in, Late())
        else:
            loop.call_soon(let_in, Late())  # before any task that is begun from now on
        await server.shutdown()
        return serving.is_set()

    assert asyncio.run(stop())
