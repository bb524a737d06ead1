"""Bots for measuring how strong others are: levels on one core, and players nobody was built on.

    Match.between(game("saumaumau"), 2, ["net-search@0.1s", "reweighted-3"], maker=opponent)

A level that thinks ahead does so on one core here, and its time is that of this core: so matches
may run beside each other, and what else the machine does takes nothing off it. "net-search@0.1s" is
the net that tries out what it thinks best, also at tables where no level plays so. "net:FILE" goes
by another net than the one that is shipped.

"reweighted-3" goes by the casual level's list of reasons with weights of its own: each is up to
twice as much or half as much as the list says, drawn by lot for this number. Searches and nets have
never met these players.
"""

import random
from collections.abc import Sequence
from pathlib import Path

from galopp import bots
from galopp.bots.nets.file import read_net
from galopp.bots.verbs import game_of, heuristics_of
from galopp.core.contract import History
from galopp.core.record import Record
from galopp.core.words import numbers_in

REWEIGHTED = "reweighted-"
NET_SEARCH = "net-search@"
ANOTHER_NET = "net:"
AT_MOST = 2.0  # times a weight, and at least one over it


def opponent(game: str, written: str) -> bots.Bot:
    """A bot by its name; raises `KeyError`."""
    number = written.removeprefix(REWEIGHTED)
    if number != written and number.isdecimal():
        return Reweighted(game, int(number))
    if written.startswith(NET_SEARCH):
        budget = bots.budget_of(game, written)
        elsewhere = bots.Search(game, budget, one_core=True)
        return bots.NetSearch(game, budget, elsewhere, one_core=True, everywhere=True)
    if written.startswith(ANOTHER_NET):
        read = read_net(Path(written.removeprefix(ANOTHER_NET)), game)
        return bots.NetBot(game, bots.bot(game, "casual"), read)
    if bots.thinks_ahead(written):
        return bots.bot(game, written, one_core=True)
    return bots.bot(game, written)


class Reweighted:
    """Decides as the casual level would if it found other reasons important."""

    def __init__(self, game: str, number: int) -> None:
        self._heuristics, luck = heuristics_of(game), random.Random(number)
        self.weights = [
            reason.casual * AT_MOST ** luck.uniform(-1, 1) for reason in self._heuristics.REASONS
        ]

    def think(self, seen: Record, told: History, luck: int) -> bots.Thought:
        """Take what weighs most; of equals any."""
        codes = numbers_in(int(seen.legal))
        if len(codes) == 1 or not self._heuristics.worth_thinking(seen):
            return bots.bot(game_of(seen.dtype).NAME, "casual").think(seen, told, luck)
        worths = {code: self._worth(self._heuristics.terms(seen, code)) for code in codes}
        most = max(worths.values())
        equals = [code for code in codes if worths[code] == most]
        return bots.Thought(random.Random(luck).choice(equals))

    def _worth(self, terms: Sequence[int]) -> float:
        return float(sum(w * term for w, term in zip(self.weights, terms, strict=True)))

    def close(self) -> None:
        """It holds nothing."""
