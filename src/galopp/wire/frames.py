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

from functools import cache
from itertools import pairwise
from typing import Annotated, Any, Final, Protocol

import numpy as np
import numpy.typing as npt

from galopp.core.cards import Cards
from galopp.core.events import Told, nothing_told, read_events
from galopp.core.kernel import kernel
from galopp.core.record import (
    Float64,
    Int8,
    Int32,
    Record,
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
from galopp.play.position import Position, Seen
from galopp.table import feed, log
from galopp.table.feed import GameNews, Viewer, WindowShown
from galopp.table.log import AnyLogged
from galopp.table.table import Table

SEATS: Final = 5  # the most at any table
WORD = 8  # bytes
MOST_WORDS = 64  # as many as the first word has bits
ALWAYS = 2**53  # seconds since 1970, and whatever else is counted
NEVER = 0  # a time that is none
NOT_SUMMED = 0  # a checksum that `pack` will find
Frame = bytes
Words64 = npt.NDArray[np.uint64]


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
CHECKSUM_AT: int = dict(HEAD.fields or {})["checksum"][1]
CHECKSUM_WORD: Final = CHECKSUM_AT // WORD  # its lower half
OWN_FIELDS = fields_of(OwnHead)
OWN = struct_of(OWN_FIELDS)
SHARED = struct_of(HEAD_FIELDS[len(OWN_FIELDS) :])
SHARED_AT = record_type(OWN_FIELDS).itemsize
LOW = np.uint64(0xFFFFFFFF)  # the lower half of a word
SPREAD = np.uint64(0x01000193)


@kernel
def checksum(view: Words64) -> Any:
    """A number that hardly any other view has; 32 bits, and easy to come to in JavaScript."""
    found = np.uint64(0)
    for word in view:
        for half in (word & LOW, word >> np.uint64(32)):
            found = (found ^ half) * SPREAD & LOW
    return found


@kernel
def pack(head: Words64, before: Words64, view: Words64, frame: Words64) -> int:
    """Fill a frame with the words that are not as expected; how many words long it is then.

    The checksum is put into the head, where it is 0 until then.
    """
    unexpected = np.uint64(0)
    used = 1
    head[CHECKSUM_WORD] |= checksum(view)
    for place in range(len(head)):
        if head[place]:
            unexpected |= np.uint64(1) << np.uint64(place)
            frame[used] = head[place]
            used += 1
    for place in range(len(view)):
        if view[place] != before[place]:
            unexpected |= np.uint64(1) << np.uint64(len(head) + place)
            frame[used] = view[place]
            used += 1
    frame[0] = unexpected
    return used


def words_of(record: Record) -> Words64:
    """A record as a row of words."""
    return np.frombuffer(record, np.uint64)


class FrameWriter:
    """Writes the news of one game as frames; for one thread, which it serves again and again."""

    def __init__(self, game: Game) -> None:
        size = game.rules.SEEN.itemsize // WORD
        assert HEAD_WORDS + size <= MOST_WORDS, f"{game.name}: a view of {size} words"
        assert CHECKSUM_AT % WORD == 0, "the checksum is no lower half"
        self.rules = game.rules
        self.nothing = np.zeros(size, np.uint64)
        self.nothing.flags.writeable = False  # as views are: one kind of array, compiled once
        self.told = nothing_told()
        self._frame = np.zeros(1 + HEAD_WORDS + size, np.uint64)

    def write(self, head: Words64, expected: Words64, view: Words64) -> Frame:
        """What is not as expected, and what was told."""
        used = pack(head, expected, view, self._frame)
        return self._frame[:used].tobytes() + self.told[1 : self.told[0] + 1].tobytes()


class TableFrames:
    """A table as it stands now, to be told to each of its viewers."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._writer = frame_writer(table.game)
        self._head = bytearray(HEAD.itemsize)
        self._head_words = np.frombuffer(self._head, np.uint64)
        if table.position is not None:
            SHARED.pack_into(self._head, SHARED_AT, *_shared_facts(table, table.position))

    def news_of(self, event: AnyLogged, before: Position | None, viewer: Viewer) -> Frame | None:
        """What one viewer is sent because of an event that was just folded in.

        None where that is no news of the game, and where words of the table tell it, which a frame
        has not.
        """
        if isinstance(event, log.Decided) and before is not None:
            return self.changes(event, before, viewer)
        return self.whole(viewer) if isinstance(event, feed.CHANGE_THE_GAME) else None

    def whole(self, viewer: Viewer) -> Frame | None:
        """The game as it stands, to one viewer; None where there is none."""
        if self._table.position is None:
            return None
        self._writer.told[0] = 0
        seen = self._table.position.seen(viewer)
        return self._frame_of(seen, viewer, self._writer.nothing)

    def changes(self, event: log.Decided, before: Position, viewer: Viewer) -> Frame:
        """What one viewer saw when a seat decided, which was just folded in."""
        assert self._table.position is not None
        writer, views = self._writer, feed.views_of(event, before, self._table.position, viewer)
        writer.told[0] = 0
        for one, other in pairwise(views):
            writer.rules.tell(one.record, other.record, writer.told)
        return self._frame_of(views[-1], viewer, words_of(views[0].record))

    def _frame_of(self, seen: Seen, viewer: Viewer, expected: Words64) -> Frame:
        legal = feed.legal_codes(self._table, seen.record, viewer)
        whole = expected is self._writer.nothing
        seat = NOBODY if viewer is None else viewer
        OWN.pack_into(self._head, 0, legal, NOT_SUMMED, seat, whole)
        return self._writer.write(self._head_words, expected, words_of(seen.record))


@cache
def frame_writer(game: Game) -> FrameWriter:
    """The one that the server's loop uses for all tables of a game."""
    return FrameWriter(game)


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
