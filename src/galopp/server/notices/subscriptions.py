"""What somebody asked to be told, and where.

A subscription is bound to the key it was asked for with, and not to a seat's number: whoever
stands up, is sent away or gets a new key is told nothing any more, and whoever changes places
is told of the new one. What a member asked for in a group is kept under the group's code, bound
to a key there, and once more at each of its tables where they sit.
"""

import hashlib
from dataclasses import dataclass, field
from zoneinfo import ZoneInfo

import msgspec

from galopp.core.fault import Unreadable
from galopp.group.keys import GROUP_CODE
from galopp.server.notices.owed import Owed
from galopp.table.table import Table
from galopp.wire.notices import Subscription, Way

ID_LENGTH = 22


class OfMember(msgspec.Struct, frozen=True, omit_defaults=True):
    """A subscription that a member of a table's group asked for there, wherever they sit."""

    group: str
    member: int
    drawn: float = 0.0  # when a round of a tournament drew them to this table, if one did


class Kept(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A subscription as it is stored, and what became of it."""

    subscription: Subscription = msgspec.field(name="wish")  # as it was first kept
    holder: str  # the hash of the key it was asked for with
    base: str  # the server's first page, as this person knows it
    told: list[str] = []  # marks of what need not be told again
    sent: float = 0.0  # when something was last sent
    failures: int = 0  # notices given up, one after the other
    of_member: OfMember | None = None  # else whoever holds the key at the table


@dataclass(eq=False, slots=True)
class Listener:
    """Somebody who wants to be told of one table."""

    code: str
    kept: Kept
    owed: list[Owed] = field(default_factory=list)  # what has not been told
    tries: int = 0  # of what is owed now
    not_before: float = 0.0  # after a failure
    scheduled: float = float("inf")  # when the scheduler comes to it next
    busy: bool = False  # something is on its way

    @property
    def subscription(self) -> Subscription:
        """What was asked for."""
        return self.kept.subscription

    @property
    def address(self) -> str:
        """Where it goes; listeners of several tables may have the same."""
        return self.subscription.way.address

    @property
    def together(self) -> tuple[Way, str, str]:
        """What must agree for several to be told in one message.

        It goes out with the token, the links and the words of one: anybody may name another's
        address, and would else speak for whoever is told there.
        """
        return self.subscription.way, self.kept.base, self.subscription.language

    @property
    def id(self) -> str:
        """Its name, which tells nothing of where it goes."""
        return id_of(self.kept.holder, self.subscription)

    @property
    def zone(self) -> ZoneInfo:
        """Where its person lives; it was known when it was written down."""
        try:
            return read_zone(self.subscription.zone)
        except Unreadable:
            return ZoneInfo("UTC")

    def of_group(self, group: str) -> bool:
        """Whether a member of this group asked for it there."""
        return self.kept.of_member is not None and self.kept.of_member.group == group

    def seats(self, table: Table) -> list[int] | None:
        """The seats it is about; None if the key it was asked for with opens nothing now."""
        if (asked := self.kept.of_member) is not None:
            ours = table.seat_of(asked.member) if table.group == asked.group else None
            return None if ours is None else [ours]
        if self.subscription.everybody:
            return list(range(table.players)) if table.host == self.kept.holder else None
        held = [n for n, seat in enumerate(table.seats) if seat.key == self.kept.holder]
        return held or None


def id_of(holder: str, subscription: Subscription) -> str:
    """The name of a subscription: the same way for the same seat has the same."""
    told = f"{holder} {subscription.everybody} {subscription.way.address}"
    return hashlib.sha256(told.encode()).hexdigest()[:ID_LENGTH]


def is_group(code: str) -> bool:
    """Whether something was asked for in a group, not at a table."""
    return GROUP_CODE.fullmatch(code) is not None


def read_zone(written: str) -> ZoneInfo:
    """A time zone by its name; raises `Unreadable`."""
    try:
        return ZoneInfo(written)
    except (KeyError, ValueError, OSError):  # no such name, no name at all, a folder of names
        raise Unreadable("not_a_time_zone", written=written) from None
