"""Everything with the keys alone: nothing here touches a mouse."""

import pytest
from people import SHORT, Person
from playwright.sync_api import expect
from typist import Typist


def typist(people, game: str) -> Typist:
    likes = {"table": {game: {"options": SHORT[game], "settings": {"pace": 0}}}}
    person = people(likes=likes)
    return Typist(person.page, person.server, person.language, person.trouble)


def test_a_whole_schweinsgalopp(people) -> None:
    person = typist(people, "schweinsgalopp")
    person.play_now("schweinsgalopp")
    person.play_to_the_end()
    person.enter("galopp-result .primary")  # and once more
    person.await_round(2)
    person.await_turn()


@pytest.mark.thorough
@pytest.mark.a_few(1)
@pytest.mark.parametrize("game", ["saumaumau", "ostfriesenlauf"])
def test_the_first_turns(people, game: str) -> None:
    person = typist(people, game)
    person.play_now(game)
    for _ in range(5):
        person.play_turn()


def test_every_sheet_has_its_key_and_gives_the_focus_back(people) -> None:
    person = typist(people, "schweinsgalopp")
    person.play_now("schweinsgalopp")
    person.await_turn()
    for key, sheet in [("l", "log.title"), ("t", "talk.title"), ("?", "help.title")]:
        person.tab_to(".tool.menu")
        person.page.keyboard.press(key)
        expect(person.page.get_by_role("dialog", name=person.say(sheet))).to_be_visible()
        person.page.keyboard.press("Escape")
        expect(person.page.locator("dialog")).to_have_count(0)
        assert person.page.evaluate("document.activeElement.matches('.tool.menu')")


def one_who_lines_up(people) -> Typist:
    """Somebody who starts a Schweinsgalopp, and has five pigs to choose from."""
    host: Person = people()
    host.open_table("schweinsgalopp", players=2)
    host.page.evaluate(
        "() => document.querySelector('galopp-app').table"
        ".tell({ type: 'arrange', options: { start_player: 0 } })"
    )
    host.fill_with_bots()
    person = Typist(host.page, host.server, host.language, host.trouble)
    person.await_turn()
    return person


def test_a_step_of_a_choice_is_taken_back_with_escape(people) -> None:
    person = one_who_lines_up(people)
    person.enter("galopp-ask .choice")
    person.wait("() => document.querySelector('galopp-app').table.choice.picked.length === 1")
    person.page.keyboard.press("Escape")
    person.wait("() => document.querySelector('galopp-app').table.choice.picked.length === 0")


@pytest.mark.thorough
def test_digits_take_choices_where_no_card_is_asked_for(people) -> None:
    person = one_who_lines_up(people)
    for number in range(1, 5):  # each time the first of those that are left
        person.page.keyboard.press("1")
        person.wait(
            "(n) => document.querySelector('galopp-app').table.choice.picked.length === n", number
        )
    person.page.keyboard.press("d")  # so be it
    person.wait("() => document.querySelector('galopp-app').table.now.view.phase === 'play'")


@pytest.mark.thorough  # test_axe.py presses it every day
def test_the_hint_key_marks_something_that_can_be_pressed(people) -> None:
    person = typist(people, "ostfriesenlauf")
    person.play_now("ostfriesenlauf")  # where the first choice is never one of one
    person.await_turn()
    person.page.keyboard.press("h")
    hinted = person.page.locator(".hand-card.hinted.possible, galopp-ask .choice.hinted").first
    expect(hinted).to_be_visible()
