"""Writes to try the log with, and a way to let them gather in its queue."""

import threading
from contextlib import contextmanager

from galopp.store import Entry, Heading, Write


def a_heading(table, **changes):
    given = {"phase": "playing", "listed": False, "touched": 1000.5, "due": None} | changes
    return Heading(table, **given)


def an_entry(table, seq, body=None):
    return Entry(table, seq, 1000.5 + seq, body or b'{"said":"%s %d"}' % (table.encode(), seq))


def a_write(table, first, number=1, **heading):
    entries = [an_entry(table, seq) for seq in range(first, first + number)]
    return Write(entries, a_heading(table, **heading))


class Heard:
    """Collects what became of each write, by a name."""

    def __init__(self):
        self.of = {}

    def under(self, name):
        return lambda fault: self.of.update({name: fault})


@contextmanager
def gathering(log, table="GATHER"):
    """Keep the writing thread waiting, so that all writes put meanwhile share one commit.

    With them comes one more, which tells when they are written.
    """
    waiting, go_on = threading.Event(), threading.Event()

    def keep_waiting(fault):
        waiting.set()
        go_on.wait()

    log.append(a_write(table, len(log.read(table))), keep_waiting)
    waiting.wait()
    written = threading.Event()
    try:
        yield
        log.append(Write([], a_heading(table)), lambda fault: written.set())
    finally:
        go_on.set()
    written.wait()


def everything(reader):
    """All tables with all their events."""
    return {heading.table: reader.read(heading.table) for heading in reader.headings()}


def keep(log, *subscriptions):
    """Keep what people asked to be told, and wait for it."""
    for row in subscriptions:
        log.keep_subscription(row, lambda fault: None)
    log.append_and_wait(Write([], a_heading("KQ")))  # behind them in the queue
