"""How much one address may ask of groups."""

import json

import pytest
from clubs import Person
from devices import CLIENT

from galopp.server.ops.limits import Use
from serving import ServerProcess


@pytest.fixture
def server(tmp_path):
    with ServerProcess(tmp_path / "data") as running:
        yield running


def test_groups_are_opened_joined_and_guessed_within_limits(server):
    anna = Person.founds(server)
    opened = {"name": "Thursday", "member": "Anna"}
    answers = [CLIENT.post(f"{server.address}/api/groups", json=opened) for _ in range(12)]
    most, _ = Use.OPEN_GROUP.value
    assert [answer.status_code for answer in answers].count(201) == most - 1
    guesses = [
        CLIENT.get(f"{server.address}/api/groups/{'BCDFGHKL'[n % 8] * 8}/face").status_code
        for n in range(50)
    ]
    assert guesses.count(404) == Use.GUESS.value[0]
    assert guesses[-1] == 429
    assert anna.ask("GET", "/face", key="").status_code == 429
    assert anna.ask("GET").status_code == 200  # who has a key is undisturbed


WANTED = {"game": "saumaumau", "players": 2}
PLAYED = [{"member": 0, "place": 1}, {"member": None, "place": 2}]
FLOODS = {
    "joining": ("/members", {"name": "Ben {n}"}, Use.JOIN_GROUP),
    "tables": ("/tables", WANTED, Use.OPEN),
    "rounds": ("/tournaments/1/rounds", {"id": "r{n}", "round": 1}, Use.OPEN),
    "bells": ("/tournaments/1/bell", {"id": "r{n}", "round": 1}, Use.TELL_GROUP),
    "games": ("/games", {"id": "g{n}", "game": "saumaumau", "seats": PLAYED}, Use.BRING),
    "links for devices": ("/one-time-keys", {}, Use.TELL_GROUP),
    "devices": ("/devices", {"one_time_key": "x" * 22}, Use.PROVE),
    "screens": ("/screens", {}, Use.TELL_GROUP),
    "files": ("/export", None, Use.REPLAY),
}


@pytest.mark.a_few(3)
@pytest.mark.parametrize("flood", FLOODS)
def test_of_nothing_may_one_address_want_any_number(server, flood):
    """What is refused counts as well: it is as much to read, and to judge."""
    path, said, use = FLOODS[flood]
    anna, codes = Person.founds(server), []
    most, _ = use.value
    while 429 not in codes and len(codes) < 2 * most:
        number = str(len(codes))
        body = json.loads(json.dumps(said).replace("{n}", number))
        method = "GET" if said is None else "POST"
        sent = {} if said is None else {"json": body}
        codes.append(anna.ask(method, path, **sent).status_code)
    assert most <= codes.index(429)
    assert 400 not in codes, "the requests are such as people send"


def test_groups_are_brought_from_elsewhere_within_limits(server):
    address = f"{server.address}/api/groups/import"
    codes = [CLIENT.post(address, json={}).status_code for _ in range(Use.BRING_GROUP.value[0] + 1)]
    assert codes[-1] == 429 and 429 not in codes[:-1]


def test_messages_have_a_limit(server):
    anna = Person.founds(server)
    most, _ = Use.TELL_GROUP.value
    codes = [
        anna.say("rename_member", name=f"Anna {n}", pig="rosy").status_code
        for n in range(most + 30)
    ]
    assert codes[0] == 200
    assert 429 in codes
