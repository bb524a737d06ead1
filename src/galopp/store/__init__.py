"""The log: rows of bytes under the code of a table, in order and without gaps.

What an event says is for `galopp.table` to know; here it is a body. `galopp.store.contract` says
what a store promises; `galopp.store.sqlite` keeps the log in one SQLite file. Two words of its own:

* a *write* is some events of one table and its new heading, kept whole or not at all;
* a *heading* is what must be known of a table without reading its events.
"""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """One event of one table."""

    table: str  # the table's code, like "KQHTZM"
    seq: int  # from 0, without gaps
    at: float  # seconds since 1970 by the server's clock
    body: bytes  # the event as JSON


@dataclass(frozen=True, slots=True)
class Heading:
    """What must be known of a table without reading its log."""

    table: str
    phase: str  # "lobby", "playing", "over" or "closed"
    listed: bool  # on the public list
    touched: float  # when something last happened, in seconds since 1970
    due: float | None  # when its clocks or bots want attention next, if ever


@dataclass(frozen=True, slots=True)
class SubscriptionRow:
    """What somebody at a table asked to be told of, beside its log: it can be taken back."""

    table: str
    id: str
    body: bytes  # as JSON


@dataclass(frozen=True, slots=True)
class KeptRow:
    """What is kept besides the logs of tables, by a name that says what it is."""

    name: str
    body: bytes
    touched: float  # when anybody last wanted it, in seconds since 1970


@dataclass(frozen=True, slots=True)
class Write:
    """Events and the heading after them; without events only the heading changes."""

    entries: Sequence[Entry]
    heading: Heading

    def __post_init__(self) -> None:
        for entry in self.entries:
            if entry.table != self.heading.table:
                raise ValueError(f"an event of {entry.table} under {self.heading.table}")
