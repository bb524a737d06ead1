"""Everything from one store into another, and that it arrived: event by event."""

import math
import os
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from galopp.store import Entry, Heading, Write
from galopp.store.contract import Done, EventLog, LogReader
from galopp.store.fault import StoreFault
from galopp.store.sqlite import Log as FileLog
from galopp.store.sqlite.errors import TROUBLE, fault_of
from galopp.store.sqlite.folder import FILE, sync
from galopp.store.sqlite.schema import is_ours

AT_A_TIME = 500  # events in one write
UNDER_WAY = 200  # writes that wait for the disk together


@dataclass(frozen=True)
class Copied:
    """How much was copied."""

    tables: int
    events: int


def move(source: LogReader, target: EventLog, place: str) -> Copied:
    """Copy everything into an empty store, then compare; raises `StoreFault`.

    `place` is the target as faults name it. The source stays as it is.
    """
    if target.headings() or target.names_kept("") or target.subscriptions():
        raise StoreFault("store_not_empty", path=place)
    try:
        _copy(source, target)
        return compare(source, target, place)
    except BaseException:
        _empty(target)
        raise


def _empty(target: EventLog) -> None:
    """Leave nothing half moved: whoever tries again finds the store as empty as it was."""
    with suppress(StoreFault):
        for heading in target.headings():
            target.delete(heading.table)
        target.throw_away("", math.inf)


def _copy(source: LogReader, target: EventLog) -> None:
    with _under_way() as under_way:
        for heading in source.headings():
            for entries in _pieces(source, heading.table):
                target.append(Write(entries, heading), under_way.one_more())
    with _under_way() as under_way:  # which belong to tables that must be there by now
        for row in source.subscriptions():
            target.keep_subscription(row, under_way.one_more())
    for name in source.names_kept(""):
        kept = source.kept_row(name)
        if kept is not None:
            target.keep(kept.name, kept.body, kept.touched)


def compare(source: LogReader, target: LogReader, place: str) -> Copied:
    """Read both from beginning to end; raises `StoreFault` where they differ."""
    events = 0
    headings = source.headings()
    _same(headings, target.headings(), place, "tables")
    for heading in headings:
        events += _compare_table(source, target, heading, place)
    _same(source.subscriptions(), target.subscriptions(), place, "subscriptions")
    names = source.names_kept("")
    _same(names, target.names_kept(""), place, "kept")
    for name in names:
        _same(source.kept_row(name), target.kept_row(name), place, name)
    return Copied(len(headings), events)


def _compare_table(source: LogReader, target: LogReader, heading: Heading, place: str) -> int:
    """The events of a table, which both must have alike."""
    found = 0
    for entries in _pieces(source, heading.table):
        there = target.read_between(heading.table, found, found + AT_A_TIME - 1)
        _same(entries, there, place, heading.table)
        found += len(entries)
    _same([], target.read(heading.table, found - 1), place, heading.table)
    return found


def _same(one: object, other: object, place: str, what: str) -> None:
    if one != other:
        raise StoreFault("store_not_alike", path=place, what=what)


def _pieces(source: LogReader, table: str) -> Iterator[list[Entry]]:
    for number in count():
        first = number * AT_A_TIME
        entries = source.read_between(table, first, first + AT_A_TIME - 1)
        if entries:
            yield entries
        if len(entries) < AT_A_TIME:
            return


class _UnderWay:
    """Writes that are under way: so many at once, and the first thing that failed."""

    def __init__(self) -> None:
        self._places = threading.Semaphore(UNDER_WAY)
        self._failed: Exception | None = None

    def one_more(self) -> Done:
        """Wait for a place; what to call when the write is done."""
        self._places.acquire()
        self.check()
        return self._done

    def _done(self, fault: Exception | None) -> None:
        self._failed = self._failed or fault
        self._places.release()

    def check(self) -> None:
        """Raise what failed."""
        if self._failed is not None:
            raise self._failed

    def wait(self) -> None:
        """Until nothing is under way."""
        for _ in range(UNDER_WAY):
            self._places.acquire()


@contextmanager
def _under_way() -> Iterator[_UnderWay]:
    under_way = _UnderWay()
    yield under_way
    under_way.wait()
    under_way.check()


def copy_to_file(source: LogReader, to: Path) -> None:
    """Copy everything into a file of SQLite, which appears when it is whole and compared."""
    if to.is_file() and not is_ours(to):
        raise StoreFault("store_not_replaced", path=str(to))
    try:
        with tempfile.TemporaryDirectory(dir=to.parent, prefix=f".{to.name}.") as beside:
            with FileLog.open(Path(beside)) as log:
                move(source, log, str(to))
            os.replace(Path(beside) / FILE, to)
        sync(to.parent)
    except TROUBLE as error:
        raise fault_of(error, to) from None
