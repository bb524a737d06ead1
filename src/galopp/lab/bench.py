"""How fast the rules are, beside OpenSpiel in the same run.

Whole games of random play on one core, choosing the move included. Machines are noisy, so
everything is measured several times in turn, the peers between the games, and what counts
is the ratio of the medians.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from types import ModuleType
from typing import Protocol

from galopp.core import option
from galopp.core.cards import pick
from galopp.core.chance import Chance, chance
from galopp.core.kernel import loop_kernel
from galopp.core.option import Options
from galopp.core.record import Record, blank
from galopp.core.words import NOBODY, Plain
from galopp.play.game import Game, game, game_names

Measure = Callable[[float], float]  # seconds to spend → decisions a second

PEER = "crazy_eights"


@dataclass(frozen=True)
class Speed:
    """Decisions a second of one contestant, every time it was measured."""

    name: str
    players: int
    rates: tuple[float, ...]

    @property
    def rate(self) -> float:
        """The median."""
        return median(self.rates)


@dataclass(frozen=True)
class EngineBench:
    """Our games, and how OpenSpiel's card game did, where it is installed."""

    ours: tuple[Speed, ...]
    peers: dict[str, Speed]  # by the way it was driven


def random_games(played: Game, players: int, **options: Plain) -> Measure:
    """A measure of random whole games on one core."""
    rules = played.rules
    set_up, mover, legal, apply = rules.set_up, rules.mover, rules.legal, rules.apply

    @loop_kernel
    def play_games(state: Record, players: int, options: Options, luck: Chance, games: int) -> int:
        decisions = 0
        for _ in range(games):
            set_up(state, players, options, luck)
            while mover(state) != NOBODY:
                apply(state, pick(legal(state), luck), luck)
                decisions += 1
        return decisions

    chosen, state, luck = option.choose(rules.OPTIONS, options), blank(rules.STATE), chance(1)
    play_games(state, players, chosen, luck, 1)  # compiles

    def measure(seconds: float) -> float:
        decisions, games, start = 0, 1_000, perf_counter()
        while (spent := perf_counter() - start) < seconds:
            decisions += play_games(state, players, chosen, luck, games)
        return decisions / spent

    return measure


def settings() -> Iterator[tuple[Game, int, dict[str, Plain]]]:
    """Every game at every seat count it can be played with."""
    for name in game_names():
        played = game(name)
        for players in played.players:
            yield played, players, played.options_needed(players)


def bench_engine(
    seconds: float, repeats: int, progress: Callable[[str], None] = lambda said: None
) -> EngineBench:
    """Measure every game at every seat count, and OpenSpiel's card game in between."""
    measures: dict[tuple[str, int], Measure] = {}
    for played, players, options in settings():
        progress(f"{played.name}, {players}")
        measures[played.name, players] = random_games(played, players, **options)
    measures |= openspiel_measures()
    rates: dict[tuple[str, int], list[float]] = {who: [] for who in measures}
    for _ in range(repeats):
        for who, measure in measures.items():
            progress(f"{who[0]}, {who[1]}")
            rates[who].append(measure(seconds))
    speeds = [Speed(*who, tuple(found)) for who, found in rates.items()]
    return EngineBench(
        tuple(speed for speed in speeds if speed.name not in WAYS),
        {speed.name: speed for speed in speeds if speed.name in WAYS},
    )


# The peer: OpenSpiel's crazy_eights, the nearest of its games to ours ---------------------

WAYS = ("rollouts", "games", "python")  # its C++ from a dealt hand, its C++ whole, our loop
PLAYERS_OF_PEER = 5  # its default


class PeerState(Protocol):
    """A game of OpenSpiel's in progress, as far as it is driven here; it ships no types."""

    def is_terminal(self) -> bool:
        """Whether it is over."""

    def is_chance_node(self) -> bool:
        """Whether chance is to decide."""

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may decide, and how likely."""

    def legal_actions(self) -> list[int]:
        """What a player may decide."""

    def apply_action(self, action: int) -> None:
        """Carry it out."""

    def clone(self) -> "PeerState":
        """A copy."""


class PeerGame(Protocol):
    """A game of OpenSpiel's."""

    def new_initial_state(self) -> PeerState:
        """One that begins."""


def openspiel_measures() -> dict[tuple[str, int], Measure]:
    """Ways to drive it, with the number of players; none where it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return {}
    peer = pyspiel.load_game(PEER)
    measures = (_rollouts(pyspiel, peer), _whole_games(pyspiel, peer), _from_python(peer))
    return {(way, PLAYERS_OF_PEER): measure for way, measure in zip(WAYS, measures, strict=True)}


def _from_python(peer: PeerGame) -> Measure:
    """Whole games driven from Python, as its users write them."""

    def measure(seconds: float) -> float:
        decisions, start = 0, perf_counter()
        while (spent := perf_counter() - start) < seconds:
            decisions += _random_game(peer.new_initial_state())
        return decisions / spent

    return measure


def _random_game(state: PeerState) -> int:
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(outcomes, weights)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
            decisions += 1
    return decisions


def _whole_games(pyspiel: ModuleType, peer: PeerGame) -> Measure:
    """Whole games between its own random bots, all in C++, dealing included as in ours."""
    length = sum(_random_game(peer.new_initial_state()) for _ in range(300)) / 300
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(PLAYERS_OF_PEER)]

    def measure(seconds: float) -> float:
        games, start = 0, perf_counter()
        while (spent := perf_counter() - start) < seconds:
            pyspiel.evaluate_bots(peer.new_initial_state(), bots, games)
            games += 1
        return games * length / spent

    return measure


def _rollouts(pyspiel: ModuleType, peer: PeerGame) -> Measure:
    """Random games from a dealt position, all in C++; ours deal inside the measured time.

    It offers them through the evaluator of its tree search: one simulation evaluates one
    position next to the root by so many rollouts.
    """
    rollouts = 200
    state = peer.new_initial_state()
    while state.is_chance_node():
        state.apply_action(random.choice([outcome for outcome, _ in state.chance_outcomes()]))
    length = sum(_random_game(state.clone()) for _ in range(300)) / 300

    def measure(seconds: float) -> float:
        games, start = 0, perf_counter()
        while (spent := perf_counter() - start) < seconds:
            evaluator = pyspiel.RandomRolloutEvaluator(rollouts, games)
            bot = pyspiel.MCTSBot(peer, evaluator, 2.0, 1, 10, False, games, False)
            bot.step(state)
            games += rollouts
        return games * length / spent

    return measure
