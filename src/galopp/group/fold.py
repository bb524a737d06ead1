"""The fold over a group's log: how each kind of event changes a `Group`."""

from collections.abc import Iterable
from functools import singledispatch

from galopp.group import log
from galopp.group.group import (
    KEPT_ANSWERS,
    MOST_KEYS,
    MOST_ONE_TIME_KEYS,
    MOST_SCREENS,
    Answered,
    GameOfGroup,
    Group,
    Member,
    Passkey,
    RoundOfTournament,
    TableOfGroup,
    Tournament,
)
from galopp.group.log import AnyGroupLogged
from galopp.group.ratings import rated
from galopp.play.luck import Luck

MEMBER = "member "  # and a number: so the log names whoever said something


def new_group(code: str, founded: log.Founded, at: float) -> Group:
    """A group with its first event."""
    group = Group(code, founded.name, founded.pig, founded.colour, at)
    _count(group, founded, at)
    return group


def folded(code: str, entries: Iterable[tuple[float, bytes]]) -> Group | None:
    """A group from its whole log; None if it was closed, or never founded."""
    group: Group | None = None
    for at, kept in entries:
        event = log.decode(kept)
        if group is None:
            assert isinstance(event, log.Founded), "a log begins with the founding"
            group = new_group(code, event, at)
        else:
            fold(group, event, at)
    return None if group is None or group.closed else group


def fold(group: Group, event: AnyGroupLogged, at: float) -> None:
    """Take one more event into account."""
    _fold(event, group, at)
    _count(group, event, at)


def _count(group: Group, event: AnyGroupLogged, at: float) -> None:
    speaker = member_in(event.by)
    if event.answers and speaker is not None:
        number = len(group.games) if isinstance(event, log.GamePlayed) else None
        group.answered[speaker, event.answers] = Answered(group.seq, number)
        if len(group.answered) > KEPT_ANSWERS:
            del group.answered[next(iter(group.answered))]
    group.seq += 1
    group.at = at


def member_in(by: str) -> int | None:
    """The member whom the log names so, if it is one."""
    return int(by.removeprefix(MEMBER)) if by.startswith(MEMBER) else None


@singledispatch
def _fold(event: AnyGroupLogged, group: Group, at: float) -> None:
    raise TypeError(f"no group knows {type(event).__name__}")


# --- The group and its members


@_fold.register
def _renamed(event: log.Renamed, group: Group, at: float) -> None:
    group.name, group.pig, group.colour = event.name, event.pig, event.colour


@_fold.register
def _joined(event: log.Joined, group: Group, at: float) -> None:
    group.members.append(Member(event.member, event.name, event.pig, at))
    if event.key:
        _add_key(group, event.member, event.key)


@_fold.register
def _member_renamed(event: log.MemberRenamed, group: Group, at: float) -> None:
    member = group.members[event.member]
    member.name, member.pig = event.name, event.pig


@_fold.register
def _one_time_key_made(event: log.OneTimeKeyMade, group: Group, at: float) -> None:
    known = group.members[event.member].one_time_keys
    known[event.key] = event.until
    if len(known) > MOST_ONE_TIME_KEYS:
        del known[next(iter(known))]


@_fold.register
def _key_added(event: log.KeyAdded, group: Group, at: float) -> None:
    group.members[event.member].one_time_keys.pop(event.used, None)
    _add_key(group, event.member, event.key)


def _add_key(group: Group, number: int, key: str) -> None:
    keys = group.members[number].keys
    keys.append(key)
    group.keys[key] = number
    if len(keys) > MOST_KEYS:
        del group.keys[keys.pop(0)]


@_fold.register
def _keys_dropped(event: log.KeysDropped, group: Group, at: float) -> None:
    member = group.members[event.member]
    for key in member.keys:
        del group.keys[key]
    member.keys = [event.kept]
    group.keys[event.kept] = event.member
    member.one_time_keys.clear()
    member.screens.clear()


@_fold.register
def _screen_added(event: log.ScreenAdded, group: Group, at: float) -> None:
    screens = group.members[event.member].screens
    screens.append(event.key)
    del screens[:-MOST_SCREENS]


@_fold.register
def _passkey_added(event: log.PasskeyAdded, group: Group, at: float) -> None:
    known = group.members[event.member].passkeys
    known[event.credential] = Passkey(event.public_key, event.count)


@_fold.register
def _passkey_used(event: log.PasskeyUsed, group: Group, at: float) -> None:
    known = group.members[event.member].passkeys
    known[event.credential].count = event.count


@_fold.register
def _passkey_dropped(event: log.PasskeyDropped, group: Group, at: float) -> None:
    del group.members[event.member].passkeys[event.credential]


@_fold.register
def _left(event: log.Left, group: Group, at: float) -> None:
    member = group.members[event.member]
    for key in member.keys:
        del group.keys[key]
    member.name, member.pig, member.gone = "", "", True
    member.keys.clear()
    member.one_time_keys.clear()
    member.screens.clear()
    member.passkeys.clear()
    for tournament in group.tournaments:
        if event.member in tournament.entered and not tournament.over:
            tournament.entered.remove(event.member)


@_fold.register
def _invitation_renewed(event: log.InvitationRenewed, group: Group, at: float) -> None:
    group.invitation = event.invitation
    for member in group.members:
        member.screens.clear()


@_fold.register
def _closed(event: log.Closed, group: Group, at: float) -> None:
    group.closed = True


# --- Games


@_fold.register
def _table_opened(event: log.TableOpened, group: Group, at: float) -> None:
    group.tables[event.table] = TableOfGroup(event, member_in(event.by), at)


@_fold.register
def _game_played(event: log.GamePlayed, group: Group, at: float) -> None:
    number = len(group.games) + 1
    added_by = None if event.table else member_in(event.by)
    game = GameOfGroup(number, event, added_by)
    group.games.append(game)
    if event.table:
        group.counted[event.table, event.round] = number
        _count_in_tournament(group, game)
    if event.digest:
        group.told[event.digest] = number
    group.ratings.take(event.seats)
    group.worked_out.clear()


def _count_in_tournament(group: Group, game: GameOfGroup) -> None:
    """The first game of a drawn table is the tournament's, unless that is over."""
    table = group.tables.get(game.played.table)
    tournament = group.tournament(table.opened.tournament) if table else None
    if table is None or tournament is None or tournament.over or game.played.round != 1:
        return
    game.tournament = tournament.number
    tournament.rounds[table.opened.round - 1].results[game.played.table] = game.number


@_fold.register
def _game_struck(event: log.GameStruck, group: Group, at: float) -> None:
    group.games[event.number - 1].struck = True
    group.told.pop(group.games[event.number - 1].played.digest, None)
    group.ratings = rated(game.played.seats for game in group.counting())
    group.worked_out.clear()


@_fold.register
def _game_reviewed(event: log.GameReviewed, group: Group, at: float) -> None:
    group.games[event.number - 1].review = event
    group.worked_out.clear()


@_fold.register
def _season_set(event: log.SeasonSet, group: Group, at: float) -> None:
    group.seasons[event.number] = event
    group.worked_out.clear()


# --- Tournaments


@_fold.register
def _planned(event: log.TournamentPlanned, group: Group, at: float) -> None:
    luck = Luck(f"tournament/{event.number}", bytes.fromhex(event.secret))
    group.tournaments.append(Tournament(event, member_in(event.by), luck))


@_fold.register
def _entered(event: log.Entered, group: Group, at: float) -> None:
    group.tournaments[event.tournament - 1].entered.append(event.member)


@_fold.register
def _withdrew(event: log.Withdrew, group: Group, at: float) -> None:
    group.tournaments[event.tournament - 1].entered.remove(event.member)


@_fold.register
def _round_drawn(event: log.RoundDrawn, group: Group, at: float) -> None:
    group.tournaments[event.tournament - 1].rounds.append(RoundOfTournament(event))


@_fold.register
def _round_ended(event: log.RoundEnded, group: Group, at: float) -> None:
    group.tournaments[event.tournament - 1].rounds[event.round - 1].over = True


@_fold.register
def _tournament_ended(event: log.TournamentEnded, group: Group, at: float) -> None:
    tournament = group.tournaments[event.tournament - 1]
    tournament.over = True
    for drawn in tournament.rounds:
        drawn.over = True
