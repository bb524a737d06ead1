"""Ostfriesenlauf: what every game offers, by the names of the contract."""

from galopp.games.ostfriesenlauf.box import (
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
from galopp.games.ostfriesenlauf.check import check, check_setting
from galopp.games.ostfriesenlauf.inference import KNOWN, conclude, redeal_knowing
from galopp.games.ostfriesenlauf.memory import recall
from galopp.games.ostfriesenlauf.rules import apply, legal, mover, points, set_up, why_not, winners
from galopp.games.ostfriesenlauf.sight import SEEN, SEEN_FIELDS, Seen, redeal, show
from galopp.games.ostfriesenlauf.telling import Happening, foretell, progress, tell, unowned_winners

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
    "foretell",
    "legal",
    "mover",
    "points",
    "progress",
    "recall",
    "redeal",
    "redeal_knowing",
    "set_up",
    "show",
    "tell",
    "unowned_winners",
    "why_not",
    "winners",
]
