"""Passkeys, made and shown by a real browser whose authenticator is a virtual one (WebAuthn, CDP).

Signatures are real; whatever is not quite right is refused.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from galopp.client import Group, Refused, Server
from galopp.group import message
from galopp.wire.groups import MemberGiven, PasskeyAsked, ProvePasskey
from serving import ServerProcess

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
MAKE = """async options => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
    return (await navigator.credentials.create({ publicKey })).toJSON();
}"""
SHOW = """async options => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
    return (await navigator.credentials.get({ publicKey })).toJSON();
}"""


@pytest.fixture
def client(server: ServerProcess) -> Iterator[Server]:
    # A passkey holds for a name: there is none for 127.0.0.1.
    with Server(f"http://localhost:{server.port}") as client:
        yield client


@pytest.fixture
def anna(client: Server) -> Group:
    return client.open_group("Thursday", "Anna")


@contextmanager
def device(browser: Browser, group: Group) -> Iterator[Page]:
    """A page of the server, on a device with an authenticator."""
    page = browser.new_page()
    page.goto(f"{group.caller.address}/api/words")
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    yield page
    page.context.close()


def ask(group: Group, path: str, answer: Any = None, given: Any = None, keyed: bool = True) -> Any:
    keys = [group.key] if keyed else []
    where = f"{group.path}/passkeys{path}"
    if answer is None:
        return group.caller.ask("POST", where, given, keys)
    return group.caller.ask_for(answer, "POST", where, given, keys)


def make(page: Page, group: Group) -> ProvePasskey:
    """A passkey for a member, made and kept."""
    asked = ask(group, "/options", PasskeyAsked)
    given = ProvePasskey(token=asked.token, credential=page.evaluate(MAKE, asked.options))
    ask(group, "", given=given)
    return given


def show(page: Page, group: Group) -> ProvePasskey:
    """What somebody shows on a device that knows nothing but the link."""
    asked = ask(group, "/challenge", PasskeyAsked, keyed=False)
    return ProvePasskey(token=asked.token, credential=page.evaluate(SHOW, asked.options))


def prove(group: Group, given: ProvePasskey) -> MemberGiven:
    found: MemberGiven = ask(group, "/proof", MemberGiven, given, keyed=False)
    return found


def refusal(group: Group, given: ProvePasskey) -> str:
    with pytest.raises(Refused) as refused:
        prove(group, given)
    return refused.value.key


def test_whoever_has_made_a_passkey_is_the_same_member_on_another_device(browser, client, anna):
    ben = client.join_group(anna.code, "Ben")
    with device(browser, anna) as page:
        made = make(page, ben)
        proved = prove(anna, show(page, anna))
    assert (proved.code, proved.member) == (anna.code, ben.member)
    again = Group(anna.caller, anna.code, proved.member, proved.key)
    assert again.key != ben.key
    news = again.news()
    assert news.you == ben.member
    assert news.members[ben.member].passkeys == [made.credential["id"]]
    assert anna.news().members[ben.member].passkeys == []


def test_what_was_shown_once_proves_nothing_a_second_time(browser, anna):
    with device(browser, anna) as page:
        make(page, anna)
        shown = show(page, anna)
        prove(anna, shown)
        assert refusal(anna, shown) == "passkey_too_late"


def test_a_signature_a_token_or_a_group_that_is_not_right_proves_nothing(browser, client, anna):
    other = client.open_group("Friday", "Zoe")
    with device(browser, anna) as page:
        make(page, anna)
        first, second = show(page, anna), show(page, anna)
        assert refusal(other, first) == "no_such_passkey"
        swapped = ProvePasskey(token=first.token, credential=second.credential)
        assert refusal(anna, swapped) == "passkey_not_right"
        forged = ProvePasskey(token=first.token[:-2] + "00", credential=first.credential)
        assert refusal(anna, forged) == "passkey_not_right"
        for broken in ({}, {"id": first.credential["id"]}, {**first.credential, "response": {}}):
            given = ProvePasskey(token=first.token, credential=broken)
            assert refusal(anna, given) in ("passkey_not_right", "no_such_passkey")
        assert prove(anna, first).member == anna.member


def test_a_passkey_that_was_dropped_or_whose_member_has_left_opens_nothing(browser, client, anna):
    ben = client.join_group(anna.code, "Ben")
    with device(browser, anna) as page:
        made = make(page, ben)
        drop = message.DropPasskey(id="drop", credential=made.credential["id"])
        ben.say(drop)
        assert refusal(anna, show(page, anna)) == "no_such_passkey"
        make(page, ben)
        ben.leave()
        assert refusal(anna, show(page, anna)) == "no_such_passkey"


def test_a_challenge_tells_nothing_of_the_members(browser, anna):
    with device(browser, anna) as page:
        make(page, anna)
        asked = ask(anna, "/challenge", PasskeyAsked, keyed=False)
    assert asked.options.get("allowCredentials", []) == []
    assert "Anna" not in str(asked)
