"""The process in which searches run: asked by many, gone and back again, and never in the way."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

import galopp
from galopp.bots import bot
from galopp.bots.reasons import explain
from galopp.core.history import no_history
from galopp.server.bots.searching import POLITE, SearchFailed, SearchProcess
from review.recorded import by_bots

GAMES = galopp.game_names()
SOON = 120.0  # seconds; a process may have to be started, on a busy machine
A_SHORT_GAME = ("schweinsgalopp", ["casual", "beginner"], 4, 8)
A_LONG_GAME = ("saumaumau", ["strong", "strong"], 502)
ON_LINUX = pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks into /proc")


def with_process(work):
    async def in_loop():
        searching = SearchProcess()
        try:
            await work(searching)
        finally:
            await searching.close()
        assert searching._process is None

    asyncio.run(asyncio.wait_for(in_loop(), 2 * SOON))


def something_to_think_about(game):
    """What a seat sees that has several moves, not all alike."""
    position = galopp.game(game).new(players=2, seed=3)
    while True:
        seen = position.seen(position.mover)
        if bot(game, "strong@8").think(seen.record, no_history(), 1).chances:
            return seen.record
        position.play(position.legal[0])


@pytest.mark.parametrize("game", GAMES)
def test_it_thinks_the_same_as_one_would_here_and_says_why(game):
    seen = something_to_think_about(game)

    async def ask(searching):
        thought = await searching.think(SOON, game, "strong@200", seen, no_history(), 7)
        assert thought == bot(game, "strong@200").think(seen, no_history(), 7)
        told = await searching.why(SOON, game, seen, no_history(), thought.code)
        here = explain(seen, no_history(), thought.code)
        assert (told and (told.key, told.arguments)) == (here and (here.key, here.arguments))

    with_process(ask)


def test_many_think_at_the_same_time_and_each_gets_its_own_answer():
    seen = something_to_think_about("saumaumau")

    async def ask(searching):
        asked = [(f"strong@{10 + n}", n) for n in range(30)]
        found = await asyncio.gather(
            *(
                searching.think(SOON, "saumaumau", name, seen, no_history(), luck)
                for name, luck in asked
            )
        )
        here = [bot("saumaumau", name).think(seen, no_history(), luck) for name, luck in asked]
        assert found == here

    with_process(ask)


@pytest.mark.thorough
def test_a_short_game_is_reviewed_while_a_long_one_is():
    short, long = (str(by_bots(*asked)) for asked in (A_SHORT_GAME, A_LONG_GAME))

    async def ask(searching):
        begun = asyncio.Event()
        longer = asyncio.create_task(searching.review(SOON, long, lambda *_: begun.set()))
        await begun.wait()
        await searching.review(SOON, short, lambda *_: None)
        assert not longer.done()
        longer.cancel()

    with_process(ask)


def test_what_goes_wrong_in_it_is_told_and_it_goes_on():
    seen = something_to_think_about("saumaumau")

    async def ask(searching):
        await searching.start()
        process = searching._process
        with pytest.raises(SearchFailed, match="UnknownBot"):
            await searching.think(SOON, "saumaumau", "nobody", seen, no_history(), 1)
        await searching.think(SOON, "saumaumau", "strong@8", seen, no_history(), 1)
        assert searching._process is process

    with_process(ask)


def test_whoever_waits_is_told_when_it_is_gone_and_the_next_question_starts_it_anew():
    seen = something_to_think_about("saumaumau")

    async def ask(searching):
        await searching.think(SOON, "saumaumau", "strong@8", seen, no_history(), 1)
        long = asyncio.ensure_future(
            searching.think(SOON, "saumaumau", "strong@99s", seen, no_history(), 1)
        )
        await asyncio.sleep(0.1)
        searching._process.kill()
        with pytest.raises(SearchFailed):
            await long
        assert (await searching.think(SOON, "saumaumau", "strong@8", seen, no_history(), 1)).chances

    with_process(ask)


def test_a_search_that_does_not_end_is_given_up_and_its_process_with_it():
    seen = something_to_think_about("saumaumau")

    async def ask(searching):
        await searching.think(SOON, "saumaumau", "strong@8", seen, no_history(), 1)
        hung = searching._process
        with pytest.raises(TimeoutError):
            await searching.think(0.2, "saumaumau", "strong@99s", seen, no_history(), 1)
        assert await asyncio.wait_for(hung.wait(), SOON) != 0
        await searching.think(SOON, "saumaumau", "strong@8", seen, no_history(), 1)
        assert searching._process is not hung

    with_process(ask)


def test_one_that_is_still_starting_is_not_taken_for_one_that_hangs():
    """On a slow or busy machine it would be ended again and again, and never think."""
    seen = something_to_think_about("saumaumau")

    async def ask(searching):
        await searching.start()
        starting = searching._process
        with pytest.raises(TimeoutError):
            await searching.think(0.0, "saumaumau", "strong@8", seen, no_history(), 1)
        await searching.think(SOON, "saumaumau", "strong@8", seen, no_history(), 1)
        assert searching._process is starting

    with_process(ask)


def test_one_that_never_starts_is_given_up(monkeypatch):
    monkeypatch.setattr("galopp.server.bots.searching.START_WITHIN", 0.0)
    seen = something_to_think_about("saumaumau")

    async def ask(searching):
        await searching.start()
        stopped = searching._process
        stopped.send_signal(signal.SIGSTOP)
        with pytest.raises(TimeoutError):
            await searching.think(0.1, "saumaumau", "strong@8", seen, no_history(), 1)
        assert await stopped.wait() == -signal.SIGKILL

    with_process(ask)


def test_it_rests_when_nobody_needs_it():
    seen = something_to_think_about("saumaumau")

    async def ask(searching):
        await searching.think(SOON, "saumaumau", "strong@8", seen, no_history(), 1)
        process = searching._process
        searching.rest()
        assert searching._process is process, "it was needed a moment ago"
        searching.rest(idle=-1.0)
        assert searching._process is None
        await process.wait()

    with_process(ask)


@ON_LINUX
def test_it_is_nicer_than_the_server():
    seen = something_to_think_about("saumaumau")

    async def look(searching):
        await searching.think(SOON, "saumaumau", "strong@8", seen, no_history(), 1)
        mine = os.getpriority(os.PRIO_PROCESS, 0)
        its = os.getpriority(os.PRIO_PROCESS, searching._process.pid)
        assert its == min(19, mine + POLITE)

    with_process(look)


@ON_LINUX
def test_it_ends_when_its_server_is_killed(tmp_path):
    program = tmp_path / "server.py"
    program.write_text(
        "import asyncio\n"
        "from galopp.server.bots.searching import SearchProcess\n"
        "async def main():\n"
        "    searching = SearchProcess()\n"
        "    await searching.start()\n"
        "    print(searching._process.pid, flush=True)\n"
        "    await asyncio.sleep(1000)\n"
        "asyncio.run(main())\n",
        encoding="utf-8",
    )

    async def kill():
        server = await asyncio.create_subprocess_exec(
            sys.executable, str(program), stdout=asyncio.subprocess.PIPE
        )
        search = int(await server.stdout.readline())
        server.send_signal(signal.SIGKILL)
        await server.wait()
        while is_running(search):
            await asyncio.sleep(0.05)

    asyncio.run(asyncio.wait_for(kill(), SOON))


def is_running(process):
    """Whether a process is there; one that is over but not buried does not count."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2][0]
    except FileNotFoundError:
        return False
    return state != "Z"
