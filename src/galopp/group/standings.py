"""How members have done over some games: victories, points, luck, and who was before whom.

Everything here is worked out from games that count; those that were struck never come here.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from galopp.group.group import GameOfGroup
from galopp.group.log import GamePlayed, Placed
from galopp.group.ratings import Ratings
from galopp.group.shown import EveningShown, HeadToHead, RatingShown, StandingShown
from galopp.play.game import game as game_called
from galopp.play.ranking import ranks

MOST_POINTS = 12.0  # for the first; it can be shared by two, three and four
PAUSE = 6 * 3600.0  # seconds: after so long it is another evening
DIGITS = 9  # sums of thirds are compared after so many


def points_of(seats: Sequence[Placed]) -> list[float]:
    """Points by place: 12 for the first, 0 for the last, evenly between; who shares, shares.

    Whoever plays alone has all of them for a victory, and none else.
    """
    if len(seats) == 1:
        return [MOST_POINTS if seats[0].share else 0.0]
    step = MOST_POINTS / (len(seats) - 1)
    places = [seat.place for seat in seats]
    # Equals have the places from theirs on, and each of them their mean.
    means = [place + (places.count(place) - 1) / 2 for place in places]
    return [step * (len(seats) - mean) for mean in means]


def expected_of(played: GamePlayed) -> float:
    """What pure luck gives each seat of a victory: a runner without a player has its share."""
    return 1 / game_called(played.game).rivals(len(played.seats), played.options)


@dataclass(slots=True)
class Tally:
    """What adds up for one member."""

    games: int = 0
    victories: float = 0.0
    expected: float = 0.0
    points: float = 0.0
    reviewed: int = 0
    won_reviewed: float = 0.0  # victories in games that were reviewed
    luck: float = 0.0
    variance: float = 0.0  # of the luck

    def add(self, game: GameOfGroup, seat: int, points: float) -> None:
        """One more game, in this seat."""
        placed = game.played.seats[seat]
        self.games += 1
        self.victories += placed.share
        self.expected += expected_of(game.played)
        self.points += points
        if game.review is not None:
            self.reviewed += 1
            self.won_reviewed += placed.share
            self.luck += game.review.luck[seat]
            self.variance += game.review.error[seat] ** 2

    @property
    def rank(self) -> tuple[float, float]:
        """What places are given by: victories, then points."""
        return round(self.victories, DIGITS), round(self.points, DIGITS)


def standings(games: Iterable[GameOfGroup], ratings: Ratings) -> list[StandingShown]:
    """How everybody has done who was in one of these games, the best first."""
    tallies: dict[int, Tally] = {}
    for game in games:
        points = points_of(game.played.seats)
        for seat, placed in enumerate(game.played.seats):
            if placed.member is not None:
                tallies.setdefault(placed.member, Tally()).add(game, seat, points[seat])
    better = ranks([tally.rank for tally in tallies.values()])
    shown = [
        _shown(member, tally, 1 + better[nth], ratings)
        for nth, (member, tally) in enumerate(tallies.items())
    ]
    return sorted(shown, key=lambda standing: (standing.place, standing.member))


def _shown(member: int, tally: Tally, place: int, ratings: Ratings) -> StandingShown:
    known = ratings.of(member)
    reviewed = tally.reviewed > 0
    return StandingShown(
        member=member,
        games=tally.games,
        victories=tally.victories,
        expected=tally.expected,
        points=tally.points,
        place=place,
        rating=RatingShown(known.strength, known.uncertainty) if known else None,
        reviewed=tally.reviewed,
        luck=tally.luck if reviewed else None,
        luck_error=math.sqrt(tally.variance) if reviewed else None,
        adjusted=tally.won_reviewed - tally.luck if reviewed else None,
    )


def head_to_head(games: Iterable[GameOfGroup]) -> list[HeadToHead]:
    """Any two who were in a game together: each two once, the older member first."""
    found: dict[tuple[int, int], list[int]] = {}
    for game in games:
        placed = sorted((s.member, s.place) for s in game.played.seats if s.member is not None)
        for nth, (member, place) in enumerate(placed):
            for other, others in placed[nth + 1 :]:
                counts = found.setdefault((member, other), [0, 0, 0])
                counts[0] += 1
                counts[1] += place < others
                counts[2] += place == others
    return [HeadToHead(*two, *counts) for two, counts in sorted(found.items())]


def evenings(games: Iterable[GameOfGroup]) -> list[list[GameOfGroup]]:
    """The games by evenings, the first evening first."""
    found: list[list[GameOfGroup]] = []
    for game in sorted(games, key=lambda game: (game.played.played, game.number)):
        if not found or game.played.played - found[-1][-1].played.played > PAUSE:
            found.append([])
        found[-1].append(game)
    return found


def evening_shown(games: Sequence[GameOfGroup], ratings: Ratings) -> EveningShown:
    """One evening, with standings of its own."""
    return EveningShown(
        start=games[0].played.played,
        end=games[-1].played.played,
        games=[game.number for game in games],
        standings=standings(games, ratings),
    )
