"""The devices of members: keys, and passkeys that prove on a new one who somebody is.

Whether a passkey's signature is right is for whoever calls; here is judged what follows from it.
"""

from galopp.group import log
from galopp.group.checks import check_member, check_open
from galopp.group.group import MOST_PASSKEYS, Group
from galopp.group.keys import kept_of
from galopp.group.verdict import Verdict, named, signed
from galopp.table.keys import own_key
from galopp.table.refused import Refused


def add_key(group: Group, member: int, key: str | None = None) -> Verdict:
    """One more key for a member; the same one twice is one."""
    check_open(group)
    check_member(group, member)
    key = own_key(key)
    gives: dict[str, str | int] = {"member": member, "key": key}
    if group.who([key]) == member:
        return Verdict([], gives)
    if group.who([key]) is not None:
        raise Refused("not_a_key")  # somebody else's
    added = log.KeyAdded(member=member, key=kept_of(key))
    return Verdict(signed([added], named(member)), gives)


def add_passkey(group: Group, member: int, credential: str, public_key: str, count: int) -> Verdict:
    """A passkey by which a member can prove who they are."""
    check_open(group)
    check_member(group, member)
    if group.passkey(credential) is not None:
        raise Refused("passkey_is_known")
    if len(group.members[member].passkeys) >= MOST_PASSKEYS:
        raise Refused("too_many_passkeys", high=MOST_PASSKEYS)
    added = log.PasskeyAdded(
        member=member, credential=credential, public_key=public_key, count=count
    )
    return Verdict(signed([added], named(member)))


def use_passkey(group: Group, credential: str, count: int, key: str | None = None) -> Verdict:
    """Somebody has proved by a passkey who they are, and is given a key."""
    check_open(group)
    found = group.passkey(credential)
    if found is None:
        raise Refused("no_such_passkey")
    member, known = found
    # One that counts its signatures and goes back has been copied; many count nothing.
    if (count or known.count) and count <= known.count:
        raise Refused("passkey_was_copied")
    used = log.PasskeyUsed(member=member, credential=credential, count=count)
    given = add_key(group, member, key)
    return Verdict([*signed([used], named(member)), *given.events], given.gives)
