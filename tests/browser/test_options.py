"""Every option of every lobby, changed by the host through the page; guests read it."""

import pytest
from people import GAMES, LAPTOP, PHONE, Person
from playwright.sync_api import Locator, expect

from galopp.play.game import game as game_of

OPTION = "(name) => document.querySelector('galopp-app').table.news.options[name]"
IS_ANOTHER = f"([name, before]) => JSON.stringify(({OPTION})(name)) !== before"


def change(person: Person, name: str) -> None:
    """Choose something else than what is chosen."""
    before = person.page.evaluate(f"(name) => JSON.stringify(({OPTION})(name))", name)
    title = person.page.get_by_text(person.say(f"option.{name}", person.game), exact=True)
    row = person.page.locator(".choice-row").filter(has=title)
    control = person.page.locator(f"#option-{name}")
    row.first.wait_for()
    if control.count():
        change_control(person, control, row.first)
    else:
        step(row.first)
    person.wait(IS_ANOTHER, [name, before])


def change_control(person: Person, control: Locator, row: Locator) -> None:
    if control.evaluate("(control) => control.type") == "checkbox":
        control.click()
        return
    chosen, options = control.evaluate(
        "(control) => [control.selectedIndex, control.options.length]"
    )
    control.select_option(index=(chosen + 1) % options)


def step(row: Locator) -> None:
    more, less = row.locator(".stepper button").last, row.locator(".stepper button").first
    (less if more.get_attribute("aria-disabled") == "true" else more).click()


@pytest.mark.a_few(1)
@pytest.mark.parametrize("game", GAMES)
def test_every_option_is_changed_and_a_turn_is_played_with_all_of_them(people, game: str) -> None:
    person: Person = people("de", LAPTOP)
    person.open_table(game, players=2)
    person.unfold()
    options = [option.name for option in game_of(game).rules.OPTIONS]
    for name in options:
        change(person, name)
    chosen = {name: person.page.evaluate(OPTION, name) for name in options}
    person.fill_with_bots()
    person.play_turn()
    assert person.view(0)["view"]["options"] == chosen


@pytest.mark.thorough
@pytest.mark.a_few(1)
@pytest.mark.parametrize("game", GAMES)
def test_guests_read_what_the_host_has_chosen(people, game: str) -> None:
    host, guest = people(), people("fr", PHONE)
    guest.follow_link(host.open_table(game))
    guest.unfold()
    options = guest.page.locator("galopp-options")
    assert options.locator("input, select, button").count() == 0
    rows = options.locator(".choice-row")
    expect(rows).to_have_count(len(game_of(game).rules.OPTIONS))
    before = rows.all_inner_texts()
    host.unfold()
    flag = next(
        one.name for one in game_of(game).rules.OPTIONS if type(one.words).__name__ == "Flag"
    )
    change(host, flag)
    expect(rows).not_to_have_text(before)


@pytest.mark.thorough
def test_own_numbers_for_the_board_of_ostfriesenlauf(people) -> None:
    person: Person = people("en", LAPTOP)
    person.open_table("ostfriesenlauf")
    person.unfold()
    select = person.page.locator("#option-board")
    select.select_option(label=person.say("option.own_numbers"))
    numbers = person.page.locator(".choice-number")
    expect(numbers).to_have_count(6)
    step(numbers.first)
    person.wait("() => document.querySelector('galopp-app').table.news.options.board[0] === 41")
    person.fill_with_bots()
    person.play_turn()


@pytest.mark.a_few(1)
@pytest.mark.parametrize("setting", ["thinking", "grace", "hints", "talk", "watchable", "listed"])
def test_a_setting_is_changed_by_the_host(people, setting: str) -> None:
    person: Person = people("fr", PHONE)
    person.open_table("schweinsgalopp")
    person.unfold()
    told = (
        "(name) => JSON.stringify(document.querySelector('galopp-app').table.news.settings[name])"
    )
    before = person.page.evaluate(told, setting)
    control = person.page.locator(f"#setting-{setting}")
    change_control(person, control, control)
    person.wait(f"([name, before]) => ({told})(name) !== before", [setting, before])
    person.fill_with_bots()
    person.play_turn()


def test_the_number_of_seats_is_changed_and_places_are_swapped(person: Person) -> None:
    person.open_table("saumaumau", "Rosa")
    stepper = person.page.locator(".lobby-arrange galopp-stepper")
    stepper.get_by_role("button", name=person.say("option.more")).click()
    expect(person.page.locator(".chair")).to_have_count(3)
    person.page.locator(".chair-0 button").click()
    person.page.locator(".chair-places button").nth(1).click()
    expect(person.page.locator(".chair-2 .chair-name")).to_have_text("Rosa")
    person.fill_with_bots()
    person.play_turn()
