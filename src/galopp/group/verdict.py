"""What comes of a message: events for the log, signed by whoever brought them about."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import structs

from galopp.group.fold import MEMBER
from galopp.group.group import Group
from galopp.group.log import AnyGroupLogged


class Verdict(NamedTuple):
    """What is to be logged, and what the sender alone is given (a key, a number)."""

    events: list[AnyGroupLogged]
    gives: dict[str, str | int] = {}


def signed(events: Sequence[AnyGroupLogged], by: str, answers: str = "") -> list[AnyGroupLogged]:
    """All events say whose they are; the last one also which message it answers."""
    made = [structs.replace(event, by=by) for event in events]
    return [*made[:-1], structs.replace(made[-1], answers=answers)] if made else []


def named(member: int | None) -> str:
    """How the log names a member, or the clock."""
    return "clock" if member is None else f"{MEMBER}{member}"


def answered_before(group: Group, member: int | None, answers: str) -> Verdict | None:
    """What a message that comes again was answered the first time: nothing is done twice."""
    if member is None or (member, answers) not in group.answered:
        return None
    number = group.answered[member, answers].number
    return Verdict([], {} if number is None else {"number": number})
