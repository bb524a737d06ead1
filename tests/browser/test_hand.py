"""Cards in the hand: dragged onto the board, dropped elsewhere, and refused with a reason."""

import pytest
from people import GAMES, LAPTOP, PHONE, Person
from playwright.sync_api import Locator, Page, expect

SIDEWAYS = {"width": 844, "height": 390}


def drag(person: Person, card: Locator, to: Locator) -> None:
    """With a finger on a phone, with the mouse elsewhere."""
    start, end = middle(card), middle(to)
    mouse = person.page.mouse
    if person.page.viewport_size == PHONE:
        mouse = Finger(person.page)
    mouse.move(*start)
    mouse.down()
    mouse.move(start[0], start[1] - 12, steps=4)  # nobody is faster than the first few pixels
    mouse.move(*end, steps=6)
    mouse.up()


def middle(of: Locator) -> tuple[float, float]:
    box = of.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Finger:
    """A finger on the glass, with the verbs of a mouse."""

    def __init__(self, page: Page) -> None:
        self.line = page.context.new_cdp_session(page)
        self.at = (0.0, 0.0)
        self.touches = False

    def send(self, kind: str, *points: tuple[float, float]) -> None:
        touched = [{"x": x, "y": y} for x, y in points]
        self.line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})

    def move(self, x: float, y: float, steps: int = 1) -> None:
        from_x, from_y = self.at
        for step in range(1, steps + 1):
            part = step / steps
            self.at = (from_x + (x - from_x) * part, from_y + (y - from_y) * part)
            if self.touches:
                self.send("touchMove", self.at)

    def down(self) -> None:
        self.touches = True
        self.send("touchStart", self.at)

    def up(self) -> None:
        self.touches = False
        self.send("touchEnd")


def until_a_card_is_possible(person: Person, and_another_is_not: bool = False) -> None:
    """Play on until there is a card of each kind to try."""
    for _ in range(80):
        person.await_turn()
        possible = person.page.locator(".hand-card.possible").count()
        if possible and (
            not and_another_is_not or possible < person.page.locator(".hand-card").count()
        ):
            return
        person.play_turn()
    raise AssertionError("never came to that")


@pytest.mark.a_few(2)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_card_dragged_onto_the_board_is_played(people, game: str, size) -> None:
    person: Person = people(size=size)
    person.play_now(game)
    until_a_card_is_possible(person)
    before = person.state()["decision"]
    drag(
        person,
        person.page.locator(".hand-card.possible").first,
        person.page.locator("galopp-board"),
    )
    if game == "saumaumau":  # some cards ask for more
        person.wait(
            "(before) => { const { now, choice } = document.querySelector('galopp-app').table;"
            " return now.decision !== before || choice.picked.length; }",
            before,
        )
    else:
        person.wait(
            "(before) => document.querySelector('galopp-app').table.now.decision !== before", before
        )


@pytest.mark.thorough
def test_a_card_dropped_beside_the_board_stays_in_the_hand(person: Person) -> None:
    person.play_now("saumaumau")
    until_a_card_is_possible(person)
    before = person.state()
    drag(
        person,
        person.page.locator(".hand-card.possible").first,
        person.page.locator("header.top h1"),
    )
    assert person.page.locator(".dragged").count() == 0
    assert {**person.state()} == before
    assert person.page.locator(".notice").count() == 0
    person.play_turn()  # and can still be played


@pytest.mark.a_few(1)
@pytest.mark.parametrize("language", ["de", "en", "fr"])
def test_a_card_that_does_not_fit_says_why(people, language: str) -> None:
    person: Person = people(language)
    person.play_now("saumaumau")
    until_a_card_is_possible(person, and_another_is_not=True)
    before = person.state()["decision"]
    refused = person.page.locator('.hand-card[aria-disabled="true"]').first
    refused.click(force=True)  # "disabled" to assistive tools, and still to be pressed
    told = person.page.get_by_role("alert").locator(".notice")
    expect(told).to_be_visible()
    assert len(told.inner_text()) > 20
    assert person.state()["decision"] == before
    assert refused.get_attribute("class")
    for covered in ("galopp-ask .prompt", "galopp-ask .choices", ".tools", "galopp-hand"):
        assert not overlap(told, person.page.locator(covered)), covered


def overlap(one: Locator, other: Locator) -> bool:
    a, b = one.bounding_box(), other.bounding_box()
    assert a
    if not b:  # there is nothing to choose
        return False
    beside = a["x"] + a["width"] <= b["x"] or b["x"] + b["width"] <= a["x"]
    return not beside and a["y"] + a["height"] > b["y"] and b["y"] + b["height"] > a["y"]


# So many cards as in a long race, and whether a thumb can hit each of them.
HOLD = """(number) => {
  const { table } = document.querySelector("galopp-app");
  const signs = [1, 2, 3, 4, 5, 6, "x"];
  const cards = ["pink", "brown", "black"].flatMap((pig) => signs.map((sign) => `${pig}-${sign}`));
  table.stage.view.hand = cards.slice(0, number);
  table.changed();
}"""
HIT = """(number) => {
  const cards = [...document.querySelectorAll(".hand-card")];
  return cards.length === number && cards.every((card) => {
    const { left, top } = card.getBoundingClientRect();
    return document.elementFromPoint(left + 20, top + 12)?.closest(".hand-card") === card;
  });
}"""


@pytest.mark.a_few(1)
@pytest.mark.parametrize("size", [PHONE, SIDEWAYS, LAPTOP], ids=["phone", "sideways", "laptop"])
def test_however_many_cards_one_holds_all_can_be_seen_and_pressed(people, size) -> None:
    person: Person = people(size=size)
    person.play_now("saumaumau", players=4)
    person.await_turn()
    for number in (5, 9, 11, 20):
        person.page.evaluate(HOLD, number)
        person.wait(HIT, number)
        hand = "document.querySelector('.hand')"
        assert person.page.evaluate(f"{hand}.scrollWidth <= {hand}.clientWidth"), number


@pytest.mark.thorough
def test_out_of_turn_the_page_says_whose_turn_it_is(people) -> None:
    host, guest = people(), people("de")
    guest.follow_link(host.open_table("ostfriesenlauf"))
    guest.sit_down("Otto")
    host.start()
    guest.see_table()
    for person in (host, guest):
        person.wait("() => document.querySelector('galopp-app').table.now?.asked.length")
    waiting = guest if host.state()["asked"] == [0] else host
    waiting.page.locator(".hand-card").first.click(force=True)
    expect(waiting.page.locator(".notice")).to_be_visible()


def test_a_choice_of_several_steps_is_previewed_taken_back_and_confirmed(people) -> None:
    options = {"start_player": 0}
    person: Person = people(
        likes={"table": {"schweinsgalopp": {"options": options, "settings": {"pace": 0}}}}
    )
    person.open_table("schweinsgalopp")
    person.page.locator("#option-start_player").select_option(index=1)
    person.wait("() => document.querySelector('galopp-app').table.news.options.start_player === 0")
    person.fill_with_bots()
    person.await_turn()
    choices = person.page.locator("galopp-ask .line_up")
    expect(choices).to_have_count(5)
    choices.first.click()
    expect(choices).to_have_count(4)
    person.button("ask.step_back").click()
    expect(choices).to_have_count(5)
    for _ in range(4):
        choices.first.click()
    assert person.state()["decision"] == 1, "nothing is sent before it is confirmed"
    person.button("ask.confirm").click()
    person.wait("() => document.querySelector('galopp-app').table.now.view.phase === 'play'")
