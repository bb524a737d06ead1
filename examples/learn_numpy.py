"""Learn a game with numpy alone: the smallest thing that gets better at it.

    pip install 'galopp[envs]'
    python examples/learn_numpy.py                          # Sau Mau Mau, under a minute
    python examples/learn_numpy.py --game schweinsgalopp

The agent weighs what it sees: a weight for each float and each decision. It plays a thousand games
at once against random play; the decisions of games that were won become likelier, those of games
that were lost less likely (REINFORCE). Now and then it is counted how often it wins on deals that
it has not learned from. `train.py` beside this has a net, and learns more.
"""

import argparse
from collections.abc import Iterator
from typing import Any, NamedTuple

import gymnasium
import numpy as np
import numpy.typing as npt

import galopp.envs.gymnasium

Floats = npt.NDArray[np.floating[Any]]
Numbers = npt.NDArray[np.integer[Any]]

GAMES = 1024  # at once, and so many from one lesson to the next
UNSEEN, UNSEEN_GAMES = 10**6, 2048  # the seed of deals that nothing is learned from
# A game of four races is lost or won by a hundred decisions, most of which did not matter; one of
# a single race by two dozen. What is learned from these holds for the others.
SHORT = {"saumaumau": {"races": 1}, "schweinsgalopp": {"races": 1}, "ostfriesenlauf": {}}
RATE = 10.0  # of a step uphill; slopes are small, because most of what decides a game is luck
FORBIDDEN = -1e9  # the weight of what the rules do not allow


class Played(NamedTuple):
    """Some games: what was decided, a row a decision, and what each game brought."""

    seen: Floats
    chances: Floats  # of all codes
    code: Numbers
    game: Numbers
    brought: Floats  # a number a game


class Agent:
    """Weighs what it sees, and learns what to weigh."""

    def __init__(self, floats: int, codes: int) -> None:
        self.weights = np.zeros((floats, codes), np.float32)

    def chances(self, seen: Floats, mask: Numbers) -> Floats:
        """How likely it decides on each code."""
        weighed = np.where(mask == 1, seen @ self.weights, FORBIDDEN)
        likely = np.exp(weighed - weighed.max(axis=1, keepdims=True))
        chances: Floats = likely / likely.sum(axis=1, keepdims=True)
        return chances

    def learn(self, played: Played) -> None:
        """Make likelier what was decided in games that went better than most."""
        gain = (played.brought - played.brought.mean()) / (played.brought.std() + 1e-8)
        towards = -played.chances
        towards[np.arange(len(towards)), played.code] += 1
        slope = played.seen.T @ (towards * gain[played.game, None]) / len(towards)
        self.weights += RATE * slope


def play(agent: Agent, envs: Any, seed: int) -> Played:
    """One game in each row, decided by lots as the agent's chances are."""
    lots = np.random.default_rng(seed)
    seen, infos = envs.reset(seed=seed)
    brought = np.full(envs.num_envs, np.nan, np.float32)
    rows = []
    while (going := np.flatnonzero(np.isnan(brought))).size:
        chances = agent.chances(seen[going], infos["action_mask"][going])
        # The first code at which the chances so far reach the lot.
        drawn = (chances.cumsum(axis=1) > lots.random((len(going), 1))).argmax(axis=1)
        rows.append((seen[going], chances, drawn, going))
        codes = infos["action_mask"].argmax(axis=1)  # anything legal where the game is over
        codes[going] = drawn
        seen, rewards, ended, _, infos = envs.step(codes)
        brought[going] = np.where(ended, rewards, np.nan)[going]
    columns = [np.concatenate(column) for column in zip(*rows, strict=True)]
    return Played(*[*columns, brought])


def make(game: str, number: int, **options: Any) -> Any:
    """So many games at once, against random play."""
    name = galopp.envs.gymnasium.env_id(game)
    return gymnasium.make_vec(name, num_envs=number, bots="random", **options)


def share_won(agent: Agent, envs: Any) -> tuple[float, float]:
    """Of games on deals it has not learned from, and the standard error; a tie counts half."""
    brought = play(agent, envs, UNSEEN).brought
    won = (brought > 0) + 0.5 * (brought == 0)
    return float(won.mean()), float(won.std() / np.sqrt(len(won)))


def curve(game: str, lessons: int, looks: int, seed: int) -> Iterator[tuple[int, float, float]]:
    """Learn; yields now and then after how many decisions it wins how often, and its error."""
    school, exam = make(game, GAMES, **SHORT[game]), make(game, UNSEEN_GAMES)
    agent = Agent(school.single_observation_space.shape[0], int(school.single_action_space.n))
    decisions = 0
    for lesson in range(lessons + 1):
        if lesson % max(lessons // looks, 1) == 0:
            yield decisions, *share_won(agent, exam)
        played = play(agent, school, UNSEEN * (1 + seed) + GAMES * lesson)
        agent.learn(played)
        decisions += len(played.code)


def main(written: list[str] | None = None) -> list[tuple[int, float, float]]:
    """Learn, and print the curve."""
    parser = argparse.ArgumentParser(description="Learn a game with numpy alone.")
    parser.add_argument("--game", default="saumaumau", choices=SHORT)
    parser.add_argument("--lessons", type=int, default=16)
    parser.add_argument("--looks", type=int, default=4, help="points of the curve")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(written)
    rows = []
    for row in curve(asked.game, asked.lessons, asked.looks, asked.seed):
        rows.append(row)
        print("{:9,} decisions: {:.1%} won against random play, ± {:.1%}".format(*row), flush=True)
    return rows


if __name__ == "__main__":
    main()
