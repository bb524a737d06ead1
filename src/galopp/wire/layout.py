"""How a page reads frames: where each number lies in them, and what it is called.

The layout of a game is made from the fields of its views and from its table of events, so it is
true by construction. It is named by what is in it, and a page says by that name, as the subprotocol
of its WebSocket, which layout it reads; if that is not the one in use, it is sent JSON. A browser
takes no line where it asked for subprotocols and got none, so that a page asks for `PLAIN` besides.
"""

import hashlib
from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec
import numpy as np

from galopp.core.contract import SECRET, LastDecision
from galopp.core.events import Argument, EventTable
from galopp.core.option import Option, OptionWords
from galopp.core.record import Axis, Field, WholeWords
from galopp.core.words import (
    CountsOf,
    Flag,
    Name,
    Names,
    Number,
    NumberOrNone,
    Plain,
    Spaces,
    Words,
)
from galopp.play.game import game, game_names
from galopp.wire.frames import HEAD, HEAD_FIELDS

PLAIN = "galopp.json"  # the subprotocol of whoever is sent JSON, and asked for another first
Described = dict[str, Plain]


def layout_file(name: str) -> bytes:
    """The layout of a game and how its frames are asked for, as the page is served it."""
    return msgspec.json.encode({"subprotocol": subprotocol(name), **layout(name)})


@cache
def layout(name: str) -> Described:
    """The layout of a game."""
    rules = game(name).rules
    return {
        "head": _record(HEAD, HEAD_FIELDS),
        "seen": _record(rules.SEEN, rules.SEEN_FIELDS),
        "events": _events(rules.Happening),
    }


@cache
def subprotocol(name: str) -> str:
    """How a page asks for frames of a game: by the layout that it has."""
    return f"galopp.frames.{hashlib.sha256(msgspec.json.encode(layout(name))).hexdigest()[:20]}"


@cache
def framed_games() -> dict[str, str]:
    """The games, by the subprotocol that asks for frames of each."""
    return {subprotocol(name): name for name in game_names()}


def _record(record: np.dtype[Any], fields: Iterable[Field]) -> Described:
    offsets: dict[str, Any] = dict(record.fields or {})
    described: list[Plain] = [_field(field, offsets[field.name][1]) for field in fields]
    return {"size": record.itemsize, "fields": described}


def _field(field: Field, at: int) -> Described:
    described: Described = {
        "name": field.name,
        "at": at,
        "type": np.dtype(field.width).name,
        "words": _words(field.words),
    }
    if field.by:
        described["by"] = [_axis(axis) for axis in field.by]
    return described


def _axis(axis: Axis) -> Described:
    """The names of its rows; of seats there are as many as players."""
    return {"size": axis.size, "names": [*axis.names], "seats": axis.seats}


def _words(words: Words | WholeWords) -> Described:
    """How a number is written, or a row of them."""
    match words:
        case Number():
            return {"kind": "number"}
        case NumberOrNone(none=none):
            return {"kind": "number", "none": none}
        case Flag():
            return {"kind": "flag"}
        case Name(names=names):
            return {"kind": "name", "names": [*names]}
        case Names(names=names):
            return {"kind": "names", "names": [*names]}
        case Spaces():
            return {"kind": "numbers"}
        case CountsOf(names=names, hidden=hidden):
            return {"kind": "counts", "names": [*names], "hidden": str(hidden)}  # too long for JS
        case LastDecision(notations=notations):
            return {"kind": "decision", "names": [*notations], "secret": SECRET}
        case OptionWords(options=options):
            return {"kind": "options", "options": [_option(option) for option in options]}
    raise TypeError(words)


def _option(option: Option) -> Described:
    presets: Described = {name: [*values] for name, values in option.presets.items()}
    return {
        "name": option.name,
        "size": len(option.values),
        "row": isinstance(option.default, tuple),
        "words": _words(option.words),
        "presets": presets,
    }


def _events(table: type[EventTable]) -> list[Plain]:
    """Key and arguments of each event, by its number."""
    return [told_about(row.key, row.arguments) for row in table]


def told_about(key: str, arguments: Iterable[Argument]) -> Described:
    """How numbers are read that a sentence is about."""
    return {"key": key, "about": [{"name": a.name, **_words(a.words)} for a in arguments]}
