"""The rules open where they explain what happened, what was refused, and what can be chosen."""

from typing import Any

import pytest
from people import GAMES, LAPTOP, PHONE, Person
from playwright.sync_api import Locator, expect
from test_axe import findings
from test_keyboard import Typist

from galopp.core.events import explained
from galopp.locale import Language
from galopp.play.game import game as game_of

TABLE = "document.querySelector('galopp-app').table"
# Something that the rules refuse now, pressed like any card.
PRESS_WHAT_IS_REFUSED = f"""() => {{
  const table = {TABLE};
  const {{ code }} = table.shown.moves.find((move) => !table.choice.legal.includes(move.code));
  table.choice.press(code);
}}"""
SHOWS = """(ruling) => {
  const place = document.querySelector(`.rules-marked[data-rulings~="${ruling}"]`);
  if (!place) return false;
  const { top, bottom } = place.getBoundingClientRect();
  return top >= 0 && top < innerHeight && bottom > 0;
}"""
RULINGS = {
    "saumaumau": {"S": 38, "V": 13},
    "ostfriesenlauf": {"O": 36},
    "schweinsgalopp": {"G": 27},
}
# A language each: what is the same in all of them is known by tests/docs/test_rules_texts.py.
SPOKEN = list(zip(GAMES, ["de", "en", "fr"], strict=True))

spoken = pytest.mark.parametrize(("game", "language"), SPOKEN)


def drawer(person: Person) -> Locator:
    title = person.say("title", person.game)
    return person.page.get_by_role("dialog", name=person.say("rules.of", game=title))


def see_ruling(person: Person, ruling: str, about: str) -> None:
    expect(drawer(person)).to_be_visible()
    expect(drawer(person).locator(".rules-about")).to_have_text(about)
    person.wait(SHOWS, ruling)


def of_the_game(person: Person) -> list[dict[str, Any]]:
    return [event for event in person.history(0) if not event["key"].startswith("table.")]


def last_event(person: Person) -> tuple[str, str]:
    """The key of what happened last in the game, and the sentence that tells it."""
    event = of_the_game(person)[-1]
    told = f"(event) => {TABLE}.teller.event(event)"
    return event["key"], person.page.evaluate(told, event)


def sit(people, game: str, language: str, size: dict[str, int] = LAPTOP) -> Person:
    """At a table after a turn, and asked again."""
    person: Person = people(language, size, reduced_motion="reduce")
    person.play_now(game)
    person.play_turn()
    while not of_the_game(person):  # that was one step of several
        person.play_turn()
    person.await_turn()
    return person


@pytest.mark.a_few(1)
@spoken
def test_the_rules_open_at_what_happened_and_at_what_was_refused(people, game, language) -> None:
    person = sit(people, game, language)
    rules = game_of(game).rules
    key, sentence = last_event(person)
    person.page.keyboard.press("r")
    see_ruling(person, explained(rules)[key][0], sentence)
    person.page.evaluate(PRESS_WHAT_IS_REFUSED)
    person.page.get_by_role("button", name=person.say("rules.why"), exact=True).click()
    refused = person.page.evaluate(f"{TABLE}.notice.sentence")
    rulings = {
        ruling
        for refusal, ruling in rules.RULING.items()
        if Language(language).of_game(game, f"refusal.{rules.Refusal(refusal).name.lower()}")
        == refused
    }
    assert len(rulings) == 1
    see_ruling(person, *rulings, refused)
    assert findings(person, "rules beside the board") == []


@pytest.mark.thorough
@pytest.mark.a_few(1)
@spoken
def test_on_a_phone_the_last_line_and_every_line_of_the_log_lead_there(
    people, game, language
) -> None:
    person = sit(people, game, language, PHONE)
    key, sentence = last_event(person)
    ruling = explained(game_of(game).rules)[key][0]
    person.button("tool.rules").click()
    see_ruling(person, ruling, sentence)
    person.page.keyboard.press("Escape")
    person.page.locator("button.latest").click()
    last = person.page.locator("dialog .why").last
    last.click()
    see_ruling(person, ruling, sentence)
    person.page.keyboard.press("Escape")  # back to the log, at the line that was pressed
    expect(last).to_be_focused()


@pytest.mark.thorough
def test_the_board_stays_as_it_is_and_is_not_covered(people) -> None:
    person = sit(people, "saumaumau", "de")
    board = person.page.locator("galopp-board")
    before = board.bounding_box()
    person.button("tool.rules").click()
    shown = drawer(person).bounding_box()
    assert board.bounding_box() == before
    assert shown["x"] >= before["x"] + before["width"] - 1
    person.play_turn()  # the game goes on beside it
    expect(drawer(person)).to_be_visible()


@pytest.mark.thorough
def test_from_line_to_line_with_the_keys_and_back(people) -> None:
    person = sit(people, "schweinsgalopp", "en")
    typist = Typist(person.page, person.server, person.language, person.trouble)
    typist.game = person.game
    typist.tab_to("aside .why")
    typist.page.keyboard.press("ArrowUp")
    line = typist.page.evaluate(
        "document.activeElement.closest('li').firstElementChild.textContent"
    )
    typist.page.keyboard.press("Enter")
    expect(drawer(typist).locator(".rules-about")).to_have_text(line)
    expect(typist.page.locator(".rules-marked").first).to_be_focused()
    before = typist.state()["decision"]
    typist.page.keyboard.press("1")  # whoever reads plays no card
    typist.page.keyboard.press("Escape")
    expect(drawer(typist)).to_have_count(0)
    assert typist.page.evaluate("document.activeElement.matches('aside .why')")
    assert typist.state()["decision"] == before


def test_an_option_leads_to_its_rule_for_host_and_guest(people) -> None:
    host, guest = people("de", LAPTOP), people("fr", PHONE)
    guest.follow_link(host.open_table("saumaumau"))
    guest.game = "saumaumau"
    for person in (host, guest):
        person.unfold()
        title = person.say("option.green_parries_plus2", "saumaumau")
        told = person.say("rules.of_option", option=title, ruling="S10")
        person.page.get_by_role("link", name=told).click()
        see_ruling(person, "S10", title)
        person.page.keyboard.press("Escape")
        expect(drawer(person)).to_have_count(0)
        person.page.locator(".lobby-head").get_by_role(
            "link", name=person.say("menu.rules")
        ).click()
        expect(drawer(person).locator(".rules-text")).to_be_visible()


# The page -----------------------------------------------------------------------------------


@pytest.mark.a_few(1)
@pytest.mark.parametrize("game", GAMES)
def test_every_ruling_has_an_address(person: Person, game: str) -> None:
    rulings = all_of(game)
    person.page.goto(f"{person.server.address}/rules/{game}#{rulings[-1]}")
    for ruling in reversed(rulings):
        person.page.evaluate("(ruling) => { location.hash = ruling; }", ruling)
        person.wait(SHOWS, ruling)


def all_of(game: str) -> list[str]:
    return [
        f"{letter}{number}"
        for letter, most in RULINGS[game].items()
        for number in range(1, most + 1)
    ]


def test_from_home_to_the_rules_in_another_language_and_back(people) -> None:
    person: Person = people("de", PHONE)
    person.go_home()
    rules = person.page.get_by_role("navigation", name=person.say("home.rules"))
    rules.get_by_role("link", name="Ostfriesenlauf").click()
    person.page.wait_for_url("**/rules/ostfriesenlauf")
    heading = person.page.locator(".rules-text h2").first
    expect(heading).to_have_text("In einer Minute")
    person.page.get_by_role("button", name="FR", exact=True).click()
    expect(heading).to_have_text("En une minute")
    assert findings(person, "rules as a page") == []
    person.page.locator(".rules-mark a", has_text="O13").first.click()
    person.wait(SHOWS, "O13")
    assert person.page.url.endswith("/rules/ostfriesenlauf#O13")
    person.page.go_back()
    expect(person.page.locator("button.game-card").first).to_be_visible()


@pytest.mark.thorough
def test_no_rules_stand_below_the_title_of_another_game(person: Person) -> None:
    person.trouble.expect("404|ERR_FAILED")
    text = person.page.locator("galopp-rules")
    person.page.goto(f"{person.server.address}/rules/nothing")
    expect(text).to_contain_text("nothing")
    expect(person.page.locator("h1")).to_contain_text(person.say("title"))
    person.page.get_by_role("link", name="Schweinsgalopp").click()
    expect(person.page.locator(".rules-text")).to_be_visible()
    person.page.route("**/saumaumau-rules.json", lambda asked: asked.abort())
    person.page.get_by_role("link", name="Sau Mau Mau").click()
    expect(text).to_have_text(person.say("notice.no_line"))
    person.page.unroute("**/saumaumau-rules.json")
    expect(person.page.locator(".rules-text")).to_be_visible()


def test_words_are_looked_for_and_lead_to_their_place(person: Person) -> None:
    person.page.goto(f"{person.server.address}/rules/saumaumau")
    field = person.page.get_by_role("searchbox", name=person.say("rules.search"))
    field.fill("LAUREL surplus")
    lit = person.page.locator(".rules-text mark")
    expect(lit.first).to_have_text("laurel")
    expect(person.page.locator(".rules-text section")).to_have_count(1)
    expect(person.page.get_by_role("status")).to_have_text(person.say("rules.found", count=1))
    field.fill("unicorn")
    expect(person.page.get_by_role("status")).to_have_text(
        person.say("rules.nothing", sought="unicorn")
    )
    field.fill("s10")
    person.page.locator(".rules-mark a", has_text="S10").first.click()
    person.wait(SHOWS, "S10")
    expect(lit).to_have_count(0)
    field.fill("laurel")
    field.press("Escape")
    expect(field).to_have_value("")
