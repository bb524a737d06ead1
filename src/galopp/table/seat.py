"""A seat at a table: who sits there, who plays, and whether they are there."""

from dataclasses import dataclass, field

from galopp.core.fault import Unreadable

# What people pick to be known by, besides their name.
PIGS = ("spotted", "striped", "muddy", "curly", "shaggy", "sooty", "rosy", "golden")

# What bots are called, so that one can be told from another.
BOT_NAMES = ("Trudi", "Ringo", "Paula", "Bruno", "Olga")

# What can be said at any table, in every language.
PHRASES = (
    "hello",
    "good_luck",
    "well_played",
    "thanks",
    "sorry",
    "oh_no",
    "your_turn",
    "one_moment",
    "again",
    "goodbye",
    "oink",
    "grunt",
    "squeal",
)


@dataclass(slots=True)
class Seat:
    """One seat. What stands below the line is not in the log: it is gone after a restart."""

    name: str = ""
    pig: str = ""
    key: str = ""  # the hash of the key that opens it; empty for bots and free seats
    level: str = ""  # of the bot that plays here, be it for a person who is away
    bank: float = 0.0  # seconds left to think, where that is counted
    voters: set[int] = field(default_factory=set)  # who would let a bot play on here
    left: bool = False  # stood up, or was sent away, in the middle of a game
    member: int | None = None  # of the table's group
    counts: bool = False  # agrees that the games count for that group
    # ----
    connections: int = 0
    lag: float = 0.0  # seconds, as measured
    away_since: float | None = None

    @property
    def free(self) -> bool:
        """Whether anybody may sit down here."""
        return not self.key and not self.level

    @property
    def person(self) -> bool:
        """Whether the seat is a person's, even if a bot plays on."""
        return bool(self.key)

    @property
    def played_by_person(self) -> bool:
        """Whether a person decides here now."""
        return bool(self.key) and not self.level

    def free_up(self) -> None:
        """Let nobody sit here any more."""
        self.name = self.pig = self.key = self.level = ""
        self.left = self.counts = False
        self.member = None
        self.voters.clear()

    def count(self, connections: int, now: float) -> None:
        """So many devices with the seat's key are there now."""
        if connections and not self.connections:
            self.away_since = None
            self.voters.clear()
        elif self.connections and not connections:
            self.away_since, self.lag = now, 0.0
        self.connections = connections


def read_pig(written: str) -> str:
    """One of the pigs to pick from; raises `Unreadable`."""
    if written not in PIGS:
        raise Unreadable("unknown_pig", written=written, names=", ".join(PIGS))
    return written


def read_phrase(written: str) -> str:
    """One of the phrases; raises `Unreadable`."""
    if written not in PHRASES:
        raise Unreadable("unknown_phrase", written=written, names=", ".join(PHRASES))
    return written
