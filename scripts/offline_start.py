"""How long a cold start without a network takes to the first card, and what holds the page up.

Visits a server once in Chromium, at a phone's size, kills the server, slows the processor down to a
quarter, and opens the page anew: from its address to the games, and from the press on "play" to the
first card in hand. Then some turns are played against the strongest bots, and every task of the
page longer than 50 ms is told. The best of several visits is what counts on a busy machine.

    python scripts/offline_start.py [--visits 3] [--turns 6] [--slower 4] [--games saumaumau …]
"""

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, expect, sync_playwright

from galopp.wasm.building import build

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "browser"))

from people import GAMES, PHONE, Person  # type: ignore[import-not-found]  # of the tests
from test_here import ALL_KEPT, briefly  # type: ignore[import-not-found]
from test_installed import NO_LINE, install  # type: ignore[import-not-found]

from conftest import ARGUMENTS, WHOLE, Coming, chromium  # type: ignore[import-not-found]
from serving import ServerProcess  # type: ignore[import-not-found]

LONG_TASKS = """(() => {
  const tasks = (window.longTasks = []);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(Math.round(duration));
  }).observe({ type: "longtask" });
})()"""


class Start(NamedTuple):
    """Of one visit: seconds to the games, and from there to the first card; long tasks after it."""

    opened: float
    dealt: float
    held_up: list[int]  # milliseconds


def visit(browser: Browser, game: str, turns: int, slower: float) -> Start:
    """Install, go without a server, start cold, play some turns."""
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder), "--no-limits") as own:
        coming = Coming(browser, own)
        how: dict[str, Any] = {"service_workers": "allow", "reduced_motion": "reduce"}
        person: Person = coming("en", PHONE, likes=briefly(game, level="strongest"), **how)
        person.trouble.expect(NO_LINE)
        person.go_home()
        title = person.say("title", game)  # the words for this, while there is somebody to ask
        person.say("sit.name")
        install(person)
        assert person.page.evaluate(ALL_KEPT, "en")
        own.kill()
        person.page.goto("about:blank")
        session = person.page.context.new_cdp_session(person.page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        person.page.add_init_script(LONG_TASKS)
        start = _start(person, own.address, game, title)
        person.page.evaluate("longTasks.length = 0")
        for _ in range(turns):
            person.play_turn()
        held_up = person.page.evaluate("longTasks")
        coming.go()
        return Start(*start, held_up)


def _start(person: Person, address: str, game: str, title: str) -> tuple[float, float]:
    """From the address to the games, and from the press on "play" to the first card."""
    began = time.perf_counter()
    person.page.goto(address)
    expect(person.page.locator("button.game-card:enabled")).to_have_count(len(GAMES))
    opened = time.perf_counter() - began
    person.game = game
    person.page.locator("button.game-card", has_text=title).click()
    person.call_oneself("Rosa")
    pressed = time.perf_counter()
    person.page.locator(".new-ways button.primary").click()
    person.see_table()
    return opened, time.perf_counter() - pressed


def main() -> None:
    """Visit, and print a line for each game."""
    says = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    says.add_argument("--visits", type=int, default=3)
    says.add_argument("--turns", type=int, default=6)
    says.add_argument("--slower", type=float, default=4)
    says.add_argument("--games", nargs="*", default=GAMES)
    asked = says.parse_args()
    build()
    print(f"load of this machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(WHOLE), args=ARGUMENTS)
        for game in asked.games:
            visits = [visit(browser, game, asked.turns, asked.slower) for _ in range(asked.visits)]
            best = min(visits, key=lambda one: one.opened + one.dealt)
            fewest = min((one.held_up for one in visits), key=sum)
            told = (
                f"{best.opened:.2f} s to the games, {best.dealt:.2f} s from there to the first card"
            )
            print(f"{game}: {told}; tasks over 50 ms (ms): {fewest or 'none'}", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
