"""The games for PettingZoo.

    from galopp.envs.pettingzoo import saumaumau_v0

    env = saumaumau_v0.env(players=3, mau=True, render_mode="ansi")
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        over = terminated or truncated
        env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))

Agents are named by their seat, "seat_0" first. An observation is what the seat may see, as
floats (`galopp.batch.layout` says which), and a mask of the codes it may decide on. Any
option of the game is an argument. With `history=16` the latest 16 entries of the history follow
behind what is seen (`galopp.batch.history`). Rewards: `galopp.envs.setting`.

`saumaumau_v0.env(...)` is short for `env("saumaumau", ...)`, and so for the other games and for
`raw_env` and `parallel_env`. `raw_env` refuses what the rules do not allow; `env` has
PettingZoo's usual wrappers around it, by which such a decision ends the game and costs its seat
a point.

**Parallel.** In all three games seats decide one after the other, and what one decides is shown
to the next before it does: a card laid face down shows its back, and whoever may find a missing
"Mau" is asked in turn. So nothing here is simultaneous. `parallel_env` is for trainers that
want every agent at every step: all are asked, the one whose turn it is decides, and the others
wait, which is a code of its own and the only one in their mask.
"""

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, TypedDict, get_args

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo.utils import AECEnv, ParallelEnv, wrappers

from galopp.batch.layout import Floats
from galopp.bots.histories import Histories
from galopp.core.cards import pick
from galopp.core.chance import Chance, chance
from galopp.core.record import Record, copy_of
from galopp.core.words import NOBODY, Plain
from galopp.envs.render import RENDER_MODES, Image, draw, render_mode_of
from galopp.envs.setting import ILLEGAL, Illegal, Mask, Reward, Setting, illegal_of, one_of
from galopp.play.position import IllegalMove

MaskIn: TypeAlias = Literal["observation", "info"]


class Observed(TypedDict):
    """What an agent observes."""

    observation: Floats
    action_mask: Mask


Observation: TypeAlias = Observed | Floats
Info: TypeAlias = dict[str, Any]
Stepped: TypeAlias = tuple[
    dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Info]
]

METADATA = {"render_modes": RENDER_MODES, "render_fps": 2, "is_parallelizable": False}


def env(game: str, **arguments: Any) -> AECEnv[str, Observation, int]:
    """A game in which agents take turns, with PettingZoo's usual wrappers."""
    inner: AECEnv[str, Observation, int] = raw_env(game, **arguments)
    inner = wrappers.TerminateIllegalWrapper(inner, illegal_reward=ILLEGAL)
    inner = wrappers.AssertOutOfBoundsWrapper(inner)
    return wrappers.OrderEnforcingWrapper(inner)


class Seats:
    """What both kinds of environment have in common: a game, its agents and what they see."""

    WAITS = False  # whether there is a code for who is not asked

    def __init__(
        self,
        game: str,
        players: int | None = None,
        reward: Reward = "win",
        action_mask: MaskIn = "observation",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        history: int = 0,
        **options: Plain,
    ) -> None:
        self.setting = Setting(game, players, reward, options, history)
        self.action_mask = one_of("action_mask", action_mask, get_args(MaskIn))
        self.max_cycles = max_cycles  # decisions after which a game is cut off
        self.render_mode = render_mode_of(render_mode)
        self.metadata = {"name": f"galopp_{game}_v0", **METADATA}
        self.possible_agents = [f"seat_{seat}" for seat in range(self.setting.players)]
        self.agents: list[str] = []
        self._generator: np.random.Generator | None = None
        self._make_spaces()

    def _make_spaces(self) -> None:
        self.codes = self.setting.codes + self.WAITS
        agents = self.possible_agents
        self.state_space = self.setting.state_space()
        self.action_spaces = {agent: spaces.Discrete(self.codes) for agent in agents}
        self.observation_spaces = {agent: self._observation_space() for agent in agents}

    def _observation_space(self) -> spaces.Space[Any]:
        row = self.setting.observation_space()
        if self.action_mask == "info":
            return row
        mask = spaces.Box(0, 1, (self.codes,), np.int8)
        return spaces.Dict({"observation": row, "action_mask": mask})

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The codes of all decisions; which of them count now is in the mask."""
        return self.action_spaces[agent]

    # The game

    def _deal(self, seed: int | None) -> None:
        """Begin a game; luck belongs to this environment alone."""
        if seed is not None or self._generator is None:
            self._generator, _ = seeding.np_random(seed)
        self._luck: Chance = chance(int(self._generator.integers(2**64, dtype=np.uint64)))
        self._now: Record = self.setting.deal(self._luck)
        self._told = Histories.begun(self._now)
        self._decided = 0
        self.agents = [*self.possible_agents]

    def _decide(self, code: int) -> None:
        """Carry a decision out. Trusts that the rules allow it."""
        before = copy_of(self._now)
        self.setting.rules.apply(self._now, code, self._luck)
        if self.setting.history.size:
            self._told = self._told.after(before, self._now)
        self._decided += 1

    @property
    def _mover(self) -> int:
        return self.setting.mover(self._now)

    def _seat(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def _refusal(self, code: int) -> IllegalMove | ValueError:
        """Why the rules do not allow this."""
        moves, rules = self.setting.game.moves, self.setting.rules
        if code not in moves:
            return ValueError(f"there is no code {code}")
        refused = int(rules.why_not(self._now, code))
        name = rules.Refusal(refused).name.lower()
        return IllegalMove(moves[code], name, rules.RULING[refused])

    # What there is to see

    def observe(self, agent: str) -> Observation:
        """What the agent's seat may see."""
        seat = self._seat(agent)
        row = self.setting.with_history(self.setting.observe(self._now, seat), self._told.of(seat))
        if self.action_mask == "info":
            return row
        return {"observation": row, "action_mask": self._mask(agent)}

    def _info(self, agent: str) -> Info:
        return {} if self.action_mask == "observation" else {"action_mask": self._mask(agent)}

    def _mask(self, agent: str) -> Mask:
        """Whoever is not asked may at most wait."""
        seat = self._seat(agent)
        codes = self.setting.mask(self._now, seat)
        return np.append(codes, np.int8(seat != self._mover)) if self.WAITS else codes

    def state(self) -> Floats:
        """Everything there is, secrets included: for training centrally, not for playing."""
        return self.setting.whole(self._now)

    def render(self) -> Image | str | None:
        """The table as anybody may see it."""
        return draw(self.render_mode, self.setting.game.name, self.setting.view(self._now, NOBODY))

    def close(self) -> None:
        """There is nothing to close."""


# These two are named as PettingZoo names them, and it has no types.


class raw_env(Seats, AECEnv[str, Observation, int]):  # type: ignore[misc] # noqa: N801
    """A game in which agents take turns."""

    def reset(self, seed: int | None = None, options: Info | None = None) -> None:
        """Deal; without a seed, the luck of this environment goes on."""
        self._deal(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._pass_on()

    def _pass_on(self) -> None:
        """The next agent is the one whose turn it is."""
        if self._mover != NOBODY:
            self.agent_selection = self.possible_agents[self._mover]
        self.infos = {agent: self._info(agent) for agent in self.agents}
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | None) -> None:
        """Decide for the agent whose turn it is; raises `IllegalMove`."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        code = NOBODY if action is None else int(action)
        if not self.setting.is_legal(self._now, code):
            raise self._refusal(code)
        self._cumulative_rewards[agent] = 0.0
        self._decide(code)
        self._give_rewards()
        self._pass_on()

    def _give_rewards(self) -> None:
        self._clear_rewards()
        if self._mover == NOBODY:
            returns = self.setting.returns(self._now)
            self.rewards = dict(zip(self.agents, returns, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._decided == self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()


class parallel_env(Seats, ParallelEnv[str, Observation, int]):  # type: ignore[misc] # noqa: N801
    """A game in which every agent is asked at every step, and all but one can only wait.

    What the rules do not allow either ends the game and costs its seat a point ("lose"), is
    exchanged for a legal decision ("random"), or raises `IllegalMove` ("raise").
    """

    WAITS = True

    def __init__(self, game: str, *, illegal: Illegal = "lose", **arguments: Any) -> None:
        super().__init__(game, **arguments)
        self.illegal = illegal_of(illegal)

    def reset(
        self, seed: int | None = None, options: Info | None = None
    ) -> tuple[dict[str, Observation], dict[str, Info]]:
        """Deal; without a seed, the luck of this environment goes on."""
        self._deal(seed)
        return self._look(self.agents)

    def step(self, actions: dict[str, int]) -> Stepped:
        """Decide for the agent whose turn it is; what the others say is not listened to."""
        if not self.agents:  # the game is over
            return {}, {}, {}, {}, {}
        asked, mover = self.agents, self.possible_agents[self._mover]
        lost = not self._try(int(actions[mover]))
        over = lost or self._mover == NOBODY
        cut = not over and self._decided == self.max_cycles
        self.agents = [] if over or cut else asked
        rewards = self._rewards(asked, mover if lost else None)
        observations, infos = self._look(asked)
        ended, cut_off = dict.fromkeys(asked, over), dict.fromkeys(asked, cut)
        return observations, rewards, ended, cut_off, infos

    def _try(self, code: int) -> bool:
        """Carry a decision out, if the rules or this environment allow it."""
        if not self.setting.is_legal(self._now, code):
            if self.illegal == "raise":
                raise self._refusal(code)
            if self.illegal == "lose":
                return False
            code = pick(np.uint64(self.setting.rules.legal(self._now)), self._luck)
        self._decide(code)
        return True

    def _rewards(self, asked: list[str], lost: str | None) -> dict[str, float]:
        if lost is not None:
            return {agent: ILLEGAL if agent == lost else 0.0 for agent in asked}
        if self._mover != NOBODY:
            return dict.fromkeys(asked, 0.0)
        return dict(zip(asked, self.setting.returns(self._now), strict=True))

    def _look(self, agents: list[str]) -> tuple[dict[str, Observation], dict[str, Info]]:
        if self.render_mode == "human":
            self.render()
        observations = {agent: self.observe(agent) for agent in agents}
        return observations, {agent: self._info(agent) for agent in agents}


# Under their usual names ------------------------------------------------------------------


@dataclass(frozen=True)
class Versioned:
    """One game, as PettingZoo has a module for each: its name, and the version behind it."""

    game: str

    def env(self, **arguments: Any) -> AECEnv[str, Observation, int]:
        """A game in which agents take turns, with PettingZoo's usual wrappers."""
        return env(self.game, **arguments)

    def raw_env(self, **arguments: Any) -> raw_env:
        """A game in which agents take turns."""
        return raw_env(self.game, **arguments)

    def parallel_env(self, **arguments: Any) -> parallel_env:
        """A game in which every agent is asked at every step, and all but one can only wait."""
        return parallel_env(self.game, **arguments)


ostfriesenlauf_v0 = Versioned("ostfriesenlauf")
saumaumau_v0 = Versioned("saumaumau")
schweinsgalopp_v0 = Versioned("schweinsgalopp")
