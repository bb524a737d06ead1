"""A game that is over, to be watched again: how it stood after each decision, to each viewer.

All of it may be seen by anybody: a record has the luck, and with it every card. Still each
viewer's frames are made from what the rules showed to that seat, so that one can look
through its eyes.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from galopp.core import option
from galopp.play.luck import Luck
from galopp.play.position import Position, Seen, narrate
from galopp.play.record import Record
from galopp.table.feed import Happened, Viewer, plain
from galopp.table.refused import Refused
from galopp.table.seat import PIGS, Seat


class ReplaySeat(msgspec.Struct, frozen=True):
    """Who sat there."""

    name: str  # "" where it is not known
    pig: str
    kind: str  # "person" or "bot"
    level: str  # of the bot


class OriginShown(msgspec.Struct, frozen=True):
    """The game that this one went on from."""

    table: str | None
    seed: str | None
    decisions: int


class ReplayShown(msgspec.Struct, frozen=True):
    """A game that can be watched again."""

    id: str
    game: str
    rules: int
    players: int
    options: dict[str, Any]  # all of them, as a host would enter them
    seats: list[ReplaySeat]
    decisions: int
    over: bool  # a file may hold a game that was not played to its end
    winners: list[int]
    scores: list[int]
    table: str | None  # whose luck it was
    promise: str | None
    secret: str | None
    seed: str | None  # of a game that was not played at a table; too long for a number there
    origin: OriginShown | None
    played_at: float | None


class Frame(msgspec.Struct, frozen=True):
    """How the game stood after a decision, to one viewer, and what it saw happen."""

    number: int  # of the decision, as it is written down; 0 is the deal
    seat: int | None  # who decided
    move: int | None  # what, if the viewer may know
    asked: list[int]
    view: dict[str, Any]
    winners: list[int] | None
    happened: list[Happened]


class Frames(msgspec.Struct, frozen=True):
    """A whole game, as one viewer saw it."""

    viewer: int | None
    frames: list[Frame]


def describe(
    name: str, record: Record, seats: Sequence[Seat] = (), at: float | None = None
) -> ReplayShown:
    """What is to be known of a game before it is watched."""
    final, luck = record.final(), record.luck
    promised = luck if isinstance(luck, Luck) else None
    rules = final.rules
    return ReplayShown(
        id=name,
        game=record.game,
        rules=record.rules,
        players=record.players,
        options=option.entered(rules.OPTIONS, final.state.options),
        seats=[_seat(record, seats, number) for number in range(record.players)],
        decisions=len(record.moves),
        over=final.over,
        winners=final.winners,
        scores=final.scores,
        table=promised.table if promised else None,
        promise=promised.promise if promised else None,
        secret=promised.secret.hex() if promised else None,
        seed=None if promised else str(luck),
        origin=_origin(record),
        played_at=at,
    )


def _seat(record: Record, seats: Sequence[Seat], number: int) -> ReplaySeat:
    """Who sat there, from the table that knows, or from what is written in a file."""
    if seats:
        seat = seats[number]
        level = "" if seat.person else seat.level
        return ReplaySeat(seat.name, seat.pig, "bot" if level else "person", level)
    return ReplaySeat(record.names.get(number, ""), PIGS[number], "person", "")


def _origin(record: Record) -> OriginShown | None:
    if not record.origins:
        return None
    last = record.origins[-1]
    if isinstance(last.luck, Luck):
        return OriginShown(last.luck.table, None, last.decisions)
    return OriginShown(None, str(last.luck), last.decisions)


def frames(record: Record, viewer: Viewer) -> Frames:
    """The whole game as one viewer saw it; raises `Refused`."""
    if viewer is not None and not 0 <= viewer < record.players:
        raise Refused("no_such_seat", seat=viewer)
    position = record.begin()
    before = position.seen(viewer)
    found = [_frame(position, before, 0, None, [])]
    for decision in record.moves:
        record.play(position, decision)
        after = position.seen(viewer)
        happened = [plain(event) for event in narrate(before, after)]
        found.append(_frame(position, after, decision.number, decision.seat, happened))
        before = after
    return Frames(viewer, found)


def _frame(
    position: Position, seen: Seen, number: int, seat: int | None, happened: list[Happened]
) -> Frame:
    code = int(seen.record.last_code)
    return Frame(
        number=number,
        seat=seat,
        move=code if code in position.game.moves else None,
        asked=position.asked,
        view=seen.to_dict(),
        winners=position.winners if position.over else None,
        happened=happened,
    )
