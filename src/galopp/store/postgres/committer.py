"""How a commit is made in PostgreSQL: one statement for everything that waits.

The statement (`append.py`) appends to a table only if the process is still alive to the others,
the table still belongs to it, and the first event is the next one. What is refused does not harm
the rest; why it was is asked afterwards.

A line to the database may be cut while a commit is under way, and then nobody knows whether it
stands. So the same is sent again over the next line: what stands already, to the check sum, was
ours.
"""

import logging
from collections.abc import Iterator, Sequence
from time import monotonic, sleep

import psycopg

from galopp.store import Write
from galopp.store.fault import StoreFault
from galopp.store.postgres.address import Connection, DatabaseAddress
from galopp.store.postgres.append import Appending
from galopp.store.postgres.errors import fault_of, is_passing, is_refusal
from galopp.store.postgres.membership import Membership
from galopp.store.writer import Committer, Work

PATIENCE = 5.0  # seconds that a commit waits for a database that is being started anew
AGAIN_AFTER = 0.1  # seconds
MOST_AT_ONCE = 1024  # writes

PostgresWork = Work[Connection]
Outcomes = Sequence[Exception | None]

log = logging.getLogger(__name__)


class PostgresCommitter(Committer[Connection]):
    """Owns the connection that writes."""

    most_at_once = MOST_AT_ONCE

    def __init__(self, address: DatabaseAddress, membership: Membership) -> None:
        self.place = str(address)
        self._address = address
        self._membership = membership
        self._connection = address.connect()

    def look(self) -> None:
        """Nothing: a database that goes away shows it."""

    def tidy(self) -> None:
        """Nothing: a database cleans up by itself."""

    def write(self, works: Sequence[PostgresWork]) -> Outcomes:
        """Write everything; where the line is cut, once more over the next one."""
        until = monotonic() + PATIENCE
        again = False
        while True:
            try:
                if self._connection.closed:
                    self._connection = self._address.connect()
                return self._attempt(works, again)
            except (psycopg.Error, StoreFault) as error:
                if not self._is_cut(error) or monotonic() > until:
                    raise
                log.warning("the database went away in a commit: %s", type(error).__name__)
            again = True
            sleep(AGAIN_AFTER)

    def _is_cut(self, error: Exception) -> bool:
        return self._connection.closed and is_passing(error)

    def _attempt(self, works: Sequence[PostgresWork], again: bool) -> Outcomes:
        groups = list(_grouped(works))
        if len(groups) == 1 and all(isinstance(work, Write) for work in works):
            try:
                return self._append(groups[0], again)
            except Exception as error:
                if not is_refusal(error):
                    raise
            groups = [[work] for work in works]  # something cannot even be sent: which is it?
        with self._connection.transaction():
            return [one for group in groups for one in self._write_group(group, again)]

    def _append(self, works: Sequence[PostgresWork], again: bool) -> Outcomes:
        writes = [work for work in works if isinstance(work, Write)]
        member = self._membership  # asked each time: who was thought dead gets another number
        appending = Appending(member.number, member.alone, self.place)
        return appending.append(self._connection, writes, again)

    def _write_group(self, group: Sequence[PostgresWork], again: bool) -> Outcomes:
        """What is refused leaves nothing behind and does not harm the others."""
        try:
            with self._connection.transaction():
                work = group[0]
                if isinstance(work, Write):
                    return self._append(group, again)
                work(self._connection)
                return [None]
        except Exception as error:
            if not is_refusal(error):
                raise
            if len(group) == 1:
                return [error]
        return [one for work in group for one in self._write_group([work], again)]

    def give_up(self, error: Exception) -> StoreFault | None:
        """The database has undone the commit; unless it may go better, write nothing more."""
        passes = is_passing(error) or (_is_lost(error) and not self._membership.alone)
        return None if passes else self.fault_of(error)

    def fault_of(self, error: Exception) -> StoreFault:
        """The fault for what was reported about the database."""
        return fault_of(error, self.place)

    def close(self) -> None:
        """Let go of the database."""
        self._connection.close()


def _is_lost(error: Exception) -> bool:
    """Whether the others think this process dead; one that shares comes back as another."""
    return isinstance(error, StoreFault) and error.key == "store_lost"


def _grouped(works: Sequence[PostgresWork]) -> Iterator[list[PostgresWork]]:
    """In order, as few groups as can be: a statement takes writes that follow one another."""
    group: list[PostgresWork] = []
    ends: dict[str, int | None] = {}  # the next number of each table in the group, where known
    for work in works:
        if group and not (isinstance(work, Write) and ends and _fits(work, ends)):
            yield group
            group, ends = [], {}
        group.append(work)
        if isinstance(work, Write):
            table, last = work.heading.table, work.entries[-1].seq if work.entries else None
            ends[table] = ends.get(table) if last is None else last + 1
    if group:
        yield group


def _fits(write: Write, ends: dict[str, int | None]) -> bool:
    """Whether a write goes on where the last one of its table ends, if there is one."""
    table = write.heading.table
    return table not in ends or not write.entries or write.entries[0].seq == ends[table]
