"""Whoever looks elsewhere is told, by whatever way they chose; live and days with one switch.

A browser's push service belongs to its maker and cannot be reached from here. In its place
stands one of ours, which decrypts what the server sends; what comes out is handed to the real
worker in the real browser.
"""

import json
from typing import Any

import pytest
from people import LAPTOP, PHONE, WITHIN, Person
from playwright.sync_api import BrowserContext, expect
from pushing import SUBSCRIBING
from test_axe import findings

from galopp.locale import Language
from outside import Browser, Outside
from serving import CLIENT, ServerProcess

LOOK_EVERY = 50  # milliseconds
AGAIN_AFTER = 1000  # milliseconds
TABLE = "document.querySelector('galopp-app').table"
# A tab that is not in front; the browser itself hides none while nobody sees it anyway.
HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { get: () => hidden, configurable: true });
  const state = hidden ? "hidden" : "visible";
  Object.defineProperty(document, "visibilityState", { get: () => state, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
SHOWN = """navigator.serviceWorker.ready.then((worker) => worker.getNotifications()).then((all) =>
  all.map(({ title, body, tag, data }) => ({ title, body, tag, data })))"""
# A press on a notice is the system's: here its event, and what the worker then asks for.
PRESS = """async ({ where, action }) => {
  const asked = [];
  self.clients.openWindow = async (address) => asked.push(["open", address]);
  WindowClient.prototype.focus = async function () { asked.push(["focus", this.url]); };
  const shown = await self.registration.getNotifications();
  const notification = shown.find(({ data }) => data === where) ?? { data: where, close() {} };
  const event = Object.assign(new ExtendableEvent("notificationclick"), { notification, action });
  const under_way = [];
  event.waitUntil = (work) => under_way.push(work);
  self.dispatchEvent(event);
  await Promise.all(under_way);
  return asked;
}"""


def open_notices(person: Person) -> Any:
    person.page.locator(".tool.menu").click()
    dialog = person.page.get_by_role("dialog")
    dialog.get_by_role("button", name=person.say("menu.notices")).click()
    expect(dialog.get_by_role("heading", name=person.say("notices.webhook"))).to_be_visible()
    return dialog


def deliver(person: Person, told: dict[str, Any]) -> None:
    """Hand a message to the worker, as the browser does when one has come."""
    session = person.context.new_cdp_session(person.page)
    known: list[dict[str, Any]] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated", lambda told: known.extend(told["registrations"])
    )
    session.send("ServiceWorker.enable")
    while not known:
        person.page.wait_for_timeout(20)
    session.send(
        "ServiceWorker.deliverPushMessage",
        {
            "origin": person.server.address,
            "registrationId": known[0]["registrationId"],
            "data": json.dumps(told),
        },
    )


def see_notices(person: Person, number: int) -> None:
    """Wait until so many are shown by the system."""
    for _ in range(WITHIN // LOOK_EVERY):
        if len(person.page.evaluate(SHOWN)) == number:
            return
        person.page.wait_for_timeout(LOOK_EVERY)
    raise AssertionError(person.page.evaluate(SHOWN))


def deliver_until_seen(person: Person, told: dict[str, Any]) -> None:
    """Hand a message over where the one of its tag was closed just now.

    In that moment one was sometimes never shown, however long one waited; why is not known.
    """
    for _ in range(WITHIN // AGAIN_AFTER):
        deliver(person, told)
        person.page.wait_for_timeout(AGAIN_AFTER)
        if len(person.page.evaluate(SHOWN)) == 1:
            return
    raise AssertionError(person.page.evaluate(SHOWN))


@pytest.mark.thorough  # groups' notices come into a browser every day
@pytest.mark.whole_browser  # the other one shows no notifications
def test_a_browser_is_told_while_nobody_looks_and_a_press_leads_to_the_table(
    people, hasty: ServerProcess, outside: Outside
) -> None:
    browser = Browser()

    def subscribing(context: BrowserContext) -> None:
        context.add_init_script(SUBSCRIBING % json.dumps(browser.way(outside.address)))

    person: Person = people(
        "de",
        PHONE,
        server=hasty,
        prepare=subscribing,
        permissions=["notifications"],
        service_workers="allow",
    )
    code = person.play_now("schweinsgalopp")
    person.await_turn()
    dialog = open_notices(person)
    switch = dialog.get_by_role("switch", name=person.say("notices.device"))
    switch.click()
    expect(switch).to_be_checked()
    person.wait(f"() => (JSON.parse(localStorage['galopp.tables'])['{code}'].push ?? []).length")
    person.page.keyboard.press("Escape")

    person.page.evaluate(HIDE, True)
    (request,) = outside.wait_for(1)
    key = person.asked("/notices", person.key(0))["push_key"]
    now = CLIENT.get(f"{hasty.address}/healthz").json()["now"]
    told = browser.read(request, key, outside.address, now)
    assert told["body"] == Language("de").say("message.turn", name="Rosa", table=code)

    table = f"{hasty.address}/t/{code}"
    person.page.goto(hasty.address)  # whoever looks at the table is shown nothing
    deliver(person, told)
    see_notices(person, 1)
    assert person.page.evaluate(SHOWN) == [
        {"title": told["title"], "body": told["body"], "tag": f"galopp-{code}", "data": table}
    ]
    (worker,) = person.context.service_workers
    press = {"where": table, "action": ""}
    assert worker.evaluate(PRESS, press) == [["open", table]]
    assert person.page.evaluate(SHOWN) == []
    deliver_until_seen(person, told)
    person.follow_link(code)
    see_notices(person, 0)  # it is looked at
    assert worker.evaluate(PRESS, press) == [["focus", table]]
    deliver(person, told)  # nothing is shown of a table that somebody looks at
    another = {**told, "link": f"{hasty.address}/t/BCDFGH", "tag": "galopp-BCDFGH"}
    deliver(person, another)
    see_notices(person, 1)
    assert [one["tag"] for one in person.page.evaluate(SHOWN)] == ["galopp-BCDFGH"]


def test_a_webhook_is_set_up_tried_and_ended(
    people, hasty: ServerProcess, outside: Outside
) -> None:
    how = {"timezone_id": "Europe/Berlin", "reduced_motion": "reduce"}
    person: Person = people("de", LAPTOP, server=hasty, **how)
    person.trouble.expect("400 \\(Bad Request\\)")  # the address without a topic
    person.play_now("saumaumau")
    person.await_turn()
    dialog = open_notices(person)
    dialog.get_by_role("switch", name=person.say("notices.quiet")).click()
    expect(dialog.get_by_label(person.say("notices.quiet.from"))).to_have_value("22:00")
    dialog.get_by_label(person.say("notices.digest")).select_option(index=1)
    dialog.get_by_label(person.say("notices.url.ntfy")).fill(f"{outside.address}/pigs")
    dialog.get_by_role("button", name=person.say("notices.webhook.save")).click()
    entry = dialog.locator(".notice-ways li")
    expect(entry).to_contain_text(f"{outside.address}/pigs")
    assert findings(person, "notices") == []
    (way,) = person.asked("/notices", person.key(0))["ways"]
    assert (way["format"], way["zone"], way["language"]) == ("ntfy", "Europe/Berlin", "de")
    assert (way["quiet"], way["digest"]) == ({"begins": "22:00", "ends": "08:00"}, 3600)

    dialog.get_by_label(person.say("notices.quiet.to")).fill("07:30")
    person.page.keyboard.press("Tab")
    expect(dialog.locator("[aria-busy=false]")).to_be_visible()
    dialog.get_by_role("button", name=person.say("notices.try")).click()
    expect(dialog.get_by_role("status")).to_have_text(person.say("notices.tried"))
    assert outside.requests[0].json()["topic"] == "pigs"
    (way,) = person.asked("/notices", person.key(0))["ways"]
    assert way["quiet"]["ends"] == "07:30"

    outside.answers.append((500, {}))
    dialog.get_by_role("button", name=person.say("notices.try")).click()
    expect(dialog.get_by_role("status")).to_contain_text("HTTP 500")
    entry.get_by_role("button").click()
    expect(entry).to_have_count(0)
    assert person.asked("/notices", person.key(0))["ways"] == []
    dialog.get_by_label(person.say("notices.url.ntfy")).fill("https://ntfy.example/")
    dialog.get_by_role("button", name=person.say("notices.webhook.save")).click()
    expect(dialog.get_by_role("status")).to_contain_text("fehlt das Thema")


@pytest.mark.thorough
def test_live_and_days_with_one_switch(people) -> None:
    host: Person = people("en", LAPTOP)
    guest: Person = people("de", PHONE)
    guest.follow_link(host.open_table("ostfriesenlauf"))
    guest.sit_down("Otto")
    host.start()
    guest.see_table()
    host.page.locator(".tool.menu").click()
    switch = host.page.get_by_role("switch", name=host.say("menu.days"))
    switch.click()
    expect(switch).to_be_checked()
    notice = guest.page.locator(".notice")
    expect(notice).to_contain_text(guest.say("table.turned_days"))
    thinking = f"{TABLE}.news.settings.thinking.kind"
    assert guest.page.evaluate(thinking) == "days"
    guest.page.locator(".tool.menu").click()
    assert guest.page.get_by_role("switch", name=guest.say("menu.days")).count() == 0
    expect(guest.page.locator(".sheet-body > .quiet").first).to_be_visible()
    switch.click()
    expect(switch).not_to_be_checked()
    guest.wait(f"() => {thinking} === 'off'")
    expect(notice).to_contain_text(guest.say("table.turned_live"))


INSECURE = "Object.defineProperty(window, 'isSecureContext', { get: () => false })"
NO_PUSH = "delete window.PushManager"
PHONE_OF_APPLE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15"


@pytest.mark.a_few(2)
@pytest.mark.parametrize(
    ("script", "agent", "why"),
    [
        (INSECURE, None, "insecure"),
        (NO_PUSH, None, "unsupported"),
        (NO_PUSH, PHONE_OF_APPLE, "home_screen"),
    ],
)
def test_why_a_browser_cannot_be_told_is_said(people, script, agent, why) -> None:
    how = {"user_agent": agent} if agent else {}
    person: Person = people(
        "fr", PHONE, prepare=lambda context: context.add_init_script(script), **how
    )
    person.play_now("schweinsgalopp")
    dialog = open_notices(person)
    expect(dialog.locator("#notice-device-about")).to_have_text(person.say(f"notices.why.{why}"))
    expect(dialog.locator(".notice-settings")).to_contain_text(person.say("notices.webhook.off"))
