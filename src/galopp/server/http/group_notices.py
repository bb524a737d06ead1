"""What members ask of notices in a group over HTTP: to be told, to be told no more, to try it."""

from galopp.group.keys import kept_of
from galopp.server.groups.room import GroupRoom
from galopp.server.http.groups import PATH, find_member, own_key
from galopp.server.http.notices import described, shown, try_out
from galopp.server.http.operation import Call, Operation
from galopp.server.notices.subscriptions import Listener
from galopp.server.ops.limits import Use
from galopp.table.refused import Refused
from galopp.wire.notices import GroupSubscription, NoticesShown, Tried, Try, WayShown

NOTICES = f"{PATH}/notices"


async def _own(call: Call) -> tuple[GroupRoom, list[Listener]]:
    """What the member who asks wants, on whatever device."""
    room, member = await find_member(call)
    return room, call.services.groups.notices.of(room, member)


async def look_at_group_notices(call: Call) -> NoticesShown:
    """What this server can send, and what the member asked for."""
    _, own = await _own(call)
    return await shown(call, own)


async def set_group_notice(call: Call, wanted: GroupSubscription) -> WayShown:
    """Be told of rounds that drew one to a table, and of one's turns; the latest wish holds."""
    room, member = await find_member(call)
    call.asker.limits.use(call.asker.address, Use.SUBSCRIBE)
    holder = kept_of(own_key(call, room, member))
    notices = call.services.groups.notices
    return described(await notices.subscribe(room, holder, wanted, call.asker.base))


async def forget_group_notices(call: Call) -> None:
    """Be told nothing any more."""
    room, own = await _own(call)
    await call.services.groups.notices.forget(room, own)


async def forget_group_notice(call: Call) -> None:
    """Be told nothing any more by one way."""
    (room, own), wanted = await _own(call), call.request.path_params["way"]
    await call.services.groups.notices.forget(room, [one for one in own if one.id == wanted])


async def try_group_notice(call: Call, wanted: Try) -> list[Tried]:
    """Send something now, and say whether it arrived."""
    _, own = await _own(call)
    tried = [one for one in own if wanted.way in ("", one.id)]
    if not tried:
        raise Refused("nothing_to_try")
    return await try_out(call, tried)


OPERATIONS = (
    Operation(
        "GET",
        NOTICES,
        look_at_group_notices,
        "What can be sent, and what a member asked for",
        answer=NoticesShown,
        keyed=True,
        at_table=True,
    ),
    Operation(
        "POST",
        NOTICES,
        set_group_notice,
        "Be told of drawn rounds and one's turns",
        body=GroupSubscription,
        answer=WayShown,
        status=201,
        keyed=True,
        at_table=True,
        refusals=(409,),
    ),
    Operation(
        "DELETE",
        NOTICES,
        forget_group_notices,
        "Be told nothing any more of a group",
        status=204,
        keyed=True,
        at_table=True,
    ),
    Operation(
        "DELETE",
        f"{NOTICES}/{{way}}",
        forget_group_notice,
        "Be told nothing any more of a group by one way",
        status=204,
        keyed=True,
        at_table=True,
    ),
    Operation(
        "POST",
        f"{NOTICES}/try",
        try_group_notice,
        "Send something to a member now",
        body=Try,
        answer=list[Tried],
        keyed=True,
        at_table=True,
        refusals=(409,),
    ),
)
