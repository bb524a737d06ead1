"""The friendly face of one game in Python: begin it, play it, look at it, write it down."""

from galopp.core.contract import Event
from galopp.core.fault import Fault, Impossible, Unreadable
from galopp.play.game import Game, game, game_names
from galopp.play.move import Move
from galopp.play.position import IllegalMove, NotYourTurn, Position, Seen, narrate
from galopp.play.record import BadRecord, Record
from galopp.play.telling import Teller

__all__ = [
    "BadRecord",
    "Event",
    "Fault",
    "Game",
    "IllegalMove",
    "Impossible",
    "Move",
    "NotYourTurn",
    "Position",
    "Record",
    "Seen",
    "Teller",
    "Unreadable",
    "game",
    "game_names",
    "narrate",
]
