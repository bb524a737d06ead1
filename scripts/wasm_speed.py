"""How fast the games are as WebAssembly, beside the same kernels compiled for this machine.

Whole random games, in decisions a second, and a search, in tries a second, of every game: here by
numba, in Node and in Chromium, in turn, so that whatever else the machine does slows all of them
alike. Each figure is the best of many slices of some milliseconds, which a busy machine lets pass
undisturbed now and then; what counts is how they compare.

    python scripts/wasm_speed.py [--rounds 5] [--seconds 0.5] [--games saumaumau …]
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "browser"))

from conftest import ARGUMENTS, WHOLE, chromium  # type: ignore[import-not-found]  # of the tests
from galopp import games
from galopp.bots import tree, verbs
from galopp.bots.outlook import outlook_for
from galopp.bots.search import PARAMETERS
from galopp.core import cards
from galopp.core.chance import chance
from galopp.core.contract import Rules
from galopp.core.history import conclusions
from galopp.core.kernel import njit
from galopp.core.record import blank
from galopp.core.words import NOBODY
from galopp.play.game import game, game_names
from galopp.wasm.building import FOLDER, build
from wasm.modules import served  # type: ignore[import-not-found]

ROOT = Path(__file__).resolve().parents[1]
PLAYERS, ROOM, TRIES = 2, 50_000, 50
A_SLICE = 0.004  # seconds
Speeds = dict[str, float]  # decisions and tries a second


class Native:
    """A game by numba: the very functions that the modules are made of."""

    def __init__(self, name: str) -> None:
        rules = games.rules(name)
        self.rules: Rules = rules
        self.options = game(name).check_setting(PLAYERS, game(name).options_needed(PLAYERS))
        self.state, self.luck = blank(rules.STATE), chance(1)
        self.play = njit(nogil=True)(_random_game())
        self.play(self.state, PLAYERS, self.options, self.luck)

    def decisions(self, seconds: float) -> float:
        """Whole random games: decisions a second."""
        return _rate(lambda: self.play(self.state, PLAYERS, self.options, self.luck), seconds)

    def problem(self) -> tuple[Any, Any]:
        """What the seat sees that decides first, and what follows from having been told nothing."""
        position = game(self.rules.NAME).begin(
            PLAYERS, 1, game(self.rules.NAME).options_needed(PLAYERS)
        )
        seat = position.mover
        assert seat is not None
        seen = position.seen(seat).record
        return seen, conclusions(self.rules, seen, position.told(seat).records)

    def tries(self, seconds: float) -> float:
        """A search from the first decision: tries a second."""
        seen, known = self.problem()
        outlook = outlook_for(self.rules.NAME, PLAYERS, seen.options)
        problem = tree.Problem(seen, known, outlook, PARAMETERS)
        scratch = tree.Scratch(
            blank(self.rules.STATE), blank(self.rules.SEEN), np.zeros(self.rules.SEATS)
        )
        nodes, luck = np.zeros(ROOM, tree.NODE), chance(7)
        tree.put_root(nodes)
        size = 1

        def grow() -> int:
            nonlocal size
            size = tree.grow(nodes, size, TRIES, problem, scratch, luck)
            return TRIES

        grow()
        return _rate(grow, seconds)


def _random_game() -> Callable[..., int]:
    """A game as the module's `play_randomly` plays it, from its deal on."""

    def play(state: Any, players: int, options: Any, luck: Any) -> int:
        verbs.set_up(state, players, options, luck)
        made = 0
        while verbs.mover(state) != NOBODY:
            verbs.apply(state, cards.pick(np.uint64(verbs.legal(state)), luck), luck)
            made += 1
        return made

    return play


def _rate(work: Callable[[], int], seconds: float) -> float:
    """The best of many slices, so short that some of them were not disturbed."""
    end, found = time.perf_counter() + seconds, 0.0
    while time.perf_counter() < end:
        start, made = time.perf_counter(), 0
        while time.perf_counter() - start < A_SLICE:
            made += work()
        found = max(found, made / (time.perf_counter() - start))
    return found


class Module:
    """The same by its module, in Node and in a page of Chromium."""

    def __init__(self, native: Native, page: Page, seconds: float) -> None:
        self.name, self.page = native.rules.NAME, page
        seen, _ = native.problem()
        self.about = {
            "players": PLAYERS,
            "options": native.options.tolist(),
            "seen": list(seen.tobytes()),
            "room": ROOM,
            "tries": TRIES,
            "seconds": seconds,
        }

    def in_node(self) -> Speeds:
        """In a process of its own."""
        script = f"""
            import {{ readFile }} from "node:fs/promises";
            import {{ measured }} from "{ROOT}/tests/wasm/speed.js";
            const layout = JSON.parse(await readFile("{FOLDER}/{self.name}.json", "utf8"));
            const bytes = await readFile("{FOLDER}/{self.name}.wasm");
            console.log(JSON.stringify(await measured(bytes, layout, {json.dumps(self.about)})));
        """
        command = ["node", "--input-type=module", "--eval", script]
        told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        return dict(json.loads(told))

    def in_chromium(self) -> Speeds:
        """In the page."""
        script = """async ([name, about]) => {
            const { measured } = await import("/tests/wasm/speed.js");
            const read = (kind) => fetch(`/src/galopp/web/wasm/${name}.${kind}`);
            const bytes = await (await read("wasm")).arrayBuffer();
            return measured(bytes, await (await read("json")).json(), about);
        }"""
        return dict(self.page.evaluate(script, [self.name, self.about]))


@contextmanager
def opened() -> Iterator[Page]:
    """A page of Chromium that may load whatever is in the repository."""
    with served({}) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(WHOLE), args=ARGUMENTS)
        page = browser.new_page()
        page.goto(address)
        yield page
        browser.close()


def best(rounds: list[dict[str, Speeds]], where: str, what: str) -> float:
    """The fastest round: what disturbs only slows down."""
    return max(one[where][what] for one in rounds)


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--games", nargs="+", choices=game_names(), default=game_names())
    chosen = parser.parse_args()
    build()
    print(f"load of this machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with opened() as page:
        for name in chosen.games:
            native = Native(name)
            module = Module(native, page, chosen.seconds)
            native.tries(chosen.seconds)
            rounds = []
            for _ in range(chosen.rounds):
                here = {
                    "decisions": native.decisions(chosen.seconds),
                    "tries": native.tries(chosen.seconds),
                }
                rounds.append(
                    {"native": here, "node": module.in_node(), "chromium": module.in_chromium()}
                )
            for what in ("decisions", "tries"):
                told = {where: best(rounds, where, what) for where in rounds[0]}
                shares = ", ".join(
                    f"{where} {rate:,.0f} ({rate / told['native']:.2f})"
                    for where, rate in told.items()
                )
                print(f"{name}, {what} a second: {shares}", flush=True)


if __name__ == "__main__":
    main()
