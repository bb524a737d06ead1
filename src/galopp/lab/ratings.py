"""How strong each bot is on one scale: OpenSkill ratings of its games.

Whoever wins is first, together with those who share the victory; the others follow by their
points, and equals share a rank. Bots do not learn between two games, so a rating only becomes
more certain with every one of them.
"""

from collections.abc import Iterator

from openskill.models import PlackettLuce

from galopp.lab.matches import Deals, Match
from galopp.play.ranking import Rating, mean_rating, ranks

RATED = 20_000  # games at most: a rating changes little after that


def rate(match: Match, deals: Deals) -> list[Rating]:
    """A rating for each bot, from Plackett and Luce's model."""
    model = PlackettLuce(tau=0.0)  # nobody's strength changes
    places = list(range(len(match.names))) if match.solo else match.places
    ratings = [model.rating() for _ in places]
    for ranked in _games(match, deals):
        rated = model.rate([[rating] for rating in ratings], ranks=[float(rank) for rank in ranked])
        ratings = [team[0] for team in rated]
    known = [Rating(rating.mu, rating.sigma) for rating in ratings]
    return [
        mean_rating([known[n] for n, at in enumerate(places) if at == bot])
        for bot in range(len(match.names))
    ]


def _games(match: Match, deals: Deals) -> Iterator[list[int]]:
    """The rank of each place in each game; by themselves, bots are ranked by the deal."""
    games = len(match.seatings)
    for deal in range(min(len(deals), -(-RATED // games))):
        scores = [
            [_score(deals, deal, rotation, seat) for seat in range(match.players)]
            for rotation in range(games)
        ]
        if match.solo:
            yield ranks([alone for (alone,) in scores])
            continue
        for rotation, seats in enumerate(scores):
            # Place p sits on seat p - rotation.
            yield ranks([seats[place - rotation] for place in range(match.players)])


def _score(deals: Deals, deal: int, rotation: int, seat: int) -> tuple[int, int]:
    won = int(deals.winners[deal, rotation]) >> seat & 1
    return won, int(deals.points[deal, rotation, seat])
