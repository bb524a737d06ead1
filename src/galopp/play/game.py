"""The games by name, and how to begin one."""

import re
import secrets
from collections.abc import Callable
from functools import cache
from operator import index
from typing import Any, cast

import numpy as np

from galopp import games
from galopp.core import option, record
from galopp.core.chance import Chance, chance
from galopp.core.contract import Challenge, ManyDecide, Progress, Rules, UnownedWin
from galopp.core.fault import Impossible, Unreadable
from galopp.core.option import Chosen
from galopp.core.words import Flag, Number, Plain
from galopp.play.move import Move, all_moves, read_move
from galopp.play.position import Begun, Position


class Game:
    """One of the games: begin it, set it up by hand, read its notation."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.rules: Rules = games.rules(name)
        self.moves = all_moves(self.rules)
        # Some rule may let several seats decide at once (catching a forgotten "Mau").
        several = hasattr(self.rules, "deciders")
        self.many_decide = cast(ManyDecide, self.rules) if several else None
        # Some thing that no seat owns may win (a runner without a player).
        unowned = hasattr(self.rules, "unowned_winners")
        self.unowned_win = cast(UnownedWin, self.rules) if unowned else None
        # Points may tell only who has won, and not who was second (it is one race).
        ordered = hasattr(self.rules, "progress")
        self.progress = cast(Progress, self.rules) if ordered else None
        self.challenge: Challenge | None = getattr(self.rules, "CHALLENGE", None)

    def rivals(self, players: int, options: Chosen) -> int:
        """How many can win: the seats, and what is nobody's unless that is switched off."""
        unowned = self.unowned_win and options.get("ownerless_can_win", True)
        return self.rules.SEATS if unowned else players

    @property
    def players(self) -> range:
        """The numbers of players it can be played by."""
        return range(self.rules.FEWEST, self.rules.SEATS + 1)

    def options_needed(self, players: int) -> dict[str, Plain]:
        """What must be switched on to seat so many: nothing, as a rule; raises `Impossible`."""
        switches = [o.name for o in self.rules.OPTIONS if isinstance(o.words, Flag)]
        for name in (None, *switches):
            options: dict[str, Plain] = {name: True} if name else {}
            try:
                self.check_setting(players, options)
            except Impossible as fault:
                refused = fault
            else:
                return options
        raise refused

    def check_setting(self, players: int, options: Chosen) -> option.Options:
        """Read options and see that they go with the number of players; raises `Fault`."""
        chosen = option.choose(self.rules.OPTIONS, options)
        self.rules.check_setting(players, chosen)
        return chosen

    def new(
        self, players: int | None = None, seed: int | None = None, **options: Plain
    ) -> Position:
        """A game set up for its first decision; without a seed, luck is the system's."""
        return self.begin(self.rules.FEWEST if players is None else players, seed, options)

    def begin(self, players: int, seed: int | None, options: Chosen) -> Position:
        """The same, with the options in a dictionary."""
        seed = secrets.randbits(64) if seed is None else _whole_number(seed) % 2**64
        position = self.deal(players, chance(seed), options)
        changed = option.changed(self.rules.OPTIONS, position.state.options)
        position.begun = Begun(position.players, seed, changed)
        return position

    def deal(self, players: int, luck: Chance, options: Chosen) -> Position:
        """A game set up with luck from outside; to write it down is for whoever brought that."""
        players = _whole_number(players)
        chosen = self.check_setting(players, options)
        state = record.blank(self.rules.STATE)
        self.rules.set_up(state, players, chosen, luck)
        return Position(self, state, luck)

    def from_dict(self, plain: dict[str, Plain]) -> Position:
        """A position set up by hand; raises `Fault` saying what is wrong with it.

        `position.to_dict()` shows the names. Without "chance", luck is the system's.
        """
        fields = dict(plain)
        self._check_heading(fields)
        luck = _read_luck(fields.pop("chance", None))
        if "players" not in fields:
            raise Unreadable("missing_field", field="players")
        players = Number(self.rules.FEWEST, self.rules.SEATS).read(fields["players"])
        state = record.blank(self.rules.STATE)
        record.read(self.rules.FIELDS, fields, state, players)
        self.rules.check(state)
        return Position(self, state, luck)

    def _check_heading(self, fields: dict[str, Plain]) -> None:
        name, version = fields.pop("game", self.name), fields.pop("rules", self.rules.VERSION)
        if name != self.name:
            raise Impossible("another_game", game=str(name))
        if version != self.rules.VERSION:
            raise Impossible("other_rules", written=str(version), version=self.rules.VERSION)

    def moves_in(self, codes: int) -> list[Move]:
        """The moves of a set of codes, in their order."""
        moves = []
        while codes:
            lowest = codes & -codes
            moves.append(self.moves[lowest.bit_length() - 1])
            codes ^= lowest
        return moves

    def read_move(self, written: str) -> Move:
        """The move that goes by this notation; raises `Unreadable`."""
        return read_move(self.moves, written)

    def __reduce__(self) -> tuple[Callable[[str], "Game"], tuple[str]]:
        return game, (self.name,)  # pickled by name: a module cannot travel

    def __repr__(self) -> str:
        return f"<game {self.name}>"


def _whole_number(given: Any) -> int:
    try:  # numpy's numbers are whole ones too, and so are truth values, which nobody means
        if not isinstance(given, bool | np.bool_):
            return index(given)
    except TypeError:
        pass
    raise Unreadable("not_a_number", written=str(given))


def _read_luck(written: Plain) -> Chance:
    if written is None:
        return chance(secrets.randbits(64))
    if not isinstance(written, str) or not re.fullmatch(r"[0-9a-f]{16}", written):
        raise Unreadable("not_a_chance", written=str(written))
    return chance(int(written, 16))


@cache
def game(name: str) -> Game:
    """A game by its name; raises `Unreadable`, naming those there are."""
    if name not in game_names():
        raise Unreadable("unknown_game", game=name, names=", ".join(game_names()))
    return Game(name)


def game_names() -> list[str]:
    """The names of all games."""
    return games.names()
