"""Who is in a group and who is not, by real browsers: other devices, and people sent away."""

from groups import device_link, key_of, open_group, see_group
from people import PHONE
from playwright.sync_api import expect


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
