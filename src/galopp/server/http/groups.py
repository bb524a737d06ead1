"""Groups over HTTP: opening one, joining, what is new, saying something, and their games."""

import asyncio
import re
from contextlib import suppress

from galopp import wire
from galopp.group import feed, judge
from galopp.group.message import AnyGroupMessage
from galopp.group.shown import GroupFace, GroupGameShown, GroupNews, Statistics
from galopp.server.groups.room import GroupRoom
from galopp.server.groups.waiting import LONGEST
from galopp.server.http.operation import Call, Operation
from galopp.server.live.joining import NoKey
from galopp.server.ops.limits import Use
from galopp.table.refused import Refused
from galopp.wire.groups import (
    MOST_ADDED,
    AddGame,
    DrawRound,
    EndRound,
    GameAdded,
    GroupTableOpened,
    Join,
    MemberGiven,
    OpenGroup,
    OpenGroupTable,
    TakeSeat,
)

PATH = "/api/groups/{group}"
LARGEST_GAME = 2 * MOST_ADDED  # bytes of a request, in which a record's line breaks are escaped


async def find_group(call: Call) -> GroupRoom:
    """The group that the address names; one that is nobody's counts as a guess."""
    try:
        return await call.services.groups.registry.room(call.request.path_params["group"].upper())
    except Refused as refused:
        if refused.key == "no_such_group":
            call.asker.limits.use(call.asker.address, Use.GUESS)
        raise


async def find_viewer(call: Call) -> tuple[GroupRoom, int | None]:
    """The group, and whose key is shown; raises `NoKey`, and counts as a guess.

    Without a member it is a screen's, which may look and nothing else.
    """
    room = await find_group(call)
    member = room.group.who(call.keys())
    if member is None and not room.group.is_screen(call.keys()):
        call.asker.limits.use(call.asker.address, Use.GUESS)
        raise NoKey("key_opens_nothing")
    return room, member


async def find_member(call: Call) -> tuple[GroupRoom, int]:
    """The group, and which member asks; raises `NoKey`."""
    room, member = await find_viewer(call)
    if member is None:
        raise NoKey("key_opens_nothing")
    return room, member


async def open_group(call: Call, wanted: OpenGroup) -> MemberGiven:
    """Open a group and be its founder."""
    call.asker.limits.use(call.asker.address, Use.OPEN_GROUP)
    return await call.services.groups.found(wanted)


async def look_at_face(call: Call) -> GroupFace:
    """What whoever has the link sees before joining: the name of the group, and of nobody."""
    room = await find_group(call)
    call.services.groups.look_soon(room)
    return feed.face(room.group)


async def join_group(call: Call, wanted: Join) -> MemberGiven:
    """Become a member."""
    call.asker.limits.use(call.asker.address, Use.JOIN_GROUP)
    room = await find_group(call)
    try:
        verdict = await room.carry_out(
            lambda group, _: judge.join(
                group, wanted.name, wanted.pig, wanted.key, wanted.invitation
            )
        )
    except Refused as refused:
        if refused.key == "invitation_is_old":
            call.asker.limits.use(call.asker.address, Use.GUESS)
        raise
    return MemberGiven(room.group.code, int(verdict.gives["member"]), str(verdict.gives["key"]))


async def look_at_group(call: Call) -> GroupNews:
    """The group as a member sees it; with a stamp, as soon as something else is to be shown.

    That takes 15 seconds at most: then everything is told again, with the same stamp if nothing
    is new. Whoever waits counts as being there, but for screens.
    """
    room, member = await find_viewer(call)
    stamp = call.request.query_params.get("stamp")
    if stamp is not None and stamp == room.stamp and call.request.method == "GET":
        await _wait(call, room, member)
        room, member = await find_viewer(call)  # it may be another's now, or not know one any more
    else:
        call.services.groups.look_soon(room)
    return await call.services.groups.news(room, member)


async def _wait(call: Call, room: GroupRoom, member: int | None) -> None:
    limits, address = call.asker.limits, call.asker.address
    limits.connect(address)
    try:
        with room.waiting.place(member):
            news = asyncio.ensure_future(room.waiting.for_news())
            gone = asyncio.ensure_future(_until_gone(call))
            await asyncio.wait((news, gone), timeout=LONGEST, return_when="FIRST_COMPLETED")
            for task in (news, gone):
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
    finally:
        limits.disconnect(address)


async def _until_gone(call: Call) -> None:
    while (await call.request.receive())["type"] != "http.disconnect":
        pass


async def tell_group(call: Call, said: AnyGroupMessage) -> wire.Accepted:
    """Say something to the group: set a season, plan a tournament, leave…"""
    room, member = await find_member(call)
    call.asker.limits.use(call.asker.address, Use.TELL_GROUP)
    return await call.services.groups.say(room, member, said, own_key(call, room, member))


def own_key(call: Call, room: GroupRoom, member: int) -> str:
    """The key with which a member is known here."""
    return next(key for key in call.keys() if room.group.who([key]) == member)


async def open_group_table(call: Call, wanted: OpenGroupTable) -> GroupTableOpened:
    """Open a table whose games count for the group; whoever opens it is its host."""
    call.asker.limits.use(call.asker.address, Use.OPEN)
    room, member = await find_member(call)
    return await call.services.groups.tables.open(room, member, wanted)


async def take_group_seat(call: Call, wanted: TakeSeat) -> wire.SeatGiven:
    """Sit down at a table of the group, or come back to one's seat there."""
    room, member = await find_member(call)
    return await call.services.groups.tables.sit_down(room, member, wanted)


async def list_group_games(call: Call) -> list[GroupGameShown]:
    """The games of the group, the newest first; `before` leaves out that number and later ones."""
    room, _ = await find_member(call)
    before = call.number("before")
    return feed.games_before(room.group, before)


async def add_group_game(call: Call, wanted: AddGame) -> GameAdded:
    """Add a game that was played elsewhere."""
    call.asker.limits.use(call.asker.address, Use.BRING)
    room, member = await find_member(call)
    return await call.services.groups.add_game(room, member, wanted)


async def read_statistics(call: Call) -> Statistics:
    """Standings, who is ahead of whom, and evenings; of a season, or with 0 of everything."""
    room, _ = await find_member(call)
    return await call.services.groups.statistics(room, call.number("season"))


async def draw_round(call: Call, wanted: DrawRound) -> wire.Accepted:
    """Draw the next round of a tournament, and open its tables."""
    call.asker.limits.use(call.asker.address, Use.OPEN)
    room, member = await find_member(call)
    number = _number(call.request.path_params["tournament"])
    return await call.services.groups.rounds.draw(room, member, number, wanted)


async def ring_bell(call: Call, wanted: EndRound) -> wire.Accepted:
    """End the round that is on: games that are not over count as they stand."""
    call.asker.limits.use(call.asker.address, Use.TELL_GROUP)
    room, member = await find_member(call)
    number = _number(call.request.path_params["tournament"])
    return await call.services.groups.rounds.ring(room, member, number, wanted)


def _number(written: str) -> int:
    if not re.fullmatch(r"[1-9][0-9]{0,4}", written):
        raise Refused("no_such_tournament")
    return int(written)


OPERATIONS = (
    Operation(
        "POST",
        "/api/groups",
        open_group,
        "Open a group",
        body=OpenGroup,
        answer=MemberGiven,
        status=201,
        refusals=(409, 503),
    ),
    Operation(
        "GET",
        f"{PATH}/face",
        look_at_face,
        "What a link to a group shows before one joins",
        answer=GroupFace,
        at_table=True,
    ),
    Operation(
        "POST",
        f"{PATH}/members",
        join_group,
        "Become a member",
        body=Join,
        answer=MemberGiven,
        status=201,
        at_table=True,
        refusals=(403, 409),
    ),
    Operation(
        "GET",
        PATH,
        look_at_group,
        "The group as a member sees it",
        answer=GroupNews,
        keyed=True,
        at_table=True,
        query={"stamp": "of what is known: the answer comes when something else is to be shown"},
    ),
    Operation(
        "POST",
        f"{PATH}/messages",
        tell_group,
        "Say something to the group",
        body=AnyGroupMessage,
        answer=wire.Accepted,
        keyed=True,
        at_table=True,
        refusals=(403, 409),
    ),
    Operation(
        "POST",
        f"{PATH}/tables",
        open_group_table,
        "Open a table whose games count",
        body=OpenGroupTable,
        answer=GroupTableOpened,
        status=201,
        keyed=True,
        at_table=True,
        refusals=(409,),
    ),
    Operation(
        "POST",
        f"{PATH}/seats",
        take_group_seat,
        "Sit down at a table of the group",
        body=TakeSeat,
        answer=wire.SeatGiven,
        keyed=True,
        at_table=True,
        refusals=(409,),
    ),
    Operation(
        "GET",
        f"{PATH}/games",
        list_group_games,
        "The games of a group, the newest first",
        answer=list[GroupGameShown],
        keyed=True,
        at_table=True,
        query={"before": "leave out games from this number on"},
        refusals=(400,),
    ),
    Operation(
        "POST",
        f"{PATH}/games",
        add_group_game,
        "Add a game that was played elsewhere",
        body=AddGame,
        answer=GameAdded,
        status=201,
        keyed=True,
        at_table=True,
        refusals=(409,),
        largest=LARGEST_GAME,
    ),
    Operation(
        "GET",
        f"{PATH}/statistics",
        read_statistics,
        "Standings, who is ahead of whom, and evenings",
        answer=Statistics,
        keyed=True,
        at_table=True,
        query={"season": "its number, or 0 for everything; the one that is on, if left out"},
        refusals=(400,),
    ),
    Operation(
        "POST",
        f"{PATH}/tournaments/{{tournament}}/rounds",
        draw_round,
        "Draw the next round of a tournament",
        body=DrawRound,
        answer=wire.Accepted,
        keyed=True,
        at_table=True,
        refusals=(403, 409),
    ),
    Operation(
        "POST",
        f"{PATH}/tournaments/{{tournament}}/bell",
        ring_bell,
        "End the round of a tournament that is on",
        body=EndRound,
        answer=wire.Accepted,
        keyed=True,
        at_table=True,
        refusals=(403, 409),
    ),
)
