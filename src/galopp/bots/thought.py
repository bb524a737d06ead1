"""What a bot answers, what a bot is, and how one of an older make is asked."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from galopp.core.contract import History
from galopp.core.record import Record


@dataclass(frozen=True)
class Thought:
    """A decision, and what was found out about it on the way."""

    code: int
    # The chance to win with each decision, and how often each was tried; empty for a bot
    # that does not think ahead.
    chances: dict[int, float] = field(default_factory=dict)
    visits: dict[int, int] = field(default_factory=dict)
    tries: int = 0


class Bot(Protocol):
    """Decides for a seat of one game, knowing what that seat may know."""

    def think(self, seen: Record, told: History, luck: int) -> Thought:
        """Decide by what the seat sees and was told of this race.

        The same luck gives the same thought, unless the clock is part of it.
        """
        ...

    def close(self) -> None:
        """Let go of whatever it holds, a program that runs beside for instance."""
        ...


Thinking: TypeAlias = Callable[[Record, History, int], Thought]


def thinking_of(bot: Any) -> Thinking:
    """How to ask a bot; one that was written as `think(seen, luck)` goes without a history."""
    think = bot.think
    if takes(think, 3):
        asked: Thinking = think
        return asked
    return lambda seen, told, luck: think(seen, luck)


def takes(asked: Callable[..., Any], arguments: int) -> bool:
    """Whether something can be called with so many arguments."""
    try:
        inspect.signature(asked).bind(*range(arguments))
    except TypeError:
        return False
    except ValueError:  # it does not say; then it is not an old one of ours
        return True
    return True
