"""A browser that is too old for the page is told so; no other is."""

import pytest
from people import Person
from playwright.sync_api import BrowserContext, expect

SENTENCE = "#too-old"
# What an older browser says to what the page asks for.
LACKS = {
    "a way to ask": "delete HTMLScriptElement.supports",
    "import maps": "HTMLScriptElement.supports = () => false",
    ":has()": "CSS.supports = (asked) => !asked.includes(':has')",
    "colours that are mixed": "CSS.supports = (asked) => !asked.includes('color-mix')",
    "any of it": "delete window.CSS",
}


@pytest.mark.parametrize("lack", LACKS)
def test_a_browser_that_lacks_something_is_told_in_three_languages(people, lack: str) -> None:
    def age(context: BrowserContext) -> None:
        context.add_init_script(LACKS[lack])

    person: Person = people(prepare=age)
    person.page.goto(f"{person.server.address}/rules/saumaumau")
    for language in ("de", "en", "fr"):
        expect(person.page.locator(f"{SENTENCE} [lang={language}]")).to_be_visible()


def test_nobody_else_reads_it(person: Person) -> None:
    person.go_home()
    expect(person.page.locator(SENTENCE)).to_be_hidden()
