"""One evening: played on two phones and a TV, watched again elsewhere, and played on from there.

Meanwhile the server is killed and started again, and nobody has to load anything anew.
"""

from pathlib import Path

import pytest
from people import GAMES, LAPTOP, Person, play_together
from playwright.sync_api import expect
from test_lessons import CAME_TO, learner
from test_lost_line import LINE_OPEN, NO_LINE
from test_replay import await_at, frames, press, see
from test_tv import BOARD, see_hand_only, set_up_tv, two_phones

from serving import CLIENT, ServerProcess

MOVE = 20  # or half of a game that is shorter than twice that


@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES)
def test_an_evening_with_two_phones_and_a_tv(people, tmp_path: Path, game: str) -> None:
    with ServerProcess(tmp_path / "data", "--no-limits") as house:
        host, guest = two_phones(people, game, server=house)
        tv = set_up_tv(people, host.code, server=house)
        host.button("lobby.start").click()
        for phone in (host, guest):
            see_hand_only(phone)
        play_a_little(host, guest)
        die_and_come_back(house, host, guest, tv)
        play_together([host, guest], [0, 1])
        expect(tv.page.locator(".tv-result .standing")).to_be_visible()

        third: Person = people("en", LAPTOP, server=house)
        at = watch_from_its_link(host, third)
        die_while_watched(house, third, at)
        branched = play_on_from_here(third, at)
        original, other = frames(house, f"{host.code}-1", 0), frames(house, f"{branched}-1", 0)
        assert [one["view"] for one in other[: at + 1]] == [
            one["view"] for one in original[: at + 1]
        ]


def play_a_little(host: Person, guest: Person) -> None:
    for _ in range(4):
        host.wait("() => document.querySelector('galopp-app').table.now?.asked.length")
        asked = host.state()["asked"][0]
        [host, guest][asked].play_turn()
        host.catch_up(guest)
        guest.catch_up(host)


def die_and_come_back(house: ServerProcess, *there: Person) -> None:
    for person in there:
        person.trouble.expect(NO_LINE)
        person.page.evaluate("window.mark = 7")
    house.kill()
    for person in there:
        person.wait(f"() => !({LINE_OPEN})()")
    house.start()
    for person in there:
        person.wait(LINE_OPEN)
        assert person.page.evaluate("window.mark") == 7, "nobody had to come again"
    expect(there[-1].page.locator(BOARD).first).to_be_visible()


def watch_from_its_link(host: Person, third: Person) -> int:
    """Open the link of the result on another device, and go to the move where things went wrong."""
    link = host.page.get_by_role("link", name=host.say("result.replay")).get_attribute("href")
    assert link is not None
    third.page.goto(f"{third.server.address}{link}")
    see(third)
    decisions = CLIENT.get(f"{third.server.address}/api/replays/{host.code}-1").json()["decisions"]
    at = min(MOVE, decisions // 2)
    third.page.locator(".replay input[type=range]").first.fill(str(at))
    await_at(third, at)
    return int(at)


def die_while_watched(house: ServerProcess, third: Person, at: int) -> None:
    third.trouble.expect(NO_LINE)
    third.page.evaluate("window.mark = 7")
    house.kill()
    press(third, "forward")
    await_at(third, at + 1)
    house.start()
    press(third, "back")
    await_at(third, at)
    assert third.page.evaluate("window.mark") == 7


def play_on_from_here(third: Person, at: int) -> str:
    third.page.keyboard.press("p")
    dialog = third.page.get_by_role("dialog", name=third.say("branch.title", number=at))
    third.call_oneself("Wutz")
    dialog.get_by_role("button", name=third.say("branch.begin")).click()
    code = third.arrive_at_table()
    third.play_to_the_end()
    return code


@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_goes_on_while_the_server_dies_and_comes_back(people, tmp_path, game) -> None:
    with ServerProcess(tmp_path / "data", "--no-limits") as house:
        person = learner(people, "de", server=house)
        person.trouble.expect(NO_LINE)
        person.learn(game)
        for _ in range(5):
            person.step()
        house.kill()
        for _ in range(3):
            person.step()
        assert person.page.evaluate(CAME_TO)["at"] > 0
        house.start()
        person.page.evaluate("window.mark = 7")
        person.go_through(person.step)
        person.page.locator(".lesson-next").click()
        expect(person.page.locator(".new-ways .primary")).to_be_visible()
        assert person.page.evaluate("window.mark") == 7
