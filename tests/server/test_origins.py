"""Which pages may speak to a server: its own, those that were named, and no others."""

import pytest
from devices import CLIENT, Table

from galopp.locale import LANGUAGES, Language
from galopp.server.http.openapi import openapi
from serving import ServerProcess

FRIEND = "https://b.example"
STRANGERS = [
    "https://evil.example",
    "http://b.example",
    "https://b.example:444",
    "null",
    "http://[",
]
WANTED = {"game": "saumaumau", "players": 2}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    data = tmp_path_factory.mktemp("origins") / "data"
    with ServerProcess(data, "--no-limits", "--origin", f"{FRIEND}/its/page") as running:
        yield running


def post(server, origin=None, **headers):
    headers |= {"origin": origin} if origin else {}
    return CLIENT.post(f"{server.address}/api/tables", json=WANTED, headers=headers)


def ask_first(server, origin, method="POST", wanted="authorization,content-type,accept-language"):
    """What a browser asks before it lets a page of another origin send something."""
    headers = {
        "origin": origin,
        "access-control-request-method": method,
        "access-control-request-headers": wanted,
    }
    return CLIENT.options(f"{server.address}/api/tables", headers=headers)


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_a_browser_lets_a_page_that_was_named_speak_to_the_server(server, method):
    answer = ask_first(server, FRIEND, method)
    assert answer.status_code == 200
    assert answer.headers["access-control-allow-origin"] == FRIEND
    assert method in answer.headers["access-control-allow-methods"].split(", ")
    assert "access-control-allow-credentials" not in answer.headers


@pytest.mark.parametrize(("method", "wanted"), [("PUT", "accept"), ("POST", "x-anything")])
def test_a_page_that_was_named_may_send_nothing_that_the_server_does_not_need(
    server, method, wanted
):
    assert ask_first(server, FRIEND, method, wanted).status_code == 400


def test_a_page_that_was_named_plays_and_reads_what_is_refused(server):
    opened = post(server, FRIEND)
    missing = CLIENT.get(f"{server.address}/api/tables/BBBBBB", headers={"origin": FRIEND})
    assert (opened.status_code, missing.status_code) == (201, 404)
    for answer in (opened, missing):
        assert answer.headers["access-control-allow-origin"] == FRIEND
        assert "Origin" in answer.headers["vary"]
        assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("origin", STRANGERS)
def test_no_browser_lets_any_other_page_read_or_send(server, origin):
    read = CLIENT.get(f"{server.address}/api/games", headers={"origin": origin})
    for answer in (ask_first(server, origin), read, post(server, origin)):
        assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize("origin", STRANGERS)
def test_what_any_other_page_sends_changes_nothing(server, origin):
    table = Table.open(server)
    before = table.picture()
    for answer in (
        post(server, origin),
        table.ask("POST", "/seats", json={"name": "Eve"}, headers={"origin": origin}),
        table.ask("DELETE", "", table.host, headers={"origin": origin}),
    ):
        assert (answer.status_code, answer.json()["key"]) == (403, "foreign_page")
    assert table.picture() == before


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_foreign_page_is_refused_before_its_message_is_read(server, lang):
    headers = {"origin": STRANGERS[0], "accept-language": lang}
    answer = CLIENT.post(f"{server.address}/api/tables", content=b"<form>", headers=headers)
    assert answer.json()["sentence"] == Language(lang).say("fault.foreign_page")


def test_the_servers_own_pages_and_programs_that_are_no_browsers_may_send(server):
    assert post(server, server.address).status_code == 201
    assert post(server).status_code == 201


def test_it_is_described_that_whatever_changes_something_may_be_refused_to_a_page():
    for methods in openapi("http://127.0.0.1")["paths"].values():
        for method, operation in methods.items():
            assert method == "get" or "403" in operation["responses"]
