"""Random games of any kind, for tests that hold in all of them."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from hypothesis import assume
from hypothesis import strategies as st

import galopp
from galopp.core.cards import pick
from galopp.core.chance import chance
from galopp.core.fault import Impossible
from galopp.core.option import Option
from galopp.core.record import blank
from galopp.core.words import Flag, Name, Number, NumberOrNone, Plain

GAMES = galopp.game_names()
INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT") == "1"


@dataclass(frozen=True)
class Setting:
    """Everything that decides a random game."""

    name: str
    players: int
    seed: int
    options: dict[str, Plain]

    def begin(self) -> galopp.Position:
        return galopp.game(self.name).new(self.players, self.seed, **self.options)

    def positions(self, every: int = 1) -> Iterator[galopp.Position]:
        """The positions of a game played at random, every so many decisions, and the last."""
        position, luck = self.begin(), chance(self.seed ^ 0x5EED)
        rules, decided = position.rules, 0
        while not position.over:
            if decided % every == 0:
                yield position
            rules.apply(
                position.state, pick(np.uint64(rules.legal(position.state)), luck), position.chance
            )
            decided += 1
        yield position


def option_values(option: Option) -> st.SearchStrategy[Plain]:
    """Anything a host might choose, most often the default."""
    usual = st.just(option.write(option.values))
    words = option.words
    if isinstance(option.default, tuple):
        assert isinstance(words, Number)
        # Own numbers near the usual ones: most rows drawn at random make no sense.
        moved = [st.integers(max(words.low, v - 3), min(words.high, v + 3)) for v in option.default]
        return st.one_of(
            usual,
            st.sampled_from([*option.presets] or [[*option.default]]),
            st.tuples(*moved).map(list),
        )
    if isinstance(words, Flag):
        return st.booleans()
    if isinstance(words, Name):
        return st.sampled_from(words.names)
    if isinstance(words, NumberOrNone):
        return st.one_of(st.none(), st.integers(words.low, words.high))
    assert isinstance(words, Number)
    return st.one_of(usual, st.integers(words.low, words.high))


@st.composite
def settings_of(draw: Any, name: str) -> Setting:
    """A game with any number of players and any options that go together."""
    game = galopp.game(name)
    players = draw(st.integers(game.rules.FEWEST, game.rules.SEATS))
    chosen = [o for o in game.rules.OPTIONS if draw(st.booleans())]
    options = {option.name: draw(option_values(option)) for option in chosen}
    try:
        options = {**game.options_needed(players), **options}
        game.check_setting(players, options)
    except Impossible:
        assume(False)
    return Setting(name, players, draw(st.integers(0, 2**64 - 1)), options)


def any_setting(*names: str) -> st.SearchStrategy[Setting]:
    return st.sampled_from(names or GAMES).flatmap(settings_of)


def show(position: galopp.Position, seat: int) -> Any:
    seen = blank(position.rules.SEEN)
    position.rules.show(position.state, seat, seen)
    return seen


def redeal(position: galopp.Position, seen: Any, luck: Any) -> Any:
    state = blank(position.rules.STATE)
    position.rules.redeal(seen, luck, state)
    return state
