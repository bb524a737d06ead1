"""A table's luck: drawn once, promised at the start, shown at the end.

When a table opens a game it draws 256 secret bits and publishes their SHA-256: the promise.
The chance of each decision is made from the secret, the table and the decision's number. So
nobody, the server included, can steer it later, and with the secret shown at the end anybody
can deal the whole game again.

    luck = Luck.draw("KQHTZM/1")
    luck.promise            # published at once
    luck.of(DEAL)           # the chance of the deal
    luck.of(1)              # the chance of the first decision
"""

import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass

from galopp.core.chance import Chance, chance
from galopp.core.fault import Fault, Unreadable

DEAL = 0  # the deal's number; decisions count from 1, and a number is never used again
SECRET_BYTES = 32


class BrokenPromise(Fault):
    """What a table showed at the end is not what it promised at the start."""


@dataclass(frozen=True)
class Luck:
    """The secret of one game at one table. Keep it out of every message until the end."""

    table: str
    secret: bytes

    def __post_init__(self) -> None:
        if not is_table(self.table):
            raise Unreadable("not_a_table", written=self.table)
        if len(self.secret) != SECRET_BYTES:
            raise ValueError(f"a secret has {SECRET_BYTES} bytes, not {len(self.secret)}")

    @classmethod
    def draw(cls, table: str) -> "Luck":
        """New luck from the system's."""
        return cls(table, secrets.token_bytes(SECRET_BYTES))

    @property
    def promise(self) -> str:
        """What is published when the game begins: the SHA-256 of the secret."""
        return hashlib.sha256(self.secret).hexdigest()

    def of(self, number: int) -> Chance:
        """The stream of chance that belongs to one number, and to it alone."""
        # Not `hmac.digest`: that lets other threads in between, for so little.
        digest = hmac.new(self.secret, f"{self.table}/{number}".encode(), "sha256").digest()
        return chance(int.from_bytes(digest[:8], "big"))

    def keeps(self, promise: str) -> bool:
        """Whether this is the secret that was promised."""
        return self.promise == promise

    def __repr__(self) -> str:
        return f"<luck of table {self.table}>"  # never the secret, not even in a log


def is_table(written: str) -> bool:
    """Whether this can name a table and its game, as in "KQHTZM/1": it stays on its line."""
    return re.fullmatch(r"[0-9A-Za-z/_-]{1,64}", written) is not None


def is_digest(written: str) -> bool:
    """Whether this is 256 bits as a promise or a secret is written: 64 digits, 0 to 9, a to f."""
    return re.fullmatch(r"[0-9a-f]{64}", written) is not None
