"""Schweinsgalopp: what every game offers, by the names of the contract."""

from galopp.games.schweinsgalopp.box import (
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
from galopp.games.schweinsgalopp.check import check, check_setting
from galopp.games.schweinsgalopp.memory import KNOWN, conclude, recall, redeal_knowing
from galopp.games.schweinsgalopp.rules import apply, legal, mover, points, set_up, why_not, winners
from galopp.games.schweinsgalopp.sight import SEEN, SEEN_FIELDS, Seen, redeal, show
from galopp.games.schweinsgalopp.telling import Happening, tell

__all__ = [
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
    "check",
    "check_setting",
    "conclude",
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
