"""The installed page: it opens without a line, keeps no answer, and is renewed without a loss."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from people import LAPTOP, PHONE, Person
from playwright.sync_api import expect
from test_axe import findings
from test_fits import measured

from serving import ServerProcess
from wasm.modules import built

RENEWED = str(Path(__file__).with_name("renewed_server.py"))
NO_LINE = r"WebSocket|ERR_CONNECTION|ERR_FAILED|Failed to load resource|fetching the script"
TV = {"width": 1920, "height": 1080}

# Everything that the browser keeps of this server, by store.
KEPT = """async () => {
  const stores = {};
  for (const name of await caches.keys())
    stores[name] = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
  return stores;
}"""
TAKEN_CARE_OF = "() => !!navigator.serviceWorker.controller"
CARDS = "button.game-card:enabled"
# Whether there comes to be a store of an edition, or comes to be none; a worker takes its time.
COMES_TO_BE = """async ([hash, there]) => {
  for (let tries = 0; tries < 600; tries += 1) {
    const names = await caches.keys();
    if (names.some((name) => name.endsWith(hash)) === there) return true;
    await new Promise((settle) => setTimeout(settle, 50));
  }
  return false;
}"""
ANEW = "(mark) => window.mark !== mark"  # the page has been loaded anew since


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path / "data", "--no-limits") as running:
        yield running


@pytest.fixture
def below(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server below a path, found by whoever asks for its address."""
    with BelowPath(tmp_path / "data", "--no-limits", "--root-path", "/games/galopp") as running:
        yield running


class BelowPath(ServerProcess):
    """A server whose pages are below a path."""

    @property
    def address(self) -> str:
        return f"{super().address}/games/galopp"


def renew(server: ServerProcess, version: str, protocol: int = 1) -> None:
    """Stop the server, and start another version of it in its place."""
    server.stop()
    server.program = (RENEWED, version, str(protocol))
    server.start()


def installed(people, server: ServerProcess, size: dict[str, int] = PHONE, **how: Any) -> Person:
    """Somebody whose browser takes workers; the line may be lost, and comes back."""
    how = {"service_workers": "allow", "reduced_motion": "reduce", **how}
    person: Person = people("de", size, server=server, **how)
    person.trouble.expect(NO_LINE)
    return person


def hash_of(person: Person) -> str:
    """What names the edition that this page was loaded with."""
    address = person.page.locator("script[type=module]").get_attribute("src")
    assert address is not None
    return address.split("/")[-2]


def marked(person: Person) -> float:
    """A mark that is lost when the page is loaded anew."""
    return float(person.page.evaluate("window.mark ??= Math.random()"))


HAVE_WORKER = """async () => {
  const { src } = document.querySelector("script[type=module]");
  const { installed } = await import(src.replace("app.js", "net/installed.js"));
  await installed();
}"""


def install(person: Person) -> None:
    """Have the worker at once, without waiting until the page has nothing else to do."""
    person.page.evaluate(HAVE_WORKER)
    person.wait(TAKEN_CARE_OF)


def test_the_page_is_kept_once_it_can_be_used_and_no_answer_ever_is(people, server) -> None:
    person = installed(people, server)
    person.go_home()
    assert person.page.evaluate(KEPT) == {}, "what is pressed first comes first"
    person.wait(TAKEN_CARE_OF)
    code = person.play_now("schweinsgalopp")
    person.play_turn()
    person.page.reload()
    person.see_table()
    stores = person.page.evaluate(KEPT)
    web = f"/web/{hash_of(person)}/"
    assert [*stores] == [f"galopp / {hash_of(person)}"]
    (kept,) = stores.values()
    assert all(path == "/" or path.startswith(web) for path in kept)
    assert {"/", f"{web}app.js", f"{web}words/de.json"} <= set(kept)
    assert f"{web}games/schweinsgalopp/game.js" in kept, "kept since it was needed"
    written = person.page.evaluate("async () => (await caches.match('/')).text()")
    assert code not in written and person.key(0) not in written


@pytest.mark.thorough
def test_without_a_server_the_page_opens_and_says_so_and_goes_on_by_itself(
    people, own_server
) -> None:
    built()
    person = installed(people, own_server, color_scheme="dark")
    code = person.play_now("ostfriesenlauf")
    install(person)
    own_server.kill()
    person.page.goto(own_server.address)
    banner = person.page.get_by_role("status").filter(has_text=person.say("line.away_here"))
    expect(banner).to_be_visible()
    expect(person.page.locator(CARDS)).to_have_count(3)  # on this device they can be played
    found = findings(person, "home without a server") + measured(person, "home without a server")
    other = people.meet(person.context, own_server, "de")
    other.trouble.expect(NO_LINE)
    other.page.goto(f"{own_server.address}/t/{code}")
    waits = other.page.get_by_role("status").filter(has_text=other.say("line.away_table"))
    expect(waits).to_be_visible()
    found += findings(other, "table without a server") + measured(other, "table without a server")
    assert found == []
    marks = marked(person), marked(other)
    own_server.start()
    expect(person.page.locator(CARDS)).to_have_count(3)
    expect(banner).to_have_count(0)
    other.see_table()
    expect(waits).to_have_count(0)
    other.code = code
    other.play_turn()
    assert (marked(person), marked(other)) == marks, "nobody had to load anything anew"


@pytest.mark.thorough
def test_below_a_path_the_worker_keeps_to_it(people, below) -> None:
    built()
    person = installed(people, below)
    person.page.goto(f"{below.address}/")
    install(person)
    scope = "async () => new URL((await navigator.serviceWorker.ready).scope).pathname"
    assert person.page.evaluate(scope) == "/games/galopp/"
    assert [*person.page.evaluate(KEPT)] == [f"galopp /games/galopp/ {hash_of(person)}"]
    told = person.say("line.away_here")
    below.kill()
    person.page.reload()
    expect(person.page.get_by_text(told)).to_be_visible()


def begin_to_line_up(person: Person) -> str:
    """A game in which this person starts and has chosen the first of several pigs."""
    code = person.open_table("schweinsgalopp")
    person.unfold()
    person.page.locator("#option-start_player").select_option(index=1)
    person.wait("() => document.querySelector('galopp-app').table.news.options.start_player === 0")
    person.fill_with_bots()
    person.await_turn()
    person.play_turn()
    assert person.state()["picked"] == 1
    return code


# The page goes into the background: nobody looks at it from now on.
HIDE = """() => {
  Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
  return document.querySelector("galopp-renewal").updateComplete;
}"""
NEXT_STEP = "galopp-ask .choice[data-choice], galopp-ask .confirm"


@pytest.mark.thorough
def test_a_renewed_page_comes_by_itself_where_nobody_is_disturbed(people, own_server) -> None:
    person, room = installed(people, own_server), installed(people, own_server, TV)
    code = begin_to_line_up(person)
    install(person)
    room.page.goto(f"{own_server.address}/tv/{code}")
    room.see_table()
    mark, first, shown = marked(person), hash_of(person), marked(room)
    renew(own_server, "99.1")
    banner = person.page.locator(".renewal")
    expect(banner).to_contain_text(person.say("renewal.may"))
    assert findings(person, "a newer version") + measured(person, "a newer version") == []
    room.wait(ANEW, shown)  # on a screen nobody chooses anything, nor could press anything
    room.see_table()
    banner.get_by_role("button", name=person.say("renewal.later")).click()
    expect(banner).to_have_count(0)
    assert person.page.evaluate(COMES_TO_BE, [hash_of(room), True])
    person.page.evaluate(HIDE)
    assert (marked(person), person.state()["picked"]) == (mark, 1), "a choice is half made"
    assert len(person.page.evaluate(KEPT)) == 2, "this page may still need something of its own"
    for _ in range(4):  # what is left of the choice; the last step sends it
        person.page.locator(NEXT_STEP).first.click()
    person.wait(ANEW, mark)
    expect(person.page.locator(".hand-card").first).to_be_visible()  # the board is on the screen
    assert hash_of(person) == hash_of(room) != first
    assert [event["key"] for event in person.history(0)].count("lined_up") > 0
    install(person)
    assert person.page.evaluate(COMES_TO_BE, [first, False])


@pytest.mark.thorough
def test_a_game_goes_on_across_renewals_until_the_page_must_be_loaded(people, own_server) -> None:
    person = installed(people, own_server, LAPTOP)
    code = person.play_now("saumaumau")
    banner = person.page.locator(".renewal")
    load = banner.get_by_role("button", name=person.say("renewal.load"))

    mark = marked(person)
    renew(own_server, "99.2")
    expect(banner).to_contain_text(person.say("renewal.may"))
    person.play_turn()
    assert marked(person) == mark
    load.click()
    person.wait(ANEW, mark)
    person.await_turn()
    assert banner.count() == 0

    mark = marked(person)
    renew(own_server, "99.3", protocol=2)
    person.wait(ANEW, mark)  # by itself: nothing was being chosen, and nothing could be
    # The files are still of the old protocol, as a cache in between may have them: that is said.
    mark = marked(person)
    expect(banner).to_contain_text(person.say("renewal.must"))
    assert marked(person) == mark and person.key(0), "and the seat is still one's own"

    load.click()  # is what a person can do about it
    person.wait(ANEW, mark)
    expect(banner).to_contain_text(person.say("renewal.must"))

    renew(own_server, "99.4")
    again = people.meet(person.context, own_server, "de")
    again.trouble.expect(NO_LINE)
    again.follow_link(code)
    again.await_turn()
    again.play_turn()
