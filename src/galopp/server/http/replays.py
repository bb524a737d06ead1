"""Over HTTP: games that are over, and the deal of the day."""

import re

from starlette.responses import PlainTextResponse, Response

from galopp import wire
from galopp.server.http.operation import Call, Operation
from galopp.server.ops.limits import EVERYBODY, Use
from galopp.table.lesson import Lesson, lesson
from galopp.table.record import Round
from galopp.table.refused import Refused
from galopp.table.replay import Frames, ReplayShown, describe, frames

LARGEST_FILE = 256 * 1024  # bytes; eight long races for five are 30,000


async def look_at_replay(call: Call) -> ReplayShown:
    """What is to be known of a game before it is watched."""
    name, played = await _found(call)
    return await call.services.threads.run(describe, name, *played)


async def read_frames(call: Call) -> Frames:
    """How the game stood after each decision, as a seat saw it; without a seat, as anybody did."""
    _, played = await _found(call)
    return await call.services.threads.run(frames, played.record, call.number("seat"))


async def read_replay_record(call: Call) -> Response:
    """The game as text, to keep, to pass on and to check with `galopp verify`."""
    name, played = await _found(call)
    written = await call.services.threads.run(str, played.record)
    file = f"{played.record.game}-{name}.txt"
    return PlainTextResponse(
        written, headers={"content-disposition": f'attachment; filename="{file}"'}
    )


async def _found(call: Call) -> tuple[str, Round]:
    name, asker = call.request.path_params["replay"], call.asker
    asker.limits.use(asker.address, Use.REPLAY)
    asker.limits.use(asker.address, Use.GUESS, 0)
    try:
        return name, await asker.services.replays.find(name)
    except Refused as refused:
        if refused.key == "no_such_replay":  # the code of a table may be what is looked for
            asker.limits.use(asker.address, Use.GUESS)
        raise


async def read_review(call: Call) -> wire.ReviewShown:
    """What every decision cost and what the cards gave; until that is known, how far it is.

    The first to ask has it made, in the background: ask again until `progress` is 1. Until then the
    review is a draft: the curve first, then the decisions, those that seem to have cost most first.
    Whoever has one made already is refused another until then.
    """
    name, asker = call.request.path_params["replay"], call.asker
    asker.limits.use(asker.address, Use.REVIEW)
    asker.limits.use(asker.address, Use.GUESS, 0)
    try:
        return await asker.services.reviews.ask(name, asker.address)
    except Refused as refused:
        if refused.key == "no_such_replay":
            asker.limits.use(asker.address, Use.GUESS)
        raise


async def bring_replay(call: Call, brought: wire.BringReplay) -> wire.ReplayBrought:
    """Bring a file, which is played through; what is no legal game is refused with its line."""
    call.asker.limits.use(call.asker.address, Use.BRING)
    call.asker.limits.use(EVERYBODY, Use.BRING_ALL)
    await call.services.disk.check()
    return wire.ReplayBrought(await call.services.replays.bring(brought.text))


async def look_at_day(call: Call) -> list[wire.DayShown]:
    """The deal of the day in each game, and how people did with it."""
    days = call.services.days
    day = call.request.query_params.get("day", days.today())
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", day):
        raise Refused("unreadable_message", reason="day")
    return await days.describe(day)


async def read_lesson(call: Call) -> Lesson:
    """A game that teaches itself: recorded decisions with comments, made again by the learner."""
    return await call.services.threads.run(lesson, call.request.path_params["game"])


OPERATIONS = (
    Operation(
        "GET",
        "/api/lessons/{game}",
        read_lesson,
        "The lesson of a game",
        answer=Lesson,
        refusals=(404, 503),
        zipped=True,
    ),
    Operation(
        "GET",
        "/api/replays/{replay}",
        look_at_replay,
        "A game that is over",
        answer=ReplayShown,
        refusals=(404, 409, 503),
    ),
    Operation(
        "GET",
        "/api/replays/{replay}/frames",
        read_frames,
        "A game that is over, decision by decision",
        answer=Frames,
        query={"seat": "through whose eyes"},
        refusals=(400, 404, 409, 503),
        zipped=True,
    ),
    Operation(
        "GET",
        "/api/replays/{replay}/record",
        read_replay_record,
        "A game that is over, as text",
        media="text/plain",
        refusals=(404, 409, 503),
    ),
    Operation(
        "GET",
        "/api/replays/{replay}/review",
        read_review,
        "What the decisions of a game that is over cost, and what the cards gave",
        answer=wire.ReviewShown,
        refusals=(404, 409, 429, 503),
        zipped=True,
    ),
    Operation(
        "POST",
        "/api/replays",
        bring_replay,
        "Bring a file to watch",
        body=wire.BringReplay,
        answer=wire.ReplayBrought,
        status=201,
        refusals=(409, 503),
        largest=LARGEST_FILE,
    ),
    Operation(
        "GET",
        "/api/day",
        look_at_day,
        "The deal of the day",
        answer=list[wire.DayShown],
        query={"day": "another day than today, as 2026-11-15"},
        refusals=(400, 503),
    ),
)
