"""The games that can be played, and what can be chosen by name."""

from starlette.responses import Response

from galopp import wire
from galopp.core.events import explained
from galopp.core.fault import Unreadable
from galopp.locale import LANGUAGES
from galopp.play.game import game, game_names
from galopp.server.groups.passkeys import AVAILABLE
from galopp.server.http.operation import Call, Operation
from galopp.table.levels import bot_names
from galopp.table.refused import Refused
from galopp.table.seat import PHRASES, PIGS
from galopp.wire.facts import described


async def list_games(call: Call) -> list[wire.GameShown]:
    """The games that can be played here, with their options and moves."""
    return [_described(call, name) for name in game_names()]


def _described(call: Call, name: str) -> wire.GameShown:
    ready = not call.services.preparing.is_being_prepared(name)
    return described(name, ready, bot_names())


async def list_words(call: Call) -> wire.Words:
    """Phrases to say, pigs to be, bots to play against, languages to be told everything in."""
    return wire.Words(list(PHRASES), list(PIGS), bot_names(), list(LANGUAGES), AVAILABLE)


def _asked_for(call: Call) -> str:
    """The game that a request is about."""
    name: str = call.request.path_params["game"]
    if name not in game_names():
        raise Refused("no_such_game", written=name[:40])
    return name


async def list_explained(call: Call) -> dict[str, list[str]]:
    """Which rulings explain each event of a game, the most telling one first."""
    rules = game(_asked_for(call)).rules
    return {event: [*rulings] for event, rulings in explained(rules).items()}


async def read_rules(call: Call) -> Response:
    """The rules of a game, as Markdown."""
    name = _asked_for(call)
    wanted = call.request.query_params.get("language", call.asker.language.code)
    if wanted not in LANGUAGES:
        raise Unreadable("unknown_language", language=wanted, names=", ".join(LANGUAGES))
    language = call.asker.in_language(wanted)
    return Response(language.rules(name), media_type="text/markdown; charset=utf-8")


OPERATIONS = (
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
)
