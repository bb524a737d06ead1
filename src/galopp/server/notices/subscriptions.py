"""What somebody asked to be told, and where.

A wish is bound to the key it was asked for with, and not to a seat's number: whoever stands
up, is sent away or gets a new key is told nothing any more, and whoever changes places is
told of the new one.
"""

import hashlib
from dataclasses import dataclass, field
from datetime import time
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Meta

from galopp.core.fault import Unreadable
from galopp.server.notices.owed import Owed
from galopp.table.message import Seat
from galopp.table.settings import DAY
from galopp.table.table import Table
from galopp.wire import Strict

LONGEST_ADDRESS = 1000  # characters; push services write long ones
ID_LENGTH = 22

Address = Annotated[str, Meta(min_length=1, max_length=LONGEST_ADDRESS)]
HourAndMinute = Annotated[str, Meta(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$")]
Token = Annotated[str, Meta(max_length=400, pattern=r"^[!-~]*$")]  # goes into a header
LanguageCode = Literal["de", "en", "fr"]


class Quiet(Strict, frozen=True, kw_only=True):
    """Hours in which nothing is sent, by the clock on the person's wall."""

    begins: HourAndMinute
    ends: HourAndMinute

    @property
    def hours(self) -> tuple[time, time]:
        """From when to when."""
        return time.fromisoformat(self.begins), time.fromisoformat(self.ends)


class Push(Strict, frozen=True, kw_only=True, tag_field="kind", tag="push"):
    """A browser that has subscribed to web push, as the browser describes it."""

    endpoint: Address
    p256dh: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{87}=?$")]
    auth: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{22}(==)?$")]

    @property
    def address(self) -> str:
        """What tells it from other ways."""
        return self.endpoint


class Webhook(Strict, frozen=True, kw_only=True, tag_field="kind", tag="webhook"):
    """An address that is called, with a token for those that want one."""

    url: Address
    format: Literal["galopp", "ntfy", "matrix"] = "galopp"
    token: Token = ""

    @property
    def address(self) -> str:
        """What tells it from other ways."""
        return f"{self.format} {self.url}"


Way = Push | Webhook


class Wish(Strict, frozen=True, kw_only=True):
    """Be told when one's seat must act; the host also about everybody's."""

    way: Way
    seat: Seat | None = None  # left out: one's own, or the first of several
    everybody: bool = False  # of every seat; host only
    language: LanguageCode = "en"
    zone: Annotated[str, Meta(max_length=60)] = "UTC"  # "Europe/Berlin"
    quiet: Quiet | None = None
    digest: Annotated[int, Meta(ge=0, le=DAY)] = 0  # seconds at least between two, over days
    over: bool = False  # also when a game is over
    rematch: bool = False  # also when there is to be another


class Kept(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A wish as it is stored, and what became of it."""

    wish: Wish
    holder: str  # the hash of the key it was asked for with
    base: str  # the server's first page, as this person knows it
    told: list[str] = []  # marks of what need not be told again
    sent: float = 0.0  # when something was last sent
    failures: int = 0  # notices given up, one after the other


@dataclass(eq=False, slots=True)
class Listener:
    """Somebody who wants to be told of one table."""

    code: str
    kept: Kept
    owed: list[Owed] = field(default_factory=list)  # what has not been told
    tries: int = 0  # of what is owed now
    not_before: float = 0.0  # after a failure
    scheduled: float = float("inf")  # when the keeper looks at it next
    busy: bool = False  # something is on its way

    @property
    def wish(self) -> Wish:
        """What was asked for."""
        return self.kept.wish

    @property
    def address(self) -> str:
        """Where it goes; listeners of several tables may have the same."""
        return self.wish.way.address

    @property
    def together(self) -> tuple[Way, str, str]:
        """What must agree for several to be told in one letter.

        It goes out with the token, the links and the words of one: anybody may name another's
        address, and would else speak for whoever is told there.
        """
        return self.wish.way, self.kept.base, self.wish.language

    @property
    def id(self) -> str:
        """Its name, which tells nothing of where it goes."""
        return id_of(self.kept.holder, self.wish)

    @property
    def zone(self) -> ZoneInfo:
        """Where its person lives; it was known when it was written down."""
        try:
            return read_zone(self.wish.zone)
        except Unreadable:
            return ZoneInfo("UTC")

    def seats(self, table: Table) -> list[int] | None:
        """The seats it is about; None if the key it was asked for with opens nothing now."""
        if self.wish.everybody:
            return list(range(table.players)) if table.host == self.kept.holder else None
        held = [n for n, seat in enumerate(table.seats) if seat.key == self.kept.holder]
        return held or None


def id_of(holder: str, wish: Wish) -> str:
    """The name of a wish: the same way for the same seat has the same."""
    told = f"{holder} {wish.everybody} {wish.way.address}"
    return hashlib.sha256(told.encode()).hexdigest()[:ID_LENGTH]


def read_zone(written: str) -> ZoneInfo:
    """A time zone by its name; raises `Unreadable`."""
    try:
        return ZoneInfo(written)
    except (KeyError, ValueError, OSError):  # no such name, no name at all, a folder of names
        raise Unreadable("not_a_time_zone", written=written) from None
