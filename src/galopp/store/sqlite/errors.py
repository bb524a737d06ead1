"""What SQLite and the system report about a file, as faults."""

import errno
import sqlite3
from pathlib import Path

from galopp.store.fault import StoreFault, once_more

# What SQLite reports, by its first byte, and the sentence for it. An error in a statement
# of ours means that the file does not hold the tables it should.
SENTENCES = {
    sqlite3.SQLITE_FULL: "store_full",
    sqlite3.SQLITE_BUSY: "store_in_use",
    sqlite3.SQLITE_LOCKED: "store_in_use",
    sqlite3.SQLITE_READONLY: "store_not_writable",
    sqlite3.SQLITE_PERM: "store_not_writable",
    sqlite3.SQLITE_CANTOPEN: "store_not_writable",
    sqlite3.SQLITE_CORRUPT: "store_damaged",
    sqlite3.SQLITE_NOTADB: "store_damaged",
    sqlite3.SQLITE_ERROR: "store_damaged",
}

# The same for what the system reports about a file or folder.
SYSTEM = {
    errno.ENOSPC: "store_full",
    errno.EDQUOT: "store_full",
    errno.EACCES: "store_not_writable",
    errno.EPERM: "store_not_writable",
    errno.EROFS: "store_not_writable",
    errno.EEXIST: "store_not_writable",
    errno.ENOTDIR: "store_not_writable",
    errno.EISDIR: "store_not_writable",
}

# What a damaged file or a failing disk may raise: where SQLite quotes what it found in a
# file, Python may find that it is no text.
TROUBLE = (sqlite3.DatabaseError, UnicodeDecodeError, OSError)

# After these the next write may succeed. After any other, above all a failed sync, nobody
# knows what the disk holds; then nothing is written until the file is opened anew.
PASSING = (
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_IOERR_WRITE,  # a quota or a limit, or a disk that will soon say worse
)


def fault_of(error: Exception, path: Path) -> StoreFault:
    """The fault for what SQLite or the system reported about a file."""
    if isinstance(error, StoreFault):
        return once_more(error)
    key = _key(error)
    if key is None:
        return StoreFault("store_failed", path=str(path), reason=_reason(error))
    return StoreFault(key, path=str(path))


def _key(error: Exception) -> str | None:
    if isinstance(error, OSError):
        return SYSTEM.get(error.errno or 0)
    code = _code(error)
    if code is not None:
        return SENTENCES.get(code & 0xFF)
    # Python, not SQLite, refused what was read: a text that is none.
    read = isinstance(error, sqlite3.DatabaseError | UnicodeDecodeError)
    return "store_damaged" if read else None


def is_passing(error: Exception) -> bool:
    """Whether the next write may succeed, as when there is room again."""
    code = _code(error)
    return code is not None and (code in PASSING or code & 0xFF in PASSING)


def is_refusal(error: Exception) -> bool:
    """Whether only this one write is at fault, not the file."""
    of_one = (sqlite3.IntegrityError, sqlite3.DataError, sqlite3.ProgrammingError)
    return isinstance(error, of_one) or not isinstance(error, TROUBLE)


def _code(error: Exception) -> int | None:
    # Faults that Python's own part of the module raises have no code.
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return code


def _reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(getattr(error, "sqlite_errorname", None) or error)
