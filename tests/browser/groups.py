"""A group in browsers and by clients: how people come to one and what they do there."""

import random
import re
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from people import Person
from playwright.sync_api import expect

from galopp.client import Seat, Server
from galopp.table.message import Decide
from serving import ServerProcess

QUIET: dict[str, Any] = {"reduced_motion": "reduce"}


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


def open_short_table(person: Person, game: str = "schweinsgalopp") -> None:
    """A short game for three, with whoever is here."""
    person.button("group.play.other").click()
    dialog = person.page.get_by_role("dialog")
    dialog.locator(".chip", has_text=person.say("title", game)).click()
    dialog.locator(".chip", has_text=re.compile(r"^\s*3\s*$")).click()
    if game != "ostfriesenlauf":  # which is short
        dialog.locator(".chip", has_text=person.say("lobby.preset.short")).click()
    person.button("group.table.open").click()
    arrive(person)


def arrive(person: Person) -> None:
    person.page.wait_for_url("**/t/*")
    person.code = person.page.url.rsplit("/", 1)[1]
    person.see_lobby()


def plan(person: Person, game: str, rounds: int = 1, minutes: int = 0, days: bool = False) -> None:
    """From the page of the group to a plan for tables of two."""
    person.button("group.plan").click()
    dialog = person.page.get_by_role("dialog")
    first = dialog.locator(".group-expected input").first
    expect(first).to_be_checked()
    chosen = dialog.get_by_role("checkbox", name=person.say("title", game), exact=True)
    if not chosen.is_checked():
        chosen.check()
        first.uncheck()
    for key, number in (("size", 2), ("rounds", rounds)):
        field = dialog.get_by_role("spinbutton", name=person.say(f"group.plan.{key}"))
        field.fill(str(number))
        field.press("Tab")
    if minutes:
        length = person.say("clock.minutes", count=minutes)
        dialog.locator("#plan-minutes").select_option(label=length)
    if days:
        dialog.get_by_role("switch", name=person.say("group.plan.over_days")).click()
    person.button("group.plan.do").click()
    expect(dialog).to_have_count(0)


def device_link(person: Person) -> str:
    """The link that lets another device in, from the settings, which stay open."""
    person.button("group.settings").click()
    person.page.get_by_role("dialog").get_by_role("button", name=person.say("group.device")).click()
    link = person.page.locator(".device-link input")
    expect(link).to_have_value(re.compile("/g/.*#device="))
    return link.input_value()


class Client:
    """A member without a browser, who makes any legal move when asked."""

    def __init__(self, server: Server, code: str, name: str) -> None:
        self.group = server.join_group(code, name)
        self.seats: dict[str, Seat] = {}
        self.chance = random.Random(5)

    @property
    def member(self) -> int:
        return self.group.member

    def sit(self, table: str) -> None:
        self.seats[table] = self.group.sit(table)

    def decide(self, table: str) -> bool:
        """Decide at a table, if this one is asked there."""
        seat = self.seats[table]
        stands = seat.look()
        if seat.number not in stands.asked:
            return False
        moves = [self.chance.choice(stands.legal)]
        answer = {"seat": seat.number, "decision": stands.decision, "moves": moves}
        seat.table.send(Decide(id=secrets.token_hex(8), **answer))
        return True


@contextmanager
def joined(server: ServerProcess, code: str, names: Sequence[str]) -> Iterator[list[Client]]:
    """These join a group, and hang up afterwards."""
    with Server(server.address) as line:
        yield [Client(line, code, name) for name in names]
