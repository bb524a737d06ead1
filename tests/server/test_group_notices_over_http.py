"""Asking a group to be told, over HTTP: who may, what is shown; and once, whoever has the table."""

from dataclasses import replace

import pytest
from clubs import SHORT, GroupTable, Person
from devices import OddServer

from databases import empty
from databases_shared import cluster, worker_databases
from outside import Browser, Outside

__all__ = ["cluster", "worker_databases"]

HASTY = ("--notices-after", "0.2")
DAYS = {"pace": 0, "thinking": {"kind": "days", "seconds": 86400}}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server that tells people after a moment, wherever they are."""
    with OddServer(tmp_path_factory.mktemp("notices") / "data", *HASTY) as running:
        yield running


@pytest.fixture(scope="module")
def pair(tmp_path_factory, worker_databases):
    """Two such processes with one database."""
    store = worker_databases[1]
    empty(store)
    folder = tmp_path_factory.mktemp("pair")

    def process(name):
        given = OddServer(folder / name, "--store", store, *HASTY)
        given.arguments += ("--shared-at", given.address)
        return given

    with process("one") as one, process("two") as two:
        yield one, two


@pytest.fixture
def outside():
    with Outside() as running:
        yield running


def hook(outside, **wanted):
    way = {"kind": "webhook", "url": f"{outside.address}/hook", "token": "t0ken"}
    return {"way": way, **wanted}


def wants(person, outside, **wanted):
    return person.told("POST", "/notices", json=hook(outside, **wanted))


def told_of(outside, number):
    """The tables that were told of, once so many were; a message may be about several."""
    told, seen = [], 0
    while len(told) < number:
        requests = outside.wait_for(seen + 1)
        seen = len(requests)
        told = [about["table"] for one in requests for about in one.json()["tables"]]
    return told


def wait_for_kind(outside, kind):
    """All messages of a kind, once there is one."""
    found, seen = [], 0
    while not found:
        requests = outside.wait_for(seen + 1)
        seen = len(requests)
        found = [one.json() for one in requests if one.json()["kind"] == kind]
    return found


def draw_over_days(anna, ben):
    """A round of a tournament over days; its table."""
    planned = {"name": "Slow", "games": ["saumaumau"], "size": 2, "rounds": 1, "over_days": True}
    anna.say("plan_tournament", **planned).raise_for_status()
    ben.say("enter_tournament", tournament=1).raise_for_status()
    anna.told("POST", "/tournaments/1/rounds", json={"id": "d", "round": 1})
    return anna.news()["tournament"]["drawn"][0]["tables"][0]["table"]


def test_what_a_member_asked_for_is_shown_to_them_alone_and_without_its_secrets(server, outside):
    anna = Person.founds(server)
    ben = anna.joined_by("Ben")
    given = wants(anna, outside, language="fr", digest=3600)
    push = {"way": Browser().way(outside.address)}
    anna.told("POST", "/notices", json=push)
    shown = anna.ask("GET", "/notices")
    assert shown.json()["ways"][0] == given
    assert [way["kind"] for way in shown.json()["ways"]] == ["webhook", "push"]
    assert "t0ken" not in shown.text
    assert push["way"]["auth"] not in shown.text
    assert ben.told("GET", "/notices")["ways"] == []
    assert "t0ken" not in str(anna.news())


def test_only_members_may_ask_and_nobody_for_others(server, outside):
    anna = Person.founds(server)
    screen = anna.told("POST", "/screens", json={})["key"]
    for key in ("", screen, "A" * 22):
        assert anna.ask("POST", "/notices", key=key, json=hook(outside)).status_code == 401
        assert anna.ask("GET", "/notices", key=key).status_code == 401
    for wanted in ({"everybody": True}, {"seat": 0}, {"member": 1}):
        assert anna.ask("POST", "/notices", json=hook(outside, **wanted)).status_code == 400


def test_it_is_tried_and_ended_one_by_one_or_all_at_once(server, outside):
    anna = Person.founds(server)
    first = wants(anna, outside)
    second = anna.told(
        "POST", "/notices", json={"way": {**hook(outside)["way"], "url": f"{outside.address}/2"}}
    )
    (tried,) = anna.told("POST", "/notices/try", json={"way": second["id"]})
    assert tried["delivered"]
    assert outside.requests[-1].path == "/2"
    assert anna.ask("DELETE", f"/notices/{first['id']}").status_code == 204
    assert [way["id"] for way in anna.told("GET", "/notices")["ways"]] == [second["id"]]
    assert anna.ask("DELETE", "/notices").status_code == 204
    assert anna.told("GET", "/notices")["ways"] == []
    assert anna.ask("POST", "/notices/try", json={}).json()["key"] == "nothing_to_try"


def test_a_round_over_days_reaches_whoever_was_never_at_the_table(server, outside):
    anna = Person.founds(server)
    ben = anna.joined_by("Ben")
    wants(ben, outside, language="de")
    table = draw_over_days(anna, ben)
    (request, *_) = outside.wait_for(1)
    told = request.json()
    assert told["sentence"].startswith("Eine neue Runde ist ausgelost, Ben:")
    assert told["link"] == f"{server.address}/t/{table}"
    assert request.headers["authorization"] == "Bearer t0ken"
    assert anna.code not in request.body.decode()


def test_whichever_process_has_the_table_it_tells_once(pair, outside):
    """Enough tables that each process has some, though the group is one's."""
    one, two = pair
    anna = Person.founds(one)
    ben = replace(anna.joined_by("Ben"), server=two)
    wanted = {**SHORT, "settings": DAYS, "expected": [0, 1]}
    tables = [anna.opens(**wanted) for _ in range(4)]
    two.kill()
    two.start()  # now some of them are another's
    for person in (anna, ben):
        wants(person, outside)
    for table in tables:
        table.seats = [anna.sits(table, 0), ben.sits(table, 1)]
        GroupTable.say(table, table.host, "start").raise_for_status()
    assert sorted(told_of(outside, len(tables))) == sorted(table.code for table in tables)


def test_a_round_that_one_process_drew_is_told_by_the_other_when_that_is_gone(pair, outside):
    one, two = pair
    anna = Person.founds(two)
    ben = anna.joined_by("Ben")
    wants(ben, outside)
    table = draw_over_days(anna, ben)
    two.kill()
    try:
        (request,) = outside.wait_for(1)
    finally:
        two.start()
    assert {about["table"] for about in request.json()["tables"]} == {table}


def test_who_sits_out_is_told_once_whichever_process_has_the_group(pair, outside):
    one, two = pair
    people = [Person.founds(two)]
    people += [people[0].joined_by(name) for name in ("Ben", "Carla")]
    for person in people:
        wants(person, outside)
    planned = {"name": "Slow", "games": ["saumaumau"], "size": 2, "rounds": 1, "over_days": True}
    people[0].say("plan_tournament", **planned).raise_for_status()
    for person in people[1:]:
        person.say("enter_tournament", tournament=1).raise_for_status()
    people[0].told("POST", "/tournaments/1/rounds", json={"id": "d", "round": 1})
    two.kill()
    try:
        (out,) = replace(people[0], server=one).news()["tournament"]["drawn"][0]["byes"]
        told_of(outside, 2)  # those who play
        byes = wait_for_kind(outside, "bye")
    finally:
        two.start()
    (bye,) = byes
    assert ("Anna", "Ben", "Carla")[out] in bye["sentence"]
    assert people[0].code not in str(bye)
