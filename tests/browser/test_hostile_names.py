"""Names that would like to be more than names: shown as text, or refused with a sentence."""

import pytest
from people import LAPTOP, PHONE, Person
from playwright.sync_api import expect

NAMES = [
    "<img src=x onerror=a(1)>",
    '"><script>a(1)</script>',
    "${7*7} {{7*7}} #{7*7}",
    "{seat}",
    "{0} %s %(seat)s $& $1",
    "__proto__",
    "constructor",
    "\u202egnirts\u202c",
    "\u200b\u200b",
    "Z\u0351\u0343\u034a\u030b a\u0360l\u0315g\u0327o",
    "🐖" * 20,
    "\u0000nul",
    "W" * 24,
]
# Nothing that a name could have brought about.
UNHARMED = """() => window.harmed === undefined
  && !document.querySelector("img[src='x'], b > script, .chair-name *, .seat .name *, .whose b *")
  && Object.prototype.name === undefined"""


def armed(person: Person) -> Person:
    """Whatever runs where nothing should, is noticed."""
    person.page.add_init_script("window.a = () => (window.harmed = true);")
    person.page.on("dialog", lambda dialog: person.trouble.note(f"dialog: {dialog.message}"))
    return person


@pytest.mark.a_few(1)
@pytest.mark.parametrize("name", NAMES, ids=[str(number) for number in range(len(NAMES))])
def test_a_hostile_name_is_text_or_is_refused_with_a_sentence(people, name: str) -> None:
    person = armed(people("en", PHONE))
    person.trouble.expect("status of 400")  # what the browser says when the server says no
    person.choose_game("schweinsgalopp")
    person.call_oneself(name)
    person.page.locator(".new-ways button.primary").click()
    person.page.locator("galopp-table main, .trouble:not(:empty)").first.wait_for()
    if person.page.locator("galopp-table main").count():
        play_under(person, armed(people("en", LAPTOP)))
    else:
        assert len(person.page.locator(".new-table .trouble").inner_text()) > 10
    assert person.page.evaluate(UNHARMED)


def play_under(person: Person, watcher: Person) -> None:
    """The name is on the seat, and in the log of somebody else: oneself one reads "you"."""
    person.arrive_at_table()
    kept = person.asked("")["seats"][0]["name"]
    expect(person.page.locator(".seat .name").first).to_have_text(kept)
    person.play_turn()
    watcher.follow_link(person.code)
    expect(watcher.page.locator("aside .log li").first).to_be_visible()
    assert kept in watcher.page.locator("aside .log").inner_text()
    assert watcher.page.evaluate(UNHARMED)
    assert person.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_hostile_words_are_shown_as_they_were_said(people) -> None:
    person = armed(people("de", LAPTOP))
    person.play_now("schweinsgalopp")
    said = '<img src=x onerror=a(1)> "><script>a(1)</script> {seat} ${7*7}'
    person.page.locator(".tool.talk").click()
    person.page.get_by_role("textbox", name=person.say("talk.write")).fill(said)
    person.page.keyboard.press("Enter")
    expect(person.page.locator("dialog").get_by_text(said)).to_be_visible()
    assert person.page.evaluate(UNHARMED)


@pytest.mark.a_few(1)
@pytest.mark.parametrize(
    "code",
    ["%3Cscript%3E", "AAAAAA", "..%2F..%2Fetc", "KQHTZM#seat0=wrong&host=wrong", "%F0%9F%90%96"],
)
def test_addresses_that_lead_nowhere_say_so(people, code: str) -> None:
    person = armed(people())
    person.trouble.expect("status of 40[04]")
    person.page.goto(f"{person.server.address}/t/{code}")
    person.wait("() => document.body.innerText.trim().length > 10")
    assert person.page.evaluate(UNHARMED)
