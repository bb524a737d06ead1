"""Programs of ours that begin with everything imported and the rules loaded.

To start Python, import this package and load the rules takes a second and a half of a processor,
and the tests start some hundred servers and commands. So a process does it once, for all that one
process of tests starts: it is the fork server of multiprocessing, and forks a process for each of
them. They are processes as any other: they can be stopped, killed, limited and sent to sleep.

Whatever is read while Python starts or this package is imported cannot be had otherwise here: see
`READ_LATER`.
"""

import multiprocessing
import os
import runpy
import signal
import sys
from collections.abc import Mapping, Sequence
from multiprocessing import forkserver
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import NamedTuple

# What of the environment is read only when a command runs.
READ_LATER = {"COLUMNS", "FORCE_COLOR", "GALOPP_DATA", "GALOPP_LANG", "PYTHONIOENCODING", "TERM"}
# What is read while a process begins. Other names come and go as libraries are imported.
READ_AT_ONCE = ("LD_", "PYTHON", "XDG_", "NUMBA_", "GALOPP_")
SAID_AT_ONCE = "--help"  # in the language of the process: commands are declared with it
BEGUN_WITH = dict(os.environ)  # before any test has changed something
NOWHERE = Path(os.devnull)

PRELOADED = "warmed_up"

_forking = multiprocessing.get_context("forkserver")
_forking.set_forkserver_preload([PRELOADED])


class Streams(NamedTuple):
    """The files that are a program's standard input, output and errors."""

    typed: Path = NOWHERE
    said: Path = NOWHERE
    errors: Path = NOWHERE


class WarmProcess:
    """A program that runs in a process of its own, to be used like one of `subprocess.Popen`."""

    def __init__(
        self, program: Sequence[str], environment: Mapping[str, str], streams: Streams
    ) -> None:
        _begin_fork_server()
        asked = (list(program), dict(environment), os.getcwd(), streams)
        self._process: ForkServerProcess = _forking.Process(target=_run, args=asked)
        self._process.start()
        assert self._process.pid is not None
        self.pid: int = self._process.pid

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise TimeoutError(f"process {self.pid} still runs after {timeout} seconds")
        return self._process.exitcode

    def send_signal(self, number: signal.Signals) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def _begin_fork_server() -> None:
    """Let it find what it is to import, of which before Python 3.13 it is told too late."""
    before = os.environ.get("PYTHONPATH")
    here = str(Path(__file__).parent)
    os.environ["PYTHONPATH"] = f"{here}{os.pathsep}{before}" if before else here
    try:
        forkserver.ensure_running()
    finally:
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before


def can_be_warm(program: Sequence[str], environment: Mapping[str, str]) -> bool:
    """Whether a fork of a process that has begun as these tests did would be the same.

    A library that a test has everything begin with, for instance, only comes with a new process.
    """
    known = {**os.environ, **dict.fromkeys(READ_LATER)}
    alike = {**environment, **dict.fromkeys(READ_LATER)}
    as_begun = known == alike and _read_at_once(os.environ) == _read_at_once(BEGUN_WITH)
    later = program[0] != "-c" and SAID_AT_ONCE not in program
    return sys.platform == "linux" and as_begun and later


def _read_at_once(environment: Mapping[str, str]) -> dict[str, str]:
    names = {name for name in environment if name.startswith(READ_AT_ONCE)} - READ_LATER
    return {name: environment[name] for name in names}


def _run(program: list[str], environment: dict[str, str], folder: str, streams: Streams) -> None:
    """Be `python PROGRAM …`."""
    assert PRELOADED in sys.modules, "the fork server leaves out in silence what it does not find"
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    _connect(streams, environment.get("PYTHONIOENCODING", "utf-8"))
    if program[0] == "-m":
        sys.argv = program[1:]
        runpy.run_module(program[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = program
        sys.path.insert(0, str(Path(program[0]).parent))
        runpy.run_path(program[0], run_name="__main__")


def _connect(streams: Streams, encoding: str) -> None:
    """Let the standard streams be these files."""
    for number, (file, mode) in enumerate(zip(streams, ("rb", "ab", "ab"), strict=True)):
        with file.open(mode) as opened:
            os.dup2(opened.fileno(), number)
    sys.stdin = open(0, encoding=encoding, closefd=False)
    sys.stdout = open(1, "w", encoding=encoding, closefd=False)
    sys.stderr = open(2, "w", encoding=encoding, errors="backslashreplace", closefd=False)
