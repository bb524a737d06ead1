"""How many ways a game can go on, counted to a depth: a change in what is legal shows here.

Chance goes on from the same place on every path. To accept a change, count anew and say in
the commit which rule it shows.
"""

import pytest

import galopp
from galopp.core.record import copy_of


def ways(position, depth):
    """The number of paths of so many decisions, paths that end sooner included."""
    if depth == 0 or position.over:
        return 1
    total = 0
    for move in position.legal:
        after = galopp.Position(position.game, copy_of(position.state), position.chance.copy())
        after.play(move)
        total += ways(after, depth - 1)
    return total


@pytest.mark.parametrize(
    ("name", "players", "options", "counts"),
    [
        ("saumaumau", 2, {}, [3, 8, 29, 88, 335, 1104, 4079]),
        ("saumaumau", 5, {"mau": True}, [2, 9, 38, 157, 326, 1166, 3739]),
        ("ostfriesenlauf", 1, {}, [4, 20, 80, 400, 1600]),
        ("ostfriesenlauf", 4, {"board": "wilder"}, [4, 20, 80, 400, 1600]),
        ("schweinsgalopp", 2, {}, [5, 20, 60, 120, 600, 2400]),
        ("schweinsgalopp", 4, {"track_food": "per_race", "line_up": "random"}, [13, 156, 1716]),
    ],
)
def test_the_ways_on_are_as_many_as_they_were(name, players, options, counts):
    position = galopp.game(name).new(players, seed=5, **options)
    assert [ways(position, depth) for depth in range(1, len(counts) + 1)] == counts
