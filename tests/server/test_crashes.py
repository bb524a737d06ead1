"""Killed under load, again and again: what anybody was told is in the log, exactly once.

`GALOPP_KILLS` and `GALOPP_TABLES` make it longer and heavier: see `scripts/nightly`.
"""

import asyncio
import os
import time

from galopp.play.record import Record
from players import Ledger, Load, Party, Player, plans

KILLS = int(os.environ.get("GALOPP_KILLS", "3"))
TABLES = int(os.environ.get("GALOPP_TABLES", "8"))
LINES = 16  # over which the tables are asked whether they are there again


def test_killed_under_load_nothing_acknowledged_or_shown_is_lost_and_nothing_doubled(server):
    asyncio.run(kill_again_and_again(server))


async def kill_again_and_again(server, kills=KILLS, tables=TABLES):
    ledger, waits = Ledger(server.place), []
    within = 240.0 + 20.0 * kills + 2.0 * tables  # seconds, for a load that stands still
    async with Load(server) as load, asyncio.timeout(within):
        parties = [Party(load, plan) for plan in plans(tables)]
        await asyncio.gather(*(party.open() for party in parties))
        games = [load.run(load.keep_playing(party)) for party in parties]
        for _ in range(kills):
            # Sometimes at once, before everybody is back; mostly in the middle of it all.
            await load.accepted.more(load.luck.choice((1, 1 + tables, load.luck.randrange(500))))
            await load.kill()
            ledger.check(load.parties)
            waits.append(await until_all_answer(load))
            load.up.set()
        load.goes_on = False
        await asyncio.gather(*games)
        ledger.check(load.parties)
        for party in load.parties:
            assert party.over
            await check_what_was_told(party)
        print(figures(load, ledger, waits, tables))


async def until_all_answer(load: Load) -> float:
    """Start again; how many seconds passed until every table in play had answered."""
    began = time.monotonic()
    await load.start()
    paths = [party.path for party in load.parties if not party.over]
    await asyncio.gather(*(look_at(load.server.port, paths[n::LINES]) for n in range(LINES)))
    return time.monotonic() - began


async def look_at(port: int, paths: list[str]) -> None:
    """Ask for tables over one line, with as little work as can be: the server is measured."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for path in paths:
        writer.write(f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\n\r\n".encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        assert head.startswith("http/1.1 200 "), head
        await reader.readexactly(int(head.split("content-length: ")[1].split("\r\n")[0]))
    writer.close()
    await writer.wait_closed()


async def check_what_was_told(party: Party) -> None:
    """The game is whole, and what each seat saw happen is what the log says it saw."""
    Record.read(await party.record(1))
    for player in party.players:
        assert not told_otherwise(player, await history(player)), party


async def history(player: Player) -> dict[int, list[dict]]:
    path = f"{player.party.path}/history?since=-1"
    answer = await player.party.load.ask("GET", path, player.key)
    return {past["seq"]: past["happened"] for past in answer.raise_for_status().json()}


def told_otherwise(player: Player, past: dict[int, list[dict]]) -> dict[int, list[dict]]:
    return {seq: told for seq, told in player.shown.items() if past[seq] != told}


def figures(load: Load, ledger: Ledger, waits: list[float], tables: int) -> str:
    missing = sum(len(ledger.missing(party)) for party in load.parties)
    doubled = sum(len(ledger.doubled(party)) for party in load.parties)
    games = sum(party.over for party in load.parties)
    return (
        f"\n{len(waits)} kills, {load.accepted.now} messages acknowledged, {missing} missing, "
        f"{doubled} doubled, {games} games played to the end; {tables} tables at a time answer "
        f"again after {sorted(waits)[len(waits) // 2]:.2f} s, at most {max(waits):.2f} s"
    )
