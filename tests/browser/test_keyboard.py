"""Everything with the keys alone: nothing here touches a mouse."""

import pytest
from people import CHANGED, SHORT, Person
from playwright.sync_api import expect

MOST_TABS = 80


class Typist(Person):
    """Somebody without a mouse."""

    def tab_to(self, at: str) -> None:
        for _ in range(MOST_TABS):
            if self.page.evaluate("(at) => !!document.activeElement?.matches(at)", at):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no way to {at} with Tab")

    def enter(self, at: str) -> None:
        self.tab_to(at)
        self.page.keyboard.press("Enter")

    def play_now(self, game: str, name: str = "Rosa", players: int = 2) -> str:
        self.go_home()
        at = ["saumaumau", "ostfriesenlauf", "schweinsgalopp"].index(game) + 1
        self.enter(f".game-offer:nth-of-type({at}) .game-card")
        expect(self.page.get_by_role("dialog")).to_be_visible()
        self.tab_to("dialog .sitting-name input")
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(name)
        self.tab_to('input[name="new-seats"]')
        for _ in range(6):  # the row of chips goes round, so find the one that is wanted
            if self.page.evaluate(
                "document.activeElement.closest('label').innerText.trim()"
            ) == str(players):
                break
            self.page.keyboard.press("ArrowRight")
        self.enter(".new-ways .primary")
        return self.arrive_at_table()

    def press_something(self, before) -> None:
        choices = self.choices()
        if not choices:
            return
        chosen = self.prefer(choices)
        if chosen["kind"] == "card":
            self.page.keyboard.press(str(self.number_of(chosen["at"])))
        else:
            self.enter(chosen["at"])
        self.wait(CHANGED, before)
        self.pressed.append(chosen["kind"])

    def number_of(self, at: str) -> int:
        return 1 + self.page.evaluate(
            "(at) => [...document.querySelectorAll('.hand-card')]"
            ".findIndex((card) => card.matches(at))",
            at,
        )

    def prefer(self, choices):
        within_reach = [
            one for one in choices if one["kind"] != "card" or self.number_of(one["at"]) < 10
        ]
        return super().prefer(within_reach)


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
