"""Many games at once for Gymnasium, an agent in each, and bots on all other seats.

    envs = gymnasium.make_vec("galopp/Schweinsgalopp-v0", num_envs=256, bots="casual")
    observations, infos = envs.reset(seed=7)
    observations, rewards, ended, cut, infos = envs.step(actions)

A step is one compiled loop over the games, in as many threads as there are cores, so the bots
must be levels that are kernels; with any other, or with a `history`, let Gymnasium make a game each
(`vectorization_mode="sync"`). Game n plays as `gymnasium.make` would with the seed of the first
plus n. Whatever is returned is new and the caller's own.

This is not a `galopp.batch.Batch`: there everybody on turn is decided from outside, luck hangs
on the row and not on a seed of its own, and arrays are written over. What they have in common
are the rules, the levels, the rewards and the layout of observations.
"""

import os
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from galopp.batch.among_bots import (
    ANY_SEAT,
    TO_COME,
    Flags,
    Tables,
    begin_games,
    collect,
    step_games,
)
from galopp.batch.cpu import FEW, on_parts
from galopp.batch.layout import Floats
from galopp.batch.loops import LEVELS
from galopp.core.words import Plain
from galopp.envs.gymnasium import METADATA, luck_of_games
from galopp.envs.opponents import are_kernels, levels_around, names_of
from galopp.envs.render import draw, render_mode_of
from galopp.envs.setting import ILLEGAL, Illegal, Mask, Reward, Setting, illegal_of, unpack

Info = dict[str, Any]
Rewards = npt.NDArray[np.float64]


class GaloppVectorEnv(VectorEnv[Floats, npt.NDArray[np.int64], Any]):
    """Many games, each with one agent among bots."""

    def __init__(  # noqa: PLR0913  # named by whoever calls, as Gymnasium's makers do
        self,
        game: str,
        num_envs: int = 1,
        players: int | None = None,
        bots: str | Sequence[str] = "casual",
        seat: int | None = 0,
        reward: Reward = "win",
        illegal: Illegal = "lose",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        threads: int | None = None,
        **options: Plain,
    ) -> None:
        self.setting = Setting(game, players, reward, options)
        self.seat = self.setting.check_seat(seat)
        self.illegal = illegal_of(illegal)
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.render_mode = render_mode_of(render_mode)
        self.threads = threads or os.cpu_count() or 1
        self._make_spaces(num_envs)
        self._make_games(names_of(bots, self.setting.players))

    def _make_spaces(self, number: int) -> None:
        self.num_envs = number
        self.single_observation_space = self.setting.observation_space()
        self.single_action_space = spaces.Discrete(self.setting.codes)
        self.observation_space = batch_space(self.single_observation_space, number)
        self.action_space = batch_space(self.single_action_space, number)
        self.metadata = {**METADATA, "autoreset_mode": self.autoreset_mode}

    def _make_games(self, bots: tuple[str, ...]) -> None:
        if not are_kernels(bots):
            raise ValueError(
                f"many games at once are played against {', '.join(LEVELS)}; for any other bot"
                ' there is vectorization_mode="sync"'
            )
        number, rules, players = self.num_envs, self.setting.rules, self.setting.players
        self._tables = Tables(
            states=np.zeros(number, rules.STATE),
            views=np.zeros(number, rules.SEEN),
            luck=np.zeros((number, 3), np.uint64),
            seats=np.zeros(number, np.int8),
        )
        # The levels of all seats, for each seat that the agent may have.
        self._levels = np.array([levels_around(bots, seat) for seat in range(players)])
        self._done: Flags = np.zeros(number, np.bool_)
        self._seeded = False

    # Beginning

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: Info | None = None
    ) -> tuple[Floats, Info]:
        """Deal in all games, or in those that `options["reset_mask"]` names."""
        every = np.ones(self.num_envs, np.bool_)
        chosen = np.asarray((options or {}).get("reset_mask", every), np.bool_)
        self._seed(seed)
        self._begin(chosen)
        return self._answer(chosen)

    def _seed(self, seed: int | Sequence[int | None] | None) -> None:
        if isinstance(seed, int):
            seed = [seed + n for n in range(self.num_envs)]
        seeds = [None] * self.num_envs if seed is None else list(seed)
        if len(seeds) != self.num_envs:
            raise ValueError(f"{self.num_envs} seeds are needed, not {len(seeds)}")
        for n, one in enumerate(seeds):
            if one is not None or not self._seeded:
                self._tables.luck[n, TO_COME] = luck_of_games(seeding.np_random(one)[0])[0]
        self._seeded = True

    def _begin(self, chosen: Flags) -> None:
        fixed = ANY_SEAT if self.seat is None else self.seat
        setting = self.setting.players, self.setting.options, self._levels
        self._go(begin_games, chosen, fixed, setting)
        self._done[chosen] = False

    def _go(self, loop: Callable[..., None], *about: Any) -> None:
        """Pass over all games, a part of them in each thread."""

        def work(part: slice) -> None:
            loop(part.start, part.stop, self._tables, *about)

        parts = max(1, min(self.threads, self.num_envs // FEW))
        on_parts(work, self.num_envs, -(-self.num_envs // parts), self.threads)

    # Deciding

    def step(self, actions: npt.NDArray[np.int64]) -> tuple[Floats, Rewards, Flags, Flags, Info]:
        """Decide in every game; what comes after its end is for the autoreset mode to say."""
        again, codes = self._done.copy(), np.asarray(actions, np.int64)
        if self.autoreset_mode == AutoresetMode.DISABLED and again.any():
            raise ValueError("some games are over: reset them first")
        lost = self._refused(codes) & ~again
        self._go(step_games, lost | again, self._levels, codes)
        ended, rewards = self._results(again, lost)
        self._begin(again)
        self._done = ended.copy()
        observations, infos = self._answer(np.ones_like(ended), lost)
        if self.autoreset_mode == AutoresetMode.SAME_STEP and ended.any():
            observations, infos = self._go_on(observations, infos, ended)
        return observations, rewards, ended, np.zeros_like(ended), infos

    def _refused(self, codes: npt.NDArray[np.int64]) -> Flags:
        """The games in which the decision is not allowed and therefore loses."""
        known = (codes >= 0) & (codes < self.setting.codes)
        legal = self._masks()[np.arange(self.num_envs), np.where(known, codes, 0)] == 1
        refused: Flags = ~(known & legal) & ~self._done
        if self.illegal == "raise" and refused.any():
            raise ValueError(f"not allowed now in games {np.flatnonzero(refused).tolist()}")
        return refused if self.illegal == "lose" else np.zeros_like(refused)

    def _results(self, again: Flags, lost: Flags) -> tuple[Flags, Rewards]:
        ended, rewards = np.zeros(self.num_envs, np.bool_), np.zeros(self.num_envs)
        collect(self._tables, self.setting.reward == "points", ended, rewards)
        ended, rewards = ended & ~again | lost, np.where(again, 0.0, rewards)
        return ended, np.where(lost, ILLEGAL, rewards)

    def _go_on(self, observations: Floats, infos: Info, ended: Flags) -> tuple[Floats, Info]:
        """The next games begin at once; how the last ones ended is in the infos."""
        last = np.full(self.num_envs, None, object)
        for n in np.flatnonzero(ended):
            last[n] = observations[n]
        self._begin(ended)
        final = {name: _only(values, ended) for name, values in infos.items()}
        observations, infos = self._answer(np.ones_like(ended))
        infos |= {"final_obs": last, "_final_obs": ended.copy()}
        return observations, infos | {"final_info": final, "_final_info": ended.copy()}

    # What there is to see

    def _answer(self, chosen: Flags, lost: Flags | None = None) -> tuple[Floats, Info]:
        infos = {"action_mask": self._masks(), "_action_mask": chosen.copy()}
        if lost is not None and lost.any():
            infos |= {"illegal": lost.copy(), "_illegal": lost.copy()}
        if self.render_mode == "human":
            self.render()
        return self.setting.layout.floats(self._tables.views), infos

    def _masks(self) -> Mask:
        return unpack(np.ascontiguousarray(self._tables.views["legal"]), self.setting.codes)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which codes each agent may decide on now: (games, codes)."""
        return self._masks().astype(np.bool_)

    def render(self) -> tuple[Any, ...]:
        """Every table as its agent sees it."""
        name = self.setting.game.name
        return tuple(draw(self.render_mode, name, view) for view in self._tables.views)


def _only(values: npt.NDArray[Any], chosen: Flags) -> npt.NDArray[Any]:
    """The values of the games that are chosen; 0 for all others."""
    return np.where(chosen.reshape(-1, *[1] * (values.ndim - 1)), values, np.zeros_like(values))
