"""The command `galopp`."""

from galopp.cli.app import app

__all__ = ["app"]
