"""What a viewer is sent: made from what the rules show to that seat, and from nothing else.

There are two kinds of news, each with the number of the event it tells of. `table` is the
same for everybody: who sits where, what was chosen, how the clocks stand. `game` is one
viewer's: its whole view, and what it saw happen. Since each holds everything, a viewer who
missed some needs only the next; the numbers tell it that something was missed.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

import msgspec

from galopp.core import option
from galopp.core.events import Event
from galopp.core.record import Record
from galopp.core.words import bits_of, numbers_in
from galopp.play.position import Position, Seen, narrate
from galopp.table import log, window
from galopp.table.fold import retold
from galopp.table.kept import position_of
from galopp.table.keys import Kind
from galopp.table.log import AnyLogged
from galopp.table.settings import Settings
from galopp.table.table import OVER, PLAYING, Table

Viewer = int | None  # a seat; None is the public view

ANY_CODE = (1 << 64) - 1  # every code a game can have
OPENING = 0  # the number of the first event, which nobody was there to see


class Happened(msgspec.Struct, frozen=True):
    """One thing that happened: the key of a sentence, and what to fill in."""

    key: str  # of the game's catalogue, or "table.…" of the program's own
    arguments: dict[str, Any]


class SeatShown(msgspec.Struct, frozen=True):
    """A seat as everybody sees it."""

    kind: str  # "free", "person", "bot"
    name: str
    pig: str
    level: str  # of the bot that plays there, be it for a person
    connected: bool
    away_since: float | None
    bank: float | None  # seconds left, where that is counted
    voters: list[int]  # who would let a bot play on
    member: int | None  # of the table's group; None for guests and bots
    counts: bool  # agrees that the games count for that group


class BeginShown(msgspec.Struct, frozen=True):
    """Where this round begins, if not with a deal of its own."""

    decisions: int  # made in the game that it goes on from; 0: its cards are dealt again
    same_luck: bool  # what is drawn later is as it was there
    replay: str  # where that game can be watched, or ""
    day: str  # it is the deal of this day, or ""


class WindowShown(msgspec.Struct, frozen=True):
    """The window after a play that needs a call."""

    seat: int
    closes: float
    called: bool
    let_go: list[int]


class TableNews(msgspec.Struct, frozen=True, tag_field="type", tag="table"):
    """The table as everybody sees it, and what happened there."""

    seq: int
    at: float
    code: str
    phase: str  # "lobby", "playing", "over", "closed"
    round: int
    game: str
    rules: int
    players: int
    options: dict[str, Any]  # all of them, as a host would enter them
    settings: Settings
    seats: list[SeatShown]
    host_connected: bool
    host_away_since: float | None
    host_seat: int | None  # where the host sits, if that is known
    watching: int
    screens: int  # that show the table to a whole room: who sits there needs no board of their own
    promise: str  # of the luck of this round
    secret: str | None  # the luck itself, once the round is over; never that of a day
    next_promise: str | None  # of the luck of the next round, once this one is over
    begin: BeginShown | None
    undo: int | None  # the seat that would undo and waits for consent
    undo_agreed: list[int]
    group: str  # the code of the group that its games count for, if all agree; else ""
    happened: list[Happened]


class GameNews(msgspec.Struct, frozen=True, tag_field="type", tag="game"):
    """The game as one viewer sees it, and what it saw happen."""

    seq: int
    at: float
    viewer: int | None
    decision: int  # the number that an answer must name
    asked: list[int]
    asked_since: float | None
    banks: list[float] | None  # seconds each seat has left to think, where that is counted
    legal: list[int]  # the codes this viewer may answer with
    view: dict[str, Any]
    window: WindowShown | None
    winners: list[int] | None  # several share; null until the game is over
    happened: list[Happened]


class Past(msgspec.Struct, frozen=True):
    """What a viewer saw happen at one event of the past."""

    seq: int
    at: float
    decision: int  # the number of the next one: what is undone goes back to such a number
    happened: list[Happened]


News = TableNews | GameNews


def table_news(table: Table, happened: list[Happened] | None = None) -> TableNews:
    """The table as it is now."""
    undo = table.undo
    # The luck of a day is others' too, who may still play it; it comes with the record later.
    of_a_day = table.begin is not None and bool(table.begin.day)
    over = table.open_luck if table.phase == OVER else None
    rules = table.game.rules
    return TableNews(
        seq=table.seq - 1,
        at=table.at,
        code=table.code,
        phase=table.phase,
        round=table.round,
        game=table.game.name,
        rules=table.rules or rules.VERSION,
        players=table.players,
        options=option.entered(rules.OPTIONS, option.choose(rules.OPTIONS, table.options)),
        settings=table.settings,
        seats=[_seat_shown(table, number) for number in range(table.players)],
        host_connected=table.host_connections > 0,
        host_away_since=table.host_away_since,
        host_seat=table.host_seat,
        watching=table.watching,
        screens=table.screens,
        promise=(over or table.luck).promise,
        secret=over.secret.hex() if over and not of_a_day else None,
        next_promise=table.luck.promise if over else None,
        begin=_begin_shown(table.begin),
        undo=undo.seat if undo else None,
        undo_agreed=sorted(undo.agreed) if undo else [],
        group=table.group,
        happened=happened or [],
    )


def _begin_shown(begin: log.Beginning | None) -> BeginShown | None:
    if begin is None:
        return None
    return BeginShown(begin.decisions, bool(begin.luck), begin.replay, begin.day)


def _seat_shown(table: Table, number: int) -> SeatShown:
    seat, left = table.seats[number], banks(table)
    return SeatShown(
        kind="free" if seat.free else "person" if seat.person else "bot",
        name=seat.name,
        pig=seat.pig,
        level=seat.level,
        connected=seat.connections > 0,
        away_since=seat.away_since if seat.person else None,
        bank=left[number] if left else None,
        voters=sorted(seat.voters),
        member=seat.member,
        counts=seat.counts,
    )


def banks(table: Table) -> list[float] | None:
    """The seconds that each seat has left to think, where that is counted."""
    if table.phase != PLAYING or table.settings.thinking.kind != "bank":
        return None
    return [round(seat.bank, 1) for seat in table.seats]


def game_news(
    table: Table, viewer: Viewer, happened: list[Happened] | None = None
) -> GameNews | None:
    """The game as it stands now, to one viewer; None where there is none."""
    if table.position is None:
        return None
    seen = table.position.seen(viewer)
    return GameNews(
        seq=table.seq - 1,
        at=table.at,
        viewer=viewer,
        decision=table.number,
        asked=table.asked,
        asked_since=min(table.asked_at.values(), default=None),
        banks=banks(table),
        legal=legal(table, seen, viewer),
        view=seen.to_dict(),
        window=_window_shown(table),
        winners=table.position.winners if table.position.over else None,
        happened=happened or [],
    )


def legal(table: Table, seen: Seen, viewer: Viewer) -> list[int]:
    """The codes a viewer may answer with now."""
    return numbers_in(legal_codes(table, seen.record, viewer))


def legal_codes(table: Table, seen: Record, viewer: Viewer) -> int:
    """The same as bits."""
    codes = open_codes(table, viewer)
    return codes if table.window is not None else codes & int(seen.legal)


def open_codes(table: Table, viewer: Viewer) -> int:
    """The codes that the table lets a viewer answer with, as bits: none where a bot plays on.

    In a window that is all; else those count of them that the viewer's view calls legal.
    """
    if viewer is None or table.seats[viewer].level:
        return 0
    if table.window is not None:
        return bits_of(window.may_say(table.window, viewer))
    return ANY_CODE if table.phase == PLAYING else 0


def _window_shown(table: Table) -> WindowShown | None:
    shown = table.window
    if shown is None:
        return None
    return WindowShown(shown.seat, shown.closes, shown.called, sorted(shown.let_go))


def seen_happen(
    before: Position, event: log.Decided, after: Position, viewer: Viewer
) -> list[Happened]:
    """What a viewer saw happen when a seat decided."""
    views = pairwise(views_of(event, before, after, viewer))
    return [plain(told) for one, other in views for told in narrate(one, other)]


def views_of(event: log.Decided, before: Position, after: Position, viewer: Viewer) -> list[Seen]:
    """What a viewer saw before the first decision and after each."""
    if len(event.after) == 1:  # nearly always
        return [before.seen(viewer), after.seen(viewer)]
    between = [position_of(before.game, state) for state in event.after[:-1]]
    return [position.seen(viewer) for position in (before, *between, after)]


def plain(event: Event) -> Happened:
    """An event of the rules as it is sent."""
    return Happened(event.key, dict(event.arguments))


# What everybody is told of an event at the table, beside the table itself. Keys are never
# told, nor their hashes; nor what a seat thought better of.
TOLD = {
    log.Sat: ("seat",),
    log.BotSat: ("seat", "level"),
    log.Stood: ("seat", "name"),
    log.Admitted: ("kind",),
    log.Swapped: ("seat", "other"),
    log.Counted: ("seat",),
    log.Reissued: ("seat",),
    log.HostPassed: ("seat",),
    log.UndoAsked: ("seat",),
    log.UndoAnswered: ("seat",),
    log.Undone: ("seat", "to"),
    log.VotedOver: ("seat", "voter"),
    log.TookOver: ("seat", "level"),
    log.TookBack: ("seat",),
    log.Said: ("seat", "phrase", "text"),
    log.Called: ("seat",),
    log.LetGo: ("seat",),
}
# What happens in the game, to be told in its words; and what besides changes how a viewer
# sees it, and is told as news of the table.
OF_THE_GAME = (log.Decided, log.Called, log.LetGo)
CHANGE_THE_GAME = (log.Began, log.Undone, log.TookOver, log.TookBack, log.Arranged)
NEWS_OF_THE_GAME = OF_THE_GAME + CHANGE_THE_GAME


def told(event: AnyLogged) -> list[Happened]:
    """What everybody is told of an event at the table."""
    arguments = {name: getattr(event, name) for name in TOLD.get(type(event), ())}
    return [Happened(f"table.{_sentence(event)}", arguments)]


def _sentence(event: AnyLogged) -> str:
    """Which sentence tells of it: there is one for each way it can come about."""
    match event:
        case log.Stood(sent_away=True):
            return "sent_away"
        case log.Counted(agrees=agrees):
            return "count_agreed" if agrees else "count_declined"
        case log.UndoAnswered(agrees=agrees):
            return "undo_agreed" if agrees else "undo_declined"
        case log.TookOver(why=why):
            return f"took_over_{why}"
        case log.Reissued(came=True):
            return "member_came"
        case log.Admitted(kind=Kind.TV.value):
            return "screen_came"
        case log.Arranged(turned=turned) if turned:
            return f"turned_{turned}"
        case log.Said(phrase=phrase) if phrase:
            return "said_phrase"
    return log.tag(type(event).__name__)


def happened_at(
    event: AnyLogged, before: Position | None, after: Position | None, viewer: Viewer
) -> list[Happened]:
    """What a viewer is told of an event, be it of the game or of the table."""
    if isinstance(event, log.Decided) and before is not None and after is not None:
        # In an earlier round there may have been fewer seats: who had none saw what all saw.
        had_a_seat = viewer is not None and viewer < before.players
        return seen_happen(before, event, after, viewer if had_a_seat else None)
    return told(event)


def history(
    code: str, entries: Iterable[tuple[float, bytes]], viewer: Viewer, since: int
) -> list[Past]:
    """What a viewer saw happen after an event, from a table's whole log."""
    return [past for _, past in retell(code, entries, viewer, since) if past is not None]


def retell(
    code: str,
    entries: Iterable[tuple[float, bytes]],
    viewer: Viewer,
    since: int,
    stands: Table | None = None,
) -> Iterator[tuple[Table, Past | None]]:
    """A table's log with what a viewer saw happen at each event after one.

    It begins with the table as it was before these events; nobody else may have that.
    """
    for table, event, before in retold(code, entries, stands):
        past = None
        if table.seq - 1 > max(since, OPENING):
            happened = happened_at(event, before, table.position, viewer)
            past = Past(table.seq - 1, table.at, table.number, happened)
        yield table, past


def table_news_of(event: AnyLogged, table: Table) -> TableNews | None:
    """What everybody is sent because of an event that was just folded in."""
    return None if isinstance(event, OF_THE_GAME) else table_news(table, told(event))


def game_news_of(
    event: AnyLogged, before: Position | None, table: Table, viewer: Viewer
) -> GameNews | None:
    """What one viewer is sent because of an event that was just folded in."""
    if isinstance(event, OF_THE_GAME):
        return game_news(table, viewer, happened_at(event, before, table.position, viewer))
    return game_news(table, viewer) if isinstance(event, CHANGE_THE_GAME) else None
