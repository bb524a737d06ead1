"""Who is in a group and who is not, by real browsers: other devices, and people sent away."""

import re

from groups import device_link, join_group, key_of, open_group, see_group
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
    expect(room.page.locator(".group-tv header p")).to_have_count(0)  # no evening has been yet
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


def test_somebody_is_sent_away_and_comes_back_only_by_a_new_invitation(people) -> None:
    anna, ben, room = people("de", PHONE), people("fr", PHONE), people("en", TV)
    code = open_group(anna, "Runde", "Anna")
    join_group(ben, code, "Ben")
    room.page.goto(screen_link(anna))
    expect(room.page.locator(".group-tv")).to_contain_text("Ben")

    for person in (ben, room):
        person.trouble.expect("401")
    anna.button("group.settings").click()
    anna.button("group.moderate").click()
    anna.button("group.remove", name="Ben").click()
    expect(anna.page.locator(".grave")).to_contain_text(anna.say("group.remove.sure", name="Ben"))
    anna.page.locator(".grave .danger").click()
    expect(anna.page.locator(".group-members li")).to_have_count(1)
    expect(ben.page.locator("galopp-group-door")).to_contain_text(
        ben.say("group.join.by_invitation")
    )
    expect(ben.page.locator(".group-form")).to_have_count(0)
    expect(room.page.locator("main")).to_contain_text(room.say("group.screen.key"))

    anna.page.keyboard.press("Escape")
    first = invitation(anna)
    ben.page.goto(first)
    expect(ben.page.locator(".group-form")).to_be_visible()
    second = invitation(anna, renewed=True)
    ben.trouble.expect("403")
    ben.call_oneself("Ben")
    ben.page.locator(".group-form button[type=submit]").click()
    expect(ben.page.get_by_role("alert")).to_contain_text("invitation")
    ben.page.goto(second)
    ben.page.reload()  # the invitation is not lost by that
    ben.call_oneself("Ben")
    ben.page.locator(".group-form button[type=submit]").click()
    expect(ben.page.locator("galopp-group-page")).to_be_visible()
    expect(ben.page).to_have_url(re.compile("/g/[A-Z]+$"))
    room.page.goto(screen_link(anna))  # which differs only behind the "#"
    expect(room.page.locator(".group-tv")).to_contain_text("Ben")
    expect(room.page.locator("img.tv-qr")).to_be_visible()


def invitation(person: Person, renewed: bool = False) -> str:
    """The link by which others join, from its sheet; also a new one."""
    person.button("group.invite").click()
    link = person.page.locator(".device-link input")
    expect(link).to_have_value(re.compile("/g/.*#invitation="))
    found = link.input_value()
    if renewed:
        person.button("group.renew").click()
        person.page.locator(".grave .danger").click()
        expect(link).not_to_have_value(found)
        found = link.input_value()
    person.page.keyboard.press("Escape")
    expect(person.page.get_by_role("dialog")).to_have_count(0)
    return found


def screen_link(person: Person) -> str:
    person.button("group.screen").click()
    link = person.page.locator(".device-link input")
    expect(link).to_have_value(re.compile("/tv/.*#screen="))
    found = link.input_value()
    person.page.keyboard.press("Escape")
    expect(person.page.get_by_role("dialog")).to_have_count(0)
    return found
