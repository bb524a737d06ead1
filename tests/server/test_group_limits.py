"""How much one address may ask of groups."""

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


def test_messages_have_a_limit(server):
    anna = Person.founds(server)
    most, _ = Use.TELL_GROUP.value
    codes = [
        anna.say("rename_member", name=f"Anna {n}", pig="rosy").status_code
        for n in range(most + 30)
    ]
    assert codes[0] == 200
    assert 429 in codes
