"""The statement that appends, and why it refused what it refused."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from galopp.store import Write
from galopp.store.fault import StoreFault, gap, taken
from galopp.store.postgres.address import Connection
from galopp.store.postgres.membership import DEAD
from galopp.store.seal import seal_of, time_of

Row = tuple[Any, ...]  # what a statement gives is known where it is written
Outcome = StoreFault | None

# The number of a process is the fencing token: it only rises, and one that was struck off gets
# another. A process that is alone takes the tables of those before it, never of one after it.
APPEND = """
WITH given AS (
    SELECT * FROM unnest(
        %b::text[], %b::int[], %b::int[], %b::text[], %b::boolean[], %b::float8[], %b::float8[]
    ) AS given (code, first, number, phase, listed, touched, due)
    WHERE EXISTS (SELECT FROM galopp.process WHERE id = %b::bigint)
), opened AS (
    INSERT INTO galopp.heading (code, phase, listed, touched, due, length, owner)
    SELECT code, phase, listed, touched, due, number, %b::bigint FROM given
    WHERE first = 0 AND number > 0
    ON CONFLICT (code) DO NOTHING
    RETURNING code
), changed AS (
    UPDATE galopp.heading SET
        phase = given.phase,
        listed = given.listed,
        touched = given.touched,
        due = given.due,
        length = heading.length + given.number,
        owner = %b::bigint
    FROM given
    WHERE heading.code = given.code
        AND (heading.owner = %b::bigint OR %b::boolean AND heading.owner < %b::bigint)
        AND (given.number = 0 OR given.first > 0 AND given.first = heading.length)
    RETURNING heading.code
), accepted AS (
    SELECT code FROM opened UNION ALL SELECT code FROM changed
), written AS (
    INSERT INTO galopp.event (code, seq, at, body, seal)
    SELECT event.code, event.seq, event.at, event.body, event.seal
    FROM unnest(%b::text[], %b::int[], %b::float8[], %b::bytea[], %b::bigint[])
        AS event (code, seq, at, body, seal)
    JOIN accepted ON accepted.code = event.code
)
SELECT code FROM accepted
"""
STANDS = "SELECT code, length, owner FROM galopp.heading WHERE code = ANY(%s)"
ALIVE = "SELECT FROM galopp.process WHERE id = %s"
SEALS = "SELECT seq, seal FROM galopp.event WHERE code = %s AND seq >= %s ORDER BY seq"


# A table is free if it is nobody's, or of a process that is dead to the others. Whose table is
# taken is struck off in the same statement: a restart of the database gives all that are late
# another chance, and who had it would else go on with what it no longer has. Whether an owner
# lives is seen as of the statement's beginning: one that has come since then, and taken the table
# while this waited for it, would be held for dead. So it is taken only from whom it was seen with.
OWNER = "SELECT owner FROM galopp.heading WHERE code = %s"
CLAIM = f"""
WITH struck_off AS (
    DELETE FROM galopp.process WHERE id = %(seen)s AND id <> %(me)s AND {DEAD} RETURNING id
)
UPDATE galopp.heading SET owner = %(me)s
WHERE code = %(code)s AND owner = %(seen)s
    AND EXISTS (SELECT FROM galopp.process WHERE id = %(me)s) AND (
        owner = %(me)s
        OR owner IN (SELECT id FROM struck_off)
        OR NOT EXISTS (SELECT FROM galopp.process WHERE id = %(seen)s)
    )
"""
# Changes nothing, but is a commit: it waits for whatever a commit waits for, as for a standby.
WAIT = "UPDATE galopp.heading SET owner = owner WHERE code = %s"
RELEASE = "UPDATE galopp.heading SET owner = 0 WHERE code = %s AND owner = %s"


def claim(connection: Connection, process: int, table: str) -> bool:
    """Make a table a process's own; False if it belongs to another that is alive."""
    seen = connection.execute(OWNER, (table,)).fetchone()
    if seen is None:
        return True  # of a table that is not there anybody may find out that it is not
    given = {"me": process, "code": table, "seen": seen[0]}
    return connection.execute(CLAIM, given).rowcount > 0


@dataclass(frozen=True)
class Appending:
    """Appends for one process."""

    process: int
    alone: bool  # no other process writes to this database
    place: str

    def append(self, connection: Connection, writes: Sequence[Write], again: bool) -> list[Outcome]:
        """Append writes, those of one table following one another; of each, why it was refused.

        `again` says that the same may have been committed a moment ago.
        """
        runs: dict[str, list[Write]] = {}
        for write in writes:
            runs.setdefault(write.heading.table, []).append(write)
        whole = {table: _joined(run) for table, run in runs.items()}
        refused = self._append(connection, list(whole.values()), again)
        alone = [table for table in refused if len(runs[table]) > 1]
        if not alone:
            return [refused.get(write.heading.table) for write in writes]
        # Something in the middle is wrong: each for itself.
        return [
            self.append(connection, [write], again)[0]
            if write.heading.table in alone
            else refused.get(write.heading.table)
            for write in writes
        ]

    def _append(
        self, connection: Connection, writes: Sequence[Write], again: bool
    ) -> dict[str, StoreFault]:
        """Append writes of different tables; why some were refused, by table."""
        wrong = {write.heading.table: _disorder(write) for write in writes}
        in_order = [write for write in writes if wrong[write.heading.table] is None]
        accepted = self._accepted(connection, in_order)
        left = [write for write in in_order if write.heading.table not in accepted]
        reasons = wrong | (self._reasons(connection, left, again) if left else {})
        return {table: reason for table, reason in reasons.items() if reason is not None}

    def _accepted(self, connection: Connection, writes: Sequence[Write]) -> set[str]:
        if not writes:
            return set()
        me = self.process
        given = (*_headings(writes), me, me, me, me, self.alone, me, *_events(writes))
        rows = connection.execute(APPEND, given).fetchall()
        return {code for (code,) in rows}

    def _reasons(
        self, connection: Connection, refused: Sequence[Write], again: bool
    ) -> dict[str, Outcome]:
        codes = [write.heading.table for write in refused]
        stands = {row[0]: row for row in connection.execute(STANDS, (codes,)).fetchall()}
        if connection.execute(ALIVE, (self.process,)).fetchone() is None:
            raise StoreFault("store_lost", path=self.place)
        return {
            write.heading.table: self._reason(
                connection, write, stands.get(write.heading.table), again
            )
            for write in refused
        }

    def _reason(
        self, connection: Connection, write: Write, stands: Row | None, again: bool
    ) -> Outcome:
        table, seq = write.heading.table, _first(write)
        if stands is None or (write.entries and stands[1] < seq):
            return gap(table, seq)
        if again and stands[2] == self.process and _is_written(connection, write, stands[1]):
            connection.execute(WAIT, (table,))  # it stands here; a standby may not have it yet
            return None
        return taken(table, seq)


def _joined(run: Sequence[Write]) -> Write:
    """Writes of one table as one."""
    if len(run) == 1:
        return run[0]
    return Write([entry for write in run for entry in write.entries], run[-1].heading)


def _first(write: Write) -> int:
    return write.entries[0].seq if write.entries else 0


def _disorder(write: Write) -> Outcome:
    """What is wrong with the numbers of a write in themselves."""
    numbers = [entry.seq for entry in write.entries]
    first = _first(write)
    if first < 0:
        return gap(write.heading.table, first)
    for number, expected in zip(numbers, range(first, first + len(numbers)), strict=True):
        if number != expected:
            wrong = taken if number < expected else gap
            return wrong(write.heading.table, first)
    return None


def _is_written(connection: Connection, write: Write, length: int) -> bool:
    """Whether exactly these events are the last of their table."""
    if not write.entries or length != _first(write) + len(write.entries):
        return False
    found = connection.execute(SEALS, (write.heading.table, _first(write))).fetchall()
    return found == [(entry.seq, seal_of(entry)) for entry in write.entries]


def _headings(writes: Sequence[Write]) -> tuple[list[object], ...]:
    """The columns of `given`."""
    headings = [write.heading for write in writes]
    return (
        [heading.table for heading in headings],
        [_first(write) for write in writes],
        [len(write.entries) for write in writes],
        [heading.phase for heading in headings],
        [heading.listed for heading in headings],
        [float(heading.touched) for heading in headings],
        [None if heading.due is None else float(heading.due) for heading in headings],
    )


def _events(writes: Sequence[Write]) -> tuple[list[object], ...]:
    """The columns of `event`."""
    entries = [entry for write in writes for entry in write.entries]
    return (
        [entry.table for entry in entries],
        [entry.seq for entry in entries],
        [time_of(entry) for entry in entries],
        [entry.body for entry in entries],
        [seal_of(entry) for entry in entries],
    )
