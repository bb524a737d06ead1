"""Take the pictures of README and docs from the real page: `make screenshots`.

A server is started, a table of each game is opened and played for a while, and the page is
looked at in laptop and phone size; then once more as people with other colour vision see it.
One of them is shown on a TV as well, with a phone beside it; a hint is asked for, the rules and
the notices are opened, a group has played some games, a lesson waits; and a recorded game is
looked at in the middle, with all cards open, and one at its end. A browser that has seen the end
of some games shows what they come to, and one of them as a picture.
"""

import base64
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

sys.path.append(str(Path(__file__).parents[1] / "tests"))

from galopp.client import Server, Settings, Table
from galopp.play.game import game, game_names
from galopp.play.record import Record
from galopp.wire.groups import AddedSeat
from serving import ServerProcess  # type: ignore[import-not-found]  # of the tests

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
CHROMIUM = os.environ.get("GALOPP_CHROMIUM") or shutil.which("chromium")
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
LAPTOP, PHONE, TV = (1366, 768), (390, 844), (1920, 1080)
TURNS = {"saumaumau": 5, "ostfriesenlauf": 4, "schweinsgalopp": 4}  # of one's own
TO_WEBP = """async (address) => {
  const picture = await createImageBitmap(await (await fetch(address)).blob());
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  canvas.getContext("2d").drawImage(picture, 0, 0);
  const blob = await canvas.convertToBlob({ type: "image/webp", quality: 0.85 });
  return new Promise((settle) => {
    const reader = new FileReader();
    reader.onload = () => settle(reader.result);
    reader.readAsDataURL(blob);
  });
}"""
NOTED = "(count) => JSON.parse(localStorage.getItem('galopp.played') ?? '{}').count === count"
VISION = ("deuteranopia", "protanopia", "tritanopia", "achromatopsia")


@dataclass
class Shown:
    """A table with a game under way, and where its first seat is played from."""

    game: str
    table: Table
    key: str

    @property
    def page(self) -> str:
        """The address that brings the seat's key along."""
        return f"{self.table.page}#seat0={self.key}"


def main() -> None:
    """All pictures, or those that are named: `scripts/screenshots.py tv lesson`."""
    wanted = sys.argv[1:] or list(TAKERS)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        with ServerProcess(Path(folder) / "data", "--no-limits") as server:
            for name in wanted:
                TAKERS[name](browser, server)


def keep(browser: Browser, png: bytes, name: str) -> None:
    """Write a picture as WebP, a fifth the size: the browser itself can do that."""
    with looking(browser, LAPTOP) as page:
        written = page.evaluate(TO_WEBP, data_address(png))
    (PICTURES / f"{name}.webp").write_bytes(base64.b64decode(written.partition(",")[2]))


def data_address(png: bytes) -> str:
    """A picture as an address of its own."""
    return f"data:image/png;base64,{base64.b64encode(png).decode()}"


def played(server: ServerProcess, name: str) -> Shown:
    """A game played for a while, until its first seat is asked for a card."""
    table = Server(server.address).open(name, players=4, settings=Settings(pace=0))
    seat = table.sit("Wiebke", "spotted", seat=0)
    table.add_bots("casual")
    table.start()
    for number, turn in enumerate(seat.turns()):
        in_hand = [move for move in turn.legal if move.card or move.kind == "play"]
        if number >= TURNS[name] * 2 and len(in_hand) > 1:
            break
        turn.play((in_hand or turn.legal)[0])
    return Shown(name, table, seat.key)


def played_out(server: ServerProcess, name: str, players: int = 4, level: str = "casual") -> Shown:
    """A game that is over, among a person and bots."""
    table = Server(server.address).open(name, players=players, settings=Settings(pace=0))
    seat = table.sit("Wiebke", "spotted", seat=0)
    table.add_bots(level)
    table.start()
    for turn in seat.turns():
        turn.play(turn.legal[0])
    return Shown(name, table, seat.key)


def take_home(browser: Browser, server: ServerProcess) -> None:
    """The first page."""
    with looking(browser, LAPTOP) as page:
        page.goto(f"{server.address}/")
        page.get_by_text("Schweinsgalopp").first.wait_for()
        keep(browser, page.screenshot(), "home")


def take_tables(browser: Browser, server: ServerProcess) -> None:
    """A table of each game."""
    for name in game_names():
        take_table(browser, played(server, name))


def take_table(browser: Browser, shown: Shown) -> None:
    """One game: laptop by day, phone by night, and the board as others see colours."""
    with looking(browser, LAPTOP) as page:
        sit_down(page, shown)
        keep(browser, page.screenshot(), shown.game)
        draw_visions(browser, page, shown.game)
    with looking(browser, PHONE, dark=True) as page:
        sit_down(page, shown)
        keep(browser, page.screenshot(), f"{shown.game}-phone")


def take_hint(browser: Browser, server: ServerProcess) -> None:
    """What the strongest bot would do, how good each card is, and why."""
    with looking(browser, LAPTOP) as page:
        sit_down(page, played(server, "schweinsgalopp"))
        page.keyboard.press("h")
        page.locator(".chance.best").first.wait_for()
        keep(browser, page.screenshot(), "hint")


def take_rules(browser: Browser, server: ServerProcess) -> None:
    """The rules beside the board, open at what happened last."""
    shown = played(server, "saumaumau")
    with looking(browser, LAPTOP) as page:
        sit_down(page, shown)
        page.keyboard.press("r")
        page.locator(".rules-marked").first.wait_for()
        keep(browser, page.screenshot(), "rules")


def take_notices(browser: Browser, server: ServerProcess) -> None:
    """How somebody wants to be told."""
    with looking(browser, PHONE) as page:
        sit_down(page, played(server, "ostfriesenlauf"))
        page.locator(".tool.menu").click()
        page.get_by_role("button", name="Notices").click()
        page.locator("galopp-notice-settings").wait_for()
        stand_still(page)
        keep(browser, page.screenshot(), "notices")


def take_lesson(browser: Browser, server: ServerProcess) -> None:
    """A lesson that waits for its reader to make a move."""
    with looking(browser, PHONE) as page:
        page.goto(f"{server.address}/learn/ostfriesenlauf")
        while not page.locator(".hand-card.hinted, .choice.hinted").count():
            page.locator(".lesson-next").click()
            page.wait_for_function("document.querySelector('galopp-lesson').lesson.still")
        keep(browser, page.screenshot(), "lesson")


def take_tv(browser: Browser, server: ServerProcess) -> None:
    """The screen of a room, and a phone that leaves the board to it."""
    shown = played(server, "schweinsgalopp")
    with looking(browser, TV) as screen, looking(browser, PHONE) as phone:
        screen.goto(shown.table.page.replace("/t/", "/tv/"))
        screen.locator("galopp-board svg").first.wait_for()
        sit_down(phone, shown)
        phone.locator("galopp-own").wait_for()
        screen.locator(".seat:not(.is-away)").first.wait_for()
        screen.wait_for_load_state("networkidle")
        keep(browser, screen.screenshot(), "tv")
        keep(browser, phone.screenshot(), "tv-phone")


def take_group(browser: Browser, server: ServerProcess) -> None:
    """The page of a group that has played for a while."""
    with looking(browser, LAPTOP) as page:
        group = Server(server.address).open_group("Thursdays", "Wiebke", "golden", "blue")
        others = [Server(server.address).join_group(group.code, name) for name in ("Rosa", "Otto")]
        members = [group, *others]
        for number in range(6):
            places = [1 + (seat + number * number) % 3 for seat in range(3)]
            seats = [
                AddedSeat(member=one.member, place=place)
                for one, place in zip(members, places, strict=True)
            ]
            ended = time.time() - 3600 * (6 - number)
            group.add_game(seats, game=game_names()[number % 3], played=ended)
        page.goto(f"{group.page}#member={group.key}")
        page.locator(".group-game").first.wait_for()
        keep(browser, page.screenshot(), "group")


def take_replay(browser: Browser, server: ServerProcess) -> None:
    """A recorded game after its fortieth decision, with all cards open."""
    position = game("saumaumau").new(players=4, seed=5)
    while not position.over:
        position.play(position.legal[len(position.decided) * 7 % len(position.legal)])
    names = dict(enumerate(["Wiebke", "Rosa", "Otto", "Karl"]))
    text = str(Record.of(position, names))
    brought = httpx.post(f"{server.address}/api/replays", json={"text": text}, timeout=60).json()
    with looking(browser, LAPTOP) as page:
        page.goto(f"{server.address}/replay/{brought['id']}/40?seat=all")
        page.locator(".hands").wait_for()
        page.wait_for_load_state("networkidle")
        keep(browser, page.screenshot(), "replay")
        page.keyboard.press("p")
        page.get_by_role("dialog").wait_for()
        stand_still(page)
        keep(browser, page.screenshot(), "branch")


def take_result(browser: Browser, server: ServerProcess) -> None:
    """How a game ended, and how that came about."""
    shown = played_out(server, "saumaumau")
    with looking(browser, LAPTOP) as page:
        page.goto(shown.page)
        page.locator(".account tfoot").wait_for()
        page.locator(".result").evaluate("(sheet) => sheet.scrollTo(0, 200)")
        keep(browser, page.screenshot(), "result")


def take_mine(browser: Browser, server: ServerProcess) -> None:
    """The games that a browser played, and the picture of one to show to others."""
    with looking(browser, LAPTOP) as page:
        tables = [(name, players) for players in (2, 3, 4, 2) for name in game_names()]
        for count, (name, players) in enumerate(tables, start=1):
            level = "beginner" if players == 2 else "casual"
            page.goto(played_out(server, name, players, level).page)
            page.wait_for_function(NOTED, arg=count)
        page.goto(f"{server.address}/mine")
        page.locator(".mine-game").first.wait_for()
        page.wait_for_load_state("networkidle")
        keep(browser, page.screenshot(), "mine")
        page.locator(".mine-acts button").last.click()
        drawn = page.locator("img.picture-drawn").get_attribute("src") or ""
        keep(browser, base64.b64decode(drawn.partition(",")[2]), "picture")


@contextmanager
def looking(browser: Browser, size: tuple[int, int], dark: bool = False) -> Iterator[Page]:
    """A page of a browser that nobody has used before."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if dark else "light",
        locale="en",
        reduced_motion="reduce",
    )
    yield context.new_page()
    context.close()


def sit_down(page: Page, shown: Shown) -> None:
    """Open the table and wait until everything is on it."""
    page.goto(shown.page)
    page.locator(".hand-card.possible, galopp-ask .choice").first.wait_for()
    page.wait_for_load_state("networkidle")


def stand_still(page: Page) -> None:
    """Wait until nothing moves any more."""
    page.evaluate("Promise.all(document.getAnimations().map(({ finished }) => finished))")


def draw_visions(browser: Browser, page: Page, name: str) -> None:
    """The board four times, with simulated colour-vision deficiencies."""
    session = page.context.new_cdp_session(page)
    boards = [board_seen(page, session, vision) for vision in VISION]
    with looking(browser, (1240, 760)) as sheet:
        sheet.set_content(
            "<style>body{margin:12px;display:grid;grid-template-columns:1fr 1fr;gap:12px;"
            "font:16px sans-serif}img{width:100%}figure{margin:0}</style>"
            + "".join(
                f"<figure><img src='{data_address(board)}'>"
                f"<figcaption>{vision}</figcaption></figure>"
                for vision, board in zip(VISION, boards, strict=True)
            )
        )
        keep(browser, sheet.screenshot(full_page=True), f"{name}-vision")


def board_seen(page: Page, session: CDPSession, vision: str) -> bytes:
    """The board as somebody sees it who tells fewer colours apart."""
    session.send("Emulation.setEmulatedVisionDeficiency", {"type": vision})
    board = page.locator("galopp-board").screenshot()
    session.send("Emulation.setEmulatedVisionDeficiency", {"type": "none"})
    return board


TAKERS: dict[str, Callable[[Browser, ServerProcess], None]] = {
    "home": take_home,
    "tables": take_tables,
    "hint": take_hint,
    "rules": take_rules,
    "notices": take_notices,
    "lesson": take_lesson,
    "tv": take_tv,
    "group": take_group,
    "replay": take_replay,
    "result": take_result,
    "mine": take_mine,
}

if __name__ == "__main__":
    main()
