"""What a seat was told of a race so far, the friendly way.

>>> import galopp
>>> position = galopp.game("schweinsgalopp").new(players=2, seed=7, line_up="random")
>>> position.play("red")
>>> position.told(1).to_list()
[{'what': 'decided', 'seat': 0, 'move': 'red', 'taken': 0}]
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, overload

import numpy as np

from galopp.core import contract
from galopp.core.contract import SECRET, Rules
from galopp.core.history import NEW_RACE, NEWS, WHAT, no_history, write_history
from galopp.core.record import Record, blank
from galopp.core.words import NOBODY, Plain
from galopp.play.move import Move

if TYPE_CHECKING:
    from galopp.play.game import Game


class Viewer:
    """Follows a game with one seat's eyes, and knows what each state adds to its history."""

    def __init__(self, rules: Rules, seat: int) -> None:
        self.rules, self.seat = rules, seat
        self._before, self._now = blank(rules.SEEN), blank(rules.SEEN)
        self._news = no_history(NEWS)

    def begin(self, state: Record) -> contract.History:
        """What happened before anybody decided; the next call writes over it."""
        self.rules.show(state, self.seat, self._now)
        fresh = self._now.last_seat == NOBODY  # else it was not followed from the start
        return self._news[: self.rules.recall(self._now, self._now, self._news) if fresh else 0]

    def follow(self, state: Record) -> contract.History | None:
        """What came with the next state; None if that begins a race."""
        self._before, self._now = self._now, self._before
        self.rules.show(state, self.seat, self._now)
        added = self.rules.recall(self._before, self._now, self._news)
        return None if added == NEW_RACE else self._news[:added]


def told_of(rules: Rules, states: Iterable[Record], seat: int) -> contract.History:
    """What a seat was told of the race that the last of these states belongs to."""
    viewer, told = Viewer(rules, seat), [no_history()]
    for number, state in enumerate(states):
        news = viewer.follow(state) if number else viewer.begin(state)
        told = [no_history()] if news is None else [*told, news.copy()]
    return np.concatenate(told)


@dataclass(frozen=True)
class Entry:
    """Something that was public in a race."""

    what: str  # "decided", "laid_blind", "turned_up" or "reshuffled"
    seat: int | None  # whose deed it was; a runner of nobody has a number too
    move: Move | None  # None if it is secret, or there was none
    taken: int  # how many cards came into hands by it
    secret: bool  # whether the seat may not know the move


class History(Sequence[Entry]):
    """What a seat was told of a race, the oldest first."""

    def __init__(self, game: "Game", records: contract.History) -> None:
        self.game = game
        self.records = records  # the same as numbers, for compiled rules

    @overload
    def __getitem__(self, at: int) -> Entry: ...

    @overload
    def __getitem__(self, at: slice) -> "History": ...

    def __getitem__(self, at: int | slice) -> "Entry | History":
        if isinstance(at, slice):
            return History(self.game, self.records[at])
        what, seat, code, taken = self.records[at].item()
        move = None if code < 0 else self.game.moves[code]
        whose = None if seat == NOBODY else seat
        return Entry(WHAT[what], whose, move, taken, secret=code == SECRET)

    def __len__(self) -> int:
        return len(self.records)

    def to_list(self) -> list[dict[str, Plain]]:
        """All of it, JSON-able, in readable names."""
        return write_history(self.game.rules, self.records)
