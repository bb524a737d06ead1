"""The line is cut in mid-move, or the server restarts under play: the game goes on by itself."""

from pathlib import Path

import pytest
from groups import open_group
from people import PHONE, Person
from playwright.sync_api import BrowserContext, Route, expect

from serving import ServerProcess

# Sockets that can be cut: `lines.cut` says how the next decision is lost, and while
# `lines.down` is true no new line comes about.
SCISSORS = """(() => {
  const Real = WebSocket;
  window.lines = { cut: "", down: false };
  window.WebSocket = class extends Real {
    constructor(...how) {
      super(...how);
      if (lines.down) this.close();
    }
    send(text) {
      const how = JSON.parse(text).type === "decide" ? lines.cut : "";
      if (how !== "on the way") super.send(text);
      if (!how) return;
      Object.assign(lines, { cut: "", down: true });
      this.close();
    }
  };
})()"""
MEND = "() => { lines.down = false; dispatchEvent(new Event('online')); }"
LINE_OPEN = "() => document.querySelector('galopp-app').table.connection.state === 'open'"
NO_LINE = r"WebSocket|ERR_CONNECTION|ERR_INTERNET|Failed to load resource"


def with_scissors(context: BrowserContext) -> None:
    context.add_init_script(SCISSORS)


def decided(person: Person, seat: int = 0) -> list[dict]:
    """The cards this seat has played so far, as the server wrote them down."""
    return [
        event
        for event in person.history(seat)
        if event["key"] == "played" and event["arguments"]["seat"] == seat
    ]


def until_there_is_a_card(person: Person) -> str:
    for _ in range(20):
        person.await_turn()
        cards = [choice["at"] for choice in person.choices() if choice["kind"] == "card"]
        if cards:
            return cards[0]
        person.play_turn()
    raise AssertionError("no card in sight")


@pytest.mark.a_few(1)
@pytest.mark.parametrize("how", ["on the way", "before the answer"])
def test_a_move_whose_line_is_cut_is_played_exactly_once(people, how: str) -> None:
    person: Person = people("de", PHONE, prepare=with_scissors)
    person.trouble.expect(NO_LINE)
    person.play_now("schweinsgalopp", players=4)
    card = until_there_is_a_card(person)
    before = len(decided(person))
    mark = person.page.evaluate("window.mark = Math.random()")
    person.page.evaluate("(how) => (lines.cut = how)", how)
    person.page.locator(card).click()
    expect(
        person.page.get_by_role("status").filter(has_text=person.say("line.lost"))
    ).to_be_visible()
    person.page.evaluate(MEND)
    person.wait(LINE_OPEN)
    expect(person.page.get_by_text(person.say("line.lost"))).to_have_count(0)
    person.await_turn()
    assert len(decided(person)) == before + 1
    if how == "before the answer":
        missed = person.page.get_by_role("region", name=person.say("missed.title"))
        expect(missed.get_by_role("listitem").first).to_be_visible()
        missed.get_by_role("button").click()
        expect(missed).to_have_count(0)
    person.play_turn()
    assert person.page.evaluate("window.mark") == mark, "the page was never loaded anew"


def test_a_device_without_a_net_says_so_and_comes_back(people) -> None:
    person: Person = people("fr", PHONE, prepare=with_scissors)
    person.trouble.expect(NO_LINE)
    person.play_now("ostfriesenlauf")
    card = until_there_is_a_card(person)
    person.page.evaluate("lines.cut = 'on the way'")
    person.page.locator(card).click()
    person.context.set_offline(True)
    expect(person.page.get_by_text(person.say("line.offline"))).to_be_visible()
    before = person.view(0)["decision"]
    person.page.evaluate("lines.down = false")
    person.context.set_offline(False)
    person.wait(LINE_OPEN)
    person.await_turn()
    assert person.view(0)["decision"] > before
    person.play_turn()


def test_what_others_did_meanwhile_is_told(people) -> None:
    host, guest = people("de", PHONE, prepare=with_scissors), people()
    host.trouble.expect(NO_LINE)
    guest.follow_link(host.open_table("schweinsgalopp"))
    guest.sit_down("Otto")
    host.unfold()
    host.page.locator("#option-start_player").select_option(index=2)
    host.wait("() => document.querySelector('galopp-app').table.news.options.start_player === 1")
    host.start()
    host.see_table()
    host.page.evaluate(
        "lines.down = true;"
        " document.querySelector('galopp-app').table.connection.line.socket.close()"
    )
    expect(host.page.get_by_text(host.say("line.lost"))).to_be_visible()
    guest.see_table()
    while guest.state()["asked"] == [1]:
        guest.play_turn()
    host.page.evaluate(MEND)
    missed = host.page.get_by_role("region", name=host.say("missed.title"))
    expect(missed.get_by_role("listitem").filter(has_text="Otto").first).to_be_visible()
    host.await_turn()
    host.play_turn()


@pytest.fixture
def own_server(tmp_path: Path):
    with ServerProcess(tmp_path / "data", "--no-limits") as running:
        yield running


@pytest.mark.thorough
def test_a_server_that_stops_and_one_that_dies_are_waited_for(people, own_server) -> None:
    person: Person = people("de", PHONE, server=own_server)
    person.trouble.expect(NO_LINE)
    person.play_now("saumaumau")
    mark = person.page.evaluate("window.mark = Math.random()")
    for end, told in ((own_server.stop, "line.restart"), (own_server.kill, "line.lost")):
        person.play_turn()
        person.await_turn()
        end()
        expect(person.page.get_by_text(person.say(told))).to_be_visible()
        own_server.start()
        person.wait(LINE_OPEN)
        expect(person.page.get_by_text(person.say(told))).to_have_count(0)
        person.play_turn()
    assert person.page.evaluate("window.mark") == mark


@pytest.mark.thorough
def test_that_the_server_is_away_is_said_above_the_page_of_a_group(people, own_server) -> None:
    """It lay over the way home, and over all that can be pressed beside it."""
    person: Person = people("de", PHONE, server=own_server)
    person.trouble.expect(NO_LINE)
    open_group(person, "Regulars", "Anna")
    own_server.stop()
    said = person.page.locator(".line-bar").bounding_box()
    home = person.page.locator(".group-head .tool").first.bounding_box()
    assert said["y"] + said["height"] <= home["y"]


# A browser never asks again for a module that it could not fetch once.


LOAD_LATER = """() => {
  const at = (path) => document.querySelector("script[type=module]").src.replace("app.js", path);
  const lesson = () => import(at("view/lesson/lesson.js"));
  const loading = import(at("net/patiently.js")).then(({ patiently }) => patiently(lesson));
  loading.then(() => (window.loaded = true));
}"""


@pytest.mark.thorough
def test_nothing_is_asked_for_while_the_server_is_known_to_be_away(people, own_server) -> None:
    person: Person = people(server=own_server)
    person.trouble.expect(NO_LINE)
    person.play_now("schweinsgalopp")
    person.await_turn()
    asked: list[str] = []
    person.page.on("requestfailed", lambda request: asked.append(request.url.rsplit("/", 1)[1]))
    own_server.kill()
    person.wait("() => document.querySelector('galopp-app').table.connection.state === 'lost'")
    with person.page.expect_event("requestfailed", lambda request: "healthz" in request.url):
        person.page.evaluate(LOAD_LATER)
    own_server.start()
    person.wait("() => window.loaded")
    assert "lesson.js" not in asked
    person.play_turn()


@pytest.mark.thorough
def test_a_part_that_could_not_be_fetched_is_asked_for_again(people) -> None:
    """Its styles come after that: whoever waited for them alone would not have heard of it."""
    person: Person = people("de", PHONE)
    person.trouble.expect("ERR_FAILED")
    held: list[Route] = []
    person.page.route("**/style/seats.css", lambda asked: held.append(asked))
    person.page.route("**/view/table/table.js", lambda asked: asked.abort(), times=1)
    with person.page.expect_event("requestfailed", lambda asked: "table/table.js" in asked.url):
        person.open_table("ostfriesenlauf")
    for style in held:
        style.continue_()
    person.fill_with_bots()
    person.play_turn()
    expect(person.page.locator(".broken")).to_have_count(0)


@pytest.mark.thorough
def test_a_part_that_cannot_be_fetched_comes_with_a_new_page(people) -> None:
    person: Person = people("de", PHONE)
    person.trouble.expect("ERR_FAILED")
    person.page.route("**/view/table/table.js", lambda asked: asked.abort(), times=2)
    person.open_table("ostfriesenlauf")
    person.page.evaluate("window.mark = 1")
    person.wait("() => window.mark !== 1")
    person.see_lobby()
    person.fill_with_bots()
    person.play_turn()


def test_a_page_that_is_opened_while_the_server_is_away_finds_its_table(people, own_server) -> None:
    person: Person = people(server=own_server)
    person.trouble.expect(NO_LINE)
    person.play_now("schweinsgalopp")
    person.await_turn()
    own_server.kill()
    person.page.evaluate(
        "document.querySelector('galopp-app').arrive()"
    )  # nothing to load: it is here
    own_server.start()
    person.wait(LINE_OPEN)
    person.page.reload()
    person.see_table()
    person.play_turn()
