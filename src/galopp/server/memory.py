"""Keeping the process small and its pauses short, once everything is loaded."""

import ctypes
import gc
import re
from collections.abc import Iterator
from pathlib import Path

# Collections of the youngest objects are cheap and rare enough like this, and a full one,
# which stops everything, comes only when a great deal has been thrown away.
COLLECT_AFTER = (50_000, 20, 100)

MAPS = Path("/proc/self/maps")
CODE = re.compile(r"([0-9a-f]+)-([0-9a-f]+) r-xp .*libllvmlite.*")
DONT_NEED = 4  # MADV_DONTNEED on Linux


def settle() -> None:
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
