"""The deal of the day: played from the first page, and its result is there for all to see."""

from people import PHONE, hurry
from playwright.sync_api import expect
from test_axe import findings
from test_mine import kept

GAME = "schweinsgalopp"


def test_somebody_plays_the_deal_of_the_day_and_others_see_how_it_went(people):
    person = people("fr", PHONE, reduced_motion="reduce")
    person.go_home()
    person.page.locator(".days .table-link", has_text=person.say(f"game.{GAME}.title")).click()
    sheet = person.page.get_by_role("dialog")
    expect(sheet).to_be_visible()
    assert findings(person, f"deal of the day, {GAME}") == []
    sheet.locator(".sitting-name input").fill("Rosa von heute")
    sheet.locator(".new-ways .primary").click()
    person.arrive_at_table()
    hurry(person)
    own = person.page.locator(".day-result .day-own")
    expect(own).to_contain_text("Rosa von heute")
    expect(person.page.locator("img.picture-drawn")).to_be_visible()  # the picture to share
    shared = person.page.locator(".picture-text").input_value()
    assert person.say(f"game.{GAME}.title") in shared and person.server.address in shared
    assert findings(person, "result of the deal of the day") == []
    [noted] = kept(person, 1)
    assert noted["day"] and noted["again"] is False
    other = people("de", reduced_motion="reduce")
    other.go_home()
    other.page.locator(".days .table-link", has_text=other.say(f"game.{GAME}.title")).click()
    row = other.page.locator(".day-standing tr", has_text="Rosa von heute")
    expect(row).to_be_visible()
    expect(row.locator("a")).to_have_count(0)  # it would tell the cards
    taken = other.page.get_by_text(other.say("day.taken"))
    expect(taken).to_have_count(0)
    other.page.locator(".sitting-name input").fill("rosa von HEUTE")
    expect(taken).to_be_visible()  # else the game would not be listed
    person.go_home()
    person.page.locator(".days .table-link", has_text=person.say(f"game.{GAME}.title")).click()
    own = person.page.locator(".day-standing tr", has_text="Rosa von heute")
    expect(own).to_be_visible()
    expect(own.locator("a")).to_have_count(
        0
    )  # others may still play it: not before the day is over
