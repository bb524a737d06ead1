"""What a program says aside: on stderr, for the log and for people.

Only a part of it is kept, however much it is: some lines for each question, cut to a length
that can be read, and the last one, which mostly says why a program has ended.
"""

import logging
from typing import IO

LINES = 40  # logged for each question
LONGEST = 300  # letters of a line
TAIL = 4_096  # bytes in which the last line is looked for
AT_ONCE = 2**16  # bytes read at a time

logger = logging.getLogger("galopp.bots")
logger.addHandler(logging.NullHandler())


class Aside:
    """Listens to one run of a program."""

    def __init__(self, name: str, heard: IO[bytes]) -> None:
        self.name = name
        self._heard = heard
        self._left = LINES
        self._tail = b""

    def begin(self) -> None:
        """A new question: as many lines again may be logged."""
        self._left = LINES

    @property
    def last(self) -> str:
        """The last line that it has said, or nothing."""
        lines = [line for line in self._tail.splitlines() if line.strip()]
        return readable(lines[-1]) if lines else ""

    def listen(self) -> None:
        """Listen until there is nothing more to come; runs in a thread."""
        begun = b""  # a line that has no end yet
        with self._heard as heard:
            while more := heard.read(AT_ONCE):
                self._tail = (self._tail + more)[-TAIL:]
                *lines, begun = (begun + more).split(b"\n", LINES)
                self._log(lines)
                begun = begun.rpartition(b"\n")[2][:TAIL]
        self._log([begun] if begun else [])

    def _log(self, lines: list[bytes]) -> None:
        for line in lines[: self._left]:
            logger.warning("%s: %s", self.name, readable(line))
        self._left = max(0, self._left - len(lines))


def readable(said: bytes) -> str:
    """What a program has said as a short line of plain text: it may end up in a terminal."""
    text = said.decode("utf-8", "replace").strip()
    plain = "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text
    )
    return plain if len(plain) <= LONGEST else plain[: LONGEST - 1] + "…"
