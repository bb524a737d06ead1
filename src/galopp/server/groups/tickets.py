"""What a group asks of a table, which may be another process's: let a member sit down, begin, tell.

The process that has the group knows who somebody is, and the one that has the table writes it
down. A ticket says it from the one to the other, signed with a secret that both find in the store.
"""

from typing import Literal

import httpx
import msgspec

from galopp.core.fault import Fault
from galopp.server.groups.secret import SharedSecret
from galopp.server.notices.subscribing import Subscribing
from galopp.server.notices.subscriptions import OfMember
from galopp.server.ops.clock import Clock
from galopp.server.ops.peers import Peers
from galopp.server.ops.signing import signed_token, verified
from galopp.server.tables.registry import Registry
from galopp.server.tables.store import Store
from galopp.table.judge import Verdict, judge
from galopp.table.message import Start
from galopp.table.refused import NotNow, Refused
from galopp.table.seating import seat_member
from galopp.table.table import LOBBY, Sender, Table
from galopp.wire import Refusal, SeatGiven

WITHIN = 60.0  # seconds that a ticket is good for


class Ticket(msgspec.Struct, frozen=True):
    """A member may sit down at a table, its game begins, or somebody wants to be told of it."""

    table: str
    group: str
    purpose: Literal["sit", "begin", "tell"]
    until: float
    member: int = -1
    name: str = ""
    pig: str = ""
    key: str = ""
    seat: int | None = None
    begins: bool = False  # with this member everybody has come who is to play
    listener: str = ""  # under this name the group knows what the member wants to be told
    drawn: float = 0.0  # when a round drew the member to this table, if one did


class Tickets:
    """Makes tickets, and does what they say."""

    def __init__(
        self, store: Store, clock: Clock, registry: Registry, peers: Peers, told: Subscribing
    ) -> None:
        self._clock, self._secret = clock, SharedSecret(store, clock, "tickets")
        self._registry, self._ownership, self._peers = registry, store.ownership, peers
        self._subscriptions = told

    def until(self) -> float:
        """Until when a ticket made now is good."""
        return self._clock.of_day() + WITHIN

    def where(self, table: str) -> str:
        """The address of the process that a ticket goes to now; "" is this one."""
        if table in self._registry.rooms:
            return ""
        return self._ownership.elsewhere(table) or ""

    async def hand_in(self, ticket: Ticket) -> SeatGiven | None:
        """Have done what a ticket says, wherever its table is; raises `Refused`."""
        owner = self.where(ticket.table)
        if not owner:
            return await self.carry_out(ticket)
        sealed = signed_token(ticket, await self._secret.read())
        return await self._ask(f"{owner}/api/tables/{ticket.table}/tickets", sealed)

    async def _ask(self, address: str, sealed: str) -> SeatGiven | None:
        answer = await self._peers.post(address, {"ticket": sealed})
        if answer is None:
            raise NotNow("table_is_busy")
        if answer.status_code == httpx.codes.NO_CONTENT:
            return None
        if answer.is_success:
            return msgspec.json.decode(answer.content, type=SeatGiven)
        try:
            refusal = msgspec.json.decode(answer.content, type=Refusal)
        except msgspec.MsgspecError:
            raise NotNow("table_is_busy") from None
        raise Refused(refusal.key, **refusal.arguments)

    async def read(self, written: str, table: str) -> Ticket:
        """A ticket that came from another process; raises `Refused`."""
        ticket = verified(written, Ticket, await self._secret.read())
        if ticket is None or ticket.table != table or ticket.until < self._clock.of_day():
            raise Refused("key_opens_nothing")
        return ticket

    async def carry_out(self, ticket: Ticket) -> SeatGiven | None:
        """Do what a ticket says at a table of this process; raises `Refused`."""
        if ticket.purpose == "tell":
            asked = OfMember(ticket.group, ticket.member, ticket.drawn)
            await self._subscriptions.follow(
                ticket.table, ticket.listener, asked, lambda: self._registry.room(ticket.table)
            )
            return None
        room = await self._registry.room(ticket.table)
        if room.table.group != ticket.group:
            raise Refused("not_of_this_group")
        if ticket.purpose == "begin":
            _check(await room.carry_out(_begin))
            return None
        verdict = _check(
            await room.carry_out(
                lambda table, _: seat_member(
                    table, ticket.member, ticket.name, ticket.pig, ticket.key, ticket.seat
                )
            )
        )
        if ticket.begins:
            await room.carry_out(_begin)
        return SeatGiven(int(verdict.gives["seat"]), str(verdict.gives["key"]))


def _check(verdict: Verdict | Fault) -> Verdict:
    if isinstance(verdict, Fault):
        raise verdict
    return verdict


def _begin(table: Table, now: float) -> Verdict:
    """The cards are dealt, unless they are already."""
    if table.phase != LOBBY or table.round != 1:
        return Verdict([])
    return judge(table, Start(id="round"), Sender(host=True), now)
