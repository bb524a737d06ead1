"""A PostgreSQL with a standby that has whatever was acknowledged, and takes over."""

import os

from databases import COMMON, USER, Cluster, carry_out

NAME = "standby"
# A standby tries every five seconds to follow a database that has begun anew, unless it is told
# to be quicker; until then nothing is acknowledged.
FOLLOWS_SOON = "wal_retrieve_retry_interval=500ms"
SETTINGS = (
    *COMMON,
    *("fsync=on", "full_page_writes=on", "max_connections=60", "wal_keep_size=64MB"),
    FOLLOWS_SOON,
)
DISK = "400m"  # of each of the two
WAITS_FOR = f"ALTER SYSTEM SET synchronous_standby_names = '{NAME}'"
WAITS_FOR_NOBODY = "ALTER SYSTEM RESET synchronous_standby_names"


class ReplicatedCluster:
    """Two databases, of which one follows the other; each on a disk of its own, where root may."""

    def __init__(self) -> None:
        size = DISK if os.geteuid() == 0 else None
        self.primary = Cluster(SETTINGS, size)
        self.standby = Cluster.replica(self.primary, NAME, size)
        self.both = (self.primary, self.standby)
        self._wait_for_standby()

    def _wait_for_standby(self) -> None:
        """From now on nothing is acknowledged that the standby does not have."""
        carry_out(self.primary.address(), WAITS_FOR, "SELECT pg_reload_conf()")

    def fail_over(self) -> None:
        """The one falls as by a power cut, and the other takes its place."""
        self.primary.stop("immediate")
        self.standby.promote()
        self.primary, self.standby = self.standby, self.primary

    def rebuild(self) -> None:
        """The one that fell follows the other."""
        self.standby.follow(self.primary, NAME)
        self._wait_for_standby()

    def address(self, name: str) -> str:
        """Whichever of the two takes writes."""
        folders = ",".join(str(one.folder) for one in self.both)
        ports = ",".join(str(one.port) for one in self.both)
        return (
            f"postgresql://{USER}@/{name}?host={folders}&port={ports}"
            "&target_session_attrs=read-write"
        )

    def remove(self) -> None:
        for one in self.both:
            one.remove()
