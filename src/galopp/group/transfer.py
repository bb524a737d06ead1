"""A group as one file, to keep or to bring to another server.

The file is the group's log without what is nobody else's: no keys, no passkeys, no name that
nobody has any more, no secret of a tournament that goes on. The records of games lie beside it.
What is brought is judged event by event like what was never seen before. Whoever brings it is the
member who took it along; the others have no key, and are awaited until they are given one.
"""

import secrets
from collections.abc import Callable, Iterable
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta, structs

from galopp.core.fault import Fault, Unreadable
from galopp.group import log
from galopp.group.checks import check_seats
from galopp.group.fold import fold, member_in, new_group
from galopp.group.group import MOST_EVENTS, MOST_GAMES, MOST_NUMBERS, Group
from galopp.group.judge import read_colour
from galopp.group.keys import GROUP_CODE
from galopp.group.log import AnyGroupLogged
from galopp.play.game import game
from galopp.play.luck import SECRET_BYTES
from galopp.play.record import Record
from galopp.table.keys import CODE
from galopp.table.seat import read_pig
from galopp.table.wording import read_name, read_title

VERSION = 1
DROPPED = (
    log.OneTimeKeyMade,
    log.KeyAdded,
    log.KeysDropped,
    log.ScreenAdded,
    log.PasskeyAdded,
    log.PasskeyUsed,
    log.PasskeyDropped,
    log.InvitationRenewed,
    log.Closed,
)
MOST_RATED = 200_000  # games rated anew, all of them with each that was struck: some seconds
MOST_LUCK = 100.0  # victories that cards gave in one game; in a long one they come to more than one
SPEAKERS = ("", "clock", "review")


class TimedEvent(msgspec.Struct, frozen=True):
    """One event, and when it was."""

    at: Annotated[float, Meta(ge=0, le=1e11)]
    event: AnyGroupLogged


class GroupFile(msgspec.Struct, frozen=True, kw_only=True):
    """A whole group."""

    format: Literal["galopp group"] = "galopp group"
    version: Literal[1] = 1
    code: str
    you: int  # the member who took it along
    events: list[TimedEvent]
    records: dict[str, str]  # of games, by their numbers


class Told(NamedTuple):
    """An event of a log, and when it was."""

    at: float
    event: AnyGroupLogged


def exported(group: Group, told: Iterable[Told], member: int, records: dict[str, str]) -> GroupFile:
    """A group for one of its members."""
    events = [
        TimedEvent(at, _without_secrets(group, event))
        for at, event in told
        if not isinstance(event, DROPPED)
    ]
    return GroupFile(code=group.code, you=member, events=events, records=records)


def _without_secrets(group: Group, event: AnyGroupLogged) -> AnyGroupLogged:
    changes: dict[str, Any] = {"answers": ""}
    if isinstance(event, log.Joined):
        changes["key"] = ""
    if isinstance(event, log.Joined | log.MemberRenamed):
        changes["name"] = group.members[event.member].name  # as it is today, or none
    if isinstance(event, log.TournamentPlanned) and not group.tournaments[event.number - 1].over:
        changes["secret"] = ""
    return structs.replace(event, **changes)


def imported(code: str, file: GroupFile, now: float) -> list[Told]:
    """The log of the group under its new code; raises `Unreadable`."""
    try:
        return _imported(code, file, now)
    except (Fault, ValueError, LookupError, TypeError, ArithmeticError) as error:
        reason = error.key if isinstance(error, Fault) else type(error).__name__
        raise Unreadable("bad_group_file", reason=reason) from None


def _imported(code: str, file: GroupFile, now: float) -> list[Told]:
    if GROUP_CODE.fullmatch(code) is None or not 1 < len(file.events) <= MOST_EVENTS:
        raise ValueError
    first, *others = file.events
    if not isinstance(first.event, log.Founded):
        raise ValueError
    founded = _checked_look(first.event)
    told, group = [Told(min(first.at, now), founded)], new_group(code, founded, first.at)
    for carried in others:
        event = _checked(group, carried.event, file)
        at = max(told[-1].at, min(carried.at, now))
        told.append(Told(at, event))
        fold(group, event, at)
    if not group.is_member(file.you):
        raise ValueError
    return [*told, *(Told(told[-1].at, end) for end in _ends(group))]


def _ends(group: Group) -> list[AnyGroupLogged]:
    """Tournaments that went on have no tables here: they end as they stand."""
    return [
        log.TournamentEnded(tournament=one.number, by="clock")
        for one in group.tournaments
        if not one.over
    ]


def _checked(group: Group, event: AnyGroupLogged, file: GroupFile) -> AnyGroupLogged:
    """An event as it may stand in the log; raises whatever says that it may not."""
    if isinstance(event, DROPPED) or isinstance(event, log.Founded):
        raise ValueError
    speaker = member_in(event.by)
    if speaker is None and event.by not in SPEAKERS and not event.by.startswith("table "):
        raise ValueError
    if speaker is not None and not 0 <= speaker <= len(group.members):
        raise ValueError
    checked = CHECKS[type(event)](group, event, file)
    signed: AnyGroupLogged = structs.replace(checked, answers="", by=event.by[:20])
    return signed


def _checked_look(event: Any) -> Any:
    name, pig, colour = read_title(event.name), read_pig(event.pig), read_colour(event.colour)
    return structs.replace(event, name=name, pig=pig, colour=colour, answers="", by="")


def _renamed(group: Group, event: log.Renamed, file: GroupFile) -> AnyGroupLogged:
    checked: log.Renamed = _checked_look(event)
    return checked


def _joined(group: Group, event: log.Joined, file: GroupFile) -> AnyGroupLogged:
    if event.member != len(group.members) or event.member >= MOST_NUMBERS:
        raise ValueError
    named: log.Joined = _named(structs.replace(event, key=""))
    return named


def _member_renamed(group: Group, event: log.MemberRenamed, file: GroupFile) -> AnyGroupLogged:
    _check_numbers(len(group.members), [event.member])
    named: log.MemberRenamed = _named(event)
    return named


def _named(event: Any) -> Any:
    name = read_name(event.name) if event.name else ""
    return structs.replace(event, name=name, pig=read_pig(event.pig))


def _left(group: Group, event: log.Left, file: GroupFile) -> AnyGroupLogged:
    if not group.is_member(event.member):
        raise ValueError
    return event


def _table_opened(group: Group, event: log.TableOpened, file: GroupFile) -> AnyGroupLogged:
    if CODE.fullmatch(event.table) is None:
        raise ValueError
    game(event.game).check_setting(event.players, event.options)
    _check_numbers(len(group.members), event.expected)
    return event


def _game_played(group: Group, event: log.GamePlayed, file: GroupFile) -> AnyGroupLogged:
    if len(group.games) >= MOST_GAMES or len(event.seats) not in game(event.game).players:
        raise ValueError
    check_seats(group, event.seats)
    for seat in event.seats:
        if not (1 <= seat.place <= 5 and abs(seat.points) <= 1000 and 0 <= seat.share <= 1):
            raise ValueError
        if seat.name:
            read_name(seat.name)
        if len(seat.level) > 40:
            raise ValueError
    text = file.records.get(str(len(group.games) + 1), "")
    if text:
        record = Record.read(text)
        if (record.game, record.players) != (event.game, len(event.seats)):
            raise ValueError
    return structs.replace(event, has_record=bool(text))


def _struck(group: Group, event: log.GameStruck, file: GroupFile) -> AnyGroupLogged:
    _check_numbers(len(group.games), [event.number - 1])
    struck = 1 + sum(game.struck for game in group.games)
    if struck * len(group.games) > MOST_RATED:
        raise ValueError
    return event


def _reviewed(group: Group, event: log.GameReviewed, file: GroupFile) -> AnyGroupLogged:
    _check_numbers(len(group.games), [event.number - 1])
    seats = len(group.games[event.number - 1].played.seats)
    if not len(event.luck) == len(event.error) == seats:
        raise ValueError
    if not all(abs(share) <= MOST_LUCK for share in (*event.luck, *event.error)):
        raise ValueError
    return event


def _season(group: Group, event: log.SeasonSet, file: GroupFile) -> AnyGroupLogged:
    if not 1 <= event.number <= len(group.seasons) + 1 or not 0 <= event.start < event.end <= 1e11:
        raise ValueError
    return structs.replace(event, name=read_title(event.name))


def _planned(group: Group, event: log.TournamentPlanned, file: GroupFile) -> AnyGroupLogged:
    if event.number != len(group.tournaments) + 1 or not 0 < len(event.games) <= 12:
        raise ValueError
    if not (2 <= event.size <= 5 and 1 <= event.rounds <= 1000 and 0 <= event.minutes <= 600):
        raise ValueError
    for name in event.games:
        game(name)
    secret = event.secret or secrets.token_bytes(SECRET_BYTES).hex()
    if len(bytes.fromhex(secret)) != SECRET_BYTES or len(event.filler) > 40:
        raise ValueError
    return structs.replace(event, name=read_title(event.name), secret=secret)


def _entered(group: Group, event: Any, file: GroupFile) -> AnyGroupLogged:
    _check_numbers(len(group.tournaments), [event.tournament - 1])
    _check_numbers(len(group.members), [event.member])
    is_in = event.member in group.tournaments[event.tournament - 1].entered
    if is_in == isinstance(event, log.Entered):
        raise ValueError
    changed: AnyGroupLogged = event
    return changed


def _drawn(group: Group, event: log.RoundDrawn, file: GroupFile) -> AnyGroupLogged:
    _check_numbers(len(group.tournaments), [event.tournament - 1])
    if event.round != len(group.tournaments[event.tournament - 1].rounds) + 1 or not event.tables:
        raise ValueError
    game(event.game)
    _check_numbers(len(group.members), event.byes)
    for table in event.tables:
        if table.table not in group.tables or len(table.seats) > 5:
            raise ValueError
        _check_numbers(len(group.members), [seat for seat in table.seats if seat is not None])
    return event


def _of_tournament(group: Group, event: Any, file: GroupFile) -> AnyGroupLogged:
    _check_numbers(len(group.tournaments), [event.tournament - 1])
    changed: AnyGroupLogged = event
    return changed


def _check_numbers(count: int, numbers: Iterable[int]) -> None:
    if any(not 0 <= number < count for number in numbers):
        raise ValueError


CHECKS: dict[type, Callable[[Group, Any, GroupFile], AnyGroupLogged]] = {
    log.Renamed: _renamed,
    log.Joined: _joined,
    log.MemberRenamed: _member_renamed,
    log.Left: _left,
    log.TableOpened: _table_opened,
    log.GamePlayed: _game_played,
    log.GameStruck: _struck,
    log.GameReviewed: _reviewed,
    log.SeasonSet: _season,
    log.TournamentPlanned: _planned,
    log.Entered: _entered,
    log.Withdrew: _entered,
    log.RoundDrawn: _drawn,
    log.RoundEnded: _of_tournament,
    log.TournamentEnded: _of_tournament,
}
