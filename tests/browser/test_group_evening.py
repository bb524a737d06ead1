"""An evening of a group: two people, a bot and three games, from the first page to the picture."""

from pathlib import Path

import pytest
from groups import (
    QUIET,
    arrive,
    is_here,
    join_group,
    open_group,
    open_short_table,
    see_group,
    standing,
)
from people import GAMES, PHONE, Person, play_together
from playwright.sync_api import expect

NAME = "Donnerstags"


def play_by_hand(anna: Person, ben: Person, game: str) -> None:
    """From the page of the group to the result, every card pressed in a browser."""
    open_short_table(anna, game)
    ben.page.locator(".group-table.waits").get_by_role("button").click()
    arrive(ben)
    anna.fill_with_bots()
    ben.see_table()
    seats = [int(next(iter(person.keys()["seats"]))) for person in (anna, ben)]
    play_together((anna, ben), seats)


@pytest.mark.thorough
def test_an_evening_of_three_games_from_the_first_page_to_the_picture(
    people, tmp_path: Path
) -> None:
    anna, ben = people("de", **QUIET), people("fr", PHONE, **QUIET)
    code = open_group(anna, NAME, "Anna")
    join_group(ben, code, "Ben")
    for played, game in enumerate(GAMES, 1):
        for person in (anna, ben):
            is_here(person, "Anna", "Ben")
        play_by_hand(anna, ben, game)
        for person in (anna, ben):
            counted = person.say("group.counted", name=NAME)
            expect(person.page.locator(".at-group")).to_contain_text(counted)
            person.page.locator(".at-group a").first.click()
            see_group(person, NAME)
            expect(person.page.locator(".group-game")).to_have_count(played)
    assert standing(anna, "Anna")[1] == standing(ben, "Ben")[1] == "3"
    anna.page.locator("galopp-group-evening button").click()
    expect(anna.page.locator("img.picture-drawn")).to_be_visible()
    with anna.page.expect_download() as download:
        anna.page.get_by_role("link", name=anna.say("picture.save")).click()
    download.value.save_as(tmp_path / "evening.png")
    assert (tmp_path / "evening.png").read_bytes().startswith(b"\x89PNG")
