"""Files in a group, by real browsers: games played elsewhere, and a whole group that moves."""

import re
from pathlib import Path

import pytest
from groups import join_group, open_group, see_group, standing
from people import PHONE, Person, hurry
from playwright.sync_api import Locator, expect


@pytest.fixture
def record(people, tmp_path: Path) -> Path:
    """The file of a game that Anna has played elsewhere, against a bot."""
    anna = people()
    anna.play_now("schweinsgalopp", "Anna")
    hurry(anna)
    anna.save_record(tmp_path)
    return tmp_path / "record.txt"


def adding(person: Person) -> Locator:
    """The sheet in which a game is added by its file."""
    person.button("group.add").click()
    dialog = person.page.get_by_role("dialog")
    dialog.locator(".chip", has_text=person.say("group.add.record")).click()
    return dialog


def choose(dialog: Locator, file: Path) -> None:
    dialog.locator("input[type=file]").set_input_files(file)


def test_a_game_played_elsewhere_is_added_by_its_file_and_once(people, record: Path) -> None:
    anna = people("de", PHONE)
    code = open_group(anna, "Akten", "Anna")
    dialog = adding(anna)
    expect(anna.button("group.add.do")).to_be_disabled()
    choose(dialog, record)
    expect(dialog.locator(".file-choose")).to_contain_text("record.txt")
    expect(dialog.locator("#group-seat-0 option:checked")).to_have_text("Anna")
    anna.button("group.add.do").click()
    expect(dialog).to_have_count(0)
    expect(anna.page.locator(".group-game")).to_have_count(1)
    assert standing(anna, "Anna")[1] == "1"
    bot = f"Trudi {anna.say('group.bot', level=anna.say('level.casual'))}"
    expect(anna.page.locator(".group-game")).to_contain_text(bot)
    anna.page.locator(".group-game a").first.click()
    anna.page.wait_for_url("**/replay/**")
    expect(anna.page.locator("galopp-replay svg").first).to_be_visible()

    anna.page.goto(f"{anna.server.address}/g/{code}")
    dialog = adding(anna)
    choose(dialog, record)
    anna.trouble.expect("409")
    anna.button("group.add.do").click()
    expect(dialog.get_by_role("alert")).to_contain_text("1")
    expect(anna.page.locator(".group-game")).to_have_count(1)


def test_what_is_no_record_is_refused_in_words(people, tmp_path: Path) -> None:
    anna = people("fr")
    open_group(anna, "Dossiers", "Anna")
    dialog = adding(anna)
    large, other = tmp_path / "large.txt", tmp_path / "other.txt"
    large.write_text("x" * 70_000)
    other.write_text("Milk, bread, beer\n")
    alert, add = dialog.get_by_role("alert"), anna.button("group.add.do")
    for file, why in (
        (large, anna.say("file.too_large")),
        (other, anna.say("group.add.unreadable", name="other.txt")),
    ):
        choose(dialog, file)
        expect(alert).to_have_text(why)
        expect(add).to_be_disabled()
    dialog.locator(".chip", has_text=anna.say("group.add.result")).click()
    expect(dialog.locator(".group-seat")).to_have_count(2)
    add.click()
    expect(anna.page.locator(".group-game")).to_have_count(1)


def saved(person: Person, folder: Path) -> Path:
    """A whole group, as a file."""
    person.button("group.settings").click()
    with person.page.expect_download() as download:
        person.button("group.export").click()
    download.value.save_as(folder / "group.json")
    person.page.keyboard.press("Escape")
    return folder / "group.json"


def bring(person: Person, file: Path) -> None:
    """From the first page; what comes of it is for the test to see."""
    person.page.goto(f"{person.server.address}/g")
    person.page.locator("summary", has_text=person.say("group.import")).click()
    person.page.locator("input[type=file]").set_input_files(file)


def test_a_group_moves_and_its_people_come_back_by_their_own_links(people, tmp_path: Path) -> None:
    anna, ben, eve = people("de", PHONE), people("fr", PHONE), people()
    old = open_group(anna, "Umzug", "Anna")
    join_group(ben, old, "Ben")
    anna.button("group.add").click()
    anna.button("group.add.do").click()
    expect(anna.page.locator(".group-game")).to_have_count(1)

    bring(anna, saved(anna, tmp_path))
    anna.page.wait_for_url(re.compile(f"/g/(?!{old})[A-Z]+$"))
    see_group(anna, "Umzug")
    new = anna.page.url.rsplit("/", 1)[1]
    expect(anna.page.locator(".group-game")).to_have_count(1)
    assert standing(anna, "Ben")[1] == "1"
    expect(anna.page.locator(".group-person", has_text="Ben")).to_contain_text(
        anna.say("group.awaited")
    )

    eve.page.goto(f"{eve.server.address}/g/{new}")
    eve.trouble.expect("409")
    eve.call_oneself("Ben")
    eve.page.locator(".group-form button[type=submit]").click()
    expect(eve.page.get_by_role("alert")).to_contain_text("has not come back yet")

    anna.button("group.ways_back").click()
    anna.button("group.way_back", name="Ben").click()
    link = anna.page.locator(".device-link input")
    expect(link).to_have_value(re.compile(f"/g/{new}#device="))
    ben.page.goto(link.input_value())
    see_group(ben, "Umzug")
    expect(ben.page.locator(".group-person", has_text="Ben").locator(".group-you")).to_be_visible()
    expect(anna.page.locator(".group-members .act", has_text="Link")).to_have_count(0)
    anna.page.keyboard.press("Escape")
    expect(anna.button("group.ways_back")).to_have_count(0)


def test_a_file_that_is_no_group_is_refused_in_words(people, tmp_path: Path) -> None:
    anna = people("de")
    other, empty = tmp_path / "other.json", tmp_path / "empty.json"
    other.write_text("no JSON")
    empty.write_text("{}")
    bring(anna, other)
    alert = anna.page.get_by_role("alert")
    expect(alert).to_have_text(anna.say("group.import.unreadable", name="other.json"))
    anna.trouble.expect("400")
    anna.page.locator("input[type=file]").set_input_files(empty)
    expect(alert).to_contain_text("Datei")
