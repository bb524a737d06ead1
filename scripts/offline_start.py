"""How long a cold start without a network takes to the first card, and what holds the page up.

Visits a server once in Chromium, at a phone's size, kills the server, slows the page's processor
down to a quarter, and opens the page anew: from its address to the games, and from the press on
"play" to the first thing to decide, by the page's own clock. Then some turns are played against
the strongest bots, and every task of the page longer than 50 ms is told, with what it did. Tasks
are counted by the processor time of the page's thread, so that whatever else a machine does counts
for little; of start times the best of several visits is what counts on a busy one.

    python scripts/offline_start.py [--visits 3] [--turns 6] [--slower 4] [--games saumaumau …]
                                    [--trace FOLDER]
"""

import argparse
import json
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
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

# When something was first on the page, by its own clock, in milliseconds since it was called.
SEEN = """(() => {
  const seen = (window.firstSeen = {});
  const wanted = {
    games: () => document.querySelectorAll("button.game-card:enabled").length === GAMES,
    card: () => document.querySelector("galopp-board svg") && document.querySelector(CARDS),
  };
  const look = () => {
    for (const name in wanted) if (!seen[name] && wanted[name]()) seen[name] = performance.now();
    if (!seen.card) requestAnimationFrame(look);
  };
  addEventListener("click", ({ target, timeStamp }) => {
    if (target.closest(".new-ways button.primary")) seen.pressed = timeStamp;
  }, { capture: true });
  requestAnimationFrame(look);
})()"""
# Cards in hand, or what is chosen before there are any.
CARDS = ".hand-card, galopp-board .possible, galopp-ask .choice"
SEEN = SEEN.replace("GAMES", str(len(GAMES))).replace("CARDS", repr(CARDS))
TRACED = [
    "disabled-by-default-devtools.timeline",
    "devtools.timeline",
    "toplevel",
    "v8",
    "blink.user_timing",
]
PROFILED = ["disabled-by-default-v8.cpu_profiler"]
# What only says that something else was called.
WRAPPERS = {
    "ThreadControllerImpl::RunTask",
    "Receive mojo message",
    "Receive mojo reply",
    "SimpleWatcher::OnHandleReady",
}
LONG = 50.0  # milliseconds
PLAYING = "galopp-playing"  # a mark in the trace: turns begin here


class Start(NamedTuple):
    """Of one visit: seconds to the games, and from there to the first card; long tasks after it."""

    opened: float
    dealt: float
    held_up: list[str]  # milliseconds, and with what

    @property
    def whole(self) -> float:
        """Seconds of waiting, besides what somebody takes to choose."""
        return self.opened + self.dealt


class Visit(NamedTuple):
    """How to come to the page."""

    game: str
    turns: int
    slower: float
    trace: Path | None


def install_page(browser: Browser, folder: Path) -> Coming:
    """Somebody who has visited a server once, which is gone now."""
    with ServerProcess(folder, "--no-limits") as own:
        coming = Coming(browser, own)
        offline: dict[str, Any] = {"service_workers": "allow", "reduced_motion": "reduce"}
        likes = {"table": {**short_games(), "level": "strongest"}}
        person: Person = coming("en", PHONE, likes=likes, **offline)
        person.trouble.expect(NO_LINE)
        person.go_home()
        for game in GAMES:
            person.say("title", game)  # the words, while there is somebody to ask
        person.say("sit.name")
        install(person)
        assert person.page.evaluate(ALL_KEPT, "en")
        own.kill()
    return coming


def short_games() -> dict[str, Any]:
    """Likes of somebody who plays here, whatever the game, with bots that are quick."""
    return {key: liked for game in GAMES for key, liked in briefly(game)["table"].items()}


def visit(browser: Browser, coming: Coming, how: Visit) -> Start:
    """Come back without a network to a browser that has forgotten the page, and play some turns."""
    first = coming.here[0]
    person: Person = coming.meet(first.context, coming.server, "en")
    person.trouble.expect(NO_LINE)
    session = person.page.context.new_cdp_session(person.page)
    session.send("ServiceWorker.enable")
    session.send("ServiceWorker.stopAllWorkers")
    session.send("Emulation.setCPUThrottlingRate", {"rate": how.slower})
    person.page.add_init_script(SEEN)
    wanted = TRACED + (PROFILED if how.trace else [])
    browser.start_tracing(page=person.page, categories=wanted)
    opened, dealt = _start(person, coming.server.address, how.game)
    person.page.evaluate("(mark) => performance.mark(mark)", PLAYING)
    for _ in range(how.turns):
        person.play_turn()
    trace = browser.stop_tracing()
    if how.trace:
        (how.trace / f"{how.game}.json").write_bytes(trace)
    person.page.close()
    return Start(opened, dealt, long_tasks(json.loads(trace)["traceEvents"]))


def _start(person: Person, address: str, game: str) -> tuple[float, float]:
    """From the address to the games, and from the press on "play" to the first card."""
    person.page.goto(address)
    expect(person.page.locator("button.game-card:enabled")).to_have_count(len(GAMES))
    person.game = game
    person.page.locator("button.game-card", has_text=person.say("title", game)).click()
    person.call_oneself("Rosa")
    person.page.locator(".new-ways button.primary").click()
    person.wait("() => firstSeen.card > 0")
    seen = person.page.evaluate("firstSeen")
    return seen["games"] / 1000, (seen["card"] - seen["pressed"]) / 1000


def long_tasks(events: list[dict[str, Any]]) -> list[str]:
    """Tasks of the page's thread after the first card: milliseconds, and what took most of them."""
    began = next(event for event in events if event["name"] == PLAYING)
    tasks = [event for event in events if is_task(event) and of_thread(event, began)]
    return [
        f"{task['tdur'] / 1000:.0f} ({', '.join(parts(task, events))})"
        for task in tasks
        if task["ts"] > began["ts"] and task.get("tdur", 0) / 1000 > LONG
    ]


def is_task(event: dict[str, Any]) -> bool:
    """Whether this is all that a thread does in one go."""
    return bool(event["name"] == "RunTask" and event["ph"] == "X")


def of_thread(event: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two things happened in the same thread."""
    return bool(event["pid"] == other["pid"] and event["tid"] == other["tid"])


def parts(task: dict[str, Any], events: list[dict[str, Any]]) -> Iterator[str]:
    """What a task consisted of, the longest first."""
    took: Counter[str] = Counter()
    for event in events:
        inside = of_thread(event, task) and event is not task and event["ph"] == "X"
        if (
            inside
            and event["name"] not in WRAPPERS
            and task["ts"] <= event["ts"] <= task["ts"] + task["dur"]
        ):
            took[named(event)] += event.get("tdur", 0) / 1000
    yield from (f"{name} {often:.0f}" for name, often in took.most_common(3))


def named(event: dict[str, Any]) -> str:
    """What happened, and in which of our files."""
    data = event.get("args", {}).get("data") or {}
    file = str(data.get("url", "")).partition("/web/")[2].partition("/")[2]
    return " ".join(filter(None, (event["name"], str(data.get("functionName", "")), file)))


def main() -> None:
    """Visit, and print a line for each game."""
    says = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    says.add_argument("--visits", type=int, default=3)
    says.add_argument("--turns", type=int, default=6)
    says.add_argument("--slower", type=float, default=4)
    says.add_argument("--games", nargs="*", default=GAMES)
    says.add_argument("--trace", type=Path, help="where to keep what Chromium tells, a file a game")
    asked = says.parse_args()
    build()
    print(f"load of this machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=chromium(WHOLE), args=ARGUMENTS)
        coming = install_page(browser, Path(folder))
        for game in asked.games:
            how = Visit(game, asked.turns, asked.slower, asked.trace)
            tell(game, [visit(browser, coming, how) for _ in range(asked.visits)])
        coming.go()
        browser.close()


def tell(game: str, visits: list[Start]) -> None:
    """The best visit, and the one in which the page was held up least."""
    best = min(visits, key=lambda one: one.whole)
    fewest = min((one.held_up for one in visits), key=len)
    told = f"{best.opened:.2f} s to the games, {best.dealt:.2f} s from there to the first card"
    print(f"{game}: {told}, {best.whole:.2f} s; tasks over 50 ms: {len(fewest)}", flush=True)
    for task in fewest:
        print(f"    {task}")


if __name__ == "__main__":
    main()
