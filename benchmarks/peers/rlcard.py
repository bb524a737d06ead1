"""RLCard's Uno: a toolkit for card games in Python."""

from collections.abc import Callable
from typing import Any

from peers import GAMES, STEPS, Contest, Contests, rate_of

WHY = (
    "Uno is Mau Mau in another deck: shed a hand, match colour or number, draw two, miss a turn. "
    "Of all games in other libraries it is the nearest to Sau Mau Mau."
)
GAME, PLAYERS = "uno", 2


def contests(device: str, threads: int) -> Contests:
    """Whole games by the game itself, and by its environment with what a player observes."""
    if device != "cpu" or threads != 1:
        return
    import rlcard

    env = rlcard.make(GAME, config={"seed": 1})
    yield Contest(GAME, PLAYERS, GAMES, 1, "game.step", rate_of(whole_game(env.game)))
    yield Contest(GAME, PLAYERS, STEPS, 1, "env.run", rate_of(stepped_game(env)))


def whole_game(game: Any) -> Callable[[], int]:
    """A game to its end; says how many decisions that took."""

    def go() -> int:
        decisions = 0
        game.init_game()
        while not game.is_over():
            game.step(game.np_random.choice(game.get_legal_actions()))
            decisions += 1
        return decisions

    return go


def stepped_game(env: Any) -> Callable[[], int]:
    """The same, as its users do it."""
    from rlcard.agents import RandomAgent

    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(PLAYERS)])

    def go() -> int:
        before = env.timestep
        env.run(is_training=False)
        return int(env.timestep - before)

    return go
