"""Which processes are alive: each has a row in the database that it must renew.

A process whose row is not renewed in time is dead to the others: whoever comes next may take
its tables. One that was only asleep finds that out when it renews, appends nothing under its
old number, and joins again under a new one. Time is the database's alone, so no two machines
need agree about it.
"""

import logging
import threading
from collections.abc import Sequence
from time import monotonic, sleep

import psycopg

from galopp.store.contract import Member, Sharing, Slot
from galopp.store.fault import StoreFault
from galopp.store.postgres.address import Connection, DatabaseAddress
from galopp.store.postgres.errors import fault_of
from galopp.store.postgres.schema import take_turn

LEASE = 2.0  # seconds that a process counts as alive after it was last heard of
RENEW_EVERY = 0.3  # seconds
LOOK_AGAIN = 0.1  # seconds, at whether a process that was killed still counts as alive

# While a database was away nobody could renew anything: each has a lease's time to come back.
DEAD = (
    "alive_until <= clock_timestamp() AND pg_postmaster_start_time()"
    f" + interval '{LEASE} seconds' <= clock_timestamp()"
)
STRIKE_OFF = f"DELETE FROM galopp.process WHERE {DEAD}"
IN_THE_WAY = "SELECT FROM galopp.process WHERE alone OR %s LIMIT 1"
JOIN = f"""
INSERT INTO galopp.process (alone, address, slot, leaving, alive_until)
VALUES (%s, %s, %s, %s, clock_timestamp() + interval '{LEASE} seconds') RETURNING id
"""
RENEW = f"""
UPDATE galopp.process SET alive_until = clock_timestamp() + interval '{LEASE} seconds'
WHERE id = %s AND (alone OR NOT ({DEAD}))
"""
MEMBERS = f"""
SELECT id, address, slot, leaving FROM galopp.process WHERE NOT ({DEAD}) ORDER BY id
"""
LEAVING = "UPDATE galopp.process SET leaving = true WHERE id = %s"
ARRIVED = "UPDATE galopp.process SET leaving = false WHERE id = %s"
GONE = "DELETE FROM galopp.process WHERE id = %s"

log = logging.getLogger(__name__)


class Membership:
    """This process among those of a database; a thread renews its row."""

    def __init__(self, address: DatabaseAddress, sharing: Sharing | None = None) -> None:
        self.members: Sequence[Member] = ()
        self._address = address
        self._sharing = sharing
        self._connection = address.connect()
        self._turn = threading.Lock()  # one statement at a time
        self._end = threading.Event()
        self.number = 0  # the fencing token
        self._away = sharing is not None  # until it is ready
        self._certain_until = 0.0  # by this process's clock
        try:
            self._join()
            self._look_around()
        except BaseException as error:
            self._connection.close()
            if isinstance(error, psycopg.Error):
                raise fault_of(error, str(address)) from None
            raise
        self._thread = threading.Thread(target=self._run, name="galopp-lease", daemon=True)
        self._thread.start()

    @property
    def alone(self) -> bool:
        """Whether no other process may write to the database."""
        return self._sharing is None

    @property
    def certain(self) -> bool:
        """Whether the lease cannot have run out yet, however long answers took.

        It began after this process had asked for it, so by its own clock it holds for longer than
        the process believes. Whoever sleeps, or cannot reach the database, knows when it ends.
        """
        return monotonic() < self._certain_until

    def _join(self) -> None:
        """Wait for a process that was killed to count as dead; one that lives is in the way."""
        until = monotonic() + LEASE + 1.0
        while True:
            asked = monotonic()
            joined = _join(self._connection, self._sharing, self._away)
            if joined is not None:
                self.number = joined  # first: what was the former's is not this one's
                self._certain_until = asked + LEASE
                return
            if monotonic() > until:
                raise StoreFault("store_served", path=str(self._address))
            sleep(LOOK_AGAIN)

    def _run(self) -> None:
        while not self._end.wait(RENEW_EVERY):
            try:
                with self._turn:
                    changed = self._renew()
            except (psycopg.Error, StoreFault) as error:
                log.warning("a lease could not be renewed: %s", type(error).__name__)
            else:
                if changed and self._sharing is not None:
                    self._sharing.changed()

    def _renew(self) -> bool:
        """Say that this process is alive; whether something has changed."""
        if self._connection.closed:
            self._connection = self._address.connect()
        asked = monotonic()
        renewed = self._connection.execute(RENEW, (self.number,)).rowcount > 0
        if renewed:
            self._certain_until = asked + LEASE
        elif not self.alone:
            self._join()
            log.warning("thought dead, and joined again as process %d", self.number)
        return self._look_around() or not renewed

    def _look_around(self) -> bool:
        """See who else is there; whether that has changed."""
        if self.alone:
            return False
        rows = self._connection.execute(MEMBERS).fetchall()
        found = {
            number: Member(number, address, Slot.read(slot) if slot else None, away)
            for number, address, slot, away in rows
        }
        # A look may take longer than a lease, and find not even this process alive: it is not alone
        # for that, and learns with its next renewal what has become of it.
        found.setdefault(self.number, self._itself())
        before, self.members = self.members, tuple(sorted(found.values()))
        return before != self.members

    def _itself(self) -> Member:
        assert self._sharing is not None
        return Member(self.number, self._sharing.address, self._sharing.slot, self._away)

    def arrive(self) -> None:
        """Tell the others that this process is ready to have tables of its own."""
        self._away = False
        if self._sharing is None:
            return
        with self._turn:
            try:
                if self._connection.closed:
                    self._connection = self._address.connect()
                self._connection.execute(ARRIVED, (self.number,))
                self._look_around()
            except psycopg.Error as error:
                raise fault_of(error, str(self._address)) from None
        self._sharing.changed()

    def leave(self) -> None:
        """Tell the others to count on this process no more; it goes on until it is closed."""
        self._away = True
        self._say(LEAVING)

    def close(self) -> None:
        """Say that this process is gone, so that nobody waits for it."""
        self._end.set()
        self._thread.join()
        self._say(GONE)
        self._connection.close()

    def _say(self, statement: str) -> None:
        try:
            with self._turn:
                if not self._connection.closed:
                    self._connection.execute(statement, (self.number,))
        except psycopg.Error:
            log.warning("a lease could not be given back; it ends by itself")


def _join(connection: Connection, sharing: Sharing | None, away: bool) -> int | None:
    """Enter a process, and get its number; None if another is in the way."""
    with connection.transaction():
        take_turn(connection)
        connection.execute(STRIKE_OFF)
        alone = sharing is None
        if connection.execute(IN_THE_WAY, (alone,)).fetchone() is not None:
            return None
        address, slot = (sharing.address, sharing.slot) if sharing else (None, None)
        given = (alone, address, str(slot) if slot else None, away)
        row = connection.execute(JOIN, given).fetchone()
        assert row is not None
        return int(row[0])
