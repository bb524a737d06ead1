"""OpenAPI 3.1 for the HTTP side and JSON Schema for the WebSocket, made from the types served."""

from functools import cache
from http import HTTPStatus
from typing import Any

import msgspec

from galopp import __version__, wire
from galopp.server.http.api import OPERATIONS
from galopp.server.http.operation import JSON, Operation
from galopp.server.http.standings import TABLES

REFERENCES = "#/components/schemas/{name}"
ANYTHING = (400, 429, 500)  # what any request may be refused with

QUERY = {
    "seat": {"type": "integer", "minimum": 0, "maximum": 4},
    "since": {"type": "integer", "minimum": -1, "maximum": 999_999_999},
    "round": {"type": "integer", "minimum": 1, "maximum": 999_999_999},
    "after": {"type": "string", "pattern": "^[0-9]{1,3}(,[0-9]{1,3}){0,15}$"},
    "day": {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},
    "tables": {"type": "string", "pattern": f"^{TABLES}$"},
    "stamp": {"type": "string", "maxLength": 40},
    "before": {"type": "integer", "minimum": 1, "maximum": 999_999_999},
    "season": {"type": "integer", "minimum": 0, "maximum": 999_999_999},
    "records": {"type": "integer", "minimum": 0, "maximum": 1},
    "language": {"type": "string", "enum": ["de", "en", "fr"]},
}
PATH = {
    "code": {"type": "string", "description": "The table's code"},
    "group": {"type": "string", "description": "The group's code"},
    "tournament": {"type": "integer", "description": "The number of a tournament"},
    "game": {"type": "string", "description": "The game's name"},
    "replay": {"type": "string", "description": "A table's code and round, or a file's name"},
    "way": {"type": "string", "description": "The id of a way by which somebody is told"},
}


def openapi_text(server: str) -> bytes:
    """The description of the HTTP side as it is served; all but its first line is written once."""
    servers = msgspec.json.encode({"servers": [{"url": server}]})
    return servers[:-1] + b"," + _rest()[1:]


@cache
def _rest() -> bytes:
    return msgspec.json.encode(_described())


@cache
def socket_schema_text() -> bytes:
    """The schema of the WebSocket as it is served."""
    return msgspec.json.encode(socket_schema())


def openapi(server: str) -> dict[str, Any]:
    """The description of the HTTP side."""
    return {"servers": [{"url": server}], **_described()}


def _described() -> dict[str, Any]:
    types = [type_ for operation in OPERATIONS for type_ in (operation.body, operation.answer)]
    named = [type_ for type_ in types if type_ is not None] + [wire.Refusal]
    schemas, components = msgspec.json.schema_components(named, ref_template=REFERENCES)
    schema_of = dict(zip(map(id, named), schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for operation in OPERATIONS:
        described = _operation(operation, schema_of)
        paths.setdefault(operation.path, {})[operation.method.lower()] = described
    return {
        "openapi": "3.1.0",
        "info": {"title": "Galopp", "version": __version__, "license": {"name": "MIT"}},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(operation: Operation, schema_of: dict[int, Any]) -> dict[str, Any]:
    described: dict[str, Any] = {
        "operationId": operation.handler.__name__,
        "summary": operation.summary,
        "description": operation.handler.__doc__,
        "parameters": _parameters(operation),
        "responses": _responses(operation, schema_of),
    }
    if operation.body is not None:
        content = {JSON: {"schema": schema_of[id(operation.body)]}}
        described["requestBody"] = {"required": True, "content": content}
    if operation.keyed:
        described["security"] = [{"key": []}]
    return described


def _parameters(operation: Operation) -> list[dict[str, Any]]:
    in_path = [
        {"name": name, "in": "path", "required": True, "schema": schema}
        for name, schema in PATH.items()
        if f"{{{name}}}" in operation.path
    ]
    in_query = [
        {"name": name, "in": "query", "description": purpose, "schema": QUERY[name]}
        for name, purpose in operation.query.items()
    ]
    return in_path + in_query


def _responses(operation: Operation, schema_of: dict[int, Any]) -> dict[str, Any]:
    answer: dict[str, Any] = {"description": HTTPStatus(operation.status).phrase}
    if operation.answer is not None:
        answer["content"] = {JSON: {"schema": schema_of[id(operation.answer)]}}
    elif operation.status != HTTPStatus.NO_CONTENT:
        answer["content"] = {operation.media: {"schema": {"type": "string"}}}
    refusals = {str(status): _refusal(status) for status in _statuses(operation)}
    return {str(operation.status): answer, **refusals}


def _statuses(operation: Operation) -> list[int]:
    found = {*ANYTHING, *operation.refusals}
    if operation.body is not None:
        found |= {408, 413, 415}
    if operation.changes:
        found |= {403}
    if operation.at_table:
        found |= {404, 503}
    if operation.keyed:
        found |= {401}
    return sorted(found)


def _refusal(status: int) -> dict[str, Any]:
    reference = {"$ref": REFERENCES.format(name="Refusal")}
    content = {JSON: {"schema": reference}}
    return {"description": HTTPStatus(status).phrase, "content": content}


def socket_schema() -> dict[str, Any]:
    """What is said over the WebSocket, in both directions."""
    (said, told), components = msgspec.json.schema_components(
        [wire.FromClient, wire.ToClient], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Galopp over a WebSocket",
        "$defs": {**components, "FromClient": said, "ToClient": told},
        "oneOf": [{"$ref": "#/$defs/FromClient"}, {"$ref": "#/$defs/ToClient"}],
    }
