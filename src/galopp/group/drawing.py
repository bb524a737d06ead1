"""Rounds of tournaments: drawn, ended by their last game or by the bell.

A drawn round opens its tables in the same write. Whoever calls then sets them up: the members sit
where they were drawn, bots fill the seats that are left. Entering is agreeing that it counts.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from galopp.group import log
from galopp.group.checks import (
    check_not_worn_out,
    check_open,
    check_runs,
    known_tournament,
)
from galopp.group.counting import ends_of_round
from galopp.group.group import Group, RoundOfTournament, Tournament
from galopp.group.log import AnyGroupLogged
from galopp.group.pairing import Draw, Past, draw, table_sizes
from galopp.group.verdict import Verdict, answered_before, named, signed
from galopp.play.game import game
from galopp.table.refused import NotNow, Refused

MOST_PEOPLE = 40  # in a tournament
FEWEST = 2
MINUTE = 60.0


def check_games(games: Sequence[str], size: int) -> None:
    """All these can be played by so many; raises `Fault`."""
    for name in games:
        game(name).options_needed(size)


def most_tables(tournament: Tournament) -> int:
    """How many tables the next round has at most: so many codes are wanted."""
    return -(-len(tournament.entered) // FEWEST)


class WantedRound(NamedTuple):
    """A round that is to be drawn."""

    tournament: int
    number: int  # which one is meant, so that two who ask draw one
    minutes: int | None = None  # other than planned
    answers: str = ""  # the id of the message, if one asked for it


def draw_round(
    group: Group, member: int | None, wanted: WantedRound, codes: Iterable[str], now: float
) -> Verdict:
    """The next round of a tournament.

    `codes` are those of tables that nobody has yet, `most_tables` of them. Without a member it is
    drawn by itself.
    """
    tournament, number, minutes, answers = wanted
    check_open(group)
    before = answered_before(group, member, answers)
    if before is not None:
        return before
    check_not_worn_out(group)
    drawn_for = known_tournament(group, tournament)
    if member is not None:
        check_runs(group, drawn_for, member)
    _check_next(drawn_for, number)
    played = game_of_round(drawn_for, number)
    drawn = drawn_round(drawn_for, drawn_for.entered, number)
    coded = [*zip(drawn.tables, codes, strict=False)]
    if len(coded) < len(drawn.tables):
        raise NotNow("group_is_busy")  # somebody has entered since the codes were looked for
    opened = [_opened(drawn_for, number, played, code, people) for people, code in coded]
    length = drawn_for.planned.minutes if minutes is None else minutes
    event = log.RoundDrawn(
        tournament=tournament,
        round=number,
        game=played,
        tables=[_drawn_table(table) for table in opened],
        byes=drawn.byes,
        until=now + length * MINUTE if length and not drawn_for.planned.over_days else 0.0,
    )
    return Verdict(signed([*opened, event], named(member), answers))


def _check_next(tournament: Tournament, number: int) -> None:
    if tournament.round_being_played is not None:
        raise Refused("round_goes_on")
    if number != len(tournament.rounds) + 1 or number > tournament.planned.rounds:
        raise Refused("no_such_round_to_draw", round=len(tournament.rounds) + 1)
    if len(tournament.entered) < FEWEST:
        raise Refused("too_few_people", low=FEWEST)


def game_of_round(tournament: Tournament, number: int) -> str:
    """What is played in a round: the games that were chosen, over and over."""
    games = tournament.planned.games
    return games[(number - 1) % len(games)]


def drawn_round(tournament: Tournament, entered: Sequence[int], number: int) -> Draw:
    """Who sits where in a round, by the tournament's luck and what was drawn before."""
    planned = tournament.planned
    fewest = max(FEWEST, game(game_of_round(tournament, number)).players[0])
    sizes = table_sizes(len(entered), planned.size, fewest, bool(planned.filler))
    past = Past.of(draw_of(before) for before in tournament.rounds[: number - 1])
    return draw(entered, sizes, past, tournament.luck.of(number))


def draw_of(drawn: RoundOfTournament) -> Draw:
    """A round as it was drawn, without bots."""
    tables = [[seat for seat in table.seats if seat is not None] for table in drawn.drawn.tables]
    return Draw(tables, drawn.drawn.byes)


def _opened(
    tournament: Tournament, number: int, played: str, code: str, people: list[int]
) -> log.TableOpened:
    planned = tournament.planned
    players = planned.size if planned.filler else len(people)
    return log.TableOpened(
        table=code,
        game=played,
        players=players,
        options=dict(game(played).options_needed(players)),
        expected=people,
        tournament=planned.number,
        round=number,
    )


def _drawn_table(table: log.TableOpened) -> log.DrawnTable:
    bots = [None] * (table.players - len(table.expected))
    return log.DrawnTable(table.table, [*table.expected, *bots])


def end_round(group: Group, tournament: int, number: int) -> Verdict:
    """A round is over, whatever is not counted by now: the bell has rung, or tables are gone.

    There are no events where it is over already. A round ends by itself with its last game.
    """
    check_open(group)
    found = group.tournament(tournament)
    on = found.round_being_played if found else None
    if found is None or on is None or on.drawn.round != number:
        return Verdict([])
    return Verdict(signed(ends_of_round(group, tournament), named(None)))


def end_tournament(group: Group, tournament: int) -> Verdict:
    """A tournament is over, by itself."""
    check_open(group)
    known_tournament(group, tournament)
    ended: list[AnyGroupLogged] = [log.TournamentEnded(tournament=tournament)]
    return Verdict(signed(ended, named(None)))
