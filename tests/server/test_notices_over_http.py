"""Asking to be told, over HTTP and over a line: who may, what is shown, what is refused."""

import pytest
from devices import OddServer, Table

from galopp.locale import LANGUAGES, Language
from outside import Browser, Outside

NO_KEY = "A" * 22
PATH = "/notices"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server that tells people after a moment, wherever they are."""
    folder = tmp_path_factory.mktemp("notices") / "data"
    with OddServer(folder, "--notices-after", "0.2") as running:
        yield running


@pytest.fixture
def table(server):
    return Table.open(server, players=2).sit_down()


@pytest.fixture
def outside():
    with Outside() as running:
        yield running


def wanted_by(outside, **wanted):
    way = {"kind": "webhook", "url": f"{outside.address}/hook", "token": "t0ken"}
    return {"way": way, **wanted}


def refused(answer):
    assert answer.json()["type"] == "refused", answer.text
    return answer.status_code, answer.json()["key"]


def asked_for(table, *keys):
    return table.ask("GET", PATH, *keys).raise_for_status().json()["ways"]


def test_whoever_turns_away_from_the_page_is_told_by_themselves(table, outside):
    seat = table.mover()
    with table.line(table.seats[seat]) as line:
        given = table.ask("POST", PATH, table.seats[seat], json=wanted_by(outside, language="fr"))
        assert given.status_code == 201
        line.send({"type": "looking", "here": False})
        (request,) = outside.wait_for(1)
    assert request.json()["sentence"].startswith(f"C’est ton tour, P{seat}.")
    assert request.json()["link"] == f"{table.server.address}/t/{table.code}"
    assert request.headers["authorization"] == "Bearer t0ken"


def test_a_page_that_says_hello_from_behind_another_is_not_looked_at(table, outside):
    seat = table.mover()
    table.ask("POST", PATH, table.seats[seat], json=wanted_by(outside)).raise_for_status()
    with table.silent_line() as line:
        line.send({"type": "hello", "keys": [table.seats[seat]], "looking": False})
        line.until_type("table")
        assert outside.wait_for(1)


def test_what_was_asked_for_is_shown_to_its_owner_without_its_secrets(table, outside):
    quiet = {"begins": "22:00", "ends": "07:00"}
    wanted = wanted_by(outside, zone="Europe/Berlin", quiet=quiet, digest=3600, over=True)
    given = table.ask("POST", PATH, table.seats[0], json=wanted).json()
    push = {"way": Browser().way(outside.address), "seat": 0}
    table.ask("POST", PATH, table.seats[0], json=push).raise_for_status()
    shown = table.ask("GET", PATH, table.seats[0])
    ways = shown.json()["ways"]
    assert ways[0] == given
    assert (given["url"], given["quiet"], given["digest"]) == (wanted["way"]["url"], quiet, 3600)
    assert [way["kind"] for way in ways] == ["webhook", "push"]
    assert "t0ken" not in shown.text
    assert push["way"]["auth"] not in shown.text
    assert len(shown.json()["push_key"]) == 87


def test_nobody_sees_or_changes_what_another_asked_for(table, outside):
    table.ask("POST", PATH, table.seats[0], json=wanted_by(outside)).raise_for_status()
    (mine,) = asked_for(table, table.seats[0])
    assert asked_for(table, table.seats[1]) == []
    assert asked_for(table, table.host) == []
    for key in (table.seats[1], table.host):
        table.ask("DELETE", f"{PATH}/{mine['id']}", key).raise_for_status()
        table.ask("DELETE", PATH, key).raise_for_status()
        answer = table.ask("POST", f"{PATH}/try", key, json={"way": mine["id"]})
        assert refused(answer) == (409, "nothing_to_try")
    assert asked_for(table, table.seats[0]) == [mine]


@pytest.mark.parametrize(
    ("whose", "expected"),
    [("nobody", (401, "key_opens_nothing")), ("a spectator", (403, "players_only"))],
)
def test_whoever_does_not_sit_there_can_ask_for_nothing(table, outside, whose, expected):
    key = NO_KEY if whose == "nobody" else table.watch()
    assert refused(table.ask("GET", PATH, key)) == expected
    assert refused(table.ask("POST", PATH, key, json=wanted_by(outside))) == expected
    assert refused(table.ask("DELETE", PATH, key)) == expected
    assert refused(table.ask("DELETE", f"{PATH}/x", key)) == expected
    assert refused(table.ask("POST", f"{PATH}/try", key, json={})) == expected


def test_only_the_host_is_told_of_everybody_and_only_a_seats_holder_of_a_seat(table, outside):
    everybody, another = wanted_by(outside, everybody=True), wanted_by(outside, seat=1)
    assert refused(table.ask("POST", PATH, table.seats[0], json=everybody)) == (403, "host_only")
    assert refused(table.ask("POST", PATH, table.host, json=another)) == (403, "players_only")
    answer = table.ask("POST", PATH, table.seats[0], json=another)
    assert refused(answer) == (403, "not_your_seat")
    assert table.ask("POST", PATH, table.host, json=everybody).status_code == 201


def test_one_press_is_enough_to_be_told_nothing_any_more(table, outside):
    for path in ("/a", "/b"):
        wanted = {"way": {"kind": "webhook", "url": outside.address + path}}
        table.ask("POST", PATH, table.seats[0], json=wanted).raise_for_status()
    first, second = asked_for(table, table.seats[0])
    assert table.ask("DELETE", f"{PATH}/{first['id']}", table.seats[0]).status_code == 204
    assert asked_for(table, table.seats[0]) == [second]
    assert table.ask("DELETE", PATH, table.seats[0]).status_code == 204
    assert asked_for(table, table.seats[0]) == []


def test_it_can_be_tried_and_says_what_came_of_it(table, outside):
    with table.line(table.seats[0]):  # who looks is told nothing else meanwhile
        table.ask("POST", PATH, table.seats[0], json=wanted_by(outside)).raise_for_status()
        for status in (200, 500, 404):
            outside.answers.append((status, {}))
        found = [table.ask("POST", f"{PATH}/try", table.seats[0], json={}) for _ in range(3)]
    assert [one.json()[0]["delivered"] for one in found] == [True, False, False]
    assert "HTTP 500" in found[1].json()[0]["sentence"]
    assert outside.requests[0].json()["kind"] == "test"


def test_a_browser_that_is_gone_is_found_out_by_trying(table, outside):
    push = {"way": Browser().way(outside.address)}
    with table.line(table.seats[0]):
        table.ask("POST", PATH, table.seats[0], json=push).raise_for_status()
        outside.answers.append((410, {}))
        tried = table.ask("POST", f"{PATH}/try", table.seats[0], json={}).json()
        assert not tried[0]["delivered"]
        assert asked_for(table, table.seats[0]) == []


BAD = [
    {},
    {"way": {}},
    {"way": {"kind": "pigeon"}},
    {"way": {"kind": "webhook"}},
    {"way": {"kind": "webhook", "url": ""}},
    {"way": {"kind": "webhook", "url": "https://x.example/" + "x" * 2000}},
    {"way": {"kind": "webhook", "url": "https://x.example/", "format": "smtp"}},
    {"way": {"kind": "webhook", "url": "https://x.example/", "token": "a\r\nx: y"}},
    {"way": {"kind": "webhook", "url": "https://x.example/", "more": 1}},
    {"way": {"kind": "webhook", "url": "file:///etc/passwd"}},
    {"way": {"kind": "webhook", "url": "http://127.0.0.1:1/"}, "zone": "../../etc/passwd"},
    {"way": {"kind": "webhook", "url": "http://127.0.0.1:1/"}, "digest": -1},
    {"way": {"kind": "webhook", "url": "http://127.0.0.1:1/"}, "language": "xx"},
    {"way": {"kind": "webhook", "url": "http://127.0.0.1:1/"}, "quiet": {"begins": "25:00"}},
    {"way": {"kind": "push", "endpoint": "http://127.0.0.1:1/", "p256dh": "A" * 87, "auth": "a"}},
]


@pytest.mark.parametrize("wanted", BAD, ids=range(len(BAD)))
def test_what_makes_no_sense_is_refused_and_leaves_nothing(table, wanted):
    status, _ = refused(table.ask("POST", PATH, table.seats[0], json=wanted))
    assert status == 400
    assert asked_for(table, table.seats[0]) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_why_not_is_said_in_the_readers_language(shared_server, language):
    table = Table.open(shared_server, players=2).sit_down()
    way = {"way": {"kind": "webhook", "url": "https://pigs.example/"}}
    headers = {"accept-language": language}
    answer = table.ask("POST", PATH, table.seats[0], json=way, headers=headers)
    assert refused(answer) == (409, "webhooks_off")
    assert answer.json()["sentence"] == Language(language).say("fault.webhooks_off")


def test_a_server_offers_push_and_no_webhooks_unless_it_is_told_otherwise(shared_server):
    table = Table.open(shared_server, players=2).sit_down()
    shown = table.ask("GET", PATH, table.seats[0]).json()
    assert shown["push_key"] and not shown["webhooks"]
    near = {"way": Browser().way("http://127.0.0.1:1")}
    answer = table.ask("POST", PATH, table.seats[0], json=near)
    assert refused(answer) == (400, "not_a_call_address")


def test_wishes_outlive_a_server_that_is_killed(tmp_path, outside):
    with OddServer(tmp_path / "data", "--notices-after", "0.2") as server:
        table = Table.open(server, players=2).sit_down()
        seat = table.mover()
        with table.line(table.seats[seat]):
            table.ask("POST", PATH, table.seats[seat], json=wanted_by(outside)).raise_for_status()
            server.kill()
        server.start()
        (request,) = outside.wait_for(1)
        assert request.json()["tables"][0]["table"] == table.code
        assert len(asked_for(table, table.seats[seat])) == 1
