"""Whose a table is, where several processes share a database.

All processes that are alive are weighed for the code of a table, and the heaviest has it
(rendezvous hashing): each process finds the same without asking, tables are spread evenly, and
when one comes or goes only those tables move that it gets or had. That is where to ask; whether
somebody may write is for the database to decide.

Where every process knows its place in the list of a proxy, tables are dealt out as nginx does by
`hash`: the table's code as it stands in the address decides, and if that process is away, the
code with the number of the try before it. Then whoever comes through the proxy is where the table
is, without a hop; and again only those tables move whose process comes or goes.
"""

from collections.abc import Sequence
from hashlib import blake2b
from typing import NamedTuple
from zlib import crc32

from galopp.store.contract import EventLog, Member, Slot

TRIES = 20  # of nginx, before it takes the next in turn


class SharedAt(NamedTuple):
    """How a process that shares its tables is found: by the others, and by a proxy."""

    address: str  # as http://10.0.0.5:8080
    slot: Slot | None = None


class Ownership:
    """Where the tables of one server are served."""

    def __init__(self, log: EventLog) -> None:
        self._log = log

    @property
    def shared(self) -> bool:
        """Whether there may be other processes."""
        return bool(self._log.members())

    @property
    def number(self) -> int:
        """The number of this process; another when it was thought dead meanwhile."""
        return self._log.number()

    def still_has(self, number: int) -> bool:
        """Whether what this process took under a number cannot be another's by now."""
        return not self.shared or (self._log.number() == number and self._log.certain())

    @property
    def addresses(self) -> set[str]:
        """Where the processes that are alive are reached."""
        return {member.address for member in self._log.members()}

    @property
    def gets_tables(self) -> bool:
        """Whether tables may become this process's own: not while others have them all."""
        return not self.others_stay or any(one.number == self.number for one in self._staying())

    @property
    def others_stay(self) -> bool:
        """Whether another process can go on with this one's tables."""
        return any(member.number != self.number for member in self._staying())

    def _staying(self) -> Sequence[Member]:
        return [member for member in self._log.members() if not member.away]

    def elsewhere(self, code: str) -> str | None:
        """The address of the process that has a table; None if it is this one."""
        members = self._staying()
        if not members:
            return None
        owner = _by_slot(members, code) or max(members, key=lambda one: _weight(one, code))
        return None if owner.number == self._log.number() else owner.address

    def is_here(self, code: str) -> bool:
        """Whether a table is this process's to serve."""
        return self.elsewhere(code) is None


def _by_slot(members: Sequence[Member], code: str) -> Member | None:
    """Whom nginx would ask; None unless each has another place in one list."""
    places = {member.slot: member for member in members if member.slot}
    if len(places) != len(members) or len({slot.of for slot in places}) != 1:
        return None
    found = {slot.place: member for slot, member in places.items()}
    (of,) = {slot.of for slot in places}
    drawn = 0
    for number in range(TRIES):
        again = str(number) if number else ""
        drawn += crc32(f"{again}{code}".encode()) >> 16 & 0x7FFF
        if (place := 1 + drawn % of) in found:
            return found[place]
    return None


def _weight(member: Member, code: str) -> bytes:
    return blake2b(f"{member.number} {code}".encode(), digest_size=8).digest()
