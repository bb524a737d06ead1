"""Lessons: a recorded game with comments, in which the learner makes the recorded moves.

A lesson is a record, as `galopp.play.record` writes it, with notes between its decisions:

    # hand > hand
    # first_card > hand
    11. 0 red

A note is the key of a sentence in the game's catalogue ("lesson.hand") and, behind the `>`,
the part of the page it speaks of. The last note before a decision of the learner says what is
to be done; all others are read and passed.
"""

import re
from functools import cache
from importlib.resources import files

import msgspec

from galopp.play.game import game_names
from galopp.play.record import Record
from galopp.table.refused import Refused
from galopp.table.replay import Frame, ReplayShown, describe, frames

LEARNER = 0  # the seat
NOTE = re.compile(r"# (?P<key>[a-z0-9_]+)(?: > (?P<about>[a-z]+))?")
ABOUT = ("board", "hand", "seats", "ask")  # parts of the page


class Note(msgspec.Struct, frozen=True):
    """A comment, at a moment of the game."""

    at: int  # so many decisions have been made
    key: str  # of a sentence: "lesson.KEY" in the game's catalogue
    about: str  # the part of the page that it speaks of, or ""


class Lesson(msgspec.Struct, frozen=True):
    """A recorded game with comments, as the learner's seat sees it."""

    replay: ReplayShown
    seat: int  # the learner's
    frames: list[Frame]
    notes: list[Note]


@cache
def lesson(name: str) -> Lesson:
    """The lesson of a game; raises `Refused`."""
    if name not in game_names():
        raise Refused("no_such_game", written=name[:40])
    return read(name, lesson_text(name))


def lesson_text(name: str) -> str:
    """The lesson of a game as it is written down."""
    return files("galopp.table").joinpath("lessons", f"{name}.txt").read_text("utf-8")


def read(name: str, written: str) -> Lesson:
    """A lesson as it is written down; raises `BadRecord` where it is no legal game."""
    lines = written.splitlines()
    record = Record.read("\n".join(line for line in lines if not line.startswith("#")))
    seen = frames(record, LEARNER).frames
    return Lesson(describe(f"lesson-{name}", record), LEARNER, seen, _notes(lines))


def _notes(lines: list[str]) -> list[Note]:
    notes, at = [], 0
    for line in lines:
        at += re.match(r"[0-9]+\. ", line) is not None
        if line.startswith("#"):
            found = NOTE.fullmatch(line)
            if found is None:
                raise ValueError(f"not a note: {line}")
            notes.append(Note(at, found["key"], found["about"] or ""))
    return notes
