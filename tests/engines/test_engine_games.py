"""Whole games by pressing what is offered, and then once more as a replay."""

from typing import Any

import pytest
from coming import Coming
from people import GAMES, LAPTOP, PHONE, SHORT

from wasm.modules import built


def briefly(game: str) -> dict[str, Any]:
    """Likes of somebody who wants the shortest game there is, and bots that do not dawdle."""
    return {"table": {game: {"options": SHORT[game], "settings": {"pace": 0}}}}


TV = {"width": 1920, "height": 1080}
AT = "document.querySelector('galopp-replay').replay.playback.at"
DRAWN = """([width, height]) => {
  const { naturalWidth, naturalHeight } = document.querySelector("img.picture-drawn");
  return naturalWidth === width && naturalHeight === height;
}"""


@pytest.mark.a_few(2)  # one in each engine, which plays another on this device alone
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_against_bots_and_its_replay(visit: Coming, game: str) -> None:
    visitor = visit("de", likes=briefly(game))
    visitor.play_now(game)
    visitor.play_to_the_end()
    visitor.see("galopp-result section")
    wrong = visitor.measured("result")
    visitor.press("galopp-result a.button[href*='/replay/']:not([href*='review'])")
    visitor.see("galopp-board svg")
    for _ in range(3):
        visitor.press(".replay-button.forward")
    visitor.wait(f"() => {AT} === 3")
    visitor.press(".replay-button.last")
    visitor.wait(f"() => {AT} > 3")
    visitor.see("galopp-board svg")
    assert wrong + visitor.measured("replay") == []


@pytest.mark.a_few(1)  # the other engine only thinks and plays in `test_engine_modules`
def test_a_whole_game_on_this_device_alone(visit: Coming) -> None:
    """Rules and bots in the page, a worker, a database: none of it is Chromium's own."""
    built()
    likes = briefly("schweinsgalopp")
    likes["table"] |= {"here": True, "level": "strong"}
    visitor = visit("de", likes=likes)
    visitor.offer("schweinsgalopp")
    visitor.press(".new-ways button.primary")
    visitor.wait("() => location.pathname.endsWith('/here')")
    visitor.see_table()
    visitor.play_turn()
    visitor.go(visitor.evaluate("() => location.pathname + location.search"))
    visitor.see_table()
    visitor.play_to_the_end()
    visitor.see("galopp-result section")
    wrong = visitor.measured("result here")
    visitor.press(".result-acts button", visitor.say("picture.show"))
    visitor.see("img.picture-drawn")
    visitor.wait(DRAWN, [1080, 1080])
    wrong += visitor.measured("picture here")
    visitor.press("galopp-picture-sheet .sheet-head .tool")
    visitor.see_gone("galopp-picture-sheet")
    visitor.press("galopp-result a.button[href*='replay=']")
    visitor.see("galopp-replay galopp-board svg")
    visitor.go("/mine")
    visitor.see(".mine-game")
    wrong += visitor.measured("mine")
    visitor.press(".mine-game a[href*='replay=']:not([href*='review'])")
    visitor.see("galopp-replay galopp-board svg")
    assert wrong == []


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("language", "size"), [("de", PHONE), ("fr", LAPTOP), ("en", TV)], ids=["de", "fr", "en"]
)
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_in_motion(
    visit: Coming, game: str, language: str, size: dict[str, int]
) -> None:
    visitor = visit(language, size, pace=1, likes=briefly(game))
    visitor.play_now(game, players=4)
    visitor.play_to_the_end()
    visitor.see("galopp-result section")
