"""People at the table in a browser: what they see, and what they press."""

import json
import random
import re
import secrets
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect
from playwright.sync_api import TimeoutError as NothingThere

from galopp.play.record import Record
from serving import CLIENT, ServerProcess

PHONE = {"width": 390, "height": 844}
LAPTOP = {"width": 1366, "height": 768}
GAMES = ["ostfriesenlauf", "saumaumau", "schweinsgalopp"]  # first the one that is over soonest


def mostly(usual: str) -> list[Any]:
    """One game every day; the others as well where there is time (`scripts/nightly`)."""
    return [
        game if game == usual else pytest.param(game, marks=pytest.mark.thorough) for game in GAMES
    ]


# The shortest way to play each, for tests that want an end soon.
SHORT = {"saumaumau": {"races": 1}, "ostfriesenlauf": {}, "schweinsgalopp": {"races": 1}}
MOST_DECISIONS = 600  # of one person in one game; no game is as long as that
WITHIN = 90_000  # milliseconds until something that should appear is missed
SOON = 8_000  # milliseconds until a button is given up that a window took away when it closed

# How the table stands for this page, in the few numbers that a test waits for.
STATE = """() => {
  const table = document.querySelector("galopp-app")?.table;
  const now = table?.now;
  const prompt = document.querySelector("galopp-ask .prompt");
  return {
    over: !!document.querySelector("galopp-result section"),
    mine: !!prompt?.classList.contains("mine") && !table.choice.busy,
    curtain: !!document.querySelector(".curtain button"),
    window: !!now?.window,
    decision: now?.decision ?? -1,
    seq: Math.max(now?.seq ?? -1, table?.news?.seq ?? -1),
    picked: table?.choice?.picked.length ?? 0,
    asked: now?.asked ?? [],
    idle: !!table?.stage?.idle && !table.choice.busy,
    phase: table?.news?.phase ?? "",
    line: table?.connection.state ?? "",
    viewer: table?.viewpoint.viewer ?? null,
  };
}"""
# A condition on something that the page has not made yet does not hold yet.
PATIENT = """(argument) => {
  try {
    return (%s)(argument);
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}"""
READY = f"() => {{ const is = ({STATE})(); return is.mine || is.over || is.curtain; }}"
CHANGED = f"""(before) => {{
  const is = ({STATE})();
  return is.over || is.curtain !== before.curtain || is.decision !== before.decision
    || is.seq !== before.seq || is.picked !== before.picked;
}}"""
TURN_OF = f"""(seats) => {{
  const is = ({STATE})();
  return is.over || is.asked.some((seat) => seats.includes(seat));
}}"""
# Everything that may be pressed to go on, as selectors that hold while the page is drawn anew.
CHOICES = """() => {
  const { table } = document.querySelector("galopp-app");
  const all = (at, told) => [...document.querySelectorAll(at)].map(told);
  const kindOf = (code) => table.shown.moves.find((move) => move.code === Number(code)).kind;
  return [
    ...all(".hand-card.possible", ({ dataset: { anchor } }) => ({
      kind: "card", at: `[data-anchor="${anchor}"]`})),
    ...all("galopp-ask .choice[data-choice]:not([disabled])", ({ dataset: { choice } }) => ({
      kind: kindOf(choice), at: `galopp-ask [data-choice="${choice}"]`})),
    ...all("galopp-ask .confirm", () => ({ kind: "confirm", at: "galopp-ask .confirm" })),
  ];
}"""


# What somebody likes, before the first visit; later visits keep what was changed.
LIKING = """(() => {
  if (origin === "null") return; // nothing is kept on the empty page before the first one
  addEventListener("securitypolicyviolation", (event) =>
    console.error(`CSP: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
  // Of what no script has thrown, as sizes that never come to rest, no console tells.
  addEventListener("error", ({ error, message }) => error ?? console.error(`error: ${message}`));
  if (localStorage.getItem("galopp.likes") === null)
    localStorage.setItem("galopp.likes", JSON.stringify(%s));
})()"""


def first_script(language: str, pace: float, others: dict[str, Any]) -> str:
    """Animations as wanted, bots that answer at once, and tables at the server."""
    table = {game: {"settings": {"pace": 0}} for game in GAMES}
    likes = {"language": language, "pace": pace, "sound": False, "table": table, **others}
    likes["table"] = {"here": False, **likes["table"]}
    return LIKING % json.dumps(likes)


LATER = ("later", "local", "mine", "new", "group")  # words that come with parts of the page
KNOWN: dict[str, dict[str, str | list[str]]] = {}  # catalogues, by language and game


@dataclass
class Trouble:
    """Whatever went wrong on a page, as far as nobody expected it."""

    expected: list[str] = field(default_factory=list)
    seen: list[str] = field(default_factory=list)

    def note(self, what: str) -> None:
        if not any(re.search(pattern, what) for pattern in self.expected):
            self.seen.append(what)

    def expect(self, pattern: str) -> None:
        self.expected.append(pattern)


class Reader:
    """Somebody who reads the page, whatever the browser."""

    server: ServerProcess
    language: str

    def words(self, of: str = "") -> dict[str, str | list[str]]:
        path = f"{self.language}/{of}" if of else self.language
        if path not in KNOWN:  # a server that is away for a moment could not be asked
            parts = [path] if of else [path, *(f"{path}/{file}" for file in LATER)]
            words = f"{self.server.address}/web/now/words"
            KNOWN[path] = {
                key: said
                for part in parts
                for key, said in CLIENT.get(f"{words}/{part}.json").json().items()
            }
        return KNOWN[path]

    def say(self, key: str, of: str = "", **filled: object) -> str:
        """A sentence of the page, or of a game, in this person's language."""
        found = self.words(of)[key]
        many = 1 if filled.get("count") not in (None, 1) else 0
        form = found if isinstance(found, str) else found[many]
        return re.sub(r"\{(\w+)\}", lambda blank: str(filled.get(blank[1], blank[0])), form)


@dataclass
class Person(Reader):
    """Somebody with a browser of their own."""

    page: Page
    server: ServerProcess
    language: str
    trouble: Trouble
    chance: random.Random = field(default_factory=lambda: random.Random(7))
    code: str = ""
    game: str = ""
    pressed: list[str] = field(default_factory=list)  # which kinds of things, in order

    # --- What they read

    @property
    def context(self) -> BrowserContext:
        return self.page.context

    def button(self, key: str, of: str = "", **filled: object) -> Locator:
        return self.page.get_by_role("button", name=self.say(key, of, **filled))

    def state(self) -> dict[str, Any]:
        return self.page.evaluate(STATE)

    def wait(self, condition: str, argument: Any = None, within: float = WITHIN) -> None:
        self.page.wait_for_function(PATIENT % condition, arg=argument, timeout=within)

    # --- Coming to a table

    def go_home(self) -> None:
        self.page.goto(self.server.address)
        expect(self.page.locator("button.game-card:enabled")).to_have_count(len(GAMES))

    def choose_game(self, game: str, players: int = 2) -> None:
        self.go_home()
        self.game = game
        title = self.say("title", game)
        self.page.locator("button.game-card", has_text=title).click()
        expect(self.page.get_by_role("dialog", name=title)).to_be_visible()
        # The label, which is waited for until it stands still: the sheet comes in with a motion.
        seats = self.page.locator('label:has(input[name="new-seats"])')
        seats.nth(players - self.fewest(game)).click()

    def fewest(self, game: str) -> int:
        games = CLIENT.get(f"{self.server.address}/api/games").json()
        return next(one["fewest"] for one in games if one["name"] == game)

    def call_oneself(self, name: str) -> None:
        self.page.get_by_label(self.say("sit.name")).fill(name)

    def play_now(self, game: str, name: str = "Rosa", players: int = 2) -> str:
        """From the home page to the first card, with bots."""
        self.choose_game(game, players)
        self.call_oneself(name)
        self.page.locator(".new-ways button.primary").click()
        return self.arrive_at_table()

    def open_table(self, game: str, name: str = "Rosa", players: int = 2) -> str:
        """From the home page to a lobby with free seats."""
        self.choose_game(game, players)
        self.call_oneself(name)
        self.button("home.new.open").click()
        self.page.wait_for_url("**/t/*")
        self.code = self.page.url.rsplit("/", 1)[1]
        self.see_lobby()
        return self.code

    def arrive_at_table(self) -> str:
        self.page.wait_for_url("**/t/*")
        self.code = self.page.url.rsplit("/", 1)[1]
        self.see_table()
        return self.code

    def see_lobby(self) -> None:
        expect(self.page.locator("galopp-lobby main")).to_be_visible()

    def see_table(self) -> None:
        expect(self.page.locator("galopp-board svg").first).to_be_visible()

    def follow_link(self, code: str, behind: str = "") -> None:
        self.code = code
        self.page.goto(f"{self.server.address}/t/{code}{behind}")
        expect(self.page.locator("galopp-lobby main, galopp-table main")).to_be_visible()

    def enter_code(self, code: str) -> None:
        self.code = code
        self.go_home()
        self.page.get_by_label(self.say("home.join")).fill(code.lower())
        self.button("home.join.go").click()
        self.see_lobby()

    def sit_down(self, name: str) -> None:
        self.page.locator(".lobby-start").get_by_role(
            "button", name=self.say("lobby.sit_down")
        ).click()
        self.sit_on_this_chair(name)

    def sit_on_this_chair(self, name: str) -> None:
        self.call_oneself(name)
        self.page.locator("dialog form").get_by_role("button", name=self.say("sit.down")).click()
        expect(self.page.locator("dialog")).to_have_count(0)
        expect(self.page.locator(".chair-name", has_text=name).first).to_be_visible()

    def unfold(self) -> None:
        """Open every part of the lobby; on a phone they are folded."""
        for part in self.page.locator("details.lobby-part").all():
            if part.get_attribute("open") is None:
                part.locator("summary").click()

    def start(self) -> None:
        self.button("lobby.start").click()
        self.see_table()

    def fill_with_bots(self) -> None:
        self.button("lobby.fill").click()
        self.see_table()

    # --- Playing

    def choices(self) -> list[dict[str, str]]:
        return self.page.evaluate(CHOICES)

    def play_turn(self) -> bool:
        """Wait until something is to be decided, and decide it; False once the game is over."""
        self.wait(READY)
        before = self.state()
        if before["over"]:
            return False
        if before["curtain"]:
            self.page.locator(".curtain button").click()
            self.wait(READY)
            before = self.state()
        self.press_something(before)
        return True

    def catch_up(self, other: "Person") -> None:
        """Wait until this page has heard of all that the other has."""
        self.wait(f"(seq) => ({STATE})().seq >= seq", other.state()["seq"])

    def await_turn(self) -> None:
        """Wait until it is this person's turn, with the cards open."""
        self.wait(READY)
        assert not self.state()["over"]

    def await_round(self, number: int) -> None:
        """Wait until that round has begun and is shown."""
        self.wait(
            "(number) => { const { news, now } = document.querySelector('galopp-app').table;"
            " return news.round === number && news.phase === 'playing' && !!now; }",
            number,
        )
        self.wait("() => !document.querySelector('galopp-result section')")

    def press_something(self, before: dict[str, Any]) -> None:
        choices = self.choices()
        if not choices:  # drawn anew this very moment
            return
        chosen = self.prefer(choices)
        try:
            within = SOON if before["window"] else WITHIN
            self.page.locator(chosen["at"]).first.click(timeout=within)
            self.wait(CHANGED, before)
            self.pressed.append(chosen["kind"])
        except NothingThere:
            if self.state()["decision"] == before["decision"] and not before["window"]:
                raise  # it was to be pressed, and nothing came of it

    def prefer(self, choices: list[dict[str, str]]) -> dict[str, str]:
        """A card rather than anything else; in a choice of several steps, any step."""
        cards = [choice for choice in choices if choice["kind"] == "card"]
        return self.chance.choice(cards or choices)

    def play_to_the_end(self) -> None:
        for _ in range(MOST_DECISIONS):
            if not self.play_turn():
                return
        raise AssertionError(f"no end after {MOST_DECISIONS} decisions")

    # --- What the server says, with this browser's keys

    def keys(self) -> dict[str, Any]:
        kept = self.page.evaluate("localStorage.getItem('galopp.tables')")
        return json.loads(kept or "{}").get(self.code, {"seats": {}})

    def key(self, seat: int) -> str:
        return self.keys()["seats"][str(seat)]

    def asked(self, path: str, key: str = "") -> Any:
        headers = {"authorization": f"Bearer {key}"} if key else {}
        answer = CLIENT.get(f"{self.server.address}/api/tables/{self.code}{path}", headers=headers)
        answer.raise_for_status()
        return answer.json()

    def view(self, seat: int) -> dict[str, Any]:
        return self.asked(f"/game?seat={seat}", self.key(seat))

    def history(self, seat: int) -> list[dict[str, Any]]:
        past = self.asked(f"/history?seat={seat}", self.key(seat))
        return [event for entry in past for event in entry["happened"]]

    def decide(self, seat: int) -> bool:
        """Decide for a seat over HTTP, if it is asked."""
        stands = self.view(seat)
        if seat not in stands["asked"]:
            return False
        moves = [self.chance.choice(stands["legal"])]
        said = {"seat": seat, "decision": stands["decision"], "moves": moves}
        CLIENT.post(
            f"{self.server.address}/api/tables/{self.code}/messages",
            headers={"authorization": f"Bearer {self.key(seat)}"},
            json={"type": "decide", "id": secrets.token_hex(8), **said},
        ).raise_for_status()
        return True

    def save_record(self, folder: Path) -> Record:
        with self.page.expect_download() as download:
            self.page.get_by_role("link", name=self.say("result.save")).click()
        saved = folder / "record.txt"
        download.value.save_as(saved)
        return Record.read(saved.read_text(encoding="utf-8"))


def hurry(*people: Person) -> None:
    """Play to the end as fast as the server answers, for tests of what everybody sees then."""
    seats = [(person, int(seat)) for person in people for seat in person.keys()["seats"]]
    first, own = seats[0]
    while first.view(own)["asked"]:
        if not any([person.decide(seat) for person, seat in seats]):
            time.sleep(0.01)  # a bot's turn
    for person in people:
        person.wait(f"() => ({STATE})().over")


def play_together(people: Iterable[Person], seats: list[int]) -> None:
    """Everybody plays when asked, each in a browser of their own, until the game is over."""
    by_seat = dict(zip(seats, people, strict=True))
    first = by_seat[seats[0]]
    for _ in range(MOST_DECISIONS * len(seats)):
        first.wait(TURN_OF, seats)
        state = first.state()
        if state["over"]:
            return
        asked = next(seat for seat in state["asked"] if seat in by_seat)
        by_seat[asked].play_turn()
        first.catch_up(by_seat[asked])
    raise AssertionError("no end")
