"""That a graphics card plays the same games as the processor, to the bit, and lends its arrays."""

import importlib

import numpy as np
import numpy.typing as npt

from galopp.batch import Batch, play
from galopp.lab.agreement import OPTIONS, digest_of
from galopp.lab.batch_speed import Finding
from galopp.play.game import Game, game

SHOWN = ("mover", "legal", "mask", "observations", "rewards", "done", "refused")
SHORT = 16  # letters of a digest that are shown
NO_CODE = 63  # refused in every position, and in most games no code at all
TAKERS = {"torch": "torch", "cupy": "cupy", "jax": "jax.dlpack"}  # library and module


def players_of(played: Game) -> tuple[int, ...]:
    """The numbers of players that need no option."""
    return tuple(players for players in played.players if not played.options_needed(players))


def same_games(name: str, games: int, policies: tuple[str, ...]) -> Finding:
    """Whole games of every number of players must come to the same results on both devices."""
    players, variants = players_of(game(name)), OPTIONS[name]
    batches = (
        play(name, games, players, 2026, policies, device=device, variants=variants)
        for device in ("cpu", "cuda")
    )
    ours, theirs = (digest_of([played])[:SHORT] for played in batches)
    return {
        "what": "whole games",
        "game": name,
        "games": games,
        "policies": "/".join(policies),
        "same": ours == theirs,
        "digest": ours,
    }


def same_steps(name: str, games: int, steps: int) -> Finding:
    """Step by step, everything shown and every state must be the same."""
    ours, theirs = (
        Batch(
            name,
            games,
            players_of(game(name)),
            7,
            device=device,
            observe="all",
            variants=OPTIONS[name],
        )
        for device in ("cpu", "cuda")
    )
    lots, wrong = np.random.default_rng(1), set()
    for _ in range(steps):
        codes = (lots.random(ours.mask.shape) * ours.mask).argmax(axis=1)
        codes[lots.random(games) < 0.01] = NO_CODE
        ours.step(codes)
        theirs.step(codes)
        wrong |= differences(ours, theirs)
    return {
        "what": "steps",
        "game": name,
        "games": games,
        "steps": steps,
        "same": not wrong,
        "wrong": sorted(wrong),
    }


def differences(ours: Batch, theirs: Batch) -> set[str]:
    """What two batches do not show alike."""
    found = {
        shown
        for shown in SHOWN
        if not np.array_equal(np.asarray(getattr(ours, shown)), np.asarray(getattr(theirs, shown)))
    }
    return found if ours.states.tobytes() == theirs.states.tobytes() else found | {"states"}


def same_memory(library: str) -> Finding:
    """Another library takes an array over, and sees the next step in it."""
    batch = Batch("schweinsgalopp", 1024, 2, 1, device="cuda", dtype="uint8")
    found: Finding = {"what": "lending", "library": library}
    try:
        theirs = importlib.import_module(TAKERS[library]).from_dlpack(batch.observations)
    except ImportError:
        return found | {"installed": False}
    batch.step(np.asarray(batch.mask).argmax(axis=1))
    return found | {"same": bool(np.array_equal(_fetched(theirs), np.asarray(batch.observations)))}


def _fetched(theirs: object) -> npt.NDArray[np.generic]:
    if hasattr(theirs, "cpu"):
        return np.asarray(theirs.cpu().numpy())
    return np.asarray(theirs.get() if hasattr(theirs, "get") else theirs)
