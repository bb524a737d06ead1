"""Which processes are alive: each has a row in the database that it must renew.

A process whose row is not renewed in time is struck off by whoever comes next, and appends
nothing any more: an append asks for that row in its own statement. Time is the database's
alone, so no two machines need agree about it.
"""

import logging
import threading
from time import monotonic, sleep

import psycopg

from galopp.store.fault import StoreFault
from galopp.store.postgres.address import Connection, DatabaseAddress
from galopp.store.postgres.errors import fault_of
from galopp.store.postgres.schema import take_turn

LEASE = 2.0  # seconds that a process counts as alive after it was last heard of
RENEW_EVERY = 0.5  # seconds
LOOK_AGAIN = 0.1  # seconds, at whether a process that was killed still counts as alive

# While a database was away nobody could renew anything: each has a lease's time to come back.
DEAD = (
    "alive_until <= clock_timestamp() AND pg_postmaster_start_time()"
    f" + interval '{LEASE} seconds' <= clock_timestamp()"
)
STRIKE_OFF = f"DELETE FROM galopp.process WHERE {DEAD}"
IN_THE_WAY = "SELECT 1 FROM galopp.process WHERE alone OR %s LIMIT 1"
JOIN = f"""
INSERT INTO galopp.process (alone, alive_until)
VALUES (%s, clock_timestamp() + interval '{LEASE} seconds') RETURNING id
"""
RENEW = f"""
UPDATE galopp.process SET alive_until = clock_timestamp() + interval '{LEASE} seconds'
WHERE id = %s
"""
LEAVE = "DELETE FROM galopp.process WHERE id = %s"

log = logging.getLogger(__name__)


class Membership:
    """This process among those of a database; a thread renews its row."""

    def __init__(self, address: DatabaseAddress, alone: bool = True) -> None:
        self.address = address
        self._connection = address.connect()
        self._leaving = threading.Event()
        try:
            self.id = self._join(alone)
        except BaseException:
            self._connection.close()
            raise
        self._thread = threading.Thread(target=self._run, name="galopp-lease", daemon=True)
        self._thread.start()

    def _join(self, alone: bool) -> int:
        """Wait for a process that was killed to count as dead; one that lives is in the way."""
        until = monotonic() + LEASE + 1.0
        while True:
            try:
                joined = _join(self._connection, alone)
            except psycopg.Error as error:
                raise fault_of(error, str(self.address)) from None
            if joined is not None:
                return joined
            if monotonic() > until:
                raise StoreFault("store_served", path=str(self.address))
            sleep(LOOK_AGAIN)

    def _run(self) -> None:
        while not self._leaving.wait(RENEW_EVERY):
            try:
                self._renew()
            except (psycopg.Error, StoreFault) as error:
                log.warning("a lease could not be renewed: %s", type(error).__name__)

    def _renew(self) -> None:
        if self._connection.closed:
            self._connection = self.address.connect()
        self._connection.execute(RENEW, (self.id,))

    def close(self) -> None:
        """Say that this process is gone, so that nobody waits for it."""
        self._leaving.set()
        self._thread.join()
        try:
            if not self._connection.closed:
                self._connection.execute(LEAVE, (self.id,))
        except psycopg.Error:
            log.warning("a lease could not be given back; it ends by itself")
        self._connection.close()


def _join(connection: Connection, alone: bool) -> int | None:
    """Enter a process, and get its number; None if another is in the way."""
    with connection.transaction():
        take_turn(connection)
        connection.execute(STRIKE_OFF)
        if connection.execute(IN_THE_WAY, (alone,)).fetchone() is not None:
            return None
        row = connection.execute(JOIN, (alone,)).fetchone()
        assert row is not None
        return int(row[0])
