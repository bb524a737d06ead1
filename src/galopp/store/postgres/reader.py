"""What is read of a database."""

from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic, sleep
from typing import Self, TypeVar

import psycopg

from galopp.store import Entry, Heading, KeptRow, SubscriptionRow
from galopp.store.fault import StoreFault
from galopp.store.postgres.address import Connection, DatabaseAddress
from galopp.store.postgres.errors import fault_of, is_passing
from galopp.store.postgres.schema import MIGRATIONS, check_server, version_of
from galopp.store.reading import LAST, BaseReader, Row

Found = TypeVar("Found")

PATIENCE = 5.0  # seconds to wait for a database that is being started anew
AGAIN_AFTER = 0.1  # seconds
NO_END = (1 << 31) - 1
# One statement, so one moment: the length that an event count is held against is that of then.
READ = """
SELECT heading.length, event.seq, event.at, event.body, event.seal
FROM galopp.heading LEFT JOIN galopp.event
    ON event.code = heading.code AND event.seq BETWEEN %s AND %s
WHERE heading.code = %s ORDER BY event.seq
"""
HEADINGS = "SELECT code, phase, listed, touched, due FROM galopp.heading"
NAMES_KEPT = "SELECT name FROM galopp.kept WHERE name >= %s AND name < %s ORDER BY number"
KEPT = "SELECT name, body, touched FROM galopp.kept WHERE name = %s"
SUBSCRIPTION = "SELECT code, id, body FROM galopp.notice WHERE code = %s AND id = %s"
SUBSCRIPTIONS_OF = "SELECT code, id, body FROM galopp.notice WHERE code = %s ORDER BY number"
SUBSCRIPTIONS = "SELECT code, id, body FROM galopp.notice ORDER BY number"


class Reader(BaseReader):
    """Reads the log of a database; sees everything that was acknowledged before it asks."""

    def __init__(self, address: DatabaseAddress) -> None:
        super().__init__()
        self.address = address
        self.place = str(address)
        self._reader = address.connect()

    @classmethod
    def look(cls, address: DatabaseAddress) -> Self:
        """Open a database to read it, also while others write; raises `StoreFault`."""
        reader = cls(address)
        try:
            reader._ask_at(reader._check)
        except BaseException:
            reader.close()
            raise
        return reader

    def _check(self, connection: Connection) -> None:
        check_server(connection, self.place)
        version = version_of(connection, self.place)
        if version < len(MIGRATIONS):
            raise StoreFault("store_older" if version else "store_missing", path=self.place)

    def read(self, table: str, after: int = -1) -> list[Entry]:
        """The events of a table after a number; none if there is no such table."""
        return self.read_between(table, after + 1, NO_END)

    def read_between(self, table: str, first: int, last: int) -> list[Entry]:
        """The events of a table from a number to a number, both included."""
        first, last = max(first, 0), min(last, NO_END)
        if first > last:
            return []
        found = self._rows(READ, first, last, table)
        rows = [
            (table, seq, at, body, sealed) for _, seq, at, body, sealed in found if at is not None
        ]
        length = found[0][0] if found else 0
        return self._entries(rows, length, first, last)

    def heading(self, table: str) -> Heading | None:
        """The heading of a table, if there is such a table."""
        rows = self._rows(f"{HEADINGS} WHERE code = %s", table)
        return Heading(*rows[0]) if rows else None

    def headings(self, *phases: str) -> list[Heading]:
        """The headings of all tables, or of those in some phases, by their codes."""
        if phases:
            rows = self._rows(f"{HEADINGS} WHERE phase = ANY(%s) ORDER BY code", list(phases))
        else:
            rows = self._rows(f"{HEADINGS} ORDER BY code")
        return [Heading(*row) for row in rows]

    def due(self, phase: str, before: float) -> list[Heading]:
        """The headings of tables in a phase whose time is up before a moment, by their codes."""
        wanted = f"{HEADINGS} WHERE phase = %s AND due < %s ORDER BY code"
        return [Heading(*row) for row in self._rows(wanted, phase, before)]

    def last_touched(self) -> float:
        """When anything last happened at any table; long ago if there is none."""
        ((found,),) = self._rows("SELECT max(touched) FROM galopp.heading")
        return 0.0 if found is None else float(found)

    def kept_row(self, name: str) -> KeptRow | None:
        """What is kept under a name, with when it was last touched."""
        rows = self._rows(KEPT, name)
        return KeptRow(*rows[0]) if rows else None

    def names_kept(self, beginning: str) -> list[str]:
        """The names that begin like this, the oldest first."""
        return [name for (name,) in self._rows(NAMES_KEPT, beginning, beginning + LAST)]

    def subscriptions(self) -> list[SubscriptionRow]:
        """What people asked to be told, of all tables, the oldest first."""
        return [SubscriptionRow(*row) for row in self._rows(SUBSCRIPTIONS)]

    def subscriptions_of(self, table: str) -> list[SubscriptionRow]:
        """What people asked to be told of one table, the oldest first."""
        return [SubscriptionRow(*row) for row in self._rows(SUBSCRIPTIONS_OF, table)]

    def subscription(self, table: str, name: str) -> SubscriptionRow | None:
        """What somebody at a table asked to be told, if it is still kept."""
        rows = self._rows(SUBSCRIPTION, table, name)
        return SubscriptionRow(*rows[0]) if rows else None

    def back_up(self, to: Path) -> None:
        """Copy everything as it is now into a file of SQLite, which any store takes back."""
        from galopp.store.moving import copy_to_file

        with Snapshot(self.address) as snapshot:
            copy_to_file(snapshot, to)

    def _let_go(self) -> None:
        self._reader.close()

    def _rows(self, statement: str, *given: object) -> Sequence[Row]:
        """What a statement finds."""
        return self._ask_at(
            lambda connection: connection.execute(statement, given, binary=True).fetchall()
        )

    def _ask_at(self, question: Callable[[Connection], Found]) -> Found:
        """Ask; a database that is being started anew is waited for."""
        until = monotonic() + PATIENCE
        with self._reading:
            while True:
                try:
                    return question(self._connected())
                except (psycopg.Error, StoreFault) as error:
                    if not self._may_try_again(error) or monotonic() > until:
                        raise fault_of(error, self.place) from None
                sleep(AGAIN_AFTER)

    def _connected(self) -> Connection:
        self._check_open()
        if self._reader.closed:
            self._reader = self.address.connect()
        return self._reader

    def _may_try_again(self, error: Exception) -> bool:
        return self._reader.closed and is_passing(error)


class Snapshot(Reader):
    """The log as it stood at one moment, whatever is written meanwhile."""

    def __init__(self, address: DatabaseAddress) -> None:
        super().__init__(address)
        self._reader.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")

    def _may_try_again(self, error: Exception) -> bool:
        return False  # that moment is gone
