"""Thinking ahead, in a process beside the server.

A search keeps a core busy for a second. In the server's own process it would take turns with the
event loop for the interpreter, and whoever holds that while another program has the core makes
every table wait. So searches run in a process of low priority, all of them in one, each in
threads of its own: the system sees to it that they get only what the server leaves.

The process is started when it is needed first, started anew if it is gone, and ended when
nobody has needed it for a while. What it is asked and what it answers goes through its standard
input and output, a line of JSON each.
"""

import asyncio
import contextlib
import itertools
import os
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeAlias

import msgspec
import numpy as np
import structlog

from galopp import bots, games
from galopp.bots import Thought
from galopp.bots.reasons import explain
from galopp.core.contract import History
from galopp.core.history import ENTRY
from galopp.core.record import Record as SeenRecord
from galopp.play.record import Record
from galopp.review import Draft, Review, review
from galopp.wire import Reason

MOST = 64  # thoughts at a time; more wait for one of them to end
REVIEWS = 4  # at a time, on the same cores: nobody waits for all of somebody else's long game
MORE_POLITE = 5  # how much nicer reviews are to whoever searches
DRAFT_EVERY = 0.4  # seconds: so often it is told what is known of a review
POLITE = 5  # how nice the process is to the server, on the scale of nice(1)
KEPT_IDLE = 600.0  # seconds that the process stays when nobody needs it
LONGEST_ANSWER = 2**24  # bytes: a review of the longest game has some millions
START_WITHIN = 90.0  # seconds that the process has for its first answer, on however slow a machine

logger = structlog.get_logger("galopp")


class Think(msgspec.Struct, frozen=True, tag_field="ask", tag="think"):
    """What would this bot decide?"""

    number: int
    game: str
    bot: str
    seen: bytes
    told: bytes
    luck: int


class Explain(msgspec.Struct, frozen=True, tag_field="ask", tag="explain"):
    """What speaks for this decision?"""

    number: int
    game: str
    seen: bytes
    told: bytes
    code: int


class ReviewGame(msgspec.Struct, frozen=True, tag_field="ask", tag="review"):
    """What did every decision of this game cost, and what did the cards give?"""

    number: int
    record: str


class Found(msgspec.Struct, frozen=True):
    """An answer: what was asked for, how much of it is done, or what went wrong."""

    number: int
    part: float = 0.0  # of a review that is not done yet: then it is a draft
    review: str = ""  # as JSON
    thought: Thought | None = None
    reason: Reason | None = None
    error: str = ""


Question: TypeAlias = Think | Explain | ReviewGame
Progress: TypeAlias = Callable[[float, bytes], None]  # the part that is done, and a draft as JSON

_encode = msgspec.json.Encoder().encode
_read_question = msgspec.json.Decoder(Question).decode
_read_answer = msgspec.json.Decoder(Found).decode


class SearchFailed(Exception):
    """No answer: the search has erred, or its process is gone."""


# --- The server's side


class SearchProcess:
    """The process in which searches run, as the server sees it."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._starting = asyncio.Lock()
        self._waiting: dict[int, asyncio.Future[Found]] = {}
        self._progress: dict[int, Progress] = {}  # of reviews
        self._numbers = itertools.count(1)
        self._listening: asyncio.Task[None] | None = None
        self._used = 0.0
        self._started = 0.0
        self._answers = False  # whether the process has answered anything yet

    async def think(
        self, within: float, game: str, bot: str, seen: SeenRecord, told: History, luck: int
    ) -> Thought:
        """Let a bot decide; raises `TimeoutError` or `SearchFailed`."""
        asked = Think(next(self._numbers), game, bot, seen.tobytes(), told.tobytes(), luck)
        thought = (await self._ask(within, asked)).thought
        if thought is None:
            raise SearchFailed("nothing found")
        return thought

    async def why(
        self, within: float, game: str, seen: SeenRecord, told: History, code: int
    ) -> Reason | None:
        """What speaks for a decision; raises `TimeoutError` or `SearchFailed`."""
        asked = Explain(next(self._numbers), game, seen.tobytes(), told.tobytes(), code)
        return (await self._ask(within, asked)).reason

    async def review(self, within: float, record: str, progress: Progress) -> bytes:
        """Review a game, as JSON; raises `TimeoutError` or `SearchFailed`."""
        asked = ReviewGame(next(self._numbers), record)
        self._progress[asked.number] = progress
        try:
            return (await self._ask(within, asked)).review.encode()
        finally:
            del self._progress[asked.number]

    async def _ask(self, within: float, asked: Question) -> Found:
        answer = asyncio.get_running_loop().create_future()
        self._waiting[asked.number] = answer
        try:
            async with asyncio.timeout(within):
                await self._send(_encode(asked) + b"\n")
                found: Found = await answer
        except TimeoutError:
            self._end_if_it_hangs()
            raise
        finally:
            self._waiting.pop(asked.number, None)
        if found.error:
            raise SearchFailed(found.error)
        return found

    def _end_if_it_hangs(self) -> None:
        """A search keeps its time, so the process hangs, or has no time at all; or just starts."""
        age = asyncio.get_running_loop().time() - self._started
        if self._answers or age > START_WITHIN:
            self._end()

    async def _send(self, line: bytes) -> None:
        await self.start()
        self._used = asyncio.get_running_loop().time()
        assert self._process is not None and self._process.stdin is not None
        with contextlib.suppress(ConnectionError):  # it is gone, which is noticed elsewhere
            self._process.stdin.write(line)
            await self._process.stdin.drain()

    async def start(self) -> None:
        """Have the process ready, so that nobody need wait for it later."""
        async with self._starting:
            if self._process is None:
                self._process = process = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", "galopp.server.bots.searching"),
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    limit=LONGEST_ANSWER,
                    start_new_session=True,  # Ctrl-C is for the server, which ends it
                )
                self._started, self._answers = asyncio.get_running_loop().time(), False
                self._listening = asyncio.create_task(self._listen(process))

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        while line := await process.stdout.readline():
            found = _read_answer(line)
            self._answers = self._answers or process is self._process
            if found.part:
                told = self._progress.get(found.number, _nobody_listens)
                told(found.part, found.review.encode())
                continue
            answer = self._waiting.get(found.number)
            if answer is not None and not answer.done():
                answer.set_result(found)
        code = await process.wait()
        if process is self._process:  # else it was let go, and another may be there
            logger.warning("search process gone", code=code)
            self._end()

    def _end(self) -> None:
        """Let the process go, and tell whoever waits for it."""
        process, self._process = self._process, None
        if process is not None:
            assert process.stdin is not None
            process.stdin.close()
            with contextlib.suppress(ProcessLookupError):
                process.kill()
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(SearchFailed("the process is gone"))

    def rest(self, idle: float = KEPT_IDLE) -> None:
        """Let the process go if nobody has needed it for so many seconds."""
        now = asyncio.get_running_loop().time()
        if self._process is not None and not self._waiting and now - self._used > idle:
            self._end()

    async def close(self) -> None:
        """End the process, and wait until it is gone."""
        process = self._process
        self._end()
        if process is not None:
            await process.wait()
        if self._listening is not None:
            await self._listening


def _nobody_listens(part: float, draft: bytes) -> None:
    pass


# --- In the process


def answer(asked: Question, tell: Callable[[Found], None]) -> Found:
    """Think; whoever waits is told how far it is."""
    try:
        if isinstance(asked, ReviewGame):
            return _reviewed(asked, tell)
        seen = np.frombuffer(bytearray(asked.seen), games.rules(asked.game).SEEN)[0]
        told = np.frombuffer(bytearray(asked.told), ENTRY)
        if isinstance(asked, Explain):
            return Found(asked.number, reason=_reason(seen, told, asked.code))
        thought = bots.bot(asked.game, asked.bot).think(seen, told, asked.luck)
        return Found(asked.number, thought=thought)
    except Exception as error:
        return Found(asked.number, error=f"{type(error).__name__}: {error}")


def _reason(seen: SeenRecord, told: History, code: int) -> Reason | None:
    found = explain(seen, told, code)
    return None if found is None else Reason(found.key, dict(found.arguments))


def _reviewed(asked: ReviewGame, tell: Callable[[Found], None]) -> Found:
    """On all cores: its threads yield to all others, like the one that starts them."""
    turn, next_one = threading.Lock(), 0.0

    def progress(draft: Draft) -> None:
        nonlocal next_one
        with turn:
            if time.monotonic() < next_one:
                return  # it was told a moment ago
            tell(Found(asked.number, draft.part, _as_json(draft.review())))
            next_one = time.monotonic() + DRAFT_EVERY

    found = review(Record.read(asked.record), progress=progress)
    return Found(asked.number, review=_as_json(found))


def _as_json(found: Review) -> str:
    return msgspec.json.encode(found).decode()


def _yield_to_searches() -> None:
    if hasattr(os, "setpriority") and sys.platform == "linux":  # there, a thread has its own
        thread = threading.get_native_id()
        niceness = os.getpriority(os.PRIO_PROCESS, thread) + MORE_POLITE
        os.setpriority(os.PRIO_PROCESS, thread, niceness)  # above 19 it stays at 19


def serve() -> None:
    """Answer whatever comes in, all at the same time, until nobody can ask any more."""
    if hasattr(os, "nice"):
        os.nice(POLITE)
    # Answers have this way out for themselves; whatever else is printed goes where errors go.
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    turn = threading.Lock()

    def tell(found: Found) -> None:
        with turn, contextlib.suppress(OSError):
            out.write(_encode(found) + b"\n")
            out.flush()

    def reply(asked: Any) -> None:
        tell(answer(asked, tell))

    threads = ThreadPoolExecutor(MOST, "galopp-search")
    reviews = ThreadPoolExecutor(REVIEWS, "galopp-review", _yield_to_searches)
    for line in sys.stdin.buffer:
        asked = _read_question(line)
        (reviews if isinstance(asked, ReviewGame) else threads).submit(reply, asked)
    os._exit(0)  # the server is gone, and with it whoever wanted to know


if __name__ == "__main__":
    serve()
