"""Many games at once, on the processor or on a graphics card, with one interface for both."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from operator import index
from typing import Protocol

import numpy as np

from galopp.batch import cpu
from galopp.batch.layout import Layout, Records, layout_of
from galopp.batch.loops import BEGIN, LOOK, STEP, Played, Shown
from galopp.batch.plan import Given, Plan, policy_codes
from galopp.batch.setting import Variants, settings_for
from galopp.batch.untyped import Array
from galopp.core import option
from galopp.core.chance import Chance
from galopp.core.record import Record
from galopp.core.words import Plain
from galopp.play.game import game as game_by_name
from galopp.play.position import Position

MOST_GAMES = 2**31
OBSERVERS = (None, "mover", "all")
KINDS = ("float32", "uint8")


class OnDevice(Protocol):
    """A batch as a device keeps it."""

    @property
    def shown(self) -> Shown:
        """What it shows after each step."""

    @property
    def observations(self) -> Array:
        """What is seen, in rows."""

    @property
    def history(self) -> Array:
        """What seats were told."""

    def go(self, task: int, given: Given, seed: int | None = None) -> None:
        """Pass over all games, with a code or a mark for each; before that, take a new seed."""

    def sample(self, levels: list[int]) -> Array:
        """A legal code for each game, as each seat decides at its level."""

    def play(self, levels: list[int]) -> Played:
        """Play every game to its end."""

    def states(self) -> Records:
        """The states, as an array of records."""

    def game(self, row: int) -> tuple[Record, Chance]:
        """A copy of the state of one game, and of its luck."""


class Batch:
    """So many games of one kind, each decided step by step.

        batch = Batch("schweinsgalopp", games=4096, players=2, seed=7)
        while training:
            codes = policy(batch.observations, batch.mask)
            batch.step(codes)
            learn(batch.rewards, batch.done)

    `players` is a number, or several, which go round the games. Table options are given by name;
    `variants` are options that differ from game to game, and go round too. `device` is "cpu" or
    "cuda". What is observed is what the seat on turn sees ("mover"), what every seat sees
    ("all"), or nothing (None), as floats from 0 to 1 or, four times smaller, as bytes.

    All arrays are written anew by each step, in place: numpy's own on the processor, and on a
    graphics card such as PyTorch, JAX and CuPy take over without a copy.

    | array | shape | holds |
    | --- | --- | --- |
    | `mover` | games | the seat that decides now; -1 when the game is over |
    | `legal` | games | the codes it may decide, as bits of a word |
    | `mask` | games, codes | the same, a yes or no each |
    | `observations` | games, places | what the mover sees; `layout` says what is where |
    | | games, seats, places | what every seat sees |
    | `history` | games, entries, 4 | what the mover was told: so many entries, if wanted |
    | | games, seats, entries, 4 | the same of every seat |
    | `rewards` | games, seats | when a game ends: victories are 1 and shared, sums are 0 |
    | `done` | games | whether this step ended the game |
    | `refused` | games | whether the code was not legal, and nothing was done |

    With `auto_reset` a row whose game has ended holds the next game at once: `rewards` and
    `done` tell of the old one, everything else of the new one. Without it the game stays.

    The luck of a game is decided by the seed, its row, and how many games the row had before,
    and by nothing else: a larger batch, another device or more threads play the same games.
    """

    def __init__(  # noqa: PLR0913  # after the fourth all are named by whoever calls
        self,
        game: str,
        games: int,
        players: int | Sequence[int] | None = None,
        seed: int = 0,
        *,
        device: str = "cpu",
        auto_reset: bool = True,
        observe: str | None = "mover",
        dtype: str = "float32",
        history: int = 0,
        threads: int | None = None,
        variants: Variants = ({},),
        **options: Plain,
    ) -> None:
        plan = make_plan(game, games, players, seed, variants, options, threads)
        if history < 0 or (history and device != "cpu"):
            raise ValueError('there is a history of so many entries on device="cpu" only')
        if observe not in OBSERVERS or dtype not in KINDS:
            raise ValueError(f"observe is one of {OBSERVERS}, dtype one of {KINDS}")
        floats = dtype == "float32"
        self.plan = replace(
            plan, auto_reset=auto_reset, observe=observe, floats=floats, history=history
        )
        self.device = device
        # The arrays and kernels behind all this, for whoever measures or tunes them.
        self.on_device = _lay_out(self.plan, device)
        self.reset()

    # What it shows ----------------------------------------------------------------------

    @property
    def layout(self) -> Layout:
        """What is where in an observation."""
        return self.plan.layout

    @property
    def games(self) -> int:
        """How many games there are."""
        return self.plan.games

    @property
    def seats(self) -> int:
        """The most seats that any of the games has."""
        return self.plan.seats

    @property
    def codes(self) -> int:
        """How many codes decisions have."""
        return self.plan.codes

    @property
    def mover(self) -> Array:
        """The seat that decides now; -1 when the game is over."""
        return self.on_device.shown.mover

    @property
    def legal(self) -> Array:
        """The codes it may decide, as bits."""
        return self.on_device.shown.legal

    @property
    def mask(self) -> Array:
        """The codes it may decide, a yes or no each."""
        return self.on_device.shown.mask

    @property
    def observations(self) -> Array:
        """What the seat on turn sees, or every seat; None if nobody observes."""
        return self.on_device.observations if self.plan.observe else None

    @property
    def history(self) -> Array:
        """The latest entries of what the seat on turn was told, or every seat; None if not wanted.

        Four numbers each, what, seat, code and taken, the latest first; -1 where there is none.
        """
        return self.on_device.history if self.plan.history else None

    @property
    def rewards(self) -> Array:
        """What the game that just ended brought each seat."""
        return self.on_device.shown.rewards

    @property
    def done(self) -> Array:
        """Whether the game has ended."""
        return self.on_device.shown.done

    @property
    def refused(self) -> Array:
        """Whether the code given was not legal, so that nothing was done."""
        return self.on_device.shown.refused

    @property
    def states(self) -> Records:
        """The whole truth, secrets included, as an array of records.

        On the processor these are the states themselves, and `look` shows what was changed in
        them; from a graphics card they are fetched.
        """
        return self.on_device.states()

    def position(self, row: int) -> Position:
        """A copy of one game to look at closely, and to play on by itself.

        `position(row).why_not(move)` tells why a code was refused.
        """
        return Position(game_by_name(self.plan.rules.NAME), *self.on_device.game(row))

    def setting_of(self, game: int) -> tuple[int, dict[str, Plain]]:
        """The number of players and the options of a row."""
        players, options = self.plan.settings.of(game)
        return players, option.entered(self.plan.rules.OPTIONS, options)

    # What it does -----------------------------------------------------------------------

    def reset(self, which: Given | None = None, seed: int | None = None) -> None:
        """Begin the next game in every row, or in those marked by booleans.

        With a seed the numbers of games begin anew, and so do the lots of `sample`.
        """
        marked = np.ones(self.games, np.bool_) if which is None else which
        self.on_device.go(BEGIN, marked, None if seed is None else index(seed) % 2**64)

    def step(self, codes: Given) -> None:
        """Decide one code in each game: an array on any device, of any kind of whole number."""
        self.on_device.go(STEP, codes)

    def sample(self, policies: str | Sequence[str] = "random") -> Array:
        """A legal code for each game, to be given to `step`; 0 if the game is over.

        `policies` names who would decide so, seat by seat, as in `play`. The next call writes over
        the codes. The lots that are drawn are not the luck of the games.
        """
        return self.on_device.sample(levels_of(policies, self.seats))

    def look(self) -> None:
        """Show all games again as they are."""
        self.on_device.go(LOOK, np.zeros(self.games, np.bool_))

    def play(self, policies: str | Sequence[str] = "random") -> Played:
        """Play every game from where it stands to its end, and say what came of it.

        `policies` names who decides, seat by seat, and goes round: "random", "beginner" or
        "casual". With `auto_reset` the rows then hold their next games.
        """
        played = self.on_device.play(levels_of(policies, self.seats))
        self.look()
        return played

    def __len__(self) -> int:
        return self.games

    def __repr__(self) -> str:
        return f"<batch of {self.games} games of {self.plan.rules.NAME} on {self.device}>"


def play(  # noqa: PLR0913  # as `Batch`
    game: str,
    games: int,
    players: int | Sequence[int] | None = None,
    seed: int = 0,
    policies: str | Sequence[str] = "random",
    *,
    device: str = "cpu",
    threads: int | None = None,
    variants: Variants = ({},),
    **options: Plain,
) -> Played:
    """Play whole games by built-in policies, as `Batch` and its `play` would, but keep none.

    They are the same games with the same results; only memory is spared, and time.
    """
    plan = make_plan(game, games, players, seed, variants, options, threads)
    return _player(device)(plan, levels_of(policies, plan.seats))


def make_plan(
    game: str,
    games: int,
    players: int | Sequence[int] | None,
    seed: int,
    variants: Variants,
    options: Mapping[str, Plain],
    threads: int | None,
) -> Plan:
    """Read what was asked for; raises `Fault` where it does not go together."""
    if not 1 <= index(games) < MOST_GAMES:
        raise ValueError(f"a batch has 1 to {MOST_GAMES - 1} games, not {games}")
    if threads is not None and threads < 1:
        raise ValueError(f"a batch needs a thread, not {threads}")
    rules = game_by_name(game).rules
    settings = settings_for(rules, rules.FEWEST if players is None else players, options, variants)
    layout = layout_of(game, settings.seats)
    return Plan(rules, layout, settings, index(games), index(seed) % 2**64, threads=threads)


def levels_of(policies: str | Sequence[str], seats: int) -> list[int]:
    """Who decides at each seat; raises `Unreadable` for a name that no loop knows."""
    names = [policies] if isinstance(policies, str) else list(policies)
    if not names:
        raise ValueError("somebody must decide: no policy is named")
    around = [names[seat % len(names)] for seat in range(seats)]
    return [int(level) for level in policy_codes(around)]


def _lay_out(plan: Plan, device: str) -> OnDevice:
    if device == "cpu":
        return cpu.OnCpu(plan)
    _need_card(device)
    from galopp.batch import cuda

    return cuda.OnCuda(plan)


def _player(device: str) -> Callable[[Plan, list[int]], Played]:
    if device == "cpu":
        return cpu.play
    _need_card(device)
    from galopp.batch import cuda

    return cuda.play


def _need_card(device: str) -> None:
    if device != "cuda":
        raise ValueError(f'device is "cpu" or "cuda", not {device!r}')
    from galopp.batch import cuda

    if not cuda.is_there():
        raise RuntimeError('device="cuda" needs an NVIDIA card, and numba finds none here')
