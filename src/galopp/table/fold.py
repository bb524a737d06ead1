"""The fold over a table's log: how each kind of event changes a `Table`."""

from collections.abc import Iterable, Iterator
from functools import singledispatch
from typing import NamedTuple

from galopp.play.game import game
from galopp.play.luck import Luck
from galopp.play.position import Position
from galopp.table import log
from galopp.table.kept import position_of, told_after, told_before
from galopp.table.keys import Kind
from galopp.table.log import AnyLogged
from galopp.table.seat import Seat
from galopp.table.table import (
    CLOSED,
    KEPT_ANSWERS,
    LEAST_BANK,
    LOBBY,
    MOST_WATCHERS,
    OVER,
    PLAYING,
    Table,
    Trace,
    UndoAsked,
    Window,
)


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
        group=opened.group,
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
    seat = Seat(event.name, event.pig, event.key, away_since=at)
    seat.member, seat.counts = event.member, event.counts
    table.seats[event.seat] = seat


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
def _counted(event: log.Counted, table: Table, at: float) -> None:
    table.seats[event.seat].counts = event.agrees


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
