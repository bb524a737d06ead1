"""What members may say to their group.

Every message has an `id` that its sender made up: sent again, it is answered as the first time
and does nothing twice.

    {"type": "set_season", "id": "f3a9", "name": "Spring", "start": 1770000000, "end": 1777000000}

Unknown fields are refused. Tables are opened and games are brought by requests of their own
(`galopp.wire.groups`): they need more than the group.
"""

from typing import Annotated, TypeAlias

from msgspec import Meta

from galopp.table.message import Name, Said, Written

Member = Annotated[int, Meta(ge=0, le=999)]
Number = Annotated[int, Meta(ge=1, le=100_000)]
Moment = Annotated[float, Meta(ge=0, le=1e11)]  # seconds since 1970


class RenameGroup(Said, frozen=True, kw_only=True):
    """Call the group otherwise, or let it look otherwise. Founder only."""

    name: Written
    pig: Name
    colour: Name


class RenameMember(Said, frozen=True, kw_only=True):
    """Go by another name or pig."""

    name: Written
    pig: Name


class DropKeys(Said, frozen=True, kw_only=True):
    """Let only the key that says so open anything: other devices were lost."""


class DropPasskey(Said, frozen=True, kw_only=True):
    """Let a passkey of one's own open nothing any more."""

    credential: Annotated[str, Meta(max_length=1400)]


class LeaveGroup(Said, frozen=True, kw_only=True):
    """Leave; one's name becomes "somebody". If the founder leaves, the next oldest member is."""


class RemoveMember(Said, frozen=True, kw_only=True):
    """Send a member away for good, and renew the invitation. Founder only."""

    member: Member


class RenewInvitation(Said, frozen=True, kw_only=True):
    """Let links that were given out so far let nobody join any more. Founder only."""


class CloseGroup(Said, frozen=True, kw_only=True):
    """Delete everything for good. Founder only."""


class StrikeGame(Said, frozen=True, kw_only=True):
    """Let a game count no more. The founder, or whoever added it."""

    number: Number


class SetSeason(Said, frozen=True, kw_only=True):
    """Set a season; with a number, change that one. Founder only."""

    name: Written
    start: Moment
    end: Moment
    number: Number | None = None


class PlanTournament(Said, frozen=True, kw_only=True):
    """Plan a tournament; whoever plans it takes part. One at a time."""

    name: Written
    games: Annotated[list[Name], Meta(min_length=1, max_length=12)]
    size: Annotated[int, Meta(ge=2, le=5)] = 4
    rounds: Annotated[int, Meta(ge=1, le=40)] = 3
    minutes: Annotated[int, Meta(ge=0, le=600)] = 0
    filler: Name = ""
    over_days: bool = False


class EnterTournament(Said, frozen=True, kw_only=True):
    """Take part from the next round on; with a member, enter somebody else (founder only)."""

    tournament: Number
    member: Member | None = None


class WithdrawFromTournament(Said, frozen=True, kw_only=True):
    """Take part no more; with a member, somebody else does not (founder only)."""

    tournament: Number
    member: Member | None = None


class EndTournament(Said, frozen=True, kw_only=True):
    """Let its standings be final before all rounds are played. Founder, or who planned it."""

    tournament: Number


AnyGroupMessage: TypeAlias = (
    RenameGroup
    | RenameMember
    | DropKeys
    | DropPasskey
    | LeaveGroup
    | RemoveMember
    | RenewInvitation
    | CloseGroup
    | StrikeGame
    | SetSeason
    | PlanTournament
    | EnterTournament
    | WithdrawFromTournament
    | EndTournament
)
