"""A table: the fold over its log.

`Table` is what can be known from the events so far; `fold` takes one more. Nothing here
judges (that is `judge`), nothing is sent (that is `feed`), nothing waits: whoever calls
brings the time along.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import singledispatch
from typing import Any, NamedTuple

from galopp.bots.histories import Histories
from galopp.core.contract import Challenge, History
from galopp.core.history import no_history
from galopp.core.record import Record
from galopp.play.game import Game, game
from galopp.play.luck import Luck
from galopp.play.position import Position
from galopp.table import log
from galopp.table.kept import position_of, told_after, told_before
from galopp.table.keys import Kind, hashed, is_key
from galopp.table.log import AnyLogged
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

    def seat_is_there(self, number: int) -> bool:
        """Whether the table has a seat of this number."""
        return 0 <= number < len(self.seats)


class Retold(NamedTuple):
    """An event of a log, the table right after it, and the position before it."""

    table: Table
    event: AnyLogged
    before: Position | None


def new_table(code: str, opened: log.Opened, at: float) -> Table:
    """A table with its first event."""
    another = opened.begin.luck if opened.begin else ""
    table = Table(
        code,
        game(opened.game),
        opened.players,
        opened.options,
        opened.settings,
        Luck(another or f"{code}/1", bytes.fromhex(opened.secret)),
        opened.host,
        begin=opened.begin,
    )
    table.seats = [Seat() for _ in range(opened.players)]
    table.host_away_since = at
    _count(table, opened, at)
    return table


def retold(
    code: str, kept: Iterable[tuple[float, bytes]], table: Table | None = None
) -> Iterator[Retold]:
    """A table's log from its beginning, or from a table on, event by event as they are folded in.

    It is one table all the time: look at it before asking for the next event.
    """
    for at, body in kept:
        event, before = log.decode(body), table.position if table else None
        if table is None:
            assert isinstance(event, log.Opened), "a log begins with the opening"
            table = new_table(code, event, at)
        else:
            fold(table, event, at)
        yield Retold(table, event, before)


def fold(table: Table, event: AnyLogged, at: float) -> None:
    """Take one more event into account."""
    asker = table.asker(event.by)
    _fold(event, table, at)
    if isinstance(event, log.Reissued) and event.by == f"seat {event.seat}":
        asker = event.key  # it has asked for a new one, and comes with that from now on
    _count(table, event, at, asker)


def _count(table: Table, event: AnyLogged, at: float, asker: str = "") -> None:
    if event.answers:
        # By the key and not by the seat: whoever sits there next may use the same ids.
        table.answered[asker, event.answers] = table.seq
        if len(table.answered) > KEPT_ANSWERS:
            del table.answered[next(iter(table.answered))]
    table.seq += 1
    table.at = at


@singledispatch
def _fold(event: AnyLogged, table: Table, at: float) -> None:
    raise TypeError(f"no table knows {type(event).__name__}")


@_fold.register
def _arranged(event: log.Arranged, table: Table, at: float) -> None:
    kept, thinking = table.seats[: event.players], table.settings.thinking
    table.seats = kept + [Seat() for _ in range(event.players - len(kept))]
    table.players, table.options, table.settings = event.players, event.options, event.settings
    if not table.settings.watchable:
        table.watchers.clear()
    if table.phase == PLAYING and table.settings.thinking != thinking:
        fill_banks(table)
        table.asked_at = dict.fromkeys(table.asked_at, at)
    if event.turned:
        _expect_anew(table, at)


def _expect_anew(table: Table, at: float) -> None:
    """Whoever is away is so from now on: until now it meant something else."""
    for seat in table.seats:
        seat.voters.clear()
        if seat.away_since is not None:
            seat.away_since = at
    if table.host_away_since is not None:
        table.host_away_since = at


@_fold.register
def _sat(event: log.Sat, table: Table, at: float) -> None:
    table.seats[event.seat] = Seat(event.name, event.pig, event.key, away_since=at)


@_fold.register
def _bot_sat(event: log.BotSat, table: Table, at: float) -> None:
    table.seats[event.seat] = Seat(event.name, event.pig, level=event.level)


@_fold.register
def _stood(event: log.Stood, table: Table, at: float) -> None:
    table.seats[event.seat].free_up()


@_fold.register
def _swapped(event: log.Swapped, table: Table, at: float) -> None:
    seats, one, other = table.seats, event.seat, event.other
    seats[one], seats[other] = seats[other], seats[one]


@_fold.register
def _admitted(event: log.Admitted, table: Table, at: float) -> None:
    table.watchers[event.key] = Kind(event.kind)
    if len(table.watchers) > MOST_WATCHERS:
        gone = event.instead_of or next(iter(table.watchers))
        del table.watchers[gone]
        table.came_with.discard(gone)


@_fold.register
def _reissued(event: log.Reissued, table: Table, at: float) -> None:
    table.seats[event.seat].key = event.key


@_fold.register
def _host_passed(event: log.HostPassed, table: Table, at: float) -> None:
    table.host, table.host_away_since = event.key, at


@_fold.register
def _began(event: log.Began, table: Table, at: float) -> None:
    table.phase, table.rules, table.number = PLAYING, event.rules, event.number
    table.options = event.options
    table.trail.clear()
    fill_banks(table)
    if table.current_rules:
        _now_stands(table, event.state, at)
        table.histories = told_before(table.game, table.begin, event.state)
        table.starter = next(iter(table.asked), 0)


@_fold.register
def _decided(event: log.Decided, table: Table, at: float) -> None:
    table.number = event.first + len(event.codes)
    if table.position is None:
        return  # played by other rules than this server knows
    if _came_of_window(table.position, event):
        # One with the play before it; and the window was nobody's time.
        if table.trail:
            table.trail.append(table.trail.pop()._replace(challenged=True))
        _ask_anew(table)
    else:
        table.trail.append(_trace(table, table.position, event))
        _spend(table, event.seat, at)
        table.seats[event.seat].bank += table.settings.thinking.bonus
        # Whoever goes on deciding is asked anew: a message for the old decision is too late.
        table.asked_from.pop(event.seat, None)
        table.asked_at.pop(event.seat, None)
        table.seats[event.seat].voters.clear()
    assert table.histories is not None
    before = table.position.state
    table.histories = told_after(table.game, table.histories, before, event.after)
    _now_stands(table, event.after[-1], at)


def _came_of_window(position: Position, event: log.Decided) -> bool:
    """Whether this was not decided by the seat, but tells the rules what came of a window."""
    challenge = position.game.challenge
    if challenge is None or position.state.options[challenge.window] == 0:
        return False
    answers = (challenge.call, challenge.silent, challenge.catch, challenge.let_go)
    return event.codes[0] in answers


def _trace(table: Table, position: Position, event: log.Decided) -> Trace:
    assert table.histories is not None
    codes, before = tuple(event.codes), position.state.tobytes()
    return Trace(event.seat, event.first, codes, before, table.histories)


@_fold.register
def _called(event: log.Called, table: Table, at: float) -> None:
    if table.window is not None:
        table.window.called = True
        table.asked_from.pop(event.seat, None)


@_fold.register
def _let_go(event: log.LetGo, table: Table, at: float) -> None:
    if table.window is not None:
        table.window.let_go.add(event.seat)
        table.asked_from.pop(event.seat, None)


@_fold.register
def _undo_asked(event: log.UndoAsked, table: Table, at: float) -> None:
    table.undo = UndoAsked(event.seat)


@_fold.register
def _undo_answered(event: log.UndoAnswered, table: Table, at: float) -> None:
    if table.undo is not None and event.agrees:
        table.undo.agreed.add(event.seat)
    else:
        table.undo = None


@_fold.register
def _undone(event: log.Undone, table: Table, at: float) -> None:
    # The number goes on: luck that was seen is never dealt again, and what was decided for
    # the picture before the undo is too late.
    table.number += 1
    if table.position is None:
        return  # played by other rules than this server knows
    trace = table.trail.pop()
    while trace.first > event.to:
        trace = table.trail.pop()
    table.histories = trace.histories
    _ask_anew(table)
    _now_stands(table, trace.before, at)


@_fold.register
def _voted_over(event: log.VotedOver, table: Table, at: float) -> None:
    table.seats[event.seat].voters.add(event.voter)


@_fold.register
def _took_over(event: log.TookOver, table: Table, at: float) -> None:
    _spend(table, event.seat, at)
    seat = table.seats[event.seat]
    seat.level, seat.left = event.level, event.why in ("left", "sent_away")
    seat.voters.clear()
    if table.undo is not None and table.undo.seat == event.seat:
        table.undo = None


@_fold.register
def _took_back(event: log.TookBack, table: Table, at: float) -> None:
    seat = table.seats[event.seat]
    seat.level, seat.left, seat.bank = "", False, max(seat.bank, LEAST_BANK)
    if event.seat in table.asked_at:
        table.asked_at[event.seat] = at


@_fold.register
def _said(event: log.Said, table: Table, at: float) -> None:
    pass  # talk changes nothing


@_fold.register
def _resumed(event: log.Resumed, table: Table, at: float) -> None:
    table.asked_at = dict.fromkeys(table.asked_at, at)
    if table.window is not None and table.position is not None:
        length = table.position.state.options[table.window.challenge.window]
        table.window.closes = at + int(length)


@_fold.register
def _ended(event: log.Ended, table: Table, at: float) -> None:
    table.phase = OVER
    table.open_luck = table.luck
    table.luck = Luck(f"{table.code}/{table.round + 1}", bytes.fromhex(event.secret))
    table.trail.clear()
    table.undo = table.window = None


@_fold.register
def _reopened(event: log.Reopened, table: Table, at: float) -> None:
    table.phase, table.position, table.begin = LOBBY, None, None
    table.histories = None
    table.round += 1
    for seat in table.seats:
        if seat.left:
            seat.free_up()
    table.options = {**table.options, "start_player": event.start_player}


@_fold.register
def _closed(event: log.Closed, table: Table, at: float) -> None:
    table.phase = CLOSED
    table.window = table.undo = None


def fill_banks(table: Table) -> None:
    """Give every seat the thinking time it begins with."""
    for seat in table.seats:
        seat.bank = float(table.settings.thinking.seconds)


def _spend(table: Table, seat: int, at: float) -> None:
    """Take the time a person was asked for out of the bank; a window is nobody's time."""
    if table.window is None and not table.seats[seat].level:
        spent = max(0.0, at - table.asked_at.get(seat, at))
        table.seats[seat].bank = max(0.0, table.seats[seat].bank - spent)


def _ask_anew(table: Table) -> None:
    """Whoever is asked next is asked from now on, and nothing said before counts."""
    table.asked_from.clear()
    table.asked_at.clear()


def _now_stands(table: Table, state: bytes, at: float) -> None:
    """The game stands like this now: see who is asked, and whether a window opens."""
    before, table.position = table.position, position_of(table.game, state)
    if before is not None and before.state.phase != table.position.state.phase:
        _ask_anew(table)  # another question: who has not answered the last one is too late
    table.undo = None
    asked = table.position.asked
    table.window = window_at(table.position, at) if asked else None
    if table.window is not None:
        asked = list(range(table.players))
    table.asked_from = {seat: table.asked_from.get(seat, table.number) for seat in asked}
    table.asked_at = {seat: table.asked_at.get(seat, at) for seat in asked}


def window_at(position: Position, at: float) -> Window | None:
    """The window that opens now, if a call is due and the options give it a length."""
    challenge, state = position.game.challenge, position.state
    if challenge is None or int(state.phase) != challenge.due:
        return None
    if state.options[challenge.window] == 0:
        return None
    return Window(challenge, int(state.turn), at + int(state.options[challenge.window]))
