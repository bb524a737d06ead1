"""What stands in the file, how it is recognised, and how an older file becomes today's.

Events are appended through the view `append`: its trigger takes an event and the heading
after it in one go, and refuses a gap. So a whole commit is one statement (see `insert`).
"""

import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path

from galopp.store import Entry, Write
from galopp.store.fault import StoreFault
from galopp.store.seal import seal_of, time_of

APPLICATION = 0x47616C6F  # "Galo" in the file's head: it is ours
MAGIC, APPLICATION_AT, HEADING_LENGTH = b"SQLite format 3\0", 68, 100  # of SQLite's file format
PATIENCE = 5.0  # seconds to wait for somebody else's lock on the file
CHECKED = 256 << 20  # bytes; reading through larger files would keep the players waiting
LARGEST_LOG = 64 << 20  # bytes the write-ahead log is cut back to when it has grown

# A row number of its own for each event, not the key as the row's place: measured, half
# the work and a third of the file at bodies of a thousand bytes.
EVENT = """
CREATE TABLE event (
    code TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at REAL NOT NULL,
    body BLOB NOT NULL,
    seal INTEGER NOT NULL,
    PRIMARY KEY (code, seq)
) STRICT
"""
HEADING = """
CREATE TABLE heading (
    code TEXT NOT NULL PRIMARY KEY,
    phase TEXT NOT NULL,
    listed INTEGER NOT NULL,
    touched REAL NOT NULL,
    due REAL,
    length INTEGER NOT NULL
) STRICT, WITHOUT ROWID
"""
APPEND = """
CREATE VIEW append AS
SELECT code, seq, at, body, seal, phase, listed, touched, due FROM event JOIN heading USING (code)
"""
# A row without a code fills up a statement and does nothing. One without a number changes
# the heading of a table, which must be there; so a deleted table does not come back.
APPEND_ROW = """
CREATE TRIGGER append_row INSTEAD OF INSERT ON append WHEN NEW.code IS NOT NULL BEGIN
    SELECT RAISE(ABORT, 'gap') WHERE coalesce(NEW.seq, 1) <> 0 AND NOT EXISTS (
        SELECT 1 FROM event WHERE code = NEW.code AND seq = coalesce(NEW.seq - 1, 0)
    );
    INSERT INTO event (code, seq, at, body, seal)
        SELECT NEW.code, NEW.seq, NEW.at, NEW.body, NEW.seal WHERE NEW.seq IS NOT NULL;
    INSERT INTO heading (code, phase, listed, touched, due, length)
        VALUES (NEW.code, NEW.phase, NEW.listed, NEW.touched, NEW.due, coalesce(NEW.seq, 0) + 1)
        ON CONFLICT (code) DO UPDATE SET
            phase = excluded.phase,
            listed = excluded.listed,
            touched = excluded.touched,
            due = excluded.due,
            length = coalesce(NEW.seq + 1, length);
END
"""

# Whatever is kept besides the logs of tables, by a name that says what it is.
KEPT = """
CREATE TABLE kept (
    name TEXT NOT NULL PRIMARY KEY,
    body BLOB NOT NULL,
    touched REAL NOT NULL
) STRICT
"""

# Whom to tell of a table, and where: beside its log, because it can be taken back.
NOTICE = """
CREATE TABLE notice (
    code TEXT NOT NULL,
    id TEXT NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (code, id)
) STRICT
"""

# What is old is found without reading what is not: `touched` stands behind long bodies.
KEPT_BY_AGE = "CREATE INDEX kept_by_age ON kept (touched, name)"

# One row a version of the file: the statements that lead to it. Add, never change.
MIGRATIONS: Sequence[Sequence[str]] = (
    (EVENT, HEADING, APPEND, APPEND_ROW, f"PRAGMA application_id = {APPLICATION}"),
    (KEPT,),
    (NOTICE,),
    (KEPT_BY_AGE,),
)

COLUMNS = 9
NOTHING = (None,) * COLUMNS
SIZES = tuple(1 << power for power in range(11))  # few, so that each stays prepared
MOST_ROWS = SIZES[-1]  # at once
STATEMENTS = {
    size: "INSERT INTO append VALUES " + ", ".join(["(" + ", ".join("?" * COLUMNS) + ")"] * size)
    for size in SIZES
}

Cell = str | int | float | bytes | None
Row = tuple[Cell, ...]


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """Open the file, which must be there: "ro" to read, "rw" to write; transactions are ours."""
    address = f"{path.absolute().as_uri()}?mode={mode}"
    connection = sqlite3.connect(
        address, uri=True, isolation_level=None, check_same_thread=False, timeout=PATIENCE
    )
    connection.execute("PRAGMA cell_size_check = ON")  # damage shows where it is read
    return connection


def version_of(connection: sqlite3.Connection, path: Path) -> int:
    """The version of a file of ours, 0 for an empty one; others and newer ones are refused."""
    application = _number(connection, "PRAGMA application_id")
    version = _number(connection, "PRAGMA user_version")
    tables = _number(connection, "SELECT count(*) FROM sqlite_schema")
    if application != APPLICATION and (application or version or tables):
        raise StoreFault("store_foreign", path=str(path))
    if version > len(MIGRATIONS):
        raise StoreFault("store_newer", path=str(path))
    return version


def is_ours(path: Path) -> bool:
    """Whether a file holds a log of ours, so that a newer copy may take its place."""
    with path.open("rb") as file:  # by its first bytes: SQLite would lay files beside it
        heading = file.read(HEADING_LENGTH)
    written = int.from_bytes(heading[APPLICATION_AT : APPLICATION_AT + 4], "big")
    return heading.startswith(MAGIC) and written == APPLICATION


def check(connection: sqlite3.Connection, path: Path) -> None:
    """Read through the whole file, unless it is so large that people would notice."""
    if path.stat().st_size <= CHECKED:
        found = connection.execute("PRAGMA quick_check(1)").fetchall()
        if found != [("ok",)]:
            raise StoreFault("store_damaged", path=str(path))


def make_ready(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse what is not ours or damaged, then bring the file up to today's version."""
    version = version_of(connection, path)
    check(connection, path)
    if connection.execute("PRAGMA journal_mode = WAL").fetchall() != [("wal",)]:
        raise StoreFault("store_not_writable", path=str(path))
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA secure_delete = ON")  # a deleted table leaves nothing to find
    connection.execute(f"PRAGMA journal_size_limit = {LARGEST_LOG}")
    connection.execute("BEGIN IMMEDIATE")  # a file that cannot be written shows it here
    connection.execute("ROLLBACK")
    migrate(connection, version)


def migrate(connection: sqlite3.Connection, version: int) -> None:
    """Take the steps that this file has not taken yet, each whole or not at all."""
    for number, statements in enumerate(MIGRATIONS[version:], version + 1):
        connection.execute("BEGIN IMMEDIATE")
        try:
            for statement in statements:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {number}")
            connection.execute("COMMIT")
        except BaseException:
            roll_back(connection)
            raise


def roll_back(connection: sqlite3.Connection) -> None:
    """Undo what is not committed, if SQLite has not done so already."""
    if connection.in_transaction:
        connection.execute("ROLLBACK")


def rows_of(writes: Iterable[Write]) -> list[Row]:
    """Each event with the heading after it, as rows of the view `append`."""
    return [row for write in writes for row in _rows_of(write)]


def _rows_of(write: Write) -> list[Row]:
    heading = write.heading
    after = (heading.phase, heading.listed, heading.touched, heading.due)
    if not write.entries:
        return [(heading.table, None, None, None, None, *after)]
    return [(*_sealed(entry), *after) for entry in write.entries]


def _sealed(entry: Entry) -> Row:
    return (entry.table, entry.seq, time_of(entry), entry.body, seal_of(entry))


def insert(connection: sqlite3.Connection, rows: Sequence[Row]) -> None:
    """Append rows in as few statements as can be, filled up with rows that do nothing.

    Every call into SQLite hands the interpreter to other threads, and a busy one may keep
    it for milliseconds. Measured beside such a thread: fifty writes as one statement take
    20 ms at the 99th percentile, as fifty statements up to 500 ms.
    """
    for start in range(0, len(rows), MOST_ROWS):
        part = rows[start : start + MOST_ROWS]
        size = next(size for size in SIZES if size >= len(part))
        filled = [*part, *[NOTHING] * (size - len(part))]
        connection.execute(STATEMENTS[size], [cell for row in filled for cell in row])


def _number(connection: sqlite3.Connection, question: str) -> int:
    return int(connection.execute(question).fetchone()[0])
