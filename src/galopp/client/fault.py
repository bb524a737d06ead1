"""Why something that was asked of a server was not done.

Fault
  Failed              `sentence` says it in the language the client asked for
    Refused           the server said no; nothing has changed
    Unreachable       no answer, or none of a table server; nobody knows what has changed
"""

from collections.abc import Iterator
from contextlib import contextmanager

from galopp.core.fault import Fault
from galopp.locale import Language
from galopp.play.telling import say_fault
from galopp.wire import Refusal

# Answers that will be others in a moment: too slow, too much, the server is not ready.
PASSING = {408, 429, 503}


class Failed(Fault):
    """Something was asked in vain. `str()` is a sentence for people."""

    passing = True  # whether to ask again makes sense
    back_in = 0.0  # seconds to wait at least before that
    sentence: str  # what went wrong, for people

    def __str__(self) -> str:
        return f"{self.sentence} ({self.key})"


class Refused(Failed):
    """The server said no: `key` and `arguments` are for programs, `sentence` is for people."""

    def __init__(self, refusal: Refusal, status: int, back_in: float = 0.0) -> None:
        super().__init__(refusal.key)
        self.arguments = refusal.arguments
        self.status = status
        self.passing = status in PASSING
        self.back_in = back_in
        self.sentence = refusal.sentence


class Unreachable(Failed):
    """There was no answer, or what answered is no table server."""

    def __init__(self, key: str, language: Language, **arguments: str | int) -> None:
        super().__init__(key, **arguments)
        self.sentence = say_fault(language, self)


class NoTableServer(Unreachable):
    """Something answered that is no table server, or one of another kind: it will not pass."""

    passing = False


@contextmanager
def unless_refused(*keys: str) -> Iterator[None]:
    """Go on if something is refused for one of these reasons."""
    try:
        yield
    except Refused as refused:
        if refused.key not in keys:
            raise
