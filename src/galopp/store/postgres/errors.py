"""What PostgreSQL reports, as faults in plain words."""

import psycopg

from galopp.store.fault import StoreFault, once_more

# By the code of an error, and by the class that it is in.
SENTENCES = {
    "42501": "store_not_permitted",  # insufficient_privilege
    "25006": "store_read_only",  # read_only_sql_transaction: a standby
    "53100": "store_full",  # disk_full
    "53300": "store_no_connection_left",  # too_many_connections
    "3F000": "store_damaged",  # invalid_schema_name
    "42P01": "store_damaged",  # undefined_table
    "42703": "store_damaged",  # undefined_column
    "XX001": "store_damaged",  # data_corrupted
    "XX002": "store_damaged",  # index_corrupted
}
# Who is not let in gets no code, only a sentence; these are what PostgreSQL says in English.
NOT_LET_IN = (
    ("does not exist", "database", "store_no_database"),
    ("too many clients", "", "store_no_connection_left"),
    ("remaining connection slots", "", "store_no_connection_left"),
    ("authentication failed", "", "store_not_let_in"),
    ("no password supplied", "", "store_not_let_in"),
    ("no pg_hba.conf entry", "", "store_not_let_in"),
    ("permission denied for database", "", "store_not_let_in"),
    ("does not exist", "role", "store_not_let_in"),
)
# Only one write is at fault, not the database.
OF_ONE = (psycopg.DataError, psycopg.IntegrityError, psycopg.ProgrammingError)
# These end by themselves, or another try may go better: no room, no connection, cancelled, locks.
PASSING = ("53", "57", "40", "55", "25006")


def fault_of(error: Exception, place: str) -> StoreFault:
    """The fault for what was reported about a database."""
    if isinstance(error, StoreFault):
        return once_more(error)
    reason = _reason(error)
    key = SENTENCES.get(_code(error)) or _key_of_entry(error, reason)
    if key in ("store_not_let_in", "store_unreachable"):
        return StoreFault(key, path=place, reason=reason)
    if key is not None:
        return StoreFault(key, path=place)
    return StoreFault("store_failed", path=place, reason=reason)


def _key_of_entry(error: Exception, reason: str) -> str | None:
    if not isinstance(error, psycopg.OperationalError) or _code(error):
        return None
    for part, other, key in NOT_LET_IN:
        if part in reason and other in reason:
            return key
    return "store_unreachable"


def is_passing(error: Exception) -> bool:
    """Whether the next commit may go better."""
    if isinstance(error, StoreFault):
        return error.key in ("store_unreachable", "store_no_connection_left", "store_not_let_in")
    return isinstance(error, psycopg.OperationalError) or _code(error).startswith(PASSING)


def is_refusal(error: Exception) -> bool:
    """Whether only this one write is at fault, not the database."""
    if isinstance(error, psycopg.Error):
        return isinstance(error, OF_ONE) and _code(error) not in SENTENCES
    return not isinstance(error, StoreFault | OSError)


def _code(error: Exception) -> str:
    return getattr(error, "sqlstate", None) or ""


def _reason(error: Exception) -> str:
    """The last line that says something; before it stand the addresses that were tried."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    said = [line for line in lines if not line.startswith(("Is the server", "HINT", "CONTEXT"))]
    last = (said or lines or [type(error).__name__])[-1]
    return last.rpartition(" failed: ")[2].removeprefix("FATAL: ").strip().rstrip(".")
