"""Files in a group, by real browsers: games played elsewhere, and a whole group that moves."""

from pathlib import Path

import pytest
from groups import open_group, standing
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
