"""Nothing that a seat may not know is in what its browser is sent, or on its page."""

import json
import re
from typing import Any

import pytest
from people import GAMES, PHONE, SHORT, Person
from playwright.sync_api import Page, WebSocket

import galopp
from galopp import wire
from galopp.wire.frames import FrameReader

# Public knowledge that names cards without saying who holds them.
BY_NAME_OF_CARD = {"batch", "returned", "discards"}
PUBLIC_FILES = re.compile(r"/web/|/api/games|/api/words|\.svg|/$|/t/")


class Post:
    """Everything one browser is sent."""

    def __init__(self, page: Page) -> None:
        self.frames: list[dict[str, Any]] = []
        self.reader: FrameReader | None = None  # of news that comes in numbers
        self.answers: list[Any] = []
        page.on("websocket", self.listen)
        page.on("response", lambda answer: self.answers.append(answer))

    def listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self.receive)

    def receive(self, said: str | bytes) -> None:
        """Keep it as JSON says it; the table, which comes first, says what game it is."""
        if isinstance(said, bytes):
            assert self.reader is not None
            said = wire.encode(self.reader.read(said))
        self.frames.append(json.loads(said))
        if self.reader is None and self.frames[-1]["type"] == "table":
            self.reader = FrameReader(galopp.game(self.frames[-1]["game"]))

    def bodies(self) -> str:
        told = [one for one in self.answers if not PUBLIC_FILES.search(one.url)]
        self.answers.clear()
        return "\n".join(one.text() for one in told if one.ok)

    def take(self) -> str:
        """All that has come since the last look, but for what names every card to everybody."""
        frames, self.frames = self.frames, []
        for frame in frames:
            view = frame.get("view", {})
            frame["view"] = {
                name: told for name, told in view.items() if name not in BY_NAME_OF_CARD
            }
        return json.dumps(frames) + self.bodies()


def named(card: str) -> re.Pattern[str]:
    """A card's name as a word of its own."""
    return re.compile(rf"(?<![\w:+-]){re.escape(card)}(?![\w-])")


def secrets_of(person: Person, seat: int) -> set[str]:
    """The cards only this seat knows of: what it holds and what it laid face down."""
    view = person.view(seat)["view"]
    own = {view.get("own_card")} - {None}
    return (set(view["hand"]) if isinstance(view["hand"], list) else set()) | own


def told_to(person: Person, seat: int) -> str:
    """All that this seat's player was told and may remember."""
    view = person.view(seat)["view"]
    known = {name: told for name, told in view.items() if name not in {"batch"}}
    return json.dumps([known, person.history(seat)])


@pytest.mark.a_few(1)
@pytest.mark.parametrize("game", GAMES)
def test_another_seats_cards_are_nowhere_in_this_browser(people, game: str) -> None:
    options = {**SHORT[game], "start_player": 0}
    one: Person = people(
        "en", PHONE, likes={"table": {game: {"options": options, "settings": {"pace": 0}}}}
    )
    other: Person = people("en")
    post = Post(one.page)
    other.follow_link(one.open_table(game))
    other.sit_down("Otto")
    one.start()
    other.see_table()
    for _ in range(9):
        one.wait(
            "() => document.querySelector('galopp-app').table.now?.asked.length"
            " || document.querySelector('galopp-result section')"
        )
        if one.state()["over"]:
            break
        [asked] = one.state()["asked"]
        player = [one, other][asked]
        player.play_turn()
        one.catch_up(other)
        other.catch_up(one)
        compare(one, other, post)


def compare(one: Person, other: Person, post: Post) -> None:
    state = one.state()
    if state["over"] or other.state()["over"]:
        return
    sent = post.take()
    page = one.page.content()
    known = told_to(one, 0)
    for card in secrets_of(other, 1):
        if not named(card).search(known):
            assert not named(card).search(sent), f"{card} was sent"
            assert not named(card).search(page), f"{card} is on the page"
    shown = one.page.evaluate("document.querySelector('galopp-app').table.games.get(0)")
    told = one.view(0)
    if shown["seq"] == told["seq"]:
        assert shown["view"] == told["view"], "more or less than the server's own word"
    assert one.page.evaluate("[...document.querySelector('galopp-app').table.games.keys()]") == [0]


@pytest.mark.thorough  # every day all messages are looked at in tests/server/test_wire_secrecy.py
def test_a_bet_on_a_pig_stays_face_down(people) -> None:
    """What the other one bet on is in no message, only that there is a bet."""
    one, other = people("en", PHONE), people("en")
    post = Post(one.page)
    other.follow_link(one.open_table("saumaumau"))
    other.sit_down("Otto")
    one.start()
    other.see_table()
    for _ in range(60):
        one.wait("() => document.querySelector('galopp-app').table.now?.asked.length")
        [asked] = one.state()["asked"]
        player = [one, other][asked]
        if asked == 1 and other.view(1)["view"]["phase"] == "bet":
            other.await_turn()
            other.page.locator("galopp-ask .bet").first.click()
            other.wait("() => document.querySelector('galopp-app').table.now.view.phase !== 'bet'")
            break
        player.play_turn()
        one.catch_up(other)
        other.catch_up(one)
    one.catch_up(other)
    bets = [
        event
        for event in one.history(0)
        if event["key"] == "bet" and event["arguments"]["seat"] == 1
    ]
    assert bets and all("pig" not in event["arguments"] for event in bets)
    assert '"bet"' in post.take()


@pytest.mark.thorough  # test_every_feed.py, and the TV in test_tv.py
def test_a_spectator_is_sent_nobodys_cards(people) -> None:
    host, watcher = people(), people("de", PHONE)
    code = host.open_table("saumaumau")
    post = Post(watcher.page)
    watcher.follow_link(code)
    host.fill_with_bots()
    watcher.see_table()
    for _ in range(6):
        host.play_turn()
        watcher.catch_up(host)
        sent, page = post.take(), watcher.page.content()
        known = json.dumps(watcher.asked("/game", watcher.keys()["watcher"])["view"])
        past = json.dumps(watcher.asked("/history", watcher.keys()["watcher"]))
        for card in secrets_of(host, 0):
            if not named(card).search(re.sub(r'"batch": \{.*?\}', "", known) + past):
                assert not named(card).search(sent), card
                assert not named(card).search(page), card


def test_keys_are_on_no_page_and_in_no_address(people) -> None:
    person: Person = people()
    person.play_now("schweinsgalopp")
    kept = person.keys()
    for key in [*kept["seats"].values(), kept["host"]]:
        assert key not in person.page.content()
        assert key not in person.page.url
