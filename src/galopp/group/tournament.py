"""How a tournament stands: points by place, half of them for a bye, and what tells equals apart.

Whoever has as many points as others is told from them by victories, then by the points of all whom
they have met, then by the draw, which follows from the promised secret like everything drawn.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from galopp.core.chance import spin
from galopp.group.drawing import draw_of
from galopp.group.group import GameOfGroup, Group, RoundOfTournament, Tournament
from galopp.group.shown import DrawnTableShown, RoundShown, TournamentRow, TournamentShown
from galopp.group.standings import DIGITS, MOST_POINTS, points_of

BYE = MOST_POINTS / 2
LOTS = 1000  # from this number on, the luck of a tournament is a lot for each member


@dataclass(slots=True)
class Score:
    """What adds up for somebody in a tournament."""

    points: float = 0.0
    victories: float = 0.0
    played: int = 0
    byes: int = 0


def standings(group: Group, tournament: Tournament) -> list[TournamentRow]:
    """Everybody who takes part, or did, the best first."""
    games = _games(group, tournament)
    scores = _scores(tournament, games)
    opponents = _points_of_opponents(scores, games)
    ranked = sorted(scores, key=lambda who: _order(tournament, who, scores, opponents))
    return [
        TournamentRow(
            member=who,
            place=place,
            points=scores[who].points,
            victories=scores[who].victories,
            opponents=opponents[who],
            played=scores[who].played,
            byes=scores[who].byes,
            entered=who in tournament.entered,
            decided_by=_decided_by(who, scores, opponents),
        )
        for place, who in enumerate(ranked, 1)
    ]


def _games(group: Group, tournament: Tournament) -> list[GameOfGroup]:
    numbers = (number for drawn in tournament.rounds for number in drawn.results.values())
    return [game for game in (group.games[number - 1] for number in numbers) if not game.struck]


def _scores(tournament: Tournament, games: Sequence[GameOfGroup]) -> dict[int, Score]:
    rounds = [draw_of(drawn) for drawn in tournament.rounds]
    byes = [member for drawn in rounds for member in drawn.byes]
    seated = [member for drawn in rounds for table in drawn.tables for member in table]
    scores = {member: Score() for member in (*tournament.entered, *byes, *seated)}
    for member, number in Counter(byes).items():
        scores[member].byes, scores[member].points = number, number * BYE
    for game in games:
        for seat, points in zip(game.played.seats, points_of(game.played.seats), strict=True):
            if seat.member in scores:
                score = scores[seat.member]
                score.points += points
                score.victories += seat.share
                score.played += 1
    return scores


def _points_of_opponents(
    scores: dict[int, Score], games: Sequence[GameOfGroup]
) -> dict[int, float]:
    """The points of all whom somebody met, each as often as they did."""
    found = dict.fromkeys(scores, 0.0)
    for game in games:
        there = [member for member in game.members if member in scores]
        for member in there:
            found[member] += sum(scores[other].points for other in there if other != member)
    return found


def _keys(who: int, scores: dict[int, Score], opponents: dict[int, float]) -> list[float]:
    """What is compared, one after the other, before the draw; sums of thirds are rounded."""
    score = scores[who]
    compared = (score.points, score.victories, opponents[who])
    return [round(value, DIGITS) for value in compared]


def _order(
    tournament: Tournament, who: int, scores: dict[int, Score], opponents: dict[int, float]
) -> tuple[list[float], int]:
    return [-value for value in _keys(who, scores, opponents)], lot(tournament, who)


def lot(tournament: Tournament, who: int) -> int:
    """Somebody's lot: the smaller one is first."""
    return int(spin(tournament.luck.of(LOTS + who)))


def _decided_by(who: int, scores: dict[int, Score], opponents: dict[int, float]) -> str:
    """What tells somebody from all who have as many points; "" if nobody has."""
    own = _keys(who, scores, opponents)
    equals = [_keys(other, scores, opponents) for other in scores if other != who]
    for compared, name in enumerate(("", "victories", "opponents"), 1):
        equals = [other for other in equals if other[:compared] == own[:compared]]
        if not equals:
            return name
    return "draw"


def shown(group: Group, tournament: Tournament) -> TournamentShown:
    """A tournament as members see it; its secret only once it is over."""
    planned = tournament.planned
    return TournamentShown(
        number=planned.number,
        name=planned.name,
        phase=tournament.phase,
        planned_by=group.founder if tournament.by is None else tournament.by,
        games=planned.games,
        size=planned.size,
        rounds=planned.rounds,
        minutes=planned.minutes,
        filler=planned.filler,
        over_days=planned.over_days,
        promise=tournament.luck.promise,
        secret=planned.secret if tournament.over else None,
        entered=list(tournament.entered),
        drawn=[_round_shown(drawn) for drawn in tournament.rounds],
        standings=standings(group, tournament),
    )


def _round_shown(drawn: RoundOfTournament) -> RoundShown:
    return RoundShown(
        round=drawn.drawn.round,
        game=drawn.drawn.game,
        tables=[
            DrawnTableShown(table.table, table.seats, drawn.results.get(table.table))
            for table in drawn.drawn.tables
        ],
        byes=drawn.drawn.byes,
        until=drawn.drawn.until or None,
        over=drawn.over,
    )
