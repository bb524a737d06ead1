"""Every screen there is, and the way to it: for whatever must hold on all of them."""

from collections.abc import Iterator

from people import Person
from playwright.sync_api import expect


def around_home(person: Person) -> Iterator[str]:
    """Home, the sheet in which a new table is wished for, and the page of the rules."""
    person.go_home()
    yield "home"
    person.choose_game("saumaumau", players=3)
    yield "new table"
    person.page.keyboard.press("Escape")
    expect(person.page.locator("dialog")).to_have_count(0)
    person.page.goto(f"{person.server.address}/rules/saumaumau#S10")
    expect(person.page.locator(".rules-marked").first).to_be_visible()
    yield "rules"


def around_lobby(host: Person, guest: Person, game: str) -> Iterator[tuple[Person, str]]:
    """The lobby as the host and as a guest see it, and a chair from near."""
    code = host.open_table(game, players=3)
    yield host, "lobby of the host"
    host.unfold()
    yield host, "lobby of the host, unfolded"
    host.page.locator(".chair-free button").first.click()
    expect(host.page.get_by_role("dialog")).to_be_visible()
    yield host, "a chair"
    host.page.keyboard.press("Escape")
    guest.follow_link(code)
    yield guest, "lobby of a guest"
    guest.page.locator(".lobby-start button").first.click()
    expect(guest.page.get_by_role("dialog")).to_be_visible()
    yield guest, "sitting down"
    guest.page.keyboard.press("Escape")
    expect(guest.page.locator("dialog")).to_have_count(0)


def sheets(person: Person) -> Iterator[str]:
    """Everything that lies over the table when it is called."""
    page = person.page
    for opened in ("menu", "talk"):
        page.locator(f".tool.{opened}").click()
        yield from leaves(person, opened)
    page.locator("button.latest").click()
    yield from leaves(person, "log")
    page.keyboard.press("?")
    yield from leaves(person, "help")
    page.locator(".tool.rules").click()
    expect(page.locator(".rules-text")).to_be_visible()
    yield from leaves(person, "rules")
    page.locator(".badge").last.click()
    yield from leaves(person, "seat")


def leaves(person: Person, opened: str) -> Iterator[str]:
    dialog = person.page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    yield opened
    if opened == "menu":
        for leaf in ("share", "device", "notices", "settings"):
            dialog.get_by_role("button", name=person.say(f"menu.{leaf}")).click()
            expect(dialog.locator(".act.back")).to_be_visible()
            yield f"menu: {leaf}"
            dialog.locator(".act.back").click()
    person.page.keyboard.press("Escape")
    expect(person.page.locator("dialog")).to_have_count(0)
