"""The verbs of whatever game a record belongs to, for kernels that serve every game.

`apply(state, code, chance)` carries a decision out by the rules of the game whose record
`state` is: compiled, the choice is made by the record's type and costs nothing; interpreted,
by its dtype. A loop written with these verbs is an ordinary kernel, kept on disk like any
other, where one made anew for each game would be compiled anew in every process.
"""

import importlib
import inspect
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, TypeAlias, TypeVar, cast

import numba
import numpy as np
from numba.extending import overload

from galopp import games
from galopp.core.cards import Cards
from galopp.core.chance import Chance
from galopp.core.contract import Heuristics, History, Known, Rules
from galopp.core.events import Told
from galopp.core.kernel import kernel
from galopp.core.record import Record

_GAMES: tuple[Rules, ...] = tuple(games.rules(name) for name in games.names())


def heuristics_of(game: str) -> Heuristics:
    """The module of this package that knows how to play a game."""
    return cast(Heuristics, importlib.import_module(f"galopp.bots.{game}"))


def game_of(record: np.dtype[Any]) -> Rules:
    """The game that keeps its states, or what a seat sees of them, in such records."""
    return next(game for game in _GAMES if record in (game.STATE, game.SEEN))


def _of_rules(game: Rules, verb: str) -> Callable[..., Any]:
    found: Callable[..., Any] = getattr(game, verb)
    return found


def beliefs_of(game: str) -> Any:
    """The module that guesses what others hold from what they did, or one that does not guess."""
    known = find_spec(f"galopp.bots.nets.beliefs.{game}") is not None
    return importlib.import_module(f"galopp.bots.nets.beliefs.{game if known else 'uniform'}")


def _of_beliefs(game: Rules, verb: str) -> Callable[..., Any]:
    found: Callable[..., Any] = getattr(beliefs_of(game.NAME), verb)
    return found


def _of_heuristics(game: Rules, verb: str) -> Callable[..., Any]:
    found: Callable[..., Any] = getattr(heuristics_of(game.NAME), verb)
    return found


Finder: TypeAlias = Callable[[Rules, str], Callable[..., Any]]
Verb = TypeVar("Verb", bound=Callable[..., Any])


def _chosen_by_record(found: Finder) -> Callable[[Verb], Verb]:
    """Compiled, a verb is the one of the game that its first argument is a record of."""

    def declare(verb: Verb) -> Verb:
        chooser = _CHOOSERS[len(inspect.signature(verb).parameters)]
        overload(verb, strict=False)(chooser(verb.__name__, found))
        return verb

    return declare


def _compiled(record: Any, verb: str, found: Finder) -> Callable[..., Any] | None:
    for game in _GAMES:
        if record in (numba.from_dtype(game.STATE), numba.from_dtype(game.SEEN)):
            return found(game, verb)
    return None


# numba wants to see each argument by name, so there is a chooser for each number of them.


def _of_one(verb: str, found: Finder) -> Callable[..., Any]:
    def choose(record: Any) -> Any:
        rule = _compiled(record, verb, found)
        return rule and (lambda record: rule(record))

    return choose


def _of_two(verb: str, found: Finder) -> Callable[..., Any]:
    def choose(record: Any, a: Any) -> Any:
        rule = _compiled(record, verb, found)
        return rule and (lambda record, a: rule(record, a))

    return choose


def _of_three(verb: str, found: Finder) -> Callable[..., Any]:
    def choose(record: Any, a: Any, b: Any) -> Any:
        rule = _compiled(record, verb, found)
        return rule and (lambda record, a, b: rule(record, a, b))

    return choose


def _of_four(verb: str, found: Finder) -> Callable[..., Any]:
    def choose(record: Any, a: Any, b: Any, c: Any) -> Any:
        rule = _compiled(record, verb, found)
        return rule and (lambda record, a, b, c: rule(record, a, b, c))

    return choose


def _of_five(verb: str, found: Finder) -> Callable[..., Any]:
    def choose(record: Any, a: Any, b: Any, c: Any, d: Any) -> Any:
        rule = _compiled(record, verb, found)
        return rule and (lambda record, a, b, c, d: rule(record, a, b, c, d))

    return choose


_CHOOSERS = {1: _of_one, 2: _of_two, 3: _of_three, 4: _of_four, 5: _of_five}


# The rules ------------------------------------------------------------------------------


@_chosen_by_record(_of_rules)
def mover(state: Record) -> int:
    """The seat that decides now, or NOBODY."""
    return game_of(state.dtype).mover(state)


@_chosen_by_record(_of_rules)
def legal(state: Record) -> Cards:
    """The codes allowed now."""
    return game_of(state.dtype).legal(state)


@_chosen_by_record(_of_rules)
def apply(state: Record, code: int, chance: Chance) -> None:
    """Carry a decision out."""
    game_of(state.dtype).apply(state, code, chance)


@_chosen_by_record(_of_rules)
def set_up(state: Record, players: int, options: Any, chance: Chance) -> None:
    """Everything before the first decision."""
    game_of(state.dtype).set_up(state, players, options, chance)


@_chosen_by_record(_of_rules)
def show(state: Record, seat: int, seen: Record) -> None:
    """Fill `seen` with what the seat may know."""
    game_of(state.dtype).show(state, seat, seen)


@_chosen_by_record(_of_rules)
def redeal(seen: Record, chance: Chance, state: Record) -> None:
    """A state drawn from those the seat cannot tell apart."""
    game_of(seen.dtype).redeal(seen, chance, state)


@_chosen_by_record(_of_rules)
def recall(before: Record, after: Record, news: History) -> int:
    """What a viewer was told by a decision, from its views before and after it."""
    return int(game_of(after.dtype).recall(before, after, news))


@_chosen_by_record(_of_rules)
def tell(before: Record, after: Record, told: Told) -> None:
    """Note what a viewer saw happen between two of its views, one decision apart."""
    game_of(after.dtype).tell(before, after, told)


@_chosen_by_record(_of_rules)
def redeal_knowing(seen: Record, known: Known, chance: Chance, state: Record) -> None:
    """A state drawn from those that fit what is seen and what was concluded from a history."""
    game_of(seen.dtype).redeal_knowing(seen, known, chance, state)


@_chosen_by_record(_of_rules)
def points(state: Record, seat: int) -> int:
    """The score so far."""
    return game_of(state.dtype).points(state, seat)


@_chosen_by_record(_of_rules)
def winners(state: Record) -> int:
    """The seats that have won, as bits."""
    return game_of(state.dtype).winners(state)


# What only some games have --------------------------------------------------------------


@kernel
def _ask_nobody(state: Record, seat: int) -> None:
    pass


@kernel
def _race_by_number(state: Record) -> int:
    return int(state.race)


@kernel
def _only_race(state: Record) -> int:
    return 0


def _asking(game: Rules, verb: str) -> Callable[..., Any]:
    found: Callable[..., Any] = getattr(game, verb, _ask_nobody)
    return found


def _counting_races(game: Rules, verb: str) -> Callable[..., Any]:
    return _race_by_number if "race" in (game.STATE.names or ()) else _only_race


@_chosen_by_record(_asking)
def ask(state: Record, seat: int) -> None:
    """Make a seat that may decide the one that is asked now; where one alone may, nothing."""
    _asking(game_of(state.dtype), "ask")(state, seat)


@_chosen_by_record(_counting_races)
def race_of(state: Record) -> int:
    """The number of the race that is run; 0 in a game of one race."""
    return int(_counting_races(game_of(state.dtype), "race_of")(state))


# What the heuristics of a game know besides ---------------------------------------------


def _played_by(record: Record) -> Heuristics:
    return heuristics_of(game_of(record.dtype).NAME)


@_chosen_by_record(_of_heuristics)
def quick(seen: Record, chance: Chance) -> int:
    """A decision that takes next to no time, for games played on in thought."""
    return int(_played_by(seen).quick(seen, chance))


@_chosen_by_record(_of_heuristics)
def beginner(seen: Record, chance: Chance) -> int:
    """What the beginner level decides."""
    return int(_played_by(seen).beginner(seen, chance))


@_chosen_by_record(_of_heuristics)
def casual(seen: Record, chance: Chance) -> int:
    """What the casual level decides."""
    return int(_played_by(seen).casual(seen, chance))


@_chosen_by_record(_of_heuristics)
def is_near(state: Record, seen: Record) -> bool:
    """Whether a search that begins with what is seen looks on from here."""
    return bool(_played_by(state).is_near(state, seen))


@_chosen_by_record(_of_heuristics)
def foresee(state: Record, outlook: Any, chance: Chance, rewards: Any) -> None:
    """Add to `rewards` each seat's chance to win where a search looks no further."""
    _played_by(state).foresee(state, outlook, chance, rewards)


@_chosen_by_record(_of_heuristics)
def is_secret(state: Record) -> bool:
    """Whether the others are not told what is decided now."""
    return bool(_played_by(state).is_secret(state))


@_chosen_by_record(_of_heuristics)
def as_told(state: Record, code: int) -> int:
    """How a secret decision looks to the others: one code for all that look alike."""
    return int(_played_by(state).as_told(state, code))


@_chosen_by_record(_of_heuristics)
def believe(seen: Record, state: Record, view: Record, chance: Chance) -> None:
    """Make a world that `redeal` drew a likelier one, by what the others can be expected to do."""
    _played_by(seen).believe(seen, state, view, chance)


# What is believed of others -------------------------------------------------------------


@_chosen_by_record(_of_beliefs)
def remember(seen: Record, told: History, past: Any, state: Record, chance: Chance) -> None:
    """Note what the others decided in this race, and what they saw then."""
    beliefs_of(game_of(seen.dtype).NAME).remember(seen, told, past, state, chance)


@_chosen_by_record(_of_beliefs)
def remembered(seen: Record, past: Any) -> int:
    """How many decisions of others are known."""
    return int(beliefs_of(game_of(seen.dtype).NAME).remembered(seen, past))


@_chosen_by_record(_of_beliefs)
def plausibility(state: Record, seat: int, past: Any, evaluation: Any, chance: Chance) -> float:
    """How likely a seat would have decided as it did, if it holds what it holds in this world."""
    beliefs = beliefs_of(game_of(state.dtype).NAME)
    return float(beliefs.plausibility(state, seat, past, evaluation, chance))
