"""What a table wants of a seat, or a group tells a member, as it stands now."""

from collections.abc import Iterable
from typing import NamedTuple

from galopp.table.table import LOBBY, OVER, PLAYING, Table
from galopp.wire.notices import Subscription


class Owed(NamedTuple):
    """One thing that somebody should know."""

    kind: str  # "turn", "undo", "over", "rematch", "round", "bye"
    game: str
    seat: int  # or in a group itself the member
    name: str  # of whoever it is
    mark: str  # which one it is; the same thing keeps its mark, and no other gets it
    since: float
    until: float | None = None  # when a bot plays on, if that is counted
    patient: bool = False  # at a table that is played over days


ONCE_A_TABLE = ("over", "rematch")  # which concern a table, not a seat
ONCE_SEEN = (*ONCE_A_TABLE, "round", "bye")  # which nobody is reminded of


def owed(table: Table, seat: int) -> list[Owed]:
    """Everything that whoever sits there should know; only people are told anything."""
    if not table.seats[seat].person:
        return []
    if table.phase == OVER:
        return [_at(table, "over", seat)]
    if table.phase == LOBBY and table.round > 1:
        return [_at(table, "rematch", seat)]
    if table.phase != PLAYING or table.window is not None or table.seats[seat].level:
        return []  # a window is over before anybody could be told
    return [*_turn(table, seat), *_undo(table, seat)]


def _at(table: Table, kind: str, seat: int) -> Owed:
    name = table.seats[seat].name
    return Owed(kind, table.game.name, seat, name, f"{table.round}.{kind}.{seat}", table.at)


def _turn(table: Table, seat: int) -> list[Owed]:
    if seat not in table.asked:
        return []
    since = table.asked_at[seat]
    asked = _at(table, "turn", seat)
    return [
        asked._replace(
            mark=f"{table.round}.{table.asked_from[seat]}.{seat}",
            since=since,
            until=_until(table, seat, since),
            patient=table.settings.over_days,
        )
    ]


def _until(table: Table, seat: int, since: float) -> float | None:
    thinking = table.settings.thinking
    if thinking.kind == "bank":
        return since + table.seats[seat].bank
    return since + thinking.seconds if thinking.kind == "days" else None


def _undo(table: Table, seat: int) -> list[Owed]:
    """Somebody would take something back and waits for this seat's consent."""
    asked = table.undo
    if asked is None or seat == asked.seat or seat in asked.agreed:
        return []
    mark = f"{table.round}.{table.number}.undo.{seat}"
    return [_at(table, "undo", seat)._replace(mark=mark, patient=table.settings.over_days)]


def drawn(table: Table, seat: int, at: float) -> list[Owed]:
    """A round of a tournament drew somebody to this table, whose first game is not over."""
    if table.round > 1 or table.phase not in (LOBBY, PLAYING):
        return []
    patient = table.settings.over_days
    return [_at(table, "round", seat)._replace(since=at, patient=patient)]


def all_owed(table: Table, wanted_by: Subscription, seats: Iterable[int]) -> list[Owed]:
    """Everything that is owed to somebody who asked for it, about all their seats."""
    wanted = {"turn", "undo"} | {kind for kind in ONCE_A_TABLE if getattr(wanted_by, kind)}
    found = [one for seat in seats for one in owed(table, seat) if one.kind in wanted]
    once = {one.kind: one for one in reversed(found) if one.kind in ONCE_A_TABLE}
    return [one for one in found if one.kind not in once or once[one.kind] is one]
