"""How much one address may ask for.

Every address has a few buckets that fill slowly and empty with use. They are wide enough
that a family behind one connection never notices them, and narrow enough that keys and codes
cannot be found by trying.
"""

import time
from collections import OrderedDict
from dataclasses import dataclass, field
from enum import Enum

from galopp.table.refused import NotNow

ADDRESSES = 20_000  # remembered at once
EVERYBODY = "everybody"  # in place of an address


class Use(Enum):
    """What is limited: so many at once, and so many a second in the long run."""

    REQUEST = (400, 40.0)
    OPEN = (40, 0.1)  # tables
    OPEN_GROUP = (10, 0.01)
    JOIN_GROUP = (40, 0.1)
    BRING_GROUP = (3, 0.003)  # whole groups, as files
    PROVE = (20, 0.2)  # passkeys made and shown, devices let in
    TELL_GROUP = (100, 2.0)  # messages to groups
    REPLAY = (60, 2.0)  # games to be played through
    REVIEW = (200, 2.0)  # reviews asked for, or how far they are
    HISTORY = (60, 1.0)  # of tables: what was seen there
    DRAW = (40, 1.0)  # QR codes that were not drawn before
    BRING = (20, 0.02)  # files
    BRING_ALL = (1000, 0.1)  # files of all addresses together
    BRANCH_ALL = (1000, 0.2)  # tables that begin in another game, of all addresses together
    GUESS = (40, 0.2)  # keys and codes that open nothing
    WATCH = (20, 0.1)  # keys to watch with
    SUBSCRIBE = (20, 0.1)  # notices asked for, or tried
    NOTICES_TO = (30, 0.05)  # notices to one address, of whatever table
    NOTICES_OF = (60, 0.5)  # notices of one table


@dataclass(slots=True)
class Bucket:
    """So many uses are left."""

    left: float
    at: float = field(default_factory=time.monotonic)

    def take(self, most: float, a_second: float, count: int = 1) -> bool:
        """Take some, if there is one."""
        now = time.monotonic()
        self.left = min(most, self.left + (now - self.at) * a_second)
        self.at = now
        if self.left < 1:
            return False
        self.left -= count
        return True


class TooMuch(NotNow):
    """Too much at once; in a moment it will be all right."""


class Limits:
    """The buckets of all addresses."""

    def __init__(self, enforced: bool = True, sockets: int = 20_000, sockets_each: int = 200):
        self.enforced = enforced
        self.sockets = sockets
        self.sockets_each = sockets_each
        self._buckets: OrderedDict[tuple[str, Use], Bucket] = OrderedDict()
        self._open: dict[str, int] = {}

    def use(self, address: str, use: Use, count: int = 1) -> None:
        """Count a use, or with 0 only see whether there is one left; raises `TooMuch`."""
        most, a_second = use.value
        if not self.enforced:
            return
        bucket = self._buckets.setdefault((address, use), Bucket(most))
        self._buckets.move_to_end((address, use))
        if len(self._buckets) > ADDRESSES:
            self._buckets.popitem(last=False)
        if not bucket.take(most, a_second, count):
            raise TooMuch("too_much")

    def has(self, address: str, use: Use) -> bool:
        """Whether there is a use left; nothing is counted."""
        try:
            self.use(address, use, 0)
        except TooMuch:
            return False
        return True

    def connect(self, address: str) -> None:
        """Count one open line; raises `TooMuch`."""
        mine = self._open.get(address, 0)
        crowded = sum(self._open.values()) >= self.sockets if self.enforced else False
        if crowded or (self.enforced and mine >= self.sockets_each):
            raise TooMuch("too_many_lines")
        self._open[address] = mine + 1

    def disconnect(self, address: str) -> None:
        """One line less."""
        left = self._open.pop(address) - 1
        if left:
            self._open[address] = left


class Pace:
    """How fast one device may speak."""

    MOST, A_SECOND = 60, 30.0
    __slots__ = ("_bucket", "_enforced")

    def __init__(self, enforced: bool) -> None:
        self._enforced = enforced
        self._bucket = Bucket(self.MOST)

    def check(self) -> None:
        """Count one message; raises `TooMuch`."""
        if self._enforced and not self._bucket.take(self.MOST, self.A_SECOND):
            raise TooMuch("too_much")
