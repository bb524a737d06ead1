"""Foresight: what is certain to happen if one's own seat decides so.

It is told to whoever may ask for a hint, and at every table, whether it has hints or not: what
follows from the rules and from what a seat sees is no advice, it is what a player with the rulebook
works out. It is made by the rules from that alone (`galopp.bots.foresight`), so nothing else can
show through.
"""

from collections.abc import Sequence

from galopp import wire
from galopp.bots.foresight import Foreseen, foresee
from galopp.core.events import Event
from galopp.server.bots.hints import what_to_think_about
from galopp.server.ops.threads import Threads
from galopp.table.feed import Happened
from galopp.table.refused import Refused
from galopp.table.table import Table


async def foresight(
    table: Table, threads: Threads, seat: int, first: Sequence[int]
) -> wire.Foresight:
    """What is certain of each move of a seat; nothing where it is not asked.

    That is no reason to refuse: whoever points at a card may have been overtaken by the game.
    """
    decision = table.number
    try:
        seen = what_to_think_about(table, seat)
    except Refused:
        return wire.Foresight(seat, decision, [])
    # Milliseconds, where cards are turned up that nobody knows: too long to keep tables waiting.
    foreseen = await threads.run(foresee, seen.record, first)
    return wire.Foresight(seat, decision, [_told(one) for one in foreseen])


def _told(foreseen: Foreseen) -> wire.ForeseenMove:
    happens, later = _happened(foreseen.happens), _happened(foreseen.later)
    return wire.ForeseenMove(foreseen.code, happens, later)


def _happened(events: list[Event]) -> list[Happened]:
    return [Happened(event.key, dict(event.arguments)) for event in events]
