"""The history of a race: what a seat was told of it so far, entry after entry.

What a seat sees is the present; whoever thinks about others also wants to know who has done what
before. A history is an array of `ENTRY`, four small numbers each: what happened, whose deed it was,
the code, and how many cards came into hands by it.

| what | tells | code |
|---|---|---|
| `DECIDED` | a seat has decided | its code, or SECRET to those who may not know it |
| `LAID_BLIND` | a runner of nobody has laid a card | SECRET, or NOTHING_YET if there was none |
| `TURNED_UP` | what a runner laid face down before lies open now | that of laying this card |
| `RESHUFFLED` | discards have come back, to be drawn again | NOTHING_YET |

Each game says with its kernel `recall` what one decision adds, and makes that from two views of one
viewer, as `show` showed them. So a history can tell no more than its viewer was shown, and nothing
that was told is ever changed: later entries only come behind it.
"""

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Any

import numpy as np

from galopp.core.contract import NOTHING_YET, History, Known, LastDecision, Recalls, Rules
from galopp.core.kernel import kernel
from galopp.core.record import Numbers, Record
from galopp.core.words import NOBODY, Name, Plain

ENTRY = np.dtype(
    (
        Numbers,
        np.dtype([("what", np.int8), ("seat", np.int8), ("code", np.int8), ("taken", np.int8)]),
    )
)

NEWS = 16  # entries that one decision can add; no game comes near
NEW_RACE = -1  # instead of a number of entries: what was told before is of another race


class What(IntEnum):
    """What an entry tells."""

    DECIDED = 0
    LAID_BLIND = 1
    TURNED_UP = 2
    RESHUFFLED = 3


WHAT = tuple(what.name.lower() for what in What)


@kernel
def note_entry(news: History, at: int, what: int, seat: int, code: int, taken: int) -> int:
    """Write an entry down; returns where the next one goes. Without room, nothing is written."""
    if at >= len(news):
        return at
    entry = news[at]
    entry.what = what
    entry.seat = seat
    entry.code = code
    entry.taken = taken
    return at + 1


@kernel
def note_reshuffle(news: History, at: int) -> int:
    """The discards have come back; returns where the next entry goes."""
    return note_entry(news, at, What.RESHUFFLED, NOBODY, NOTHING_YET, 0)


def no_history(entries: int = 0) -> History:
    """A history of nothing, or room for so many entries."""
    return np.zeros(entries, ENTRY)


def conclusions(rules: Recalls, seen: Record, told: History) -> Known:
    """What a history rules out that is not ruled out by what is seen now."""
    known = np.zeros(rules.KNOWN, np.int64)
    rules.conclude(seen, told, known)
    return known


# As people and programs read it ----------------------------------------------------------


def moves_of(rules: Rules) -> LastDecision:
    """How the codes of a game are written in a history."""
    return LastDecision(tuple(text for kind in rules.MOVES for text in kind.notations().values()))


def write_history(rules: Rules, told: History) -> list[dict[str, Plain]]:
    """A history, JSON-able, in readable names."""
    moves = moves_of(rules)
    return [
        {
            "what": WHAT[what],
            "seat": None if seat == NOBODY else seat,
            "move": moves.write(code),
            "taken": taken,
        }
        for what, seat, code, taken in told.tolist()
    ]


def read_history(rules: Rules, written: Sequence[Mapping[str, Any]]) -> History:
    """A history that was written; raises `Unreadable`."""
    moves, told = moves_of(rules), no_history(len(written))
    for entry, plain in zip(told, written, strict=True):
        entry.what = Name(WHAT).read(plain["what"])
        entry.seat = NOBODY if plain["seat"] is None else plain["seat"]
        entry.code = moves.read(plain["move"])
        entry.taken = plain["taken"]
    return told
