"""Getting the rules ready without making anybody wait.

The first time a version of the rules runs on a machine it is compiled, which takes the better part
of a minute and would stop every table meanwhile. So it is done in other processes, which leave the
machine code in a cache; this process then only loads it, game by game. What bots think ahead with
comes after the rules of all games: tables can be opened before it is there. What reviews are made
with comes last, and yields to everything else.

    python -m galopp.server.ops.preparing GAME [rules | thinking | reviews]
"""

import asyncio
import os
import sys
import time
from pathlib import Path
from typing import Literal, get_args

import numpy as np
import structlog

from galopp import bots
from galopp.bots import Budget, NetBot, NetSearch, Search
from galopp.bots.foresight import foresee
from galopp.bots.histories import Histories
from galopp.bots.reasons import what_it_leads_to, why
from galopp.core import record
from galopp.core.cards import count
from galopp.core.chance import chance
from galopp.core.contract import History
from galopp.core.kernel import folder_of
from galopp.core.record import Record
from galopp.play.game import game, game_names
from galopp.play.position import Position, narrate
from galopp.play.record import Record as GameRecord
from galopp.review import Effort, review
from galopp.server.ops import memory
from galopp.wire.frames import packer_of

Part = Literal["rules", "thinking", "reviews"]  # of what is compiled for a game

A_FEW = 8  # tries are enough to use all that a search is made of
# Uses all that a review is made of.
A_LITTLE = Effort(deals=1, end=1, passes=0, look=(1,), afresh=1)
VERY_POLITE = 9  # and whoever compiles for reviews yields to all others besides

logger = structlog.get_logger("galopp")


class Preparing:
    """Which games can be played already."""

    def __init__(self) -> None:
        self._missing = set(game_names())

    def is_being_prepared(self, name: str) -> bool:
        """Whether the rules of a game are not there yet."""
        return name in self._missing

    @property
    def missing(self) -> list[str]:
        """The games that cannot be played yet."""
        return sorted(self._missing)

    @property
    def done(self) -> bool:
        """Whether all games can be played."""
        return not self._missing

    def prepare_what_is_compiled(self) -> None:
        """Load the games that an earlier run has compiled; takes a second, before serving."""
        for name in sorted(self._missing):
            if _compiled(name, "rules").exists():
                play_through(name)
                self._missing.discard(name)

    async def prepare(self) -> None:
        """Compile what is missing in other processes, and load it."""
        if self._missing:
            at_once = asyncio.Semaphore(os.cpu_count() or 1)
            async with asyncio.TaskGroup() as games:
                for name in self.missing:
                    games.create_task(self._prepare_rules(name, at_once))
            memory.freeze()
        for name in game_names():
            if not _compiled(name, "thinking").exists():
                await compile_beside(name, "thinking")

    async def _prepare_rules(self, name: str, at_once: asyncio.Semaphore) -> None:
        async with at_once:
            started = time.monotonic()
            await compile_beside(name, "rules")
            await asyncio.get_running_loop().run_in_executor(None, play_through, name)
            self._missing.discard(name)
            logger.info("prepared", game=name, seconds=round(time.monotonic() - started, 1))

    async def prepare_reviews(self) -> None:
        """Compile what reviews are made with, unless that was done before: nobody waits for it."""
        for name in game_names():
            if not is_prepared_for_reviews(name):
                await compile_beside(name, "reviews")


async def compile_beside(name: str, part: Part) -> None:
    """Compile a part of a game in a process of its own, which ends with this task."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "galopp.server.ops.preparing", name, part),
        start_new_session=True,  # Ctrl-C is for the server, which ends it
    )
    try:
        await process.wait()
    except asyncio.CancelledError:
        process.kill()
        await process.wait()
        raise


def _compiled(name: str, part: Part) -> Path:
    """A file that says: nothing is missing of this part of a game."""
    return folder_of(__file__) / f"{name}.{part}"


def is_prepared_for_reviews(name: str) -> bool:
    """Whether what reviews of a game are made with is compiled."""
    return _compiled(name, "reviews").exists()


def play_through(name: str, thinking: bool = False) -> None:
    """Use every rule of a game once, so that all of them are compiled and loaded.

    With `thinking`, also whatever bots think ahead with; that is used in other processes only.
    """
    played = game(name)
    most = played.players[-1]
    position, luck = played.begin(most, 1, played.options_needed(most)), chance(1)
    searched, foresaw = not thinking, False
    Histories.begun(position.state).after(position.state, position.state)
    while not position.over:
        seat = position.asked[0]
        before = position.seen(seat)
        for level in bots.POLICIES:
            code = int(bots.policy(name, level)(before.record, luck))
        if not searched and count(before.record.legal) > 1:
            searched = think_once(name, before.record, position.told(seat).records)
        if not foresaw:
            foresaw = bool(foresee(before.record))
        position.play(played.moves[code], seat)
        narrate(before, position.seen(seat))
    pack_once(position)
    world = record.blank(played.rules.STATE)
    played.rules.redeal(before.record, luck, world)
    if played.many_decide is not None:
        played.many_decide.ask(world, seat)


def pack_once(position: Position) -> None:
    """Use all that frames are made of."""
    states = np.frombuffer(position.state.tobytes(), position.rules.STATE)
    packer_of(position.game).frames(states, windowed=False)


def think_once(name: str, seen: Record, told: History) -> bool:
    """Use all that thinking ahead, and saying why, is made of; False if it was not worth it."""
    search = Search(name, Budget(tries=A_FEW))
    thought = search.think(seen, told, luck=1)
    why(seen, thought.code)
    what_it_leads_to(seen, told, thought.code, thought.code)
    for by_net in (NetBot(name), NetSearch(name, Budget(tries=A_FEW), search)):
        by_net.think(seen, told, luck=1)
    return bool(thought.chances)


def review_once(name: str) -> None:
    """Use all that a review is made of."""
    os.nice(VERY_POLITE)
    played, luck = game(name), chance(1)
    fewest = played.players[0]
    position = played.begin(fewest, 1, played.options_needed(fewest))
    while not position.over and len(position.decided) < A_FEW:
        seen = position.seen(position.mover).record
        position.play(played.moves[int(bots.policy(name, "random")(seen, luck))])
    review(GameRecord.of(position), effort=A_LITTLE, workers=1)


def compile_here(name: str, *parts: Part) -> None:
    """Compile parts of a game, all of them if none is named, and leave word of each."""
    for part in parts or get_args(Part):
        if part == "reviews":
            review_once(name)
        else:
            play_through(name, thinking=part == "thinking")
        _compiled(name, part).touch()


if __name__ == "__main__":
    os.nice(10)  # games that can be played already come first
    compile_here(sys.argv[1], *(part for part in get_args(Part) if part in sys.argv[2:]))
