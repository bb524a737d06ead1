"""The HTTP side: opening, joining, watching; messages and news for bots and as a fallback."""

import asyncio
from typing import Any

from starlette.responses import PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

from galopp import __version__, wire
from galopp.core.fault import Fault, Unreadable
from galopp.core.option import Option
from galopp.core.words import Flag, Name, Number, NumberOrNone
from galopp.locale import LANGUAGES
from galopp.play.game import game, game_names
from galopp.server.bots.foresight import foresight
from galopp.server.http import replays as replay_api
from galopp.server.http.notices import OPERATIONS as NOTICES
from galopp.server.http.operation import JSON, Call, Operation
from galopp.server.http.standings import OPERATIONS as STANDINGS
from galopp.server.live.stream import LINES, Arrival, stream_lines
from galopp.server.ops.limits import EVERYBODY, Use
from galopp.server.tables.room import Room
from galopp.table import feed
from galopp.table.judge import Verdict, admit, sit_down
from galopp.table.keys import Kind
from galopp.table.levels import bot_names
from galopp.table.message import AnyMessage, Close
from galopp.table.record import record_of
from galopp.table.refused import NotNow, Refused
from galopp.table.seat import PHRASES, PIGS

SVG = "image/svg+xml"
TEXT = "text/plain; charset=utf-8"
MOST_STEPS = 16  # of one choice


# --- The server


async def health(call: Call) -> wire.Health:
    """The process is alive."""
    return wire.Health("ok", __version__, wire.PROTOCOL, call.services.clock.of_day())


async def readiness(call: Call) -> Response | wire.Health:
    """Tables can be opened and played: the rules are loaded, the log can be written."""
    services = call.services
    if not services.preparing.done:
        raise NotNow("game_not_ready", game=", ".join(services.preparing.missing))
    if services.leaving or not services.store.writes.work:
        raise NotNow("server_cannot_write")
    return await health(call)


async def metrics(call: Call) -> Response:
    """Figures for Prometheus."""
    figures, notices = call.services.metrics, call.services.notices
    figures.tables.set(len(call.services.registry.rooms))
    figures.tasks.set(len(asyncio.all_tasks()))
    figures.listeners.set(notices.listening)
    figures.notices_waiting.set(notices.waiting)
    return Response(figures.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


# --- Games


async def list_games(call: Call) -> list[wire.GameShown]:
    """The games that can be played here, with their options and moves."""
    return [_game_shown(call, name) for name in game_names()]


def _game_shown(call: Call, name: str) -> wire.GameShown:
    played = game(name)
    return wire.GameShown(
        name=name,
        ready=not call.services.preparing.is_being_prepared(name),
        rules=played.rules.VERSION,
        fewest=played.players[0],
        most=played.players[-1],
        options=[_option_shown(option) for option in played.rules.OPTIONS],
        moves=[
            wire.MoveShown(move.code, move.notation, move.kind, move.about, move.subject)
            for move in played.moves.values()
        ],
        payouts=list(played.rules.PAYOUTS),
        owned={about: list(names) for about, names in played.rules.OWNED.items()},
        bots=bot_names(),
    )


def _option_shown(option: Option) -> wire.OptionShown:
    words = option.words
    numbers = words if isinstance(words, Number | NumberOrNone) else None
    choices: list[Any] | None = None
    if isinstance(words, Flag):
        choices = [False, True]
    elif isinstance(words, Name):
        choices = list(words.names)
    return wire.OptionShown(
        name=option.name,
        default=option.write(option.values),
        ruling=option.ruling,
        choices=choices,
        lowest=numbers.low if numbers else None,
        highest=numbers.high if numbers else None,
        presets=list(option.presets),
    )


async def list_words(call: Call) -> wire.Words:
    """Phrases to say, pigs to be, bots to play against, languages to be told everything in."""
    return wire.Words(list(PHRASES), list(PIGS), bot_names(), list(LANGUAGES))


def _asked_for(call: Call) -> str:
    """The game that a request is about."""
    name: str = call.request.path_params["game"]
    if name not in game_names():
        raise Refused("no_such_game", written=name[:40])
    return name


async def list_explained(call: Call) -> dict[str, list[str]]:
    """Which rulings explain each event of a game, the most telling one first."""
    explained = game(_asked_for(call)).rules.EXPLAINED
    return {event: [*rulings] for event, rulings in explained.items()}


async def read_rules(call: Call) -> Response:
    """The rules of a game, as Markdown."""
    name = _asked_for(call)
    wanted = call.request.query_params.get("language", call.asker.language.code)
    if wanted not in LANGUAGES:
        raise Unreadable("unknown_language", language=wanted, names=", ".join(LANGUAGES))
    language = call.asker.in_language(wanted)
    return Response(language.rules(name), media_type="text/markdown; charset=utf-8")


# --- Opening and joining


async def open_table(call: Call, wanted: wire.OpenTable) -> wire.TableOpened:
    """Open a table."""
    call.asker.limits.use(call.asker.address, Use.OPEN)
    if wanted.begin is not None and wanted.begin.replay:
        call.asker.limits.use(EVERYBODY, Use.BRANCH_ALL)
    return await call.services.opening.open(wanted)


async def list_tables(call: Call) -> list[wire.TableListed]:
    """The public list; empty where the server keeps none."""
    return await call.services.public_list.read()


async def look_at_table(call: Call) -> feed.TableNews:
    """A table as everybody sees it who has its code."""
    return feed.table_news((await call.room()).table)


async def take_seat(call: Call, wanted: wire.SitDown) -> wire.SeatGiven:
    """Take a free seat and get its key."""
    room = await call.room()
    gives = await _carried_out(
        room,
        lambda table, _: sit_down(table, wanted.name, wanted.pig, wanted.seat, wanted.key),
    )
    return wire.SeatGiven(int(gives["seat"]), str(gives["key"]))


async def watch_table(call: Call, wanted: wire.Watch) -> wire.KeyGiven:
    """Be let in to watch and get a key for that."""
    call.asker.limits.use(call.asker.address, Use.WATCH)
    gives = await _carried_out(await call.room(), lambda table, _: admit(table, Kind(wanted.kind)))
    return wire.KeyGiven(str(gives["key"]))


async def _carried_out(room: Room, judging: Any) -> dict[str, str | int]:
    verdict: Verdict | Fault = await room.carry_out(judging)
    if isinstance(verdict, Fault):
        raise verdict
    return verdict.gives


# --- At the table


async def send_message(call: Call, said: AnyMessage) -> wire.Accepted:
    """Say something to the table: decide, undo, leave, arrange…"""
    room = await call.room()
    answer = await room.receive(said, call.sender(room))
    if isinstance(answer, Fault):
        raise answer
    return answer


async def look_at_game(call: Call) -> feed.GameNews:
    """The game as it stands, as one's own seat sees it; ?seat= chooses among several."""
    room = await call.room()
    news = feed.game_news(room.table, _viewer(call, room))
    if news is None:
        raise Refused("no_game_now")
    return news


def _viewer(call: Call, room: Room) -> int | None:
    """Whose eyes a request sees with: one of its own seats, or everybody's."""
    seats, wanted = sorted(call.sender(room).seats), call.number("seat")
    if wanted is None:
        return seats[0] if seats else None
    if wanted not in seats:
        raise Refused("not_your_seat", seat=wanted)
    return wanted


async def give_hint(call: Call) -> wire.Hint:
    """What the server's strongest bot would do now, by what one's own seat sees, and why."""
    room = await call.room()
    seat = _viewer(call, room)
    if seat is None:
        raise Refused("players_only")
    return await room.bots.hints.give(seat)


async def tell_ahead(call: Call) -> wire.Foresight:
    """What is certain of each move of one's own seat; ?after= names moves decided before it."""
    room = await call.room()
    seat = _viewer(call, room)
    if seat is None:
        raise Refused("players_only")
    return await foresight(
        room.table, call.services.threads, seat, call.numbers("after", MOST_STEPS)
    )


async def read_history(call: Call) -> Response:
    """What one's own seat saw happen, the latest 2000 events; ?since= leaves out what is known."""
    call.asker.limits.use(call.asker.address, Use.HISTORY)
    room = await call.room()
    viewer, since = _viewer(call, room), call.number("since")
    since = -1 if since is None else since
    told = await call.services.histories.read(room.table.code, viewer, since)
    return Response(b"[" + b",".join(map(bytes, told)) + b"]", media_type=JSON)


async def read_news(call: Call) -> Response:
    """All news from now on, one JSON object a line; an empty line says "still here"."""
    room = await call.room()
    sender, since, limits = call.sender(room), call.number("since"), call.asker.limits
    if call.request.method == "HEAD":
        return Response(media_type=LINES)
    limits.connect(call.asker.address)  # here, where it can still be refused

    async def told(scope: Scope, receive: Receive, send: Send) -> None:
        metrics = call.services.metrics
        metrics.streams.inc()
        try:
            arrival = Arrival(call.keys(), sender, since)
            await stream_lines(call.asker, room, arrival, receive, send)
        finally:
            metrics.streams.dec()
            limits.disconnect(call.asker.address)

    return _Streamed(told)


class _Streamed(Response):
    """A response that is written by whoever made it."""

    def __init__(self, told: Any) -> None:
        super().__init__()
        self._told = told

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._told(scope, receive, send)


async def read_record(call: Call) -> Response:
    """A game that is over, to keep, to replay and to check with `galopp verify`."""
    call.asker.limits.use(call.asker.address, Use.REPLAY)
    room, wanted = await call.room(), call.number("round")
    entries = await call.services.store.reads.log_of(room.table.code)
    call.services.days.check_open(entries, wanted)
    written = await call.services.threads.run(record_of, room.table.code, entries, wanted)
    name = f"{room.table.game.name}-{room.table.code}.txt"
    return PlainTextResponse(
        written, headers={"content-disposition": f'attachment; filename="{name}"'}
    )


async def delete_table(call: Call) -> None:
    """Close a table and delete everything about it. Host only."""
    room = await call.room()
    sender = call.sender(room)
    if room.table.phase != "closed":
        answer = await room.receive(Close(id="delete"), sender)
        if isinstance(answer, Fault):
            raise answer
    await call.services.delete(room)


# --- QR


async def draw_table_qr(call: Call) -> Response:
    """A QR code that leads to the table."""
    room = await call.room()
    return await _drawn(call, f"/t/{room.table.code}", "")


async def draw_qr(call: Call, wanted: wire.Draw) -> Response:
    """A QR code that leads to a page of this server, with a key behind the # if need be."""
    fragment = f"#{wanted.fragment}" if wanted.fragment else ""
    return await _drawn(call, f"/{wanted.path.lstrip('/')}", fragment)


async def _drawn(call: Call, path: str, fragment: str) -> Response:
    address, drawings = f"{call.asker.base}{path}{fragment}", call.services.drawings
    drawn = drawings.find(address)
    if drawn is None:
        call.asker.limits.use(call.asker.address, Use.DRAW)
        drawn = await drawings.draw(address, keep=not fragment)
    return Response(drawn, media_type=SVG)


OPERATIONS = (
    Operation("GET", "/healthz", health, "Is the process alive?", answer=wire.Health),
    Operation(
        "GET", "/readyz", readiness, "Can tables be played?", answer=wire.Health, refusals=(503,)
    ),
    Operation("GET", "/metrics", metrics, "Figures for Prometheus", media="text/plain"),
    Operation(
        "GET", "/api/games", list_games, "The games", answer=list[wire.GameShown], zipped=True
    ),
    Operation("GET", "/api/words", list_words, "What can be chosen by name", answer=wire.Words),
    Operation(
        "GET",
        "/api/games/{game}/rules",
        read_rules,
        "The rules of a game",
        media="text/markdown",
        query={"language": "de, en or fr"},
        refusals=(404,),
    ),
    Operation(
        "GET",
        "/api/games/{game}/explained",
        list_explained,
        "The rulings that explain each event",
        answer=dict[str, list[str]],
        refusals=(404,),
    ),
    Operation(
        "POST",
        "/api/tables",
        open_table,
        "Open a table",
        body=wire.OpenTable,
        answer=wire.TableOpened,
        status=201,
        refusals=(404, 409, 503),
    ),
    Operation("GET", "/api/tables", list_tables, "The public list", answer=list[wire.TableListed]),
    Operation(
        "GET",
        "/api/tables/{code}",
        look_at_table,
        "A table as everybody sees it",
        answer=feed.TableNews,
        at_table=True,
    ),
    Operation(
        "POST",
        "/api/tables/{code}/seats",
        take_seat,
        "Take a free seat",
        body=wire.SitDown,
        answer=wire.SeatGiven,
        status=201,
        at_table=True,
        refusals=(409,),
    ),
    Operation(
        "POST",
        "/api/tables/{code}/watchers",
        watch_table,
        "Be let in to watch",
        body=wire.Watch,
        answer=wire.KeyGiven,
        status=201,
        at_table=True,
        refusals=(403, 409),
    ),
    Operation(
        "POST",
        "/api/tables/{code}/messages",
        send_message,
        "Say something to the table",
        body=AnyMessage,
        answer=wire.Accepted,
        keyed=True,
        at_table=True,
        refusals=(403, 409),
    ),
    Operation(
        "GET",
        "/api/tables/{code}/game",
        look_at_game,
        "The game as one's own seat sees it",
        answer=feed.GameNews,
        keyed=True,
        at_table=True,
        query={"seat": "one of one's own seats"},
        refusals=(400, 403, 409),
    ),
    Operation(
        "GET",
        "/api/tables/{code}/hint",
        give_hint,
        "What a bot would do now in one's own place, with its chances",
        answer=wire.Hint,
        keyed=True,
        at_table=True,
        query={"seat": "one of one's own seats"},
        refusals=(400, 403, 409),
    ),
    Operation(
        "GET",
        "/api/tables/{code}/foresight",
        tell_ahead,
        "What is certain to happen with each move of one's own seat",
        answer=wire.Foresight,
        keyed=True,
        at_table=True,
        query={
            "seat": "one of one's own seats",
            "after": "codes that would be decided before, with commas between",
        },
        refusals=(400, 403, 409),
    ),
    Operation(
        "GET",
        "/api/tables/{code}/history",
        read_history,
        "What one's own seat saw happen so far",
        answer=list[feed.Past],
        keyed=True,
        at_table=True,
        query={"seat": "one of one's own seats", "since": "leave out events up to this number"},
        refusals=(400, 403),
    ),
    Operation(
        "GET",
        "/api/tables/{code}/news",
        read_news,
        "All news from now on, one JSON object a line",
        media=LINES,
        keyed=True,
        at_table=True,
        query={"since": "the last event heard of"},
        refusals=(400,),
    ),
    Operation(
        "GET",
        "/api/tables/{code}/record",
        read_record,
        "A game that is over, for `galopp replay` and `galopp verify`",
        media="text/plain",
        at_table=True,
        query={"round": "which game of the table; the last one that is over, if left out"},
        refusals=(400, 409),
    ),
    Operation(
        "DELETE",
        "/api/tables/{code}",
        delete_table,
        "Close a table and delete everything about it",
        status=204,
        keyed=True,
        at_table=True,
        refusals=(403,),
    ),
    Operation(
        "GET",
        "/api/tables/{code}/qr.svg",
        draw_table_qr,
        "A QR code that leads to the table",
        media=SVG,
        at_table=True,
    ),
    Operation(
        "POST",
        "/api/qr",
        draw_qr,
        "A QR code that leads to a page of this server",
        body=wire.Draw,
        media=SVG,
    ),
    *STANDINGS,
    *replay_api.OPERATIONS,
    *NOTICES,
)
