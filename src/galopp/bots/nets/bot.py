"""A bot that plays by a net: what it sees goes in, and what it thinks best comes out."""

import numpy as np

from galopp.bots.nets.file import Read, net_of, workspace
from galopp.bots.nets.net import best_code, evaluate
from galopp.bots.nets.taught import is_taught
from galopp.bots.thought import Bot, Thought
from galopp.core.contract import History
from galopp.core.record import Record


class NetBot:
    """Decides by a net; where that was not taught, at odd tables, another bot does."""

    def __init__(self, game: str, elsewhere: Bot | None = None, read: Read | None = None) -> None:
        self._net, self._taught = net_of(game) if read is None else read
        self._elsewhere = elsewhere

    def think(self, seen: Record, told: History, luck: int) -> Thought:
        """Decide; luck has no part in it, unless another decides."""
        if self._elsewhere is not None and not is_taught(self._taught, seen):
            return self._elsewhere.think(seen, told, luck)
        words = np.frombuffer(seen.tobytes(), np.uint64)
        space = workspace()
        evaluate(words, int(seen.viewer), int(seen.players), self._net, space)
        return Thought(int(best_code(space.there, seen.legal)))

    def close(self) -> None:
        """It holds nothing."""
