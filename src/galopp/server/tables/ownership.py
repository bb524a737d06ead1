"""Whose a table is, where several processes share a database.

All processes that are alive are weighed for the code of a table, and the heaviest has it
(rendezvous hashing): each process finds the same without asking, tables are spread evenly, and
when one comes or goes only those tables move that it gets or had. That is where to ask; whether
somebody may write is for the database to decide.
"""

from hashlib import blake2b

from galopp.store.contract import EventLog, Member


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

    def elsewhere(self, code: str) -> str | None:
        """The address of the process that has a table; None if it is this one."""
        members = self._log.members()
        if not members:
            return None
        owner = max(members, key=lambda member: _weight(member, code))
        return None if owner.number == self._log.number() else owner.address

    def is_here(self, code: str) -> bool:
        """Whether a table is this process's to serve."""
        return self.elsewhere(code) is None


def _weight(member: Member, code: str) -> bytes:
    return blake2b(f"{member.number} {code}".encode(), digest_size=8).digest()
