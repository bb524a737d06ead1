"""A disk that is full while people play, and files that a server should not start with."""

import asyncio
import resource
import time

import pytest
from devices import CLIENT, Table
from windows import SHORT, play_until_a_window_opens

from galopp.core.fault import Fault
from galopp.locale import Language
from galopp.play.record import Record
from galopp.play.telling import say_fault
from galopp.store.fault import StoreFault
from galopp.table.refused import NotNow
from players import PLANS, Ledger, Load, Party
from serving import ServerProcess

WITHIN = 360.0  # seconds, for a load that stands still
FULL = NotNow("server_cannot_write")


def fill_disk(server: ServerProcess) -> None:
    """No file of the server may grow from now on, nor be written to: not even its own log."""
    _, hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (0, hard))


def make_room(server: ServerProcess) -> None:
    _, hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (hard, hard))


def sentence(fault: Fault, language: str = "en") -> str:
    return say_fault(Language(language), fault)


def test_on_a_full_disk_players_are_told_nothing_is_lost_and_later_play_goes_on(server):
    asyncio.run(fill_and_make_room(server))


async def fill_and_make_room(server):
    ledger = Ledger(server.place)
    async with Load(server) as load, asyncio.timeout(WITHIN):
        games = [load.run(Party(load, plan).play()) for plan in PLANS]
        await load.opened.until(lambda opened: opened == len(PLANS))
        for _ in range(3):
            await load.accepted.more(30)
            fill_disk(server)
            await load.not_now.more(10)
            ledger.check(load.parties)
            make_room(server)
        await asyncio.gather(*games)
        ledger.check(load.parties)
        refused = [
            no for party in load.parties for player in party.players for no in player.refusals
        ]
        sentences = {no["sentence"] for no in refused if no["key"] == FULL.key}
        assert sentences == {sentence(FULL, "de")}
        for party in load.parties:
            Record.read(await party.record(1))
    assert server.stop() == 0


def test_on_a_full_disk_no_table_is_opened_and_the_server_says_that_it_is_not_ready(server):
    fill_disk(server)
    wanted = {"game": "saumaumau", "players": 2}
    for _ in range(2):
        answer = CLIENT.post(f"{server.address}/api/tables", json=wanted)
        assert (answer.status_code, answer.json()["sentence"]) == (503, sentence(FULL))
    assert not server.ready()
    make_room(server)
    Table.open(server).sit_down()
    assert server.ready()


def test_a_window_whose_end_could_not_be_written_down_closes_once_there_is_room(server):
    table = Table.open(server, options=SHORT).sit_down()
    play_until_a_window_opens(table)
    fill_disk(server)
    with table.line(*table.seats) as line:
        assert line.until_type("game")["window"] is not None
        until_it_cannot_write(server)
        make_room(server)
        line.until(lambda news: news["type"] == "game" and news["window"] is None)


def until_it_cannot_write(server):
    end = time.monotonic() + WITHIN
    while server.ready():
        assert time.monotonic() < end


def unwrapped(text: str) -> str:
    """A line may have been broken anywhere, even within a path."""
    return "".join(text.split())


def cut_in_half(whole: bytes) -> bytes:
    return whole[: len(whole) // 2]


def no_log_at_all(whole: bytes) -> bytes:
    return b"Dear diary, today the pigs ran again.\n" * 500


@pytest.mark.a_few(1)
@pytest.mark.parametrize("damage", [cut_in_half, no_log_at_all])
def test_with_a_damaged_file_a_server_says_so_and_does_not_start(tmp_path, damage):
    server = ServerProcess(tmp_path / "data", "--no-limits")
    with server:
        Table.open(server).sit_down()
    file = server.data / "galopp.sqlite"
    damaged = damage(file.read_bytes())
    file.write_bytes(damaged)
    with pytest.raises(RuntimeError) as caught:
        server.start()
    assert server.process.returncode == 2
    fault = StoreFault("store_damaged", path=str(file))
    assert unwrapped(sentence(fault)) in unwrapped(str(caught.value))
    assert "Traceback" not in str(caught.value)
    assert file.read_bytes() == damaged
