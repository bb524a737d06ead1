"""What stands in the database, how it is recognised, and how an older one becomes today's.

Everything lies in a schema of its own, `galopp`. A heading also says which process the table
belongs to: an append changes the heading of its table only for that process, and its events
stand only where that succeeded. So whoever has lost a table appends nothing, in the very
statement that would have.
"""

from collections.abc import Sequence

import psycopg

from galopp.store.fault import StoreFault
from galopp.store.postgres.address import Connection
from galopp.store.postgres.errors import fault_of

OLDEST = 15  # of PostgreSQL, that the tests are run with
TURN = 0x47616C6F  # "Galo": whoever changes the schema, or who is alive, does so alone

VERSION = "CREATE TABLE galopp.version (number integer NOT NULL)"
VERSION_ROW = "INSERT INTO galopp.version VALUES (0)"
EVENT = """
CREATE TABLE galopp.event (
    code text COLLATE "C" NOT NULL,
    seq integer NOT NULL,
    at double precision NOT NULL,
    body bytea NOT NULL,
    seal bigint NOT NULL,
    PRIMARY KEY (code, seq)
)
"""
# Every move changes a heading; with room beside it PostgreSQL does so without its index.
HEADING = """
CREATE TABLE galopp.heading (
    code text COLLATE "C" NOT NULL PRIMARY KEY,
    phase text NOT NULL,
    listed boolean NOT NULL,
    touched double precision NOT NULL,
    due double precision,
    length integer NOT NULL,
    owner bigint NOT NULL
) WITH (fillfactor = 70)
"""
# Who may write: a process that has not renewed its row in time is dead to the others. Numbers only
# rise, and none is given twice.
PROCESS = """
CREATE TABLE galopp.process (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    alone boolean NOT NULL,
    alive_until timestamptz NOT NULL
)
"""
# Whatever is kept besides the logs of tables, by a name that says what it is.
KEPT = """
CREATE TABLE galopp.kept (
    number bigint GENERATED ALWAYS AS IDENTITY,
    name text COLLATE "C" NOT NULL PRIMARY KEY,
    body bytea NOT NULL,
    touched double precision NOT NULL
)
"""
KEPT_BY_AGE = "CREATE INDEX kept_by_age ON galopp.kept (touched, name)"
# Whom to tell of a table, and where: beside its log, because it can be taken back.
NOTICE = """
CREATE TABLE galopp.notice (
    number bigint GENERATED ALWAYS AS IDENTITY,
    code text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (code, id)
)
"""

# Where other processes reach one that shares its tables with them, and whether it is about to go.
SHARED = """
ALTER TABLE galopp.process
    ADD COLUMN address text,
    ADD COLUMN leaving boolean NOT NULL DEFAULT false
"""

# Where it stands in the list of a proxy that chooses by the address of a table.
SLOT = "ALTER TABLE galopp.process ADD COLUMN slot text"

# One row a version of the database: the statements that lead to it. Add, never change.
MIGRATIONS: Sequence[Sequence[str]] = (
    (
        "CREATE SCHEMA galopp",
        VERSION,
        VERSION_ROW,
        EVENT,
        HEADING,
        PROCESS,
        KEPT,
        KEPT_BY_AGE,
        NOTICE,
    ),
    (SHARED,),
    (SLOT,),
)

OURS = "SELECT to_regnamespace('galopp') IS NOT NULL, to_regclass('galopp.version') IS NOT NULL"


def check_server(connection: Connection, place: str) -> None:
    """Refuse a server that is too old, or a database that cannot hold every name."""
    if connection.info.server_version // 10_000 < OLDEST:
        found = connection.info.server_version // 10_000
        raise StoreFault("store_server_too_old", path=place, found=found, wanted=OLDEST)
    row = connection.execute("SHOW server_encoding").fetchone()
    if row != ("UTF8",):
        raise StoreFault("store_not_utf8", path=place)


def version_of(connection: Connection, place: str) -> int:
    """The version of a database of ours, 0 for an empty one; others and newer are refused."""
    row = connection.execute(OURS).fetchone()
    assert row is not None
    schema, ours = row
    if not ours:
        if schema:
            raise StoreFault("store_foreign", path=place)
        return 0
    found = connection.execute("SELECT number FROM galopp.version").fetchall()
    if len(found) != 1:
        raise StoreFault("store_damaged", path=place)
    version = int(found[0][0])
    if version > len(MIGRATIONS):
        raise StoreFault("store_newer", path=place)
    return version


def make_ready(connection: Connection, place: str) -> None:
    """Refuse what is not ours, then bring the database up to today's version."""
    try:
        check_server(connection, place)
        if version_of(connection, place) < len(MIGRATIONS):
            migrate(connection, place)
    except psycopg.Error as error:
        raise fault_of(error, place) from None


def migrate(connection: Connection, place: str) -> None:
    """Take the steps that this database has not taken yet; of several processes, one does."""
    with connection.transaction():
        take_turn(connection)
        version = version_of(connection, place)  # another may have been quicker
        for number, statements in enumerate(MIGRATIONS[version:], version + 1):
            for statement in statements:
                connection.execute(statement)
            connection.execute("UPDATE galopp.version SET number = %s", (number,))


def take_turn(connection: Connection) -> None:
    """Wait until nobody else changes the schema or who is alive, till the transaction ends."""
    connection.execute("SELECT pg_advisory_xact_lock(%s)", (TURN,))
