"""Who is in a group and who is not, by real browsers: other devices, and people sent away."""

import re

from groups import device_link, key_of, open_group, see_group
from people import PHONE, Person
from playwright.sync_api import expect

TV = {"width": 1920, "height": 1080}


def test_another_device_is_let_in_once_and_can_be_shut_out(people) -> None:
    anna = people()
    code = open_group(anna, "Devices", "Anna")
    link = device_link(anna)
    phone, stranger = people("de", PHONE), people("fr")
    phone.page.goto(link)
    see_group(phone, "Devices")
    expect(phone.page.locator(".group-person .group-you")).to_have_count(1)
    assert "#" not in phone.page.url, "the key does not stay in the address"
    assert key_of(phone, code) not in (key_of(anna, code), link.partition("=")[2])
    dialog = anna.page.get_by_role("dialog")
    expect(dialog.get_by_role("status")).to_have_text(anna.say("group.device.done"))
    expect(dialog).to_contain_text(anna.say("group.devices", count=2))

    stranger.trouble.expect("403")
    stranger.page.goto(link)
    expect(stranger.page.locator("galopp-group-door")).to_be_visible()
    expect(stranger.page.get_by_role("alert")).to_contain_text("lien")

    phone.trouble.expect("401")
    anna.button("group.drop_keys").click()
    anna.page.locator(".grave .danger").click()
    expect(phone.page.locator("galopp-group-door")).to_be_visible()
    expect(anna.page.locator("galopp-group-page")).to_be_visible()


def test_a_screen_in_the_room_only_looks(people) -> None:
    anna, room = people(), people("fr", TV)
    code = open_group(anna, "Screens", "Anna")
    links = [screen_link(anna), screen_link(anna)]
    assert links[0] == links[1], "the screens that have it go on"
    room.page.goto(links[0])
    expect(room.page.locator(".group-tv h1")).to_have_text("Screens")
    expect(room.page.locator(".group-tv")).to_contain_text("Anna")
    assert "#" not in room.page.url, "the key does not stay in the address"
    room.page.goto(f"{room.server.address}/g/{code}")
    expect(room.page.locator("galopp-group-door")).to_be_visible()

    room.page.goto(f"{room.server.address}/tv/{code}")
    expect(room.page.locator(".group-tv h1")).to_have_text("Screens")
    room.trouble.expect("401")
    anna.button("group.settings").click()
    anna.button("group.device").click()
    anna.button("group.drop_keys").click()
    anna.page.locator(".grave .danger").click()
    expect(room.page.locator("main")).to_contain_text(room.say("group.screen.key"))


def screen_link(person: Person) -> str:
    person.button("group.screen").click()
    link = person.page.locator(".device-link input")
    expect(link).to_have_value(re.compile("/tv/.*#screen="))
    found = link.input_value()
    person.page.keyboard.press("Escape")
    expect(person.page.get_by_role("dialog")).to_have_count(0)
    return found
