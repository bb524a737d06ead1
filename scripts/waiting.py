"""How long somebody waits between two decisions of their own, with bots in all other seats.

Plays some turns of each game in Chromium on a phone's page, at each speed, and prints the median
and the 90th percentile of the seconds from one's own decision to the next question. Only turns
after which somebody else decided count; those with the end of a race, or with a call to be
caught, are left out, for they wait for the reader.

    python scripts/waiting.py [--turns 12] [--bots 3] [--games saumaumau …] [--paces 1:1 0.4:0.4 …]

A pace is how slowly things move and how slowly bots play, as the menu's one control sets both.
"""

import argparse
import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "browser"))

from people import GAMES, PHONE, Person  # type: ignore[import-not-found]  # of the tests

from conftest import ARGUMENTS, WHOLE, Coming, chromium  # type: ignore[import-not-found]
from serving import ServerProcess  # type: ignore[import-not-found]

PACES = ["2:2", "1:1", "0.4:0.4"]

# Looks at the table with every picture that is drawn: when we decided, and are asked again.
WATCH = """(() => {
  const kept = (window.waits = []);
  let since = null, from = 0, others = false, window_open = false;
  const look = () => {
    requestAnimationFrame(look);
    const table = document.querySelector("galopp-app")?.table;
    const now = table?.now;
    if (!now || !table.choice) return;
    if (table.choice.busy && since === null) {
      [since, from, others, window_open] = [performance.now(), now.seq, false, !!now.window];
    }
    if (since === null) return;
    others ||= now.asked.some((seat) => seat !== table.viewpoint.viewer);
    window_open ||= !!now.window;
    if (table.choice.busy || !table.stage?.idle) return;
    if (!now.winners && !table.choice.legal.length) return;
    const news = [...table.diary.entries.values()].filter(({ seq }) => seq > from);
    const keys = news.flatMap(({ happened }) => happened.map(({ key }) => key));
    const ends = keys.some((key) => /^(race_over|next_race|game_over)/.test(key));
    if (others && !window_open && !ends) kept.push((performance.now() - since) / 1000);
    since = null;
  };
  look();
})()"""


@contextmanager
def house() -> Iterator[tuple[Browser, ServerProcess]]:
    """A browser, and a server of its own."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        with ServerProcess(Path(folder) / "data", "--no-limits") as server:
            browser = playwright.chromium.launch(executable_path=chromium(WHOLE), args=ARGUMENTS)
            yield browser, server
            browser.close()


def waits(
    browser: Browser, server: ServerProcess, game: str, pace: str, turns: int, bots: int
) -> list[float]:
    """Seconds between our decisions, of so many turns."""
    motion, thinking = map(float, pace.split(":"))
    coming = Coming(browser, server)
    likes = {"table": {game: {"settings": {"pace": thinking}}}}
    person: Person = coming("en", PHONE, pace=motion, likes=likes)
    person.page.add_init_script(WATCH)
    seen: list[float] = []
    while len(seen) < turns:
        person.play_now(game, players=bots + 1)
        kept: list[float] = []
        while len(seen) + len(kept) < turns and person.play_turn():
            kept = person.page.evaluate("waits")
        seen += kept
    coming.go()
    return seen


def main() -> None:
    """Play, and print a line for each game and speed."""
    says = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    says.add_argument("--turns", type=int, default=12)
    says.add_argument("--bots", type=int, default=3)
    says.add_argument("--games", nargs="*", default=GAMES)
    says.add_argument("--paces", nargs="*", default=PACES)
    asked = says.parse_args()
    print(f"{'game':<16}{'motion:bots':>12}{'turns':>7}{'median':>9}{'90 %':>7}")
    with house() as (browser, server):
        for game in asked.games:
            for pace in asked.paces:
                seen = waits(browser, server, game, pace, asked.turns, asked.bots)
                tenths = statistics.quantiles(seen, n=10)
                told = f"{statistics.median(seen):>8.1f}s{tenths[-1]:>6.1f}s"
                print(f"{game:<16}{pace:>12}{len(seen):>7}{told}", flush=True)


if __name__ == "__main__":
    main()
