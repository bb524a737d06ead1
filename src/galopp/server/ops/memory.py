"""Keeping the process small and its pauses short, once everything is loaded."""

import asyncio
import ctypes
import gc
import re
from collections.abc import Iterator
from pathlib import Path

# By itself the collector looks at the youngest objects only. A full look stops everything for
# a tenth of a second and more where thousands of lines are open; `Garbage` says when it is
# worth that. And since it counts objects made less objects freed, and a table frees as many
# old ones as it makes new ones, the young pile up uncounted: so it is told to look, often and
# briefly.
COLLECT_AFTER = (5_000, 1_000_000, 1_000_000)
LOOK_EVERY = 0.2  # seconds
WORTH_IT = 500  # lines and rooms that are gone

MAPS = Path("/proc/self/maps")
CODE = re.compile(r"([0-9a-f]+)-([0-9a-f]+) r-xp .*libllvmlite.*")
DONT_NEED = 4  # MADV_DONTNEED on Linux


class Garbage:
    """What is gone, and holds itself in memory: a line, its task and its transport in a ring."""

    def __init__(self) -> None:
        self._gone = 0

    def add(self) -> None:
        """One more is gone."""
        self._gone += 1

    def clear_away(self, still_here: int) -> None:
        """Look for garbage, if much has gone beside what is here, or nobody is here to wait."""
        if self._gone > WORTH_IT + still_here // 4 or (self._gone and not still_here):
            self._gone = 0
            gc.collect()


async def collect_the_youngest() -> None:
    """Let the collector look at what is new, again and again: a millisecond each time."""
    while True:
        await asyncio.sleep(LOOK_EVERY)
        gc.collect(0)


def freeze() -> None:
    """What is there now stays: the collector need never look at it again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)
    let_go_of_the_compiler()


def let_go_of_the_compiler() -> None:
    """Hand the pages of the compiler's own code back to the system.

    Linking the rules brings 50 MiB of LLVM into memory, none of which runs again while the
    server serves. They are read from its file once more if they ever should.
    """
    for start, end in _compilers_code():
        ctypes.CDLL(None).madvise(ctypes.c_void_p(start), ctypes.c_size_t(end - start), DONT_NEED)


def _compilers_code() -> Iterator[tuple[int, int]]:
    """Where the compiler's code is in memory; nowhere on systems that do not tell."""
    if MAPS.exists():
        for found in CODE.finditer(MAPS.read_text(encoding="utf-8")):
            yield int(found[1], 16), int(found[2], 16)
