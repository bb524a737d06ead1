"""Playing on this device alone: against bots, with several people, with the server gone."""

import json
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any
from zlib import compress as deflated

import pytest
from people import GAMES, LAPTOP, PHONE, SHORT, STATE, Person, mostly
from playwright.sync_api import expect
from test_axe import findings
from test_fits import measured
from test_installed import NO_LINE, install
from test_replay import recorded
from test_review import DONE, REVIEW

from galopp.play.luck import Luck
from galopp.play.record import Record
from galopp.review import review
from serving import ServerProcess
from wasm.modules import built

# Everything that a visit left to be kept is there, the words of its language too.
ALL_KEPT = """async (language) => {
  for (let tries = 0; tries < 600; tries += 1) {
    const kept = await Promise.all((await caches.keys()).map(async (name) =>
      (await (await caches.open(name)).keys()).map(({ url }) => url)));
    const words = kept.flat().filter((url) => url.includes(`/words/${language}/`));
    if (words.filter((url) => url.includes("-rules")).length === 3) return true;
    await new Promise((settle) => setTimeout(settle, 50));
  }
  return false;
}"""


# What a table on this device needs: rules, board, words.
AHEAD = ("wasm/schweinsgalopp.wasm", "view/table/table.js", "games/schweinsgalopp/game.js")
FETCHED = f"""() => {json.dumps(AHEAD)}.filter((file) =>
  performance.getEntriesByType("resource").some(({{ name }}) => name.endsWith(`/${{file}}`)))"""
TABLE = "document.querySelector('galopp-app').table"
SEVERAL_CHOICES = f"() => {TABLE}?.choice?.legal.length > 1"
# Decide something that may not be decided.
REFUSED = f"""() => {{
  const {{ choice, shown }} = {TABLE};
  const wrong = shown.moves.find(({{ code }}) => !choice.legal.includes(code));
  return choice.decide([wrong.code]);
}}"""
KEEPS_NOTHING = """IDBFactory.prototype.open = () => {
  throw new DOMException("", "InvalidStateError");
}"""
NO_ROOM = """() => {
  window.add = IDBObjectStore.prototype.add;
  IDBObjectStore.prototype.add = () => { throw new DOMException("", "QuotaExceededError"); };
}"""
ROOM = "() => { IDBObjectStore.prototype.add = window.add; }"
UNDONE = f"""() => {TABLE}.diary.inOrder()
  .some(({{ happened }}) => happened[0].key === "table.undone")"""


def briefly(game: str, **more: Any) -> dict[str, Any]:
    """Likes of somebody who plays here, the shortest game there is, with bots that are quick."""
    table = {game: {"options": SHORT[game], "settings": {"pace": 0}}}
    return {"table": {"here": True, **table, **more}}


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path / "data", "--no-limits") as running:
        yield running


@pytest.fixture(autouse=True, scope="module")
def modules() -> None:
    """The games as WebAssembly, made from the rules as they are; without a linker, none."""
    built()


def play_here(person: Person, game: str, players: int = 2) -> None:
    """From the first page to the first card."""
    title = person.say("title", game)
    person.game = game
    person.page.locator("button.game-card", has_text=title).click()
    expect(person.page.get_by_role("dialog", name=title)).to_be_visible()
    fewest = 1 if game == "ostfriesenlauf" else 2
    person.page.locator('label:has(input[name="new-seats"])').nth(players - fewest).click()
    person.call_oneself("Rosa")
    person.page.locator(".new-ways button.primary").click()
    person.page.wait_for_url("**/here?table=*")
    person.see_table()


def link_with(record: Record, server: ServerProcess) -> str:
    """A link that has the whole game in it."""
    packed = urlsafe_b64encode(deflated(str(record).encode(), wbits=-15)).decode()
    return f"{server.address}/replay#game={packed.rstrip('=')}"


def test_what_plays_on_this_device_comes_while_somebody_still_chooses(people) -> None:
    person: Person = people("en", PHONE, likes={"table": {"here": True}})
    person.choose_game("schweinsgalopp")
    person.page.wait_for_function(f"() => ({FETCHED})().length === {len(AHEAD)}")


def test_whoever_wants_a_table_at_the_server_loads_nothing_of_it(people) -> None:
    person: Person = people("en", PHONE, likes={"table": {"here": False}})
    person.choose_game("schweinsgalopp")
    person.page.wait_for_load_state("networkidle")
    assert person.page.evaluate(FETCHED) == []


def saved(person: Person, folder: Path) -> Record:
    with person.page.expect_download() as download:
        person.page.locator(".result-acts").get_by_role(
            "button", name=person.say("result.save")
        ).click()
    download.value.save_as(folder / "record.txt")
    return Record.read((folder / "record.txt").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("game", "language", "level"),
    [
        ("schweinsgalopp", "de", "casual"),
        pytest.param("saumaumau", "en", "beginner", marks=pytest.mark.thorough),
        pytest.param("ostfriesenlauf", "fr", "strong", marks=pytest.mark.thorough),
        pytest.param("saumaumau", "fr", "strongest", marks=pytest.mark.thorough),
        pytest.param("saumaumau", "de", "strong", marks=pytest.mark.thorough),
        pytest.param("ostfriesenlauf", "en", "strongest", marks=pytest.mark.thorough),
        pytest.param("ostfriesenlauf", "de", "casual", marks=pytest.mark.thorough),
        pytest.param("schweinsgalopp", "en", "strongest", marks=pytest.mark.thorough),
        pytest.param("schweinsgalopp", "fr", "beginner", marks=pytest.mark.thorough),
    ],
)
def test_after_one_visit_everything_opens_and_plays_with_the_server_gone(
    people, own_server, tmp_path, game, language, level
) -> None:
    likes = briefly(game, level=level)
    how = {"service_workers": "allow", "reduced_motion": "reduce"}
    person: Person = people(language, PHONE, server=own_server, likes=likes, **how)
    person.trouble.expect(NO_LINE)
    person.go_home()
    person.say("title", game)  # the words for this test, while there is somebody to ask
    person.say("result.save")
    install(person)
    assert person.page.evaluate(ALL_KEPT, language)
    own_server.kill()

    person.page.goto(own_server.address)
    expect(person.page.get_by_text(person.say("line.away_here"))).to_be_visible()
    expect(person.page.locator("button.game-card:enabled")).to_have_count(len(GAMES))
    play_here(person, game)
    person.play_turn()
    person.page.reload()  # closing the tab loses nothing
    person.see_table()
    person.play_to_the_end()
    record = saved(person, tmp_path)
    assert isinstance(record.luck, Luck) and record.final().over
    assert record.names == {0: "Rosa", 1: f"Trudi ({level})"}
    shown = person.page.locator(".fairness code").first.text_content()
    assert shown == record.luck.promise

    person.page.locator(".result-acts a[href*='replay=']").last.click()
    expect(person.page.locator("galopp-replay galopp-board svg").first).to_be_visible()
    person.page.locator(".replay-button.forward").click()
    person.wait("() => document.querySelector('galopp-replay').replay.playback.at === 1")

    person.page.goto(f"{own_server.address}/learn/{game}")
    expect(person.page.locator(".lesson-words p").first).not_to_be_empty()
    person.page.goto(f"{own_server.address}/rules/{game}")
    expect(person.page.locator("galopp-rules-page h2").first).to_be_visible()
    person.page.goto(f"{own_server.address}/mine")
    expect(person.page.locator(".mine-game")).to_have_count(1)
    expect(person.page.locator(".mine-card h3")).to_have_text(person.say("title", game))
    person.page.goto(own_server.address)
    row = person.page.locator(".table-row")
    expect(row).to_contain_text(person.say("home.on_device"))
    chosen = person.page.locator("galopp-record-file input[type=file]").first
    chosen.set_input_files(tmp_path / "record.txt")
    person.page.wait_for_url("**/here?replay=HERE-FILE-*")
    expect(person.page.locator("galopp-replay galopp-board svg").first).to_be_visible()
    person.page.goto(f"{person.page.url}&review")
    person.wait(DONE)
    assert person.page.evaluate(f"() => {REVIEW}.found") == json.loads(
        json.dumps(asdict(review(record)))
    )
    person.page.goto(link_with(recorded(game), own_server))
    person.page.wait_for_url("**/here?replay=HERE-FILE-*")
    expect(person.page.locator("galopp-replay galopp-board svg").first).to_be_visible()


@pytest.mark.thorough
@pytest.mark.parametrize("game", mostly("schweinsgalopp"))
def test_a_game_goes_on_from_a_move_of_a_recorded_one(people, tmp_path, game) -> None:
    person: Person = people("en", LAPTOP, likes=briefly(game))
    person.go_home()
    play_here(person, game)
    person.play_to_the_end()
    before = saved(person, tmp_path)
    person.page.locator(".result-acts a[href*='replay=']").last.click()
    person.see_table()
    for _ in range(3):
        person.page.locator(".replay-button.forward").click()
    person.wait("() => document.querySelector('galopp-replay').replay.playback.at === 3")
    person.page.locator("galopp-replay").get_by_role(
        "button", name=person.say("replay.branch")
    ).first.click()
    person.page.locator("galopp-branching button.primary").click()
    person.page.wait_for_url("**/here?table=*")
    person.see_table()
    person.play_to_the_end()
    after = saved(person, tmp_path)
    assert after.moves[:3] == before.moves[:3]
    assert [origin.decisions for origin in after.origins] == [3]
    assert after.origins[0].luck == before.luck != after.luck


def test_a_local_game_can_be_put_on_the_server(people) -> None:
    person: Person = people("en", LAPTOP, likes=briefly("schweinsgalopp"))
    person.go_home()
    play_here(person, "schweinsgalopp")
    person.play_to_the_end()
    person.page.locator(".result-acts a[href*='replay=']").last.click()
    person.see_table()
    person.page.locator(".tool.menu").click()
    verify = person.page.locator("galopp-replay-menu")
    verify.get_by_role("button", name=person.say("replay.verify")).click()
    verify.locator(".verify-now").click()
    expect(verify.locator(".verified .check")).to_have_count(2)
    verify.locator(".back").click()
    person.button("replay.upload").click()
    person.page.wait_for_url("**/replay/*")
    person.see_table()


def test_where_nothing_can_be_kept_the_server_plays_and_a_game_in_a_link_is_shown(people) -> None:
    """As in private windows of some browsers, and where data of pages are not allowed."""
    refusing = {"prepare": lambda context: context.add_init_script(KEEPS_NOTHING)}
    person: Person = people("en", PHONE, likes=briefly("schweinsgalopp"), **refusing)
    person.choose_game("schweinsgalopp")
    expect(person.page.get_by_text(person.say("home.new.here"))).to_have_count(0)
    person.page.locator(".new-ways button.primary").click()
    person.arrive_at_table()
    person.page.goto(link_with(recorded("schweinsgalopp"), person.server))
    person.page.wait_for_url("**/here?replay=HERE-FILE-*")
    person.see_table()


def test_a_decision_that_cannot_be_kept_is_not_made_and_that_is_said(people) -> None:
    """No room is left: nobody waits in vain; as soon as there is room the game goes on."""
    person: Person = people("de", PHONE, likes=briefly("saumaumau"))
    person.go_home()
    play_here(person, "saumaumau")
    person.await_turn()
    person.wait(f"() => ({STATE})().idle")
    person.page.evaluate(NO_ROOM)
    before = person.state()
    draw = next(choice for choice in person.choices() if choice["kind"] != "card")
    person.page.locator(draw["at"]).first.click()  # some cards ask something first
    expect(person.page.locator(".notice.no")).to_contain_text(person.say("fault.not_kept"))
    assert person.state()["decision"] == before["decision"]
    assert person.page.locator(".broken").count() == 0
    person.page.evaluate(ROOM)
    person.play_turn()


def test_several_people_share_the_device_with_a_curtain(people) -> None:
    likes, how = briefly("ostfriesenlauf"), {"reduced_motion": "reduce"}
    person: Person = people("en", LAPTOP, likes=likes, **how)
    person.choose_game("ostfriesenlauf", 3)
    person.call_oneself("Rosa")
    person.button("home.new.several").click()
    person.page.wait_for_url("**/here?table=*")
    person.see_lobby()
    assert person.page.locator("galopp-share, galopp-settings").count() == 0
    found = findings(person, "lobby here") + measured(person, "lobby here")
    person.page.locator(".chair-free button").first.click()
    person.sit_on_this_chair("Otto")
    person.fill_with_bots()
    person.wait("() => document.querySelector('galopp-app').table.viewpoint.seats.length === 2")
    curtain = person.page.locator(".curtain button")
    expect(curtain.first).to_be_visible()
    found += findings(person, "curtain here") + measured(person, "curtain here")
    assert found == []
    person.play_turn()
    person.play_turn()
    person.page.locator(".tool.menu").click()
    menu = person.page.get_by_role("dialog")
    expect(menu.get_by_role("button", name=person.say("menu.home"))).to_be_visible()
    for key in ("menu.share", "menu.device", "menu.notices", "menu.tv"):
        assert menu.get_by_role("button", name=person.say(key)).count() == 0


@pytest.mark.parametrize("game", mostly("ostfriesenlauf"))
def test_hint_refusal_and_undo_need_no_server(people, game) -> None:
    """The strongest bot thinks for a second, in the worker beside the page."""
    person: Person = people("de", LAPTOP, likes=briefly(game))
    person.go_home()
    play_here(person, game, 3)
    while not person.page.evaluate(SEVERAL_CHOICES):
        person.play_turn()
    person.page.locator(".tool.hint").click()
    expect(person.page.locator("galopp-ask .hint b")).to_be_visible()
    person.page.evaluate(REFUSED)
    expect(person.page.locator("galopp-notices .notice.no .why-not")).to_be_visible()
    person.play_turn()
    while person.state()["picked"]:  # a choice of several steps
        person.play_turn()
    person.await_turn()
    person.page.locator(".tool.undo").click()
    person.wait(UNDONE)


def test_of_two_tabs_the_later_one_sees_what_the_first_has_done(people) -> None:
    """Its own decision is too late then, and nothing is lost."""
    person: Person = people("en", LAPTOP, likes=briefly("ostfriesenlauf"))
    person.go_home()
    play_here(person, "ostfriesenlauf", 1)
    person.await_turn()
    later = people.meet(person.context, person.server, "en")
    later.page.goto(person.page.url)
    later.see_table()
    later.await_turn()
    person.play_turn()
    person.await_turn()
    later.play_turn()
    assert later.state()["decision"] == person.state()["decision"]
    later.play_turn()  # and goes on from there
    assert later.state()["decision"] > person.state()["decision"]
