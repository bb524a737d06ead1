"""The last of the disk is kept for what is being played."""

import asyncio
import shutil
from pathlib import Path

import structlog

from galopp.table.refused import NotNow

LEAST_FREE = 200 << 20  # bytes

logger = structlog.get_logger("galopp")


class DiskFloor:
    """How much of a disk must stay free."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder  # None where the disk is a database's, which minds it itself

    async def check(self) -> None:
        """Whether the disk has room for something new; raises `NotNow`."""
        if self._folder is None:
            return
        disk = await asyncio.to_thread(shutil.disk_usage, self._folder)
        if disk.free < LEAST_FREE:
            logger.error("disk runs out", free=disk.free, least=LEAST_FREE)
            raise NotNow("no_room_for_more")
