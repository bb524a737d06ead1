"""On a phone nothing is cut, nothing scrolls sideways, and everything is big enough for a thumb."""

import os
from pathlib import Path

import pytest
from people import GAMES, PHONE, READY, SHORT, Person, hurry, mostly
from playwright.sync_api import expect
from screens import around_home, around_lobby, sheets

# The game with most options; where there is time, the lobbies of the others as well.
LOBBIES = GAMES if os.environ.get("GALOPP_THOROUGH") else ["schweinsgalopp"]
MEASURE = Path(__file__).with_name("measure.js").read_text(encoding="utf-8")


def measured(person: Person, screen: str) -> list[str]:
    return [f"{screen}: {wrong}" for wrong in person.page.evaluate(MEASURE)]


@pytest.mark.thorough  # Firefox and WebKit are looked at every day
@pytest.mark.parametrize("language", ["de", "fr"])
def test_home_and_lobby(people, language: str) -> None:
    host, guest = people(language, PHONE), people(language, PHONE)
    wrong = [one for screen in around_home(host) for one in measured(host, screen)]
    for game in LOBBIES:
        for person, screen in around_lobby(host, guest, game):
            wrong += measured(person, f"{game}, {screen}")
    assert wrong == []


# Over how many lines the one element with these words goes.
LINES = """([at, words]) => {
  const one = [...document.querySelectorAll(at)].find((one) => one.innerText.includes(words));
  const range = document.createRange();
  range.selectNodeContents(one);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
}"""
# Of all that was told of this game, what loses words in the line above the question.
SENTENCES_CUT = """(sizes) => {
  const line = document.querySelector("galopp-latest");
  const { table } = line;
  const told = [...table.diary.entries.values()].flatMap(({ happened }) => happened);
  return sizes.flatMap((size) => {
    document.documentElement.style.fontSize = `${100 * size}%`;
    return told.map((event) => {
      const [all, brief] = [table.teller.event(event), table.game.brief?.(event, table.teller)];
      Object.assign(line, { told: all, brief: brief ?? "" });
      line.fit();
      const shown = line.querySelector(".latest-line").textContent;
      return shown === all || shown === brief ? "" : `${size}: ${shown}`;
    }).filter(Boolean);
  });
}"""


@pytest.mark.a_few(1)
@pytest.mark.parametrize("language", ["de", pytest.param("fr", marks=pytest.mark.thorough)])
@pytest.mark.parametrize("game", GAMES)
def test_table_sheets_and_result(people, game: str, language: str) -> None:
    likes = {"table": {game: {"options": SHORT[game], "settings": {"pace": 0}}}}
    person: Person = people(language, PHONE, likes=likes)
    person.play_now(game, "Sieglinde Schweinebraten", players=4)
    person.await_turn()
    wrong = [one for screen in sheets(person) for one in measured(person, screen)]
    for _ in range(6):
        person.wait(READY)
        if person.state()["over"]:  # one race may be as short as that
            break
        wrong += measured(person, "table")
        if ask_for_hint(person):
            wrong += measured(person, "hint")
        person.play_turn()
    hurry(person)
    wrong += measured(person, "result")  # with the keys nobody comes to what lies behind it
    person.button("result.fold").click()
    expect(person.page.locator("[inert]")).to_have_count(0)
    wrong += measured(person, "result, folded")
    assert person.page.evaluate(SENTENCES_CUT, [1, 1.15, 1.3, 1.5]) == []
    watcher: Person = people(language, PHONE, likes={"text": 1.3})
    watcher.follow_link(person.code)
    wrong += measured(watcher, "result, watched in larger letters")
    assert sorted(set(wrong)) == []


def ask_for_hint(person: Person) -> bool:
    """Open a hint, where there is one to be had."""
    table = "document.querySelector('galopp-app').table"
    if person.page.evaluate(f"() => {table}.choice.legal.length") < 2:
        return False
    person.page.keyboard.press("h")
    person.wait(f"() => {table}.choice.hint")
    return True


def test_no_runner_hides_what_the_start_is_called(people) -> None:
    person: Person = people("fr", PHONE)  # the longest word of the three
    person.play_now("ostfriesenlauf", players=4)
    person.wait(READY)
    word = person.page.locator("text.ostfriesenlauf-start").bounding_box()
    runners = person.page.locator("[data-anchor^=runner-] > g").all()
    boxes = [runner.bounding_box() for runner in runners]
    assert word is not None
    assert len(boxes) == 4
    assert word["x"] + word["width"] <= min(box["x"] for box in boxes if box is not None)


@pytest.mark.parametrize("game", mostly("schweinsgalopp"))  # whose hand takes two rows there
def test_narrower_phones_scroll_nowhere(people, game: str, width: int = 320) -> None:
    person: Person = people("de", {"width": width, "height": 640})
    person.play_now(game, players=4)
    person.await_turn()
    assert person.page.evaluate("document.documentElement.scrollWidth") <= width
    person.play_turn()


# Letters of another size, from the next page on.
ENLARGE = """(text) => {
  const likes = JSON.parse(localStorage.getItem("galopp.likes"));
  localStorage.setItem("galopp.likes", JSON.stringify({ ...likes, text }));
}"""


def test_large_letters_break_no_word(people) -> None:
    person: Person = people("de", PHONE)
    person.go_home()
    for text in (1.15, 1.3, 1.5):  # the room for a name does not grow as evenly as its letters
        person.page.evaluate(ENLARGE, text)
        person.go_home()
        for name in ("Ostfriesenlauf", "Schweinsgalopp"):
            assert person.page.evaluate(LINES, [".game-words strong", name]) == 1, text
    person.play_now("saumaumau")
    person.page.locator(".tool.menu").click()
    person.page.get_by_role("dialog").wait_for()
    for words in ("Spielregeln", "Nachrichten"):
        assert person.page.evaluate(LINES, [".acts .act span", words]) == 1
    assert measured(person, "menu") == []


# The narrowest gap between what a row of the account is called and its first figure.
ROOM_BESIDE_RACES = """() => {
  const right = (one) => Math.max(...[...one.querySelectorAll(".race > *, .race")]
    .map((part) => part.getBoundingClientRect().left + part.scrollWidth));
  const rows = [...document.querySelectorAll(".account tbody tr:not(.how)")];
  return Math.min(...rows.map((row) =>
    row.querySelector("td b").getBoundingClientRect().left - right(row)));
}"""


@pytest.mark.thorough
def test_the_largest_letters_break_no_name_and_no_game_once_it_is_over(people) -> None:
    likes = {"table": {"schweinsgalopp": {"options": SHORT["schweinsgalopp"]}}, "text": 1.5}
    person: Person = people("de", PHONE, likes=likes)
    person.play_now("schweinsgalopp", "Sieglinde Sonnenschein", players=4)
    hurry(person)
    for name, lines in (("Trudi", 1), ("Paula", 1), ("Sieglinde Sonnenschein", 3)):
        assert person.page.evaluate(LINES, [".standing .who b", name]) <= lines
    person.page.locator(".account > summary").click()
    assert person.page.evaluate(ROOM_BESIDE_RACES) >= 0
    person.go_home()
    assert person.page.evaluate(LINES, [".tables:not(.days) .table-words b", "Schweins"]) == 1


# Of what may break anywhere, whatever has a word that needs it.
BROKEN = """(at) => [...document.querySelectorAll(at)].filter((one) => {
  Object.assign(one.style, { overflowWrap: "normal", hyphens: "manual" });
  const broken = one.scrollWidth > one.clientWidth;
  Object.assign(one.style, { overflowWrap: "", hyphens: "" });
  return broken;
}).map((one) => one.innerText)"""

# How far the code and the heading of a lobby run out of what they stand in.
LOBBY_BEYOND = """() => {
  const box = (at) => document.querySelector(at).getBoundingClientRect();
  const beside = box(".share-code strong").right - box(".share").right;
  return Math.max(beside, -box(".lobby-head h1").top);
}"""


@pytest.mark.parametrize("game", mostly("saumaumau"))
def test_a_lobby_in_the_largest_letters_breaks_no_word(people, game: str) -> None:
    person: Person = people("de", PHONE, likes={"text": 1.5})
    person.open_table(game, players=3)
    assert person.page.evaluate(BROKEN, ".share-ways > *") == []
    assert person.page.evaluate(LOBBY_BEYOND) <= 0
    assert measured(person, "lobby") == []


# What the badges of the seats have no room for.
FACTS_CUT = """() => [...document.querySelectorAll(".seat .facts, .seat .name")]
  .filter((one) => one.scrollHeight > one.clientHeight + 1)
  .map((one) => one.innerText)"""


@pytest.mark.a_few(1)
@pytest.mark.parametrize("game", GAMES)
def test_the_largest_letters_leave_what_a_seat_has_in_sight(people, game: str) -> None:
    person: Person = people("de", PHONE, likes={"text": 1.5})
    person.play_now(game, players=4)
    person.await_turn()
    assert person.page.evaluate(FACTS_CUT) == []


@pytest.mark.parametrize("text", [1, 1.5])
def test_of_five_too_all_that_a_seat_has_is_in_sight(people, text: float) -> None:
    person: Person = people("de", PHONE, likes={"text": text})
    person.play_now("schweinsgalopp", players=5)  # three facts each
    person.await_turn()
    assert person.page.evaluate(FACTS_CUT) == []


FACTS_BESIDE = FACTS_CUT.replace("Height", "Width").replace(", .seat .name", "")

# Where each fact of a seat stands once everybody has so much food.
WITH_FOOD = """([open, secured]) => {
  const { table } = document.querySelector("galopp-app");
  table.stage.scene.open.fill(open);
  table.stage.scene.secured.fill(secured);
  table.changed();
  return new Promise((told) => requestAnimationFrame(() => requestAnimationFrame(() =>
    told([...document.querySelectorAll(".seat .fact")].map((one) => one.offsetTop)))));
}"""


@pytest.mark.parametrize("players", [3, pytest.param(4, marks=pytest.mark.thorough)])
def test_a_second_figure_moves_nothing_to_another_line(people, players: int) -> None:
    person: Person = people("de", PHONE)
    person.play_now("schweinsgalopp", players=players)
    person.await_turn()
    before = person.page.evaluate(WITH_FOOD, [9, 9])
    for food in ([9, 12], [12, 9], [12, 12]):
        assert person.page.evaluate(WITH_FOOD, food) == before
        assert person.page.evaluate(FACTS_CUT) == []
        assert person.page.evaluate(FACTS_BESIDE) == []


NO_QUESTION = "() => document.querySelector('galopp-ask .prompt').replaceChildren()"


def test_a_question_in_the_largest_letters_covers_nothing(people) -> None:
    person: Person = people("de", PHONE, likes={"text": 1.5})
    person.play_now("ostfriesenlauf", players=4)  # its first question is the longest
    person.await_turn()
    before = person.page.locator("galopp-ask .choice").first.bounding_box()  # whatever is asked
    assert measured(person, "table") == []
    person.page.evaluate(NO_QUESTION)
    assert person.page.locator("galopp-ask .choice").first.bounding_box() == before


# As if a hint had a long reason; how far it runs over what is above and below it.
LONG_HINT = """() => {
  const hint = Object.assign(document.createElement("span"), { className: "hint" });
  hint.textContent = "Tipp: Ziehen (27 % Gewinnchance). In Gedanken durchgespielt bringt es dir"
    + " mehr Punkte als das, was auf den ersten Blick am besten aussieht: 47 statt 39.";
  const prompt = document.querySelector("galopp-ask .prompt");
  prompt.replaceChildren(hint);
  const [inner, outer] = [hint, prompt].map((one) => one.getBoundingClientRect());
  return Math.max(outer.top - inner.top, inner.bottom - outer.bottom);
}"""


def test_a_hint_in_the_largest_letters_covers_nothing(people) -> None:
    person: Person = people("de", PHONE, likes={"text": 1.5})
    person.play_now("saumaumau", players=4)
    person.await_turn()
    assert person.page.evaluate(LONG_HINT) <= 1


# How far the buttons of a question run out of sight.
BUTTONS_BEYOND = """() => {
  const { scrollWidth, clientWidth } = document.querySelector("galopp-ask .choices");
  return scrollWidth - clientWidth;
}"""

# As if both steps that pigs go back were chosen, and wait for a yes.
BOTH_STEPS_CHOSEN = """() => {
  const { table } = document.querySelector("galopp-app");
  const confirm = { key: "offer.retreat_done", arguments: { number: 2, all: 2 } };
  const plan = { ask: "question.retreated", filled: {}, confirm, options: [], send: [0, 0] };
  Object.defineProperty(table.choice, "plan", { value: plan });
  table.choice.picked = plan.send;
  table.changed();
}"""


@pytest.mark.parametrize("language", ["de", pytest.param("fr", marks=pytest.mark.thorough)])
@pytest.mark.parametrize("text", [1, 1.5])
def test_bets_and_not_betting_are_in_sight_at_once(people, language: str, text: float) -> None:
    person: Person = people(language, PHONE, likes={"text": text})
    person.play_now("saumaumau", players=5)
    while not person.page.locator("galopp-ask .choice.bet").count():
        assert person.play_turn()
        person.wait(READY)
        assert person.page.evaluate(BUTTONS_BEYOND) == 0


@pytest.mark.parametrize("language", ["de", pytest.param("fr", marks=pytest.mark.thorough)])
def test_a_plan_and_the_way_back_are_in_sight_at_once(people, language: str) -> None:
    person: Person = people(language, PHONE)
    person.play_now("saumaumau", players=4)
    person.await_turn()
    person.page.evaluate(BOTH_STEPS_CHOSEN)
    person.page.locator("galopp-ask .cancel").wait_for()
    assert person.page.evaluate(BUTTONS_BEYOND) == 0
