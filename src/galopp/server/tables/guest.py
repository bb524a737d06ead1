"""A device at a table."""

from collections.abc import Iterable
from dataclasses import dataclass

from galopp import wire
from galopp.play.game import Game
from galopp.server.tables.outbox import Outbox
from galopp.table.feed import Viewer
from galopp.table.table import Sender


@dataclass(eq=False, slots=True)
class Guest:
    """A device at the table: its outbox, and what its keys have opened."""

    outbox: Outbox
    keys: list[str]
    sender: Sender
    window_sent: tuple[int, float] | None = None  # news with a window, and when it went out
    looking: bool = True  # whether its person can see it
    framed: str = ""  # the game of which it reads news as frames; of all others as JSON

    @property
    def viewers(self) -> list[Viewer]:
        """Whose eyes it sees with: those of its seats, or everybody's."""
        seats = self.sender.seats
        return [*seats] if len(seats) == 1 else [*sorted(seats)] or [None]

    def reads_frames_of(self, game: Game) -> bool:
        """Whether news of this game may come as frames."""
        return self.framed == game.name

    def send(self, messages: Iterable[wire.ToClient]) -> None:
        """Put messages into the device's outbox."""
        for message in messages:
            self.outbox.put(wire.encode(message).decode())
