"""Those who want to be told of a table or a group, found by table and by where they are told."""

from collections.abc import Iterable, Iterator

from galopp.server.notices.subscriptions import Listener
from galopp.table.table import Table

MOST_IN_ALL = 100_000


class ListenerIndex:
    """All that are in memory."""

    def __init__(self) -> None:
        self._tables: dict[str, dict[str, Listener]] = {}  # by code, then by id
        self._addresses: dict[str, set[Listener]] = {}
        self._number = 0

    def __iter__(self) -> Iterator[Listener]:
        return (one for table in self._tables.values() for one in table.values())

    def __contains__(self, listener: Listener) -> bool:
        return listener in self._addresses.get(listener.address, ())

    def __len__(self) -> int:
        return self._number

    @property
    def codes(self) -> list[str]:
        """The tables that anybody wants to be told of."""
        return [*self._tables]

    @property
    def full(self) -> bool:
        """Whether nobody else can be taken in."""
        return self._number >= MOST_IN_ALL

    def has(self, code: str) -> bool:
        """Whether anybody wants to be told of a table."""
        return code in self._tables

    def at(self, code: str) -> list[Listener]:
        """Those of one table, the oldest first."""
        return [*self._tables.get(code, {}).values()]

    def of(self, code: str, holders: Iterable[str]) -> list[Listener]:
        """Those of one table that belong to the holders of these keys."""
        return [one for one in self.at(code) if one.kept.holder in holders]

    def known(self, code: str, name: str) -> Listener | None:
        """The one of this id, if there is one."""
        return self._tables.get(code, {}).get(name)

    def told_with(self, listener: Listener) -> set[Listener]:
        """Those who can be told in one message with this one, of whatever table."""
        same = self._addresses.get(listener.address, ())
        return {one for one in same if one.together == listener.together}

    def at_tables(self, listener: Listener) -> list[Listener]:
        """Those at tables of a group that were made from one of the group itself."""
        same = self._addresses.get(listener.address, ())
        return [one for one in same if one.id == listener.id and one.of_group(listener.code)]

    def speaks_for(self, listener: Listener, table: Table) -> bool:
        """Whether somebody's own key at a table has what they asked for in the group told there."""
        own = [one for one in self.at(table.code) if one.kept.of_member is None]
        seats = listener.seats(table)
        return any(one.address == listener.address and one.seats(table) == seats for one in own)

    def take_in(self, listener: Listener) -> None:
        """From now on it is told."""
        table = self._tables.setdefault(listener.code, {})
        self._number += listener.id not in table
        table[listener.id] = listener
        self._addresses.setdefault(listener.address, set()).add(listener)

    def take_out(self, listener: Listener) -> None:
        """It is told nothing any more."""
        if listener not in self:
            return
        table, same = self._tables[listener.code], self._addresses[listener.address]
        del table[listener.id]
        same.discard(listener)
        self._number -= 1
        if not table:
            del self._tables[listener.code]
        if not same:
            del self._addresses[listener.address]
