"""A browser that a test drives: what every engine offers, and that none of them may hang.

Each engine is one subclass that starts its browser and speaks to it. Every question has a time
limit; a browser that does not answer is killed, and the test fails with what it was asked.
"""

import contextlib
import os
import signal
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep
from typing import Any, TypeVar

Found = TypeVar("Found")

STARTS_WITHIN = 180.0  # seconds
ENDS_WITHIN = 5.0

# What is evaluated comes back as text: the engines agree on no other way to hand over values.
AS_TEXT = """Promise.resolve().then(() => (%s)(...%s)).then(
  (value) => JSON.stringify({ value: value ?? null }),
  (error) => JSON.stringify({ error: String(error) }))"""


class Hung(AssertionError):
    """A browser did not answer in time, or is gone."""


class Thrown(AssertionError):
    """What a page or a driver answered was an error."""


@dataclass(frozen=True)
class Visit:
    """How a browser is to be started for one test."""

    folder: Path  # for its profile and its log
    width: int
    height: int
    language: str
    init: str  # a script that every page runs first


class Driver(ABC):
    """One browser with one window and a profile of its own."""

    name = ""
    patience = 90.0  # seconds for whatever it is asked, on a busy machine too

    def __init__(self, visit: Visit) -> None:
        self.visit = visit
        self.log = visit.folder / f"{self.name}.log"
        self.processes: list[subprocess.Popen[bytes]] = []

    # --- What an engine does in its own way

    @abstractmethod
    def start(self) -> None:
        """Start the browser, and wait until it can be asked."""

    @abstractmethod
    def go(self, address: str) -> None:
        """Open an address, and wait until it is loaded."""

    @abstractmethod
    def reload(self) -> None:
        """Load the page again, and wait until it is loaded."""

    @abstractmethod
    def evaluate(self, function: str, *arguments: Any) -> Any:
        """What a function says when the page calls it, once its promise is kept."""

    @abstractmethod
    def press(self, x: float, y: float) -> None:
        """Press and let go at a place of the page, with a mouse."""

    @abstractmethod
    def type(self, text: str) -> None:
        """Type something, key by key."""

    @abstractmethod
    def picture(self) -> bytes:
        """What is to be seen, as PNG."""

    @abstractmethod
    def troubles(self) -> list[str]:
        """The errors that pages have written to the console so far."""

    @abstractmethod
    def say_goodbye(self) -> None:
        """Ask the browser to end."""

    # --- What is the same for all

    def run(
        self, command: Sequence[str], environment: Mapping[str, str], hand: Sequence[int] = ()
    ) -> None:
        """Start a process that ends with this browser, with all that it starts in turn."""
        with self.log.open("ab") as log:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={**os.environ, **environment},
                pass_fds=hand,
                start_new_session=True,  # a group of its own, to be killed as a whole
            )
        self.processes.append(process)

    def starting(self, what: str, ready: Callable[[], Found | None]) -> Found:
        """Wait until something that was started is ready."""
        end = monotonic() + STARTS_WITHIN
        while monotonic() < end:
            if (found := ready()) is not None:
                return found
            if any(process.poll() is not None for process in self.processes):
                break
            sleep(0.05)
        raise self.hung(f"{what} did not start", STARTS_WITHIN)

    def hung(self, what: str, within: float = 0) -> Hung:
        """Kill a browser that does not answer; what to raise because of it."""
        self.kill()
        told = self.log.read_text(encoding="utf-8", errors="replace")[-2000:]
        return Hung(
            f"{self.name}: {what} (waited {within or self.patience:.0f} s, then killed it)\n{told}"
        )

    def quit(self) -> None:
        """End the browser: politely, then by force."""
        with contextlib.suppress(Hung, Thrown):
            self.say_goodbye()
        self.kill()

    def kill(self) -> None:
        """End every process of this browser, whatever it is doing."""
        for process in reversed(self.processes):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM if process.poll() is None else signal.SIGKILL)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(ENDS_WITHIN)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        self.processes.clear()
