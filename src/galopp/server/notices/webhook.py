"""A message as an HTTP request, in one of three formats.

galopp      our own JSON, posted to the address as it is
ntfy        https://ntfy.example/TOPIC, published as ntfy's JSON
matrix      https://matrix.example/!ROOM, sent as a message of the bot whose token it is
"""

import re
from typing import Any
from urllib.parse import quote

import httpx
import msgspec

from galopp.core.fault import Unreadable
from galopp.server.notices.calling import Call
from galopp.server.notices.message import Message
from galopp.server.notices.ssrf_guard import read_url
from galopp.table.refused import Refused
from galopp.wire.notices import Webhook

FORMAT_VERSION = 1
TOPIC = re.compile(r"[-_A-Za-z0-9]{1,64}")
ROOM = re.compile(r"![^/]{1,255}")
JSON = {"content-type": "application/json"}


def check(way: Webhook) -> httpx.URL:
    """The address that will be called; raises `Fault` if it does not suit its format."""
    url = read_url(way.url)
    if way.format == "ntfy":
        _topic(url)
    if way.format == "matrix":
        _room(url)
        if not way.token:
            raise Refused("matrix_needs_token")
    return url


def call_of(way: Webhook, message: Message) -> Call:
    """The request that delivers a message."""
    method, url, body = FORMATS[way.format](check(way), message)
    token = {"authorization": f"Bearer {way.token}"} if way.token else {}
    return Call(method, url, {**JSON, **token}, msgspec.json.encode(body))


def _galopp(url: httpx.URL, message: Message) -> tuple[str, httpx.URL, Any]:
    about = [one._asdict() for one in message.tables]
    said = {"title": message.title, "sentence": message.sentence, "link": message.link}
    head = {"galopp": FORMAT_VERSION, "id": message.id, "kind": message.kind}
    told = {"language": message.language, "at": message.at, "tables": about}
    return "POST", url, {**head, **said, **told}


def _ntfy(url: httpx.URL, message: Message) -> tuple[str, httpx.URL, Any]:
    topic = _topic(url)
    root = url.path.removesuffix("/").removesuffix(topic)
    body = {
        "topic": topic,
        "title": message.title,
        "message": message.sentence,
        "click": message.link,
        "tags": ["pig"],
    }
    return "POST", url.copy_with(path=root, query=None), body


def _topic(url: httpx.URL) -> str:
    topic = url.path.removesuffix("/").rpartition("/")[2]
    if TOPIC.fullmatch(topic) is None:
        raise Unreadable("not_an_ntfy_address", written=str(url)[:80])
    return topic


def _matrix(url: httpx.URL, message: Message) -> tuple[str, httpx.URL, Any]:
    # The id of a message names the transaction: sent again, it appears once.
    path = f"/_matrix/client/v3/rooms/{quote(_room(url), safe='')}/send/m.room.message/{message.id}"
    body = {"msgtype": "m.text", "body": f"{message.title}\n{message.sentence}\n{message.link}"}
    return "PUT", httpx.URL(f"{url.scheme}://{url.netloc.decode()}{path}"), body


def _room(url: httpx.URL) -> str:
    room = url.path.removeprefix("/").removesuffix("/")
    if ROOM.fullmatch(room) is None:
        raise Unreadable("not_a_matrix_address", written=str(url)[:80])
    return room


FORMATS = {"galopp": _galopp, "ntfy": _ntfy, "matrix": _matrix}
