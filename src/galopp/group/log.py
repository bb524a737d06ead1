"""The log: everything that ever happened in a group, in order.

A group is a fold over these events; nothing else is kept but the records of its games, each
under a name of its own. `by` says whose message brought an event about ("member 2", "clock",
"table KQHTZM") and `answers` which one, as in the log of a table.

The log holds secrets: hashes of keys, the luck of draws to come. It is never sent to anybody.
"""

from typing import Any, TypeAlias

import msgspec

from galopp.table.log import tag


class GroupLogged(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="event", tag=tag
):
    """One event."""

    by: str = ""
    answers: str = ""  # the id of the message, if one brought it about


# --- The group and its members


class Founded(GroupLogged, frozen=True, kw_only=True):
    """Somebody opened a group. The founder joins in the same write."""

    name: str
    pig: str
    colour: str


class Renamed(GroupLogged, frozen=True, kw_only=True):
    """The founder calls the group otherwise, or lets it look otherwise."""

    name: str
    pig: str
    colour: str


class Joined(GroupLogged, frozen=True, kw_only=True):
    """A person became a member; members are numbered from 0, and no number is given twice."""

    member: int
    name: str
    pig: str
    key: str  # its hash; "" if they were a member on another server, and are awaited here


class MemberRenamed(GroupLogged, frozen=True, kw_only=True):
    """A member goes by another name, or pig."""

    member: int
    name: str
    pig: str


class OneTimeKeyMade(GroupLogged, frozen=True, kw_only=True):
    """Whoever shows this key first is that member on one more device."""

    member: int
    key: str  # its hash
    until: float  # when it opens nothing any more


class KeyAdded(GroupLogged, frozen=True, kw_only=True):
    """A member has one more key: another device, by a one-time key or proved by a passkey."""

    member: int
    key: str
    used: str = ""  # the hash of the one-time key, which opens nothing any more


class KeysDropped(GroupLogged, frozen=True, kw_only=True):
    """All keys of a member but one open nothing any more: those not used yet, and of screens."""

    member: int
    kept: str


class ScreenAdded(GroupLogged, frozen=True, kw_only=True):
    """A member shows the group on a screen, which has a key that only lets it look."""

    member: int
    key: str  # its hash


class PasskeyAdded(GroupLogged, frozen=True, kw_only=True):
    """A member can prove on any device who they are."""

    member: int
    credential: str  # its id, in base64url
    public_key: str
    count: int  # of signatures, as the authenticator counts them


class PasskeyUsed(GroupLogged, frozen=True, kw_only=True):
    """Somebody has proved who they are."""

    member: int
    credential: str
    count: int


class PasskeyDropped(GroupLogged, frozen=True, kw_only=True):
    """A passkey opens nothing any more."""

    member: int
    credential: str


class Left(GroupLogged, frozen=True, kw_only=True):
    """A member is gone, and is called "somebody" wherever they played."""

    member: int
    removed: bool = False  # by the founder


class InvitationRenewed(GroupLogged, frozen=True, kw_only=True):
    """From now on only links with this let somebody join; screens, which show it, go dark."""

    invitation: str


class Closed(GroupLogged, frozen=True, kw_only=True):
    """Nothing more happens here; whatever is kept of it is deleted."""


# --- Games


class TableOpened(GroupLogged, frozen=True, kw_only=True):
    """A table was opened whose games count here, if everybody there agrees."""

    table: str
    game: str
    players: int
    options: dict[str, Any]
    expected: list[int] = []  # members, in the order of their seats
    tournament: int = 0  # its number, if a table of a tournament
    round: int = 0  # of the tournament


class Placed(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a seat ended."""

    place: int  # from 1; equals share one
    points: int = 0  # of the game itself
    share: float = 0.0  # of the victory: 1, or less where several share it
    member: int | None = None  # None: a bot, or a guest
    name: str = ""  # of a bot or a guest
    level: str = ""  # of a bot


class GamePlayed(GroupLogged, frozen=True, kw_only=True):
    """A game that counts here: of a table of ours, or of elsewhere, told by a member."""

    game: str
    played: float  # when it ended, in seconds since 1970
    seats: list[Placed]
    table: str = ""  # of ours, "" if it was played elsewhere
    round: int = 0  # of that table
    options: dict[str, Any] = {}
    has_record: bool = False  # it can be watched: its record is kept under its number
    cut_short: bool = False  # the bell rang before its end: it counts as it stood
    digest: str = ""  # SHA-256 of the record of a game played elsewhere: it counts once


class GameStruck(GroupLogged, frozen=True, kw_only=True):
    """A game counts no more: whoever told it was mistaken."""

    number: int  # from 1, in the order of `GamePlayed`


class GameReviewed(GroupLogged, frozen=True, kw_only=True):
    """What the cards gave each seat in a game, as shares of victory."""

    number: int
    luck: list[float]
    error: list[float]  # one standard error


class SeasonSet(GroupLogged, frozen=True, kw_only=True):
    """A season: games played from its start until before its end count for it."""

    number: int  # from 1; one that is there already is changed
    name: str
    start: float
    end: float


# --- Tournaments


class TournamentPlanned(GroupLogged, frozen=True, kw_only=True):
    """A tournament, or an evening with drawn tables. Its draws follow from a promised secret."""

    number: int  # from 1
    name: str
    games: list[str]  # a game a round, over and over
    size: int  # people at a table, where it comes out even
    rounds: int
    minutes: int = 0  # a round's; 0: it lasts until its last game has ended
    filler: str = ""  # the level of bots that fill tables up; "" for none
    over_days: bool = False  # its games are played by notices, within days
    secret: str = ""


class Entered(GroupLogged, frozen=True, kw_only=True):
    """A member takes part from the next round on, also in the middle."""

    tournament: int
    member: int


class Withdrew(GroupLogged, frozen=True, kw_only=True):
    """A member takes part no more; games that were begun still count."""

    tournament: int
    member: int


class DrawnTable(msgspec.Struct, frozen=True):
    """A table of a round: its code, and who sits there; None is a bot."""

    table: str
    seats: list[int | None]


class RoundDrawn(GroupLogged, frozen=True, kw_only=True):
    """Who sits where in a round. The tables are opened in the same write."""

    tournament: int
    round: int  # from 1
    game: str
    tables: list[DrawnTable]
    byes: list[int]  # members who sit out, with half the points
    until: float = 0.0  # when the bell rings; 0 if it does not


class RoundEnded(GroupLogged, frozen=True, kw_only=True):
    """All games of a round are counted."""

    tournament: int
    round: int


class TournamentEnded(GroupLogged, frozen=True, kw_only=True):
    """Its standings are final, and its secret is open."""

    tournament: int


AnyGroupLogged: TypeAlias = (
    Founded
    | Renamed
    | Joined
    | MemberRenamed
    | OneTimeKeyMade
    | KeyAdded
    | KeysDropped
    | ScreenAdded
    | PasskeyAdded
    | PasskeyUsed
    | PasskeyDropped
    | Left
    | InvitationRenewed
    | Closed
    | TableOpened
    | GamePlayed
    | GameStruck
    | GameReviewed
    | SeasonSet
    | TournamentPlanned
    | Entered
    | Withdrew
    | RoundDrawn
    | RoundEnded
    | TournamentEnded
)

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(AnyGroupLogged)


def encode(event: AnyGroupLogged) -> bytes:
    """The event as it is kept."""
    return _encoder.encode(event)


def decode(kept: bytes) -> AnyGroupLogged:
    """The event as it was."""
    event: AnyGroupLogged = _decoder.decode(kept)
    return event
