"""A group as one file: taken along, and brought to another server."""

from starlette.responses import Response

from galopp.group.transfer import GroupFile
from galopp.server.http.groups import PATH, find_member
from galopp.server.http.operation import JSON, Call, Operation
from galopp.server.http.protocol import LARGEST_GROUP
from galopp.server.ops.limits import Use
from galopp.wire.groups import MemberGiven


async def export_group(call: Call) -> Response:
    """Everything of a group as one file: no key is in it, and no name of anybody who has left."""
    call.asker.limits.use(call.asker.address, Use.REPLAY)
    room, member = await find_member(call)
    written = await call.services.groups.transfer.export(
        room, member, with_records=call.number("records") != 0
    )
    name = f"galopp-{room.group.code}.json"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(written, headers=headers, media_type=JSON)


async def import_group(call: Call) -> MemberGiven:
    """Bring a group from another server; whoever brings it is the member who took it along."""
    call.asker.limits.use(call.asker.address, Use.BRING_GROUP)
    async with call.services.groups.transfer.one_at_a_time:
        return await call.services.groups.transfer.bring(await call.body(LARGEST_GROUP))


OPERATIONS = (
    Operation(
        "POST",
        "/api/groups/import",
        import_group,
        "Bring a group from another server",
        body=GroupFile,
        answer=MemberGiven,
        status=201,
        refusals=(409, 503),
        largest=LARGEST_GROUP,
        reads_itself=True,
    ),
    Operation(
        "GET",
        f"{PATH}/export",
        export_group,
        "Everything of a group, as one file",
        answer=GroupFile,
        keyed=True,
        at_table=True,
        query={"records": "0 leaves out the games themselves"},
        refusals=(400,),
    ),
)
