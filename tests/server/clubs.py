"""Groups at a real server: people in them, tables opened from them, games played to the end."""

import itertools
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import httpx
from devices import Message, Table

from galopp.table.keys import new_key
from serving import CLIENT, ServerProcess

SHORT = {"game": "schweinsgalopp", "players": 2, "options": {"races": 1}}
AT_ONCE = {"pace": 0}
PATIENCE = 30.0  # seconds, for a process that has not let go yet of what is another's

_numbers = itertools.count(1)


def patiently(ask: Callable[[], httpx.Response]) -> httpx.Response:
    """What is answered in the end; "not now" is asked again."""
    end = time.monotonic() + PATIENCE
    while True:
        answer = ask()
        if answer.status_code != httpx.codes.SERVICE_UNAVAILABLE or time.monotonic() > end:
            return answer
        time.sleep(0.1)


class GroupTable(Table):
    """A table of a group, which may be on its way from one process to another."""

    def ask(self, method: str, path: str = "", *keys: str, **sent: Any) -> httpx.Response:
        asked = super().ask
        return patiently(lambda: asked(method, path, *keys, **sent))


@dataclass
class Person:
    """A member of a group, with their key."""

    server: ServerProcess
    code: str
    member: int
    key: str

    @classmethod
    def founds(cls, server: ServerProcess, name: str = "Anna", **wanted: Any) -> "Person":
        wanted = {"name": "Thursday", "member": name, **wanted}
        given = CLIENT.post(f"{server.address}/api/groups", json=wanted)
        assert given.status_code == 201, given.text
        return cls(server, **given.json())

    def joined_by(self, name: str, **wanted: Any) -> "Person":
        given = self.ask("POST", "/members", json={"name": name, **wanted}, key="")
        assert given.status_code == 201, given.text
        return Person(self.server, **given.json())

    def ask(
        self, method: str, path: str = "", key: str | None = None, **sent: Any
    ) -> httpx.Response:
        """A request about the group, with one's own key or another."""
        shown = self.key if key is None else key
        headers = {"authorization": f"Bearer {shown}"} if shown else {}
        address = f"{self.server.address}/api/groups/{self.code}{path}"
        return patiently(lambda: CLIENT.request(method, address, headers=headers, **sent))

    def told(self, method: str, path: str = "", **sent: Any) -> Any:
        """What is answered, if it is no refusal."""
        answer = self.ask(method, path, **sent)
        assert answer.is_success, answer.text
        return answer.json()

    def news(self) -> Message:
        shown: Message = self.told("GET")
        return shown

    def until(self, is_it: Any) -> Message:
        """The group as soon as something is so."""
        news = self.news()
        while not is_it(news):
            news = self.told("GET", f"?stamp={news['stamp']}")
        return news

    def say(self, type_: str, **fields: Any) -> httpx.Response:
        said = {"type": type_, "id": f"g{next(_numbers)}", **fields}
        return self.ask("POST", "/messages", json=said)

    def opens(self, **wanted: Any) -> Table:
        """A table of the group, in which nobody sits yet."""
        wanted = {**SHORT, "settings": AT_ONCE, **wanted}
        opened = self.told("POST", "/tables", json=wanted)
        return GroupTable(self.server, opened["table"], opened["key"], wanted["players"])

    def sits(self, table: Table, seat: int | None = None, key: str | None = None) -> str:
        """Sit down at a table of the group; the key of the seat."""
        wanted = {"table": table.code, "key": key or new_key(), "seat": seat}
        return str(self.told("POST", "/seats", json=wanted)["key"])


def play(table: Table) -> None:
    """Let whoever holds keys at a table decide until the game is over."""
    by_seat = {table.game(key)["viewer"]: key for key in table.seats}
    while True:
        for seat, key in by_seat.items():
            news = table.game(key)
            if news["winners"] is not None:
                return
            if seat in news["asked"] and news["legal"]:
                moves, number = [min(news["legal"])], news["decision"]
                table.say(key, "decide", seat=seat, decision=number, moves=moves)


def play_alone(person: Person, **wanted: Any) -> Table:
    """A game of one member against a bot, to its end."""
    table = person.opens(**wanted)
    table.seats = [person.sits(table, 0)]
    for seat in range(1, table.players):
        table.say(table.host, "add_bot", seat=seat, level="casual").raise_for_status()
    table.say(table.host, "start").raise_for_status()
    play(table)
    return table
