"""Which game an environment plays, by how many, with which options, and for what reward.

What every environment of this package has in common: dealing, looking, masks and rewards. A
state is one record of the rules; nothing here is kept between two decisions.

**Rewards** come at the end of a game and only then, because a game may hide until then who is
ahead. There are two kinds:

* "win": a victory is 1 and a defeat what makes the sum 0, that is -1 / (players - 1); winners
  share. Where a runner without a player may win (Ostfriesenlauf), all seats may lose.
* "points": the points a seat has in the end.

Who makes a decision that the rules do not allow gets `ILLEGAL` of either kind: less than, or
as little as, anything a game can bring.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Literal, TypeAlias, cast, get_args

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box, Space

from galopp.batch.among_bots import returned
from galopp.batch.history import history_layout_of
from galopp.batch.layout import Floats, Layout, layout_of
from galopp.core.chance import Chance
from galopp.core.contract import History
from galopp.core.record import Record, blank
from galopp.core.words import Plain
from galopp.play.game import Game, game

Reward: TypeAlias = Literal["win", "points"]
Illegal: TypeAlias = Literal["lose", "random", "raise"]
Mask: TypeAlias = npt.NDArray[np.int8]

ILLEGAL = -1.0


class Setting:
    """A game, its players and options, and the reward it is played for."""

    def __init__(
        self,
        name: str,
        players: int | None,
        reward: Reward,
        options: Mapping[str, Plain],
        history: int = 0,
    ) -> None:
        self.game: Game = game(name)
        self.rules = self.game.rules
        self.players = max(2, self.rules.FEWEST) if players is None else players
        self.options = self.game.check_setting(self.players, options)
        self.reward = one_of("reward", reward, get_args(Reward))
        self.codes = max(self.game.moves) + 1
        self.layout = layout_of(name, self.players)
        self.history = history_layout_of(name, self.players, history)

    @cached_property
    def state_layout(self) -> Layout:
        """How everything there is is laid out, secrets included."""
        return Layout(self.rules.FIELDS, self.rules.STATE, self.players)

    def deal(self, luck: Chance) -> Record:
        """A state in which the first decision is to be made."""
        state = blank(self.rules.STATE)
        self.rules.set_up(state, self.players, self.options, luck)
        return state

    def view(self, state: Record, seat: int) -> Record:
        """What a seat may know; NOBODY is the public view."""
        seen = blank(self.rules.SEEN)
        self.rules.show(state, seat, seen)
        return seen

    def mover(self, state: Record) -> int:
        """The seat that decides now, or NOBODY."""
        return int(self.rules.mover(state))

    def observe(self, state: Record, seat: int) -> Floats:
        """What a seat may know, as floats."""
        return self.layout.floats(self.view(state, seat))

    def with_history(self, row: Floats, told: History) -> Floats:
        """An observation with the latest entries of the history behind it, if that is wanted."""
        if not self.history.size:
            return row
        return np.concatenate([row, self.history.floats(told).reshape(-1)])

    def whole(self, state: Record) -> Floats:
        """Everything there is, secrets included, as floats: for training, not for playing."""
        return self.state_layout.floats(state)

    def check_seat(self, seat: int | None) -> int | None:
        """Where an agent sits, if there is such a seat; None is any."""
        if seat is not None and not 0 <= seat < self.players:
            raise ValueError(f"there is no seat {seat}")
        return seat

    def mask(self, state: Record, seat: int) -> Mask:
        """1 for each code that the seat may decide on now; all 0 if it is not asked."""
        legal = self.rules.legal(state) if seat == self.mover(state) else 0
        return unpack(np.array([legal], np.uint64), self.codes).reshape(-1)

    def is_legal(self, state: Record, code: int) -> bool:
        """Whether the rules allow this now."""
        return 0 <= code < self.codes and bool(int(self.rules.legal(state)) >> code & 1)

    def returns(self, state: Record) -> list[float]:
        """What a game that is over has brought each seat."""
        by_points = self.reward == "points"
        return [float(returned(state, seat, by_points)) for seat in range(self.players)]

    def observation_space(self) -> Space[Floats]:
        """Every float of an observation is from 0 to 1."""
        return _floats(self.layout.size + self.history.size)

    def state_space(self) -> Space[Floats]:
        """The same for everything there is."""
        return _floats(self.state_layout.size)


def _floats(number: int) -> Space[Floats]:
    return cast(Space[Floats], Box(0, 1, (number,), np.float32))


def one_of(name: str, given: Any, known: tuple[str, ...]) -> Any:
    """A word that was given as an argument, if it is a known one."""
    if given not in known:
        raise ValueError(f"{name} is one of {', '.join(known)}, not {given!r}")
    return given


def illegal_of(given: Illegal) -> Illegal:
    """What is done about decisions that the rules do not allow, if it is known."""
    known: Illegal = one_of("illegal", given, get_args(Illegal))
    return known


def unpack(legal: npt.NDArray[np.uint64], codes: int) -> Mask:
    """Sets of codes (n,) as rows of 0 and 1 (n, codes)."""
    bits = np.unpackbits(legal.view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")
    return bits[:, :codes].astype(np.int8)
