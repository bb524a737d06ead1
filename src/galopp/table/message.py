"""What people, bots and hosts may say to a table.

Every message has an `id` that its sender made up: sent again, it is answered as the first
time and does nothing twice. A message that decides also says which decision it answers, so
a tap on an old picture of the table is refused and not taken for something else.

    {"type": "decide", "id": "f3a9", "seat": 2, "decision": 17, "moves": ["brown-5"]}

Unknown fields are refused. Moves are codes or their notation; a list is taken whole or not
at all.
"""

from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta

from galopp.table.log import tag
from galopp.table.settings import Change

Id = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
Seat = Annotated[int, Meta(ge=0, le=4)]
Key = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{22}$")]
Written = Annotated[str, Meta(max_length=400)]  # what it may be is judged by `wording`
Name = Annotated[str, Meta(max_length=40)]  # of a game, a bot, a pig, an option
Move = Annotated[int, Meta(ge=0, le=63)] | Annotated[str, Meta(max_length=40)]


class Said(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag=tag
):
    """One message."""

    id: Id


class Decide(Said, frozen=True, kw_only=True):
    """Decide what the seat is asked; also catch, or let go, in the window after a call was due."""

    seat: Seat
    decision: Annotated[int, Meta(ge=1, le=1_000_000)]
    moves: Annotated[list[Move], Meta(min_length=1, max_length=16)]


class Say(Said, frozen=True, kw_only=True):
    """A phrase by its name, or a few words of one's own where the table allows them."""

    seat: Seat
    phrase: Name = ""
    text: Written = ""


class Undo(Said, frozen=True, kw_only=True):
    """Take back one's last decision: at once if it told one nothing, else if all agree."""

    seat: Seat


class AnswerUndo(Said, frozen=True, kw_only=True):
    """Agree to another's undo, or do not."""

    seat: Seat
    agree: bool


class TakeOver(Said, frozen=True, kw_only=True):
    """Let a bot play on for somebody who is away."""

    seat: Seat  # who asks for it
    absent: Seat


class TakeBack(Said, frozen=True, kw_only=True):
    """Be back in one's seat, where a bot played on."""

    seat: Seat


class Leave(Said, frozen=True, kw_only=True):
    """Stand up: before the game the seat is free, during it a bot plays on."""

    seat: Seat


class Count(Said, frozen=True, kw_only=True):
    """Agree that the games here count for the table's group; think better of it before the game."""

    seat: Seat
    agree: bool


class Start(Said, frozen=True, kw_only=True):
    """Deal the cards; anybody who sits at the table may."""


class Rematch(Said, frozen=True, kw_only=True):
    """Once more with the same people; another seat starts."""


class ClaimHost(Said, frozen=True, kw_only=True):
    """Become the host, if the host has been away; also with a key of one's own making."""

    seat: Seat
    key: Key | None = None


class Arrange(Said, frozen=True, kw_only=True):
    """Choose players, options and settings; what is not named stays. Host only.

    Players and options are for before the game, settings can change during it.
    """

    players: Annotated[int, Meta(ge=1, le=5)] | None = None
    options: dict[Name, Any] | None = None
    settings: Change = Change()


class AddBot(Said, frozen=True, kw_only=True):
    """Give a free seat to a bot, or to another bot. Host only."""

    seat: Seat
    level: Name


class SendAway(Said, frozen=True, kw_only=True):
    """Free a seat; during the game a bot plays on. Host only."""

    seat: Seat


class Swap(Said, frozen=True, kw_only=True):
    """Let two seats change places before the game. Host only."""

    seat: Seat
    other: Seat


class Reissue(Said, frozen=True, kw_only=True):
    """Give a person's seat a new key; the answer has it. The host, or the seat itself.

    With a key of one's own making nobody is locked out if the answer is lost.
    """

    seat: Seat
    key: Key | None = None


class Close(Said, frozen=True, kw_only=True):
    """End the table for everybody. Host only."""


AnyMessage: TypeAlias = (
    Decide
    | Say
    | Undo
    | AnswerUndo
    | TakeOver
    | TakeBack
    | Leave
    | Count
    | Start
    | Rematch
    | ClaimHost
    | Arrange
    | AddBot
    | SendAway
    | Swap
    | Reissue
    | Close
)
