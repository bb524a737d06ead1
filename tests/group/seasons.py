"""A long season of a group, as its log has it: for whatever must hold of many games."""

import random

from galopp.group import log
from galopp.group.fold import fold, new_group
from galopp.group.group import Group
from galopp.group.log import AnyGroupLogged, GamePlayed, Placed

CODE = "BCDFGHKL"
BEGAN = 1_700_000_000.0  # in November 2023
WEEK, QUARTER = 7 * 86400.0, 900.0  # seconds
AN_EVENING = 10  # games
GAMES = ("saumaumau", "ostfriesenlauf", "schweinsgalopp")


def long_season(games: int = 1000, members: int = 12, seed: int = 1) -> list[tuple[float, bytes]]:
    """The log of a group that plays ten games every week, all of them reviewed."""
    picks = random.Random(seed)
    events: list[tuple[float, AnyGroupLogged]] = [
        (BEGAN, log.Founded(name="Thursday", pig="rosy", colour="green"))
    ]
    for member in range(members):
        joined = log.Joined(member=member, name=f"P{member}", pig="rosy", key=f"{member}")
        events.append((BEGAN, joined))
    end = BEGAN + WEEK * (games // AN_EVENING + 1)
    events.append((BEGAN, log.SeasonSet(number=1, name="All", start=BEGAN, end=end)))
    for number in range(1, games + 1):
        evening, nth = divmod(number - 1, AN_EVENING)
        at = BEGAN + evening * WEEK + nth * QUARTER
        played = a_game(picks, members, at)
        luck = [picks.uniform(-0.4, 0.4) for _ in played.seats]
        reviewed = log.GameReviewed(number=number, luck=luck, error=[0.02] * len(luck))
        events += [(at, played), (at, reviewed)]
    return [(at, log.encode(event)) for at, event in events]


def a_game(picks: random.Random, members: int, at: float) -> GamePlayed:
    """A game of two to five, with a winner or two who share."""
    people = picks.sample(range(members), picks.randint(2, min(5, members)))
    winners = 2 if picks.random() < 0.1 else 1
    seats = [
        Placed(1, 20, 1 / winners, member)
        if place <= winners
        else Placed(place, 20 - place, 0.0, member)
        for place, member in enumerate(people, 1)
    ]
    return GamePlayed(game=picks.choice(GAMES), played=at, seats=seats)


def read(entries: list[tuple[float, bytes]]) -> Group:
    """The group as this log tells it."""
    (at, first), *others = entries
    founded = log.decode(first)
    assert isinstance(founded, log.Founded)
    group = new_group(CODE, founded, at)
    for at, kept in others:
        fold(group, log.decode(kept), at)
    return group
