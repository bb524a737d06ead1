"""Tables of a group, and the games that count for it: from there, or told by a member.

A game of one of our tables counts once, and by itself: whoever reads the logs of tables brings it
here. What was played elsewhere, a member adds by its record or by its result alone.
"""

import hashlib
from collections.abc import Sequence
from typing import Protocol

from galopp.group import log
from galopp.group.checks import (
    check_member,
    check_not_worn_out,
    check_open,
    check_seats,
    known_game,
    read_places,
)
from galopp.group.group import MOST_OPEN_TABLES, Group
from galopp.group.log import AnyGroupLogged, Placed
from galopp.group.results import named_in, standing_of
from galopp.group.verdict import Verdict, answered_before, named, signed
from galopp.play.game import game as game_named
from galopp.play.luck import Luck
from galopp.play.record import Record
from galopp.table.refused import Refused
from galopp.table.wording import read_name


class SeatTold(Protocol):
    """A seat of a game that was played elsewhere, as a member tells it."""

    @property
    def member(self) -> int | None: ...  # noqa: D102

    @property
    def name(self) -> str: ...  # noqa: D102

    @property
    def place(self) -> int | None: ...  # noqa: D102

    @property
    def points(self) -> int: ...  # noqa: D102


class GameTold(Protocol):
    """A game that was played elsewhere, as a member tells it; without a record by its result."""

    @property
    def game(self) -> str: ...  # noqa: D102

    @property
    def played(self) -> float | None: ...  # noqa: D102

    @property
    def seats(self) -> Sequence[SeatTold]: ...  # noqa: D102

    @property
    def record(self) -> str: ...  # noqa: D102


def open_table(group: Group, member: int, opened: log.TableOpened, open_now: int = 0) -> Verdict:
    """A table whose games count here; `open_now` is how many of the group's go on."""
    check_open(group)
    check_member(group, member)
    check_not_worn_out(group)
    if open_now >= MOST_OPEN_TABLES:
        raise Refused("too_many_open_tables", high=MOST_OPEN_TABLES)
    game_named(opened.game).check_setting(opened.players, opened.options)
    for number in opened.expected:
        check_member(group, number)
    if len(set(opened.expected)) < len(opened.expected):
        raise Refused("member_sits_twice")
    if len(opened.expected) > opened.players:
        raise Refused("other_number_of_seats", players=opened.players)
    return Verdict(signed([opened], named(member)))


def count_game(group: Group, played: log.GamePlayed) -> Verdict:
    """A game of one of our tables is over: it counts, and once. It may end a round.

    There are no events where it is counted already.
    """
    check_open(group)
    if (played.table, played.round) in group.counted:
        return Verdict([])
    table = group.tables.get(played.table)
    if table is None:
        raise Refused("no_such_table", table=played.table)
    check_not_worn_out(group)
    check_seats(group, played.seats)
    events: list[AnyGroupLogged] = [played, *_ends(group, played)]
    return Verdict(signed(events, f"table {played.table}"), {"number": len(group.games) + 1})


def _ends(group: Group, played: log.GamePlayed) -> list[AnyGroupLogged]:
    """The end of the round that waited for this game alone, and of the tournament with its last."""
    table = group.tables[played.table].opened
    tournament = group.tournament(table.tournament)
    on = tournament.round_being_played if tournament else None
    if tournament is None or on is None or on.drawn.round != table.round or played.round != 1:
        return []
    missing = [drawn.table for drawn in on.drawn.tables if drawn.table not in on.results]
    return ends_of_round(group, tournament.number) if missing == [played.table] else []


def ends_of_round(group: Group, number: int) -> list[AnyGroupLogged]:
    """The end of the round that is on, and with the last one that of its tournament."""
    tournament = group.tournaments[number - 1]
    ended = log.RoundEnded(tournament=number, round=len(tournament.rounds))
    if len(tournament.rounds) < tournament.planned.rounds:
        return [ended]
    return [ended, log.TournamentEnded(tournament=number)]


def add_game(group: Group, member: int, answers: str, game: GameTold, now: float) -> Verdict:
    """A game that was played elsewhere: by its record, or by its result alone; raises `Fault`.

    `answers` is the id of the message: said again, it has the same number and counts once.
    """
    check_open(group)
    check_member(group, member)
    before = answered_before(group, member, answers)
    if before is not None:
        return before
    check_not_worn_out(group)
    at = now if game.played is None else min(game.played, now)
    played = _by_record(group, game, at) if game.record else _by_result(game, at)
    check_seats(group, played.seats)
    if not any(seat.member is not None for seat in played.seats):
        raise Refused("no_member_played")
    return Verdict(signed([played], named(member), answers), {"number": len(group.games) + 1})


def _by_record(group: Group, told: GameTold, at: float) -> log.GamePlayed:
    record = Record.read(told.record)
    digest = hashlib.sha256(str(record).encode()).hexdigest()
    _check_unknown(group, record, digest)
    final = record.final()
    if not final.over:
        raise Refused("game_is_not_over")
    if len(told.seats) != record.players:
        raise Refused("other_number_of_seats", players=record.players)
    stood = standing_of(final)
    return log.GamePlayed(
        game=record.game,
        played=at,
        seats=[_with_name(seat, n, stood[n], record) for n, seat in enumerate(told.seats)],
        options=dict(record.options),
        has_record=True,
        digest=digest,
    )


def _check_unknown(group: Group, record: Record, digest: str) -> None:
    """The same game does not count twice, be it of one of our tables."""
    number = group.told.get(digest)
    if isinstance(record.luck, Luck):
        table, _, played_there = record.luck.table.partition("/")
        ours = group.counted.get((table, int(played_there) if played_there.isdecimal() else 0))
        number = number or ours
    known = group.game(number) if number else None
    if known is not None and not known.struck:
        raise Refused("game_is_known", number=known.number)


def _with_name(told: SeatTold, seat: int, stood: Placed, record: Record) -> Placed:
    if told.member is not None:
        return Placed(stood.place, stood.points, stood.share, told.member)
    name, level = named_in(record, seat)
    name = read_name(told.name or name) if told.name or name else ""
    return Placed(stood.place, stood.points, stood.share, None, name, level)


def _by_result(told: GameTold, at: float) -> log.GamePlayed:
    if len(told.seats) not in game_named(told.game).players:
        raise Refused("other_number_of_seats", players=game_named(told.game).players[-1])
    written = [seat.place for seat in told.seats if seat.place is not None]
    if len(written) < len(told.seats):
        raise Refused("places_do_not_fit")
    places = read_places(written)
    share = 1 / places.count(1)
    seats = [
        Placed(
            place,
            seat.points,
            share if place == 1 else 0.0,
            seat.member,
            read_name(seat.name) if seat.member is None and seat.name else "",
        )
        for place, seat in zip(places, told.seats, strict=True)
    ]
    return log.GamePlayed(game=told.game, played=at, seats=seats)


def review_game(group: Group, number: int, luck: list[float], error: list[float]) -> Verdict:
    """What the cards gave each seat is known now; it is told once."""
    check_open(group)
    game = known_game(group, number)
    if game.review is not None:
        return Verdict([])
    if not len(luck) == len(error) == len(game.played.seats):
        raise Refused("other_number_of_seats", players=len(game.played.seats))
    reviewed = log.GameReviewed(number=number, luck=luck, error=error)
    return Verdict(signed([reviewed], "review"))
