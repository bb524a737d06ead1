"""What was sent, acknowledged and read, as those who play know it, one line of JSON each.

Kept while something is done to a server, and held against its log afterwards by
`history_check.py`, which knows nothing else. Each line says what it is, when it was (in seconds of
one clock) and at which table:

    opened, sat         a table, a seat at it
    sent                a message with an id, each time that it was sent
    acknowledged        the event that the message became
    refused             the message is not carried out, and never will be
    read                a picture of the table or the game, or what was missed; by whose eyes
    asked, answered     whether a table answers; the latest event of the picture that came
    fault               what was done to the servers; `over` once there is nothing to hinder them
"""

import gzip
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

import msgspec

Line = dict[str, Any]


class History:
    """Writes down what happens, in the order in which it did; without a path, nothing."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self._file = gzip.open(path, "wb", compresslevel=1) if path else None

    def note(self, what: str, table: str = "", **facts: Any) -> None:
        """Something has happened just now."""
        if self._file is not None:
            line = {"what": what, "at": time.monotonic(), "table": table, **facts}
            self._file.write(msgspec.json.encode(line) + b"\n")

    def close(self) -> None:
        if self._file is not None:
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def lines_of(path: Path) -> Iterator[Line]:
    """A history, read again."""
    with gzip.open(path, "rb") as file:
        for line in file:
            yield msgspec.json.decode(line)
