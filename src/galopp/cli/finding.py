"""What the doctor finds: one thing that is well, doubtful or wrong, and what to do about it."""

from dataclasses import dataclass
from enum import Enum


class Grade(Enum):
    """How bad it is."""

    WELL = "well"
    DOUBTFUL = "doubtful"
    WRONG = "wrong"


@dataclass(frozen=True)
class Finding:
    """What one look found; `key` and `arguments` name a sentence that also says what to do."""

    grade: Grade
    key: str
    arguments: dict[str, str | int]


def well(key: str, **arguments: str | int) -> Finding:
    """As it should be."""
    return Finding(Grade.WELL, key, arguments)


def doubtful(key: str, **arguments: str | int) -> Finding:
    """Perhaps meant so."""
    return Finding(Grade.DOUBTFUL, key, arguments)


def wrong(key: str, **arguments: str | int) -> Finding:
    """To be changed."""
    return Finding(Grade.WRONG, key, arguments)
