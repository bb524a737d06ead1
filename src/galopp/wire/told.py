"""The history of a race, as a bot of the server is told it, for everybody who asks."""

import msgspec

from galopp.core.history import write_history
from galopp.core.words import NOBODY
from galopp.table.refused import Refused
from galopp.table.table import Table


class ToldEntry(msgspec.Struct, frozen=True):
    """Something that was public in a race."""

    what: str  # "decided", "laid_blind", "turned_up" or "reshuffled"
    seat: int | None  # whose deed it was; a runner of nobody has a number too
    move: str | None  # its notation; "secret" to who may not know it, null where there is none
    taken: int  # how many cards came into hands by it


class Told(msgspec.Struct, frozen=True):
    """The history of a race: what was public of it so far, as one's own seat was told of it."""

    seat: int | None
    decision: int  # the number of the one that is asked now
    told: list[ToldEntry]


def told_to(table: Table, viewer: int | None) -> Told:
    """The history of the race that is being played; raises `Refused` where there is none."""
    if table.standing is None:
        raise Refused("no_game_now")
    told = write_history(table.game.rules, table.told(NOBODY if viewer is None else viewer))
    return Told(viewer, table.number, msgspec.convert(told, list[ToldEntry]))
