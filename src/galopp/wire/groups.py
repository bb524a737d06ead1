"""Groups, as they are asked for. What is shown of them is in `galopp.group.shown`.

| request | does |
|---|---|
| POST /api/groups | open a group: `OpenGroup`, `MemberGiven` |
| GET /api/groups/CODE/face | what a link shows before one joins: `GroupFace` |
| POST /api/groups/CODE/members | join: `Join`, `MemberGiven` |
| GET /api/groups/CODE?stamp= | `GroupNews`; with a stamp, when something else is to be shown |
| POST /api/groups/CODE/messages | say something: `AnyGroupMessage`, `Accepted` |
| POST /api/groups/CODE/tables | open a table that counts: `OpenGroupTable`, `GroupTableOpened` |
| POST /api/groups/CODE/seats | sit down at one, or come back: `TakeSeat`, `SeatGiven` |
| GET /api/groups/CODE/games?before= | games, the newest first, a page: `list[GroupGameShown]` |
| POST /api/groups/CODE/games | add a game played elsewhere: `AddGame`, `GameAdded` |
| GET /api/groups/CODE/statistics?season= | `Statistics`; season 0 is everything |
| POST /api/groups/CODE/tournaments/N/rounds | draw the next round: `DrawRound`, `Accepted` |
| POST /api/groups/CODE/tournaments/N/bell | end the round that is on: `EndRound`, `Accepted` |
| GET /api/groups/CODE/export | everything, as one JSON file |
| POST /api/groups/import | the same, brought to another server: `MemberGiven` |
| POST /api/groups/CODE/one-time-keys | let another device in: `MakeOneTimeKey`, `OneTimeKey` |
| POST /api/groups/CODE/devices | be let in there: `UseOneTimeKey`, `MemberGiven` |
| POST /api/groups/CODE/screens | let a screen look: `AddScreen`, `ScreenGiven` |
| GET, POST, DELETE /api/groups/CODE/notices | be told of rounds and turns: `GroupSubscription` |
| DELETE /api/groups/CODE/notices/ID, POST …/try | the same for one way; try it |
| POST /api/groups/CODE/passkeys/options, then POST …/passkeys | add a passkey |
| POST /api/groups/CODE/passkeys/challenge, then POST …/passkeys/proof | prove who one is |

All but `face`, opening, joining, importing, being let in and proving want a member's key as a
bearer token; a screen's key reads the news and does nothing else. A group's code has eight letters,
a table's six.
"""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from galopp.table.message import Id, Key, Name, Written
from galopp.table.settings import Settings
from galopp.wire.strict import Strict

MOST_ADDED = 64 * 1024  # bytes of a record


class OpenGroup(Strict, frozen=True, kw_only=True):
    """Open a group and be its founder."""

    name: Written
    pig: Name = ""
    colour: Name = ""
    member: Written  # one's own name
    member_pig: Name = ""
    key: Key | None = None  # of one's own making: asking twice is asking once


class Join(Strict, frozen=True, kw_only=True):
    """Become a member."""

    name: Written
    pig: Name = ""
    key: Key | None = None
    invitation: Name = ""  # as the link has it, where it has one


class MemberGiven(msgspec.Struct, frozen=True):
    """A member's number, and the key that opens everything of theirs."""

    code: str
    member: int
    key: str


class OpenGroupTable(Strict, frozen=True, kw_only=True):
    """Open a table whose games count for the group. `expected` are asked to sit down there."""

    game: Name
    players: Annotated[int, Meta(ge=1, le=5)]
    options: dict[Name, Any] = {}
    settings: Settings = Settings()
    expected: Annotated[list[Annotated[int, Meta(ge=0, le=999)]], Meta(max_length=5)] = []


class GroupTableOpened(msgspec.Struct, frozen=True):
    """A table is open; whoever opened it is its host."""

    table: str
    key: str


class TakeSeat(Strict, frozen=True, kw_only=True):
    """Sit down at a table of the group, which is to agree that its games count.

    The key is the seat's, of one's own making; who sits there already comes back with it.
    """

    table: Annotated[str, Meta(max_length=12)]
    key: Key
    seat: Annotated[int, Meta(ge=0, le=4)] | None = None


class AddedSeat(Strict, frozen=True, kw_only=True):
    """Somebody in a game that was played elsewhere, in the order of the seats."""

    member: Annotated[int, Meta(ge=0, le=999)] | None = None
    name: Written = ""  # of a guest or a bot
    place: Annotated[int, Meta(ge=1, le=5)] | None = None  # where there is no record
    points: Annotated[int, Meta(ge=-1000, le=1000)] = 0


class AddGame(Strict, frozen=True, kw_only=True):
    """A game that was played elsewhere: by its record, or by its result alone."""

    id: Id
    game: Name = ""
    played: Annotated[float, Meta(ge=0, le=1e11)] | None = None
    seats: Annotated[list[AddedSeat], Meta(min_length=1, max_length=5)]
    record: str = ""  # how long it may be is for the whole request to say


class GameAdded(msgspec.Struct, frozen=True):
    """The number under which it counts."""

    number: int


class DrawRound(Strict, frozen=True, kw_only=True):
    """Draw the next round of a tournament, and open its tables."""

    id: Id
    round: Annotated[int, Meta(ge=1, le=1000)]  # the one that is meant: two presses draw one
    minutes: Annotated[int, Meta(ge=0, le=600)] | None = None  # other than planned


class EndRound(Strict, frozen=True, kw_only=True):
    """End the round that is on: games that are not over count as they stand."""

    id: Id
    round: Annotated[int, Meta(ge=1, le=1000)]  # the one that is meant; another is left alone


class MakeOneTimeKey(Strict, frozen=True, kw_only=True):
    """Let another device of one's own in; with a member, somebody who is awaited (founder only)."""

    member: Annotated[int, Meta(ge=0, le=999)] | None = None


class OneTimeKey(msgspec.Struct, frozen=True):
    """Whoever shows this key first is that member on their device, where they get another one."""

    code: str
    member: int
    key: str


class UseOneTimeKey(Strict, frozen=True, kw_only=True):
    """Be let in on a new device."""

    one_time_key: Key
    key: Key | None = None  # of one's own making: asking twice is asking once


class AddScreen(Strict, frozen=True, kw_only=True):
    """Let a screen show the group to a whole room."""

    before: Name = (
        ""  # the key that other screens have: it is given again, if it still lets them look
    )


class ScreenGiven(msgspec.Struct, frozen=True):
    """The key by which a screen reads the news of a group, and does nothing else."""

    code: str
    key: str


class PasskeyAsked(msgspec.Struct, frozen=True):
    """What `navigator.credentials` is asked, as WebAuthn's JSON, and a token to come back with."""

    options: dict[str, Any]
    token: str


class ProvePasskey(Strict, frozen=True, kw_only=True):
    """What the authenticator answered, as WebAuthn's JSON."""

    token: Annotated[str, Meta(max_length=400)]
    credential: dict[str, Any]
