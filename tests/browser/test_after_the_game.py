"""After the game: how the points came about, and once more with everybody who was there."""

import re
from typing import Any

import pytest
from people import LAPTOP, PHONE, Person, hurry, play_together
from playwright.sync_api import Locator, expect
from test_axe import findings
from test_fits import measured

TV = {"width": 1920, "height": 1080}
SHORT = {"races": 2, "track_food": "per_race"}
LIKES = {"table": {"schweinsgalopp": {"options": SHORT, "settings": {"pace": 0}}}}
# The sheet of points as it is read: a row of texts for each row of the table.
SHEET = """() => {
  const read = (cell) => {
    const told = (cell.querySelector("b") ?? cell).cloneNode(true);
    for (const mark of told.querySelectorAll(".mark")) mark.remove(); // whose row it is
    return told.textContent.trim();
  };
  return [...document.querySelectorAll(".account tr")].map((row) => [...row.cells].map(read));
}"""
# What must be the same in the next round.
KEPT = """() => {
  const { seats, options, settings, players } = document.querySelector("galopp-app").table.news;
  const { start_player, ...others } = options;
  const who = ({ kind, name, pig, level }) => ({ kind, name, pig, level });
  return { settings, players, others, seats: seats.map(who) };
}"""
STARTER = "() => document.querySelector('galopp-app').table.now.view.starter"


def result(person: Person) -> Locator:
    return person.page.get_by_role("region", name=person.say("result.title"))


def sheet(person: Person) -> list[list[str]]:
    """The sheet of points, once all of it is there."""
    expect(result(person)).to_be_visible()
    person.wait("() => document.querySelectorAll('.account tbody tr').length >= 2")
    return person.page.evaluate(SHEET)


def unfold(person: Person) -> None:
    """On a phone the sheet is folded, and so is every race."""
    person.page.locator(".account > summary").click()
    person.page.locator(".account button.race").first.click()
    expect(person.page.locator(".account tr.how")).to_be_visible()


def everybody(people) -> tuple[Person, Person, Person, Person]:
    """Two people and a bot play, somebody watches, and a screen shows it to the room."""
    how: dict[str, Any] = {"reduced_motion": "reduce", "likes": LIKES}
    host, guest = people("de", PHONE, **how), people("fr", LAPTOP, color_scheme="dark", **how)
    watcher, room = people("en", PHONE, **how), people("de", TV, **how)
    code = host.open_table("schweinsgalopp", players=3)
    guest.follow_link(code)
    guest.sit_down("Otto")
    watcher.follow_link(code)
    host.fill_with_bots()
    room.code = code
    room.page.goto(f"{room.server.address}/tv/{code}")
    for person in (guest, watcher, room):
        person.see_table()
    return host, guest, watcher, room


@pytest.mark.thorough
def test_everybody_sees_how_it_came_about_and_goes_along_into_the_next_round(people) -> None:
    host, guest, watcher, room = everybody(people)
    marks = [
        one.page.evaluate("window.mark = Math.random()") for one in (host, guest, watcher, room)
    ]
    kept, starter = guest.page.evaluate(KEPT), guest.page.evaluate(STARTER)
    assert [seat["kind"] for seat in kept["seats"]] == ["person", "person", "bot"]
    play_together([host, guest], [0, 1])

    head, *races, total = sheet(host)
    assert head[1:] == [seat["name"] for seat in kept["seats"]] and len(races) == SHORT["races"]
    sums = [sum(int(race[column]) for race in races) for column in (1, 2, 3)]
    assert sums == [int(points) for points in total[1:]] == host.view(0)["view"]["secured"]
    late = people("de", PHONE, reduced_motion="reduce")
    late.follow_link(host.code)
    guest.page.reload()
    for one in (guest, watcher, room, late):
        assert [row[1:] for row in sheet(one)] == [row[1:] for row in (head, *races, total)]
    marks[1] = guest.page.evaluate("window.mark = Math.random()")
    late.page.goto(f"{late.server.address}/replay/{host.code}-1/9999")  # its end
    late.page.get_by_role("button", name=late.say("result.unfold")).click()
    assert [row[1:] for row in sheet(late)] == [row[1:] for row in (head, *races, total)]

    unfold(host)
    wrong = measured(host, "result, unfolded")
    for one in (host, guest):
        wrong += findings(one, "result")
    assert wrong == []
    expect(result(host).get_by_role("link", name=host.say("result.replay"))).to_have_attribute(
        "href", re.compile(rf"^/replay/{host.code}-1\b")
    )

    host.button("result.again").click()
    for one, way in ((guest, "join_next"), (watcher, "watch_next")):
        one.button(f"result.{way}").click()  # whoever reads the sheet stays until they press
    for one, mark in zip((host, guest, watcher, room), marks, strict=True):
        one.await_round(2)
        expect(result(one)).to_have_count(0)
        assert one.page.evaluate("window.mark") == mark, "nobody had to come again"
        assert one.page.evaluate(KEPT) == kept
        assert one.page.evaluate(STARTER) == (starter + 1) % 3
    assert watcher.state()["viewer"] is None and room.state()["viewer"] is None
    asked = [host, guest]
    host.wait("() => document.querySelector('galopp-app').table.now.asked.some((seat) => seat < 2)")
    asked[host.state()["asked"][0]].play_turn()
    for one in (watcher, room):
        one.catch_up(host)


@pytest.mark.thorough
def test_a_sheet_is_told_again_after_a_reload_in_the_middle_and_by_keyboard(people) -> None:
    likes = {"table": {"saumaumau": {"options": {"races": 1}, "settings": {"pace": 0}}}}
    person: Person = people("de", LAPTOP, likes=likes, reduced_motion="reduce")
    person.play_now("saumaumau", players=3)
    for _ in range(3):
        person.play_turn()
    person.page.reload()
    person.see_table()
    hurry(person)
    person.wait("() => document.querySelectorAll('.account tbody tr').length >= 1")
    _, race, total = person.page.evaluate(SHEET)
    assert race[1:] == total[1:] and race[0] == person.say("account.race", "saumaumau", race=1)
    race_button = person.page.locator(".account button.race").first
    race_button.focus()
    person.page.keyboard.press("Enter")
    expect(race_button).to_have_attribute("aria-expanded", "true")
    how = person.page.locator(".account tr.how")
    expect(how.locator("dt")).to_have_count(3)
    over = [event for event in person.history(0) if event["key"].startswith("race_over_")]
    assert len(over) == 1
    expect(how.locator("p").first).to_be_visible()
    person.page.keyboard.press("Enter")
    expect(how).to_have_count(0)
