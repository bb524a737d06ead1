"""A group: what can be known from the events of its log so far.

`fold` takes one more into account. Nothing here judges (that is `judge`), nothing is sent (that is
`feed`), nothing waits: whoever calls brings the time along.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from galopp.group import log
from galopp.group.keys import kept_of
from galopp.group.ratings import Ratings
from galopp.play.luck import Luck
from galopp.table.keys import Kind, is_key

COLOURS = ("green", "blue", "red", "yellow", "brown", "violet", "pink", "grey")

MOST_MEMBERS = 200  # at a time
MOST_NUMBERS = 1000  # members there ever were: no number is given twice
MOST_KEYS = 20  # of a member; one more makes the oldest open nothing
MOST_PASSKEYS = 10  # of a member
MOST_SCREENS = 10  # of a member; one more makes the oldest show nothing
MOST_ONE_TIME_KEYS = 5  # of a member, not used yet; one more makes the oldest open nothing
MOST_OPEN_TABLES = 50
MOST_GAMES = 20_000
MOST_SEASONS = 100
MOST_TOURNAMENTS = 500
MOST_EVENTS = 80_000  # but for members who leave and games that end
KEPT_ANSWERS = 256  # messages whose first answer is known if they come again

PLANNED, PLAYING, BETWEEN, OVER = "planned", "playing", "between", "over"  # of a tournament


@dataclass(slots=True)
class Passkey:
    """What is known of a passkey; the secret half never leaves its device."""

    public_key: str
    count: int  # of signatures


@dataclass(slots=True)
class Member:
    """One member; whoever has left is still counted in games, without a name."""

    number: int
    name: str
    pig: str
    joined: float
    keys: list[str] = field(default_factory=list)  # hashes, the oldest first
    one_time_keys: dict[str, float] = field(default_factory=dict)  # hashes, and until when
    screens: list[str] = field(default_factory=list)  # hashes of keys, the oldest first
    passkeys: dict[str, Passkey] = field(default_factory=dict)
    gone: bool = False

    @property
    def awaited(self) -> bool:
        """Whether they were in the group on another server, and have not come back yet."""
        return not self.gone and not self.keys


class TableOfGroup(NamedTuple):
    """A table that was opened for the group."""

    opened: log.TableOpened
    by: int | None  # a member; None if a round was drawn
    at: float


@dataclass(slots=True)
class GameOfGroup:
    """A game that counts here, unless it was struck."""

    number: int
    played: log.GamePlayed
    added_by: int | None = None  # the member, of a game played elsewhere
    tournament: int = 0
    struck: bool = False
    review: log.GameReviewed | None = None

    @property
    def members(self) -> list[int]:
        """The members who played, in the order of their seats."""
        return [seat.member for seat in self.played.seats if seat.member is not None]


@dataclass(slots=True)
class RoundOfTournament:
    """A round that was drawn."""

    drawn: log.RoundDrawn
    results: dict[str, int] = field(default_factory=dict)  # the game of each table, by its number
    over: bool = False

    @property
    def played_out(self) -> bool:
        """Whether the game of every table is counted."""
        return len(self.results) == len(self.drawn.tables)


@dataclass(slots=True)
class Tournament:
    """A tournament: who takes part, what was drawn, which games belong to it."""

    planned: log.TournamentPlanned
    by: int | None  # the member who planned it
    luck: Luck  # of its draws; its secret is everybody's once it is over
    entered: list[int] = field(default_factory=list)  # in the order in which they came
    rounds: list[RoundOfTournament] = field(default_factory=list)
    over: bool = False

    @property
    def number(self) -> int:
        """Its number, from 1."""
        return self.planned.number

    @property
    def phase(self) -> str:
        """How far it has come."""
        if self.over:
            return OVER
        if not self.rounds:
            return PLANNED
        return BETWEEN if self.rounds[-1].over else PLAYING

    @property
    def round_being_played(self) -> RoundOfTournament | None:
        """The round that is on now, if one is."""
        return self.rounds[-1] if self.phase == PLAYING else None


class Answered(NamedTuple):
    """What a message was answered: up to which event, and the number of what came of it."""

    seq: int
    number: int | None


@dataclass(slots=True)
class Group:
    """Everything known of one group."""

    code: str
    name: str
    pig: str
    colour: str
    founded: float
    invitation: str = ""  # without it nobody joins; "" while the code alone is enough
    members: list[Member] = field(default_factory=list)  # by their numbers
    tables: dict[str, TableOfGroup] = field(default_factory=dict)
    games: list[GameOfGroup] = field(default_factory=list)  # by their numbers, from 1
    counted: dict[tuple[str, int], int] = field(default_factory=dict)  # by table and round
    told: dict[str, int] = field(default_factory=dict)  # by the digests of records
    seasons: dict[int, log.SeasonSet] = field(default_factory=dict)
    tournaments: list[Tournament] = field(default_factory=list)  # by their numbers, from 1
    ratings: Ratings = field(default_factory=Ratings)
    closed: bool = False
    seq: int = 0  # how many events there are
    at: float = 0.0  # when the last one happened
    answered: dict[tuple[int, str], Answered] = field(default_factory=dict)
    keys: dict[str, int] = field(default_factory=dict)  # whose a key is
    # What was worked out from the games, until one is added or changed: not in the log.
    worked_out: dict[str, Any] = field(default_factory=dict)

    def who(self, keys: Iterable[str]) -> int | None:
        """The member who holds one of these keys."""
        opened = (self.keys.get(kept_of(key)) for key in keys if is_key(key))
        return next((member for member in opened if member is not None), None)

    def is_screen(self, keys: Iterable[str]) -> bool:
        """Whether one of these keys is a screen's, which may look."""
        shown = {kept_of(key, Kind.SCREEN) for key in keys if is_key(key)}
        return any(not shown.isdisjoint(member.screens) for member in self.members)

    def who_is_given(self, one_time_key: str, now: float) -> int | None:
        """The member as whom a one-time key lets somebody in, if it still does."""
        kept = kept_of(one_time_key, Kind.ONE_TIME)
        for member in self.members:
            if member.one_time_keys.get(kept, -math.inf) > now:
                return member.number
        return None

    def present(self) -> list[Member]:
        """All who have not left, the oldest first."""
        return [member for member in self.members if not member.gone]

    def is_member(self, number: int) -> bool:
        """Whether somebody of this number is in the group now."""
        return 0 <= number < len(self.members) and not self.members[number].gone

    @property
    def founder(self) -> int:
        """Who founded it; if they have left, or are awaited, the oldest member who is not."""
        there = self.present()
        come = (member for member in there if not member.awaited)
        return next((member.number for member in (*come, *there)), 0)

    def game(self, number: int) -> GameOfGroup | None:
        """A game by its number."""
        return self.games[number - 1] if 1 <= number <= len(self.games) else None

    def counting(self) -> Iterator[GameOfGroup]:
        """The games that count, in the order in which they came to be known."""
        return (game for game in self.games if not game.struck)

    def tournament(self, number: int) -> Tournament | None:
        """A tournament by its number."""
        known = 1 <= number <= len(self.tournaments)
        return self.tournaments[number - 1] if known else None

    @property
    def round_being_played(self) -> RoundOfTournament | None:
        """The round that is on now, if one is."""
        return self.tournaments[-1].round_being_played if self.tournaments else None

    def season_at(self, now: float) -> int | None:
        """The season that is on; of several the one that was set last."""
        on = [number for number, season in self.seasons.items() if season.start <= now < season.end]
        return max(on, default=None)

    def passkey(self, credential: str) -> tuple[int, Passkey] | None:
        """Whose passkey this is, and what is known of it."""
        for member in self.members:
            if credential in member.passkeys:
                return member.number, member.passkeys[credential]
        return None
