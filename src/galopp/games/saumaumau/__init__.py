"""Sau Mau Mau: what every game offers, by the names of the contract."""

from galopp.games.saumaumau.box import (
    CHALLENGE,
    FEWEST,
    FIELDS,
    MOVES,
    NAME,
    OPTIONS,
    OWNED,
    PAYOUTS,
    RULING,
    SEATS,
    STATE,
    VERSION,
    Ending,
    Refusal,
    State,
)
from galopp.games.saumaumau.check import check, check_setting
from galopp.games.saumaumau.memory import KNOWN, conclude, recall, redeal_knowing
from galopp.games.saumaumau.refusing import why_not
from galopp.games.saumaumau.rules import apply, ask, deciders, legal, mover, points, set_up, winners
from galopp.games.saumaumau.sight import SEEN, SEEN_FIELDS, Seen, redeal, show
from galopp.games.saumaumau.telling import EARNED, Happening, tell

__all__ = [
    "CHALLENGE",
    "EARNED",
    "FEWEST",
    "FIELDS",
    "KNOWN",
    "MOVES",
    "NAME",
    "OPTIONS",
    "OWNED",
    "PAYOUTS",
    "RULING",
    "SEATS",
    "SEEN",
    "SEEN_FIELDS",
    "STATE",
    "VERSION",
    "Ending",
    "Happening",
    "Refusal",
    "Seen",
    "State",
    "apply",
    "ask",
    "check",
    "check_setting",
    "conclude",
    "deciders",
    "legal",
    "mover",
    "points",
    "recall",
    "redeal",
    "redeal_knowing",
    "set_up",
    "show",
    "tell",
    "why_not",
    "winners",
]
