"""What the log kept of a game: states as bytes, to look at, and what seats were told of them."""

from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from galopp.bots.histories import Histories
from galopp.core.chance import chance
from galopp.core.record import Record as StateRecord
from galopp.play.game import Game
from galopp.play.position import Position, Seen
from galopp.play.record import Record
from galopp.table import log


def restored(of: Game, kept: bytes) -> StateRecord:
    """A state as the log kept it."""
    return np.frombuffer(bytearray(kept), of.rules.STATE)[0]


@dataclass(eq=False)
class Still(Position):
    """A position that nobody plays on, so that whatever was seen of it can be kept."""

    kept: dict[int | None, Seen] = field(default_factory=dict)

    def seen(self, seat: int | None) -> Seen:
        """What a seat may know; None is the public view."""
        kept = self.kept.get(seat)
        if kept is None:
            kept = self.kept[seat] = super().seen(seat)
        return kept


def position_of(of: Game, kept: bytes) -> Still:
    """A position to look at: its chance is nobody's."""
    return Still(of, restored(of, kept), chance(0))


def told_before(of: Game, begin: log.Beginning | None, dealt: bytes) -> Histories:
    """What all were told when a round begins: in another game, if it goes on from there."""
    states = [restored(of, dealt)]
    if begin is not None and begin.decisions:
        final = Record.read(begin.record).final()
        states = [*final.past, final.state]
    return _followed(Histories.begun(states[0]), states)


def told_after(of: Game, told: Histories, before: StateRecord, after: list[bytes]) -> Histories:
    """What all were told after these decisions, which led from one state to the next."""
    return _followed(told, [before, *(restored(of, kept) for kept in after)])


def _followed(told: Histories, states: list[StateRecord]) -> Histories:
    for before, now in pairwise(states):
        told = told.after(before, now)
    return told
