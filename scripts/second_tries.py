"""Tests that failed beside others and passed alone: named, kept, and not put up with for long.

scripts/second_tries.py begin        a new run of all tests
scripts/second_tries.py note PART    what failed in a part is going to be tried once more, alone
scripts/second_tries.py tell         name what passed then; fails at the third run in a row

`tell` comes after everything has passed. What it named is kept in `.second-tries`, a line a run.
"""

import json
import shutil
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

ROOT = Path(__file__).parents[1]
CACHES = ROOT / ".pytest_cache/parts"  # a folder for each, where pytest keeps what failed
NOTED = CACHES / "second-tries"  # of this run
KEPT = ROOT / ".second-tries"  # of every run that passed
IN_A_ROW = 3


def begin() -> None:
    """Forget what failed in an earlier run."""
    shutil.rmtree(CACHES, ignore_errors=True)


def note(part: str) -> None:
    """Keep the names of the tests that failed in a part of this run."""
    kept = CACHES / part / "v/cache/lastfailed"
    failed = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    NOTED.parent.mkdir(parents=True, exist_ok=True)
    with NOTED.open("a", encoding="utf-8") as noted:
        noted.writelines(f"{name}\n" for name in failed)


def tell() -> int:
    """Say what needed a second try, keep it, and say whether that has gone on for too long."""
    names = NOTED.read_text(encoding="utf-8").splitlines() if NOTED.exists() else []
    with KEPT.open("a", encoding="utf-8") as kept:
        kept.write(" ".join(names) + "\n")
    if not names:
        return 0
    print("\nFailed beside others, and passed on a second try, alone:")
    print("\n".join(f"    {name}" for name in names))
    if runs_in_a_row(KEPT.read_text(encoding="utf-8").splitlines()) < IN_A_ROW:
        return 0
    print(f"That is the {IN_A_ROW}rd run in a row that needed second tries: see to them.")
    print(f"({KEPT.name} has those of every run.)")
    return 1


def runs_in_a_row(kept: Iterable[str]) -> int:
    """How many of the latest runs needed second tries, one after the other."""
    number = 0
    for names in kept:
        number = number + 1 if names else 0
    return number


if __name__ == "__main__":
    commands: dict[str, Callable[..., int | None]] = {"begin": begin, "note": note, "tell": tell}
    sys.exit(commands[sys.argv[1]](*sys.argv[2:]))
