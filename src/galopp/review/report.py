"""What a review says: plain data, JSON-able by `dataclasses.asdict`.

Shares of victory are whole numbers of millionths, and a row of them has one for each seat; where
something can win that no seat owns, one more at its end, which is nobody's. So sums are exact:

    result - start == luck + sum of what the decisions of all seats were worth
    what a seat's own decisions were worth to it == - loss + edge + blind
"""

from dataclasses import dataclass, field
from typing import TypeAlias

VERSION = 12  # of reviews: the same record and the same version give the same review
WHOLE = 1_000_000  # a victory

Row: TypeAlias = tuple[int, ...]
Facts: TypeAlias = dict[str, int | str | list[int | str]]  # what fills the gaps of a sentence


@dataclass(frozen=True)
class OptionValue:
    """What a decision that was open would have been worth to its seat, by what that could know."""

    move: str
    value: int
    error: int  # standard error


@dataclass(frozen=True)
class Explanation:
    """What speaks for one decision against another: the key of a sentence, and its gaps.

    Of the game's list of reasons; where that has none, what the decision would lead to.
    """

    key: str
    facts: Facts = field(default_factory=dict)


@dataclass(frozen=True)
class Consequence:
    """Something that a decision is certain to bring about: an event, as news tell it."""

    key: str
    arguments: Facts = field(default_factory=dict)


@dataclass(frozen=True)
class StepReview:
    """One decision, and the answer of chance to it.

    In a draft a decision that is not judged yet has no options, and nothing better than itself.
    """

    number: int  # in the record
    seat: int
    move: str
    options: tuple[OptionValue, ...]
    best: str  # the one played, where no other is surely better
    loss: int  # by what its maker could know
    error: int  # standard error of that
    mistake: bool
    because: Explanation | None  # why the best is better
    instead: tuple[Consequence, ...]  # where that would have led, as far as its maker could know
    edge: int  # the best against what the reference policy would have got
    blind: int  # what cards that its maker could not see made of it
    play: Row  # what the decision was worth to each seat
    chance: bool  # whether chance had anything to say
    luck: Row  # what its answer gave to each seat
    values: Row  # each seat's chance to win afterwards


@dataclass(frozen=True)
class Account:
    """What a game consisted of, for one seat; for nobody's share, what others did to it."""

    start: int  # chance to win before the deal
    luck: int  # of the cards, the deal included
    loss: int
    edge: int
    blind: int
    by_seat: Row  # what decisions of each seat gave; the own ones are - loss + edge + blind
    others: int  # those of all others together
    result: int  # of a game that was left: its chance to win there
    adjusted: int  # the result without the luck of the cards
    luck_error: int  # standard errors
    play_error: int  # of edge - loss


@dataclass(frozen=True)
class Review:
    """A whole game."""

    game: str
    rules: int
    version: int
    policy: str  # who played on
    players: int
    names: dict[int, str]
    finished: bool
    nobody: bool  # whether rows have a share more, which is nobody's
    trials: int  # those of the deal and of where a game was left, too
    start: Row
    deal: Row  # what the deal gave
    dealt: Row  # chances after it
    steps: tuple[StepReview, ...]
    accounts: tuple[Account, ...]

    def mistakes(self, seat: int | None = None) -> list[StepReview]:
        """The decisions that cost something, the costliest first; of one seat, or of all."""
        found = [s for s in self.steps if s.mistake and seat in (None, s.seat)]
        return sorted(found, key=lambda step: (-step.loss, step.number))
