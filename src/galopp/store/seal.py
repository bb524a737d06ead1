"""A check sum over each event, for what a disk may have done to it."""

import zlib

from galopp.store import Entry


def seal(code: str, seq: int, at: float, body: bytes) -> int:
    """The check sum of an event; it stands beside it wherever it is kept."""
    return zlib.crc32(body, zlib.crc32(f"{code} {seq} {at!r}".encode()))


def time_of(entry: Entry) -> float:
    """When an event was, as a database gives it back: a fraction, and never a zero with a minus."""
    return float(entry.at) + 0.0


def seal_of(entry: Entry) -> int:
    """The check sum of an event that is to be written."""
    return seal(entry.table, entry.seq, time_of(entry), entry.body)


def is_whole(row: tuple[str, int, float, object, int], number: int) -> bool:
    """Whether an event that was read is the one of this number, as it was written."""
    code, seq, at, body, sealed = row
    return seq == number and isinstance(body, bytes) and seal(code, seq, at, body) == sealed
