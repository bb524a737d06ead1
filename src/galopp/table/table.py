"""A table: what can be known from the events of its log so far.

`fold` takes one more into account. Nothing here judges (that is `judge`), nothing is sent (that is
`feed`), nothing waits: whoever calls brings the time along.
"""

from collections import deque
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from galopp.bots.histories import Histories
from galopp.core.contract import Challenge, History
from galopp.core.history import no_history
from galopp.core.record import Record
from galopp.play.game import Game
from galopp.play.luck import Luck
from galopp.play.position import Position
from galopp.table import log
from galopp.table.keys import Kind, hashed, is_key
from galopp.table.seat import Seat
from galopp.table.settings import Settings

KEPT_TO_UNDO = 12  # messages that can be taken back, counted from the last
MOST_WATCHERS = 200  # keys to watch with; one that nobody uses makes room
MOST_EVENTS = 20_000  # of a table, but for the end of what is being played: dozens of long games
KEPT_ANSWERS = 32  # messages whose first answer is known if they come again
LEAST_BANK = 30.0  # seconds that somebody who comes back finds in the bank

LOBBY, PLAYING, OVER, CLOSED = "lobby", "playing", "over", "closed"
HOST = "host"  # as the log names whoever said something


class Trace(NamedTuple):
    """What was before a message decided something, for taking it back."""

    seat: int
    first: int
    codes: tuple[int, ...]
    before: bytes
    histories: Histories
    challenged: bool = False  # a window has come and gone since


class Sender(NamedTuple):
    """What a sender may do here, by the keys it has shown."""

    seats: frozenset[int] = frozenset()
    host: bool = False
    watches: bool = False  # may see what everybody may see
    screen: bool = False  # shows that to the whole room, and is nobody's own device
    bot: bool = False  # a bot of this server, speaking for its seat
    opened: frozenset[str] = frozenset()  # what the table keeps of the keys that opened this

    @property
    def anybody(self) -> bool:
        """Whether any of its keys opened anything."""
        return bool(self.seats) or self.host or self.watches


class Standing(NamedTuple):
    """How a game stands, as far as carrying out a decision needs it."""

    game: Game
    luck: Luck
    number: int  # of the next decision
    state: Record


@dataclass(slots=True)
class Window:
    """The time after a play that needs a call: all others may catch, called or not (V3)."""

    challenge: Challenge
    seat: int
    closes: float
    called: bool = False
    let_go: set[int] = field(default_factory=set)


@dataclass(slots=True)
class UndoAsked:
    """A wish to undo that waits for consent."""

    seat: int
    agreed: set[int] = field(default_factory=set)


@dataclass(slots=True)
class Table:
    """Everything known of one table."""

    code: str
    game: Game
    players: int
    options: dict[str, Any]
    settings: Settings
    luck: Luck
    host: str
    seats: list[Seat] = field(default_factory=list)
    watchers: dict[str, Kind] = field(default_factory=dict)
    group: str = ""  # the code of the group that its games count for
    begin: log.Beginning | None = None  # where this round begins, if not with a deal of its own
    open_luck: Luck | None = None  # of the last round that is over; its secret is everybody's
    phase: str = LOBBY
    round: int = 1
    seq: int = 0  # how many events there are
    at: float = 0.0  # when the last one happened
    # The round being played
    rules: int = 0  # the version it began with
    position: Position | None = None
    histories: Histories | None = None  # what each seat was told of the race
    starter: int = 0  # the seat that decided first
    number: int = 1  # of the decision that is asked now
    asked_from: dict[int, int] = field(default_factory=dict)  # since which decision, by seat
    asked_at: dict[int, float] = field(default_factory=dict)  # since when
    window: Window | None = None
    undo: UndoAsked | None = None
    trail: deque[Trace] = field(default_factory=lambda: deque(maxlen=KEPT_TO_UNDO))
    answered: dict[tuple[str, str], int] = field(default_factory=dict)  # by key and message
    # Not in the log
    host_connections: int = 0
    host_away_since: float | None = None
    host_seat: int | None = None  # where the host sits, if that is known
    watching: int = 0
    screens: int = 0  # that show the table to a whole room
    watching_with: frozenset[str] = frozenset()  # keys of those who watch now
    came_with: set[str] = field(default_factory=set)  # keys that somebody came with to watch

    @property
    def asked(self) -> list[int]:
        """The seats that may decide now."""
        return list(self.asked_from) if self.phase == PLAYING else []

    @property
    def standing(self) -> Standing | None:
        """How the game stands, if there is one."""
        if self.phase != PLAYING or self.position is None:
            return None
        return Standing(self.game, self.luck, self.number, self.position.state)

    @property
    def current_rules(self) -> bool:
        """Whether the round is played by the rules that this server knows."""
        return self.rules == self.game.rules.VERSION

    def told(self, seat: int) -> History:
        """What a seat was told of this race so far; NOBODY is a bystander."""
        return no_history() if self.histories is None else self.histories.of(seat)

    def people(self) -> list[int]:
        """The seats in which a person decides now."""
        return [n for n, seat in enumerate(self.seats) if seat.played_by_person]

    def seat_of(self, member: int) -> int | None:
        """Where a member of the table's group sits."""
        return next((n for n, seat in enumerate(self.seats) if seat.member == member), None)

    def who(self, keys: list[str]) -> Sender:
        """What the holder of these keys may do; a key that opens nothing here adds nothing."""
        held = {hashed(key, kind) for key in keys if is_key(key) for kind in Kind}
        return self.holder_of(frozenset(held))

    def still(self, sender: Sender) -> Sender:
        """What a sender may do now: a seat may have changed hands while its message waited."""
        return sender if sender.bot else self.holder_of(sender.opened)

    def holder_of(self, held: frozenset[str]) -> Sender:
        """What somebody may do who holds keys of which the table keeps this."""
        seats = frozenset(n for n, seat in enumerate(self.seats) if seat.key in held)
        host = self.host in held
        watched = held & self.watchers.keys()
        screen = any(self.watchers[key] is Kind.TV for key in watched)
        opened = {self.host} & held | {self.seats[seat].key for seat in seats} | watched
        somebody = host or bool(seats)
        return Sender(
            seats,
            host,
            somebody or bool(watched),
            screen and not somebody,
            opened=frozenset(opened),
        )

    def asker(self, by: str) -> str:
        """Whom the log calls so: the key that opens the seat now, or a bot by its place."""
        if by == HOST:
            return self.host
        kind, _, number = by.partition(" ")
        if kind != "seat":
            return by
        return self.seats[int(number)].key if number else ""

    def has_come(self, sender: Sender) -> None:
        """Somebody has shown these keys: whoever asks for more pushes others out first."""
        self.came_with |= sender.opened & self.watchers.keys()

    def to_make_room(self) -> str | None:
        """The watchers' key that goes for another; None if all are in use.

        One that nobody came with goes before one that somebody did, a person's before a
        screen's, an older one before a younger.
        """
        idle = [key for key in self.watchers if key not in self.watching_with]
        return min(idle, key=self._is_missed, default=None)

    def _is_missed(self, key: str) -> tuple[bool, bool]:
        return key in self.came_with, self.watchers[key] is Kind.TV

    def count_host(self, connections: int, now: float) -> None:
        """So many devices with the host's key are there now."""
        if connections:
            self.host_away_since = None
        elif self.host_connections:
            self.host_away_since = now
        self.host_connections = connections

    def unused(self, choices: tuple[str, ...], what: str) -> str:
        """The first of these that no seat has yet; the first of all if every one is taken."""
        taken = {getattr(seat, what) for seat in self.seats}
        return next((choice for choice in choices if choice not in taken), choices[0])

    def seat_is_there(self, number: int) -> bool:
        """Whether the table has a seat of this number."""
        return 0 <= number < len(self.seats)
