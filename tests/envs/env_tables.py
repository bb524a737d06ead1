"""Every table there is to sit at, for the tests of this folder."""

import galopp
from galopp.core.words import Plain

EVERY_TABLE = [
    (name, players) for name in galopp.game_names() for players in galopp.game(name).players
]


def needed(name: str, players: int) -> dict[str, Plain]:
    """The options without which so many may not play."""
    return galopp.game(name).options_needed(players)
