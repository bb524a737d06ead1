"""What must be known of a table without opening it."""

import math
from collections.abc import Iterable

from galopp.store import Heading
from galopp.table import clocks, log
from galopp.table.log import AnyLogged
from galopp.table.table import CLOSED, LOBBY, OVER, PLAYING, Table

PHASE_AFTER = {
    log.Began: PLAYING,
    log.Ended: OVER,
    log.Reopened: LOBBY,
    log.Closed: CLOSED,
}


def heading_of(table: Table, now: float, events: Iterable[AnyLogged] = ()) -> Heading:
    """The heading of a table after these events, which are not folded in yet."""
    phase, settings = table.phase, table.settings
    for event in events:
        phase = PHASE_AFTER.get(type(event), phase)
        settings = event.settings if isinstance(event, log.Arranged) else settings
    due = None
    if phase == PLAYING and settings.over_days:
        # Whoever was asked before may still be asked: better too early than too late.
        due = min(now + settings.thinking.seconds, clocks.due(table) or math.inf)
    return Heading(table.code, phase, settings.listed, now, due)
