"""A program that runs beside this one: it is told a line and answers with a line.

Nothing it does holds up or fills up whoever asks. Two threads talk with it: one hands a
question over and waits for the line that answers it, the other listens to what it says aside
(on stderr) and puts a part of that into the log. What a program prints unasked stays in the
pipe until the program has to wait. A program that is ended is asked first (its stdin closes),
then told (SIGTERM), then made to, together with all that it has started.
"""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import IO

from galopp.bots.outside.aside import Aside
from galopp.bots.outside.failed import BotFailed

LONGEST_LINE = 2**16  # bytes of an answer
AT_ONCE = 2**16  # bytes read at a time
A_MOMENT = 0.2  # seconds between two looks whether it is still there
TO_END_BY_ITSELF = 1.0  # seconds after stdin was closed
TO_END_WHEN_TOLD = 0.5
TO_END_WHEN_KILLED = 5.0  # only a system in trouble takes longer than a moment for it

# What a program is told of the world it runs in; passwords and keys are nothing to it.
ENVIRONMENT = (
    *("PATH", "HOME", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR"),
    *("VIRTUAL_ENV", "CONDA_PREFIX", "PYTHONPATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"),
    *("XDG_CACHE_HOME", "NUMBA_DISABLE_JIT", "GALOPP_CHECKED"),
    *("SYSTEMROOT", "COMSPEC", "PATHEXT", "TEMP", "TMP"),  # Windows starts nothing without
    *("USERPROFILE", "APPDATA", "LOCALAPPDATA"),
)


@dataclass(frozen=True)
class Command:
    """What to start."""

    words: tuple[str, ...]
    packages: tuple[str, ...] = ()  # where its Python looks for packages, if it matters


class Program:
    """One run of a program, from its start until it is ended. One thread at a time asks it."""

    def __init__(self, command: Command, name: str, memory: int) -> None:
        self.name = name
        self._process = _start(command, name)
        _hold_back(self._process.pid, memory)
        self._aside = Aside(name, _pipe(self._process.stderr))
        self._questions: SimpleQueue[bytes | None] = SimpleQueue()
        self._answers: SimpleQueue[bytes | BotFailed | None] = SimpleQueue()
        self._ending = threading.Lock()
        self._ended = False
        self._threads = [
            threading.Thread(target=target, name=f"{told} {name}", daemon=True)
            for target, told in ((self._talk, "talks to"), (self._aside.listen, "listens to"))
        ]
        for thread in self._threads:
            thread.start()

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._process.pid

    def ask(self, question: bytes, seconds: float) -> bytes:
        """The line that answers; raises `BotFailed`, and then it is to be ended."""
        self._aside.begin()
        self._questions.put(question)
        answer = self._answer_within(seconds)
        if answer is None:
            raise self._has_ended()
        if isinstance(answer, BotFailed):
            raise answer
        return answer

    def _answer_within(self, seconds: float) -> bytes | BotFailed | None:
        """What came of a question; None if the program has ended, whoever holds its pipes still."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            has_ended = self._process.poll() is not None
            try:
                return self._answers.get(timeout=min(left, A_MOMENT))
            except Empty:
                if has_ended:
                    return None
        return BotFailed("bot_is_too_slow", self.name, seconds=f"{seconds:g}")

    def end(self, patience: float = TO_END_BY_ITSELF) -> None:
        """End it, whatever it takes; it has so many seconds to do it by itself."""
        with self._ending:
            if self._ended:
                return
            self._ended = True
            self._questions.put(None)
            if not self._is_gone(patience):
                self._send(signal.SIGTERM)
                self._is_gone(TO_END_WHEN_TOLD)
            self._send(_KILL)  # also for what it has started, if it is gone itself
            self._is_gone(TO_END_WHEN_KILLED)
            self._wait_for_threads()

    # --- Talking

    def _talk(self) -> None:
        told, heard = _pipe(self._process.stdin), _pipe(self._process.stdout)
        while (question := self._questions.get()) is not None:
            self._answers.put(self._exchange(question, told, heard))
        with contextlib.suppress(OSError):
            told.close()
        with heard:
            while heard.read(AT_ONCE):
                pass  # what else it says until it has ended

    def _exchange(
        self, question: bytes, told: IO[bytes], heard: IO[bytes]
    ) -> bytes | BotFailed | None:
        """The answer, or None if there is nobody any more who could give one."""
        try:
            while question:
                question = question[told.write(question) :]
        except OSError:
            return None
        return self._line_from(heard)

    def _line_from(self, heard: IO[bytes]) -> bytes | BotFailed | None:
        said = b""
        while b"\n" not in said and len(said) <= LONGEST_LINE:
            more = heard.read(AT_ONCE)
            if not more:
                return None
            said += more
        line, _, rest = said.partition(b"\n")
        if len(line) > LONGEST_LINE:
            return BotFailed("bot_says_too_much", self.name, most=LONGEST_LINE)
        return BotFailed("bot_speaks_unasked", self.name) if rest else line

    # --- Ending

    def _has_ended(self) -> BotFailed:
        self.end()  # with some time to say why
        last = self._aside.last
        if last:
            return BotFailed("bot_ended_saying", self.name, said=last)
        return BotFailed("bot_ended", self.name)

    def _is_gone(self, seconds: float) -> bool:
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def _wait_for_threads(self) -> None:
        for thread in self._threads:
            # A process that has run away may hold the pipes open: it is not waited for. And
            # when Python clears away a bot that nobody uses, it may do so in any thread.
            if thread is not threading.current_thread():
                thread.join(TO_END_WHEN_TOLD)

    def _send(self, signal_: signal.Signals) -> None:
        """To the program and all that it has started; on Windows, to the program."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if sys.platform == "win32":
                self._process.kill()
            else:
                os.killpg(self._process.pid, signal_)


_KILL = signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL


def _start(command: Command, name: str) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            command.words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env=_environment(command),
            start_new_session=True,  # of its own: a Ctrl-C is not for it
        )
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise BotFailed("bot_not_started", name, why=why) from None


def _environment(command: Command) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ENVIRONMENT if name in os.environ}
    if command.packages:
        kept["PYTHONPATH"] = os.pathsep.join(command.packages)
    return kept


def _hold_back(pid: int, memory: int) -> None:
    """Let it have so much memory and no more; and if the machine runs out, let it go first."""
    if sys.platform == "linux":
        import resource

        with contextlib.suppress(OSError, ValueError):
            resource.prlimit(pid, resource.RLIMIT_DATA, (memory, memory))
        with contextlib.suppress(OSError), open(f"/proc/{pid}/oom_score_adj", "w") as score:
            score.write("1000")


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None, "all three are pipes"
    return pipe
