"""What a store promises, wherever it keeps the log.

`galopp.store.sqlite` keeps it in one file, `galopp.store.postgres` in a database. One suite of
tests, tests/store, holds both to this: what is acknowledged is on disk, whole, in order and once;
whatever is wrong is told as a `StoreFault`. All calls may be made from any thread.
"""

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol, Self

from galopp.store import Entry, Heading, KeptRow, SubscriptionRow, Write
from galopp.store.fault import StoreFault

Done = Callable[[Exception | None], None]  # hears None after the sync, or else what failed
Deliver = Callable[[list[Callable[[], None]]], None]  # makes the `done` calls of a whole commit
Observe = Callable[[float, int], None]  # hears the seconds of a commit, and the writes in it


class Slot(NamedTuple):
    """A process's place in the list of a proxy that chooses by the address of a table."""

    place: int  # from 1
    of: int  # how many there are in the list

    @classmethod
    def read(cls, written: str) -> Self:
        """As somebody writes it, "1/2"; raises `StoreFault`."""
        place, _, of = written.partition("/")
        if not (place.isdecimal() and of.isdecimal() and 1 <= int(place) <= int(of)):
            raise StoreFault("store_not_a_slot", written=written)
        return cls(int(place), int(of))

    def __str__(self) -> str:
        return f"{self.place}/{self.of}"


@dataclass(frozen=True, order=True)
class Member:
    """A process that shares a database with others."""

    number: int  # only rises: one that comes back has another
    address: str  # where the others reach it, as http://10.0.0.5:8080
    slot: Slot | None = None
    away: bool = False  # it gets no tables: it is not ready yet, or about to go


@dataclass(frozen=True)
class Sharing:
    """How a process shares a store with others."""

    address: str  # where they reach it
    changed: Callable[[], None]  # hears, in another thread, that members came, went or lapsed
    slot: Slot | None = None


class LogReader(Protocol):
    """Reads the log; sees everything that was acknowledged before it asks."""

    def read(self, table: str, after: int = -1) -> list[Entry]:
        """The events of a table after a number; none if there is no such table."""

    def read_between(self, table: str, first: int, last: int) -> list[Entry]:
        """The events of a table from a number to a number, both included."""

    def heading(self, table: str) -> Heading | None:
        """The heading of a table, if there is such a table."""

    def headings(self, *phases: str) -> list[Heading]:
        """The headings of all tables, or of those in some phases, by their codes."""

    def due(self, phase: str, before: float) -> list[Heading]:
        """The headings of tables in a phase whose time is up before a moment, by their codes."""

    def last_touched(self) -> float:
        """When anything last happened at any table; long ago if there is none."""

    def kept(self, name: str) -> bytes | None:
        """What is kept under a name, if anything is."""

    def names_kept(self, beginning: str) -> list[str]:
        """The names that begin like this, the oldest first."""

    def kept_row(self, name: str) -> KeptRow | None:
        """What is kept under a name, with when it was last touched."""

    def subscriptions(self) -> list[SubscriptionRow]:
        """What people asked to be told, of all tables, the oldest first."""

    def subscriptions_of(self, table: str) -> list[SubscriptionRow]:
        """What people asked to be told of one table, the oldest first."""

    def subscription(self, table: str, name: str) -> SubscriptionRow | None:
        """What somebody at a table asked to be told, if it is still kept."""

    def export(self, table: str) -> Iterator[bytes]:
        """The log of a table, one JSON object a line."""

    def back_up(self, to: Path) -> None:
        """Copy everything as it is now into a file, also while it is being written."""

    def close(self) -> None:
        """Let go of the store."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...


class EventLog(LogReader, Protocol):
    """The log, for a process that may write to it."""

    def members(self) -> Sequence[Member]:
        """The processes that share the store, this one included; none where it is alone."""

    def number(self) -> int:
        """The number of this process among them; another when it was thought dead meanwhile."""

    def certain(self) -> bool:
        """Whether no other process can have taken this one's tables by now.

        What is appended is judged by the store; this is for whoever shows what is in memory.
        """

    def claim(self, table: str) -> bool:
        """Make a table this process's own, as it must be before anything is appended to it.

        False if it belongs to another that is alive. Of a table that is not there anybody may
        find out that it is not. Waits for the sync.
        """

    def release(self, table: str, done: Done) -> None:
        """Queue that a table is no longer this process's own."""

    def arrive(self) -> None:
        """Tell the others that this process is ready to have tables of its own."""

    def leave(self) -> None:
        """Tell the others to count on this process no more; it goes on until it is closed."""

    def append(self, write: Write, done: Done) -> None:
        """Queue a write and return; `done` hears None after the sync, or else what failed.

        An event whose number is not the next is refused as `Taken` or `Gap`, and harms no other.
        """

    def append_and_wait(self, write: Write) -> None:
        """Write and return after the sync; for scripts and tests."""

    def written_ahead(self) -> int:
        """Bytes that are safe on disk, but not yet where they belong."""

    def keep(self, name: str, body: bytes, at: float) -> bool:
        """Keep something under a name; what is there already stays, and is touched.

        Whether it is new. Waits for the sync.
        """

    def throw_away(self, beginning: str, touched_before: float) -> bool:
        """Delete what is kept under names that begin like this and was not touched since."""

    def keep_subscription(self, row: SubscriptionRow, done: Done) -> None:
        """Queue what somebody asked to be told; of a table that is deleted nothing is kept."""

    def drop_subscription(self, table: str, name: str, done: Done) -> None:
        """Queue that somebody is to be told nothing any more."""

    def delete(self, table: str) -> bool:
        """Delete a table; False if there was none. Waits for the sync."""

    def expire(
        self, phases: Sequence[str], touched_before: float, in_use: Container[str] = ()
    ) -> list[str]:
        """Delete tables in these phases that nobody has touched since; their codes.

        Those in use are spared: people may wait at a table for long without touching it. Of
        many, some are left for the next time: whoever reads waits meanwhile.
        """
