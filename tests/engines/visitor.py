"""Somebody at the page in any engine: sees, presses and types what the page offers."""

import random
from time import monotonic, sleep
from typing import Any

from driver import Driver
from people import CHANGED, CHOICES, MOST_DECISIONS, PATIENT, READY, STATE, Reader
from test_fits import MEASURE

from serving import ServerProcess

WITHIN = 90.0  # seconds until something that should appear is missed
SOON = 8.0  # seconds until a button is given up that a window took away when it closed
EVERY = 0.05

# Something to be seen, the first of its kind or the one with these words.
SEEN = """(at, words) => [...document.querySelectorAll(at)].some((one) =>
  one.getClientRects().length && (one.innerText ?? "").includes(words))"""
# Where to press it once it stands still, after scrolling there; else what lies over it.
PLACE = """async (at, words) => {
  const one = [...document.querySelectorAll(at)]
    .find((one) => one.getClientRects().length && (one.innerText ?? "").includes(words));
  if (!one) return null;
  const inside = ({ left, top, right, bottom }) =>
    left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  if (!inside(one.getBoundingClientRect()))
    one.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const before = one.getBoundingClientRect();
  await new Promise((after) => setTimeout(after, 40));
  const { left, top, width, height } = one.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const there = document.elementFromPoint(x, y);
  const free = [one, ...(one.labels ?? [])].some((its) => its.contains(there));
  if (!free) one.scrollIntoView({ block: "center", behavior: "instant" }); // in a sheet
  return {
    x, y, over: there?.outerHTML.slice(0, 120),
    still: left === before.left && top === before.top,
    free,
  };
}"""
KEYS = {"Escape": "\ue00c"}  # as WebDriver writes them


class Missed(AssertionError):
    """What was to be seen or pressed is not there."""


class Visitor(Reader):
    """One person with a browser."""

    def __init__(self, driver: Driver, server: ServerProcess, language: str) -> None:
        self.driver, self.server, self.language = driver, server, language
        self.chance = random.Random(7)
        self.code = ""

    # --- Looking

    def evaluate(self, function: str, *arguments: Any) -> Any:
        return self.driver.evaluate(function, *arguments)

    def wait(self, condition: str, argument: Any = None, within: float = WITHIN) -> None:
        """Wait until a condition holds."""
        holds, end = f"(argument) => !!({PATIENT % condition})(argument)", monotonic() + within
        while not self.evaluate(holds, argument):
            if monotonic() > end:
                told = f"not within {within:.0f} s: {condition} {argument}"
                raise Missed(f"{self.driver.name}: {told}")
            sleep(EVERY)

    def sees(self, at: str, words: str = "") -> bool:
        return bool(self.evaluate(SEEN, at, words))

    def see(self, at: str, words: str = "") -> None:
        self.wait(f"([at, words]) => ({SEEN})(at, words)", [at, words])

    def see_gone(self, at: str) -> None:
        self.wait("(at) => !document.querySelector(at)", at)

    def measured(self, screen: str) -> list[str]:
        """What is cut, covered or too small."""
        return [f"{screen}: {wrong}" for wrong in self.evaluate(MEASURE)]

    def state(self) -> dict[str, Any]:
        told: dict[str, Any] = self.evaluate(STATE)
        return told

    # --- Doing

    def go(self, path: str) -> None:
        self.driver.go(self.server.address + path)

    def press(self, at: str, words: str = "", within: float = WITHIN) -> None:
        """Press something, once it stands still and nothing lies over it."""
        end = monotonic() + within
        while True:
            place = self.evaluate(PLACE, at, words)
            if place and place["still"] and place["free"]:
                self.driver.press(place["x"], place["y"])
                return
            if monotonic() > end:
                raise Missed(f"{self.driver.name}: cannot press {at} {words}: {place}")
            sleep(EVERY)

    def key(self, name: str) -> None:
        self.driver.type(KEYS.get(name, name))

    def write(self, at: str, text: str) -> None:
        """Write into a field, in place of what was there."""
        self.press(at)
        self.evaluate("(at) => document.querySelector(at).select()", at)
        self.driver.type(text)

    # --- Coming to a table

    def go_home(self) -> None:
        self.go("/")
        self.wait("() => document.querySelectorAll('button.game-card:enabled').length === 3")

    def offer(self, game: str, players: int = 2) -> None:
        """From the home page to the sheet in which a table is wished for."""
        self.go_home()
        self.press("button.game-card", self.say("title", game))
        self.see("dialog[open] .new-ways")
        self.press("label.chip:has(input[name='new-seats'])", str(players))
        self.write("galopp-sitting input", "Rosa")

    def begin(self) -> str:
        """From there to the first card, with bots."""
        self.press(".new-ways button.primary")
        self.wait("() => location.pathname.includes('/t/')")
        self.code = self.evaluate("() => location.pathname.split('/').pop()")
        self.see_table()
        return self.code

    def play_now(self, game: str, players: int = 2) -> str:
        self.offer(game, players)
        return self.begin()

    def see_table(self) -> None:
        self.see("galopp-board svg")

    # --- Playing

    def await_turn(self) -> None:
        self.wait(READY)

    def play_turn(self) -> bool:
        """Wait until something is to be decided, and decide it; False once the game is over."""
        self.await_turn()
        before = self.state()
        if before["over"]:
            return False
        choices = self.evaluate(CHOICES)
        if choices:  # else it is drawn anew this very moment
            cards = [one for one in choices if one["kind"] == "card"]
            self._decide(self.chance.choice(cards or choices)["at"], before)
        return True

    def _decide(self, at: str, before: dict[str, Any]) -> None:
        try:
            self.press(at, within=SOON if before["window"] else WITHIN)
            self.wait(CHANGED, before)
        except Missed:
            if self.state()["decision"] == before["decision"] and not before["window"]:
                raise  # it was to be pressed, and nothing came of it

    def play_to_the_end(self) -> None:
        for _ in range(MOST_DECISIONS):
            if not self.play_turn():
                return
        raise AssertionError(f"no end after {MOST_DECISIONS} decisions")
