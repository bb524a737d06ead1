"""What another process of the same server asks of a table, for one of its groups."""

from typing import Annotated

from msgspec import Meta

from galopp.server.http.operation import Call, Operation
from galopp.server.live.joining import NoKey
from galopp.server.ops.limits import Use
from galopp.table.refused import Refused
from galopp.wire import SeatGiven
from galopp.wire.strict import Strict


class HandIn(Strict, frozen=True, kw_only=True):
    """A ticket, signed with a secret that only processes of this server have."""

    ticket: Annotated[str, Meta(max_length=2000)]


async def hand_in_ticket(call: Call, handed: HandIn) -> SeatGiven | None:
    """Let a member of a group sit down, or let a game begin: for processes of this server alone."""
    tickets, code = call.services.groups.tickets, call.request.path_params["code"].upper()
    try:
        ticket = await tickets.read(handed.ticket, code)
    except Refused:
        call.asker.limits.use(call.asker.address, Use.GUESS)
        raise NoKey("key_opens_nothing") from None
    return await tickets.carry_out(ticket)


OPERATIONS = (
    Operation(
        "POST",
        "/api/tables/{code}/tickets",
        hand_in_ticket,
        "For processes of this server: what a group asks of a table",
        body=HandIn,
        answer=SeatGiven,
        at_table=True,
        refusals=(401, 409),
    ),
)
