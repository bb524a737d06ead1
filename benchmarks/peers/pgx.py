"""PGX: games written in JAX, many at once on the processor or a graphics card."""

from collections.abc import Callable
from typing import Any

from peers import GAMES, STEPS, Contest, Contests, rate_of

WHY = (
    "The library that our batches are most like: the same device, random play, games that begin "
    "anew by themselves. Backgammon is a race with much luck; sparrow mahjong is played with "
    "hidden hands and a pile to draw from."
)
PLAYERS = {"backgammon": 2, "sparrow_mahjong": 3}
# Games at once. On the processor, the fastest of 256, 1,024 and 4,096.
ON_CPU = {"backgammon": 256, "sparrow_mahjong": 1_024}
ON_CARD = 262_144
WAYS = {GAMES: "jit(scan(step))", STEPS: "jit(step)"}
STEPS_A_CALL = {GAMES: 64, STEPS: 1}
CALLS = {GAMES: 1, STEPS: 16}  # made before anybody waits for what came of them


def contests(device: str, threads: int) -> Contests:
    """Random play of each game, shown and not shown."""
    import jax

    jax.devices(device)  # raises where there is none
    for game, players in PLAYERS.items():
        side_by_side = ON_CPU[game] if device == "cpu" else ON_CARD
        for kind, way in WAYS.items():
            measure = rate_of(random_play(game, side_by_side, kind))
            yield Contest(game, players, kind, side_by_side, way, measure)


def random_play(game: str, side_by_side: int, kind: str) -> Callable[[], int]:
    """Some calls; says how many decisions they made."""
    import jax
    import pgx

    env, luck, calls = pgx.make(game), jax.random.PRNGKey(1), CALLS[kind]
    states = jax.jit(jax.vmap(env.init))(jax.random.split(luck, side_by_side))
    call = compiled(env, side_by_side, kind)

    def go() -> int:
        nonlocal states, luck
        for _ in range(calls):
            states, luck = call(states, luck)
        jax.block_until_ready(states)
        return side_by_side * STEPS_A_CALL[kind] * calls

    return go


def compiled(env: Any, side_by_side: int, kind: str) -> Any:
    """Steps as one call: drawing lots, and beginning anew what has ended, is part of it."""
    import jax
    from pgx.experimental import act_randomly, auto_reset

    step = jax.vmap(auto_reset(env.step, env.init))

    def one(states: Any, luck: Any) -> tuple[Any, None]:
        for_codes, for_games = jax.random.split(luck)
        codes = act_randomly(for_codes, states.legal_action_mask)
        return step(states, codes, jax.random.split(for_games, side_by_side)), None

    def call(states: Any, luck: Any) -> tuple[Any, Any]:
        luck, following = jax.random.split(luck)
        after, _ = jax.lax.scan(one, states, jax.random.split(luck, STEPS_A_CALL[kind]))
        if kind == GAMES:
            # Nobody looks, so the compiler may leave out what there would be to see.
            after = after.replace(observation=states.observation)
        return after, following

    return jax.jit(call)
