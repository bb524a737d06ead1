"""The friendly face of one game in Python: begin it, play it, look at it, write it down."""

from galopp.core.events import Event
from galopp.core.fault import Fault, Impossible, Unreadable
from galopp.play.game import Game, game, game_names
from galopp.play.history import History
from galopp.play.move import Move
from galopp.play.position import IllegalMove, NotYourTurn, Position, Seen, narrate
from galopp.play.record import BadRecord, Record

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


def _said(fault: Fault) -> str:
    """A fault as a traceback says it: in English, whatever the machine speaks."""
    try:  # the sentences are loaded when one is needed, and what reads them may not be installed
        from galopp.locale import Language
        from galopp.play.telling import say_fault
    except ImportError:
        return str(fault.args[0])
    return say_fault(Language("en"), fault)


Fault.said_by = _said
