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
from galopp.games.schweinsgalopp.rules import apply, legal, mover, points, set_up, why_not, winners
from galopp.games.schweinsgalopp.sight import SEEN, SEEN_FIELDS, Seen, redeal, show
from galopp.games.schweinsgalopp.telling import EXPLAINED, happened

__all__ = [
    "EXPLAINED",
    "FEWEST",
    "FIELDS",
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
    "Refusal",
    "Seen",
    "State",
    "apply",
    "check",
    "check_setting",
    "happened",
    "legal",
    "mover",
    "points",
    "redeal",
    "set_up",
    "show",
    "why_not",
    "winners",
]
