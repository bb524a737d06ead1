"""`python -m galopp` is the command `galopp`."""

from galopp.cli import app

app()
