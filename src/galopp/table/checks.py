"""Who may do what at a table, and when: each of these passes in silence, or refuses."""

from galopp.table.refused import Refused
from galopp.table.table import CLOSED, LOBBY, MOST_EVENTS, OVER, Sender, Table


def check_open(table: Table) -> None:
    """It goes on here."""
    if table.phase == CLOSED:
        raise Refused("table_is_closed")


def check_not_worn_out(table: Table) -> None:
    """It has not had all the events that it may have."""
    if table.seq >= MOST_EVENTS:
        raise Refused("table_is_worn_out")


def check_lobby(table: Table) -> None:
    """No game is being played, nor was the last one left as it ended."""
    if table.phase == OVER:
        raise Refused("game_is_over")
    if table.phase != LOBBY:
        raise Refused("game_has_begun")


def check_host(sender: Sender) -> None:
    """Only the host may do this."""
    if not sender.host:
        raise Refused("host_only")


def check_sits(sender: Sender) -> None:
    """Only whoever sits here, or the host."""
    if not sender.host and not sender.seats:
        raise Refused("players_only")


def check_seat(table: Table, seat: int) -> None:
    """There is such a seat."""
    if not table.seat_is_there(seat):
        raise Refused("no_such_seat", seat=seat)


def check_speaks_for(table: Table, sender: Sender, seat: int) -> None:
    """Nothing about a seat is told to whoever does not hold its key."""
    check_seat(table, seat)
    if seat not in sender.seats:
        raise Refused("not_your_seat", seat=seat)


def check_plays(table: Table, sender: Sender, seat: int) -> None:
    """While a bot plays on for somebody, only the bot has a say in the game."""
    check_speaks_for(table, sender, seat)
    if table.seats[seat].level:
        raise Refused("bot_plays_for_you")
