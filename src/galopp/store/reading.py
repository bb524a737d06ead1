"""What is the same of every reader of a log, wherever the log is kept."""

import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Self

from galopp.store import Entry, KeptRow, export
from galopp.store.fault import StoreFault
from galopp.store.seal import is_whole

LAST = "\U0010ffff"  # sorts behind whatever a name goes on with

Row = tuple[Any, ...]  # what a statement gives is known where it is written


class BaseReader(ABC):
    """Reads from one thread at a time, until it is closed."""

    place: str  # the file or the database, as faults name it

    def __init__(self) -> None:
        self._reading = threading.Lock()
        self._closed = False

    @abstractmethod
    def read_between(self, table: str, first: int, last: int) -> list[Entry]:
        """The events of a table from a number to a number, both included."""

    @abstractmethod
    def kept_row(self, name: str) -> KeptRow | None:
        """What is kept under a name, with when it was last touched."""

    @abstractmethod
    def _let_go(self) -> None:
        """Close what it reads by."""

    def kept(self, name: str) -> bytes | None:
        """What is kept under a name, if anything is."""
        row = self.kept_row(name)
        return row.body if row else None

    def export(self, table: str) -> Iterator[bytes]:
        """The log of a table, one JSON object a line."""
        return export.lines(partial(self.read_between, table))

    def close(self) -> None:
        """Let go of the store."""
        with self._reading:
            self._closed = True
            self._let_go()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _check_open(self) -> None:
        if self._closed:
            raise StoreFault("store_closed", path=self.place)

    def _entries(self, rows: Sequence[Row], length: int, first: int, last: int) -> list[Entry]:
        """The events that rows hold; none may be missing of a table of this length, or changed."""
        numbers = range(first, first + len(rows))
        if first + len(rows) < min(last + 1, length) or not all(map(is_whole, rows, numbers)):
            raise StoreFault("store_damaged", path=self.place)
        return [Entry(code, seq, at, body) for code, seq, at, body, _ in rows]
