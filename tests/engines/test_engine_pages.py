"""A table, a lesson, the rules and a TV, in the engines of every phone."""

import pytest
from coming import Coming, mostly_in_webkit
from people import mostly
from test_replay import brought
from test_review import DONE, MISTAKES, careless

TV = {"width": 1280, "height": 720}


# What a resting finger would select: it asks what a card is. Safari knows the old name alone.
SELECTABLE = """() => ["galopp-board", "galopp-hand", ".badge"].filter((at) => {
  const { userSelect, webkitUserSelect } = getComputedStyle(document.querySelector(at));
  return (userSelect ?? webkitUserSelect) !== "none";
})"""


def test_a_running_table_opens_from_home_by_its_link_and_on_reload(visit: Coming) -> None:
    visitor = visit()
    code = visitor.play_now("saumaumau")
    visitor.driver.reload()
    visitor.see_table()
    visitor.go_home()
    visitor.press(f"a[href$='/t/{code}']")
    visitor.see_table()
    visitor.go(f"/t/{code}")
    visitor.see_table()
    assert visitor.play_turn()
    assert visitor.evaluate(SELECTABLE) == []


# There is something to read or to do.
SETTLED = """() => document.querySelector("galopp-lesson")?.lesson?.still
  && document.querySelector(".lesson-next, .hand-card.hinted, .choice.hinted")"""


@mostly_in_webkit
@pytest.mark.parametrize("game", mostly("ostfriesenlauf"))
def test_somebody_goes_through_a_lesson(visit: Coming, game: str) -> None:
    visitor = visit("de")
    visitor.go(f"/learn/{game}")
    steps = 0
    while not visitor.evaluate("() => document.querySelector('galopp-lesson')?.lesson?.done"):
        visitor.wait(SETTLED)
        visitor.press(".lesson-next, .hand-card.hinted, .choice.hinted")
        steps += 1
    assert steps > 15
    visitor.see(".lesson-words", visitor.say("learn.done"))


CITING = '[data-rulings]:not([data-rulings=""])'


@pytest.mark.parametrize("game", mostly("schweinsgalopp"))
def test_rules_are_read_and_looked_up(visit: Coming, game: str) -> None:
    visitor = visit("fr")
    visitor.go(f"/rules/{game}")
    visitor.see(".rules-text h2")
    cited = visitor.evaluate(f"() => document.querySelector('{CITING}').dataset.rulings")
    visitor.go(f"/rules/{game}#{cited.split()[0]}")
    visitor.see(".rules-marked")


@pytest.mark.parametrize("game", mostly("saumaumau"))
def test_a_tv_shows_a_running_game(visit: Coming, game: str) -> None:
    visitor = visit("de", TV)
    code = visitor.play_now(game)
    visitor.go(f"/tv/{code}")
    visitor.see("main.tv galopp-board svg")
    visitor.see(".tv-turn", visitor.say("ask.turn_of", seat="Rosa"))


AT = "document.querySelector('galopp-replay').replay.playback.at"


@mostly_in_webkit
@pytest.mark.parametrize("game", mostly("schweinsgalopp"))
def test_a_review_leads_from_mistake_to_mistake(visit: Coming, game: str) -> None:
    visitor = visit("fr")
    replay = brought(visitor.server, careless(game))
    visitor.go(f"/replay/{replay}?seat=1&review")
    visitor.wait(DONE)
    visitor.see(".curve-legend", "Otto")
    first, *_ = [at for at in visitor.evaluate(MISTAKES) if at]
    visitor.press(".next-mistake")
    visitor.wait(f"(at) => {AT} === at", first)
    visitor.see(".review-mistake .cost")
    wrong = visitor.measured("a mistake")
    visitor.press(".review-all")
    visitor.see("dialog[open] .review-account")
    assert wrong + visitor.measured("review") == []
