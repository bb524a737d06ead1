"""The log of a database, for a process that may write to it."""

from collections.abc import Container, Sequence
from contextlib import ExitStack, closing
from typing import Self

from galopp.store import SubscriptionRow, Write
from galopp.store.contract import Deliver, Done, Member, Observe, Sharing
from galopp.store.postgres.address import Connection, DatabaseAddress
from galopp.store.postgres.append import RELEASE, claim
from galopp.store.postgres.committer import PostgresCommitter
from galopp.store.postgres.membership import Membership
from galopp.store.postgres.reader import Reader
from galopp.store.postgres.schema import make_ready
from galopp.store.reading import LAST
from galopp.store.writer import Job, Writer, at_once, unobserved

EXPIRED_AT_ONCE = 100  # tables
KEEP = """
INSERT INTO galopp.kept (name, body, touched) VALUES (%s, %s, %s)
ON CONFLICT (name) DO UPDATE SET touched = excluded.touched RETURNING xmax = 0
"""  # no transaction has ever changed a row that is new
THROW_AWAY = "DELETE FROM galopp.kept WHERE touched < %s AND name >= %s AND name < %s"
KEEP_SUBSCRIPTION = """
INSERT INTO galopp.notice (code, id, body) SELECT code, %s, %s FROM galopp.heading WHERE code = %s
ON CONFLICT (code, id) DO UPDATE SET body = excluded.body
"""
DROP_SUBSCRIPTION = "DELETE FROM galopp.notice WHERE code = %s AND id = %s"
STALE = "SELECT code FROM galopp.heading WHERE phase = ANY(%s) AND touched < %s ORDER BY code"


class Log(Reader):
    """The log of a database, for a process that may write to it."""

    def __init__(
        self,
        address: DatabaseAddress,
        membership: Membership,
        writer: Writer[Connection],
        deliver: Deliver,
    ) -> None:
        super().__init__(address)
        self._membership = membership
        self._writer = writer
        self._deliver = deliver
        self._open = True

    @classmethod
    def open(
        cls,
        address: DatabaseAddress,
        deliver: Deliver = at_once,
        observe: Observe = unobserved,
        sharing: Sharing | None = None,
    ) -> Self:
        """Open a database for writing, and make it ready if it is not; raises `StoreFault`.

        `deliver` runs the `done` calls of a whole commit; without one the writing thread does.
        `observe` is told, in the writing thread, how many seconds a commit took and how many
        writes were in it. With `sharing` other processes may write to the same database.
        """
        with closing(address.connect()) as connection:
            make_ready(connection, str(address))
        with ExitStack() as undo:
            membership = Membership(address, sharing)
            undo.callback(membership.close)
            writer = Writer(PostgresCommitter(address, membership), observe)
            undo.callback(writer.close)
            log = cls(address, membership, writer, deliver)
            undo.pop_all()
        return log

    def members(self) -> Sequence[Member]:
        """The processes that share the database, this one included; none where it is alone."""
        return self._membership.members

    def number(self) -> int:
        """The number of this process among them; another when it was thought dead meanwhile."""
        return self._membership.number

    def certain(self) -> bool:
        """Whether no other process can have taken this one's tables by now."""
        return self._membership.alone or self._membership.certain

    def claim(self, table: str) -> bool:
        """Make a table this process's own; False if it belongs to another that is alive."""
        if self._membership.alone:
            return True  # whatever it appends to becomes its own
        number = self._membership.number
        return self._writer.ask(lambda connection: claim(connection, number, table))

    def release(self, table: str, done: Done) -> None:
        """Queue that a table is no longer this process's own."""
        given = (table, self._membership.number)

        def release(connection: Connection) -> None:
            connection.execute(RELEASE, given)

        self._writer.put(Job(release, done, self._deliver))

    def arrive(self) -> None:
        """Tell the others that this process is ready to have tables of its own."""
        self._membership.arrive()

    def leave(self) -> None:
        """Tell the others to count on this process no more; it goes on until it is closed."""
        self._membership.leave()

    def append(self, write: Write, done: Done) -> None:
        """Queue a write and return; `done` hears None after the sync, or else what failed."""
        self._writer.put(Job(write, done, self._deliver))

    def append_and_wait(self, write: Write) -> None:
        """Write and return after the sync; for scripts and tests."""
        self._writer.put_and_wait(write)

    def written_ahead(self) -> int:
        """Nothing that is for us to mind: the database brings home what it wrote."""
        return 0

    def keep(self, name: str, body: bytes, at: float) -> bool:
        """Keep something under a name; what is there already stays, and is touched.

        Whether it is new. Waits for the sync.
        """

        def keep(connection: Connection) -> bool:
            row = connection.execute(KEEP, (name, body, at)).fetchone()
            return row == (True,)

        return self._writer.ask(keep)

    def throw_away(self, beginning: str, touched_before: float) -> bool:
        """Delete what is kept under names that begin like this and was not touched since."""
        given = (touched_before, beginning, beginning + LAST)
        return self._writer.ask(
            lambda connection: connection.execute(THROW_AWAY, given).rowcount > 0
        )

    def keep_subscription(self, row: SubscriptionRow, done: Done) -> None:
        """Queue what somebody asked to be told; of a table that is deleted nothing is kept."""

        def keep(connection: Connection) -> None:
            connection.execute(KEEP_SUBSCRIPTION, (row.id, row.body, row.table))

        self._writer.put(Job(keep, done, self._deliver))

    def drop_subscription(self, table: str, name: str, done: Done) -> None:
        """Queue that somebody is to be told nothing any more."""

        def drop(connection: Connection) -> None:
            connection.execute(DROP_SUBSCRIPTION, (table, name))

        self._writer.put(Job(drop, done, self._deliver))

    def delete(self, table: str) -> bool:
        """Delete a table; False if there was none. Waits for the sync."""
        return self._delete_if("code = %s", table)

    def expire(
        self, phases: Sequence[str], touched_before: float, in_use: Container[str] = ()
    ) -> list[str]:
        """Delete tables in these phases that nobody has touched since; their codes.

        Those in use are spared: people may wait at a table for long without touching it. Of
        many, some are left for the next time: whoever reads waits meanwhile.
        """
        rows = self._rows(STALE, list(phases), touched_before)
        old = [table for (table,) in rows if table not in in_use][:EXPIRED_AT_ONCE]
        # Each in a commit of its own, so that no move waits for all of them.
        condition = "code = %s AND touched < %s"
        return [table for table in old if self._delete_if(condition, table, touched_before)]

    def _delete_if(self, condition: str, table: str, *arguments: float) -> bool:
        """The heading first, in a statement of its own: then nobody appends any more."""

        def delete(connection: Connection) -> bool:
            found = connection.execute(
                f"DELETE FROM galopp.heading WHERE {condition}", (table, *arguments)
            ).rowcount
            if found:
                connection.execute("DELETE FROM galopp.event WHERE code = %s", (table,))
                connection.execute("DELETE FROM galopp.notice WHERE code = %s", (table,))
            return bool(found)

        return self._writer.ask(delete)

    def close(self) -> None:
        """Write what is waiting, then let go of the database."""
        if self._open:
            self._open = False
            self._writer.finish()  # those it answers may still read
            super().close()
            self._writer.close()
            self._membership.close()
