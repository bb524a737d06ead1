"""How long somebody waits for "How did I play?" on the page: for the curve, first marks, and all.

Games of bots are opened in Chromium as replays, once of a server and once of the device alone, and
their review is asked for with the key H; what comes when is told by the page's own clock. A
server keeps what it has made, so each game is another one. The best of several is what counts on a
busy machine.

    python scripts/review_start.py [--each 3] [--games saumaumau …] [--players 2] [--bots casual]
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from galopp.play.record import Record
from galopp.wasm.building import build

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "browser"))

from people import GAMES, LAPTOP, Person  # type: ignore[import-not-found]  # of the tests
from test_replay import brought  # type: ignore[import-not-found]

from conftest import ARGUMENTS, WHOLE, Coming, chromium  # type: ignore[import-not-found]
from review.recorded import by_bots  # type: ignore[import-not-found]
from serving import ServerProcess  # type: ignore[import-not-found]

WHAT = ("curve", "first marks", "all")
# Press H, and tell when each of these was there, in seconds since then.
ASKED = """async () => {
  const there = [
    () => document.querySelector("galopp-review-curve .curve-line[points]"),
    () => document.querySelector("galopp-review-curve .curve-marks > *"),
    () => document.querySelector("galopp-replay").replay.review?.done,
  ];
  const began = performance.now();
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "h", bubbles: true }));
  const times = [];
  while (times[2] === undefined) {
    await new Promise(requestAnimationFrame);
    const now = (performance.now() - began) / 1000;
    for (const [n, is] of there.entries()) if (times[n] === undefined && is()) times[n] = now;
  }
  return times.map((time) => time ?? -1);
}"""
OPEN = "() => !!document.querySelector('galopp-replay')?.replay?.playback"
# Bring a file to this device; returns under which name.
KEPT_HERE = """async (text) => {
  const { src } = document.querySelector("script[type=module]");
  const { replaysHere } = await import(src.replace("app.js", "model/replays_here.js"));
  return replaysHere.bring(text);
}"""


def main() -> None:
    """Measure, and print a line for each game."""
    says = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    says.add_argument("--each", type=int, default=3)
    says.add_argument("--games", nargs="*", default=GAMES)
    says.add_argument("--players", type=int, default=2)
    says.add_argument("--bots", default="casual")
    asked = says.parse_args()
    build()
    print(f"load of this machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with (
        sync_playwright() as playwright,
        tempfile.TemporaryDirectory() as folder,
        ServerProcess(Path(folder), "--no-limits") as server,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(WHOLE), args=ARGUMENTS)
        coming = Coming(browser, server)
        person: Person = coming("en", LAPTOP)
        for game in asked.games:
            bots = [asked.bots] * asked.players
            records = [by_bots(game, bots, 100 + seed) for seed in range(asked.each)]
            tell(game, "a server's", records, [at_server(person, record) for record in records])
            tell(game, "the device's", records, [here(person, record) for record in records])
        coming.go()
        browser.close()


def at_server(person: Person, record: Record) -> list[float]:
    """Of a replay that a server keeps."""
    person.page.goto(f"{person.server.address}/replay/{brought(person.server, record)}")
    return times(person)


def here(person: Person, record: Record) -> list[float]:
    """Of one that only this device has."""
    person.page.goto(person.server.address)
    name = person.page.evaluate(KEPT_HERE, str(record))
    person.page.goto(f"{person.server.address}/here?replay={name}")
    return times(person)


def times(person: Person) -> list[float]:
    """Seconds from asking until each of `WHAT` was there; below 0 what never came."""
    person.wait(OPEN)
    return list(person.page.evaluate(ASKED))


def tell(game: str, whose: str, records: list[Record], found: list[list[float]]) -> None:
    """The best of all games, and how long they were."""
    best = zip(WHAT, map(min, zip(*found, strict=True)), strict=True)
    told = ", ".join(f"{what} {seconds:.2f} s" for what, seconds in best)
    moves = "/".join(str(len(record.moves)) for record in records)
    print(f"{game}, {whose}, {moves} decisions: {told}", flush=True)


if __name__ == "__main__":
    main()
