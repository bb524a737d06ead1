"""After a game: how did I play? The curve, the mistakes, and the way back into the game."""

import random
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from people import LAPTOP, PHONE, Person, mostly
from playwright.sync_api import expect
from test_axe import findings, somebody
from test_fits import measured
from test_replay import NAMES, await_address, await_at, brought, recorded, see, watch

from galopp.cli.review_page import page
from galopp.cli.review_words import ReviewWords
from galopp.locale import Language
from galopp.play.game import game
from galopp.play.record import Record
from galopp.review import Effort, review
from serving import CLIENT, ServerProcess

REVIEW = "document.querySelector('galopp-replay').replay.review"
DONE = f"() => {REVIEW}?.done"
MISTAKES = f"() => {REVIEW}.mistakes.map(({{ at }}) => at)"
# Files that only a review needs.
OWN_FILES = ("/view/review/", "/model/review", "/style/review.css")
WIDTHS = "(cells) => cells.map((cell) => cell.getBoundingClientRect().width)"
RIGHT_ENDS = "(parts) => parts.map((part) => part.getBoundingClientRect().right)"
TV = {"width": 1920, "height": 1080}
COLUMNS = {"played": 3, "best": 4, "why": 5}  # of the mistakes in a file
# What of the names below the curve, and of the account's columns, is not to be seen.
CUT_OFF = """() => {
  const all = (which) => [...document.querySelectorAll(which)];
  const [{ right, bottom }] = all(".curve-legend").map((legend) => legend.getBoundingClientRect());
  const isOutside = (part) => {
    const box = part.getBoundingClientRect();
    return box.width < 20 || box.right > right + 1 || box.bottom > bottom + 1;
  };
  const isCut = ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth;
  const names = all(".curve-legend b, .curve-legend span").filter(isOutside);
  const account = all(".review-scroll, .review-account tbody th").filter(isCut);
  return [...names, ...account].map((part) => `${part.className} ${part.textContent}`);
}"""
HASTY = Effort(deals=4, passes=0, look=(1,), afresh=4)


@cache
def careless(name: str) -> Record:
    """A short game of two who do anything: there are mistakes in it."""
    if name != "schweinsgalopp":
        return recorded(name)
    position, chance = game(name).new(players=2, seed=2, races=1), random.Random(2)
    while not position.over:
        position.play(chance.choice(position.legal))
    return Record.of(position, NAMES)


@cache
def of_five() -> Record:
    """A race of five, whose names are as long as names of bots."""
    needed = game("schweinsgalopp").options_needed(5)
    position = game("schweinsgalopp").begin(5, 4, {**needed, "races": 1})
    while not position.over:
        position.play(position.legal[-1])
    names = ("Friederike", "Balthasar", "Wilhelmine", "Leopold", "Rosalinde")
    return Record.of(position, dict(enumerate(names)))


def reviewed(person: Person, server: ServerProcess, name: str, seat: str = "0") -> list[int]:
    """Open a game with its review; the moments of its mistakes."""
    watch(person, f"{brought(server, careless(name))}?seat={seat}&review")
    person.wait(DONE)
    return list(person.page.evaluate(MISTAKES))


def told(server: ServerProcess, name: str) -> dict[str, Any]:
    """The review as the server gives it."""
    replay = brought(server, careless(name))
    return dict(CLIENT.get(f"{server.address}/api/replays/{replay}/review").json()["review"])


@pytest.mark.parametrize("name", mostly("schweinsgalopp"))
def test_from_mistake_to_mistake_and_on_from_there(people, server, name) -> None:
    person: Person = people("de", PHONE)
    mistakes = reviewed(person, server, name)
    steps = told(server, name)["steps"]
    assert mistakes == [at for at, one in enumerate(steps) if one["mistake"] and not one["seat"]]
    if mistakes[0] > 0:
        person.page.keyboard.press("n")
    await_at(person, mistakes[0])
    card = person.page.locator(".review-card")
    expect(card.locator(".cost")).to_be_visible()
    expect(card.locator(".best b").first).not_to_be_empty()
    expect(card).to_contain_text(f"1/{len(mistakes)}")
    person.page.locator(".next-mistake").click()
    await_at(person, mistakes[1])
    person.page.keyboard.press("b")
    await_at(person, mistakes[0])
    person.page.keyboard.press("p")
    expect(
        person.page.get_by_role("dialog", name=person.say("branch.title", number=mistakes[0]))
    ).to_be_visible()


def test_the_better_move_is_shown_on_the_board_and_in_the_hand(people, server) -> None:
    person: Person = people()
    reviewed(person, server, "schweinsgalopp", seat="all")
    steps = told(server, "schweinsgalopp")["steps"]
    led = next(at for at, one in enumerate(steps) if one["mistake"] and one["instead"])
    person.page.get_by_label(person.say("replay.scrubber")).fill(str(led))
    await_at(person, led)
    expect(person.page.locator(".shown-card.better")).to_have_count(1)
    expect(person.page.locator(".shown-card.was-played")).to_have_count(1)
    expect(person.page.locator("galopp-board .ghost").first).to_be_visible()
    person.page.keyboard.press("h")
    expect(person.page.locator("galopp-board .ghost")).to_have_count(0)
    expect(person.page.locator("galopp-review-card, galopp-review-curve")).to_have_count(0)


def test_the_curve_is_pressed_read_and_told_with_the_names_of_all(people, server) -> None:
    person: Person = people()
    reviewed(person, server, "schweinsgalopp")
    found = told(server, "schweinsgalopp")
    expect(person.page.locator(".curve-line[points]")).to_have_count(2)
    expect(person.page.locator(".curve-legend li")).to_have_count(2)
    expect(person.page.locator(".curve-legend")).to_contain_text(NAMES[1])
    table = person.page.locator("galopp-review-curve table")
    expect(table.locator("tbody tr").last.locator("td")).to_have_text(
        [f"{share // 10_000}%" for share in found["steps"][-1]["values"]]
    )
    box = person.page.locator(".curve-lines").bounding_box()
    assert box is not None
    person.page.mouse.click(box["x"] + box["width"], box["y"] + box["height"] / 2)
    await_at(person, len(found["steps"]))
    sentences = person.page.locator("aside .review-sentences li")
    expect(sentences).to_have_count(2)
    expect(sentences.first).to_contain_text(NAMES[0])
    line = person.page.locator("aside .review-list button").first
    line.click()
    person.wait("() => document.querySelector('.review-card.mistake')")
    rows = person.page.locator(".review-account tbody tr").all_inner_texts()
    numbers = [
        [int(cell.replace("−", "-").replace("±", "")) for cell in row.split("\t")[1:]]
        for row in rows
    ]
    *parts, result, _less_luck = numbers
    assert [sum(column) for column in zip(*parts, strict=True)] == result
    assert sum(result) == 100


def test_it_is_loaded_when_it_is_asked_for_and_kept_in_the_address(people, server) -> None:
    person: Person = people()
    asked: list[str] = []
    person.page.on("request", lambda request: asked.append(request.url))
    replay = brought(server, careless("schweinsgalopp"))
    watch(person, replay)
    assert not [url for url in asked if any(own in url for own in OWN_FILES)]
    assert not [url for url in asked if url.endswith("/review")]
    person.button("result.review").click()
    person.wait(DONE)
    await_address(person, f"{replay}?review")
    assert [url for url in asked if any(own in url for own in OWN_FILES)]
    person.page.get_by_role("button", name=person.say("review.close")).click()
    await_address(person, replay)


def test_after_a_game_its_result_leads_to_the_review_of_the_own_seat(people, server) -> None:
    record = recorded("ostfriesenlauf")
    replay, person = brought(server, record), people(size=PHONE)
    seat = record.moves[-1].seat
    watch(person, f"{replay}/{len(record.moves) - 1}?seat={seat}")
    person.page.locator(".replay-branch").click()
    person.button("branch.begin").click()
    person.arrive_at_table()
    person.play_to_the_end()
    person.page.get_by_role("link", name=person.say("result.review")).click()
    see(person)
    person.wait(DONE)
    await_address(person, f"{person.code}-1?seat={seat}&review")
    person.page.locator(".review-all").click()
    dialog = person.page.get_by_role("dialog", name=person.say("review.title"))
    expect(dialog.locator(".review-account tbody tr")).to_have_count(7)
    expect(dialog).to_contain_text(person.say("review_fair"))


@pytest.mark.a_few(1)
@pytest.mark.parametrize(("scheme", "size"), [("dark", PHONE), ("light", LAPTOP)])
def test_axe_finds_nothing_and_everything_fits(people, server, scheme: str, size: Any) -> None:
    person = somebody(people, scheme, size, "schweinsgalopp")
    mistakes = reviewed(person, server, "schweinsgalopp")
    person.page.get_by_label(person.say("replay.scrubber")).fill(str(mistakes[0]))
    found = findings(person, "mistake")
    if size == PHONE:
        found += measured(person, "mistake")
        person.page.locator(".review-all").click()
        found += [*findings(person, "sheet"), *measured(person, "sheet")]
    assert found == []


@pytest.mark.a_few(1)
@pytest.mark.parametrize(("size", "language"), [(PHONE, "de"), (LAPTOP, "fr"), (TV, "de")])
def test_five_are_told_apart_and_all_their_shares_are_in_sight(people, server, size, language):
    """The edition of 2009: five lines with a name and a share each, five columns of the account."""
    person: Person = people(language, size)
    watch(person, f"{brought(server, of_five())}?review")
    person.wait(DONE)
    expect(person.page.locator(".curve-legend li")).to_have_count(5)
    assert person.page.evaluate(CUT_OFF) == []
    if size == PHONE:
        person.page.locator(".review-all").click()
        expect(person.page.locator(".review-account tbody tr")).to_have_count(7)
        assert person.page.evaluate(CUT_OFF) == []


def test_a_short_name_is_not_cut_off_for_the_sake_of_longer_ones(people, server) -> None:
    """Below the curve of a phone: two players, and what runs without one."""
    person: Person = people("fr", PHONE)
    names = {0: NAMES[0], 1: "Trudi (beginner)"}
    watch(person, f"{brought(server, replace(recorded('ostfriesenlauf'), names=names))}?review")
    person.wait(f"() => {REVIEW}?.found")
    expect(person.page.locator(".curve-legend li")).to_have_count(3)
    short = person.page.locator(".curve-legend li span").first
    assert short.evaluate("(name) => name.scrollWidth <= name.clientWidth")


def test_of_the_file_that_a_terminal_writes_nothing_is_out_of_sight_on_a_phone(people) -> None:
    """`galopp review --html`: what was better and why, whose line is whose, and the account."""
    person: Person = people(size=PHONE)
    record = recorded("ostfriesenlauf")
    words = ReviewWords(Language("fr"), record, review(record, effort=HASTY))
    person.page.set_content(page(words))
    rows = person.page.locator(".mistakes tbody tr")
    expect(rows).to_have_count(len(words.review.mistakes()))
    assert person.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    for column in ("played", "best", "why"):
        cells = rows.locator(f"td:nth-child({COLUMNS[column]})")
        assert min(cells.evaluate_all(WIDTHS)) > PHONE["width"] * 0.8
    heading = "td => getComputedStyle(td, '::before').content"
    parts = person.page.locator(".account td, .strokes td, .legend li")
    assert max(parts.evaluate_all(RIGHT_ENDS)) <= PHONE["width"]
    expect(person.page.locator(".legend")).to_contain_text(words.name(0))
    expect(person.page.locator(".account td").last).to_be_visible()
    last = person.page.locator(".account tr:last-child td").last.evaluate(heading)
    assert words.say("review_adjusted") in last
    assert words.say("review_played") in rows.first.locator("td").nth(2).evaluate(heading)
