"""Who is there, as the table counts it."""

from collections.abc import Collection

from galopp.server.tables.guest import Guest
from galopp.table.table import Table


def count_presence(table: Table, guests: Collection[Guest], now: float) -> None:
    """Let the table know who is connected to it."""
    senders = [guest.sender for guest in guests]
    for number, seat in enumerate(table.seats):
        seat.count(sum(number in sender.seats for sender in senders), now)
    table.count_host(sum(sender.host for sender in senders), now)
    hosts = [seat for sender in senders if sender.host for seat in sender.seats]
    table.host_seat = min(hosts, default=None)
    table.watching_with = frozenset().union(*(sender.opened for sender in senders))
    table.screens = sum(sender.screen for sender in senders)
    table.watching = sum(not sender.seats for sender in senders) - table.screens


def watched_seats(guests: Collection[Guest]) -> set[int]:
    """The seats whose people have the table before their eyes."""
    return {seat for guest in guests if guest.looking for seat in guest.sender.seats}


def note_lag(table: Table, guest: Guest, seq: int, now: float) -> None:
    """News with a window has arrived at a device: so long does it take there."""
    if guest.window_sent is not None and guest.window_sent[0] == seq:
        lag = now - guest.window_sent[1]
        guest.window_sent = None
        for seat in guest.sender.seats:
            table.seats[seat].lag = lag
