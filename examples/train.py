"""Train a small agent on Schweinsgalopp, by PPO, and watch it get better.

    pip install galopp[envs] torch
    python examples/train.py                    # five minutes on a CPU
    python examples/train.py --device cuda      # the same on a GPU
    python examples/train.py --game saumaumau --bots casual --minutes 10

It plays 256 games at once against bots, learns from them, and every now and then counts how
often it wins against random play, those bots and the casual level, on deals it has not learned
from. The curve is printed, written to a file, and drawn if matplotlib is there.
"""

import argparse
import csv
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from gymnasium.vector import AutoresetMode, VectorEnv
from torch import Tensor, nn

from galopp.envs.gymnasium import env_id

GAMES = 256  # at once
STEPS = 32  # of each game, between two lessons
ROUNDS, BATCH = 4, 2048  # how often a lesson is gone through, and in what portions
CLIP, ENTROPY, LAMBDA, RATE = 0.2, 0.01, 0.95, 7e-4
FORBIDDEN = -1e9  # the logit of what the rules do not allow


class Agent(nn.Module):
    """Looks at an observation, and says how good each decision is and how good the position."""

    def __init__(self, floats: int, codes: int, width: int = 128) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(floats, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.decision = nn.Linear(width, codes)
        self.value = nn.Linear(width, 1)

    def forward(self, seen: Tensor, mask: Tensor) -> tuple[torch.distributions.Categorical, Tensor]:
        """The chances of all decisions, and the reward to be expected."""
        thought = self.body(seen)
        logits = self.decision(thought).masked_fill(~mask, FORBIDDEN)
        value: Tensor = self.value(thought)
        chances = torch.distributions.Categorical(logits=logits, validate_args=False)
        return chances, value.squeeze(-1)


@dataclass
class Lesson:
    """What happened in all games for some steps: each a tensor of (steps, games, ...)."""

    seen: Tensor
    mask: Tensor
    code: Tensor
    likely: Tensor  # the logarithm of the chance that the code had
    value: Tensor
    reward: Tensor
    ended: Tensor
    last_value: Tensor  # of what is seen after the last step

    def advantages(self) -> Tensor:
        """How much better than expected each decision turned out (GAE; nothing is discounted)."""
        found, ahead, after = [], torch.zeros_like(self.last_value), self.last_value
        for step in reversed(range(len(self.reward))):
            goes_on = 1 - self.ended[step]
            surprise = self.reward[step] + goes_on * after - self.value[step]
            ahead = surprise + LAMBDA * goes_on * ahead
            after = self.value[step]
            found.append(ahead)
        return torch.stack(found[::-1])


class School:
    """An agent, the games it learns from, and how."""

    def __init__(self, envs: VectorEnv[Any, Any, Any], device: str, seed: int) -> None:
        torch.manual_seed(seed)
        # So small a net gains nothing from a second core, and loses much if others want it too.
        torch.set_num_threads(1)
        self.envs, self.device = envs, device
        floats = int(np.prod(envs.single_observation_space.shape or ()))
        self.codes = int(envs.single_action_space.n)  # type: ignore[attr-defined]  # Discrete
        self.agent = Agent(floats, self.codes).to(device)
        self.optimizer = torch.optim.Adam(self.agent.parameters(), RATE)
        self.steps = 0
        self.look(*envs.reset(seed=seed))

    def look(self, observations: Any, infos: dict[str, Any]) -> None:
        """What the agent sees next in each game, and what it may decide."""
        self.seen = torch.as_tensor(observations, device=self.device)
        self.mask = torch.as_tensor(infos["action_mask"], device=self.device).bool()

    @torch.no_grad()
    def play(self) -> Lesson:
        """Some steps of all games."""
        rows: list[tuple[Tensor, ...]] = []
        for _ in range(STEPS):
            chances, value = self.agent(self.seen, self.mask)
            code = chances.sample()
            known = self.seen, self.mask, code, chances.log_prob(code), value
            observations, rewards, ended, _, infos = self.envs.step(code.cpu().numpy())
            outcome = [torch.as_tensor(a, device=self.device).float() for a in (rewards, ended)]
            rows.append((*known, *outcome))
            self.look(observations, infos)
        self.steps += STEPS * len(code)
        last = self.agent(self.seen, self.mask)[1]
        columns = [torch.stack(column) for column in zip(*rows, strict=True)]
        return Lesson(*[*columns, last])

    def learn(self, lesson: Lesson) -> None:
        """Make likelier what turned out better than expected (PPO)."""
        gain = lesson.advantages()
        target = (gain + lesson.value).flatten()
        gain = ((gain - gain.mean()) / (gain.std() + 1e-8)).flatten()
        seen, mask = lesson.seen.flatten(0, 1), lesson.mask.flatten(0, 1)
        code, likely = lesson.code.flatten(), lesson.likely.flatten()
        for _ in range(ROUNDS):
            order = torch.randperm(len(code), device=self.device)
            for at in (order[start : start + BATCH] for start in range(0, len(code), BATCH)):
                chances, value = self.agent(seen[at], mask[at])
                ratio = (chances.log_prob(code[at]) - likely[at]).exp()
                held = ratio.clamp(1 - CLIP, 1 + CLIP)
                gained = torch.min(ratio * gain[at], held * gain[at]).mean()
                missed = (value - target[at]).square().mean()
                self._improve(0.5 * missed - gained - ENTROPY * chances.entropy().mean())

    def _improve(self, loss: Tensor) -> None:
        self.optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]  # torch does not say what it takes
        nn.utils.clip_grad_norm_(self.agent.parameters(), 0.5)
        self.optimizer.step()


@torch.no_grad()
def share_won(agent: Agent, envs: VectorEnv[Any, Any, Any], device: str, games: int) -> float:
    """How many of so many games the agent wins with the decisions it thinks best.

    A shared victory counts half. The first games of each row count and no others, so that
    short games are not favoured.
    """
    observations, infos = envs.reset(seed=10**6)
    each = -(-games // envs.num_envs)
    rewards_of: list[list[float]] = [[] for _ in range(envs.num_envs)]
    while min(len(rewards) for rewards in rewards_of) < each:
        seen = torch.as_tensor(observations, device=device)
        mask = torch.as_tensor(infos["action_mask"], device=device).bool()
        best = agent(seen, mask)[0].logits.argmax(-1)
        observations, rewards, ended, _, infos = envs.step(best.cpu().numpy())
        for n in np.flatnonzero(ended):
            rewards_of[n].append(float(rewards[n]))
    counted = np.array([rewards[:each] for rewards in rewards_of])
    return float(np.where(counted == 0, 0.5, counted > 0).mean())


def games(game: str, bots: str, **options: Any) -> VectorEnv[Any, Any, Any]:
    """Many games of two, with the agent on either seat."""
    mode = AutoresetMode.SAME_STEP
    return gymnasium.make_vec(
        env_id(game), GAMES, players=2, bots=bots, seat=None, autoreset_mode=mode, **options
    )


def curve(arguments: argparse.Namespace) -> Iterator[dict[str, float]]:
    """Train for so many minutes; yields now and then what has become of the agent."""
    levels = dict.fromkeys(("random", arguments.bots, "casual"))
    rivals = {bots: games(arguments.game, bots) for bots in levels}
    school = School(games(arguments.game, arguments.bots), arguments.device, arguments.seed)
    start, next_look = time.monotonic(), 0.0
    while True:
        passed = time.monotonic() - start
        over = passed >= 60 * arguments.minutes
        if passed >= next_look or over:
            next_look = passed + 60 * arguments.minutes / arguments.looks
            won = {
                f"against {bots}": share_won(school.agent, envs, arguments.device, arguments.games)
                for bots, envs in rivals.items()
            }
            yield {"seconds": round(passed, 1), "steps": school.steps, **won}
        if over:
            return
        school.learn(school.play())


def plot(rows: list[dict[str, float]], file: Path) -> None:
    """The curve as a picture, if there is something to draw it with."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        return
    figure = Figure()
    axes = figure.subplots()
    for name in [name for name in rows[0] if name.startswith("against")]:
        axes.plot([row["steps"] for row in rows], [row[name] for row in rows], label=name)
    axes.axhline(0.5, color="grey", linewidth=0.5)
    axes.set(xlabel="decisions", ylabel="share of games won", ylim=(0, 1))
    axes.legend()
    figure.savefig(file)


def read_arguments(written: list[str] | None = None) -> argparse.Namespace:
    """What is asked for at the prompt."""
    parser = argparse.ArgumentParser(description="Train a small agent by PPO.")
    parser.add_argument("--game", default="schweinsgalopp")
    parser.add_argument("--bots", default="random", help="who it learns from")
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--looks", type=int, default=12, help="points of the curve")
    parser.add_argument("--games", type=int, default=1024, help="to count victories in")
    parser.add_argument("--device", default="cpu", help="cpu or cuda")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("learning-curve.csv"))
    return parser.parse_args(written)


def main(written: list[str] | None = None) -> list[dict[str, float]]:
    """Train, print the curve, and write it down."""
    arguments = read_arguments(written)
    rows: list[dict[str, float]] = []
    for row in curve(arguments):
        rows.append(row)
        print("  ".join(f"{name} {value:g}" for name, value in row.items()), flush=True)
    with arguments.out.open("w", newline="") as file:
        writer = csv.DictWriter(file, [*rows[0]])
        writer.writeheader()
        writer.writerows(rows)
    plot(rows, arguments.out.with_suffix(".png"))
    return rows


if __name__ == "__main__":
    main()
