"""Tables and devices at a real server, with little between a test and the wire."""

import itertools
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from galopp import wire
from galopp.play.game import game
from galopp.wire.frames import FrameReader
from galopp.wire.layout import framed_games
from serving import CLIENT, WITHIN, ServerProcess

Message = dict[str, Any]

_numbers = itertools.count(1)


class OddServer(ServerProcess):
    """A server with a clock that stands still, or with less patience, or with hasty notices."""

    program = (str(Path(__file__).with_name("odd_server.py")),)


@dataclass
class Line:
    """One WebSocket of one device."""

    socket: ClientConnection
    heard: list[Message] = field(default_factory=list)
    frames: FrameReader | None = None

    def send(self, message: Message | str | bytes) -> None:
        self.socket.send(json.dumps(message) if isinstance(message, dict) else message)

    def hear(self) -> Message:
        said = self.socket.recv(timeout=WITHIN)
        self.heard.append(json.loads(said) if isinstance(said, str) else self._framed(said))
        return self.heard[-1]

    def _framed(self, frame: bytes) -> Message:
        """A frame, as the JSON that says the same."""
        if self.frames is None:
            self.frames = FrameReader(game(framed_games()[str(self.socket.subprotocol)]))
        news: Message = json.loads(wire.encode(self.frames.read(frame)))
        return news

    def until(self, is_it: Callable[[Message], bool]) -> Message:
        """Listen until something was said."""
        while not is_it(self.hear()):
            pass
        return self.heard[-1]

    def until_type(self, *types: str) -> Message:
        return self.until(lambda message: message["type"] in types)

    def say(self, type_: str, **fields: Any) -> Message:
        """Say something and wait for the answer."""
        said = {"type": type_, "id": f"m{next(_numbers)}", **fields}
        self.send(said)
        return self.until(lambda message: message.get("id") == said["id"])


@dataclass
class Table:
    """A table, opened over HTTP, and all its keys."""

    server: ServerProcess
    code: str
    host: str
    players: int
    seats: list[str] = field(default_factory=list)

    @classmethod
    def open(
        cls, server: ServerProcess, game: str = "saumaumau", players: int = 2, **wanted: Any
    ) -> "Table":
        wanted = {"game": game, "players": players, "settings": {"pace": 0}, **wanted}
        opened = CLIENT.post(f"{server.address}/api/tables", json=wanted)
        assert opened.status_code == 201, opened.text
        return cls(server, opened.json()["code"], opened.json()["key"], players)

    def ask(self, method: str, path: str = "", *keys: str, **sent: Any) -> httpx.Response:
        """A request about this table, with keys."""
        if keys:
            shown = {"authorization": f"Bearer {','.join(keys)}"}
            sent["headers"] = {**shown, **sent.get("headers", {})}
        return CLIENT.request(method, f"{self.server.address}{self.path}{path}", **sent)

    @property
    def path(self) -> str:
        return f"/api/tables/{self.code}"

    def sit_down(self, people: int | None = None) -> "Table":
        """Let people sit down, bots in the seats that are left, and deal."""
        people = self.players if people is None else people
        for seat in range(people):
            given = self.ask("POST", "/seats", json={"name": f"P{seat}", "seat": seat})
            self.seats.append(given.raise_for_status().json()["key"])
        for seat in range(people, self.players):
            self.say(self.host, "add_bot", seat=seat, level="casual").raise_for_status()
        self.say(self.host, "start").raise_for_status()
        return self

    def watch(self, kind: str = "spectator") -> str:
        given = self.ask("POST", "/watchers", json={"kind": kind})
        return str(given.raise_for_status().json()["key"])

    def say(self, key: str, type_: str, /, **fields: Any) -> httpx.Response:
        said = {"type": type_, "id": f"m{next(_numbers)}", **fields}
        return self.ask("POST", "/messages", key, json=said)

    def game(self, key: str, seat: int | None = None) -> Message:
        where = "/game" if seat is None else f"/game?seat={seat}"
        answer: Message = self.ask("GET", where, key).raise_for_status().json()
        return answer

    def decide(self, seat: int, choose: Callable[[list[int]], int] = min) -> httpx.Response:
        """Let a seat decide something legal."""
        asked = self.game(self.seats[seat])
        moves = [choose(asked["legal"])]
        key, number = self.seats[seat], asked["decision"]
        return self.say(key, "decide", seat=seat, decision=number, moves=moves)

    def mover(self) -> int:
        return int(self.game(self.seats[0])["asked"][0])

    def picture(self) -> list[bytes]:
        """Everything that everybody may know of the table, but for who is connected."""
        keys = self.seats or [self.host]
        answers = [self.ask("GET", path, key) for key in keys for path in ("/history", "/game")]
        news = self.ask("GET").raise_for_status().json()
        for shown in news["seats"]:
            del shown["connected"], shown["away_since"]
        for coming_and_going in ("host_connected", "host_away_since", "watching", "screens"):
            del news[coming_and_going]
        return [answer.content for answer in answers] + [json.dumps(news).encode()]

    @contextmanager
    def line(self, *keys: str, language: str = "en", **connecting: Any) -> Iterator[Line]:
        """A device that has said hello and heard how everything stands."""
        with self.silent_line(**connecting) as line:
            line.send({"type": "hello", "keys": list(keys), "language": language})
            line.until_type("table", "refused")
            yield line

    @contextmanager
    def silent_line(self, **connecting: Any) -> Iterator[Line]:
        """A device that has said nothing yet."""
        address = self.server.socket_address(self.code)
        # All that comes is taken in at once, also while a test is busy with something else: on
        # whoever reads nothing for a while the server hangs up.
        usual = {"compression": None, "proxy": None, "ping_interval": None, "max_queue": None}
        connecting = {**usual, **connecting}
        with connect(address, **connecting) as socket:
            yield Line(socket)
