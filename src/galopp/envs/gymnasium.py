"""The games for Gymnasium: one agent, and bots on the other seats.

    import gymnasium
    import galopp.envs.gymnasium        # registers them

    env = gymnasium.make("galopp/Schweinsgalopp-v0", players=4, bots="casual", seat=0)
    observation, info = env.reset(seed=7)
    env.step(env.action_space.sample(info["action_mask"]))

`gymnasium.make("galopp.envs.gymnasium:galopp/Schweinsgalopp-v0")` imports by itself.

`bots` is the name of a bot of `galopp.bots`, or a list with one for each other seat; `seat` is
where the agent sits, None for another seat in each game. Any option of the game is an argument.

An observation is what the seat may see, as floats (`galopp.batch.layout` says which). With
`history=16` the latest 16 entries of the history follow behind it (`galopp.batch.history`). The
mask of the codes that may be decided on is in the info, and `action_masks()` is where the
trainers of sb3-contrib look for it. A decision that the rules do not allow either ends the game
and costs a point ("lose"), is exchanged for a legal one ("random"), or raises ("raise"), as
`illegal` says. Rewards: `galopp.envs.setting`.

`gymnasium.make_vec` with the same arguments makes many games at once (`galopp.envs.vector`).
"""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.error import ResetNeeded

from galopp.batch.layout import Floats
from galopp.core.cards import pick
from galopp.core.chance import Chance, below, chance, spin
from galopp.core.record import Record
from galopp.core.words import NOBODY, Plain
from galopp.envs.opponents import Opponents, names_of
from galopp.envs.render import RENDER_MODES, Image, draw, render_mode_of
from galopp.envs.setting import ILLEGAL, Illegal, Mask, Reward, Setting, illegal_of
from galopp.play.game import game_names

Info = dict[str, Any]

METADATA: Info = {"render_modes": RENDER_MODES, "render_fps": 2}


class GaloppEnv(gymnasium.Env[Floats, np.int64]):
    """One agent's seat at a table of bots."""

    metadata = METADATA

    def __init__(  # noqa: PLR0913  # named by whoever calls, as Gymnasium's makers do
        self,
        game: str,
        players: int | None = None,
        bots: str | Sequence[str] = "casual",
        seat: int | None = 0,
        reward: Reward = "win",
        illegal: Illegal = "lose",
        render_mode: str | None = None,
        history: int = 0,
        **options: Plain,
    ) -> None:
        self.setting = Setting(game, players, reward, options, history)
        self.opponents = Opponents(self.setting, names_of(bots, self.setting.players))
        self.fixed_seat = self.setting.check_seat(seat)
        self.illegal = illegal_of(illegal)
        self.render_mode = render_mode_of(render_mode)
        self.observation_space = self.setting.observation_space()
        self.action_space = spaces.Discrete(self.setting.codes)
        self._luck_of_games: Chance | None = None
        self._ended = True  # nothing has begun

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Floats, Info]:
        """Deal, and let the bots play until the agent is asked."""
        super().reset(seed=seed)
        if seed is not None or self._luck_of_games is None:
            self._luck_of_games = luck_of_games(self.np_random)
        self._begin(self._luck_of_games)
        while self._over():  # before the agent was asked at all: not a game for it
            self._begin(self._luck_of_games)
        self._ended = False
        return self._answer()

    def _begin(self, luck_of_games: Chance) -> None:
        players, fixed = self.setting.players, self.fixed_seat
        self._luck = chance(int(spin(luck_of_games)))
        self._bots_luck = chance(int(spin(luck_of_games)))
        self.seat = below(self._bots_luck, players) if fixed is None else fixed
        self._now: Record = self.setting.deal(self._luck)
        self._play_on()

    def _play_on(self) -> None:
        self._seen = self.opponents.play_on(self._now, self.seat, self._luck, self._bots_luck)

    def _over(self) -> bool:
        return self.setting.mover(self._now) == NOBODY

    def step(self, action: np.int64 | int) -> tuple[Floats, float, bool, bool, Info]:
        """Decide, and let the bots play until the agent is asked again or the game is over."""
        if self._ended:
            raise ResetNeeded("the game is over: reset it first")
        code = self._allowed(int(action))
        if code is None:
            return self._lose()
        self.setting.rules.apply(self._now, code, self._luck)
        self._play_on()
        self._ended = self._over()
        reward = self.setting.returns(self._now)[self.seat] if self._ended else 0.0
        observation, info = self._answer()
        return observation, reward, self._ended, False, info

    def _allowed(self, code: int) -> int | None:
        """The code, if the rules allow it, or what stands for it."""
        if self.setting.is_legal(self._now, code):
            return code
        if self.illegal == "raise":
            raise ValueError(f"code {code} is not allowed now")
        if self.illegal == "lose":
            return None
        return pick(np.uint64(self._seen.legal), self._bots_luck)

    def _lose(self) -> tuple[Floats, float, bool, bool, Info]:
        """The game ends here, because of what was decided."""
        self._ended = True
        observation, info = self._answer()
        return observation, ILLEGAL, True, False, {**info, "illegal": True}

    def _answer(self) -> tuple[Floats, Info]:
        if self.render_mode == "human":
            self.render()
        row, told = self.setting.layout.floats(self._seen), self.opponents.told(self.seat)
        return self.setting.with_history(row, told), {"action_mask": self._mask()}

    def _mask(self) -> Mask:
        return self.setting.mask(self._now, self.seat)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which codes the agent may decide on now, as sb3-contrib asks for it."""
        return self._mask().astype(np.bool_)

    def render(self) -> Image | str | None:
        """The table as the agent sees it."""
        return draw(self.render_mode, self.setting.game.name, self._seen)

    def close(self) -> None:
        """Let go of whatever the bots hold."""
        self.opponents.close()


def luck_of_games(generator: np.random.Generator) -> Chance:
    """A stream from which the luck of one game after the other is drawn."""
    return chance(int(generator.integers(2**64, dtype=np.uint64)))


def env_id(game: str) -> str:
    """The id a game is made by: "galopp/Schweinsgalopp-v0"."""
    return f"galopp/{game.capitalize()}-v0"


def register() -> None:
    """Make all games known to Gymnasium; done when this module is imported."""
    for game in game_names():
        if env_id(game) not in gymnasium.registry:
            gymnasium.register(
                env_id(game),
                entry_point="galopp.envs.gymnasium:GaloppEnv",
                vector_entry_point="galopp.envs.vector:GaloppVectorEnv",
                kwargs={"game": game},
            )


register()
