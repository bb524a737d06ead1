"""What can go wrong with the log.

Fault
  StoreFault      names the file or the database, and what is wrong with it
    Taken         somebody else has already written this event
    Gap           the event before this one is not there
    Busy          more writes are waiting than are kept
"""

from galopp.core.fault import Fault


class StoreFault(Fault):
    """Something is wrong with where the log is kept, or with what should be written to it."""


class Taken(StoreFault):
    """Somebody else has already written this event."""


class Gap(StoreFault):
    """The event before this one is not in the log."""


class Busy(StoreFault):
    """The disk does not keep up: more writes are waiting than are kept."""


def taken(table: str, seq: int) -> Taken:
    """Somebody else has already written this event."""
    return Taken("store_taken", table=table, seq=seq)


def gap(table: str, seq: int) -> Gap:
    """The event before this one is missing, or the table is gone."""
    return Gap("store_gap", table=table, seq=seq)


def once_more(fault: StoreFault) -> StoreFault:
    """The same fault for another who waits: each gets one of its own."""
    return type(fault)(fault.key, **fault.arguments)
