"""Runs a bot that is a Python class, in a process of its own.

    python -m galopp.bots.outside.host

It speaks over stdin and stdout like any other program that is a bot; which class, it is told
by the greeting. The class may print whatever it likes: that goes to stderr, and so to the log.
Before each decision Python's and numpy's luck is set to the luck that came with the question,
so that a class which draws from these decides the same again.
"""

import base64
import faulthandler
import json
import operator
import os
import random
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import entry_points
from typing import IO, Any

import numpy as np

from galopp.bots.outside.bot import PROTOCOL
from galopp.bots.outside.names import GROUP
from galopp.bots.thought import takes
from galopp.core.history import read_history
from galopp.play.game import Game, game
from galopp.play.history import History
from galopp.play.move import Move
from galopp.play.position import Seen


def main() -> None:
    """Answer every line until there are no more."""
    asked, answered = take_over_pipes()
    with saying_where_it_hangs():
        greeting = json.loads(asked.readline())
        played = game(greeting["game"])
        bot = entry_points(group=GROUP)[greeting["name"]].load()(played.name)
        _tell(answered, {"protocol": PROTOCOL})
        for line in asked:
            _tell(answered, answer_to(json.loads(line), bot, played))
        if hasattr(bot, "close"):
            bot.close()


def take_over_pipes() -> tuple[IO[bytes], IO[bytes]]:
    """Keep stdin and stdout to ourselves: the class reads nothing and prints to stderr."""
    asked, answered = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    return asked, answered


@contextmanager
def saying_where_it_hangs() -> Iterator[None]:
    """When told to end, because a decision took too long, say first what it was busy with."""
    if sys.platform == "win32":
        yield
        return
    faulthandler.register(signal.SIGTERM, chain=True)
    try:
        yield
    finally:
        faulthandler.unregister(signal.SIGTERM)


def answer_to(question: dict[str, Any], bot: Any, played: Game) -> dict[str, Any]:
    """Let the class decide by what its seat sees and, if it asks for that, was told."""
    random.seed(question["luck"])
    np.random.seed(question["luck"])
    shown = bytearray(base64.b64decode(question["record"]))
    seen = Seen(played, np.frombuffer(shown, played.rules.SEEN)[0])
    if not takes(bot.decide, 2):
        return written(bot.decide(seen))
    told = History(played, read_history(played.rules, question["told"]))
    return written(bot.decide(seen, told))


def written(decided: Any) -> dict[str, Any]:
    """A move, its notation or its code as an answer; raises `TypeError` for anything else."""
    if isinstance(decided, Move):
        return {"code": decided.code}
    if isinstance(decided, str):
        return {"move": decided}
    return {"code": operator.index(decided)}


def _tell(answered: IO[bytes], said: dict[str, Any]) -> None:
    answered.write(json.dumps(said).encode() + b"\n")
    answered.flush()


if __name__ == "__main__":
    main()
