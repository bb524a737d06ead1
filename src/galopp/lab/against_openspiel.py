"""Our strongest bot against OpenSpiel's, which plays our games through the adapter.

    met = compete(pairing("schweinsgalopp", players=2, seconds=0.1), games=400, until_sure=True)
    outcome(met).verdict       # "ahead"

The peer is OpenSpiel's information-set tree search in Python; its search in C++ cannot deal
worlds of a game written in Python. It thinks as long as ours does, on one core as ours does,
and plays the same deals on the same seats. It has the chance mode that is fastest for it, and
is told what its seat sees and no more. There are two of it: as it comes, "openspiel@1s", with
its own random games to judge a position by, and "openspiel-compiled@1s", with random games that
our compiled rules play for it: so much of it is then not slowed down by Python.
"""

import re
import time
from functools import lru_cache

import numpy as np
import numpy.typing as npt
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

from galopp import bots
from galopp.bots import Thought
from galopp.bots.verbs import apply, legal, mover
from galopp.core.cards import count, lowest, pick
from galopp.core.chance import Chance, chance
from galopp.core.contract import History
from galopp.core.kernel import kernel
from galopp.core.record import Record, copy_of
from galopp.core.words import NOBODY
from galopp.envs.openspiel import GaloppGame, GaloppState, options_as_parameters, short_name
from galopp.lab.matches import Match
from galopp.play.game import game

AS_IT_COMES, COMPILED = "openspiel", "openspiel-compiled"
# Its `uct_c`. In Schweinsgalopp 1 was behind neither 0.5 nor 2 (57 % and 53 % of 60 games).
CURIOSITY = 1.0


class TimedSearch(ISMCTSBot):  # type: ignore[misc]  # open_spiel has no types
    """OpenSpiel's search with a budget of time instead of a number of simulations."""

    def search(self, state: GaloppState, seconds: float) -> Thought:
        """Simulate until the time is over; the decision tried most."""
        until, tries = time.monotonic() + seconds, 0
        self.reset()
        self._root_node = self.create_new_node(state)
        while time.monotonic() < until or tries < 2:  # the first one only opens the tree
            self.run_simulation(self.sample_root_state(state))
            tries += 1
        tried = self._root_node.child_info
        visits = {int(code): int(child.visits) for code, child in tried.items()}
        best = max(sorted(visits), key=visits.__getitem__)
        defeat = state.table.defeat
        worth = {int(code): child.return_sum / child.visits for code, child in tried.items()}
        won = {code: (worth[code] - defeat) / (1 - defeat) for code in sorted(worth)}
        chances = {code: min(1.0, max(0.0, share)) for code, share in won.items()}
        return Thought(best, chances, visits, tries)


@kernel
def play_out(state: Record, luck: Chance) -> None:
    """Play a game to its end at random."""
    while mover(state) != NOBODY:
        apply(state, pick(legal(state), luck), luck)


class CompiledRollouts(RandomRolloutEvaluator):  # type: ignore[misc]  # open_spiel has no types
    """Judges a position by a random game, as OpenSpiel's own does, played by compiled rules."""

    def __init__(self, luck: int) -> None:
        super().__init__()
        self._luck = chance(luck)

    def evaluate(self, state: GaloppState) -> npt.NDArray[np.float64]:
        """What a random game from here brings each seat."""
        assert state.moment is not None
        played = copy_of(state.moment.state)
        play_out(played, self._luck)
        return np.array(state.table.utilities(played))


class OpenSpielBot:
    """OpenSpiel's search as one of our bots: it is told what its seat sees, and no more."""

    def __init__(
        self, name: str, seconds: float, compiled: bool, curiosity: float = CURIOSITY
    ) -> None:
        self._name = name
        self._seconds = seconds
        self._compiled = compiled
        self._curiosity = curiosity

    def think(self, seen: Record, told: History, luck: int) -> Thought:
        """Decide; what was told before is not part of the state that is dealt for it."""
        if count(seen.legal) == 1:
            return Thought(lowest(seen.legal))
        played = _loaded(self._name, int(seen.players), tuple(int(v) for v in seen.options))
        lots = np.random.RandomState(luck % 2**32)
        own = RandomRolloutEvaluator(1, lots)
        judge = CompiledRollouts(luck) if self._compiled else own
        search = TimedSearch(played, judge, self._curiosity, 1, random_state=lots)
        return search.search(played.state_seen(seen, luck), self._seconds)

    def close(self) -> None:
        """It holds nothing."""


@lru_cache(maxsize=16)
def _loaded(name: str, players: int, options: tuple[int, ...]) -> GaloppGame:
    """The game with its settings, in the chance mode that is fastest for a search."""
    parameters = options_as_parameters(game(name), np.array(options, np.int16))
    loaded: GaloppGame = pyspiel.load_game(
        short_name(name), {**parameters, "players": players, "chance_outcomes": 1}
    )
    return loaded


def contestant(name: str, written: str) -> bots.Bot:
    """A bot of ours or OpenSpiel's, by its name; raises `UnknownBot` if there is none."""
    kind, _, budget = written.partition("@")
    if kind not in (AS_IT_COMES, COMPILED):
        ours = bots.bot(name, written)
        if isinstance(ours, bots.Search | bots.NetSearch):
            ours.one_core = True  # as theirs
        return ours
    if not re.fullmatch(r"[0-9]+(\.[0-9]+)?s", budget):
        raise bots.UnknownBot(written, (f"{AS_IT_COMES}@1s", f"{COMPILED}@1s"))
    return OpenSpielBot(name, float(budget[:-1]), kind == COMPILED)


def pairing(
    name: str, players: int, seconds: float, seed: int = 1, peer: str = AS_IT_COMES
) -> Match:
    """Our strongest bot on one seat, OpenSpiel's on the others, each with so many seconds."""
    played = game(name)
    both = (f"strongest@{seconds:g}s", f"{peer}@{seconds:g}s")
    return Match.between(played, players, both, seed, played.options_needed(players), contestant)
