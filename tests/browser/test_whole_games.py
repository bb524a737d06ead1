"""Whole games by pressing what there is to press, as people do."""

from pathlib import Path
from typing import Any

import pytest
from people import GAMES, LAPTOP, PHONE, SHORT, Person, mostly, play_together
from playwright.sync_api import expect


def briefly(game: str) -> dict[str, Any]:
    """Likes of somebody who wants the shortest game there is, and bots that do not dawdle."""
    return {"table": {game: {"options": SHORT[game], "settings": {"pace": 0}}}}


def see_result(person: Person) -> None:
    expect(person.page.get_by_role("region", name=person.say("result.title"))).to_be_visible()


# Of the sheet of points, when three play: in Ostfriesenlauf four runners run in any case.
COLUMNS = {"saumaumau": 1 + 3, "ostfriesenlauf": 1 + 4, "schweinsgalopp": 1 + 3}


@pytest.mark.parametrize("game", GAMES)
def test_one_person_plays_a_whole_game_against_bots_and_keeps_its_record(
    people, game: str, tmp_path: Path
) -> None:
    person: Person = people(size=PHONE, likes=briefly(game))
    person.play_now(game, players=3)
    person.play_to_the_end()
    see_result(person)
    person.page.locator(".account > summary").click()  # how it came about, a column a player
    expect(person.page.locator(".account thead th")).to_have_count(COLUMNS[game])
    record = person.save_record(tmp_path)  # reading it plays it through
    assert (record.game, record.players, record.names[0]) == (game, 3, "Rosa")


@pytest.mark.thorough
def test_alone_against_runners_that_nobody_owns(person: Person) -> None:
    person.choose_game("ostfriesenlauf", players=1)
    person.button("home.new.play_alone").click()
    person.arrive_at_table()
    person.play_to_the_end()
    see_result(person)


@pytest.mark.a_few(1)
@pytest.mark.parametrize(
    ("game", "turns"),
    [
        ("saumaumau", 6),
        ("ostfriesenlauf", 3),
        pytest.param("schweinsgalopp", 99, marks=pytest.mark.thorough),
    ],
)
def test_a_game_with_everything_in_motion(people, game: str, turns: int) -> None:
    person: Person = people("de", PHONE, pace=0.5, likes=briefly(game))
    person.page.add_init_script(COUNT_MOTIONS)
    person.play_now(game)
    for _ in range(turns):
        if not person.play_turn():
            break
    person.wait("() => document.querySelector('galopp-app').table.stage.idle")
    assert person.page.evaluate("window.motions") > turns // 2
    expect(person.page.locator(".layer > *")).to_have_count(0)  # the last bubbles fade beside it


COUNT_MOTIONS = """(() => {
  window.motions = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    window.motions += 1;
    return animate.apply(this, how);
  };
})()"""


def test_a_game_with_calls_and_catches_in_their_window(people) -> None:
    # So far that somebody will be down to the last card before a pig is there.
    far = [60, 60, 60, 60]
    options = {"mau": True, "mau_window": 5, "races": 1, "goal_distances": far}
    likes = {"table": {"saumaumau": {"options": options, "settings": {"pace": 0}}}}
    person: Person = people("de", likes=likes)
    person.play_now("saumaumau", players=3)
    while not {"mau", "let_go", "catch"} & set(person.pressed):
        assert person.play_turn()
    for _ in range(3):  # and it goes on
        person.play_turn()


@pytest.mark.a_few(1)
@pytest.mark.parametrize(
    ("game", "languages"),
    [
        ("schweinsgalopp", ("en", "de", "fr")),  # every day, for it is over soon
        pytest.param("ostfriesenlauf", ("fr", "en", "de"), marks=pytest.mark.thorough),
        ("saumaumau", ("de", "fr", "en")),
    ],
)
def test_two_people_on_two_devices_and_somebody_who_watches(people, game: str, languages) -> None:
    host: Person = people(languages[0], PHONE, likes=briefly(game))
    guest: Person = people(languages[1], LAPTOP)
    watcher: Person = people(languages[2], PHONE)
    code = host.open_table(game, "Rosa")
    guest.enter_code(code)
    guest.sit_down("Otto")
    watcher.follow_link(code)
    expect(host.page.locator(".chair-name")).to_have_text(["Rosa", "Otto"])
    host.start()
    guest.see_table()
    watcher.see_table()
    play_together([host, guest], [0, 1])
    for person in (host, guest, watcher):
        see_result(person)
    assert watcher.page.locator(".hand-card").count() == 0
    told = {person.page.locator("galopp-result h2").inner_text() for person in (guest, watcher)}
    assert len(told) == 2, "each reads it in their own language"


@pytest.mark.parametrize("game", mostly("schweinsgalopp"))
def test_two_people_share_one_phone_behind_a_curtain(people, game: str) -> None:
    person: Person = people("de", PHONE, likes=briefly(game))
    person.open_table(game, "Rosa")
    person.page.locator(".chair-free button").click()
    person.sit_on_this_chair("Otto")
    person.start()
    curtains = 0
    while not person.state()["over"]:
        curtains += look_behind_the_curtain(person)
        person.play_turn()
        person.wait(SETTLED)
    see_result(person)
    assert curtains > 2  # the shortest game has four


SETTLED = """() => {
  const table = document.querySelector("galopp-app").table;
  return !!document.querySelector("galopp-result section, .curtain button, .prompt.mine");
}"""


def look_behind_the_curtain(person: Person) -> int:
    """While the phone is passed on, nobody's cards are on the page; afterwards only one's own."""
    hands = {seat: person.view(seat)["view"]["hand"] for seat in (0, 1)}
    if not person.state()["curtain"]:
        return 0
    html = person.page.content()
    assert "hand-card" not in html
    assert "ostfriesenlauf-peek" not in html
    own = person.state()["viewer"]
    person.page.locator(".curtain button").click()
    shown = person.page.locator(".hand-card").count()
    held = hands[own]
    assert shown == (sum(held.values()) if isinstance(held, dict) else len(held))
    if isinstance(held, list):
        for card in hands[1 - own]:
            assert person.page.locator(f'[data-anchor="card-{card}"]').count() == 0
    return 1
