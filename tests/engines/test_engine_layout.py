"""Nothing is cut, covered or too small on any screen, in the engines of every phone."""

import itertools
from collections.abc import Iterator

import pytest
from coming import Coming
from installed import ENGINES
from people import GAMES, LAPTOP, PHONE
from visitor import Visitor

SHEETS = {
    "menu": ".tool.menu",
    "talk": ".tool.talk",
    "log": "button.latest",
    "rules": ".tool.rules",
}
LEAVES = ("share", "device", "notices", "settings")

SCROLLED = "() => document.querySelector('dialog[open] .sheet-body').scrollTop"


def around_table(visitor: Visitor, game: str) -> Iterator[str]:
    """From home to a running table, and the sheets that lie over it."""
    visitor.go_home()
    yield "home"
    visitor.offer(game, players=4)
    yield "new table"
    visitor.begin()
    visitor.await_turn()
    yield "table"
    for sheet, opens in SHEETS.items():
        if visitor.sees(opens):  # beside a board with room, the log needs no sheet
            visitor.press(opens)
            yield from sheets(visitor, sheet)
    for _ in range(3):
        visitor.play_turn()
        visitor.await_turn()
        yield "table after a turn"


def sheets(visitor: Visitor, sheet: str) -> Iterator[str]:
    visitor.see("dialog[open]")
    yield sheet
    if sheet == "menu":
        for leaf in LEAVES:
            visitor.press("dialog[open] button", visitor.say(f"menu.{leaf}"))
            visitor.see("dialog[open] .act.back")
            assert visitor.evaluate(SCROLLED) == 0, f"{leaf} is read from its top"
            yield f"menu: {leaf}"
            visitor.press("dialog[open] .act.back")
    visitor.key("Escape")
    visitor.see_gone("dialog[open]")


def around_pages(visitor: Visitor, game: str) -> Iterator[str]:
    """What needs no table."""
    visitor.go(f"/learn/{game}")
    visitor.see(".lesson-words p")
    yield "lesson"
    visitor.go(f"/rules/{game}")
    visitor.see(".rules-text h2")
    yield "rules"


EVERY_DAY = [
    ("webkit", "de", PHONE, 1.0, "saumaumau"),
    ("firefox", "de", LAPTOP, 1.0, "schweinsgalopp"),
    ("webkit", "de", PHONE, 1.3, "ostfriesenlauf"),
]
ALL = itertools.product(ENGINES, ("de", "en", "fr"), (PHONE, LAPTOP), (1.0, 1.3), GAMES)
OTHERS = [pytest.param(*one, marks=pytest.mark.thorough) for one in ALL if one not in EVERY_DAY]


@pytest.mark.parametrize(
    ("engine", "language", "size", "text", "game"), [*EVERY_DAY, *OTHERS], indirect=["engine"]
)
def test_nothing_is_cut_covered_or_too_small(
    visit: Coming, language: str, size: dict[str, int], text: float, game: str
) -> None:
    visitor = visit(language, size, likes={"text": text})
    screens = itertools.chain(around_pages(visitor, game), around_table(visitor, game))
    wrong = [one for screen in screens for one in visitor.measured(screen)]
    assert sorted(set(wrong)) == []
