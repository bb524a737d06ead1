"""Bots that do something particular, made as `galopp.bots.bot` makes others."""

from galopp import bots
from galopp.bots import Thought
from galopp.core.cards import lowest

HEARD = []  # the luck that each "listening" bot was given: deal by deal, decision by decision


class Lowest:
    """Always the same decision in the same situation."""

    def think(self, seen, luck):
        return Thought(lowest(seen.legal))

    def close(self):
        pass


class Listening(Lowest):
    def think(self, seen, luck):
        HEARD.append((int(seen.viewer), luck))
        return super().think(seen, luck)


class Failing(Lowest):
    def think(self, seen, luck):
        raise RuntimeError("lost the thread")


class Cheating(Lowest):
    def think(self, seen, luck):
        return Thought(next(code for code in range(64) if not int(seen.legal) >> code & 1))


KINDS = {"listening": Listening, "failing": Failing, "cheating": Cheating}


def make(game, name):
    """One of these, or a policy by way of Python instead of the compiled loop."""
    if name in bots.POLICIES:
        return bots.bot(game, name)
    return KINDS.get(name, Lowest)()
