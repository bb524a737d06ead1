"""One table of the load: at most one move is under way, and a new game follows the last."""

import random
from dataclasses import dataclass
from typing import Protocol

from galopp.load.seat import Heard, Seat


@dataclass(slots=True)
class Move:
    """A move under way. Times are in seconds, by the load's own clock."""

    id: str
    due: float
    sent: float
    mover: Seat
    unheard: set[Seat]  # sockets that have not got its news
    mover_heard: float = 0.0
    answered: float = 0.0


class Observer(Protocol):
    """Whoever keeps the tables and the times."""

    def is_free(self, table: "LoadTable") -> None:
        """A move can be made at the table."""

    def has_moved(self, move: Move, now: float) -> None:
        """A move has been answered, and its news is everywhere."""

    def is_over(self, move: Move) -> None:
        """A move is under way no longer, and has not been made."""

    def heard_news(self, size: int) -> None:
        """News has arrived somewhere."""

    def complain(self, what: str) -> None:
        """Something went wrong."""


class LoadTable:
    """A table, its seats, and the move that is under way."""

    def __init__(
        self, observer: Observer, sockets: list[str], keys: list[str], asks_for: str
    ) -> None:
        self.observer = observer
        self.seats = [
            Seat(address, number, key, self, asks_for)
            for number, (address, key) in enumerate(zip(sockets, keys, strict=True))
        ]
        self.move: Move | None = None
        self._waiting: set[Seat] = set(self.seats)  # for a welcome, then for a game
        self._said = 0  # messages so far, for their ids

    def send(self, due: float, now: float) -> None:
        """Let a seat that is asked make a move."""
        mover = random.choice([seat for seat in self.seats if seat.legal])
        self.move = Move(self._next_id(), due, now, mover, set(self.seats))
        mover.decide(self.move.id, random.choice)

    def hang_up(self) -> None:
        """Close all its sockets."""
        for seat in self.seats:
            seat.hang_up()

    def _next_id(self) -> str:
        self._said += 1
        return f"load-{self._said}"

    # --- What is heard

    def hear(self, seat: Seat, heard: Heard, size: int, now: float) -> None:
        """A message has arrived at a seat."""
        if heard.type == "game":
            self.observer.heard_news(size)
            self._hear_news(seat, now)
        elif heard.type == "accepted":
            self._hear_answer(heard.id, now)
        elif heard.type == "refused":
            self._hear_refusal(heard)
        elif heard.type == "welcome":
            self._come_in(seat)

    def lose(self, seat: Seat) -> None:
        """A socket is gone."""
        self.observer.complain("lost")

    def _come_in(self, seat: Seat) -> None:
        self._waiting.discard(seat)
        if not self._waiting:
            self._deal("start")

    def _deal(self, *messages: str) -> None:
        self._waiting = set(self.seats)
        for message in messages:
            self.seats[0].say(type=message, id=self._next_id())

    def _hear_news(self, seat: Seat, now: float) -> None:
        if self.move is None:
            self._waiting.discard(seat)
            if not self._waiting:
                self._go_on()
            return
        self.move.unheard.discard(seat)
        if seat is self.move.mover:
            self.move.mover_heard = now
        self._end_if_everywhere(self.move, now)

    def _hear_answer(self, message: str, now: float) -> None:
        if self.move is not None and self.move.id == message:
            self.move.answered = now
            self._end_if_everywhere(self.move, now)

    def _hear_refusal(self, heard: Heard) -> None:
        self.observer.complain(heard.key)
        if self.move is not None and self.move.id == heard.id:
            self.observer.is_over(self.move)
            self.move = None
            self._go_on()

    def _end_if_everywhere(self, move: Move, now: float) -> None:
        if not move.unheard and move.answered:
            self.move = None
            self.observer.has_moved(move, now)
            self._go_on()

    def _go_on(self) -> None:
        if any(seat.legal for seat in self.seats):
            self.observer.is_free(self)
        else:  # the game is over
            self._deal("rematch", "start")
