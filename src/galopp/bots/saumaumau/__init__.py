"""How Sau Mau Mau is played by rule of thumb, by the names of the contract."""

from galopp.bots.saumaumau.levels import beginner, casual, worth_thinking
from galopp.bots.saumaumau.reasons import REASONS, terms
from galopp.bots.saumaumau.searching import (
    TRIES,
    a_later_race,
    as_told,
    believe,
    foresee,
    is_near,
    is_secret,
    quick,
    races_after_the_first,
    start_passes_on,
)

__all__ = [
    "REASONS",
    "TRIES",
    "a_later_race",
    "as_told",
    "beginner",
    "believe",
    "casual",
    "foresee",
    "is_near",
    "is_secret",
    "quick",
    "races_after_the_first",
    "start_passes_on",
    "terms",
    "worth_thinking",
]
