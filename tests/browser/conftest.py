"""What the tests in a real browser share: Debian's Chromium, a server, and people."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from people import LAPTOP, PHONE, WITHIN, Person, Trouble, first_script
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, expect, sync_playwright

from outside import Outside
from serving import ServerProcess

# Without windows and what stands around a page it takes a quarter less time. Whoever has time for
# everything plays in the whole browser.
WHOLE, QUICK = "chromium", "chromium-headless-shell"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def chromium(*names: str) -> str:
    """The first of these that is here, unless somebody says which to take."""
    found = [os.environ.get("GALOPP_CHROMIUM"), *map(shutil.which, names)]
    if not any(found):
        raise RuntimeError("no Chromium here; GALOPP_CHROMIUM may say where it is")
    return next(filter(None, found))


@pytest.fixture(scope="session")
def launch() -> Iterator[Callable[..., Browser]]:
    """Starts a browser, once for each kind."""
    expect.set_options(timeout=WITHIN)
    running: dict[str, Browser] = {}
    with sync_playwright() as playwright:

        def launch(*names: str) -> Browser:
            path = chromium(*names)
            if path not in running:
                running[path] = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
            return running[path]

        yield launch
        for browser in running.values():
            browser.close()


@pytest.fixture
def browser(launch: Callable[..., Browser], request: pytest.FixtureRequest) -> Browser:
    """Chromium; the whole of it where a test asks for that, or where there is time."""
    wants_all = os.environ.get("GALOPP_THOROUGH") or request.node.get_closest_marker(
        "whole_browser"
    )
    return launch(WHOLE, QUICK) if wants_all else launch(QUICK, WHOLE)


@pytest.fixture(scope="session")
def server(shared_server: ServerProcess) -> ServerProcess:
    """The one that all tests of this process share."""
    return shared_server


@pytest.fixture
def people(browser: Browser, server: ServerProcess) -> Iterator["Coming"]:
    """Calls somebody to a browser; afterwards nothing may have gone wrong on any page."""
    coming = Coming(browser, server)
    yield coming
    coming.go()


@pytest.fixture
def person(people: "Coming") -> Person:
    """Somebody with a laptop, in English, without animations."""
    return people()


class Coming:
    """Everybody who has come in one test."""

    def __init__(self, browser: Browser, server: ServerProcess) -> None:
        self.browser, self.server = browser, server
        self.here: list[Person] = []
        self.contexts: list[BrowserContext] = []

    def __call__(
        self,
        language: str = "en",
        size: dict[str, int] = LAPTOP,
        pace: float = 0,
        server: ServerProcess | None = None,
        likes: dict[str, Any] | None = None,
        prepare: Callable[[BrowserContext], None] | None = None,
        **how: Any,
    ) -> Person:
        how = {"service_workers": "block", **how}  # where it is not about them, they take time
        if not pace and not os.environ.get("GALOPP_THOROUGH"):
            how = {"reduced_motion": "reduce", **how}  # what styles move is a third of a turn
        context = self.browser.new_context(
            viewport=size, locale=language, has_touch=size == PHONE, accept_downloads=True, **how
        )
        context.set_default_timeout(WITHIN)
        context.add_init_script(first_script(language, pace, likes or {}))
        if prepare:
            prepare(context)
        self.contexts.append(context)
        return self.meet(context, server or self.server, language)

    def meet(self, context: BrowserContext, server: ServerProcess, language: str) -> Person:
        """A new page in a browser that is already there."""
        trouble = Trouble()
        page = context.new_page()
        watch(page, server, trouble)
        person = Person(page, server, language, trouble)
        self.here.append(person)
        return person

    def go(self) -> None:
        for context in self.contexts:
            context.close()
        assert [person.trouble.seen for person in self.here if person.trouble.seen] == []


def watch(page: Any, server: ServerProcess, trouble: Trouble) -> None:
    def console(message: ConsoleMessage) -> None:
        if message.type == "error":
            trouble.note(f"{message.text} ({message.location.get('url', '')})")

    def request(asked: Any) -> None:
        if not asked.url.startswith((server.address, "data:", "blob:", "about:")):
            trouble.note(f"asked elsewhere: {asked.url}")

    page.on("console", console)
    page.on("pageerror", lambda error: trouble.note(f"thrown: {error}"))
    page.on("request", request)


class Hasty(ServerProcess):
    """A server that waits a moment only, and sends to loopback."""

    program = (str(Path(__file__).parents[1] / "server" / "odd_server.py"),)


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("hasty")
    with Hasty(folder / "data", "--notices-after", "0.2") as running:
        yield running


@pytest.fixture
def outside() -> Iterator[Outside]:
    with Outside() as running:
        yield running
