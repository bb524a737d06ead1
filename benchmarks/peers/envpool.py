"""EnvPool: games in C++, stepped by a pool of threads."""

from collections.abc import Callable

import numpy as np

from peers import STEPS, Contest, Contests, rate_of

WHY = (
    "The fastest way there is to step environments on a processor from Python, and its wheel "
    "holds the same two games as PGX, written anew in C++. It knows steps only."
)
PLAYERS = {"Backgammon-v1": 2, "SparrowMahjong-v1": 3}
SIDE_BY_SIDE = 256  # the fastest of 64, 256 and 1,024
WAY = "recv, send"


def contests(device: str, threads: int) -> Contests:
    """Random play of each game, step by step."""
    for game, players in PLAYERS.items() if device == "cpu" else ():
        measure = rate_of(random_play(game, threads))
        yield Contest(game, players, STEPS, SIDE_BY_SIDE, WAY, measure)


def random_play(game: str, threads: int) -> Callable[[], int]:
    """One decision in every game; says how many that were."""
    import envpool

    pool = envpool.make(
        game,
        env_type="gymnasium",
        num_envs=SIDE_BY_SIDE,
        batch_size=SIDE_BY_SIDE,
        num_threads=threads,
        seed=1,
    )
    lots = np.random.default_rng(1)
    pool.async_reset()

    def go() -> int:
        *_, about = pool.recv()
        mask = about["legal_action_mask"]
        codes = (lots.random(mask.shape, np.float32) * mask).argmax(axis=1)
        pool.send(codes.astype(np.int32), about["env_id"])
        return SIDE_BY_SIDE

    return go
