"""The log: everything that ever happened at a table, in order.

A table is a fold over these events; nothing else is kept. They are written as JSON, one
object an event, so that a log can be read without this program. `by` says whose message
brought an event about and `answers` which one, so that a message that comes twice, even
after a crash in between, is answered as the first time.

The log holds secrets: hands (in the states), the luck to come, hashes of keys. It is never
sent to anybody; what people are sent is made in `feed`.
"""

import re
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import structs

from galopp.table.levels import name_today
from galopp.table.settings import Settings


def tag(name: str) -> str:
    """The name of an event or message as it is written: TookOver is "took_over"."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Logged(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="event", tag=tag
):
    """One event."""

    by: str = ""  # "seat 2", "host", "bot 1", "clock"
    answers: str = ""  # the id of the message, if one brought it about


class Beginning(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where the first round begins, if not with a deal of its own."""

    record: str  # the text of a game, cut off where this one goes on
    decisions: int  # that were made in it
    luck: str = ""  # under this name its luck goes on; else the table's own does
    replay: str = ""  # where that game can be watched, if anywhere
    day: str = ""  # it is the deal of this day: 2026-11-15


class Opened(Logged, frozen=True, kw_only=True):
    """A table was opened: its game, and the luck of its first round."""

    game: str
    players: int
    options: dict[str, Any]
    settings: Settings
    host: str  # hash of the host's key
    secret: str
    begin: Beginning | None = None
    group: str = ""  # the code of the group that its games count for, if any


class Arranged(Logged, frozen=True, kw_only=True):
    """The host chose anew; what was left alone is as before."""

    players: int
    options: dict[str, Any]
    settings: Settings
    turned: Literal["", "days", "live"] = ""  # how the game goes on from now on, if otherwise


class Sat(Logged, frozen=True, kw_only=True):
    """A person took a seat."""

    seat: int
    name: str
    pig: str
    key: str
    member: int | None = None  # of the table's group
    counts: bool = False  # agrees that the games count there: members do by sitting down


class BotSat(Logged, frozen=True, kw_only=True):
    """A bot was given a seat."""

    seat: int
    level: str
    name: str
    pig: str


class Stood(Logged, frozen=True, kw_only=True):
    """A seat became free, before the game."""

    seat: int
    name: str  # of whoever sat there
    sent_away: bool = False


class Swapped(Logged, frozen=True, kw_only=True):
    """Two seats changed places, with whoever sat there."""

    seat: int
    other: int


class Counted(Logged, frozen=True, kw_only=True):
    """A person agreed that the games count for the table's group, or did not."""

    seat: int
    agrees: bool


class Admitted(Logged, frozen=True, kw_only=True):
    """Somebody may watch."""

    kind: str  # "spectator" or "tv"
    key: str
    instead_of: str = ""  # the key that makes room, where there are too many: "" for the oldest


class Reissued(Logged, frozen=True, kw_only=True):
    """A seat got a new key; the old one opens nothing any more."""

    seat: int
    key: str
    came: bool = False  # a member of the group, to the seat that is theirs


class HostPassed(Logged, frozen=True, kw_only=True):
    """Another person is the host now."""

    seat: int
    key: str


class Began(Logged, frozen=True, kw_only=True):
    """The cards were dealt."""

    rules: int  # the version of the rules this round is played by
    options: dict[str, Any]
    state: bytes
    number: int = 1  # of the first decision


class Decided(Logged, frozen=True, kw_only=True):
    """A seat decided: one code or several, and the state after each of them."""

    seat: int
    first: int  # the number of the first; it is also the number of its chance
    codes: list[int]
    after: list[bytes]


class Called(Logged, frozen=True, kw_only=True):
    """A seat made the call that was due, within the window."""

    seat: int


class LetGo(Logged, frozen=True, kw_only=True):
    """A seat will not catch anybody in this window."""

    seat: int


class UndoAsked(Logged, frozen=True, kw_only=True):
    """A seat wants to take back its last decision, which needs everybody's consent."""

    seat: int


class UndoAnswered(Logged, frozen=True, kw_only=True):
    """A seat agreed to the undo, or did not."""

    seat: int
    agrees: bool


class Undone(Logged, frozen=True, kw_only=True):
    """The decision with this number, and all after it, were taken back."""

    seat: int
    to: int


class VotedOver(Logged, frozen=True, kw_only=True):
    """A seat would let a bot play on for another."""

    seat: int
    voter: int


class TookOver(Logged, frozen=True, kw_only=True):
    """A bot plays on for a person, who may take the seat back any time."""

    seat: int
    level: str
    why: Literal["left", "away", "vote", "time", "sent_away"]


class TookBack(Logged, frozen=True, kw_only=True):
    """The person is back."""

    seat: int


class Said(Logged, frozen=True, kw_only=True):
    """A phrase, or a few words of one's own."""

    seat: int
    phrase: str = ""
    text: str = ""


class Resumed(Logged, frozen=True, kw_only=True):
    """The server was away; that time counts against nobody."""


class Ended(Logged, frozen=True, kw_only=True):
    """The game is over: its secret is open now, and the luck of the next round is drawn."""

    secret: str  # of the next round


class Reopened(Logged, frozen=True, kw_only=True):
    """The same people once more; another seat starts."""

    start_player: int


class Closed(Logged, frozen=True, kw_only=True):
    """Nothing more happens here."""


AnyLogged: TypeAlias = (
    Opened
    | Arranged
    | Sat
    | BotSat
    | Stood
    | Swapped
    | Counted
    | Admitted
    | Reissued
    | HostPassed
    | Began
    | Decided
    | Called
    | LetGo
    | UndoAsked
    | UndoAnswered
    | Undone
    | VotedOver
    | TookOver
    | TookBack
    | Said
    | Resumed
    | Ended
    | Reopened
    | Closed
)

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(AnyLogged)


def encode(event: AnyLogged) -> bytes:
    """The event as it is kept."""
    return _encoder.encode(event)


def decode(kept: bytes) -> AnyLogged:
    """The event as it was; a bot goes by the name it has today."""
    event: AnyLogged = _decoder.decode(kept)
    if isinstance(event, BotSat | TookOver):
        return structs.replace(event, level=name_today(event.level))
    return event
