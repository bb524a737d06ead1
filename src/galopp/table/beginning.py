"""Where the first round of a table begins, if not with a deal of its own.

It may go on from a position of a game that is over, or play the cards of another game again.
Both are that game's record, cut off where the table takes over.
"""

from dataclasses import replace
from typing import Any

from galopp.core.fault import Fault
from galopp.play.luck import DEAL, Luck
from galopp.play.record import Decision, Record
from galopp.table import log
from galopp.table.refused import Refused
from galopp.table.table import Table


def beginning(
    record: Record, decisions: int, same_luck: bool, replay: str = "", day: str = ""
) -> log.Beginning:
    """A game as a beginning; raises `Refused` where it has come to its end."""
    if decisions > len(record.moves):
        raise Refused("no_such_decision", number=decisions)
    begun = record.until(decisions)
    if begun.final().over:
        raise Refused("game_is_over")
    # A game from a file may have been begun with a seed: its deal is the same, and what is
    # drawn later is the table's own.
    goes_on = begun.luck.table if same_luck and isinstance(begun.luck, Luck) else ""
    return log.Beginning(str(begun), decisions, goes_on, replay, day)


def options_of(begin: log.Beginning, played: str, players: int) -> dict[str, Any]:
    """The options of the game it begins in, which must be the one that is asked for."""
    record = _read(begin)
    if (record.game, record.players) != (played, players):
        raise Refused("other_beginning")
    return dict(record.options)


def luck_of(begin: log.Beginning) -> Luck | None:
    """The luck that goes on at the table, if it is not the table's own."""
    luck = Record.read(begin.record).luck
    return luck if begin.luck and isinstance(luck, Luck) else None


def dealt(table: Table) -> log.Began:
    """The beginning of a round: the cards are dealt, or lie as in another game."""
    if table.begin is None:
        position = table.game.deal(table.players, table.luck.of(DEAL), table.options)
        state, number = position.state.tobytes(), 1
    else:
        begun = _read(table.begin)
        last = begun.moves[-1].number if begun.moves else DEAL
        state, number = begun.final().state.tobytes(), last + 1
    return log.Began(
        rules=table.game.rules.VERSION, options=table.options, state=state, number=number
    )


def record_from(begin: log.Beginning, luck: Luck, decisions: list[Decision]) -> Record:
    """The record of a round that began in another game, from that game's first decision on."""
    begun = _read(begin)
    if not begin.luck:
        begun = begun.gone_on_from(luck)
    return replace(begun, moves=(*begun.moves, *decisions))


def _read(begin: log.Beginning) -> Record:
    try:
        return Record.read(begin.record)
    except Fault as fault:  # kept by a server with other rules
        raise Refused(fault.key, **fault.arguments) from None
