"""The games as WebAssembly in Chromium: the same as compiled Python, and what a page may run."""

import pytest
from playwright.sync_api import Browser, expect

from random_games import GAMES
from serving import ServerProcess
from wasm.modules import built, reference, served


@pytest.mark.parametrize("mixed", [0, pytest.param(2, marks=pytest.mark.thorough)])
def test_modules_play_and_think_in_chromium_as_python_does(browser: Browser, mixed: int) -> None:
    """What a module does is tried at length in Node; a browser compiles it in another way."""
    built()
    told = {name: reference(name, 4, mixed=mixed, thoughts=2, tries=100) for name in GAMES}
    with served(told) as address:
        page = browser.new_page()
        page.goto(address)
        for name, found in told.items():
            expect(page.locator("body")).to_contain_text(f"{name} alike: {len(found['games'])}")
        page.close()


# What a page may run: our modules, and nothing that was text.
COMPILED = """async () => {
  const [{ href }] = [...document.querySelectorAll("link[href$='app.js']")];
  const module = await fetch(href.replace("app.js", "wasm/schweinsgalopp.wasm"));
  return WebAssembly.Module.exports(await WebAssembly.compileStreaming(module)).length;
}"""
RUN = """() => {
  const script = document.createElement("script");
  script.textContent = "window.ran = 1";
  document.head.append(script);
  return window.ran ?? 0;
}"""


def test_the_policy_of_the_page_lets_modules_run_and_no_text(
    browser: Browser, server: ServerProcess
) -> None:
    built()
    page = browser.new_page()
    page.goto(server.address)
    assert page.evaluate(COMPILED) > 20
    assert page.evaluate(RUN) == 0
    page.close()
