"""What is wrong with something a person wrote.

ValueError
  Fault               carries a catalogue key and arguments, for the reader's language
    Unreadable        a word or number that stands for nothing here
    Impossible        readable, but no game can come to it
"""

from collections.abc import Callable
from typing import ClassVar


class Fault(ValueError):
    """`key` and `arguments` name a sentence of the catalogue."""

    # How a traceback says it: whoever has the sentences brings them, which rules know nothing of.
    said_by: ClassVar[Callable[["Fault"], str] | None] = None

    def __init__(self, key: str, **arguments: str | int) -> None:
        said = ", ".join(f"{name} {value}" for name, value in arguments.items())
        super().__init__(f"{key.replace('_', ' ')}: {said}" if said else key.replace("_", " "))
        self.key = key
        self.arguments = arguments

    def __str__(self) -> str:
        return f"{Fault.said_by(self)} ({self.key})" if Fault.said_by else super().__str__()


class Unreadable(Fault):
    """Something written that stands for nothing here."""


class Impossible(Fault):
    """A position or a setting that no game can come to."""
