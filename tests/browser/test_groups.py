"""Groups in real browsers: opened, joined, played in, looked at, left."""

import re
from pathlib import Path
from typing import Any

import pytest
from groups import (
    QUIET,
    Client,
    arrive,
    is_here,
    join_group,
    joined,
    key_of,
    open_group,
    open_short_table,
    see_group,
    standing,
)
from people import LAPTOP, PHONE, Person, hurry
from playwright.sync_api import Locator, expect
from test_axe import findings
from test_fits import LINES, measured
from typist import IS_CALLED, Typist

from serving import ServerProcess

SETTINGS = {"notices": "menu.notices"}  # which is called as at a table
NAMES = ["Bo", "Cy", "Di", "Ed", "Flo", "Gil", "Hal", "Ida", "Jo", "Kai", "Lu"]


def strip(person: Person) -> Locator:
    """What is said at a table of the group it counts for."""
    return person.page.locator(".at-group")


def play_a_game(host: Person, guest: Person) -> None:
    """From the page of the group to the result, with one bot."""
    open_short_table(host)
    guest.page.locator(".group-table.waits").get_by_role("button").click()
    arrive(guest)
    host.fill_with_bots()
    guest.see_table()
    hurry(host, guest)


def two_members(people, name: str = "Thursdays") -> tuple[Person, Person, str]:
    anna, ben = people(**QUIET), people("fr", PHONE, **QUIET)
    code = open_group(anna, name, "Anna")
    join_group(ben, code, "Ben")
    return anna, ben, code


def test_from_the_first_page_to_the_next_table(people) -> None:
    """Two browsers: open, join by link, play with a bot, standings, once more one seat further."""
    anna, ben, code = two_members(people)
    for person in (anna, ben):
        is_here(person, "Anna", "Ben")
    open_short_table(anna)
    expect(strip(anna)).to_contain_text(anna.say("group.counts", name="Thursdays"))
    ben.page.locator(".group-table.waits").get_by_role("button").click()
    arrive(ben)
    expect(strip(ben)).to_contain_text(ben.say("group.counts", name="Thursdays"))
    before = {seat for seat in anna.keys()["seats"]}, {seat for seat in ben.keys()["seats"]}
    anna.fill_with_bots()
    ben.see_table()
    hurry(anna, ben)
    expect(strip(anna)).to_contain_text(anna.say("group.counted", name="Thursdays"))

    anna.button("group.next").click()
    anna.page.wait_for_url(re.compile(f"/t/(?!{anna.code})"))
    arrive(anna)
    waiting = ben.say("group.next.waits", game=ben.say("title", "schweinsgalopp"))
    ben.page.get_by_role("button", name=waiting).click()
    ben.page.wait_for_url(re.compile(f"/t/(?!{ben.code})"))
    arrive(ben)
    assert (set(anna.keys()["seats"]), set(ben.keys()["seats"])) != before, "one seat further"

    ben.page.locator(".at-group a").click()
    see_group(ben, "Thursdays")
    expect(ben.page.locator(".group-game")).to_have_count(1)
    bot = ben.say("group.bot").partition("{")[0]
    expect(ben.page.locator(".group-game")).to_contain_text(bot)  # Trudi is no member
    assert standing(ben, "Anna")[1] == "1"
    ben.page.locator(".group-game a").first.click()
    ben.page.wait_for_url("**/replay/**")
    expect(ben.page.locator("galopp-replay svg").first).to_be_visible()
    ben.go_home()
    ben.page.get_by_role("link", name="Thursdays").click()
    ben.page.locator(".group-play .primary").click()
    arrive(ben)
    expect(ben.page.locator("summary", has_text=ben.say("lobby.preset.short"))).to_be_visible()


def test_a_guest_is_asked_whether_it_counts(people) -> None:
    anna = people(**QUIET)
    open_group(anna, "Sundays", "Anna")
    open_short_table(anna)
    otto = people("de", PHONE, **QUIET)
    otto.follow_link(anna.code)
    otto.sit_down("Otto")
    expect(strip(anna)).to_contain_text(anna.say("group.counts.once", name="Sundays", who="Otto"))
    otto.page.get_by_role("button", name=otto.say("group.agree", name="Otto")).click()
    expect(strip(anna)).to_contain_text(anna.say("group.counts", name="Sundays"))
    expect(strip(otto)).to_contain_text(otto.say("group.counts", name="Sundays"))


def test_a_member_who_looks_on_sits_down_as_who_they_are(people) -> None:
    anna, ben, _ = two_members(people)
    open_short_table(anna)
    ben.follow_link(anna.code)
    ben.page.get_by_role("button", name=ben.say("group.sit_as", name="Ben")).click()
    expect(ben.page.locator(".chair-name", has_text="Ben")).to_be_visible()
    expect(strip(ben).get_by_role("button")).to_have_count(0)
    assert ben.keys()["seats"]


def test_a_printed_board_counts_too_until_it_is_struck(people) -> None:
    anna, ben, _ = two_members(people)
    anna.button("group.add").click()
    anna.button("group.add.do").click()
    for person in (anna, ben):
        expect(person.page.locator(".group-game")).to_have_count(1)
        expect(person.page.locator(".group-evening")).to_be_visible()
    assert standing(anna, "Anna")[1:3] == ["1", "1"]
    expect(ben.page.locator(".group-strike")).to_have_count(0)
    anna.page.locator(".group-strike").click()
    expect(anna.page.locator(".group-strike")).to_have_text(anna.say("group.strike.really"))
    anna.page.locator(".group-strike").click()
    expect(ben.page.locator(".group-game.struck")).to_contain_text(ben.say("group.struck"))


def test_a_season_a_file_and_the_way_out(people, tmp_path: Path) -> None:
    anna, ben, _ = two_members(people)
    anna.button("group.season.set").click()
    anna.page.get_by_label(anna.say("group.season.name")).fill("Winter")
    anna.button("group.save").click()
    expect(ben.page.locator("#group-season")).to_contain_text("Winter")

    anna.button("group.settings").click()
    with anna.page.expect_download() as download:
        anna.button("group.export").click()
    download.value.save_as(tmp_path / "group.json")
    assert (tmp_path / "group.json").stat().st_size > 100

    ben.button("group.settings").click()
    ben.button("group.leave").click()
    ben.page.locator(".grave .danger").click()
    expect(ben.page.get_by_role("status")).to_contain_text(ben.say("group.gone.left"))
    expect(anna.page.locator(".group-person")).to_have_count(1)

    anna.trouble.expect("404")  # whoever asks now is told that it is gone
    anna.button("group.close").click()
    anna.page.locator(".grave .danger").click()
    expect(anna.page.get_by_role("status")).to_contain_text(anna.say("group.gone.closed"))


def play_round(anna: Person, clients: list[Client]) -> None:
    """Everybody goes to their table, and plays there until all is counted."""
    tournament = clients[0].group.news().tournament
    assert tournament is not None
    drawn = tournament.drawn[-1]
    anna.page.locator(".group-mine").click()
    anna.page.wait_for_url("**/t/*")
    anna.code = anna.page.url.rsplit("/", 1)[1]
    for table in drawn.tables:
        for client in clients:
            if client.member in table.seats:
                client.sit(table.table)
    own = [client for client in clients if anna.code in client.seats]
    others = {table.table for table in drawn.tables} - {anna.code}
    anna.see_table()
    seat = int(next(iter(anna.keys()["seats"])))
    while anna.view(seat)["asked"]:
        anna.decide(seat)
        for client in own:
            client.decide(anna.code)
    for other in others:
        sitting = [client for client in clients if other in client.seats]
        while any([client.decide(other) for client in sitting]):
            pass


@pytest.mark.parametrize(("number", "size"), [(4, 2), (12, 4)])
@pytest.mark.thorough  # every day twelve play one over HTTP, and a round is drawn with the keys
def test_a_tournament(people, number: int, size: int) -> None:
    """One in a browser, the others by clients; a screen in the room shows who sits where."""
    anna = people(**QUIET)
    code = open_group(anna, "Cup", "Anna")
    with joined(anna.server, code, NAMES[: number - 1]) as clients:
        play_tournament(people, anna, code, clients, size)


def play_tournament(people, anna: Person, code: str, clients: list[Client], size: int) -> None:
    """Two rounds, from the plan to the open secret."""
    number = len(clients) + 1
    anna.button("group.plan").click()
    dialog = anna.page.get_by_role("dialog")
    dialog.locator("label", has_text=anna.say("title", "ostfriesenlauf")).click()
    dialog.locator("label", has_text=anna.say("title", "saumaumau")).click()
    dialog.get_by_role("spinbutton", name=anna.say("group.plan.size")).fill(str(size))
    dialog.get_by_role("spinbutton", name=anna.say("group.plan.rounds")).fill("2")
    dialog.get_by_role("spinbutton", name=anna.say("group.plan.rounds")).press("Tab")
    anna.button("group.plan.do").click()
    expect(dialog).to_have_count(0)
    for client in clients:
        client.group.enter(1)
    expect(anna.page.locator(".group-tournament")).to_contain_text(NAMES[number - 2])

    anna.button("group.draw", number=1).click()
    expect(anna.page.locator(".group-round > li")).to_have_count(number // size)
    room: Person = people("de", {"width": 1920, "height": 1080}, **QUIET)
    room.page.goto(f"{room.server.address}/tv/{code}#screen={clients[0].group.screen_key()}")
    expect(room.page.locator(".group-tv .group-round > li")).to_have_count(number // size)
    play_round(anna, clients)
    anna.page.goto(f"{anna.server.address}/g/{code}")  # and it goes on, as after a reload
    anna.button("group.draw", number=2).click()
    expect(room.page.locator(".group-tv h2").first).to_contain_text(
        room.say("group.round", number=2, game=room.say("title", "ostfriesenlauf"))
    )
    play_round(anna, clients)
    anna.page.goto(f"{anna.server.address}/g/{code}")
    tournament = anna.page.locator(".group-tournament")
    expect(tournament.locator("tbody tr")).to_have_count(number)
    expect(tournament.get_by_role("status")).to_contain_text(
        anna.say("group.phase.over").partition("{")[0]
    )
    sees_what_decided(room, clients[0])
    tournament.locator(".fairness summary").click()
    expect(tournament.locator(".fairness code")).to_have_count(2)
    assert findings(room, "room") == []


def sees_what_decided(room: Person, client: Client) -> None:
    """On the screen each row says what told it from equals, and all of them are in sight."""
    shown = client.group.news().tournament
    assert shown is not None
    told = [
        room.say(f"group.decided.{row.decided_by}") if row.decided_by else ""
        for row in shown.standings
    ]
    rows = room.page.locator(".group-tv .group-standing tbody tr")
    expect(rows).to_have_count(len(told))
    note = "all => all.map((row) => row.querySelector('.group-note')?.innerText ?? '')"
    notes = rows.evaluate_all(note)
    assert notes == told
    bottom = rows.last.evaluate("row => row.getBoundingClientRect().bottom")
    assert bottom < room.page.evaluate("innerHeight")


def states(person: Person):
    """Every screen of a group, one after the other."""
    yield "page"
    for order in ("points", "rating", "luck"):
        person.page.locator(".chip", has_text=person.say(f"group.by.{order}")).click()
        yield f"by {order}"
    for key in ("invite", "screen", "play.other", "plan", "add", "season.set", "settings"):
        person.button(f"group.{key}").first.click()
        expect(person.page.get_by_role("dialog")).to_be_visible()
        yield key
        if key == "settings":
            for leaf in ("self", "device", "notices", "passkey", "look", "moderate"):
                person.page.get_by_role("dialog").get_by_role(
                    "button", name=person.say(SETTINGS.get(leaf, f"group.{leaf}")), exact=True
                ).click()
                yield leaf
                person.button("menu.back").click()
        person.page.keyboard.press("Escape")
        expect(person.page.get_by_role("dialog")).to_have_count(0)


def test_every_screen_fits_and_can_be_read_by_everybody(people) -> None:
    likes = {"scheme": "dark"}
    anna = people("de", PHONE, likes=likes, **QUIET)
    found = []
    anna.page.goto(f"{anna.server.address}/g")
    expect(anna.page.locator("galopp-group-open h1")).to_be_visible()
    found += [*findings(anna, "opening"), *measured(anna, "opening")]
    code = open_group(anna, "Sieglindes Donnerstagsrunde", "Sieglinde Schweinebraten")
    ben = people("fr", LAPTOP, **QUIET)
    ben.page.goto(f"{ben.server.address}/g/{code}")
    expect(ben.page.locator("galopp-group-door h1")).to_be_visible()
    found += findings(ben, "door")
    join_group(ben, code, "Ben")
    anna.button("group.add").click()
    anna.button("group.add.do").click()
    expect(ben.page.locator(".group-game")).to_have_count(1)
    found += findings(ben, "page, light")
    for screen in states(anna):
        found += [*findings(anna, screen), *measured(anna, screen)]
    assert found == []


def test_in_the_largest_letters_everything_fits_and_names_stay_whole(people) -> None:
    """On a phone tables reached beyond the edge; on a laptop a name was one letter wide."""
    large = {"likes": {"text": 1.5}, **QUIET}
    anna, ben = people("de", LAPTOP, **large), people("fr", PHONE, **large)
    join_group(ben, open_group(anna, "Große", "Sonnenschein"), "Benjamine")
    for _ in range(2):
        anna.button("group.add").click()
        anna.button("group.add.do").click()
        expect(anna.page.get_by_role("dialog")).to_have_count(0)
    anna.page.locator(".group-strike").first.click()
    anna.page.locator(".group-strike").first.click()
    expect(ben.page.locator(".group-game.struck")).to_have_count(1)
    anna.button("group.season.set").click()
    anna.button("group.save").click()
    expect(ben.page.locator("#group-season")).to_be_visible()
    found = []
    for person in (anna, ben):
        found += [*measured(person, person.language), *findings(person, person.language)]
    ben.page.set_viewport_size({"width": 360, "height": 740})
    for name in ("Sonnenschein", "Benjamine"):
        assert ben.page.evaluate(LINES, [".group-standing .group-who b", name]) <= 2
    anna.button("group.settings").click()
    anna.button("group.moderate").click()
    assert found + measured(anna, "members") == []
    widths = anna.page.locator(".group-members b").evaluate_all(
        "all => all.map((one) => one.offsetWidth)"
    )
    assert min(widths) > 100


@pytest.mark.parametrize("size", [PHONE, LAPTOP])
def test_a_group_is_opened_on_a_page_that_is_read_downwards(people, size) -> None:
    """On a laptop the title was at the bottom, and what it is about beside the form."""
    anna: Person = people("de", size, **QUIET)
    anna.page.goto(f"{anna.server.address}/g")
    parts = anna.page.locator("galopp-group-open main > *")
    expect(parts).to_have_count(4)
    boxes = [part.bounding_box() for part in parts.all()]
    for above, below in zip(boxes, boxes[1:], strict=False):
        assert above["y"] + above["height"] <= below["y"]
    assert measured(anna, "opening") == []


def typist(people, *who: Any) -> Typist:
    person = people(*who, **QUIET)
    return Typist(person.page, person.server, person.language, person.trouble)


def open_by_keys(people) -> Typist:
    typing = typist(people)
    typing.go_home()
    typing.enter(".home-group")
    typing.tab_to(".group-field input")
    typing.page.keyboard.type("Keys")
    typing.enter(".group-form button[type=submit]")
    see_group(typing, "Keys")
    return typing


def test_with_the_keys_alone(people) -> None:
    typist = open_by_keys(people)
    typist.enter(".group-head button[aria-label]")
    expect(typist.page.get_by_role("dialog")).to_be_visible()
    typist.page.keyboard.press("Escape")
    expect(typist.page.get_by_role("dialog")).to_have_count(0)
    typist.enter(".group-play .primary")
    arrive(typist)
    typist.enter(".at-group a")
    see_group(typist, "Keys")
    typist.enter(".group-table button")
    arrive(typist)


def test_a_round_is_planned_joined_and_drawn_with_the_keys_alone(people) -> None:
    anna, ben = open_by_keys(people), typist(people, "de")
    ben.page.goto(anna.page.url)
    ben.tab_to(".sitting-name input")
    ben.page.keyboard.press("Control+a")
    ben.page.keyboard.type("Ben")
    ben.press(ben.say("group.join", name="Keys"))
    see_group(ben, "Keys")

    anna.press(anna.say("group.plan"))
    dialog = anna.page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    chosen = dialog.get_by_role("checkbox", name=anna.say("title", "ostfriesenlauf"), exact=True)
    before = chosen.is_checked()
    anna.press(anna.say("title", "ostfriesenlauf"), "Space")
    assert chosen.is_checked() != before
    anna.tab_to("#plan-days")
    anna.page.keyboard.press("Space")
    expect(dialog.get_by_role("switch")).to_be_checked()
    anna.press(anna.say("group.plan.do"))
    expect(dialog).to_have_count(0)
    ben.press(ben.say("group.enter"))
    expect(anna.page.locator(".group-tournament")).to_contain_text("Ben")
    anna.press(anna.say("group.draw", number=1))
    for person in (anna, ben):
        expect(person.page.locator(".group-mine")).to_be_visible()
        person.enter(".group-mine")
        person.arrive_at_table()


def test_settings_are_changed_with_the_keys_alone(people) -> None:
    anna = open_by_keys(people)
    anna.press(anna.say("group.settings"))
    dialog = anna.page.get_by_role("dialog")
    anna.press(anna.say("group.self"))
    anna.tab_to("dialog .sitting-name input")
    anna.page.keyboard.press("Control+a")
    anna.page.keyboard.type("Annette")
    anna.press(anna.say("group.save"))
    expect(dialog).to_have_count(0)
    expect(anna.page.locator(".group-person")).to_contain_text("Annette")
    opened = anna.say("group.settings")
    assert anna.page.evaluate("document.activeElement.getAttribute('aria-label')") == opened
    anna.page.keyboard.press("Enter")
    anna.press(anna.say("menu.notices"))
    expect(dialog.get_by_role("heading", name=anna.say("notices.when"))).to_be_visible()
    anna.press(anna.say("menu.back"))
    anna.press(anna.say("group.look"))
    anna.tab_to("dialog .group-field input")
    anna.page.keyboard.press("Control+a")
    anna.page.keyboard.type("Keyboards")
    anna.press(anna.say("group.save"))
    see_group(anna, "Keyboards")


def test_a_game_is_added_and_struck_and_a_season_set_with_the_keys_alone(people) -> None:
    anna, ben = open_by_keys(people), people("de", PHONE, **QUIET)
    join_group(ben, anna.page.url.rsplit("/", 1)[1], "Ben")
    expect(anna.page.locator(".group-person")).to_have_count(2)
    dialog = anna.page.get_by_role("dialog")
    anna.press(anna.say("group.add"))
    for place, key in ((0, "ArrowDown"), (1, "ArrowUp")):  # Ben has won
        anna.tab_to(f"#group-place-{place}")
        anna.page.keyboard.press(key)
    anna.press(anna.say("group.add.do"))
    expect(dialog).to_have_count(0)
    assert anna.page.evaluate(IS_CALLED, anna.say("group.add")), "one is where one was"
    expect(anna.page.locator(".group-game li").first).to_contain_text("Ben")

    anna.press(anna.say("group.season.set"))
    anna.tab_to("dialog .group-field input[type=text]")
    anna.page.keyboard.press("Control+a")
    anna.page.keyboard.type("Winter")
    anna.tab_to("dialog input[type=date]")
    anna.page.keyboard.type("12012025")  # month, day and year, as English has it
    anna.press(anna.say("group.save"))
    expect(dialog).to_have_count(0)
    expect(anna.page.locator("#group-season")).to_contain_text("Winter")
    anna.tab_to(".group-strike")
    for _ in range(2):
        anna.page.keyboard.press("Enter")
    expect(anna.page.locator(".group-game.struck")).to_have_count(1)


def test_somebody_is_sent_away_and_a_group_closed_with_the_keys_alone(people) -> None:
    anna, ben = open_by_keys(people), people("de", PHONE, **QUIET)
    join_group(ben, anna.page.url.rsplit("/", 1)[1], "Ben")
    expect(anna.page.locator(".group-person")).to_have_count(2)
    ben.trouble.expect("401|404")
    anna.trouble.expect("404")  # whoever asks now is told that it is gone
    anna.press(anna.say("group.settings"))
    anna.press(anna.say("group.moderate"))
    anna.press(anna.say("group.remove", name="Ben"))
    anna.tab_to(".grave .danger")
    anna.page.keyboard.press("Enter")
    expect(anna.page.locator(".group-members li")).to_have_count(1)
    expect(ben.page.locator("galopp-group-door")).to_be_visible()
    anna.press(anna.say("menu.back"))
    anna.press(anna.say("group.close"))
    anna.tab_to(".grave .danger")
    anna.page.keyboard.press("Enter")
    expect(anna.page.get_by_role("status")).to_contain_text(anna.say("group.gone.closed"))


def test_nothing_of_a_group_is_loaded_at_a_table(people) -> None:
    host, guest = people(), people("de", PHONE)
    loaded: list[str] = []
    guest.page.on("request", lambda asked: loaded.append(asked.url))
    guest.follow_link(host.open_table("saumaumau"))
    guest.page.wait_for_load_state("networkidle")
    assert loaded
    assert [address for address in loaded if "group" in address] == []


class ByName(ServerProcess):
    """The same server by its name: browsers have no passkeys for bare numbers."""

    @property
    def address(self) -> str:
        return f"http://localhost:{self.port}"


class Authenticator:
    """A device whose owner is always there and always agrees."""

    def __init__(self, person: Person) -> None:
        self.line = person.context.new_cdp_session(person.page)
        self.line.send("WebAuthn.enable")
        always = {"hasResidentKey": True, "hasUserVerification": True, "isUserVerified": True}
        options = {"protocol": "ctap2", "transport": "internal", **always}
        made = self.line.send("WebAuthn.addVirtualAuthenticator", {"options": options})
        self.named = {"authenticatorId": made["authenticatorId"]}

    def take_along(self, other: "Authenticator") -> None:
        """The passkeys of another device, which its owner has on all of theirs."""
        found = other.line.send("WebAuthn.getCredentials", other.named)["credentials"]
        for credential in found:
            self.line.send("WebAuthn.addCredential", {**self.named, "credential": credential})


@pytest.mark.whole_browser
def test_a_passkey_is_offered_once_and_brings_somebody_back_on_a_new_device(people, server) -> None:
    pytest.importorskip("webauthn")
    by_name = ByName(server.data, port=server.port)
    anna = people(server=by_name, **QUIET)
    laptop = Authenticator(anna)
    code = open_group(anna, "Passkeys", "Anna")
    anna.button("group.add").click()
    anna.button("group.add.do").click()
    anna.page.locator(".group-offer").get_by_role(
        "button", name=anna.say("group.passkey.make")
    ).click()
    expect(anna.page.locator(".group-offer")).to_have_count(0)

    phone = people("de", PHONE, server=by_name, **QUIET)
    Authenticator(phone).take_along(laptop)
    phone.page.goto(f"{by_name.address}/g/{code}")
    phone.button("group.passkey.use").click()
    see_group(phone, "Passkeys")
    expect(phone.page.locator(".group-person .group-you")).to_have_count(1)
    assert key_of(phone, code) != key_of(anna, code), "each device has a key of its own"
    anna.button("group.settings").click()
    anna.button("group.device").click()
    anna.button("group.drop_keys").click()
    phone.trouble.expect("40[13]")
    anna.page.locator(".grave .danger").click()
    expect(phone.page.locator("galopp-group-door")).to_be_visible()
