"""Who sits down when no person does.

A bot is handed what its seat may see, what the seat was told of this race so far, and luck, and
answers with a thought: the code of what it decides and, if it thinks ahead, the chance to win with
each decision. It never meets a state: whatever it knows is in the `SEEN` record of its game and in
the history (`galopp.core.history`).

    seen, told = position.seen(0), position.told(0)
    galopp.bots.bot("saumaumau", "strong").think(seen.record, told.records, luck=7).code

There are four levels, the same in every game. The two simpler ones are heuristics, each one a
kernel (`policy`). The strong one plays by a net that learned from playing itself
(`galopp.bots.nets`), and the strongest tries out what that net thinks best, for a time or a number
of tries that can be written behind the name: "strongest@0.1s", "strongest@2000".

What the two were before there were nets goes by a name of its own for ever, so that progress can
be measured: "strong-2026a" and "strongest-2026a" are a tree search on heuristics, and so is
"strong" with a number of tries behind it. Any other name is that of a bot from outside: installed
with a package, registered, or the command line of a program.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias, cast

from galopp.bots.nets.bot import NetBot
from galopp.bots.nets.search import NetSearch
from galopp.bots.outside import BotFailed, find, outside_names, register, reserve
from galopp.bots.policies import POLICIES, random
from galopp.bots.search import Budget, Search
from galopp.bots.thought import Bot, Thinking, Thought, thinking_of
from galopp.bots.verbs import heuristics_of
from galopp.core.chance import Chance, chance
from galopp.core.contract import History
from galopp.core.fault import Unreadable
from galopp.core.record import Record

__all__ = [
    "FROZEN",
    "LEVELS",
    "NET",
    "OLD_NAMES",
    "POLICIES",
    "Bot",
    "BotFailed",
    "Budget",
    "NetBot",
    "NetSearch",
    "Policy",
    "Search",
    "Thinking",
    "Thought",
    "UnknownBot",
    "bot",
    "budget_of",
    "is_known",
    "outside_names",
    "policy",
    "register",
    "thinking_of",
    "thinks_ahead",
]

Policy: TypeAlias = Callable[[Record, Chance], int]

LEVELS = ("beginner", "casual", "strong", "strongest")  # at a table, from the simplest up

# What the two best levels once were, a tree search on heuristics, and what each is called today.
FROZEN = {"strong-2026a": "strong", "strongest-2026a": "strongest"}
NET = "net"  # what a net decides, and nothing else
SEARCHING = ("strong", "strongest", *FROZEN)  # the levels that think, or may have to
A_SECOND = Budget(seconds=1.0)  # of the strongest; how many tries the strong one made, games say

# What levels were called in tables kept by earlier versions.
OLD_NAMES = {"random": "beginner", "greedy": "casual"}

reserve(*LEVELS, *POLICIES, *OLD_NAMES, *FROZEN, NET)


class UnknownBot(Unreadable, KeyError):
    """No bot goes by this name."""

    def __init__(self, written: str, names: Iterable[str]) -> None:
        super().__init__("unknown_bot", bot=written, names=", ".join(names))


def policy(game: str, name: str) -> Policy:
    """The heuristics of a level for one game, or "random"; raises `UnknownBot`."""
    if name not in POLICIES:
        raise UnknownBot(name, POLICIES)
    return random if name == "random" else cast(Policy, getattr(heuristics_of(game), name))


def bot(game: str, written: str, one_core: bool = False) -> Bot:
    """A bot by its name, for one game; raises `UnknownBot`, naming those there are.

    On one core, a bot of ours that thinks ahead takes its time of that core alone.
    """
    if written in POLICIES:
        return Heuristic(policy(game, written))
    try:
        if thinks_ahead(written):
            return _thinking_bot(game, written, one_core)
        return NetBot(game) if written == NET else find(game, written)
    except KeyError:
        names = (*POLICIES, *SEARCHING, NET, *outside_names())
        raise UnknownBot(written, names) from None


def _thinking_bot(game: str, written: str, one_core: bool) -> Bot:
    level, at, _ = written.partition("@")
    budget = budget_of(game, written)
    # The search also plays at odd tables, where no net was taught.
    search = Search(game, budget, one_core=one_core)
    if level == "strongest":
        return NetSearch(game, budget, search, one_core)
    return NetBot(game, search) if written == "strong" else search


def thinks_ahead(written: str) -> bool:
    """Whether a bot is one of our own that may have to search, which takes a while."""
    return written.partition("@")[0] in SEARCHING


def budget_of(game: str, written: str) -> Budget:
    """How long a level that searches thinks; raises `KeyError` if that makes no sense."""
    level, at, budget = written.partition("@")
    if at:
        return _read_budget(budget)
    if FROZEN.get(level, level) == "strongest":
        return A_SECOND
    return Budget(tries=heuristics_of(game).TRIES)


def is_known(name: str) -> bool:
    """Whether a bot of this name may take a seat for anybody who asks: a level, or from outside.

    No budget and no command line is such a name, so whoever asks may be a stranger.
    """
    return name in LEVELS or name in FROZEN or name in outside_names()


def _read_budget(written: str) -> Budget:
    if re.fullmatch(r"[1-9][0-9]{0,8}", written):
        return Budget(tries=int(written))
    if re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,3})?s", written) and float(written[:-1]) > 0:
        return Budget(seconds=float(written[:-1]))
    raise KeyError(written)


@dataclass(frozen=True)
class Heuristic:
    """A bot that goes by a policy and does not think ahead."""

    policy: Policy

    def think(self, seen: Record, told: History, luck: int) -> Thought:
        """Decide."""
        return Thought(int(self.policy(seen, chance(luck))))

    def close(self) -> None:
        """It holds nothing."""
