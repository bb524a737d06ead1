"""How strong each member is on one scale, whatever they play and with how many.

These are OpenSkill's ratings by the model of Plackett and Luce: everybody begins at 25, and each
game moves everybody in it by how much its places surprise. Games are taken in the order in which
they came to be known, one by one as they come; only where one is struck is all done again. Bots are
rated by their level like members. A guest is somebody new each time, and forgotten afterwards.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from openskill.models import PlackettLuce, PlackettLuceRating

from galopp.group.log import Placed
from galopp.play.ranking import Rating, mean_rating

Rated = int | str  # a member, or the level of a bot


# People learn: with OpenSkill's usual tau, nobody's rating is ever quite certain.
_model = PlackettLuce()
UNKNOWN = Rating(_model.mu, _model.sigma)


@dataclass(slots=True)
class Ratings:
    """The ratings after some games."""

    known: dict[Rated, Rating] = field(default_factory=dict)

    def of(self, who: Rated) -> Rating | None:
        """A rating, of whoever has played against anybody."""
        return self.known.get(who)

    def take(self, seats: Sequence[Placed]) -> None:
        """One more game."""
        if len(seats) < 2:
            return  # nobody was better or worse than anybody
        teams = [[_rating(self._before(seat))] for seat in seats]
        rated = _model.rate(teams, ranks=[float(seat.place) for seat in seats])
        after: dict[Rated, list[Rating]] = {}
        for seat, (rating,) in zip(seats, rated, strict=True):
            who = _rated(seat)
            if who is not None:
                after.setdefault(who, []).append(Rating(rating.mu, rating.sigma))
        # Bots of one level may have several seats: each is rated by itself.
        self.known |= {who: mean_rating(several) for who, several in after.items()}

    def _before(self, seat: Placed) -> Rating:
        who = _rated(seat)
        return UNKNOWN if who is None else self.known.get(who, UNKNOWN)


def rated(games: Iterable[Sequence[Placed]]) -> Ratings:
    """The ratings after all these games."""
    ratings = Ratings()
    for seats in games:
        ratings.take(seats)
    return ratings


def _rated(seat: Placed) -> Rated | None:
    """Whose rating a seat's game changes; None for a guest."""
    return seat.level or None if seat.member is None else seat.member


def _rating(known: Rating) -> PlackettLuceRating:
    return _model.rating(mu=known.strength, sigma=known.uncertainty)
