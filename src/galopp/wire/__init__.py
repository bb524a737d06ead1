"""What goes over the wire, as types: for the server, for clients, and for the page's `types.d.ts`.

Messages to a table are in `galopp.table.message`, news from it in `galopp.table.feed`; notices
have a module of their own, `galopp.wire.notices`.

Every answer that says no has one shape, `Refusal`: the key of a sentence, what to fill in,
and the sentence itself in the language that was asked for.
"""

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from galopp.review import Review
from galopp.table.feed import GameNews, Happened, Past, TableNews
from galopp.table.message import AnyMessage, Key, Name, Seat, Written
from galopp.table.settings import Settings
from galopp.wire.days import DayResult as DayResult
from galopp.wire.days import DayShown as DayShown
from galopp.wire.standings import TableStands as TableStands
from galopp.wire.strict import Strict as Strict
from galopp.wire.told import Told as Told
from galopp.wire.told import ToldEntry as ToldEntry
from galopp.wire.told import told_to as told_to

PROTOCOL = 1
MOST_KEYS = 8  # shown at once: five seats, the host's, and some to spare


class Begin(Strict, frozen=True, kw_only=True):
    """Where the first round begins: in a game that is over, or with the deal of a day."""

    replay: Annotated[str, Meta(max_length=40)] = ""
    decisions: Annotated[int, Meta(ge=0, le=1_000_000)] = 0  # made there before it goes on here
    same_luck: bool = False  # what is drawn here is as it was there
    day: Annotated[str, Meta(max_length=10)] = ""


class OpenTable(Strict, frozen=True, kw_only=True):
    """Open a table. Where it begins in another game, it has that game's players and options."""

    game: Name
    players: Annotated[int, Meta(ge=1, le=5)]
    options: dict[Name, Any] = {}
    settings: Settings = Settings()
    begin: Begin | None = None


class BringReplay(Strict, frozen=True, kw_only=True):
    """A record of a game, to be watched."""

    text: str


class SitDown(Strict, frozen=True, kw_only=True):
    """Take a free seat. With a key of one's own making, asking twice is asking once."""

    name: Written
    pig: Name = ""  # left out: one that nobody has
    seat: Seat | None = None
    key: Key | None = None


class Watch(Strict, frozen=True, kw_only=True):
    """Be let in to watch: a person, or a screen for the whole room."""

    kind: Literal["spectator", "tv"] = "spectator"


class Draw(Strict, frozen=True, kw_only=True):
    """Draw a QR code for a page of this server; a key goes behind the #, where no log sees it."""

    path: Annotated[str, Meta(max_length=80, pattern=r"^[A-Za-z0-9/_-]*$")] = ""
    fragment: Annotated[str, Meta(max_length=200, pattern=r"^[A-Za-z0-9&=,._-]*$")] = ""


class TableOpened(msgspec.Struct, frozen=True):
    """A table is open: its code for everybody, its key for the host."""

    code: str
    key: str
    promise: str


class ReplayBrought(msgspec.Struct, frozen=True):
    """The name under which a file can be watched."""

    id: str


class ReviewShown(msgspec.Struct, frozen=True):
    """A review of a game, and which part of the work is done; until all is, it is a draft."""

    progress: float  # 0 to 1
    review: Review | None  # null until something is known


class SeatGiven(msgspec.Struct, frozen=True):
    """A seat, and the key that opens it."""

    seat: int
    key: str


class KeyGiven(msgspec.Struct, frozen=True):
    """A key to watch with."""

    key: str


class Accepted(msgspec.Struct, frozen=True, tag_field="type", tag="accepted"):
    """The message was taken; what came of it is in the news up to `seq`."""

    id: str
    seq: int
    gives: dict[str, str | int] = {}  # a new key, for the sender alone


class Refusal(msgspec.Struct, frozen=True, tag_field="type", tag="refused"):
    """No, and why; of a move that the rules refuse, `arguments` name the ruling."""

    key: str
    arguments: dict[str, str | int]
    sentence: str
    id: str = ""  # of the message, if it had one


class MoveChance(msgspec.Struct, frozen=True):
    """How good a move is, as far as a bot has found out."""

    move: int  # its code
    chance: float  # to win the game with it, from 0 to 1
    tries: int  # how often it was tried in thought


class Reason(msgspec.Struct, frozen=True):
    """What speaks for a move: the key of a sentence ("reason.…"), and what to fill in."""

    key: str
    arguments: dict[str, Any]


class Hint(msgspec.Struct, frozen=True):
    """What a bot of this server would decide in one's place."""

    seat: int
    decision: int
    moves: list[int]  # codes, as a message to decide takes them
    level: str  # of the bot that thought so
    chance: float | None  # to win with it; null where there was nothing to think about
    tries: int  # games that were played on in thought
    chances: list[MoveChance]  # of all moves that were tried, the one tried most first
    reason: Reason | None


class Sight(msgspec.Struct, frozen=True):
    """What a seat that has to decide sees and was told of the race, as the rules keep it.

    Enough for whoever asked to think by itself.
    """

    seat: int
    decision: int
    seen: bytes  # as JSON has bytes: in base 64
    told: bytes


class ForeseenMove(msgspec.Struct, frozen=True):
    """What is certain to happen if this is decided."""

    move: int
    happens: list[Happened]  # at once; what luck or hidden cards decide is left out
    later: list[Happened]  # once the others have decided too, whatever that is


class Foresight(msgspec.Struct, frozen=True):
    """What is certain of each move that one's own seat may decide on."""

    seat: int
    decision: int
    moves: list[ForeseenMove]


class TableListed(msgspec.Struct, frozen=True):
    """A table on the public list."""

    code: str
    game: str
    phase: str
    players: int
    free: int
    names: list[str]


class OptionShown(msgspec.Struct, frozen=True):
    """One thing a host may choose."""

    name: str
    default: Any
    ruling: str
    choices: list[Any] | None  # null for a number
    lowest: int | None
    highest: int | None
    presets: list[str]


class MoveShown(msgspec.Struct, frozen=True):
    """One move: its code, its notation, what it is about."""

    code: int
    notation: str
    kind: str
    about: str
    subject: str


class GameShown(msgspec.Struct, frozen=True):
    """A game this server plays."""

    name: str
    ready: bool  # false while its rules are being prepared
    rules: int
    fewest: int
    most: int
    options: list[OptionShown]
    moves: list[MoveShown]
    payouts: list[str]  # of a right bet by its place in the queue; "4+" may be more
    owned: dict[str, list[str]]  # what belongs to seats, in their order, by what it is
    bots: list[str]
    frames: str  # the subprotocol by which a page asks for news of it in frames


class Words(msgspec.Struct, frozen=True):
    """What can be chosen by name at any table."""

    phrases: list[str]
    pigs: list[str]
    bots: list[str]  # levels from the weakest to the strongest, then bots from outside
    languages: list[str]
    passkeys: bool = False  # whether members of groups can prove by one who they are


class Health(msgspec.Struct, frozen=True):
    """Whether all is well."""

    status: str
    version: str
    protocol: int
    now: float  # the server's clock, for `galopp doctor`


# --- Over the WebSocket only


class Hello(Strict, frozen=True, kw_only=True, tag_field="type", tag="hello"):
    """The first thing a client says: which keys it holds, and what it has heard already."""

    protocol: int = PROTOCOL
    keys: Annotated[list[Key], Meta(max_length=MOST_KEYS)] = []
    language: Annotated[str, Meta(max_length=20)] = "en"
    since: Annotated[int, Meta(ge=-1)] | None = None
    looking: bool = True  # whether its person can see the page


class Looking(Strict, frozen=True, kw_only=True, tag_field="type", tag="looking"):
    """The page was brought to the front, or out of sight: who looks needs no notice."""

    here: bool


class Heard(Strict, frozen=True, kw_only=True, tag_field="type", tag="heard"):
    """News with a window has arrived: by this the server measures the line."""

    seq: Annotated[int, Meta(ge=0)]


class Welcome(msgspec.Struct, frozen=True, tag_field="type", tag="welcome"):
    """Who the client is here. The table follows as news."""

    protocol: int
    version: str
    code: str
    seats: list[int]
    host: bool
    now: float


class Missed(msgspec.Struct, frozen=True, tag_field="type", tag="missed"):
    """What one viewer saw happen while the client was away."""

    viewer: int | None
    news: list[Past]


class Goodbye(msgspec.Struct, frozen=True, tag_field="type", tag="goodbye"):
    """The server ends the line; come back after so many seconds, if at all."""

    reason: Literal["restart", "closed", "too_slow", "key_changed"]
    back_in: float | None


FromClient: TypeAlias = Hello | Heard | Looking | AnyMessage
ToClient: TypeAlias = Welcome | Missed | TableNews | GameNews | Accepted | Refusal | Goodbye

encode = msgspec.json.Encoder().encode
