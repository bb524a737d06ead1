"""Other devices of members, over HTTP: let in by a key that holds once; and screens that look."""

from galopp.group import devices
from galopp.server.http.groups import PATH, find_group, find_member
from galopp.server.http.operation import Call, Operation
from galopp.server.ops.limits import Use
from galopp.table.refused import Refused
from galopp.wire.groups import (
    AddScreen,
    MakeOneTimeKey,
    MemberGiven,
    OneTimeKey,
    ScreenGiven,
    UseOneTimeKey,
)


async def make_one_time_key(call: Call, wanted: MakeOneTimeKey) -> OneTimeKey:
    """Make a key that lets another device of one's own in, once and within the hour.

    For a member who has not come back yet from another server, the founder makes one that holds
    for 30 days.
    """
    call.asker.limits.use(call.asker.address, Use.TELL_GROUP)
    room, member = await find_member(call)
    verdict = await room.carry_out(
        lambda group, now: devices.make_one_time_key(group, member, now, wanted.member)
    )
    return OneTimeKey(room.group.code, int(verdict.gives["member"]), str(verdict.gives["key"]))


async def use_one_time_key(call: Call, given: UseOneTimeKey) -> MemberGiven:
    """Be a member on a new device, which gets a key of its own."""
    call.asker.limits.use(call.asker.address, Use.PROVE)
    room = await find_group(call)
    try:
        verdict = await room.carry_out(
            lambda group, now: devices.use_one_time_key(group, given.one_time_key, given.key, now)
        )
    except Refused as refused:
        if refused.key == "one_time_key_is_used":
            call.asker.limits.use(call.asker.address, Use.GUESS)
        raise
    return MemberGiven(room.group.code, int(verdict.gives["member"]), str(verdict.gives["key"]))


async def add_screen(call: Call, wanted: AddScreen) -> ScreenGiven:
    """Let a screen show the group; it can read the news, and do nothing."""
    call.asker.limits.use(call.asker.address, Use.TELL_GROUP)
    room, member = await find_member(call)
    verdict = await room.carry_out(
        lambda group, _: devices.add_screen(group, member, wanted.before)
    )
    return ScreenGiven(room.group.code, str(verdict.gives["key"]))


OPERATIONS = (
    Operation(
        "POST",
        f"{PATH}/one-time-keys",
        make_one_time_key,
        "Make a key that lets another device in",
        body=MakeOneTimeKey,
        answer=OneTimeKey,
        status=201,
        keyed=True,
        at_table=True,
        refusals=(403, 409),
    ),
    Operation(
        "POST",
        f"{PATH}/devices",
        use_one_time_key,
        "Be let in on a new device",
        body=UseOneTimeKey,
        answer=MemberGiven,
        status=201,
        at_table=True,
        refusals=(403, 409),
    ),
    Operation(
        "POST",
        f"{PATH}/screens",
        add_screen,
        "Let a screen show the group",
        body=AddScreen,
        answer=ScreenGiven,
        status=201,
        keyed=True,
        at_table=True,
        refusals=(409,),
    ),
)
