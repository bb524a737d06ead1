"""What fills the gaps of the sentences that give reasons: a pig, a seat, so many cards.

Each game lists what the sentence of each of its reasons is about (`ABOUT`), and its kernel `fill`
writes that down as numbers, which are read by that list: here, or by a page that plays by itself.
"""

from functools import cache
from importlib import import_module
from typing import Protocol, cast

import numpy as np

from galopp.bots.facts.gaps import MOST_GAPS, Gaps
from galopp.bots.verbs import game_of, heuristics_of
from galopp.core.events import Argument
from galopp.core.record import Record
from galopp.core.words import Plain


class Facts(Protocol):
    """What the file of a game offers."""

    ABOUT: dict[str, tuple[Argument, ...]]  # by the key of a reason

    @staticmethod
    def fill(seen: Record, code: int, reason: int, gaps: Gaps) -> None:
        """Write down what the sentence of a reason is about, for a decision it speaks for."""


@cache
def facts_of(game: str) -> Facts:
    """Of one game."""
    return cast(Facts, import_module(f"galopp.bots.facts.{game}"))


def about(game: str) -> list[tuple[Argument, ...]]:
    """What the sentence of each reason is about, in the order of the game's list."""
    listed = facts_of(game).ABOUT
    return [listed.get(reason.key, ()) for reason in heuristics_of(game).REASONS]


def facts(seen: Record, code: int, key: str) -> dict[str, Plain]:
    """What fills the gaps of the sentence that gives this reason for a decision."""
    game = game_of(seen.dtype).NAME
    number = [reason.key for reason in heuristics_of(game).REASONS].index(key)
    gaps = np.zeros(MOST_GAPS, np.int16)
    facts_of(game).fill(seen, code, number, gaps)
    told = zip(about(game)[number], gaps.tolist(), strict=False)
    return {argument.name: argument.words.write(number) for argument, number in told}
