"""News of the game for the page, as a frame of some hundred bytes: JSON takes two kilobytes.

A frame is about two records, one behind the other: `HEAD`, which is the few facts beside the game,
and the viewer's `SEEN`. Of these it holds only the words (of eight bytes, little-endian) that are
not as expected, and then, as int16, what happened by the game's table of events:

    1 word            which words follow: a bit each, the first word lowest
    a word for each   the words themselves
    the rest          the numbers that `tell` noted, without their count

Of a head every word is expected to be 0. A view is expected to be as in the frame before, or, where
the head says `whole`, to be all 0. Its checksum is in the head, so that whoever missed a frame
notices, and asks for how everything stands.

The page reads all of it by the layout in `galopp.wire.layout`.
"""

from collections.abc import Sequence
from functools import cache
from struct import Struct
from typing import Annotated, Any, Final, Protocol

import numpy as np

from galopp.core.cards import Cards
from galopp.core.events import Told, read_events
from galopp.core.record import (
    Float64,
    Int8,
    Int32,
    Row32,
    UInt8,
    UInt32,
    by_seat,
    field,
    fields_of,
    record_type,
    struct_of,
    write,
)
from galopp.core.words import NOBODY, Flag, Number, NumberOrNone, Spaces, bits_of, seat_or_nobody
from galopp.play.game import Game
from galopp.play.position import Position
from galopp.table import feed, log
from galopp.table.feed import GameNews, Viewer, WindowShown
from galopp.table.log import AnyLogged
from galopp.table.table import Table
from galopp.wire.packing import WORD, Packer, checksum

SEATS: Final = 5  # the most at any table
MOST_WORDS = 64  # as many as the first word has bits
ALWAYS = 2**53  # seconds since 1970, and whatever else is counted
NEVER = 0  # a time that is none
Frame = bytes


class OwnHead(Protocol):
    """What is another to each viewer, beside the view."""

    legal: Annotated[Cards, field(Spaces(64))]
    checksum: Annotated[UInt32, field(Number(0, ALWAYS))]  # of the whole view
    viewer: Annotated[Int8, field(seat_or_nobody(SEATS))]
    whole: Annotated[Int8, field(Flag())]


class Head(OwnHead, Protocol):
    """All that is told beside the view."""

    at: Annotated[Float64, field(Number(0, ALWAYS))]
    asked_since: Annotated[Float64, field(NumberOrNone(0, ALWAYS, none=NEVER))]
    closes: Annotated[Float64, field(NumberOrNone(0, ALWAYS, none=NEVER))]  # the window, if any
    seq: Annotated[Int32, field(Number(0, ALWAYS))]
    decision: Annotated[Int32, field(Number(0, ALWAYS))]
    banks: Annotated[Row32, field(Number(0, ALWAYS), by_seat(SEATS))]  # in tenths of a second
    asked: Annotated[UInt8, field(Spaces(SEATS))]
    over: Annotated[Int8, field(Flag())]
    winners: Annotated[UInt8, field(Spaces(SEATS))]
    banked: Annotated[Int8, field(Flag())]  # whether time to think is counted
    window_seat: Annotated[Int8, field(Number(0, SEATS - 1))]
    called: Annotated[Int8, field(Flag())]
    let_go: Annotated[UInt8, field(Spaces(SEATS))]


HEAD_FIELDS = fields_of(Head)
HEAD = record_type(HEAD_FIELDS)
HEAD_WORDS = HEAD.itemsize // WORD
OWN_FIELDS = fields_of(OwnHead)
SHARED = struct_of(HEAD_FIELDS[len(OWN_FIELDS) :])
SHARED_AT = record_type(OWN_FIELDS).itemsize
ANSWERS = Struct(f"{SEATS + 1}Q")


class TableFrames:
    """A table as it stands now, to be told to its viewers: the seats, and last a bystander."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def news_of(self, event: AnyLogged, before: Position | None) -> list[Frame]:
        """What all viewers are sent because of an event that was just folded in.

        Nothing where that is no news of the game, and where words of the table tell it, which a
        frame has not.
        """
        if isinstance(event, log.Decided) and before is not None:
            return self._frames(before, event.after)
        return self.whole() if isinstance(event, feed.CHANGE_THE_GAME) else []

    def whole(self) -> list[Frame]:
        """The game as it stands; nothing where there is none."""
        position = self._table.position
        return [] if position is None else self._frames(position, [])

    def _frames(self, first: Position, then: Sequence[bytes]) -> list[Frame]:
        """What all viewers saw from one position on, in these states after it."""
        table, packer = self._table, packer_of(self._table.game)
        assert table.position is not None
        viewers = [*range(table.players), *[None] * (SEATS + 1 - table.players)]
        codes = [feed.open_codes(table, viewer) for viewer in viewers]
        SHARED.pack_into(packer.head, SHARED_AT, *_shared_facts(table, table.position))
        ANSWERS.pack_into(packer.answers, 0, *codes)
        states = np.frombuffer(b"".join([first.state.tobytes(), *then]), first.rules.STATE)
        return packer.frames(states, table.window is not None)


def place_of(viewer: Viewer) -> int:
    """Which of the frames of all viewers is this one's."""
    return NOBODY if viewer is None else viewer  # the last


@cache
def packer_of(game: Game) -> Packer:
    """The one that the server's loop uses for all tables of a game."""
    size = game.rules.SEEN.itemsize // WORD
    assert HEAD_WORDS + size <= MOST_WORDS, f"{game.name}: a view of {size} words"
    return Packer(game.rules.SEEN, HEAD, SEATS)


def _shared_facts(table: Table, position: Position) -> tuple[float, ...]:
    """What is the same for all viewers, in the order of the head."""
    banks, over, window = feed.banks(table), position.over, table.window
    tenths = [round(10 * left) for left in banks or ()]
    return (
        table.at,
        min(table.asked_at.values(), default=NEVER),
        window.closes if window else NEVER,
        table.seq - 1,
        table.number,
        *tenths,
        *[0] * (SEATS - len(tenths)),
        bits_of(table.asked),
        over,
        bits_of(position.winners) if over else 0,
        banks is not None,
        *((window.seat, window.called, bits_of(window.let_go)) if window else (0, 0, 0)),
    )


class OutOfStep(Exception):
    """A frame that does not go with the one before: something was missed."""


class FrameReader:
    """Reads frames as a page does: one reader for all viewers of one device."""

    def __init__(self, game: Game) -> None:
        self._rules = game.rules
        self._views: dict[Viewer, bytearray] = {}

    def read(self, frame: Frame) -> GameNews:
        """The news; raises `OutOfStep`."""
        told, listed, at = _read_head(frame)
        viewer: Viewer = told["viewer"]
        view = bytearray(self._rules.SEEN.itemsize)
        if not told["whole"]:
            view = self._views.get(viewer, view)
        at = _put(view, listed, frame, at)
        if int(checksum(np.frombuffer(view, np.uint64))) != told["checksum"]:
            raise OutOfStep
        self._views[viewer] = view
        return self._news(told, view, np.frombuffer(frame[at:], np.int16))

    def _news(self, told: dict[str, Any], view: bytearray, events: Told) -> GameNews:
        seen = np.frombuffer(view, self._rules.SEEN)[0]
        players = int(seen.players)
        window = WindowShown(told["window_seat"], told["closes"], told["called"], told["let_go"])
        counted = np.concatenate([[len(events)], events]).astype(np.int16)
        return GameNews(
            seq=told["seq"],
            at=told["at"],
            viewer=told["viewer"],
            decision=told["decision"],
            asked=told["asked"],
            asked_since=told["asked_since"],
            banks=[tenths / 10 for tenths in told["banks"][:players]] if told["banked"] else None,
            legal=told["legal"],
            view=write(self._rules.SEEN_FIELDS, seen, players),
            window=window if told["closes"] else None,
            winners=told["winners"] if told["over"] else None,
            happened=[feed.plain(event) for event in read_events(self._rules.Happening, counted)],
        )


def head_of(frame: Frame) -> dict[str, Any]:
    """The facts beside the view, for whoever needs no more."""
    return _read_head(frame)[0]


def _read_head(frame: Frame) -> tuple[dict[str, Any], int, int]:
    """The head, which words of the view follow, and where."""
    listed = int.from_bytes(frame[:WORD], "little")
    head = bytearray(HEAD.itemsize)
    at = _put(head, listed, frame, WORD)
    return write(HEAD_FIELDS, head, SEATS), listed >> HEAD_WORDS, at


def _put(record: bytearray, listed: int, frame: Frame, at: int) -> int:
    """Put words of a frame, from a place on, where they belong; the place behind them."""
    for start in range(0, len(record), WORD):
        if listed & 1:
            record[start : start + WORD] = frame[at : at + WORD]
            at += WORD
        listed >>= 1
    return at
