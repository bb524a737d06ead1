"""The games that a browser played: noted at their end, counted, taken along in a file, deleted."""

import json
from pathlib import Path
from typing import Any

import pytest
from people import GAMES, LAPTOP, PHONE, Person, hurry, mostly
from playwright.sync_api import expect
from test_axe import findings
from test_fits import measured
from test_here import briefly, play_here
from test_picture import short, size_of
from test_site import at_home, elsewhere, web_space  # noqa: F401, a fixture

from wasm.modules import built

# Everything that is noted in this browser, as it is kept.
KEPT = """() => new Promise((settle, fail) => {
  const opening = indexedDB.open("galopp-games");
  opening.onerror = () => fail(opening.error);
  opening.onsuccess = () => {
    const store = opening.result.transaction("games").objectStore("games");
    const asked = store.getAll();
    asked.onsuccess = () => { opening.result.close(); settle(asked.result); };
  };
})"""
NOTED = "(count) => JSON.parse(localStorage.getItem('galopp.played') ?? '{}').count === count"


def kept(person: Person, count: int) -> list[dict[str, Any]]:
    """The games that are noted, once there are so many."""
    person.wait(NOTED, count)
    return person.page.evaluate(KEPT)


def at_mine(person: Person) -> None:
    """From the first page, which leads there where there are any."""
    person.go_home()
    person.page.get_by_role("link", name=person.say("home.mine")).click()
    expect(person.page.locator("galopp-mine .mine-game").first).to_be_visible()


@pytest.fixture(scope="module", autouse=True)
def modules() -> None:
    built()


@pytest.mark.parametrize("game", mostly("ostfriesenlauf"))
def test_a_game_on_this_device_is_noted_once_and_watched_again_without_its_table(
    people, game: str
) -> None:
    person: Person = people("de", PHONE, likes=briefly(game), reduced_motion="reduce")
    person.go_home()
    expect(person.page.get_by_role("link", name=person.say("home.mine"))).to_have_count(0)
    play_here(person, game)
    person.play_to_the_end()
    [noted] = kept(person, 1)
    person.page.reload()
    person.wait("() => !!document.querySelector('galopp-result section')")
    assert noted["where"] == "" and noted["record"].startswith("galopp record 1")
    assert [seat["name"] for seat in noted["seats"]] == ["Rosa", "Trudi"]
    assert noted["own"] == [0] and noted["again"] is False
    at_mine(person)
    [again] = kept(person, 1)
    assert again == noted
    row = person.page.locator(".mine-game")
    expect(row).to_contain_text(person.say("title", game))
    expect(row).to_contain_text("Trudi")
    assert findings(person, f"mine, {game}") + measured(person, f"mine, {game}") == []
    person.page.locator(".mine-home").click()
    person.page.locator(".table-forget").click()
    person.page.locator(".table-forget").click()
    expect(person.page.locator(".table-row .table-forget")).to_have_count(0)
    at_mine(person)
    expect(row.locator("a[href*='review']")).to_have_count(1)
    row.locator("a[href*='replay=']:not([href*='review'])").click()
    expect(person.page.locator("galopp-replay galopp-board svg").first).to_be_visible()


def played_at_a_server(people, game: str) -> tuple[Person, Person]:
    """Two who played a game on two devices, in the end of which it is noted on each."""
    rosa: Person = people("en", LAPTOP, likes=short(game), reduced_motion="reduce")
    otto: Person = people("fr", PHONE, reduced_motion="reduce")
    code = rosa.open_table(game, players=3 if game != "saumaumau" else 2)
    otto.follow_link(code)
    otto.sit_down("Otto")
    if game == "saumaumau":
        rosa.start()
    else:
        rosa.fill_with_bots()
    otto.see_table()
    hurry(rosa, otto)
    return rosa, otto


@pytest.mark.a_few(1)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_at_a_server_is_noted_in_each_browser(people, game: str) -> None:
    rosa, otto = played_at_a_server(people, game)
    [hers], [his] = kept(rosa, 1), kept(otto, 1)
    assert hers["id"] == his["id"] and (hers["own"], his["own"]) == ([0], [1])
    assert {**hers, "own": 0, "behind": 0} == {**his, "own": 0, "behind": 0}
    assert hers["where"] == rosa.server.address and hers["record"] == ""


@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES)
def test_a_rematch_is_another_game_and_both_can_be_looked_at(
    people, tmp_path: Path, game: str
) -> None:
    rosa, otto = played_at_a_server(people, game)
    rosa.button("result.again").click()
    rosa.await_round(2)
    otto.page.locator(".result-further .primary").click()
    otto.await_round(2)
    hurry(rosa, otto)
    assert len({noted["id"] for noted in kept(rosa, 2)}) == 2
    at_mine(otto)
    expect(otto.page.locator(".mine-game")).to_have_count(2)
    otto.page.get_by_role("button", name=otto.say("mine.show").partition("{")[0]).first.click()
    expect(otto.page.locator("img.picture-drawn")).to_be_visible()
    with otto.page.expect_download() as download:
        otto.page.get_by_role("link", name=otto.say("picture.save")).click()
    download.value.save_as(tmp_path / "picture.png")
    assert size_of((tmp_path / "picture.png").read_bytes()) == (1080, 1080)
    otto.page.keyboard.press("Escape")
    expect(otto.page.locator(".mine-acts a[href*='review']")).to_have_count(2)
    otto.page.locator(".mine-game a[href*='/replay/']:not([href*='review'])").first.click()
    expect(otto.page.locator("galopp-replay galopp-board svg").first).to_be_visible()


def test_games_go_into_a_file_and_come_out_of_one_and_are_deleted_with_one_press(
    people, tmp_path: Path
) -> None:
    game = "schweinsgalopp"
    person: Person = people("en", LAPTOP, likes=briefly(game), reduced_motion="reduce")
    person.go_home()
    play_here(person, game)
    person.play_to_the_end()
    [noted] = kept(person, 1)
    at_mine(person)
    with person.page.expect_download() as download:
        person.button("mine.export").click()
    file = tmp_path / "games.json"
    download.value.save_as(file)
    assert json.loads(file.read_text(encoding="utf-8"))["games"] == [noted]

    friend: Person = people("de", PHONE, reduced_motion="reduce")
    friend.page.goto(f"{friend.server.address}/mine")
    expect(friend.page.get_by_text(friend.say("mine.none"))).to_be_visible()
    chosen = friend.page.locator(".mine-keeping input[type=file]")
    bad = tmp_path / "bad.json"
    bad.write_text(file.read_text(encoding="utf-8").replace('"rivals": 2', '"rivals": 9'), "utf-8")
    for wrong, key in ((bad, "damaged"), (Path(__file__), "not_ours")):
        chosen.set_input_files(wrong)
        told = friend.say(f"mine.refused.{key}", name=wrong.name, number=1)
        expect(friend.page.get_by_role("alert")).to_have_text(told)
        assert friend.page.evaluate(KEPT) == []
    for fresh in (1, 0):  # twice is once
        chosen.set_input_files(file)
        told = friend.say("mine.imported", count=fresh, known=1 - fresh)
        expect(friend.page.locator(".mine-told")).to_have_text(told)
        assert kept(friend, 1) == [noted]
    friend.page.locator(
        ".mine-game a[href*='replay=']:not([href*='review'])"
    ).click()  # the game came along
    expect(friend.page.locator("galopp-replay galopp-board svg").first).to_be_visible()
    friend.page.go_back()

    friend.button("mine.delete").click()
    expect(friend.page.locator(".mine-keeping .grave button").first).to_be_focused()
    friend.button("mine.delete.yes").click()
    expect(friend.page.locator(".mine-told")).to_have_text(friend.say("mine.deleted"))
    assert kept(friend, 0) == []
    friend.go_home()
    expect(friend.page.get_by_role("link", name=friend.say("home.mine"))).to_have_count(0)
    # What was deleted does not come back when its table is looked at again.
    person.button("mine.delete").click()
    person.button("mine.delete.yes").click()
    expect(person.page.locator(".mine-told")).to_have_text(person.say("mine.deleted"))
    person.page.locator(".mine-home").click()
    person.page.locator(".table-link").first.click()
    person.wait("() => !!document.querySelector('galopp-result section')")
    assert kept(person, 0) == []


@pytest.mark.thorough
def test_several_on_one_device_are_one_game_and_going_on_from_it_does_not_count(people) -> None:
    game = "ostfriesenlauf"
    person: Person = people("en", LAPTOP, likes=briefly(game), reduced_motion="reduce")
    person.choose_game(game, 2)
    person.call_oneself("Rosa")
    person.button("home.new.several").click()
    person.page.wait_for_url("**/here?table=*")
    person.see_lobby()
    person.page.locator(".chair-free button").first.click()
    person.sit_on_this_chair("Otto")
    person.start()
    person.play_to_the_end()
    [together] = kept(person, 1)
    assert together["own"] == [0, 1] and together["again"] is False
    assert [seat["kind"] for seat in together["seats"]] == ["person", "person"]
    person.page.locator(".result-acts a[href*='replay=']:not([href*='review'])").click()
    person.see_table()
    person.page.locator("galopp-replay").get_by_role(
        "button", name=person.say("replay.branch")
    ).first.click()
    person.page.locator("galopp-branching button.primary").click()
    person.page.wait_for_url("**/here?table=*")
    person.see_table()
    person.play_to_the_end()
    [again] = [noted for noted in kept(person, 2) if noted["id"] != together["id"]]
    assert again["again"] is True
    at_mine(person)
    expect(person.page.locator(".mine-share")).to_contain_text(
        person.say("mine.of_games", count=1).partition("}")[2].partition("{")[0].strip()
    )
    marked = person.page.locator(".mine-game", has_text=person.say("mine.mark.uncounted"))
    expect(marked).to_have_count(1)


LONG = "Wilhelmine-Ölgard Großmann"
HOSTILE = "<img src=x onerror=alert(1)>"


def crowded(number: int) -> dict[str, Any]:
    """A game with five at the table, of whom some have long or hostile names."""
    names = ["Rosa", LONG, HOSTILE, "Ä", "Trudi"]
    levels = ["", "", "", "strongest", "casual"]
    seats = [
        {"name": name, "pig": "rosy", "kind": "bot" if level else "person", "level": level}
        | {"score": 40 - seat, "place": seat + 1}
        for seat, (name, level) in enumerate(zip(names, levels, strict=True))
    ]
    game = {"id": f"KQHTZM-{number}-abc", "game": "saumaumau", "rules": 1, "at": 10**9 + number}
    where = {"where": "https://elsewhere.example", "replay": f"KQHTZM-{number}", "record": ""}
    ended = {"winners": [0], "nobodys": [], "rivals": 5, "ending": "", "behind": number}
    own = {"day": "2026-11-01", "again": False, "options": {"races": 2}, "own": [0]}
    return {**game, **where, **own, "seats": seats, **ended}


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("language", "size", "scheme"),
    [
        ("de", PHONE, "light"),
        ("fr", LAPTOP, "dark"),
        ("de", {"width": 320, "height": 640}, "dark"),
        ("en", {"width": 1920, "height": 1080}, "light"),
    ],
)
def test_many_games_fit_and_are_read_out(
    people, tmp_path: Path, language: str, size: dict[str, int], scheme: str
) -> None:
    file = tmp_path / "games.json"
    games = {"kind": "galopp games", "version": 1, "games": [*map(crowded, range(1, 61))]}
    file.write_text(json.dumps(games), encoding="utf-8")
    likes = {"scheme": scheme, "text": 1.4}
    person: Person = people(language, size, likes=likes, reduced_motion="reduce")
    person.page.goto(f"{person.server.address}/mine")
    person.page.locator(".mine-keeping input[type=file]").set_input_files(file)
    rows = person.page.locator(".mine-game")
    expect(rows).to_have_count(20)
    more = person.page.locator(".mine-list > button")
    more.focus()
    person.page.keyboard.press("Enter")
    expect(rows).to_have_count(60)
    expect(person.page.locator(".mine-firsts li")).to_have_count(7)
    expect(rows.first).to_contain_text(HOSTILE)
    link = rows.first.locator("a").first
    assert link.get_attribute("href") == "https://elsewhere.example/replay/KQHTZM-60?seat=0"
    assert findings(person, "mine") + measured(person, "mine") == []
    rows.first.get_by_role("button").click()
    expect(person.page.locator("img.picture-drawn")).to_be_visible()
    assert findings(person, "picture") + measured(person, "picture") == []


@pytest.mark.thorough
def test_a_web_space_notes_games_too_and_asks_nobody(people, web_space: str) -> None:  # noqa: F811
    game = "schweinsgalopp"
    person: Person = people("fr", PHONE, likes=briefly(game), reduced_motion="reduce")
    asked = at_home(person, web_space)
    play_here(person, game)
    person.play_to_the_end()
    person.wait(NOTED, 1)
    person.page.goto(f"{web_space}/mine/")
    expect(person.page.locator(".mine-game")).to_have_count(1)
    person.page.locator(".mine-game a[href*='replay=']:not([href*='review'])").click()
    expect(person.page.locator("galopp-replay galopp-board svg").first).to_be_visible()
    assert elsewhere(asked, web_space) == []
    assert [url for url in asked if "/api/" in url] == []


@pytest.mark.thorough
def test_whoever_only_watches_and_a_screen_for_the_room_note_nothing(people) -> None:
    game = "schweinsgalopp"
    host: Person = people("en", LAPTOP, likes=short(game), reduced_motion="reduce")
    code = host.open_table(game, players=2)
    watcher: Person = people("de", PHONE, reduced_motion="reduce")
    watcher.follow_link(code)
    screen: Person = people("de", LAPTOP, reduced_motion="reduce")
    screen.page.goto(f"{host.server.address}/tv/{code}")
    host.fill_with_bots()
    hurry(host)
    kept(host, 1)
    watcher.wait("() => !!document.querySelector('galopp-result section')")
    for other in (watcher, screen):
        assert other.page.evaluate("localStorage.getItem('galopp.played')") is None
