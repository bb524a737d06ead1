"""Passkeys over HTTP: adding one, and proving with it on a new device who one is."""

from galopp.group import devices
from galopp.server.groups.passkeys import Passkey, Place, credential_of
from galopp.server.http.groups import PATH, find_group, find_member
from galopp.server.http.operation import Call, Operation
from galopp.server.ops.limits import Use
from galopp.table.refused import Refused
from galopp.wire.groups import MemberGiven, PasskeyAsked, ProvePasskey


async def ask_for_passkey(call: Call) -> PasskeyAsked:
    """What a browser is asked to make a passkey."""
    call.asker.limits.use(call.asker.address, Use.PROVE)
    room, number = await find_member(call)
    member = room.group.members[number]
    return await call.services.groups.passkeys.to_add(
        Place.of(call.asker.base),
        room.group.code,
        number,
        f"{member.name} ({room.group.name})",
        [*member.passkeys],
    )


async def add_passkey(call: Call, given: ProvePasskey) -> None:
    """Keep a passkey that was made a moment ago."""
    call.asker.limits.use(call.asker.address, Use.PROVE)
    room, member = await find_member(call)
    made = await call.services.groups.passkeys.added(
        Place.of(call.asker.base), room.group.code, member, given
    )
    await room.carry_out(
        lambda group, _: devices.add_passkey(
            group, member, made.credential, made.public_key, made.count
        )
    )


async def ask_for_proof(call: Call) -> PasskeyAsked:
    """What a browser is asked to prove who somebody is; nothing of the members is told."""
    call.asker.limits.use(call.asker.address, Use.PROVE)
    room = await find_group(call)
    return await call.services.groups.passkeys.to_prove(Place.of(call.asker.base), room.group.code)


async def prove_passkey(call: Call, given: ProvePasskey) -> MemberGiven:
    """Prove who one is, and get a key."""
    call.asker.limits.use(call.asker.address, Use.PROVE)
    room, credential = await find_group(call), credential_of(given)
    found = room.group.passkey(credential)
    if found is None:
        call.asker.limits.use(call.asker.address, Use.GUESS)
        raise Refused("no_such_passkey")
    known = Passkey(credential, found[1].public_key, found[1].count)
    count = await call.services.groups.passkeys.proved(
        Place.of(call.asker.base), room.group.code, known, given
    )
    verdict = await room.carry_out(lambda group, _: devices.use_passkey(group, credential, count))
    return MemberGiven(room.group.code, int(verdict.gives["member"]), str(verdict.gives["key"]))


OPERATIONS = (
    Operation(
        "POST",
        f"{PATH}/passkeys/options",
        ask_for_passkey,
        "What a browser is asked to make a passkey",
        answer=PasskeyAsked,
        keyed=True,
        at_table=True,
        refusals=(409,),
    ),
    Operation(
        "POST",
        f"{PATH}/passkeys",
        add_passkey,
        "Keep a passkey",
        body=ProvePasskey,
        status=204,
        keyed=True,
        at_table=True,
        refusals=(409,),
    ),
    Operation(
        "POST",
        f"{PATH}/passkeys/challenge",
        ask_for_proof,
        "What a browser is asked to prove who somebody is",
        answer=PasskeyAsked,
        at_table=True,
        refusals=(409,),
    ),
    Operation(
        "POST",
        f"{PATH}/passkeys/proof",
        prove_passkey,
        "Prove who one is, and get a key",
        body=ProvePasskey,
        answer=MemberGiven,
        status=201,
        at_table=True,
        refusals=(409,),
    ),
)
