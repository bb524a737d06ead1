"""The games for OpenSpiel, each as a `pyspiel` game written in Python.

    import pyspiel
    import galopp.envs.openspiel        # registers them

    game = pyspiel.load_game("python_galopp_schweinsgalopp(players=3,races=1)")
    state = game.new_initial_state()

Parameters are `players`, every table option of the game, and those of `OWN_PARAMETERS` below.

**Chance.** The rules draw while they carry out a decision, so a decision that draws is followed
by chance nodes, and the game begins with some. Together the nodes of a draw name one of many
equally likely streams of luck, `chance_outcomes` by each of `chance_nodes` nodes: 64 by 5, that
is 2**30, as a rule. Histories can be played again, and algorithms that go through all outcomes
can be given few, and a game cut short by an `opening`. With `chance_outcomes=1` each draw has
one node of one outcome, and luck comes from the game's own generator: the mode that OpenSpiel
calls sampled, and the faster one. Such a game itself cannot be pickled, only its states can.

**Information.** Observations are what the rules show the seat now (`SEEN`); information states
are all it has seen so far. As floats they are laid out as `galopp.batch.layout` says, and an
information state has the latest decisions behind it, so many as `memory` says, and then so many of
the latest entries of the history as `history` says (`galopp.batch.history`): a row of floats has a
fixed size, and a game may be long. Only the string is complete. A world that is dealt anew for a
seat fits all that it was told of the race.

**Utility.** A victory is 1 and a defeat what makes the sum 0; victories are shared. Where a
runner without a player may win (Ostfriesenlauf), all seats may lose, and sums differ.
"""

import json
import secrets
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from galopp.batch.history import history_layout_of
from galopp.batch.layout import layout_of
from galopp.core import option, record
from galopp.core.cards import pick
from galopp.core.chance import Chance, chance, spin
from galopp.core.contract import SECRET
from galopp.core.option import Option
from galopp.core.record import Record
from galopp.core.words import NOBODY, Flag, NumberOrNone, Plain, numbers_in
from galopp.envs.past import Moment, Viewing
from galopp.games.ostfriesenlauf import box as ostfriesenlauf
from galopp.games.saumaumau import box as saumaumau
from galopp.games.schweinsgalopp import box as schweinsgalopp
from galopp.play.game import Game, game, game_names

DEAL = -1  # what luck is waited for before there is anything to decide
OWN_PARAMETERS = {
    "chance_outcomes": 64,
    "chance_nodes": 5,
    "rng_seed": -1,  # -1 in the sampled mode: the system's luck
    "memory": 16,  # decisions behind the present in the tensor of an information state
    "history": 0,  # entries of the history behind these
    "opening": 0,  # decisions made at random when the cards are dealt: a game cut short
}
SEVERAL = "/"  # between the values of an option that has several
CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
SEQUENTIAL = pyspiel.GameType.Dynamics.SEQUENTIAL
EXPLICIT = pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
SAMPLED = pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC


def short_name(game: str) -> str:
    """The name a game is loaded by, written as OpenSpiel does for games in Python."""
    return f"python_galopp_{game}"


# Parameters -----------------------------------------------------------------------------


def _default_parameters(played: Game) -> dict[str, Any]:
    players = {"players": max(2, played.rules.FEWEST)}
    options = {o.name: _parameter(o, o.write(o.values)) for o in played.rules.OPTIONS}
    return {**players, **options, **OWN_PARAMETERS}


def _parameter(known: Option, entered: Plain) -> bool | int | str:
    """An option as a parameter: none is -1, several values are written with slashes."""
    if isinstance(entered, list):
        return SEVERAL.join(str(value) for value in entered)
    if entered is None and isinstance(known.words, NumberOrNone):
        return known.words.none
    assert isinstance(entered, bool | int | str)
    return entered


def _entered(known: Option, given: bool | int | str) -> Plain:
    """An option as a host would enter it."""
    if isinstance(known.words, Flag):
        return bool(given)
    if isinstance(known.words, NumberOrNone) and given == known.words.none:
        return None
    if isinstance(given, str) and SEVERAL in given:
        return [int(value) for value in given.split(SEVERAL)]
    return given


def options_as_parameters(played: Game, chosen: option.Options) -> dict[str, bool | int | str]:
    """The row of options of a state as parameters of the game."""
    entered = option.entered(played.rules.OPTIONS, chosen)
    return {o.name: _parameter(o, entered[o.name]) for o in played.rules.OPTIONS}


# The game -------------------------------------------------------------------------------


class Table:
    """What all states of one loaded game have in common."""

    def __init__(self, name: str, parameters: dict[str, Any]) -> None:
        self.game = game(name)
        self.rules = self.game.rules
        self.players = int(parameters["players"])
        given = {o.name: _entered(o, parameters[o.name]) for o in self.rules.OPTIONS}
        self.options = self.game.check_setting(self.players, given)
        self.viewing = Viewing(self.rules, layout_of(name, self.players))
        self.memory = int(parameters["memory"])
        self.history = history_layout_of(name, self.players, int(parameters["history"]))
        self.opening = int(parameters["opening"])
        self.codes = max(self.game.moves) + 1
        self._prepare_chance(parameters)

    def _prepare_chance(self, parameters: dict[str, Any]) -> None:
        number, seed = int(parameters["chance_outcomes"]), int(parameters["rng_seed"])
        self.sampled = number == 1
        self.chance_nodes = 1 if self.sampled else int(parameters["chance_nodes"])
        if number < 1 or self.chance_nodes < 1 or number**self.chance_nodes > 2**64:
            raise ValueError("chance_outcomes by chance_nodes must fit in 64 bits")
        self.outcomes = [(outcome, 1 / number) for outcome in range(number)]
        self.luck = chance(secrets.randbits(64) if seed < 0 else seed)
        # In a game of few outcomes the seed says which of all there are.
        self.seed = 0 if seed < 0 else int(spin(chance(seed)))

    def deal(self, luck: Chance) -> Moment:
        """Set a game up, and play the opening if there is one."""
        state = record.blank(self.rules.STATE)
        self.rules.set_up(state, self.players, self.options, luck)
        moment = Moment(state, None)
        for _ in range(self.opening):
            if self.rules.mover(state) == NOBODY:
                break
            state = record.copy_of(state)
            self.rules.apply(state, pick(np.uint64(self.rules.legal(state)), luck), luck)
            moment = Moment(state, moment)
        return moment

    @property
    def defeat(self) -> float:
        """What a defeat is worth: with a victory worth 1, sums are 0 if somebody wins."""
        return -1 / max(1, self.players - 1)

    def utilities(self, state: Record) -> list[float]:
        """What a game that is over has brought each seat; a victory is shared out."""
        won, defeat = int(self.rules.winners(state)), self.defeat
        share = (1 - defeat) / max(1, won.bit_count())
        return [defeat + share * (won >> seat & 1) for seat in range(self.players)]

    @property
    def can_all_lose(self) -> bool:
        """Whether a runner that belongs to nobody may win, or there is nobody else."""
        entered = option.entered(self.rules.OPTIONS, self.options)
        return self.game.rivals(self.players, entered) > self.players or self.players == 1

    def longest(self) -> int:
        """The most decisions that a game can have."""
        races = option.entered(self.rules.OPTIONS, self.options).get("races", 1)
        assert isinstance(races, int)
        return races * LONGEST_RACE[self.game.name](self.players)


# The most decisions in a race, by the limits of the rules.
LONGEST_RACE: dict[str, Callable[[int], int]] = {
    # Four pigs are lined up, and food is laid before the hands are played (G12 to G15).
    "schweinsgalopp": lambda players: 4 + players + schweinsgalopp.HAND * players,
    "ostfriesenlauf": lambda players: 2 * players * ostfriesenlauf.LAST_ROUND,  # O34
    # In a turn there are no more than: the card, a call, each other's answer to it, a name or
    # a run; or eight steps back and a bet, and what a forgotten call brings (S28, V3).
    "saumaumau": lambda players: 16 * saumaumau.LONGEST_RACE,
}


class GaloppGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """One of the games, loaded with players and options."""

    NAME: str  # each game is registered as a class of its own

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        given = parameters or {}
        self.table = Table(self.NAME, {**_default_parameters(game(self.NAME)), **given})
        super().__init__(_type_of(self.table), _info_of(self.table), given)

    def new_initial_state(self) -> "GaloppState":
        """A state before the deal."""
        return GaloppState(self)

    def state_seen(self, seen: Record, luck: int) -> "GaloppState":
        """A state without a past that looks to a seat like this; it is dealt by luck."""
        state = self.new_initial_state()
        dealt = self.table.viewing.dealt(seen, chance(luck))
        state.move_on(Moment(dealt, None, int(seen.viewer)))
        return state

    def max_chance_nodes_in_history(self) -> int:
        """Luck for the deal and for every decision."""
        return self.table.chance_nodes * (self.table.longest() + 1)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """What looks at states for the old and the new way of observing."""
        usual = pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.table, iig_obs_type or usual, params)


def _type_of(table: Table) -> Any:
    rules, kinds = table.rules, pyspiel.GameType
    return kinds(
        short_name=short_name(rules.NAME),
        long_name=f"Galopp: {rules.NAME.capitalize()}",
        dynamics=SEQUENTIAL,
        chance_mode=SAMPLED if table.sampled else EXPLICIT,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM if table.can_all_lose else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=rules.SEATS,
        min_num_players=rules.FEWEST,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=_default_parameters(table.game),
    )


def _info_of(table: Table) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=table.codes,
        max_chance_outcomes=len(table.outcomes),
        num_players=table.players,
        min_utility=table.defeat,
        max_utility=1.0,
        utility_sum=None if table.can_all_lose else 0.0,
        max_game_length=table.longest(),
    )


# A state --------------------------------------------------------------------------------


class GaloppState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A game in progress: a moment of it, or the luck that is being drawn for the next one."""

    # What is in `__dict__` is copied by `clone` and written by `serialize`.
    __slots__ = ("__dict__", "table")

    def __init__(self, played: GaloppGame) -> None:
        super().__init__(played)
        self.table = played.table
        self.moment: Moment | None = None
        self._player = CHANCE
        self._waiting = DEAL  # the code that waits for luck, at a chance node
        self._luck = 0
        self._drawn = 0  # chance nodes of this draw

    def __getattr__(self, name: str) -> Any:
        if name == "table":  # a state that was pickled has its game, and was not set up
            self.table = self.get_game().table
            return self.table
        raise AttributeError(name)

    def current_player(self) -> int:
        """The seat that decides, or chance, or that the game is over."""
        return self._player

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._player == TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        assert self.moment is not None
        return numbers_in(int(self.table.rules.legal(self.moment.state)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Equally likely, all of them."""
        return self.table.outcomes

    def _apply_action(self, action: int) -> None:
        if self._player == CHANCE:
            self._draw(action)
        else:
            self._decide(action)

    def _decide(self, code: int) -> None:
        """Carry a decision out; if that takes luck, wait for it."""
        assert self.moment is not None
        state, unused = record.copy_of(self.moment.state), chance(0)
        self.table.rules.apply(state, code, unused)
        if unused[0] == 0:
            self.move_on(Moment(state, self.moment))
            return
        self._player = CHANCE
        self._waiting, self._luck, self._drawn = code, 0, 0

    def _draw(self, outcome: int) -> None:
        """Take a part of the luck; with the last part, carry out what waits for it."""
        self._luck = self._luck * len(self.table.outcomes) + outcome
        self._drawn += 1
        if self._drawn < self.table.chance_nodes:
            return
        table = self.table
        luck = chance(int(spin(table.luck)) if table.sampled else self._luck ^ table.seed)
        if self.moment is None:
            self.move_on(table.deal(luck))
            return
        state = record.copy_of(self.moment.state)
        table.rules.apply(state, self._waiting, luck)
        self.move_on(Moment(state, self.moment))

    def move_on(self, moment: Moment) -> None:
        """Go to another moment."""
        mover = int(self.table.rules.mover(moment.state))
        self.moment = moment
        self._player = TERMINAL if mover == NOBODY else mover
        self._waiting, self._luck, self._drawn = DEAL, 0, 0

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> "GaloppState":
        """A state dealt anew, of those that look the same to the seat.

        It has no OpenSpiel history: the real one would tell what others decided in secret.
        """
        if self.moment is None or self._player == CHANCE:
            raise ValueError("luck is being drawn: there is nothing to deal anew")
        luck = chance(int(probability_sampler() * 2**53))
        state: GaloppState = self.get_game().new_initial_state()
        state.move_on(self.table.viewing.redealt(self.moment, player_id, luck))
        return state

    def returns(self) -> list[float]:
        """What the game has brought each seat; nothing before the end."""
        if not self.is_terminal():
            return [0.0] * self.table.players
        assert self.moment is not None
        return self.table.utilities(self.moment.state)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return f"luck {action}"
        return self.table.game.moves[action].notation

    def __str__(self) -> str:
        if self.moment is None:
            return f"before the deal, luck {self._luck}/{self._drawn}"
        fields = self.table.rules.FIELDS
        plain = record.write(fields, self.moment.state, self.table.players)
        if self._player == CHANCE:
            waiting = self.table.game.moves[self._waiting].notation
            plain = {**plain, "waiting": waiting, "luck": [self._luck, self._drawn]}
        return json.dumps(plain)


# What seats observe ---------------------------------------------------------------------


class Observer:
    """Looks at a state for a seat: as text and as floats, by OpenSpiel's choice of what."""

    def __init__(self, table: Table, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"there are no parameters for observers: {params}")
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("what all seats know together is not shown to anybody")
        self._table = table
        self._viewing = table.viewing
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._public = bool(kind.public_info)
        self._recall = bool(kind.perfect_recall)
        self._prepare_tensor()

    def _prepare_tensor(self) -> None:
        """One piece a field, the latest decisions, and the latest entries of the history.

        Of a decision: who, and which code or a secret one.
        """
        table, layout = self._table, self._viewing.layout
        shape = (table.memory, table.players + table.codes + 1)
        memory = int(np.prod(shape)) if self._recall else 0
        past = table.history if self._recall and table.history.size else None
        end = layout.size + memory
        self.tensor = np.zeros(end + (past.size if past else 0), np.float32)
        self.dict = {name: self.tensor[at] for name, at in layout.pieces.items()}
        if memory:
            self.dict["decisions"] = self.tensor[layout.size : end].reshape(shape)
        if past:
            self.dict["history"] = self.tensor[end:].reshape(past.entries, past.width)

    def set_from(self, state: GaloppState, player: int) -> None:
        """Fill `tensor`, and `dict` with it, with what a seat observes."""
        self.tensor.fill(0)
        if state.moment is None:
            return
        row = self.tensor[: self._viewing.layout.size]
        row[:] = self._seen_as_floats(state.moment, player)
        if "decisions" in self.dict:
            self._recall_decisions(state.moment, self._viewer(player))
        if "history" in self.dict:
            told = self._viewing.told(state.moment, self._viewer(player))
            self.dict["history"][:] = self._table.history.floats(told)

    def _viewer(self, player: int) -> int:
        return player if self._private else NOBODY

    def _seen_as_floats(self, moment: Moment, player: int) -> Any:
        layout, viewing = self._viewing.layout, self._viewing
        row = layout.floats(viewing.view(moment, self._viewer(player)))
        if self._public:
            return row
        public = layout.floats(viewing.view(moment, NOBODY))
        for at in layout.pieces.values():
            if np.array_equal(row[at], public[at]):
                row[at] = 0
        return row

    def _recall_decisions(self, moment: Moment, viewer: int) -> None:
        rows = self.dict["decisions"]
        told = self._viewing.decisions(moment, viewer, self._table.memory)
        for row, (seat, code) in enumerate(told):
            rows[row, seat] = 1
            rows[row, -1 if code == SECRET else self._table.players + code] = 1

    def string_from(self, state: GaloppState, player: int) -> str:
        """What a seat observes, as text."""
        if state.moment is None:
            return ""
        if self._recall and self._public:
            return self._viewing.story(state.moment, self._viewer(player))
        seen = self._written(state.moment, self._viewer(player))
        if not self._public:
            public = self._written(state.moment, NOBODY)
            seen = {name: value for name, value in seen.items() if value != public[name]}
        return json.dumps(seen) if seen else ""

    def _written(self, moment: Moment, viewer: int) -> dict[str, Plain]:
        fields = self._table.rules.SEEN_FIELDS
        return record.write(fields, self._viewing.view(moment, viewer), self._table.players)


# Registration ---------------------------------------------------------------------------


def _register(name: str) -> None:
    usual = Table(name, _default_parameters(game(name)))
    # A class and no function: pyspiel lets go of it when Python has come to its end.
    named = type(name.capitalize(), (GaloppGame,), {"NAME": name, "__doc__": GaloppGame.__doc__})
    pyspiel.register_game(_type_of(usual), named)


for _name in game_names():
    _register(_name)
