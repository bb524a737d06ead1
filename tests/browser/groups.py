"""A group in browsers and by clients: how people come to one and what they do there."""

import random
import secrets
from dataclasses import dataclass, field
from typing import Any

import httpx
from people import Person
from playwright.sync_api import expect

from serving import CLIENT, ServerProcess


def open_group(person: Person, name: str, member: str) -> str:
    """From the first page to the page of a new group; its code."""
    person.go_home()
    person.page.get_by_role("link", name=person.say("home.group.open")).click()
    person.page.get_by_label(person.say("group.name")).fill(name)
    person.call_oneself(member)
    person.button("group.open.do").click()
    see_group(person, name)
    return person.page.url.rsplit("/", 1)[1]


def see_group(person: Person, name: str) -> None:
    expect(person.page.get_by_role("heading", level=1, name=name)).to_be_visible()


def join_group(person: Person, code: str, member: str) -> None:
    """By the link, with a name."""
    person.page.goto(f"{person.server.address}/g/{code}")
    person.call_oneself(member)
    person.page.locator(".group-form button[type=submit]").click()
    expect(person.page.locator("galopp-group-page")).to_be_visible()


def is_here(person: Person, *names: str) -> None:
    """These are seen to be here."""
    for name in names:
        here = person.page.locator(".group-person.here", has_text=name)
        expect(here).to_contain_text(person.say("group.here"))


def standing(person: Person, name: str) -> list[str]:
    """The row of somebody in the standings, as it is read."""
    row = person.page.locator("galopp-group-standings tbody tr", has_text=name).first
    return [cell.strip() for cell in row.locator("td").all_inner_texts()]


def key_of(person: Person, code: str) -> str:
    """The key of whoever looks at the group in this browser."""
    kept = person.page.evaluate("JSON.parse(localStorage.getItem('galopp.groups'))")
    return str(kept[code]["key"])


@dataclass
class Client:
    """A member without a browser."""

    server: ServerProcess
    code: str
    name: str
    key: str = ""
    member: int = -1
    seats: dict[str, tuple[int, str]] = field(default_factory=dict)
    chance: random.Random = field(default_factory=lambda: random.Random(5))

    def join(self) -> "Client":
        given = self.post("/members", {"name": self.name})
        self.key, self.member = given["key"], given["member"]
        return self

    def ask(self, method: str, address: str, key: str, body: Any = None) -> httpx.Response:
        headers = {"authorization": f"Bearer {key}"} if key else {}
        whole = f"{self.server.address}/api{address}"
        answer = CLIENT.request(method, whole, headers=headers, json=body)
        answer.raise_for_status()
        return answer

    def post(self, path: str, body: dict[str, Any]) -> Any:
        return self.ask("POST", f"/groups/{self.code}{path}", self.key, body).json()

    def tell(self, kind: str, **said: Any) -> None:
        self.post("/messages", {"type": kind, "id": secrets.token_hex(8), **said})

    def draw(self, tournament: int, number: int) -> None:
        """Draw a round of a tournament."""
        body = {"id": secrets.token_hex(8), "round": number}
        self.post(f"/tournaments/{tournament}/rounds", body)

    def news(self) -> Any:
        return self.ask("GET", f"/groups/{self.code}", self.key).json()

    def sit(self, table: str) -> None:
        given = self.post("/seats", {"table": table, "key": secrets.token_urlsafe(16)})
        self.seats[table] = (given["seat"], given["key"])

    def decide(self, table: str) -> bool:
        """Make any legal move at a table, if this one is asked there."""
        seat, key = self.seats[table]
        stands = self.ask("GET", f"/tables/{table}/game?seat={seat}", key).json()
        if seat not in stands["asked"]:
            return False
        move = self.chance.choice(stands["legal"])
        said = {"seat": seat, "decision": stands["decision"], "moves": [move]}
        body = {"type": "decide", "id": secrets.token_hex(8), **said}
        self.ask("POST", f"/tables/{table}/messages", key, body)
        return True
