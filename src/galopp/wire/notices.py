"""Being told by a server while one looks elsewhere: what is asked for, and what is shown."""

from datetime import time
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from galopp.table.message import Seat
from galopp.table.settings import DAY
from galopp.wire.strict import Strict

LONGEST_ADDRESS = 1000  # characters; push services write long ones

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


class GroupSubscription(Strict, frozen=True, kw_only=True):
    """Be told of rounds that are drawn in a group, and of one's seats at its tables."""

    way: Way
    language: LanguageCode = "en"
    zone: Annotated[str, Meta(max_length=60)] = "UTC"  # "Europe/Berlin"
    quiet: Quiet | None = None
    digest: Annotated[int, Meta(ge=0, le=DAY)] = 0  # seconds at least between two, over days
    over: bool = False  # also when a game is over
    rematch: bool = False  # also when there is to be another


class Subscription(GroupSubscription, frozen=True, kw_only=True):
    """Be told when one's seat must act; the host also about everybody's."""

    seat: Seat | None = None  # left out: one's own, or the first of several
    everybody: bool = False  # of every seat; host only


class WayShown(msgspec.Struct, frozen=True):
    """One way by which somebody is told; never the secrets of it."""

    id: str
    kind: str  # "push" or "webhook"
    format: str  # of a webhook
    url: str  # of a webhook
    everybody: bool
    language: str
    zone: str
    quiet: Quiet | None
    digest: int
    over: bool
    rematch: bool
    failures: int


class NoticesShown(msgspec.Struct, frozen=True):
    """What this server can send, and what was asked for with one's own keys."""

    push_key: str | None  # to subscribe a browser with; null where there is no push
    webhooks: bool
    ways: list[WayShown]


class Try(Strict, frozen=True, kw_only=True):
    """Send something now, to see whether it arrives."""

    way: str = ""  # its id; left out: all of one's own


class Tried(msgspec.Struct, frozen=True):
    """What came of it."""

    id: str
    delivered: bool
    sentence: str  # why not
