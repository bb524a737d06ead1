"""Notices of a group in real browsers: asked for, told, and a link that leads into one's seat."""

import json

import pytest
from groups import join_group, open_group, plan
from people import PHONE, Person
from playwright.sync_api import BrowserContext, Locator, expect
from pushing import SUBSCRIBING
from test_axe import findings
from test_fits import measured

from outside import Browser, Outside
from serving import CLIENT, ServerProcess

KEY = "(code) => JSON.parse(localStorage['galopp.groups'])[code].key"


def open_notices(person: Person) -> Locator:
    person.button("group.settings").click()
    dialog = person.page.get_by_role("dialog")
    dialog.get_by_role("button", name=person.say("menu.notices")).click()
    expect(dialog.get_by_role("heading", name=person.say("notices.webhook"))).to_be_visible()
    return dialog


def draw_over_days(anna: Person, ben: Person) -> None:
    """A round of two."""
    plan(anna, "schweinsgalopp", days=True)
    ben.button("group.enter").click()
    expect(anna.page.locator(".group-tournament")).to_contain_text("Ben")
    anna.button("group.draw", number=1).click()
    expect(anna.page.locator(".group-mine")).to_be_visible()


def test_a_drawn_member_is_told_and_the_link_leads_into_their_seat(
    people, hasty: ServerProcess, outside: Outside
) -> None:
    anna, ben = people(server=hasty), people("de", PHONE, server=hasty)
    join_group(ben, open_group(anna, "Slow", "Anna"), "Ben")
    dialog = open_notices(ben)
    assert findings(ben, "notices of a group") == []
    assert measured(ben, "notices of a group") == []
    dialog.get_by_label(ben.say("notices.url.ntfy")).fill(f"{outside.address}/pigs")
    dialog.get_by_role("button", name=ben.say("notices.webhook.save")).click()
    expect(dialog.locator(".notice-ways li")).to_contain_text(f"{outside.address}/pigs")
    dialog.get_by_role("button", name=ben.say("notices.try")).click()
    expect(dialog.get_by_role("status")).to_have_text(ben.say("notices.tried"))
    ben.page.keyboard.press("Escape")
    draw_over_days(anna, ben)
    told = outside.wait_for(2)[1].json()
    assert told["message"].startswith("Eine neue Runde ist ausgelost, Ben:")
    ben.page.goto(told["click"])
    ben.see_table()
    ben.wait("() => document.querySelector('galopp-app').table.viewpoint.viewer !== null")

    ben.page.go_back()
    dialog = open_notices(ben)
    dialog.locator(".notice-ways li button").click()
    expect(dialog.locator(".notice-ways li")).to_have_count(0)


@pytest.mark.thorough
@pytest.mark.whole_browser  # the other one shows no notifications
def test_a_device_that_wants_notices_is_told_of_its_groups(
    people, hasty: ServerProcess, outside: Outside
) -> None:
    browser = Browser()

    def subscribing(context: BrowserContext) -> None:
        context.add_init_script(SUBSCRIBING % json.dumps(browser.way(outside.address)))

    anna = people(server=hasty)
    ben = people(
        "fr",
        PHONE,
        server=hasty,
        prepare=subscribing,
        permissions=["notifications"],
        service_workers="allow",
    )
    code = open_group(anna, "Slow", "Anna")
    join_group(ben, code, "Ben")
    dialog = open_notices(ben)
    switch = dialog.get_by_role("switch", name=ben.say("notices.device"))
    switch.click()
    expect(switch).to_be_checked()
    pushed = f"JSON.parse(localStorage['galopp.groups'])['{code}'].push ?? []"
    ben.wait(f"() => ({pushed}).length")
    ben.page.keyboard.press("Escape")
    draw_over_days(anna, ben)
    (request, *_) = outside.wait_for(1)
    key = CLIENT.get(
        f"{hasty.address}/api/groups/{code}/notices",
        headers={"authorization": f"Bearer {ben.page.evaluate(KEY, code)}"},
    ).json()["push_key"]
    now = CLIENT.get(f"{hasty.address}/healthz").json()["now"]
    told = browser.read(request, key, outside.address, now)
    assert told["body"].startswith("Une nouvelle manche est tirée au sort, Ben")
    assert code not in str(told)
    open_notices(ben).get_by_role("switch", name=ben.say("notices.device")).click()
    ben.wait(f"() => !({pushed}).length")
