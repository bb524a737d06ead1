"""A game that is over is watched again, passed on, checked and played on from."""

import random
import re
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import pytest
from people import GAMES, LAPTOP, PHONE, Person, hurry, mostly
from playwright.sync_api import expect
from test_axe import findings, somebody

from galopp.play.game import game
from galopp.play.record import Record
from serving import CLIENT, ServerProcess

NAMES = {0: "Rosa", 1: "Otto"}
# Short games, one of them with a second race.
SETTINGS: dict[str, dict[str, Any]] = {
    "saumaumau": {"seed": 3, "races": 1},
    "ostfriesenlauf": {"seed": 48},
    "schweinsgalopp": {"seed": 1, "races": 2},
}
# How the page stands, in what a test waits for.
STATE = """() => {
  const { replay } = document.querySelector("galopp-replay");
  const { at, look, last, stage } = replay.playback ?? {};
  return { at, look, last, idle: !!stage?.idle, running: !!replay.autoplay?.running };
}"""
NO_LINE = r"ERR_CONNECTION|Failed to load resource"


@cache
def recorded(name: str) -> Record:
    """A game of two, begun with a seed, in which anybody does anything."""
    position = game(name).new(players=2, **SETTINGS[name])
    chance = random.Random(SETTINGS[name]["seed"])
    while not position.over:
        position.play(chance.choice(position.legal))
    return Record.of(position, NAMES)


def brought(server: ServerProcess, record: Record) -> str:
    """The name under which the server keeps a record."""
    answer = httpx.post(f"{server.address}/api/replays", json={"text": str(record)}, timeout=30)
    answer.raise_for_status()
    return str(answer.json()["id"])


def frames(server: ServerProcess, replay: str, seat: int | None = None) -> list[dict[str, Any]]:
    """The game as the server shows it to a viewer."""
    seen = "" if seat is None else f"?seat={seat}"
    answer = CLIENT.get(f"{server.address}/api/replays/{replay}/frames{seen}", timeout=30)
    return list(answer.json()["frames"])


def watch(person: Person, path: str) -> None:
    person.page.goto(f"{person.server.address}/replay/{path}")
    see(person)


def see(person: Person) -> None:
    expect(person.page.locator(".replay galopp-board svg").first).to_be_visible()


def state(person: Person) -> dict[str, Any]:
    return dict(person.page.evaluate(STATE))


def await_at(person: Person, at: int) -> None:
    person.wait(f"(at) => {{ const is = ({STATE})(); return is.at === at && is.idle; }}", at)


def await_address(person: Person, path: str) -> None:
    """The address follows a moment later."""
    person.page.wait_for_url(f"{person.server.address}/replay/{path}")


def press(person: Person, name: str) -> None:
    person.page.locator(f".replay-button.{name}").click()


def cards(person: Person) -> list[list[str]]:
    """The names of the cards that lie open, hand by hand."""
    return list(
        person.page.evaluate(
            "() => [...document.querySelectorAll('.shown')].map((hand) =>"
            " [...hand.querySelectorAll('.shown-card .unseen')]"
            ".map((one) => one.textContent).sort())"
        )
    )


def hand(person: Person, name: str, frame: dict[str, Any]) -> list[str]:
    """The names of a seat's cards, from what the server says of it."""
    view = frame["view"]
    if name == "schweinsgalopp":
        held = [pig for pig, count in view["hand"].items() for _ in range(count)]
        pigs = [person.say(f"pig.{pig}", name) for pig in held]
        return sorted(person.say("card.race", name, pig=pig) for pig in pigs)
    return sorted(person.say(f"card.{card}", name) for card in view["hand"])


@pytest.mark.a_few(1)
@pytest.mark.parametrize("name", GAMES)
def test_each_move_is_shown_to_each_viewer_as_the_server_tells_it(people, server, name) -> None:
    replay, person = brought(server, recorded(name)), people()
    seen = [frames(server, replay, seat) for seat in range(2)]
    watch(person, f"{replay}/6?seat=1")
    assert state(person) | {"at": 6, "look": 1, "last": len(seen[0]) - 1} == state(person)
    assert cards(person) == [hand(person, name, seen[1][6])]
    for _ in range(2):
        press(person, "forward")
    await_at(person, 8)
    press(person, "back")
    await_at(person, 7)
    assert cards(person) == [hand(person, name, seen[1][7])]
    person.page.get_by_label(person.say("replay.look")).select_option(person.say("replay.look.all"))
    expect(person.page.locator(".hands > li")).to_have_count(2)
    assert cards(person) == [hand(person, name, one[7]) for one in seen]
    await_address(person, f"{replay}/7")
    person.page.get_by_label(person.say("replay.look")).select_option(
        person.say("replay.look.public")
    )
    expect(person.page.locator(".shown")).to_have_count(0)
    await_address(person, f"{replay}/7?seat=nobody")
    person.page.locator(".badge").nth(0).click()
    expect(person.page.locator(".hand.shown")).to_be_visible()
    assert cards(person) == [hand(person, name, seen[0][7])]


def test_the_scrubber_goes_anywhere_and_the_end_says_who_won(people, server) -> None:
    record = recorded("schweinsgalopp")
    replay, person = brought(server, record), people(size=PHONE)
    watch(person, replay)
    person.page.get_by_label(person.say("replay.scrubber")).fill("20")
    await_at(person, 20)
    expect(person.page.locator(".scrubber output")).to_have_text(f"20/{len(record.moves)}")
    expect(person.page.locator(".scrubber-marks i")).to_have_text(["2"])
    press(person, "last")
    winners = record.final().winners
    expect(person.page.locator(".result h2")).to_contain_text(NAMES[winners[0]])
    person.page.locator(".result .tool").click()
    expect(person.page.locator(".standing tbody tr")).to_have_count(2)
    expect(person.page.locator(".replay-branch")).to_be_disabled()
    press(person, "first")
    await_at(person, 0)
    expect(person.page.locator(".result")).to_have_count(0)
    expect(person.page.locator(".latest-line")).to_have_text(person.say("log.empty"))


def test_it_plays_by_itself_with_its_motions_and_stops_when_told(people, server) -> None:
    person = people(pace=1)
    watch(person, f"{brought(server, recorded('schweinsgalopp'))}?seat=0")
    person.page.get_by_label(person.say("replay.speed")).select_option("4×")
    press(person, "play")
    person.wait(f"() => ({STATE})().at >= 3")
    press(person, "pause")
    assert not state(person)["running"]
    person.wait(f"() => ({STATE})().idle")
    at = state(person)["at"]
    press(person, "forward")
    await_at(person, at + 1)


def test_nothing_can_be_decided(people, server) -> None:
    person = people()
    watch(person, f"{brought(server, recorded('saumaumau'))}/3?seat=0")
    expect(person.page.locator(".replay-ribbon")).to_have_text(person.say("replay.title"))
    expect(person.page.locator(".hand-card, .choice, [data-code]")).to_have_count(0)
    asked: list[str] = []
    person.page.on("request", lambda request: asked.append(request.method))
    person.page.locator(".shown-card").first.click()
    person.page.locator("galopp-board svg").first.click()
    assert state(person)["at"] == 3
    assert "POST" not in asked


@pytest.mark.thorough
def test_a_line_of_the_log_leads_to_its_move(people, server) -> None:
    replay, person = brought(server, recorded("schweinsgalopp")), people()
    watch(person, replay)
    told = frames(server, replay)
    lines = person.page.locator("galopp-replay-log .to-move")
    expect(lines).to_have_count(sum(bool(frame["happened"]) for frame in told) + 1)
    lines.nth(12).click()
    await_at(person, 12)
    expect(lines.nth(12)).to_have_attribute("aria-current", "step")
    expect(person.page.locator("galopp-replay-log [aria-current]")).to_have_count(1)
    await_address(person, f"{replay}/12")
    expect(person.page.locator("galopp-replay-log button[tabindex='0']")).to_have_count(2)
    lines.nth(12).focus()
    person.page.keyboard.press("ArrowDown")
    expect(lines.nth(13)).to_be_focused()
    person.page.locator(".replay-line.now .why").click()
    rules = person.page.get_by_role("dialog", name=person.say("menu.rules"))
    expect(rules.locator(".rules-about")).not_to_be_empty()
    expect(rules.locator(".rules-marked").first).to_be_visible()


@pytest.mark.thorough  # others open at a move, too
def test_a_link_to_a_move_opens_there_on_another_device(people, server) -> None:
    replay, person = (
        brought(server, recorded("ostfriesenlauf")),
        people(permissions=["clipboard-read", "clipboard-write"]),
    )
    watch(person, f"{replay}?seat=1")
    press(person, "forward")
    press(person, "forward")
    await_at(person, 2)
    person.page.locator(".replay-copy").click()
    expect(person.page.locator(".replay-copy")).to_have_text(person.say("replay.copied"))
    link = person.page.evaluate("navigator.clipboard.readText()")
    other: Person = people("de", PHONE)
    other.page.goto(link)
    see(other)
    assert state(other) | {"at": 2, "look": 1} == state(other)
    for mutilated, at in (("abc", 0), ("-1", 0), ("99999999", state(other)["last"])):
        watch(other, f"{replay}/{mutilated}")
        await_at(other, at)


@pytest.mark.thorough
def test_where_there_is_no_game_the_page_says_so(people) -> None:
    person: Person = people("de")
    person.trouble.expect("404")
    person.page.goto(f"{person.server.address}/replay/NIXDA-1")
    expect(person.page.locator("main h1")).to_have_text(person.say("replay.nothing"))
    expect(person.page.locator("main p").first).not_to_be_empty()
    person.page.get_by_role("link", name=person.say("page.home")).click()
    expect(person.page.locator("galopp-home")).to_be_visible()


# --- Files


def drop(person: Person, name: str, text: str) -> None:
    """A file is dragged onto the page and let go."""
    dragged = person.page.evaluate_handle(
        "([name, text]) => { const dragged = new DataTransfer();"
        " dragged.items.add(new File([text], name, { type: 'text/plain' })); return dragged; }",
        [name, text],
    )
    person.page.dispatch_event("body", "dragover", {"dataTransfer": dragged})
    expect(person.page.locator(".file-over")).to_be_visible()
    person.page.dispatch_event("body", "drop", {"dataTransfer": dragged})


def test_a_game_is_kept_as_a_file_and_watched_from_it(people, server, tmp_path: Path) -> None:
    record = recorded("ostfriesenlauf")
    replay, person = brought(server, record), people()
    watch(person, replay)
    person.page.locator(".tool.menu").click()
    with person.page.expect_download() as download:
        person.page.get_by_role("link", name=person.say("result.save")).click()
    download.value.save_as(tmp_path / "game.txt")
    text = (tmp_path / "game.txt").read_text(encoding="utf-8")
    assert Record.read(text) == Record.read(str(record))
    other: Person = people("fr")
    other.go_home()
    drop(other, "game.txt", text)
    await_address(other, replay)
    see(other)
    other.go_home()
    other.page.locator("galopp-record-file input").set_input_files(tmp_path / "game.txt")
    see(other)
    third = tmp_path / "third.txt"
    third.write_text(str(recorded("schweinsgalopp")), encoding="utf-8")
    other.page.locator(".tool.menu").click()
    other.page.locator("galopp-replay-menu input[type=file]").set_input_files(third)
    await_address(other, brought(server, recorded("schweinsgalopp")))
    see(other)
    expect(other.page.locator("dialog")).to_have_count(0)


def test_what_is_no_legal_game_is_refused_with_line_and_reason(people, server) -> None:
    person: Person = people()
    person.trouble.expect("status of 4")
    watch(person, f"{brought(server, recorded('ostfriesenlauf'))}/2")
    text = str(recorded("schweinsgalopp"))
    line = next(number for number, one in enumerate(text.splitlines(), 1) if one.startswith("3. "))
    forged = re.sub(r"^3\. (\d) .*$", r"3. \1 play red", text, flags=re.MULTILINE)
    drop(person, "forged.txt", forged)
    alert = person.page.locator(".file-trouble")
    expect(alert).to_contain_text("forged.txt")
    expect(alert).to_contain_text(str(line))
    expect(alert).to_contain_text("play red")
    assert state(person)["at"] == 2
    drop(person, "letter.txt", "Dear Rosa,")
    expect(alert).to_contain_text("letter.txt")
    drop(person, "long.txt", "x" * (2**18 + 1))
    expect(alert).to_contain_text(person.say("file.too_large"))


# --- From the table to the replay, and back to a table


@pytest.fixture
def sat(people, server) -> Person:
    """Somebody who has taken the last decision of a game otherwise, and so played its end anew."""
    record = recorded("ostfriesenlauf")
    replay, person = brought(server, record), people()
    watch(person, f"{replay}/{len(record.moves) - 1}?seat={record.moves[-1].seat}")
    person.page.locator(".replay-branch").click()
    person.button("branch.begin").click()
    person.arrive_at_table()
    person.play_to_the_end()
    return person


def verify(person: Person) -> list[str]:
    person.page.locator(".tool.menu").click()
    person.page.get_by_role("dialog").get_by_role(
        "button", name=person.say("replay.verify")
    ).click()
    person.page.locator(".verify-now").click()
    expect(person.page.locator(".verified li")).to_have_count(2)
    return person.page.locator(".verified li").all_inner_texts()


def test_whoever_was_there_checks_the_promise_that_was_heard(sat: Person, people) -> None:
    sat.page.locator(".result-acts a[href*='/replay/']:not([href*='review'])").click()
    see(sat)
    assert f"/replay/{sat.code}-1" in sat.page.url
    shown = CLIENT.get(f"{sat.server.address}/api/replays/{sat.code}-1").json()
    count = {"count": shown["decisions"], "number": shown["decisions"]}
    legal = sat.say("verify.played.legal", **count)
    assert verify(sat) == [sat.say("verify.promise.kept_heard"), legal]
    stranger: Person = people()
    watch(stranger, f"{sat.code}-1")
    assert verify(stranger) == [stranger.say("verify.promise.kept_written"), legal]
    # Had something else been promised, the browser that heard it would notice.
    sat.page.evaluate(
        """(code) => {
          const tables = JSON.parse(localStorage.getItem("galopp.tables"));
          tables[code].promises[1] = "0".repeat(64);
          localStorage.setItem("galopp.tables", JSON.stringify(tables));
        }""",
        sat.code,
    )
    sat.page.locator(".verify-now").click()
    expect(sat.page.locator(".verified li").first).to_have_text(sat.say("verify.promise.broken"))


@pytest.mark.thorough
def test_a_game_of_a_seed_has_no_promise(people, server) -> None:
    person: Person = people()
    watch(person, brought(server, recorded("ostfriesenlauf")))
    assert verify(person)[0] == person.say("verify.promise.none")


@pytest.mark.parametrize("name", mostly("saumaumau"))
def test_from_a_move_on_it_is_played_to_the_end_against_bots(people, server, name) -> None:
    record = recorded(name)
    at = min(20, len(record.moves) - 2)
    replay, person = brought(server, record), people(size=PHONE)
    watch(person, f"{replay}/{at}?seat=1")
    before = frames(server, replay, 1)[at]["view"]
    person.page.keyboard.press("p")
    dialog = person.page.get_by_role("dialog", name=person.say("branch.title", number=at))
    expect(dialog.get_by_label(NAMES[1], exact=True)).to_be_checked()
    person.call_oneself("Wutz")
    dialog.get_by_role("button", name=person.say("branch.begin")).click()
    code = person.arrive_at_table()
    news = CLIENT.get(f"{server.address}/api/tables/{code}").json()
    assert news["begin"] | {"replay": replay, "decisions": at} == news["begin"]
    assert [seat["kind"] for seat in news["seats"]] == ["bot", "person"]
    hurry(person)
    shown = CLIENT.get(f"{server.address}/api/replays/{code}-1").json()
    assert shown["origin"]["decisions"] == at
    assert frames(server, f"{code}-1", 1)[at]["view"] == before
    assert frames(server, replay, 1)[at]["view"] == before
    person.page.locator(".tool.menu").click()
    person.page.get_by_role("link", name=person.say("begin.watch")).click()
    await_address(person, f"{replay}/{at}")


@pytest.mark.thorough
def test_the_same_cards_are_dealt_to_whoever_follows_the_link(sat: Person, people) -> None:
    sat.go_home()
    sat.page.locator(".table-again").first.click()
    see(sat)
    assert state(sat)["look"] == "all"
    sat.page.locator(".tool.menu").click()
    sat.page.get_by_role("link", name=sat.say("replay.same_play")).click()
    friend: Person = people("de", PHONE)
    friend.page.goto(sat.page.url)
    friend.call_oneself("Fritz")
    friend.button("branch.begin").click()
    friend.arrive_at_table()
    friend.play_to_the_end()
    dealt = [frames(sat.server, f"{code}-1", 0)[0]["view"] for code in (sat.code, friend.code)]
    assert dealt[0] == dealt[1]


# --- For everyone


def test_by_keyboard_alone(people, server) -> None:
    replay, person = brought(server, recorded("schweinsgalopp")), people()
    watch(person, replay)
    keys = person.page.keyboard
    for key, at in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("Home", 0)):
        keys.press(key)
        await_at(person, at)
    keys.press("End")
    await_at(person, len(recorded("schweinsgalopp").moves))
    keys.press("p")
    expect(person.page.locator("dialog")).to_have_count(0)
    person.page.get_by_label(person.say("replay.scrubber")).focus()
    keys.press("ArrowLeft")
    await_at(person, len(recorded("schweinsgalopp").moves) - 1)
    keys.press("Home")
    keys.press("+")
    expect(person.page.get_by_label(person.say("replay.speed"))).to_have_value("2×")
    for look in (0, 1, None, "all"):
        keys.press("v")
        person.wait(f"(look) => ({STATE})().look === look", look)
    keys.press("Space")
    assert state(person)["running"]
    person.wait(f"() => ({STATE})().at > 0")
    keys.press("p")
    expect(person.page.locator("galopp-branching form")).to_be_visible()
    assert not state(person)["running"], "the move that is played on from stays the same"
    keys.press("Escape")
    keys.press("r")
    expect(person.page.locator("galopp-rules-drawer .rules-about")).to_be_visible()
    keys.press("Escape")
    keys.press("?")
    expect(person.page.get_by_role("dialog", name=person.say("help.title"))).to_be_visible()
    keys.press("Escape")
    expect(person.page.locator("dialog")).to_have_count(0)


@pytest.mark.thorough
@pytest.mark.a_few(1)
@pytest.mark.parametrize("width", [320, 360, 375])
def test_on_narrow_phones_nothing_lies_upon_anything(people, server, width: int) -> None:
    replay, person = brought(server, of_five()), people("de", {"width": width, "height": 568})
    watch(person, f"{replay}/20?seat=all")
    boxes = {
        at: person.page.locator(at).bounding_box()
        for at in (
            ".replay-name",
            ".replay-ribbon",
            ".replay-look",
            "#replay-speed",
            ".replay-copy",
        )
    }
    for left, right in (
        (".replay-name", ".replay-look"),
        (".replay-ribbon", ".replay-look"),
        ("#replay-speed", ".replay-copy"),
    ):
        assert boxes[left]["x"] + boxes[left]["width"] <= boxes[right]["x"], (left, right)
    assert boxes[".replay-ribbon"]["height"] < 24, "one line"
    assert person.page.locator("galopp-board").bounding_box()["height"] > 50
    person.go_home()
    assert person.page.evaluate("document.documentElement.scrollWidth") == width


@cache
def of_five() -> Record:
    """The beginning of a game of five: as many hands as there can be."""
    position, chance = game("saumaumau").new(players=5, seed=3), random.Random(3)
    for _ in range(30):
        position.play(chance.choice(position.legal))
    return Record.of(position, dict(enumerate("ABCDE")))


@pytest.mark.a_few(1)
@pytest.mark.parametrize(("scheme", "size"), [("dark", PHONE), ("light", LAPTOP)])
def test_axe_finds_nothing(people, server, scheme: str, size: dict[str, int]) -> None:
    replay, person = brought(server, recorded("saumaumau")), somebody(people, scheme, size)
    watch(person, f"{replay}/20?seat=all")
    found = findings(person, "all open")
    for key in ("?", "p", "l"):
        person.page.keyboard.press(key)
        expect(person.page.get_by_role("dialog")).to_be_visible()
        found += findings(person, f"sheet {key}")
        person.page.keyboard.press("Escape")
        expect(person.page.locator("dialog")).to_have_count(0)
    verify(person)
    found += findings(person, "verified")
    watch(person, f"{replay}/999?seat=0")
    found += findings(person, "end")
    person.page.goto(f"{server.address}/same/{replay}")
    expect(person.page.locator(".same form")).to_be_visible()
    found += findings(person, "same")
    assert found == []


@pytest.mark.thorough
def test_a_restart_in_the_middle_changes_nothing(people, tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data", "--no-limits") as own:
        replay = brought(own, recorded("ostfriesenlauf"))
        person: Person = people(server=own)
        person.trouble.expect(NO_LINE)
        watch(person, f"{replay}/2?seat=0")
        person.words()  # which nobody could be asked for later
        own.kill()
        press(person, "forward")
        await_at(person, 3)
        person.page.get_by_label(person.say("replay.look")).select_option(NAMES[1])
        expect(person.page.locator(".replay-state")).to_have_text(person.say("replay.waiting"))
        press(person, "back")
        await_at(person, 2)
        own.start()
        person.wait(f"() => ({STATE})().look === 1")
        expect(person.page.locator(".replay-state span")).to_have_count(0)
        assert state(person)["at"] == 2
