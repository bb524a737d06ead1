"""What can be known of a database by looking at it, for whoever runs it."""

from contextlib import closing
from dataclasses import dataclass
from time import perf_counter, time

import psycopg

from galopp.store.postgres.address import Connection, DatabaseAddress
from galopp.store.postgres.errors import fault_of
from galopp.store.postgres.schema import MIGRATIONS, check_server, version_of

FACTS = """
SELECT
    current_setting('fsync') = 'on' AND current_setting('full_page_writes') = 'on',
    pg_is_in_recovery(),
    has_database_privilege(current_database(), 'CREATE'),
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'),
    pg_database_size(current_database()),
    extract(epoch FROM clock_timestamp())::float8
"""


TRIES = 5  # the quickest of which tells how far away it is, whatever else goes on


@dataclass(frozen=True)
class Facts:
    """What was seen of a database."""

    milliseconds: float  # for a question and its answer
    server: str  # the version of PostgreSQL, such as "15.18"
    version: int  # of what stands in it; 0 where nothing of ours does
    safe: bool  # what is committed outlives a power cut
    standby: bool  # it only repeats what another database does
    may_create: bool
    free: int  # connections that are left
    size: int  # bytes
    ahead: float  # seconds by which its clock is ahead of ours

    @property
    def up_to_date(self) -> bool:
        """Whether what stands in it is of today's version."""
        return self.version == len(MIGRATIONS)


def examine(address: DatabaseAddress) -> Facts:
    """Look at a database, and change nothing; raises `StoreFault`."""
    place = str(address)
    with closing(address.connect()) as connection:
        try:
            check_server(connection, place)
            version = version_of(connection, place)
            return _facts(connection, version)
        except psycopg.Error as error:
            raise fault_of(error, place) from None


def _round_trip(connection: Connection) -> float:
    """Seconds for the shortest question and its answer."""
    began = perf_counter()
    connection.execute("SELECT 1").fetchone()
    return perf_counter() - began


def _facts(connection: Connection, version: int) -> Facts:
    milliseconds = 1000 * min(_round_trip(connection) for _ in range(TRIES))
    row = connection.execute(FACTS).fetchone()
    assert row is not None
    safe, standby, may_create, free, size, now = row
    server = str(connection.info.parameter_status("server_version")).split()[0]
    return Facts(milliseconds, server, version, safe, standby, may_create, free, size, now - time())
