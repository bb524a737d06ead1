"""All that is needed to go on with a training, in one file that is never half written."""

import os
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import torch
from torch import Tensor

from galopp.lab.training.learner import Learner
from galopp.lab.training.settings import Beginning, Hyperparameters

FILE = "checkpoint.pt"

Kept: TypeAlias = dict[str, Any]  # whatever PyTorch has read from a file


@dataclass
class Progress:
    """How far a training is."""

    game: str
    recipe: Hyperparameters
    beginning: Beginning = Beginning.BLANK
    seconds: float = 0.0  # spent on it so far
    lessons: int = 0
    decisions: int = 0
    sittings: int = 0  # how often it was taken up: games begin anew with each
    older: list[dict[str, Tensor]] = field(default_factory=list)  # weights of older nets


def save(folder: Path, progress: Progress, learner: Learner) -> None:
    """Write everything down; what was there before stays until all of it is on disk."""
    folder.mkdir(parents=True, exist_ok=True)
    kept = {
        "progress": {
            **vars(progress),
            "recipe": asdict(progress.recipe),
            "beginning": str(progress.beginning),
        },
        "net": learner.net.state_dict(),
        "slow": learner.slow.state_dict(),
        "optimizer": learner.optimizer.state_dict(),
        "luck": torch.get_rng_state(),
    }
    beside = folder / f"{FILE}.new"
    torch.save(kept, beside)
    os.replace(beside, folder / FILE)


def load(folder: Path, device: str) -> Kept | None:
    """What was written down, if anything was."""
    if not (folder / FILE).exists():
        return None
    kept: Kept = torch.load(folder / FILE, map_location=device, weights_only=True)
    return kept


def progress_in(kept: Kept) -> Progress:
    """How far it was."""
    recipe = dict(kept["progress"]["recipe"])
    recipe["entropy"] = tuple(recipe["entropy"])
    read = {
        "recipe": Hyperparameters(**recipe),
        "beginning": Beginning(kept["progress"]["beginning"]),
    }
    return Progress(**{**kept["progress"], **read})
