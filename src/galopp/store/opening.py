"""Which store an address names: a folder for SQLite, postgresql://… for PostgreSQL.

What only PostgreSQL needs is loaded when somebody names one, and need not be installed before.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from galopp.store.contract import Deliver, EventLog, LogReader, Observe, Sharing
from galopp.store.fault import StoreFault
from galopp.store.sqlite import Log
from galopp.store.writer import at_once, unobserved

if TYPE_CHECKING:
    from galopp.store.postgres.address import DatabaseAddress

DATABASE = ("postgresql://", "postgres://")


@dataclass(frozen=True)
class Callbacks:
    """Who hears what a log does, and with whom it is shared."""

    deliver: Deliver
    observe: Observe
    sharing: Sharing | None


class Place(ABC):
    """Where a log is kept."""

    def open(
        self,
        deliver: Deliver = at_once,
        observe: Observe = unobserved,
        sharing: Sharing | None = None,
    ) -> EventLog:
        """Open it for writing, and make it ready if it is not; raises `StoreFault`."""
        return self._open(Callbacks(deliver, observe, sharing))

    @abstractmethod
    def _open(self, callbacks: Callbacks) -> EventLog:
        """Open what it names."""

    @abstractmethod
    def look(self) -> LogReader:
        """Open it to read, also while a server writes; raises `StoreFault`."""


@dataclass(frozen=True)
class FolderPlace(Place):
    """A folder with the file of a log."""

    folder: Path

    def __str__(self) -> str:
        return str(self.folder)

    def _open(self, callbacks: Callbacks) -> EventLog:
        if callbacks.sharing is not None:
            raise StoreFault("store_not_shared", path=str(self.folder))
        return Log.open(self.folder, callbacks.deliver, callbacks.observe)

    def look(self) -> LogReader:
        """Open the folder's file."""
        try:
            return Log.read_only(self.folder)
        except PermissionError:
            raise StoreFault("store_not_readable", path=str(self.folder)) from None


@dataclass(frozen=True)
class DatabasePlace(Place):
    """A database of PostgreSQL."""

    address: "DatabaseAddress"

    def __str__(self) -> str:
        return str(self.address)

    def _open(self, callbacks: Callbacks) -> EventLog:
        from galopp.store.postgres import Log as DatabaseLog

        given = callbacks
        return DatabaseLog.open(self.address, given.deliver, given.observe, given.sharing)

    def look(self) -> LogReader:
        """Open the database."""
        from galopp.store.postgres import Reader

        return Reader.look(self.address)


def place_of(written: str | Path) -> Place:
    """The store that somebody named; raises `StoreFault`."""
    if isinstance(written, str) and written.startswith(DATABASE):
        try:
            from galopp.store.postgres.address import DatabaseAddress
        except ImportError:
            raise StoreFault("store_needs_postgres") from None
        return DatabasePlace(DatabaseAddress.read(written))
    return FolderPlace(Path(written))
