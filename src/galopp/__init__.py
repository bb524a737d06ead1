"""Galopp: three card-driven race games from one compiled source of rules.

>>> import galopp
>>> position = galopp.game("schweinsgalopp").new(players=2, seed=7)
>>> position.mover
0
"""

from galopp.play import (
    BadRecord,
    Event,
    Fault,
    Game,
    History,
    IllegalMove,
    Impossible,
    Move,
    NotYourTurn,
    Position,
    Record,
    Seen,
    Unreadable,
    game,
    game_names,
    narrate,
)

__version__ = "0.1.0"

__all__ = [
    "BadRecord",
    "Event",
    "Fault",
    "Game",
    "History",
    "IllegalMove",
    "Impossible",
    "Move",
    "NotYourTurn",
    "Position",
    "Record",
    "Seen",
    "Unreadable",
    "game",
    "game_names",
    "narrate",
]
