"""What a game comes to for a group: who was where, read from a table or from a record.

Winners are first and share the victory; the others follow by their points, in Ostfriesenlauf by how
far they came, and equals share a place. If a runner without a player has won there, nobody has a
share. A game that the bell cut short counts as it stood: whoever was ahead is taken for the winner.
"""

import re
from collections.abc import Sequence

from galopp.group.log import GamePlayed, Placed
from galopp.play.position import Position
from galopp.play.ranking import ranks
from galopp.play.record import Record
from galopp.table.levels import bot_names
from galopp.table.record import Round
from galopp.table.seat import Seat
from galopp.table.table import PLAYING, Table

BOT_IN_RECORD = re.compile(r"(.+) \(([^()]+)\)")  # as a table writes it down


def game_played(table: str, number: int, of: Round) -> GamePlayed | None:
    """What a round of one of our tables counts as; None if not everybody agreed."""
    if not all_agreed(of.seats):
        return None
    return GamePlayed(
        game=of.record.game,
        played=of.at or 0.0,
        seats=_placed(of.seats, standing_of(of.record.final())),
        table=table,
        round=number,
        options=dict(of.record.options),
        has_record=True,
    )


def game_cut_short(table: Table, now: float) -> GamePlayed | None:
    """What a game that is being played counts as when the bell rings."""
    if table.phase != PLAYING or table.position is None or not all_agreed(table.seats):
        return None
    return GamePlayed(
        game=table.game.name,
        played=now,
        seats=_placed(table.seats, standing_of(table.position)),
        table=table.code,
        round=table.round,
        options=table.options,
        cut_short=True,
    )


def all_agreed(seats: Sequence[Seat]) -> bool:
    """Whether a game of these counts: a member plays, and every person has agreed."""
    people = [seat for seat in seats if seat.person]
    return any(seat.member is not None for seat in people) and all(seat.counts for seat in people)


def standing_of(position: Position) -> list[Placed]:
    """Place, points and share of victory of each seat."""
    far = position.progress
    won = position.winners if position.over else _ahead(far)
    better = ranks([(seat in won, own) for seat, own in enumerate(far)])
    return [
        Placed(1 + better[seat], own, 1 / len(won) if seat in won else 0.0)
        for seat, own in enumerate(position.scores)
    ]


def _ahead(far: list[int]) -> list[int]:
    return [seat for seat, own in enumerate(far) if own == max(far)]


def _placed(seats: Sequence[Seat], standing: list[Placed]) -> list[Placed]:
    """The same, with who sat there."""
    return [_of_seat(seat, stood) for seat, stood in zip(seats, standing, strict=True)]


def _of_seat(seat: Seat, stood: Placed) -> Placed:
    if seat.member is not None:
        return Placed(stood.place, stood.points, stood.share, seat.member)
    # A bot that plays on for a guest is no bot's game.
    level = "" if seat.person else seat.level
    return Placed(stood.place, stood.points, stood.share, None, seat.name, level)


def named_in(record: Record, seat: int) -> tuple[str, str]:
    """The name of a seat in a record, and the level if it was a bot's."""
    name = record.names.get(seat, "")
    bot = BOT_IN_RECORD.fullmatch(name)
    return (bot[1], bot[2]) if bot and bot[2] in bot_names() else (name, "")
