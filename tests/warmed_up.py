"""Imported by the fork server before it forks: all that a server or a command needs."""

import gc

import galopp.cli
import galopp.server.app
from galopp.server.ops.preparing import Preparing

__all__ = ["galopp"]

Preparing().prepare_what_is_compiled()
gc.collect()
gc.freeze()  # or each that is forked looks through all of this for garbage, and copies it with that
