"""What people ask of notices over HTTP: to be told, to be told no more, to try it."""

from galopp.core.fault import Fault
from galopp.play.telling import say_fault
from galopp.server.http.operation import Call, Operation
from galopp.server.notices.calling import Outcome
from galopp.server.notices.subscriptions import Listener
from galopp.server.ops.limits import Use
from galopp.server.tables.room import Room
from galopp.table.refused import Refused
from galopp.wire.notices import NoticesShown, Push, Subscription, Tried, Try, WayShown

PATH = "/api/tables/{code}/notices"


def described(listener: Listener) -> WayShown:
    """One way as its owner sees it."""
    subscription, way = listener.subscription, listener.subscription.way
    where = ("push", "", "") if isinstance(way, Push) else ("webhook", way.format, way.url)
    return WayShown(
        listener.id,
        *where,
        subscription.everybody,
        subscription.language,
        subscription.zone,
        subscription.quiet,
        subscription.digest,
        subscription.over,
        subscription.rematch,
        listener.kept.failures,
    )


def _own(call: Call, room: Room) -> list[Listener]:
    """What was asked for with the keys that are shown."""
    sender, table = call.sender(room), room.table
    holders = {table.seats[seat].key for seat in sender.seats}
    if sender.host:
        holders.add(table.host)
    if not holders:
        raise Refused("players_only")
    return call.services.subscriptions.of(table.code, holders)


def _holder(call: Call, room: Room, subscription: Subscription) -> str:
    """The key, as the table keeps it, that a subscription is bound to; raises `Refused`."""
    sender, table = call.sender(room), room.table
    if subscription.everybody:
        if not sender.host:
            raise Refused("host_only")
        return table.host
    if not sender.seats:
        raise Refused("players_only")
    seat = min(sender.seats) if subscription.seat is None else subscription.seat
    if seat not in sender.seats:
        raise Refused("not_your_seat", seat=seat)
    return table.seats[seat].key


async def look_at_notices(call: Call) -> NoticesShown:
    """What this server can send, and what was asked for with one's own keys."""
    room = await call.room()
    return await shown(call, _own(call, room))


async def shown(call: Call, listeners: list[Listener]) -> NoticesShown:
    """What this server can send, and what they asked for."""
    notices = call.services.subscriptions
    key = (await notices.sender.server_key()).public if notices.allowed.push else None
    ways = [described(one) for one in listeners]
    return NoticesShown(key, notices.allowed.webhooks is not None, ways)


async def set_notice(call: Call, subscription: Subscription) -> WayShown:
    """Be told when one's seat must act; asked again, the latest subscription holds."""
    room = await call.room()
    holder = _holder(call, room, subscription)
    call.asker.limits.use(call.asker.address, Use.SUBSCRIBE)
    return described(
        await call.services.subscriptions.subscribe(room, holder, subscription, call.asker.base)
    )


async def forget_notices(call: Call) -> None:
    """Be told nothing any more."""
    room = await call.room()
    await call.services.subscriptions.forget(_own(call, room))


async def forget_notice(call: Call) -> None:
    """Be told nothing any more by one way."""
    room, wanted = await call.room(), call.request.path_params["way"]
    await call.services.subscriptions.forget([one for one in _own(call, room) if one.id == wanted])


async def try_notice(call: Call, wanted: Try) -> list[Tried]:
    """Send something now, and say whether it arrived."""
    room = await call.room()
    own = [one for one in _own(call, room) if wanted.way in ("", one.id)]
    if not own:
        raise Refused("nothing_to_try")
    return await try_out(call, own)


async def try_out(call: Call, listeners: list[Listener]) -> list[Tried]:
    """Send something to them, and say whether it arrived."""
    tried = []
    for listener in listeners:
        call.asker.limits.use(call.asker.address, Use.SUBSCRIBE)
        answer = await call.services.subscriptions.try_out(listener)
        delivered = answer.outcome is Outcome.DELIVERED
        tried.append(Tried(listener.id, delivered, _why(call, answer.fault)))
        if answer.outcome is Outcome.GONE:
            await call.services.subscriptions.forget([listener])
    return tried


def _why(call: Call, fault: Fault | None) -> str:
    return "" if fault is None else say_fault(call.asker.language, fault)


OPERATIONS = (
    Operation(
        "GET",
        PATH,
        look_at_notices,
        "What can be sent, and what was asked for",
        answer=NoticesShown,
        keyed=True,
        at_table=True,
        refusals=(403,),
    ),
    Operation(
        "POST",
        PATH,
        set_notice,
        "Be told when one's seat must act",
        body=Subscription,
        answer=WayShown,
        status=201,
        keyed=True,
        at_table=True,
        refusals=(403, 409),
    ),
    Operation(
        "DELETE",
        PATH,
        forget_notices,
        "Be told nothing any more",
        status=204,
        keyed=True,
        at_table=True,
        refusals=(403,),
    ),
    Operation(
        "DELETE",
        f"{PATH}/{{way}}",
        forget_notice,
        "Be told nothing any more by one way",
        status=204,
        keyed=True,
        at_table=True,
        refusals=(403,),
    ),
    Operation(
        "POST",
        f"{PATH}/try",
        try_notice,
        "Send something now",
        body=Try,
        answer=list[Tried],
        keyed=True,
        at_table=True,
        refusals=(403, 409),
    ),
)
