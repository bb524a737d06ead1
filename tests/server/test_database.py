"""A server whose tables are in PostgreSQL: killed, or the database with it, under load."""

import asyncio

import pytest
from test_crashes import kill_again_and_again

from databases_shared import safe_cluster, safe_database
from galopp.store.fault import StoreFault
from players import Ledger, Load, Party, plans
from serving import ServerProcess

__all__ = ["safe_cluster", "safe_database"]

TABLES = 8


@pytest.fixture
def database_server(tmp_path, safe_database):
    with ServerProcess(tmp_path / "data", "--no-limits", "--store", safe_database) as running:
        yield running


@pytest.mark.thorough  # every day with two processes
def test_killed_under_load_nothing_acknowledged_is_lost_and_nothing_doubled(database_server):
    asyncio.run(kill_again_and_again(database_server, kills=2, tables=TABLES))
    assert not database_server.data.exists()  # there is nothing that it would keep there


@pytest.mark.thorough
def test_a_database_that_falls_under_load_loses_nothing_either(database_server, safe_cluster):
    asyncio.run(fall_again_and_again(database_server, safe_cluster))
    assert "Traceback" not in database_server.log.read_text()


async def fall_again_and_again(server, cluster):
    ledger = Ledger(server.place)
    async with Load(server) as load, asyncio.timeout(200.0):
        parties = [Party(load, plan) for plan in plans(TABLES)]
        await asyncio.gather(*(party.open() for party in parties))
        games = [load.run(load.keep_playing(party)) for party in parties]
        for _ in range(2):
            await load.accepted.more(40)
            await asyncio.to_thread(cluster.stop, "immediate")
            await asyncio.sleep(0.2)
            await asyncio.to_thread(cluster.start)
            await load.accepted.more(40)
            ledger.check(load.parties)
        load.goes_on = False
        await asyncio.gather(*games)
        ledger.check(load.parties)


def test_a_second_server_on_a_database_says_so_and_ends(database_server, tmp_path):
    store = database_server.arguments[-1]
    second = ServerProcess(tmp_path / "second", "--store", store)
    with pytest.raises(RuntimeError) as said:
        second.start()
    taken = StoreFault("store_served", path=str(database_server.place))
    assert str(taken.arguments["path"]) in str(said.value).replace("\n", "")
    assert "Traceback" not in str(said.value)
    assert database_server.ready()
