"""Train a small agent on Schweinsgalopp, by PPO, and watch it get better.

    pip install galopp torch
    python examples/train.py                    # five minutes on a CPU
    python examples/train.py --device cuda      # games and net on a GPU; pip install galopp[gpu]
    python examples/train.py --game saumaumau

It plays many games at once against bots, learns from them, and every now and then counts how
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

import torch
from torch import Tensor, nn
from torch.utils.dlpack import from_dlpack

from galopp.batch import Batch

AT_ONCE = {"cpu": 1024, "cuda": 16_384}  # games
STEPS = 32  # of each game, between two lessons
ROUNDS, PORTIONS = 4, 8  # how often a lesson is gone through, and in how many portions
CLIP, ENTROPY, RATE = 0.2, 0.01, 1e-3
LAMBDA = 0.7  # much is luck here: what happens long after a decision says little about it
FORBIDDEN = -1e9  # the logit of what the rules do not allow


class Tables:
    """Many games of two: the agent has a seat at each, and a bot has the other.

    All arrays are the batch's own, on whichever device it is: nothing is copied back and forth.
    """

    def __init__(self, game: str, bots: str, device: str, seed: int, **options: Any) -> None:
        number = AT_ONCE[device]
        self.batch = Batch(game, number, 2, seed, device=device, observe="all", **options)
        self.bots = bots
        self.rows = torch.arange(number, device=device)
        self.seat = self.rows % 2
        self.codes = self.batch.codes
        self.floats = self.batch.layout.size
        shown = ("observations", "mask", "mover", "rewards", "done")
        self._shown = {name: from_dlpack(getattr(self.batch, name)) for name in shown}

    @property
    def seen(self) -> Tensor:
        """What the agent sees."""
        return self._shown["observations"][self.rows, self.seat]

    @property
    def mask(self) -> Tensor:
        """What may be decided now, by whoever is on turn."""
        return self._shown["mask"].clone()

    @property
    def asked(self) -> Tensor:
        """Where it is the agent who decides."""
        return self._shown["mover"] == self.seat

    def step(self, codes: Tensor) -> tuple[Tensor, Tensor]:
        """Decide where the agent is asked; what that brought it, and which games have ended."""
        others = from_dlpack(self.batch.sample(self.bots))
        self.batch.step(torch.where(self.asked, codes, others))
        return self._shown["rewards"][self.rows, self.seat], self._shown["done"].clone()


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
    asked: Tensor  # whether the agent decided
    code: Tensor
    likely: Tensor  # the logarithm of the chance that the code had
    value: Tensor
    reward: Tensor
    ended: Tensor
    last_value: Tensor  # of what is seen after the last step

    def advantages(self) -> Tensor:
        """How much better than expected each decision turned out (GAE; nothing is discounted).

        Between two decisions of the agent others decide; what happens then is its luck.
        """
        found, after = [], self.last_value
        ahead = brought = torch.zeros_like(after)
        for step in reversed(range(len(self.reward))):
            ended, asked = self.ended[step], self.asked[step]
            after, ahead = after.masked_fill(ended, 0), ahead.masked_fill(ended, 0)
            brought = torch.where(ended, self.reward[step], brought)
            surprise = brought + after - self.value[step] + LAMBDA * ahead
            found.append(surprise)
            after, ahead = (
                torch.where(asked, self.value[step], after),
                torch.where(asked, surprise, ahead),
            )
            brought = brought.masked_fill(asked, 0)
        return torch.stack(found[::-1])


class School:
    """An agent, the games it learns from, and how."""

    def __init__(self, tables: Tables, device: str, seed: int) -> None:
        torch.manual_seed(seed)
        self.tables = tables
        self.agent = Agent(tables.floats, tables.codes).to(device)
        self.optimizer = torch.optim.Adam(self.agent.parameters(), RATE)
        self.steps = 0

    @torch.no_grad()
    def play(self) -> Lesson:
        """Some steps of all games."""
        tables, rows = self.tables, []
        for _ in range(STEPS):
            seen, mask, asked = tables.seen, tables.mask, tables.asked
            chances, value = self.agent(seen, mask)
            code = chances.sample()
            rows.append(
                (seen, mask, asked, code, chances.log_prob(code), value, *tables.step(code))
            )
        last = self.agent(tables.seen, tables.mask)[1]
        columns = [torch.stack(column) for column in zip(*rows, strict=True)]
        lesson = Lesson(*[*columns, last])
        self.steps += int(lesson.asked.sum())
        return lesson

    def learn(self, lesson: Lesson, rate: float) -> None:
        """Make likelier what turned out better than expected (PPO)."""
        self.optimizer.param_groups[0]["lr"] = rate
        asked, gain = lesson.asked, lesson.advantages()
        seen, mask = lesson.seen[asked], lesson.mask[asked]
        code, likely = lesson.code[asked], lesson.likely[asked]
        target = (gain + lesson.value)[asked]
        gain = gain[asked]
        gain = (gain - gain.mean()) / (gain.std() + 1e-8)
        for _ in range(ROUNDS):
            for at in torch.randperm(len(code), device=code.device).chunk(PORTIONS):
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
def share_won(agent: Agent, tables: Tables) -> float:
    """How many games the agent wins with the decisions it thinks best.

    A shared victory counts half. The first game of each row counts and no other, so that short
    games are not favoured.
    """
    tables.batch.reset(seed=10**6)
    brought = torch.full(tables.seat.shape, torch.nan, device=tables.seat.device)
    while brought.isnan().any():
        best = agent(tables.seen, tables.mask)[0].logits.argmax(-1)
        rewards, ended = tables.step(best)
        brought = torch.where(ended & brought.isnan(), rewards, brought)
    return float(((brought > 0) + 0.5 * (brought == 0)).mean())


def curve(arguments: argparse.Namespace) -> Iterator[dict[str, float]]:
    """Train for so many minutes; yields now and then what has become of the agent."""
    game, device, seed = arguments.game, arguments.device, arguments.seed
    levels = dict.fromkeys(("random", arguments.bots, "casual"))
    rivals = {bots: Tables(game, bots, device, seed) for bots in levels}
    school = School(Tables(game, arguments.bots, device, seed), device, seed)
    start, next_look = time.monotonic(), 0.0
    while True:
        passed = time.monotonic() - start
        over = passed >= 60 * arguments.minutes
        if passed >= next_look or over:
            next_look = passed + 60 * arguments.minutes / arguments.looks
            won = {f"against {bots}": share_won(school.agent, rivals[bots]) for bots in rivals}
            yield {"seconds": round(passed, 1), "steps": school.steps, **won}
        if over:
            return
        school.learn(school.play(), RATE * (1 - passed / (60 * arguments.minutes)))


def plot(rows: list[dict[str, float]], file: Path) -> None:
    """The curve as a picture, if there is something to draw it with."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        return
    figure = Figure()
    axes = figure.subplots()
    for name in [name for name in rows[0] if name.startswith("against")]:
        axes.plot([row["steps"] / 1e6 for row in rows], [row[name] for row in rows], label=name)
    axes.axhline(0.5, color="grey", linewidth=0.5)
    axes.set(xlabel="million decisions", ylabel="share of games won", ylim=(0, 1))
    axes.legend()
    figure.savefig(file)


def read_arguments(written: list[str] | None = None) -> argparse.Namespace:
    """What is asked for at the prompt."""
    parser = argparse.ArgumentParser(description="Train a small agent by PPO.")
    parser.add_argument("--game", default="schweinsgalopp")
    parser.add_argument("--bots", default="random", help="who it learns from")
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--looks", type=int, default=12, help="points of the curve")
    parser.add_argument("--device", default="cpu", choices=AT_ONCE)
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
