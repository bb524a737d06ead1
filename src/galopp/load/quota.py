"""A share of a core for each process that is measured: what is left is for those who measure.

Where servers, load and database have all cores between them, two servers cannot do twice what one
does, whatever they are like. If each may use a fifth of a core, the others hardly notice, and what
a second server brings is seen. Linux does that by control groups, of either version; only root may
make them.
"""

import math
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from galopp.core.fault import Impossible

GROUPS = Path("/sys/fs/cgroup")
# Version 1 has a folder for each thing that is limited, version 2 one for all.
ROOTS = ("cpu", "cpu,cpuacct", "")
MEMBERS = "cgroup.procs"
# Microseconds: short, so that nobody is kept waiting for long, and out of step with the ticks by
# which Linux counts how busy the machine is. It gives a millisecond at least, 0.15 of a core.
PERIOD = 7_000


@contextmanager
def held_to(share: float, processes: Iterable[int]) -> Iterator[None]:
    """Give each of these processes so much of a core for a while, 1.0 or more: all of it."""
    with ExitStack() as groups:
        for process in processes if share < 1 else ():
            groups.enter_context(_held_to(share, process))
        yield


@contextmanager
def _held_to(share: float, process: int) -> Iterator[None]:
    root = _root()
    group = root / f"galopp-bench-{process}"
    with _told():
        group.mkdir()
    try:
        with _told():
            limit(group, share)
            (group / MEMBERS).write_text(str(process))
        yield
    finally:
        for member in (group / MEMBERS).read_text().split():
            (root / MEMBERS).write_text(member)
        group.rmdir()


@contextmanager
def _told() -> Iterator[None]:
    """Whoever may not do this is told so."""
    try:
        yield
    except OSError as failed:
        raise Impossible("bench_no_quota", reason=str(failed)) from None


def _root() -> Path:
    for name in ROOTS:
        if (GROUPS / name / MEMBERS).exists():
            return GROUPS / name
    raise Impossible("bench_no_quota", reason=f"{GROUPS / MEMBERS}?")


def limit(group: Path, share: float) -> None:
    """Tell a control group what share its processes have together."""
    quota = math.ceil(share * PERIOD)
    if (group / "cpu.cfs_quota_us").exists():
        (group / "cpu.cfs_period_us").write_text(str(PERIOD))
        (group / "cpu.cfs_quota_us").write_text(str(quota))
    else:
        (group / "cpu.max").write_text(f"{quota} {PERIOD}")
