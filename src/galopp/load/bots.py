"""Tables of the load where the server's own bots play, one game after the other.

At each of them one bot thinks at any time, as fast as the game goes: what they cost shows in the
times of the other tables and in the lag of the server's event loop.
"""

from collections.abc import Callable

from galopp.load.figures import Wanted
from galopp.load.process import HOST, ServerAddress, post
from galopp.load.seat import Heard, Seat

AT_ONCE = {"pace": 0}  # bots wait for nobody


class BotTable:
    """A table full of bots, and the host who looks on and deals again."""

    def __init__(
        self, address: str, key: str, wanted: Wanted, complain: Callable[[str], None]
    ) -> None:
        self.host = Seat(address, 0, key, self)
        self.wanted = wanted
        self.complain = complain
        self._said = 0  # messages so far, for their ids
        self._filled = self._playing = False

    def hear(self, seat: Seat, heard: Heard, size: int, now: float) -> None:
        """A message has arrived at the host."""
        if heard.type == "welcome" and not self._filled:
            self._filled = True
            self._fill()
        elif heard.type == "table":
            self._look(heard.phase == "playing", heard.phase == "over")
        elif heard.type == "refused":
            self.complain(heard.key)

    def _look(self, playing: bool, over: bool) -> None:
        """Deal again when a game is over; the table may say so more than once."""
        if over and self._playing:
            self._say("rematch")
            self._say("start")
        self._playing = playing

    def lose(self, seat: Seat) -> None:
        """The socket is gone."""
        self.complain("lost")

    def _fill(self) -> None:
        for number in range(self.wanted.seats):
            self._say("add_bot", seat=number, level=self.wanted.level)
        self._say("start")

    def _say(self, message: str, **more: object) -> None:
        self._said += 1
        self.host.say(type=message, id=f"bots-{self._said}", **more)


def open_bot_tables(
    server: ServerAddress, wanted: Wanted, complain: Callable[[str], None]
) -> list[BotTable]:
    """Open as many tables for bots as are wanted; raises `Impossible` with the server's reason."""
    connection = server.connect()
    opening = {
        "game": wanted.game,
        "players": wanted.seats,
        "options": wanted.options,
        "settings": AT_ONCE,
    }
    try:
        opened = [post(connection, "/api/tables", opening) for _ in range(wanted.bots)]
    finally:
        connection.close()
    sockets = f"ws://{HOST}:{server.port}/api/tables"
    return [
        BotTable(f"{sockets}/{one['code']}/socket", one["key"], wanted, complain) for one in opened
    ]
