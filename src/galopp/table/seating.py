"""Sitting down at a table, or watching: what is judged before anybody holds a key there."""

from galopp.table import log
from galopp.table.checks import check_lobby, check_not_worn_out, check_open
from galopp.table.judge import Verdict
from galopp.table.keys import Kind, hashed, new_key, own_key
from galopp.table.refused import Refused
from galopp.table.seat import PIGS, read_pig
from galopp.table.table import MOST_WATCHERS, Table
from galopp.table.wording import compared, read_name


def sit_down(
    table: Table, name: str, pig: str, wanted: int | None = None, key: str | None = None
) -> Verdict:
    """Take a free seat; with a key of one's own making, asking twice is asking once."""
    check_open(table)
    key = own_key(key)
    for held in table.who([key]).seats:
        return Verdict([], {"seat": held, "key": key})
    return _sit(table, name, pig, wanted, key)


def seat_member(
    table: Table, member: int, name: str, pig: str, key: str, wanted: int | None = None
) -> Verdict:
    """A member of the table's group sits down, which is to agree that its games count.

    Whoever sits there already comes back: the key of their own making opens the seat from now on.
    """
    check_open(table)
    if not table.group:
        raise Refused("not_a_table_of_a_group")
    key, held = own_key(key), table.seat_of(member)
    if held is None:
        return _sit(table, name, pig, wanted, key, member)
    gives: dict[str, str | int] = {"seat": held, "key": key}
    opens = hashed(key, Kind.SEAT)
    if table.seats[held].key == opens:
        return Verdict([], gives)
    came = log.Reissued(seat=held, key=opens, came=True, by=f"seat {held}")
    return Verdict([came], gives)


def _sit(
    table: Table, name: str, pig: str, wanted: int | None, key: str, member: int | None = None
) -> Verdict:
    check_not_worn_out(table)
    check_lobby(table)
    name, pig = read_name(name), read_pig(pig or table.unused(PIGS, "pig"))
    if any(compared(seat.name) == compared(name) for seat in table.seats):
        raise Refused("name_is_taken", name=name)
    seat = _free_seat(table, wanted)
    sat = log.Sat(
        seat=seat,
        name=name,
        pig=pig,
        key=hashed(key, Kind.SEAT),
        by=f"seat {seat}",
        member=member,
        counts=member is not None,
    )
    return Verdict([sat], {"seat": seat, "key": key})


def _free_seat(table: Table, wanted: int | None) -> int:
    free = [number for number, seat in enumerate(table.seats) if seat.free]
    if wanted is not None and not table.seat_is_there(wanted):
        raise Refused("no_such_seat", seat=wanted)
    if not free:
        raise Refused("table_is_full")
    if wanted is not None and wanted not in free:
        raise Refused("seat_is_taken", seat=wanted)
    return free[0] if wanted is None else wanted


def admit(table: Table, kind: Kind) -> Verdict:
    """Let somebody watch."""
    check_open(table)
    check_not_worn_out(table)
    if not table.settings.watchable:
        raise Refused("not_watchable")
    key = new_key()
    admitted = log.Admitted(kind=kind.value, key=hashed(key, kind), instead_of=_room_made(table))
    return Verdict([admitted], {"key": key})


def _room_made(table: Table) -> str:
    """The key that makes room for one more who watches, if one must; raises `Refused`."""
    if len(table.watchers) < MOST_WATCHERS:
        return ""
    gone = table.to_make_room()
    if gone is None:
        raise Refused("too_many_watch")
    return gone
