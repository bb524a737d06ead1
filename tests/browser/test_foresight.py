"""What a card will do is seen before it is played: a ghost on the board, and a few words."""

import os
from typing import Any

import pytest
from people import GAMES, PHONE, READY, Person
from playwright.sync_api import Locator, expect
from test_hand import Finger, middle

TURNS = 24 if os.environ.get("GALOPP_THOROUGH") else 8
GHOST = '[data-ghost^="pig-"], [data-ghost^="runner-"]'
# Whoever would be elsewhere, and where: the ghosts of pigs, of runners, and how far they are.
LED_TO = """(found) => {
  const { ghost } = document.querySelector("galopp-app").table.choice.foresight;
  const [, name] = document.querySelector(found).dataset.ghost.split("-");
  const [at] = [ghost.places, ghost.pigs, ghost.runners].filter(Boolean);
  return { name, place: at[name]?.place ?? at[name] };
}"""

# How far what is told of a move runs below the question, or above the strip over it; in pixels.
RUNS_OUT = """() => {
  const box = (at) => document.querySelector(at).getBoundingClientRect();
  const [told, prompt, strip] = ["galopp-ask .foreseen", ".prompt", ".table > .tools"].map(box);
  const beside = Math.max(told.right - innerWidth, -told.left);
  return Math.max(told.bottom - prompt.bottom, strip.top - told.top, beside);
}"""
KNOWN = """() => {
  const { foresight } = document.querySelector("galopp-app").table.choice;
  return !foresight.possible || foresight.foreseen;
}"""


def until_a_card_moves_something(person: Person, point: Any) -> Locator:
    """Play on until there is a card of which it is certain where it brings a pig; that card."""
    page = person.page
    for _ in range(60):
        person.await_turn()
        cards = page.locator(".hand-card.possible")
        for number in range(cards.count()):
            point(cards.nth(number))
            person.wait(
                "() => document.querySelector('galopp-app').table.choice.foresight.foreseen"
            )
            if page.locator(GHOST).count():
                return cards.nth(number)
        person.play_turn()
    raise AssertionError("never came to that")


def hover(card: Locator) -> None:
    # Past it first: a mouse that is there already would not move.
    card.page.mouse.move(2, 2)
    card.page.mouse.move(*middle(card))


@pytest.mark.thorough
def test_what_is_told_of_a_button_does_not_move_it_away_from_the_mouse(people) -> None:
    person: Person = people("de")
    person.play_now("saumaumau", players=3)
    person.await_turn()
    person.page.locator("galopp-ask .choice.draw").click()
    person.await_turn()
    choices = person.page.locator("galopp-ask .choice")
    places = [choices.nth(number).bounding_box() for number in range(choices.count())]
    assert len(places) == 5
    for number in range(5):
        hover(choices.nth(number))
        if number < 4:
            expect(person.page.locator("galopp-ask .foreseen")).to_be_visible()
        assert [choices.nth(one).bounding_box() for one in range(5)] == places


@pytest.mark.a_few(1)
@pytest.mark.parametrize("language", ["de", pytest.param("fr", marks=pytest.mark.thorough)])
@pytest.mark.parametrize("game", GAMES)
def test_what_is_told_of_a_move_never_runs_into_the_buttons(people, game, language) -> None:
    likes = {"table": {game: {"settings": {"pace": 0}}}}
    person: Person = people(language, PHONE, likes=likes)
    person.play_now(game, "Sieglinde Schweinebraten", players=4)
    longest = ""
    for _ in range(TURNS):
        person.wait(READY)
        for number in range(person.page.locator("[data-move]").count()):
            hover(person.page.locator("[data-move]").nth(number))
            person.wait(KNOWN)
            if (told := person.page.locator("galopp-ask .foreseen")).count():
                longest = max(longest, told.inner_text(), key=len)
                assert person.page.evaluate(RUNS_OUT) <= 1, told.inner_text()
        if not person.play_turn():
            break
    assert len(longest) > 60  # more than one line, and in most games two


@pytest.mark.a_few(1)
@pytest.mark.parametrize("game", GAMES)
def test_a_card_under_the_mouse_shows_where_it_leads_and_leads_there(people, game: str) -> None:
    person: Person = people("de")
    page = person.page
    person.play_now(game)
    card = until_a_card_moves_something(person, hover)
    words, ghost = page.locator("galopp-ask .foreseen"), page.locator(GHOST)
    expect(words).to_be_visible()
    expect(card).to_have_attribute("aria-describedby", "foreseen")
    led_to = page.evaluate(LED_TO, GHOST)
    page.mouse.move(2, 2)
    expect(ghost).to_have_count(0)
    expect(words).to_have_count(0)
    hover(card)
    expect(ghost.first).to_be_visible()
    before = person.state()
    card.click()
    expect(ghost).to_have_count(0)
    seat, name, place = before["viewer"], led_to["name"], led_to["place"]
    for _ in range(8):  # a call may be due; in Ostfriesenlauf the others lay first
        ran = [event["arguments"] for event in person.history(seat) if event["key"] == "ran"]
        if any(name in told.values() and told["place"] == place for told in ran):
            return
        person.play_turn()
    raise AssertionError(f"{name} never came to {place}")


@pytest.mark.thorough
def test_one_decision_is_asked_about_once(person: Person) -> None:
    asked: list[str] = []
    person.page.on("request", lambda made: "/foresight" in made.url and asked.append(made.url))
    person.play_now("schweinsgalopp")
    until_a_card_moves_something(person, hover)
    asked.clear()
    for _ in range(2):
        for card in person.page.locator(".hand-card.possible").all():
            hover(card)
    expect(person.page.locator(GHOST)).to_have_count(1)
    assert asked == []


def test_the_keyboard_points_as_well(person: Person) -> None:
    def walk_to(card: Locator) -> None:
        card.focus()
        for key in ("ArrowRight", "ArrowLeft"):
            person.page.keyboard.press(key)

    person.play_now("schweinsgalopp")
    until_a_card_moves_something(person, walk_to)
    expect(person.page.locator("galopp-ask .foreseen")).to_be_visible()
    person.page.locator("header.top a").focus()
    expect(person.page.locator(GHOST)).to_have_count(0)


def test_a_finger_that_rests_on_a_card_sees_it_and_plays_nothing(people) -> None:
    person: Person = people(size=PHONE)

    def rest(card: Locator) -> None:
        finger, before = Finger(person.page), person.state()
        finger.move(*middle(card))
        finger.down()
        expect(person.page.locator("galopp-ask .prompt .hint")).to_be_visible()
        finger.up()
        expect(person.page.locator("galopp-ask .foreseen")).to_be_visible()
        assert person.state() == before

    person.play_now("schweinsgalopp")
    until_a_card_moves_something(person, rest)
    person.page.locator("galopp-board").tap(position={"x": 4, "y": 4})
    expect(person.page.locator(GHOST)).to_have_count(0)
