"""The log in one SQLite file, with nothing to install."""

from galopp.store.sqlite.log import Log, Reader

__all__ = ["Log", "Reader"]
