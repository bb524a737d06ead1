"""The bots that may sit down at a table: levels, and whatever was brought from outside."""

from galopp import bots

STAND_IN = "strong"  # plays on for people: nobody should lose by being away, or make others wait
SIMPLER_THAN_ANY_FROM_OUTSIDE = "casual"


def bot_names() -> list[str]:
    """All that a host may choose: the levels from the simplest up, then bots from outside.

    No more than these: what else a bot can be called, a command line for one, is for whoever
    runs the server and for nobody who only plays there.
    """
    return [*bots.LEVELS, *bots.outside_names()]


def name_today(name: str) -> str:
    """What a bot is called now that an earlier version may have written down."""
    return bots.OLD_NAMES.get(name, name)


def is_level(name: str) -> bool:
    """Whether a bot is one of our own, of today or as it once was, with a budget or without."""
    return _level_of(name) in bots.LEVELS


def _level_of(name: str) -> str:
    level = name.partition("@")[0]
    return bots.FROZEN.get(level, level)


def simpler_ones(name: str) -> list[str]:
    """The levels that take the place of a bot that fails, the best first."""
    if is_level(name):
        below = bots.LEVELS.index(_level_of(name))
    else:
        below = bots.LEVELS.index(SIMPLER_THAN_ANY_FROM_OUTSIDE) + 1
    return list(reversed(bots.LEVELS[:below]))
