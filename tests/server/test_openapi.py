"""What the server says of itself is true: of its HTTP side, and of its WebSocket."""

import asyncio
import os
import threading
from types import SimpleNamespace

import jsonschema_rs
import pytest
import schemathesis
from devices import CLIENT, Table
from hypothesis import given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.core.parameters import ParameterLocation
from schemathesis.specs.openapi.checks import positive_data_acceptance
from starlette.datastructures import Headers

from galopp.server.http import openapi as description
from galopp.server.http import operation
from galopp.server.http.api import OPERATIONS
from galopp.server.http.openapi import openapi, socket_schema
from galopp.server.http.operation import Call

SCHEMA = schemathesis.openapi.from_dict(openapi("http://127.0.0.1"))
CALLS = {operation.ok().label: operation.ok() for operation in SCHEMA.get_all_operations()}
# Closing the table, or listening to it for ever, is not for these tests.
NOT_AT_A_REAL_TABLE = ("DELETE /api/tables/{code}", "GET /api/tables/{code}/news")


@pytest.fixture(scope="module")
def server(shared_server):
    return shared_server


@pytest.fixture(scope="module")
def table(server):
    """A table in play, for calls that name one."""
    return Table.open(server, players=3).sit_down(2)


@pytest.mark.parametrize("label", CALLS)
def test_every_way_of_calling_that_is_described_is_answered_as_described(server, table, label):
    made_up = st.one_of(
        CALLS[label].as_strategy(generation_mode=mode)
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
    )

    @given(made_up, st.booleans())
    @settings(max_examples=25 if os.environ.get("GALOPP_THOROUGH") else 12)
    def is_answered_as_described(case, at_a_real_table):
        shown = {}
        if at_a_real_table and label not in NOT_AT_A_REAL_TABLE and may_be_made_real(case):
            case.path_parameters["code"] = table.code
            shown = {"Authorization": f"Bearer {table.seats[0]}"}
        answer = case.call_and_validate(
            base_url=server.address,
            headers=shown,
            timeout=60,
            excluded_checks=[positive_data_acceptance],
        )
        if case.meta.generation.mode is GenerationMode.POSITIVE and answer.status_code == 400:
            check_was_understood(answer.json())

    is_answered_as_described()


def may_be_made_real(case):
    """Whether a call stays right, or wrong, when it is given a real table and a real key."""
    body = case.meta.components.get(ParameterLocation.BODY)
    wrong_body = body is not None and body.mode is GenerationMode.NEGATIVE
    right = case.meta.generation.mode is GenerationMode.POSITIVE
    return "{code}" in case.operation.label and (right or wrong_body)


def check_was_understood(refusal):
    """What fits its description may be refused for what it means, but not for its form.

    A whole number may not be written 2.0 here, which no schema can say.
    """
    reason = refusal["arguments"].get("reason", "")
    assert refusal["key"] != "unreadable_message" or "got `float`" in reason


def test_the_description_is_openapi_and_is_the_one_served(server):
    SCHEMA.validate()
    served = CLIENT.get(f"{server.address}/api/openapi.json").json()
    assert served == openapi(server.address)
    assert len(CALLS) == len(OPERATIONS)


def test_the_description_names_the_address_by_which_the_server_was_called(server):
    served = CLIENT.get(f"{server.address}/api/openapi.json", headers={"host": "galopp.example"})
    assert served.json()["servers"] == [{"url": "http://galopp.example"}]


@pytest.mark.parametrize("game", ["saumaumau", "ostfriesenlauf", "schweinsgalopp"])
def test_everything_said_over_a_line_is_as_its_schema_says(server, game):
    schema = CLIENT.get(f"{server.address}/api/socket.schema.json").json()
    assert schema == socket_schema()
    fits = jsonschema_rs.validator_for({**schema, "oneOf": [{"$ref": "#/$defs/ToClient"}]})
    table = Table.open(server, game, 2).sit_down()
    with table.line(table.seats[0], table.host) as line:
        for _ in range(3):  # no game is over after three
            table.decide(table.mover(), max).raise_for_status()
            line.say("undo", seat=1)
        line.say("say", seat=0, text="Oink.")
        line.send({"type": "hello", "keys": [table.seats[0], table.host], "since": 3})
        line.until_type("missed")
        line.say("reissue", seat=0)
        line.say("close")
    assert {said["type"] for said in line.heard} == {
        "welcome",
        "missed",
        "table",
        "game",
        "accepted",
        "refused",
        "goodbye",
    }
    for said in line.heard:
        fits.validate(said)


def test_the_schema_of_the_line_can_tell_right_from_wrong():
    fits = jsonschema_rs.validator_for(socket_schema())
    right = {"type": "decide", "id": "a", "seat": 0, "decision": 1, "moves": ["brown-5", 7]}
    assert fits.is_valid(right)
    for wrong in ({"seat": 5}, {"moves": []}, {"decision": 0}, {"host": True}, {"type": "win"}):
        assert not fits.is_valid({**right, **wrong})


def test_descriptions_are_made_once(monkeypatch):
    first = description.openapi_text("https://a.example"), description.socket_schema_text()
    monkeypatch.setattr(description, "_described", None)  # whoever asks again needs neither
    monkeypatch.setattr(description, "socket_schema", None)
    again = description.openapi_text("https://b.example"), description.socket_schema_text()
    assert again == (first[0].replace(b"a.example", b"b.example"), first[1])


def test_what_is_long_is_written_beside_the_loop(monkeypatch):
    loop = threading.get_ident()
    threads = []

    def written(answer):
        threads.append(threading.get_ident())
        return b"{}"

    async def answer(*accepted):
        services = SimpleNamespace(threads=SimpleNamespace(run=asyncio.to_thread))
        request = SimpleNamespace(headers=Headers({"accept-encoding": ",".join(accepted)}))
        call = Call(request, SimpleNamespace(services=services))
        return await frames._written({}, call)

    frames = next(one for one in OPERATIONS if one.path.endswith("/frames"))
    monkeypatch.setattr(operation, "encode", written)
    for accepted in ((), ("gzip",)):
        asyncio.run(answer(*accepted))
    assert len(threads) == 2 and loop not in threads
