"""What every game offers, so that everything above it serves any game.

`Rules` is a folder in `games/`, and `Heuristics` the file of the same name in `bots/`, which
knows how to play it. What only some games have to offer are the smaller protocols before each.

The verbs are kernels: each works on one record, compiled or interpreted, and is trusted
with legal input only. A state is one `STATE` record; what a seat may know of it is one
`SEEN` record, and nothing that faces a person, a bot or a network is made from anything
else.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from galopp.core.cards import Cards
from galopp.core.chance import Chance
from galopp.core.events import EventTable, Tells, Told
from galopp.core.option import Option, Options
from galopp.core.record import Field, Record
from galopp.core.words import Name, Plain

NOTHING_YET = -1  # the last decision, before there was one
SECRET = -2  # the last decision, to those who may not know what was decided


@dataclass(frozen=True)
class MoveKind:
    """A kind of decision: its codes run from `first`, one for each of its subjects.

    `subject` says what the move is about ("card", "pig", "space"…) and is empty for a move
    that is about nothing further (draw). `verb` is how the notation begins; the kind that
    makes up most of a game has none, and its moves are written by their subject alone.
    """

    kind: str
    first: int
    verb: str
    subject: str = ""
    subjects: tuple[str, ...] = ("",)

    def notations(self) -> dict[int, str]:
        """Code and notation of each move of this kind."""
        return {
            self.first + n: " ".join(word for word in (self.verb, subject) if word)
            for n, subject in enumerate(self.subjects)
        }


@dataclass(frozen=True)
class LastDecision:
    """How the last decision is written: its notation, null, or "secret" to who may not know."""

    notations: tuple[str, ...]

    def write(self, value: int) -> Plain:
        """The notation; null before there was any decision."""
        return "secret" if value == SECRET else Name(self.notations, or_none=True).write(value)

    def read(self, plain: Plain) -> int:
        """The code."""
        return SECRET if plain == "secret" else Name(self.notations, or_none=True).read(plain)


class ManyDecide(Protocol):
    """What a game offers besides, if a rule lets several seats decide at the same time."""

    @staticmethod
    def deciders(state: Record) -> int:
        """The seats that may decide now, as bits."""

    @staticmethod
    def ask(state: Record, seat: int) -> None:
        """Make a seat that may decide the one that is asked now."""


class UnownedWin(Protocol):
    """What a game offers besides, if something can win that belongs to no seat."""

    @staticmethod
    def unowned_winners(seen: Record) -> list[str]:
        """What has won and is nobody's, by name."""


class Progress(Protocol):
    """What a game offers besides, if its points tell only who has won."""

    @staticmethod
    def progress(seen: Record, seat: int) -> int:
        """How far a seat has come, the more the better."""


@dataclass(frozen=True)
class Challenge:
    """What a game says besides, if a play can need a call that others may find missing.

    A live table puts a window of time around it; these are the words in which it then tells
    the rules what came of it.
    """

    due: int  # the phase in which the call is made or missed
    call: int  # the codes
    silent: int
    catch: int
    let_go: int
    window: int  # where the options hold the window's length in seconds
    bots_catch: int  # where they hold how often bots catch, of a hundred times


class Challenges(Protocol):
    """What a game offers besides, if a play can need a call."""

    CHALLENGE: Challenge


class Foretells(Protocol):
    """What a game says besides, if a decision is carried out only when others have decided too."""

    @staticmethod
    def foretell(seen: Record, code: int, told: Told) -> None:
        """Note what will come of it whatever the others decide, as far as the seat knows that."""


class Earns(Protocol):
    """What a game says besides, if something is earned after hidden things were turned up."""

    # Events of which a seat may be certain all the same: few things decide them, each evenly.
    EARNED: tuple[EventTable, ...]


# What a seat was told of a race, (entries,) of `history.ENTRY`, the oldest first.
History: TypeAlias = npt.NDArray[Any]
Known: TypeAlias = npt.NDArray[np.int64]  # what a game concludes from a history


class Recalls(Protocol):
    """What a game offers, so that its races have a history."""

    KNOWN: int  # numbers that `conclude` needs; 0 where what is seen has all that matters

    @staticmethod
    def recall(before: Record, after: Record, news: History) -> int:
        """Note what a viewer was told by a decision, from its views before and after it.

        Returns how many entries there are, or NEW_RACE. Of the first view, given twice, it
        notes what happened before anybody decided.
        """

    @staticmethod
    def conclude(seen: Record, told: History, known: Known) -> None:
        """Work out, once for many redeals, what a history rules out that `seen` does not."""

    @staticmethod
    def redeal_knowing(seen: Record, known: Known, chance: Chance, state: Record) -> None:
        """A state drawn uniformly from those that fit what is seen and what was concluded."""


class Rules(Tells, Recalls, Protocol):
    """A game: a package in `games/`, which offers these names. Tests run over all there are."""

    NAME: str
    VERSION: int  # raised by any change in how the game plays
    SEATS: int  # the most players
    FEWEST: int  # the fewest
    OPTIONS: tuple[Option, ...]
    State: type[Any]  # the class that declares the fields of a state
    Seen: type[Any]  # and of what a seat sees of it
    FIELDS: tuple[Field, ...]
    STATE: np.dtype[Any]
    SEEN_FIELDS: tuple[Field, ...]
    SEEN: np.dtype[Any]
    MOVES: tuple[MoveKind, ...]
    Refusal: type[IntEnum]
    RULING: Mapping[int, str]  # the ruling behind each refusal
    Ending: type[IntEnum]  # what `state.ended` counts
    PAYOUTS: tuple[str, ...]  # what a bet pays by its place in a queue: "6", "4+"; or nothing
    OWNED: Mapping[str, tuple[str, ...]]  # what belongs to seats, in their order: "runner"

    @staticmethod
    def set_up(state: Record, players: int, options: Options, chance: Chance) -> None:
        """Everything before the first decision."""

    @staticmethod
    def mover(state: Record) -> int:
        """The seat that decides now, or NOBODY."""

    @staticmethod
    def legal(state: Record) -> Cards:
        """The codes allowed now; never empty while the game runs."""

    @staticmethod
    def why_not(state: Record, code: int) -> int:
        """A `Refusal`; NONE exactly where `legal` has the code."""

    @staticmethod
    def apply(state: Record, code: int, chance: Chance) -> None:
        """Carry a decision out. Trusts `legal`."""

    @staticmethod
    def points(state: Record, seat: int) -> int:
        """The score so far."""

    @staticmethod
    def winners(state: Record) -> int:
        """The seats that have won, as bits; 0 while the game runs."""

    @staticmethod
    def show(state: Record, seat: int, seen: Record) -> None:
        """Fill `seen` with what the seat may know; NOBODY is the public view."""

    @staticmethod
    def redeal(seen: Record, chance: Chance, state: Record) -> None:
        """A state drawn uniformly from those the seat cannot tell apart."""

    @staticmethod
    def check_setting(players: int, options: Options) -> None:
        """Refuse players and options that do not go together; raises `Impossible`."""

    @staticmethod
    def check(state: Record) -> None:
        """Refuse a position that no game can reach; raises `Impossible`."""


@dataclass(frozen=True)
class Reason:
    """Something to be said for or against a decision, and what it weighs."""

    key: str  # of a sentence: "reason.KEY" in the game's catalogue
    beginner: int  # what it weighs to a beginner, who has not noticed everything yet
    casual: int


# What the races to come may bring, by how many there are, row and seat, counted from the seat
# that begins the next one: points.
Outlook: TypeAlias = npt.NDArray[np.int16]


class SeveralRaces(Protocol):
    """What heuristics offer besides, if there can be races after the first."""

    @staticmethod
    def a_later_race(options: Options, later: Options) -> None:
        """Fill `later` with the options of a race that is not the first, which seat 0 begins."""

    @staticmethod
    def start_passes_on(options: Options) -> bool:
        """Whether the next seat begins the next race."""


class Heuristics(Protocol):
    """How a game is played by rule of thumb, and what a search asks: a module in `bots/`.

    Whatever is decided is decided by what a seat sees; a search asks about worlds it has dealt
    itself. All of these are kernels.
    """

    REASONS: tuple[Reason, ...]
    TRIES: int  # of the strong level, which should take some milliseconds

    @staticmethod
    def terms(seen: Record, code: int) -> tuple[int, ...]:
        """How much of each reason there is in a decision, in the order of `REASONS`."""

    @staticmethod
    def beginner(seen: Record, chance: Chance) -> int:
        """What the beginner level decides."""

    @staticmethod
    def casual(seen: Record, chance: Chance) -> int:
        """What the casual level decides."""

    @staticmethod
    def quick(seen: Record, chance: Chance) -> int:
        """A decision that takes next to no time, for games played on in thought."""

    @staticmethod
    def worth_thinking(seen: Record) -> bool:
        """Whether a search could find anything that the casual level does not know."""

    @staticmethod
    def is_near(state: Record, seen: Record) -> bool:
        """Whether a search that begins with what is seen looks on from here."""

    @staticmethod
    def foresee(state: Record, outlook: Outlook, chance: Chance, rewards: Any) -> None:
        """Add to `rewards` each seat's chance to win where a search looks no further."""

    @staticmethod
    def is_secret(state: Record) -> bool:
        """Whether the others are not told what is decided now."""

    @staticmethod
    def as_told(state: Record, code: int) -> int:
        """How a secret decision looks to the others: one code for all that look alike."""

    @staticmethod
    def believe(seen: Record, state: Record, view: Record, chance: Chance) -> None:
        """Make a world that `redeal` drew a likelier one, by what others can be expected to do."""

    @staticmethod
    def races_after_the_first(options: Options) -> int:
        """How many races there are to be foreseen; if any, `SeveralRaces` are offered too."""
