"""A client for those who write bots: open a table or join one, sit down, play.

    from galopp.client import Server

    seat = Server("http://localhost:8080").join("KQHTZM", "Rosa")
    for turn in seat.turns():
        turn.play(turn.legal[0])

It speaks plain HTTP and follows the news of a table line by line. A lost connection or a
server that restarts is waited for, and whatever was not answered is sent again under the
same id, so that nothing happens twice. docs/bots.md tells the rest.
"""

from galopp.client.fault import Failed, Refused, Unreachable
from galopp.client.group import Group
from galopp.client.server import Server
from galopp.client.table import News, Seat, Table
from galopp.client.turn import Turn
from galopp.play.move import Move
from galopp.table.feed import GameNews, Happened, TableNews
from galopp.table.settings import Change, Settings, Thinking
from galopp.wire import Missed, ToldEntry

__all__ = [
    "Change",
    "Failed",
    "GameNews",
    "Group",
    "Happened",
    "Missed",
    "Move",
    "News",
    "Refused",
    "Seat",
    "Server",
    "Settings",
    "Table",
    "TableNews",
    "Thinking",
    "ToldEntry",
    "Turn",
    "Unreachable",
]
