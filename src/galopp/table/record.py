"""A game that is over, written down from the log of its table."""

from collections.abc import Iterable
from copy import copy
from dataclasses import replace
from typing import NamedTuple

from galopp.play.luck import Luck
from galopp.play.record import Decision, Record
from galopp.table import log
from galopp.table.beginning import record_from
from galopp.table.fold import retold
from galopp.table.refused import Refused
from galopp.table.seat import Seat
from galopp.table.table import Table


def record_of(code: str, entries: Iterable[tuple[float, bytes]], wanted: int | None) -> str:
    """The text of a round that is over, the last one if none is named; raises `Refused`."""
    return str(round_of(code, entries, wanted).record)


class Round(NamedTuple):
    """A round that is over: its game, who sat where, and when it ended."""

    record: Record
    seats: list[Seat]  # none where a game came as a file
    at: float | None


def round_of(code: str, entries: Iterable[tuple[float, bytes]], wanted: int | None) -> Round:
    """A round that is over, the last one if none is named; raises `Refused`."""
    rounds = _rounds(code, entries)
    number = max(rounds, default=0) if wanted is None else wanted
    if number not in rounds:
        raise Refused("no_such_round")
    found = rounds[number]
    if isinstance(found, Refused):
        raise found
    return found


def _rounds(code: str, entries: Iterable[tuple[float, bytes]]) -> dict[int, Round | Refused]:
    """All rounds that are over."""
    rounds: dict[int, Round | Refused] = {}
    decisions: list[Decision] = []
    for table, event, _ in retold(code, entries):
        if isinstance(event, log.Began):
            decisions = []
        elif isinstance(event, log.Decided) and table.current_rules:
            decisions += _decisions(table, event)
        elif isinstance(event, log.Undone):
            decisions = [decision for decision in decisions if decision.number < event.to]
        elif isinstance(event, log.Ended) and table.open_luck is not None:
            rounds[table.round] = _round(table, table.open_luck, decisions)
    return rounds


def _round(table: Table, luck: Luck, decisions: list[Decision]) -> Round | Refused:
    if not table.current_rules:  # by other rules than it was played by, it would be another game
        version = table.game.rules.VERSION
        return Refused("other_rules", written=str(table.rules), version=version)
    return Round(_record(table, luck, decisions), [copy(seat) for seat in table.seats], table.at)


def _decisions(table: Table, event: log.Decided) -> list[Decision]:
    moves = table.game.moves
    numbered = enumerate(event.codes, event.first)
    return [Decision(number, event.seat, moves[code].notation) for number, code in numbered]


def _record(table: Table, luck: Luck, decisions: list[Decision]) -> Record:
    names = {number: _name(seat) for number, seat in enumerate(table.seats)}
    if table.begin is not None:
        return replace(record_from(table.begin, luck, decisions), names=names)
    played, players, options = table.game.name, table.players, table.options
    record = Record.of_table(played, players, options, luck, decisions, names)
    return replace(record, rules=table.rules)


def _name(seat: Seat) -> str:
    """What a seat is called; a bot that sat there from the start is told apart."""
    return seat.name if seat.person else f"{seat.name} ({seat.level})"
