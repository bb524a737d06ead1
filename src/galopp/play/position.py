"""One game in progress, the friendly way.

    >>> import galopp
    >>> position = galopp.game("schweinsgalopp").new(players=3, seed=7, line_up="random")
    >>> position.play(position.legal[0])

A `Position` holds the whole state, secrets included. What goes out to a person, a bot or a
network is made by `seen` and `view`, from what the rules show to that seat.
"""

from dataclasses import dataclass, field
from operator import index
from typing import TYPE_CHECKING, Any

from galopp.core import record
from galopp.core.chance import Chance
from galopp.core.contract import Rules
from galopp.core.events import Event, happened
from galopp.core.fault import Unreadable
from galopp.core.record import Record as StateRecord
from galopp.core.words import NOBODY, Plain, numbers_in
from galopp.play.history import History, told_of
from galopp.play.move import Move

if TYPE_CHECKING:
    from galopp.play.game import Game


class IllegalMove(ValueError):
    """A move that may not be made now, with the refusal and the ruling behind it."""

    def __init__(self, move: Move, refusal: str, ruling: str) -> None:
        super().__init__(f"{move}: {refusal.replace('_', ' ')} ({ruling})")
        self.move = move
        self.refusal = refusal
        self.ruling = ruling


class NotYourTurn(ValueError):
    """A seat that is not asked now tried to decide."""

    def __init__(self, seat: int) -> None:
        super().__init__(f"seat {seat} is not asked now")
        self.seat = seat


@dataclass(frozen=True)
class Seen:
    """What one viewer may know: the only thing that leaves a position."""

    game: "Game"
    record: StateRecord

    def to_dict(self) -> dict[str, Plain]:
        """The view, JSON-able, in readable names."""
        return record.write(self.game.rules.SEEN_FIELDS, self.record, int(self.record.players))

    @property
    def phase(self) -> str:
        """What is being decided, by name."""
        return str(self.to_dict()["phase"])

    @property
    def legal(self) -> list[Move]:
        """The moves this viewer may decide on now."""
        return self.game.moves_in(int(self.record.legal))


@dataclass(frozen=True)
class Begun:
    """How a game began: enough to begin it again."""

    players: int
    seed: int
    options: dict[str, Plain]


@dataclass
class Position:
    """A game in progress. `seat` numbers run from 0; `legal` is never empty before the end."""

    game: "Game"
    state: StateRecord
    chance: Chance
    begun: Begun | None = None
    decided: list[tuple[int, int]] = field(default_factory=list)  # seat and code, in order
    past: list[StateRecord] = field(default_factory=list)  # the states before, the oldest first

    @property
    def rules(self) -> Rules:
        """The rules this game is played by."""
        return self.game.rules

    @property
    def players(self) -> int:
        """How many seats are taken."""
        return int(self.state.players)

    @property
    def mover(self) -> int | None:
        """The seat that decides now; None when the game is over."""
        seat = self.rules.mover(self.state)
        return None if seat == NOBODY else int(seat)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.mover is None

    @property
    def asked(self) -> list[int]:
        """The seats that may decide now: the mover, and whoever else a rule lets speak."""
        many = self.game.many_decide
        if many is not None:
            return numbers_in(int(many.deciders(self.state)))
        return [] if self.mover is None else [self.mover]

    @property
    def legal(self) -> list[Move]:
        """The moves allowed now."""
        return self.game.moves_in(int(self.rules.legal(self.state)))

    def why_not(self, move: Move | str | int) -> tuple[str, str] | None:
        """What stands against a move, and the ruling behind it; None for a legal one.

        It speaks of the mover's cards: ask it for nobody else.
        """
        code = self._move(move).code
        refusal = int(self.rules.why_not(self.state, code))
        if refusal == 0:
            return None
        return self.rules.Refusal(refusal).name.lower(), self.rules.RULING[refusal]

    def play(self, move: Move | str | int, seat: int | None = None) -> None:
        """Decide; raises `IllegalMove` or `NotYourTurn` and then changes nothing.

        A move is one of `legal`, or its notation, or its code.
        `seat` says who decides where a rule lets several seats speak; else it is the mover.
        """
        move = self._move(move)
        # First who, then what: to whoever is not asked, a refusal would tell the mover's hand.
        mover = int(self.rules.mover(self.state))
        seat = mover if seat is None else seat
        if seat != mover and seat not in self.asked:
            raise NotYourTurn(seat)
        refused = self.why_not(move)
        if refused is not None:
            raise IllegalMove(move, *refused)
        self.past.append(record.copy_of(self.state))
        if seat != mover and self.game.many_decide is not None:
            self.game.many_decide.ask(self.state, seat)
        self.decided.append((seat, move.code))
        self.rules.apply(self.state, move.code, self.chance)

    def _move(self, move: Move | str | int) -> Move:
        if isinstance(move, Move):
            return move
        if isinstance(move, str):
            return self.game.read_move(move)
        try:
            return self.game.moves[index(move)]
        except (TypeError, KeyError):
            raise Unreadable("unknown_move", written=str(move)) from None

    def seen(self, seat: int | None) -> Seen:
        """What a seat may know now; None is the public view."""
        if seat is not None and not 0 <= seat < self.players:
            raise Unreadable("no_such_seat", seat=seat)
        seen = record.blank(self.rules.SEEN)
        self.rules.show(self.state, NOBODY if seat is None else seat, seen)
        return Seen(self.game, seen)

    def told(self, seat: int | None) -> History:
        """What a seat was told of this race so far, as far as it was played here."""
        states = (*self.past, self.state)
        viewer = int(self.seen(seat).record.viewer)
        return History(self.game, told_of(self.rules, states, viewer))

    def view(self, seat: int | None) -> dict[str, Plain]:
        """What a seat may know now, JSON-able; None is the public view."""
        return self.seen(seat).to_dict()

    @property
    def scores(self) -> list[int]:
        """Every seat's points so far."""
        return [int(self.rules.points(self.state, seat)) for seat in range(self.players)]

    @property
    def winners(self) -> list[int]:
        """The seats that have won: several share, none if a runner without a player won."""
        won = int(self.rules.winners(self.state))
        return [seat for seat in range(self.players) if won >> seat & 1]

    @property
    def progress(self) -> list[int]:
        """How far every seat has come, where points tell only who has won; else the points."""
        race = self.game.progress
        if race is None:
            return self.scores
        seen = self.seen(None).record
        return [race.progress(seen, seat) for seat in range(self.players)]

    @property
    def unowned_winners(self) -> list[str]:
        """What has won and belongs to no seat, by name; in most games there is no such thing."""
        unowned = self.game.unowned_win
        return unowned.unowned_winners(self.seen(None).record) if unowned else []

    def to_dict(self) -> dict[str, Plain]:
        """Everything, secrets and luck included, JSON-able; `Game.from_dict` reads it."""
        written = record.write(self.rules.FIELDS, self.state, self.players)
        about: dict[str, Plain] = {"game": self.game.name, "rules": self.rules.VERSION}
        return {**about, "chance": f"{int(self.chance[0]):016x}", **written}

    def copy(self) -> "Position":
        """A position of its own that goes on from here."""
        state = record.copy_of(self.state)
        decided, past = list(self.decided), list(self.past)
        return Position(self.game, state, self.chance.copy(), self.begun, decided, past)

    def __eq__(self, other: Any) -> bool:
        return (
            isinstance(other, Position)
            and self.game.name == other.game.name
            and bytes(self.state.tobytes()) == bytes(other.state.tobytes())
            and bool(self.chance[0] == other.chance[0])
        )

    def __repr__(self) -> str:
        whose = "over" if self.over else f"seat {self.mover} decides"
        return f"<{self.game.name}, {self.players} players, {whose}, points {self.scores}>"


def narrate(before: Seen, after: Seen) -> list[Event]:
    """What one viewer saw happen between two of its views, one decision apart."""
    if before.game is not after.game or before.record.viewer != after.record.viewer:
        raise ValueError("the two views are not one viewer's of one game")
    return happened(before.game.rules, before.record, after.record)
