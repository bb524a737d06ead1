"""Which store an address names: a folder for SQLite, postgresql://… for PostgreSQL.

What only PostgreSQL needs is loaded when somebody names one, and need not be installed before.
"""

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
class FolderPlace:
    """A folder with the file of a log."""

    folder: Path

    def __str__(self) -> str:
        return str(self.folder)

    def open(
        self,
        deliver: Deliver = at_once,
        observe: Observe = unobserved,
        sharing: Sharing | None = None,
    ) -> EventLog:
        """Open it for writing, and make it if it is not there; raises `StoreFault`."""
        if sharing is not None:
            raise StoreFault("store_not_shared", path=str(self.folder))
        return Log.open(self.folder, deliver, observe)

    def look(self) -> LogReader:
        """Open it to read, also while a server writes; raises `StoreFault`."""
        try:
            return Log.read_only(self.folder)
        except PermissionError:
            raise StoreFault("store_not_readable", path=str(self.folder)) from None


@dataclass(frozen=True)
class DatabasePlace:
    """A database of PostgreSQL."""

    address: "DatabaseAddress"

    def __str__(self) -> str:
        return str(self.address)

    def open(
        self,
        deliver: Deliver = at_once,
        observe: Observe = unobserved,
        sharing: Sharing | None = None,
    ) -> EventLog:
        """Open it for writing, and make it ready if it is not; raises `StoreFault`."""
        from galopp.store.postgres import Log as DatabaseLog

        return DatabaseLog.open(self.address, deliver, observe, sharing)

    def look(self) -> LogReader:
        """Open it to read, also while a server writes; raises `StoreFault`."""
        from galopp.store.postgres import Reader

        return Reader.look(self.address)


Place = FolderPlace | DatabasePlace


def place_of(written: str | Path) -> Place:
    """The store that somebody named; raises `StoreFault`."""
    if isinstance(written, str) and written.startswith(DATABASE):
        try:
            from galopp.store.postgres.address import DatabaseAddress
        except ImportError:
            raise StoreFault("store_needs_postgres") from None
        return DatabasePlace(DatabaseAddress.read(written))
    return FolderPlace(Path(written))
