"""Tests that failed beside others and passed alone: named, kept, and not put up with for long.

scripts/second_tries.py begin    a new run of all tests
scripts/second_tries.py note     what has just failed is going to be tried once more, alone
scripts/second_tries.py tell     name what passed then; fails at the third run in a row with such

`tell` comes after everything has passed. What it named is kept in `.second-tries`, a line a run.
"""

import json
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[1]
FAILED = ROOT / ".pytest_cache/v/cache/lastfailed"  # kept by pytest
NOTED = ROOT / ".pytest_cache/second-tries"  # of this run
KEPT = ROOT / ".second-tries"  # of every run that passed
IN_A_ROW = 3


def begin() -> None:
    """Forget what an earlier run noted."""
    NOTED.unlink(missing_ok=True)


def note() -> None:
    """Keep the names of the tests that failed just now."""
    failed = json.loads(FAILED.read_text(encoding="utf-8")) if FAILED.exists() else {}
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
    sys.exit({"begin": begin, "note": note, "tell": tell}[sys.argv[1]]())
