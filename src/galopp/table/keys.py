"""Capabilities instead of accounts.

Whoever holds a key may do what it stands for: sit in a seat, be the host, watch, show the
table on a screen. A key is 128 random bits. A table keeps only its hash, so a stolen log
opens nothing; and the hash is made with the kind, so a key of one kind never becomes one of
another.
"""

import hashlib
import re
import secrets
from enum import Enum

from galopp.table.refused import Refused

KEY_BYTES = 16
WRITTEN = re.compile(r"[A-Za-z0-9_-]{22}")

# A table's code is read aloud and typed: no vowels (no words come of it), nothing that looks
# or sounds like another letter.
LETTERS = "BCDFGHKLMNPQRSTVWXZ"
CODE_LENGTH = 6
CODE = re.compile(f"[{LETTERS}]{{{CODE_LENGTH}}}")


class Kind(Enum):
    """What a key stands for."""

    HOST = "host"
    SEAT = "seat"
    SPECTATOR = "spectator"
    TV = "tv"
    # Of a group (`galopp.group.keys`); these open nothing at a table.
    MEMBER = "member"
    ONE_TIME = "one_time"  # gives a member a key of their own on one more device
    SCREEN = "screen"  # shows the group to a whole room, and does nothing else


def new_key() -> str:
    """A fresh key, as it goes into a link."""
    return secrets.token_urlsafe(KEY_BYTES)


def own_key(key: str | None) -> str:
    """A key of one's own making, or a fresh one; raises `Refused`."""
    if key is None:
        return new_key()
    if not is_key(key):
        raise Refused("not_a_key")
    return key


def is_key(written: str) -> bool:
    """Whether this could be a key at all."""
    return WRITTEN.fullmatch(written) is not None


def hashed(key: str, kind: Kind) -> str:
    """What a table keeps of a key."""
    return hashlib.sha256(f"{kind.value}:{key}".encode()).hexdigest()


def new_code() -> str:
    """A code for a table, to be read aloud and typed."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
