"""Rounds of a tournament in real browsers: ended by the bell, and played over days."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from groups import Client, join_group, joined, open_group, plan
from people import PHONE, Person, hurry
from playwright.sync_api import Locator, expect
from test_fits import measured

from galopp.client import Server
from galopp.group.shown import RoundShown
from galopp.locale import Language
from galopp.table.settings import DAY
from serving import ServerProcess

TV = {"width": 1920, "height": 1080}
AWAY = "ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE|503"
# Another language, from the next page on.
SPEAK = """(language) => {
  const likes = JSON.parse(localStorage.getItem("galopp.likes"));
  localStorage.setItem("galopp.likes", JSON.stringify({ ...likes, language }));
}"""
BEFORE = 4.0  # seconds before the bell, when the server is there again


class Timed(ServerProcess):
    """A server whose clock can be set ahead when it starts."""

    program = (str(Path(__file__).parents[1] / "server" / "odd_server.py"),)


@pytest.fixture
def timed(tmp_path: Path) -> Iterator[ServerProcess]:
    with Timed(tmp_path / "data") as running:
        yield running


def drawn(client: Client) -> RoundShown:
    """The round that was drawn last."""
    tournament = client.group.news().tournament
    assert tournament is not None
    return tournament.drawn[-1]


def draw(person: Person, client: Client, number: int = 1) -> str:
    """Draw a round of two; its table."""
    person.button("group.draw", number=number).click()
    expect(person.page.locator(".group-mine")).to_be_visible()
    return drawn(client).tables[0].table


def bell(person: Person) -> Locator:
    return person.page.locator(".group-bell")


def test_every_table_of_a_large_round_comes_into_sight_on_a_screen(people, server) -> None:
    """Twenty people at five tables of four: one was cut off beside an empty half."""
    names = [f"Somebody {number}" for number in range(2, 21)]
    room: Person = people("de", TV)
    with Server(server.address) as line:
        founder = line.open_group("Hall", "Anna Maria vom Deich")
        founder.plan_tournament("Cup", ["saumaumau"], 4, 1)
        for name in names:
            line.join_group(founder.code, name).enter(1)
        founder.draw_round(1, 1)
        key = founder.screen_key()
    room.page.goto(f"{room.server.address}/tv/{founder.code}#screen={key}")
    tables = room.page.locator(".group-tv .group-round > li")
    expect(tables).to_have_count(5)
    bottoms = "all => all.map((one) => one.getBoundingClientRect().bottom)"
    assert max(tables.evaluate_all(bottoms)) < TV["height"]


def test_whoever_takes_no_part_watches_any_table(people, server) -> None:
    """On a phone the way was 28 pixels high, which no finger finds, and each called "Watch"."""
    ben: Person = people("de", PHONE)
    with Server(server.address) as line:
        founder = line.open_group("Hall", "Anna")
        founder.plan_tournament("Cup", ["saumaumau"], 2, 1)
        for name in ("Bo", "Cy", "Wilhelmine-Ölgard"):
            line.join_group(founder.code, name).enter(1)
        founder.draw_round(1, 1)
    join_group(ben, founder.code, "Ben")
    tables = ben.page.locator(".group-round a")
    expect(tables).to_have_count(2)
    assert measured(ben, "a round") == []
    seated = ben.page.locator(".group-round > li > span").all_inner_texts()
    for ben.language, deed in (
        ("en", "Watch: Table"),
        ("fr", "Regarder\u00a0: Table"),
        ("de", "Zuschauen: Tisch"),
    ):
        ben.page.evaluate(SPEAK, ben.language)
        ben.page.reload()
        for at, (way, names) in enumerate(zip(tables.all(), seated, strict=True), 1):
            told = Language(ben.language).all_of(names.split(", "))
            expect(way).to_have_accessible_name(f"{deed} {at}, {told}")
    tables.first.click()
    ben.page.wait_for_url("**/t/*")


def test_ones_table_is_above_the_many_who_take_part_and_names_have_room(people, server) -> None:
    """Of forty people, on a phone in the largest letters, it was four screens down."""
    ben: Person = people("de", PHONE, likes={"text": 1.5})
    with Server(server.address) as line:
        founder = line.open_group("Hall", "Anna")
        founder.plan_tournament("Cup", ["saumaumau"], 4, 1)
        for number in range(2, 40):
            line.join_group(founder.code, f"Wilhelmine {number}").enter(1)
        join_group(ben, founder.code, "Ben")
        ben.button("group.enter").click()
        expect(ben.button("group.withdraw")).to_be_visible()
        founder.draw_round(1, 1)
    own = ben.page.locator(".group-mine")
    expect(own).to_be_visible()
    assert own.evaluate("own => own.getBoundingClientRect().top + scrollY") < PHONE["height"]
    widths = ben.page.locator(".group-round > li > span").evaluate_all(
        "all => all.map((names) => names.clientWidth / names.parentElement.clientWidth)"
    )
    assert len(widths) == 10 and min(widths) > 0.8
    assert measured(ben, "a large round") == []


def test_only_whoever_may_draw_is_offered_to(people) -> None:
    anna, ben = people(), people("fr", PHONE)
    join_group(ben, open_group(anna, "Draws", "Anna"), "Ben")
    plan(anna, "schweinsgalopp")
    ben.button("group.enter").click()
    expect(ben.button("group.withdraw")).to_be_visible()
    expect(anna.button("group.draw", number=1)).to_be_enabled()
    expect(ben.button("group.draw", number=1)).to_have_count(0)


def test_whoever_leads_ends_a_round_to_which_nobody_comes(people, server) -> None:
    """Without a clock it would have been on for ever, and nobody could draw the next."""
    anna, ben = people(), people("de", PHONE)
    join_group(ben, open_group(anna, "Bells", "Anna"), "Ben")
    plan(anna, "schweinsgalopp", rounds=2)
    ben.button("group.enter").click()
    anna.button("group.draw", number=1).click()
    expect(ben.page.locator(".group-mine")).to_be_visible()
    expect(ben.button("group.bell.ring")).to_have_count(0)
    anna.button("group.bell.ring").click()
    anna.button("group.bell.ring.sure").click()
    expect(anna.button("group.draw", number=2)).to_be_visible()
    expect(anna.button("group.bell.ring")).to_have_count(0)
    expect(ben.page.locator(".group-mine")).to_have_count(0)
    table = anna.page.locator(".group-round > li")
    expect(table).to_contain_text(anna.say("group.table.left"))  # and not that it is on


@pytest.mark.thorough
def test_the_bell_ends_a_round_also_after_a_restart(people, timed: ServerProcess) -> None:
    """Ten minutes by the server's clock: what is not over then counts as it stands."""
    anna = people(server=timed)
    code = open_group(anna, "Bells", "Anna")
    room = people("de", TV, server=timed)
    for person in (anna, room):
        person.trouble.expect(AWAY)
    with joined(timed, code, ["Bo"]) as (bo,):
        plan(anna, "schweinsgalopp", minutes=10)
        bo.group.enter(1)
        expect(anna.page.locator(".group-tournament")).to_contain_text("Bo")
        table = draw(anna, bo)
        room.page.goto(f"{timed.address}/tv/{code}#screen={bo.group.screen_key()}")
        for person in (anna, room):
            expect(bell(person)).to_contain_text("9:")
        bo.sit(table)
        anna.page.locator(".group-mine").click()
        anna.arrive_at_table()
        anna.page.goto(f"{timed.address}/g/{code}")
        expect(bell(anna)).to_be_visible()
        start_later(timed, bo)
        expect(anna.page.locator(".group-tournament")).to_contain_text(
            anna.say("group.phase.over").partition("{")[0]
        )
        expect(bell(anna)).to_have_count(0)
        expect(bell(room)).to_have_count(0)
        game = anna.page.locator(".group-game")
        expect(game).to_contain_text(anna.say("group.cut_short"))
        assert bo.group.news().games == 1


def start_later(server: ServerProcess, client: Client) -> None:
    """Let almost all the time pass that is left until the bell."""
    news = client.group.news()
    until = drawn(client).until
    assert until is not None
    server.stop()
    server.arguments = ("--ahead", str(until - news.at - BEFORE))
    server.start()


@pytest.mark.thorough
def test_a_tournament_over_days_goes_on_whenever_somebody_looks(people, timed) -> None:
    """Games begin at once; each looks in when they have time, on days between which nobody does."""
    anna, ben = people(server=timed), people("fr", PHONE, server=timed)
    for person in (anna, ben):
        person.trouble.expect(AWAY)
    code = open_group(anna, "Slow", "Anna")
    join_group(ben, code, "Ben")
    plan(anna, "schweinsgalopp", rounds=2, days=True)
    ben.button("group.enter").click()
    expect(anna.page.locator(".group-tournament")).to_contain_text("Ben")
    for number in (1, 2):
        anna.button("group.draw", number=number).click()
        go_to_table(anna, ben)
        assert anna.asked("")["settings"]["thinking"]["kind"] == "days"
        if number == 1:
            look_at_group(code, anna, ben)
            half_a_day_later(timed)
            go_to_table(ben, anna)
        hurry(anna, ben)
        look_at_group(code, anna, ben)
    for person in (anna, ben):
        expect(person.page.locator(".group-tournament tbody tr")).to_have_count(2)
        expect(person.page.locator(".group-tournament")).to_contain_text(
            person.say("group.phase.over").partition("{")[0]
        )


def go_to_table(*people: Person) -> None:
    """From the page of the group; the game has begun, whoever has come."""
    for person in people:
        person.page.locator(".group-mine").click()
        person.arrive_at_table()


def look_at_group(code: str, *people: Person) -> None:
    for person in people:
        person.page.goto(f"{person.server.address}/g/{code}")
        expect(person.page.locator(".group-tournament")).to_be_visible()


def half_a_day_later(server: ServerProcess) -> None:
    """A day is what a decision may take."""
    server.stop()
    server.arguments = ("--ahead", str(DAY / 2))
    server.start()
