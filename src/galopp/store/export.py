"""The log of a table as text, one JSON object a line."""

import json
from collections.abc import Callable, Iterator

from galopp.store import Entry

AT_A_TIME = 500  # events read at once


def lines(between: Callable[[int, int], list[Entry]]) -> Iterator[bytes]:
    """The lines of a table whose events can be read from a number to a number."""
    after = -1
    while entries := between(after + 1, after + AT_A_TIME):
        yield from map(_line, entries)
        after = entries[-1].seq


def _line(entry: Entry) -> bytes:
    # Between the values of a JSON text, and only there, a line break is a space.
    body = entry.body.replace(b"\r", b" ").replace(b"\n", b" ")
    table, at = json.dumps(entry.table), json.dumps(entry.at)
    return f'{{"table":{table},"seq":{entry.seq},"at":{at},"event":'.encode() + body + b"}\n"
