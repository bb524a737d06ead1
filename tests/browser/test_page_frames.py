"""News as frames in a real browser: one that never comes, and whatever lets none through."""

import json
import re
from collections.abc import Callable

import pytest
from people import GAMES, PHONE, Person
from playwright.sync_api import BrowserContext, Route

LISTENING = """(() => {
  const Real = WebSocket;
  window.heard = { frames: 0, news: 0, lose: 0, hellos: 0 };
  window.WebSocket = class extends Real {
    send(text) {
      if (JSON.parse(text).type === "hello") heard.hellos++;
      super.send(text);
    }
    set onmessage(hear) {
      super.onmessage = hear && ((event) => {
        const framed = typeof event.data !== "string";
        if (framed) heard.frames++;
        else if (JSON.parse(event.data).type === "game") heard.news++;
        if (framed && heard.lose > 0) heard.lose--;
        else hear(event);
      });
    }
  };
})()"""
# A proxy that does not know of subprotocols: the browser gives up a line that is answered without.
NO_SUBPROTOCOLS = """(() => {
  const Real = WebSocket;
  window.WebSocket = class extends Real {
    constructor(address, asked) {
      super(address, asked);
      if (asked.length) this.close();
    }
  };
})()"""
LAYOUTS, GAMES_SHOWN = re.compile("/layouts/"), re.compile("/api/games$")
ODD = "galopp.frames.00000000000000000000"
SPOKEN = "document.querySelector('galopp-app').table.connection.line.socket.protocol"
SHOWN = "(viewer) => document.querySelector('galopp-app').table.games.get(viewer)"
NO_LINE = r"WebSocket|Failed to load resource"


def listening(context: BrowserContext) -> None:
    context.add_init_script(LISTENING)


@pytest.mark.a_few(1)
@pytest.mark.parametrize("game", GAMES)
def test_a_page_that_misses_a_frame_asks_how_everything_stands(people, game: str) -> None:
    host, watcher = people(), people("de", PHONE, prepare=listening)
    watcher.follow_link(host.open_table(game))
    host.fill_with_bots()
    watcher.see_table()
    watcher.catch_up(host)
    greeted = watcher.page.evaluate("heard.hellos")
    while watcher.page.evaluate("heard.hellos") == greeted:
        for lost in (3, 0):  # what the next frames tell anew was not missed
            watcher.page.evaluate("(lost) => (heard.lose = lost)", lost)
            assert host.play_turn()
            host.await_turn()
        watcher.catch_up(host)
    assert agrees(watcher, None, watcher.keys()["watcher"])


def agrees(person: Person, viewer: int | None, key: str) -> bool:
    """Whether the page knows what the server would say to it now."""
    shown, told = person.page.evaluate(SHOWN, viewer), person.asked("/game", key)
    same = ("seq", "view", "legal", "asked", "decision")
    return all(shown[part] == told[part] for part in same)


def without_a_layout(context: BrowserContext) -> None:
    context.route(LAYOUTS, lambda route: route.abort())


def with_another_layout(context: BrowserContext) -> None:
    def another(route: Route) -> None:
        layout = route.fetch().json()
        layout["subprotocol"] = ODD
        route.fulfill(body=json.dumps(layout), content_type="application/json")

    context.route(LAYOUTS, another)


def of_another_version(context: BrowserContext) -> None:
    def older(route: Route) -> None:
        games = [{**game, "frames": ODD} for game in route.fetch().json()]
        route.fulfill(body=json.dumps(games), content_type="application/json")

    context.route(GAMES_SHOWN, older)


def behind_a_proxy(context: BrowserContext) -> None:
    context.add_init_script(NO_SUBPROTOCOLS)


@pytest.mark.a_few(2)
@pytest.mark.parametrize(
    ("between", "spoken"),
    [
        (behind_a_proxy, ""),
        (without_a_layout, ""),
        (with_another_layout, ""),
        (of_another_version, "galopp.json"),
    ],
)
def test_where_no_frames_get_through_the_page_goes_on_with_json(
    people, between: Callable[[BrowserContext], None], spoken: str
) -> None:
    def prepare(context: BrowserContext) -> None:
        listening(context)
        between(context)

    person: Person = people("fr", PHONE, prepare=prepare)
    person.trouble.expect(NO_LINE)
    person.play_now("saumaumau")
    while person.page.evaluate("heard.news") < 4:
        person.play_turn()
    person.await_turn()
    assert agrees(person, 0, person.key(0))
    assert person.page.evaluate(SPOKEN) == spoken
