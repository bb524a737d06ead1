"""What members of a group are shown, as types; `feed` makes it.

`GroupNews` is the whole page but for its long lists: who is in the group, who is there, which
tables are open, the season's standings, the tournament. It is small, and sent anew whenever
something changes. Histories come in pages of their own. Times are seconds since 1970; evenings are
told by their beginning, and named by the reader's own calendar.
"""

import msgspec


class MemberShown(msgspec.Struct, frozen=True):
    """A member as all members see them."""

    member: int
    name: str  # "" for somebody who left
    pig: str
    founder: bool
    here: bool  # looks at the group's page now
    joined: float
    passkeys: list[str]  # credentials, shown to the member alone; else empty
    devices: int  # that are let in, shown to the member alone; else 0
    awaited: bool  # was in the group on another server, and has not come back yet


class TableShown(msgspec.Struct, frozen=True):
    """A table of the group that goes on."""

    table: str
    game: str
    players: int
    phase: str  # "lobby", "playing", "over"
    round: int
    expected: list[int]
    seated: list[int]  # members
    names: list[str]  # of all seats, "" where free
    counts: bool  # everybody there has agreed so far
    opened: float
    tournament: int = 0


class RatingShown(msgspec.Struct, frozen=True):
    """A strength and how uncertain it is (one standard deviation); everybody begins at 25."""

    strength: float
    uncertainty: float


class StandingShown(msgspec.Struct, frozen=True):
    """How one member has done over some games."""

    member: int
    games: int
    victories: float  # shared ones count for their share
    expected: float  # victories if only luck had decided: the sum of 1 / whatever could win
    points: float  # by place: 12 for the first, 0 for the last, evenly between
    place: int  # by victories, then points
    rating: RatingShown | None  # over all games of the group, not of the season alone
    reviewed: int  # games whose luck is known
    luck: float | None  # the sum of it over those, as shares of victory
    luck_error: float | None
    adjusted: float | None  # victories in those games less luck


class HeadToHead(msgspec.Struct, frozen=True):
    """Two members in games both were in: each two once, the older member first."""

    member: int
    other: int
    games: int
    ahead: int  # `member` before `other`
    level: int  # on the same place


class GroupSeatShown(msgspec.Struct, frozen=True):
    """How a seat ended."""

    member: int | None
    name: str  # of a bot or a guest
    level: str
    place: int
    points: int
    share: float
    luck: float | None


class GroupGameShown(msgspec.Struct, frozen=True):
    """A game of the group."""

    number: int
    game: str
    played: float
    seats: list[GroupSeatShown]
    replay: str  # where it can be watched, or ""
    elsewhere: bool
    struck: bool
    cut_short: bool
    tournament: int
    added_by: int | None  # the member who added it, if it was played elsewhere


class EveningShown(msgspec.Struct, frozen=True):
    """Games with no pause of more than six hours between them."""

    start: float
    end: float
    games: list[int]  # their numbers
    standings: list[StandingShown]


class SeasonShown(msgspec.Struct, frozen=True):
    """A season."""

    number: int
    name: str
    start: float
    end: float


class DrawnTableShown(msgspec.Struct, frozen=True):
    """A table of a round."""

    table: str
    seats: list[int | None]  # members; null is a bot
    game: int | None  # its number, once it counts


class RoundShown(msgspec.Struct, frozen=True):
    """A round of a tournament."""

    round: int
    game: str
    tables: list[DrawnTableShown]
    byes: list[int]
    until: float | None
    over: bool


class TournamentRow(msgspec.Struct, frozen=True):
    """How somebody stands in a tournament."""

    member: int
    place: int
    points: float
    victories: float
    opponents: float  # the sum of the points of whom they met: breaks ties
    played: int
    byes: int
    entered: bool  # still takes part
    decided_by: str  # among equal points: "victories", "opponents" or "draw"; else ""


class TournamentShown(msgspec.Struct, frozen=True):
    """A tournament."""

    number: int
    name: str
    phase: str  # "planned", "playing", "between", "over"
    planned_by: int
    games: list[str]
    size: int
    rounds: int
    minutes: int
    filler: str
    over_days: bool
    promise: str  # SHA-256 of the secret that all its draws follow from
    secret: str | None  # once it is over
    entered: list[int]
    drawn: list[RoundShown]
    standings: list[TournamentRow]


class GroupNews(msgspec.Struct, frozen=True, tag_field="type", tag="group"):
    """The group as a member sees it now."""

    seq: int
    stamp: str  # of all that is shown here: ask again with it to wait for something else
    at: float
    code: str
    name: str
    pig: str
    colour: str
    invitation: str  # what a link must carry to let somebody join; "" while the code is enough
    you: int  # the member this is for; -1 where it is for all
    founder: int
    members: list[MemberShown]
    tables: list[TableShown]
    seasons: list[SeasonShown]
    season: int | None  # the number of the one that is on now
    standings: list[StandingShown]  # of that season; of all games where there is none
    evening: EveningShown | None  # the latest
    games: int  # how many there are in all
    latest: list[GroupGameShown]  # the newest first, a few
    tournament: TournamentShown | None  # the latest


class GroupFace(msgspec.Struct, frozen=True):
    """A group as whoever has its link sees it before joining: no games, no names."""

    code: str
    name: str
    pig: str
    colour: str
    members: int
    by_invitation: bool  # the link must carry the latest invitation


class Statistics(msgspec.Struct, frozen=True):
    """Standings and who is ahead of whom, over a season or over everything."""

    season: int | None
    games: int
    standings: list[StandingShown]
    head_to_head: list[HeadToHead]
    evenings: list[EveningShown]  # the latest first, a hundred at most
