"""The devices of members: each has a key of its own, so that a lost one can be shut out.

A new device is let in by a key that holds once, from a device that is in, or by a passkey, which
proves who somebody is. Whether its signature is right is for whoever calls; here is judged what
follows from it.
"""

from galopp.group import log
from galopp.group.checks import check_founder, check_member, check_not_worn_out, check_open
from galopp.group.group import MOST_PASSKEYS, Group
from galopp.group.keys import kept_of
from galopp.group.verdict import Verdict, named, signed
from galopp.table.keys import Kind, new_key, own_key
from galopp.table.refused import Refused
from galopp.table.settings import DAY

# Seconds that a one-time key holds.
HOUR = 3600.0  # for another device of one's own
MONTH = 30 * DAY  # for somebody who is awaited


def make_one_time_key(group: Group, by: int, now: float, member: int | None = None) -> Verdict:
    """A key by which a member comes in on another device, once.

    For oneself; the founder also makes one for somebody who has not come yet from another server.
    """
    check_open(group)
    check_member(group, by)
    check_not_worn_out(group)
    own = member is None or member == by
    who = by if member is None or own else _awaited(group, by, member)
    key, until = new_key(), now + (HOUR if own else MONTH)
    made = log.OneTimeKeyMade(member=who, key=kept_of(key, Kind.ONE_TIME), until=until)
    return Verdict(signed([made], named(by)), {"member": who, "key": key})


def _awaited(group: Group, by: int, member: int) -> int:
    check_founder(group, by)
    check_member(group, member)
    if not group.members[member].awaited:
        raise Refused("member_is_not_awaited")
    return member


def use_one_time_key(group: Group, shown: str, key: str | None, now: float) -> Verdict:
    """A key of one's own on a new device; asking twice with the same is asking once."""
    check_open(group)
    key = own_key(key)
    member = group.who_is_given(shown, now)
    if member is not None:
        return add_key(group, member, key, kept_of(shown, Kind.ONE_TIME))
    known = group.who([key])
    if known is None:
        raise Refused("one_time_key_is_used")
    return Verdict([], {"member": known, "key": key})


def add_key(group: Group, member: int, key: str | None = None, used: str = "") -> Verdict:
    """One more key for a member; the same one twice is one."""
    check_open(group)
    check_member(group, member)
    key = own_key(key)
    gives: dict[str, str | int] = {"member": member, "key": key}
    if group.who([key]) == member:
        return Verdict([], gives)
    if group.who([key]) is not None:
        raise Refused("not_a_key")  # somebody else's
    added = log.KeyAdded(member=member, key=kept_of(key), used=used)
    return Verdict(signed([added], named(member)), gives)


def add_screen(group: Group, member: int, before: str = "") -> Verdict:
    """A key for a screen, which only lets it look; the one before, if it still does.

    Never one of somebody's own making: who was sent away may have the link of an old one.
    """
    check_open(group)
    check_member(group, member)
    if group.is_screen([before]):
        return Verdict([], {"key": before})
    check_not_worn_out(group)
    key = new_key()
    added = log.ScreenAdded(member=member, key=kept_of(key, Kind.SCREEN))
    return Verdict(signed([added], named(member)), {"key": key})


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
